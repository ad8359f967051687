"""The table, the cards and what lies on the table: declarations that need no expressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from haggis_rules.diagnostics.errors import (
    DeckTooSmallError,
    NameTwiceError,
    WrongTypeError,
)
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.card_names import rank_index, rank_text
from haggis_rules.ir.lower.owners import audience_of, owner_of
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import ChoiceType
from haggis_rules.syntax import ast


def table_and_cards(world: World) -> None:
    """Type the seats, the teams, the ranks, the suits and the deck."""
    world.seats = world.agreement.seats
    found = world.only(ast.Table, "how many seats there are")
    if found is not None:
        world.declared["table"], _ = found
    for clause, option in world.of_kind(ast.Option):
        with world.noting():
            world.declare(option.name, "option")
            world.declared[f"option {option.name.text}"] = clause
    for clause, teams in world.of_kind(ast.Teams):
        with world.noting():
            _teams(world, clause, teams)
    _ranks(world)
    if list(world.of_kind(ast.Runs)):
        with world.noting():
            _runs(world)
    for clause, suits in world.of_kind(ast.Suits):
        for suit in suits.suits:
            with world.noting():
                _suit(world, clause, suit)
    world.only(ast.Deck, "which cards there are") if not list(world.of_kind(ast.Deck)) else None
    _decks(world)
    for clause, free in world.of_kind(ast.AnySuit):
        with world.noting():
            index = world.group(free.group)
            world.groups[index] = replace(world.groups[index], any_suit=clause)


def choices_and_zones(world: World) -> None:
    """Type the choices and the zones."""
    for clause, choice in world.of_kind(ast.Choice):
        with world.noting():
            for name in choice.choices:
                world.declare(name, "choice")
            words = tuple(name.text for name in choice.choices)
            world.choices[choice.name.text] = ChoiceType(choice.name.text, words)
            world.declared[f"choice {choice.name.text}"] = clause
    for clause, zone in world.of_kind(ast.Zone):
        with world.noting():
            world.declare(zone.name, "zone")
            owner = owner_of(world, zone.owner)
            audiences = _audiences(world, zone, owner)
            world.zones.append(ir.Zone(zone.name.text, clause, owner, audiences))


def _teams(world: World, clause: str, item: ast.Teams) -> None:
    for name in item.names:
        world.declare(name, "team")
    world.teams, world.declared["teams"] = tuple(n.text for n in item.names), clause
    if world.seats % len(world.teams):
        raise WrongTypeError(
            f"{world.seats} seats do not make {len(world.teams)} teams of equal size",
            item.span,
            hint="seats alternate between the teams, so each team has the same number",
        )


def _ranks(world: World) -> None:
    found = world.only(ast.Ranks, "which ranks there are")
    if found is None:
        return
    clause, item = found
    texts: list[str] = []
    for rank in item.ranks:
        text = rank_text(rank)
        if text in texts:
            world.faults.append(NameTwiceError(f"the rank `{text}` is listed twice", rank.span))
        texts.append(text)
    world.ranks, world.declared["ranks"] = tuple(texts), clause


def _runs(world: World) -> None:
    """Type which ranks follow one another in runs."""
    found = world.only(ast.Runs, "which ranks belong to runs")
    if found is None:
        return
    clause, item = found
    order = listed_ranks(world, item.ranks)
    inner = order[:-1] if order[1:-1] and order[-1] == order[0] else order
    for rank in {one for one in inner if inner.count(one) > 1}:
        raise NameTwiceError(
            f"the rank `{world.ranks[rank]}` is listed twice",
            item.span,
            hint="only the first rank can stand there again, as the last",
        )
    made = (part for _, pattern in world.of_kind(ast.Pattern) for part in pattern.mades)
    if not any(isinstance(part.place, ast.RunOfRanks) for part in made):
        raise WrongTypeError(
            "no combination is made of ranks in a row",
            item.span,
            hint="leave this out, or say `on each of 3 ranks ending at top` in a pattern",
        )
    world.run_order, world.declared["runs"] = tuple(order), clause


def _suit(world: World, clause: str, item: ast.Suit) -> None:
    world.declare(item.name, "suit")
    taken = {one: suit.name for suit in world.suits for one in (suit.letter, *suit.others)}
    for letter in (item.letter, *item.others):
        if letter.text in taken:
            raise NameTwiceError(
                f"`{taken[letter.text]}` has the letter `{letter.text}` already", letter.span
            )
        taken[letter.text] = item.name.text
    others = tuple(letter.text for letter in item.others)
    world.suits = (*world.suits, ir.Suit(item.name.text, item.letter.text, others))
    world.declared["suits"] = clause


def _decks(world: World) -> None:
    """Type the deck, group by group: all lines that add cards to one stand together."""
    lines = dict[str, list[tuple[str, ast.Deck]]]()
    by_card = dict[str, ast.Deck]()
    for clause, deck in world.of_kind(ast.Deck):
        lines.setdefault(deck.name.text, []).append((clause, deck))
    for (clause, first), *more in lines.values():
        with world.noting():
            world.declare(first.name, "group of cards")
            world.groups.append(ir.Group(first.name.text, clause, None))
            added = [_deck(world, deck, by_card) for _, deck in [(clause, first), *more]]
            if more:
                counted = zip([clause, *(one for one, _ in more)], added, strict=True)
                world.groups[-1] = replace(world.groups[-1], lines=tuple(counted))


def _deck(world: World, item: ast.Deck, lines: dict[str, ast.Deck]) -> int:
    """Add the cards of a line to the last group; return how many classes of cards they are.

    ``lines`` has the line of each card so far, by its name. A card is added once, so that a line
    which repeats one is the only fault.
    """
    group, before = len(world.groups) - 1, len(world.cards)
    suits = _deck_suits(world, item.suits)
    if not suits:
        raise WrongTypeError("there are no suits in this game", item.suits.span)
    copies = item.copies.value * (world.seats if item.each_seat else 1)
    twice = list[tuple[str, ast.Deck]]()
    for rank in listed_ranks(world, item.ranks):
        for suit in suits:
            card = ir.CardClass(rank, suit, group, copies)
            other = lines.setdefault(_name(world, card), item)
            if other is item and card not in world.cards[before:]:
                world.cards.append(card)
            else:
                twice.append((_name(world, card), other))
    if twice:
        raise _card_twice(*twice[0], item)
    total = sum(card.copies for card in world.cards)
    if total > ir.MOST_CARDS or copies < 1:
        raise DeckTooSmallError(
            f"the deck has {total} cards with these",
            item.span,
            hint=f"a deck has 1 to {ir.MOST_CARDS} cards",
        )
    return len(world.cards) - before


def _card_twice(card: str, other: ast.Deck, item: ast.Deck) -> NameTwiceError:
    """Make the fault of a card that a line adds once more, with the line that has it already."""
    here = [] if other is item else [(other.span, "here already")]
    if other.name.text != item.name.text:
        return NameTwiceError(f"the card `{card}` is in two groups", item.span, others=here)
    return NameTwiceError(
        f"the card `{card}` is in this group twice",
        item.span,
        hint=f"say once how many copies of `{card}` there are",
        others=here,
    )


def listed_ranks(world: World, ranks: Sequence[ast.Rank | ast.RankSpan]) -> list[int]:
    """Return ranks that are listed, one by one or from one to another.

    Raises ``UndeclaredCardError`` and ``WrongTypeError``.
    """
    found: list[int] = []
    for one in ranks:
        if not isinstance(one, ast.RankSpan):
            found.append(rank_index(world, one))
            continue
        lowest, highest = rank_index(world, one.lowest), rank_index(world, one.highest)
        if highest < lowest:
            raise WrongTypeError(
                "the ranks go from the lower to the higher",
                one.span,
                hint="write them the other way round",
            )
        found.extend(range(lowest, highest + 1))
    return found


def _deck_suits(world: World, suits: ast.Name | ast.SomeSuits) -> list[int | None]:
    if isinstance(suits, ast.Name):
        return [None] if suits.text == "without suit" else list(range(len(world.suits)))
    names = [suit.name for suit in world.suits]
    for suit in suits.suits:
        if suit.text not in names:
            raise world.unknown(suit, "suit", names)
    return [names.index(suit.text) for suit in suits.suits]


def _name(world: World, card: ir.CardClass) -> str:
    return world.ranks[card.rank] + ("" if card.suit is None else world.suits[card.suit].letter)


def _audiences(world: World, zone: ast.Zone, owner: ir.Owner) -> tuple[ir.Audience, ...]:
    others = ir.Audience.NOBODY
    by_group: dict[int, ir.Audience] = {}
    for seen_by in zone.visibility:
        audience = audience_of(world, seen_by, owner)
        if seen_by.group is None:
            others = audience
        else:
            by_group[world.group(seen_by.group)] = audience
    return tuple(by_group.get(group, others) for group in range(len(world.groups)))
