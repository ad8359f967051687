"""The table, the cards and what lies on the table: declarations that need no expressions."""

from __future__ import annotations

from haggis_rules.diagnostics.errors import (
    CardsLeftError,
    DeckTooSmallError,
    NameTwiceError,
    UndeclaredCardError,
    WrongTypeError,
)
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
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
    for clause, suits in world.of_kind(ast.Suits):
        for suit in suits.suits:
            with world.noting():
                _suit(world, clause, suit)
    world.only(ast.Deck, "which cards there are") if not list(world.of_kind(ast.Deck)) else None
    for clause, deck in world.of_kind(ast.Deck):
        with world.noting():
            _deck(world, clause, deck)
    for clause, free in world.of_kind(ast.AnySuit):
        with world.noting():
            index = world.group(free.group)
            group = world.groups[index]
            world.groups[index] = ir.Group(group.name, group.clause, clause)


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


def deals(world: World) -> tuple[ir.Deal, ...]:
    """Type the deals, and see that they use the deck exactly."""
    left = {i: card.copies for i, card in enumerate(world.cards)}
    dealt = dict.fromkeys(range(len(world.groups)), 0)
    typed: list[ir.Deal] = []
    for located in world.items:
        with world.noting():
            match located.item:
                case ast.DealEach() as item:
                    typed.append(_deal_each(world, located.clause, item, left))
                case ast.DealSome() as item:
                    typed.append(_deal_some(world, located.clause, item, left, dealt))
                case ast.DealRest() as item:
                    typed.append(_deal_rest(world, located.clause, item, left, dealt))
                case _:
                    pass
    _all_dealt(world, left, dealt)
    return tuple(typed)


def owner_of(world: World, name: ast.Name | None) -> ir.Owner:
    """Return who owns a zone or a state variable.

    Raises ``WrongTypeError`` where there are no teams.
    """
    if name is None:
        return ir.Owner.NOBODY
    if name.text == "team" and not world.teams:
        raise WrongTypeError(
            "there are no teams in this game", name.span, hint="declare them with `teams`"
        )
    return ir.Owner(name.text)


def audience_of(world: World, sight: ast.Sight, owner: ir.Owner) -> ir.Audience:
    """Return an audience. A zone that nobody owns cannot be seen by its owner.

    Raises ``WrongTypeError`` for an owner or teams that are not there.
    """
    audience = ir.Audience(sight.audience.text)
    if audience in {ir.Audience.OWNER, ir.Audience.TEAM} and owner is ir.Owner.NOBODY:
        raise WrongTypeError(
            f"nobody owns this, so it cannot be seen by its {audience.value}",
            sight.audience.span,
            hint="write `of each seat`, or `seen by all` or `seen by nobody`",
        )
    if audience is ir.Audience.TEAM and not world.teams:
        raise WrongTypeError("there are no teams in this game", sight.audience.span)
    return audience


def rank_index(world: World, rank: ast.Rank) -> int:
    """Find a rank by how it is written. Raises ``UndeclaredCardError``."""
    text = _rank_text(rank)
    if text not in world.ranks:
        raise UndeclaredCardError(
            f"there is no rank `{text}`", rank.span, hint=did_you_mean(text, world.ranks)
        )
    return world.ranks.index(text)


def _rank_text(rank: ast.Rank) -> str:
    return str(rank.value.value) if isinstance(rank, ast.RankNumber) else rank.text


def card_named(world: World, text: str) -> int | None:
    """Find a card by its rank and the letter of its suit, in whichever case."""
    for index, card in enumerate(world.cards):
        suit = None if card.suit is None else world.suits[card.suit]
        if text.lower() in map(str.lower, ir.names_of(world.ranks[card.rank], suit)):
            return index
    return None


def _teams(world: World, clause: str, item: ast.Teams) -> None:
    for name in item.names:
        world.declare(name, "team")
    world.teams, world.declared["teams"] = tuple(n.text for n in item.names), clause
    if world.seats % len(world.teams):
        raise WrongTypeError(
            f"{world.seats} seats do not make {len(world.teams)} teams of one size",
            item.span,
            hint="seats alternate between the teams, so each team has as many",
        )


def _ranks(world: World) -> None:
    found = world.only(ast.Ranks, "which ranks there are")
    if found is None:
        return
    clause, item = found
    texts: list[str] = []
    for rank in item.ranks:
        text = _rank_text(rank)
        if text in texts:
            world.faults.append(NameTwiceError(f"the rank `{text}` is there twice", rank.span))
        texts.append(text)
    world.ranks, world.declared["ranks"] = tuple(texts), clause


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


def _deck(world: World, clause: str, item: ast.Deck) -> None:
    world.declare(item.name, "group of cards")
    lowest, highest = rank_index(world, item.lowest), rank_index(world, item.highest)
    if highest < lowest:
        raise WrongTypeError(
            "the ranks go from the lower to the higher",
            item.lowest.span.to(item.highest.span),
            hint="write them the other way round",
        )
    group = len(world.groups)
    world.groups.append(ir.Group(item.name.text, clause, None))
    suits: list[int | None] = list(range(len(world.suits)))
    if item.suits.text == "without suit":
        suits = [None]
    elif not world.suits:
        raise WrongTypeError("there are no suits in this game", item.suits.span)
    copies = item.copies.value * (world.seats if item.each_seat else 1)
    for rank in range(lowest, highest + 1):
        for suit in suits:
            world.cards.append(ir.CardClass(rank, suit, group, copies))
    total = sum(card.copies for card in world.cards)
    if total > ir.MOST_CARDS or copies < 1:
        raise DeckTooSmallError(
            f"the deck has {total} cards with these",
            item.span,
            hint=f"a deck has 1 to {ir.MOST_CARDS} cards",
        )
    names = [_name(world, card) for card in world.cards]
    for name in {n for n in names if names.count(n) > 1}:
        raise NameTwiceError(f"the card `{name}` is in two groups", item.span)


def _name(world: World, card: ir.CardClass) -> str:
    return world.ranks[card.rank] + ("" if card.suit is None else world.suits[card.suit].letter)


def _audiences(world: World, zone: ast.Zone, owner: ir.Owner) -> tuple[ir.Audience, ...]:
    others = ir.Audience.NOBODY
    by_group: dict[int, ir.Audience] = {}
    for sight in zone.sights:
        audience = audience_of(world, sight, owner)
        if sight.group is None:
            others = audience
        else:
            by_group[world.group(sight.group)] = audience
    return tuple(by_group.get(group, others) for group in range(len(world.groups)))


def _target(world: World, to: ast.ZoneEach) -> tuple[int, int]:
    """Return the zone that cards are dealt to, and how many there are of it."""
    index = world.zone(to.name)
    zone = world.zones[index]
    if owner_of(world, to.owner) is not zone.owner:
        each = "" if zone.owner is ir.Owner.NOBODY else f" of each {zone.owner.value}"
        raise WrongTypeError(
            f"this is not how `{zone.name}` is declared", to.span, hint=f"write `{zone.name}{each}`"
        )
    sizes = {ir.Owner.NOBODY: 1, ir.Owner.SEAT: world.seats, ir.Owner.TEAM: len(world.teams)}
    return index, sizes[zone.owner]


def _deal_each(world: World, clause: str, item: ast.DealEach, left: dict[int, int]) -> ir.Deal:
    zone, owners = _target(world, item.to)
    cards: list[int] = []
    for rank in item.ranks:
        index = rank_index(world, rank)
        found = [i for i, card in enumerate(world.cards) if card.rank == index]
        if len(found) != 1:
            raise UndeclaredCardError(
                f"`{world.ranks[index]}` is not one card but {len(found)}",
                rank.span,
                hint="only cards without suit can be dealt by their rank",
            )
        left[found[0]] -= owners
        if left[found[0]] < 0:
            raise DeckTooSmallError(
                f"{owners} of `{world.ranks[index]}` are dealt, but the deck has only "
                f"{left[found[0]] + owners}",
                rank.span,
            )
        cards.append(found[0])
    return ir.DealEach(clause, tuple(cards), zone)


def _deal_some(
    world: World, clause: str, item: ast.DealSome, left: dict[int, int], dealt: dict[int, int]
) -> ir.Deal:
    zone, owners = _target(world, item.to)
    group = world.group(item.group)
    wanted = item.count.value * owners
    stock = _stock(world, left, group) - dealt[group]
    if wanted > stock:
        raise DeckTooSmallError(
            f"{owners} x {item.count.value} {item.group.text} = {wanted} cards are dealt here, "
            f"but only {stock} are left",
            item.count.span,
            others=[(world.places[item.group.text], "these cards")],
            hint=f"at most {stock // owners} can be dealt to each",
        )
    dealt[group] += wanted
    return ir.DealSome(clause, item.count.value, group, zone)


def _deal_rest(
    world: World, clause: str, item: ast.DealRest, left: dict[int, int], dealt: dict[int, int]
) -> ir.Deal:
    zone, _ = _target(world, item.to)
    if world.zones[zone].owner is not ir.Owner.NOBODY:
        raise WrongTypeError("the rest goes to one zone, not to several", item.to.span)
    group = world.group(item.group)
    dealt[group] = _stock(world, left, group)
    return ir.DealRest(clause, group, zone)


def _stock(world: World, left: dict[int, int], group: int) -> int:
    """Count the cards of a group that are not dealt by name."""
    return sum(count for card, count in left.items() if world.cards[card].group == group)


def _all_dealt(world: World, left: dict[int, int], dealt: dict[int, int]) -> None:
    for index, group in enumerate(world.groups):
        stock = _stock(world, left, index)
        if stock != dealt[index] and not world.faults:
            world.faults.append(
                CardsLeftError(
                    f"{stock - dealt[index]} {group.name} are dealt to nobody",
                    world.places[group.name],
                    hint=f"deal them, or write `deal the rest of {group.name} to ZONE`",
                )
            )
