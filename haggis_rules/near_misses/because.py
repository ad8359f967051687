"""What stands between cards and the nearest play, in English, with the clause of each slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from haggis_rules.diagnostics.nouns import counted, listed, with_article
from haggis_rules.ir.game import Another, AtField, Game, Need, Others, Run, SuitRule
from haggis_rules.near_misses.nearest import NearestPlacement
from haggis_rules.near_misses.placement import SuitSlip
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import counts, pack, size

MOST_NAMED = 4  # cards that are wrong, beyond which to name each says less than their number


class Slip(NamedTuple):
    """A clause that stands against a play, and what is wrong by it."""

    clause: str
    wrong: str


def slips(game: Game, near: NearestPlacement) -> tuple[Slip, ...]:
    """Return what parts the cards from the play, and the clause of each; the first counts most.

    What the pattern itself wants comes first, then conditions and what is wild.
    """
    placed, clause = near.placement, game.patterns[near.reading[0]].clause
    if near.wrong > MOST_NAMED:
        return (Slip(clause, f"{near.wrong} cards are missing or do not fit"),)
    found = [Slip(clause, wrong) for wrong in _ranks_wrong(game, near)]
    found += [Slip(clause, _suits_wrong(game, near, slip)) for slip in placed.suits]
    found += [Slip(need.clause, _need_wrong(game, near, need)) for need in placed.needs]
    found += [Slip(wild_clause, wrong) for wild_clause, wrong in _wild_wrong(game, near)]
    return tuple(dict.fromkeys(found)) or (Slip(clause, "its cards cannot be laid out so"),)


def _ranks_wrong(game: Game, near: NearestPlacement) -> Iterator[str]:
    """Say which cards are missing and which have no place, but for wild cards that are barred."""
    placed, (least, most) = near.placement, near.sizes
    barred = Counter(card for card, _ in placed.barred)
    spare = [*(Counter(placed.left_over) - barred).elements()]
    missing, number = placed.missing, size(near.cards)
    name = with_article(game.patterns[near.reading[0]].name)
    ranks = {row.rank for row in placed.layout}
    if missing and not placed.left_over and number < least:
        few = "1 card is" if number == 1 else f"{number} cards are"
        yield f"{few} too few: {name} has at least {least}"
    elif spare and not missing and number > most and ranks.issuperset(_own_ranks(game, spare)):
        yield f"{counted(number, 'card')} are too many: {name} has at most {most}"
    elif spare and missing:
        yield _exchanged(game, near, spare)
    elif spare:
        yield _left_over(game, near, spare)
    elif missing and not barred:
        yield _missing(game, near)


def _own_ranks(game: Game, cards: Iterable[int]) -> Iterator[int]:
    return (game.cards[card].rank for card in cards)


def _left_over(game: Game, near: NearestPlacement, spare: Sequence[int]) -> str:
    rest = near.cards - pack((card, 1) for card in spare)
    others = [card for card, _ in counts(rest) if not _free(game, near, card)]
    if len(near.placement.layout) == 1 and others:
        return f"{_names(game, [*others, *spare], ordered=True)} differ in rank"
    return f"{_names(game, spare)} {_do(spare)} not belong to it"


def _exchanged(game: Game, near: NearestPlacement, spare: Sequence[int]) -> str:
    """Say why cards are in the wrong place: their ranks differ, or do not follow one another."""
    placed, rule = near.placement, game.patterns[near.reading[0]]
    kept = pack((card, 1) for card in spare)
    rest = [c for c, _ in counts(near.cards - kept) if not _free(game, near, c)]
    ranks = sorted({game.cards[card].rank for card in (*spare, *rest)})
    places = [rule.parts[row.part].place for row in placed.layout]
    wild = [card for card in spare if any(w.group == game.cards[card].group for w in game.wilds)]
    if wild:
        return f"{_names(game, wild)} cannot stand for {_ranks(game, near)} there"
    if len(placed.layout) == 1 and rest:
        return f"{_names(game, [*rest, *spare], ordered=True)} differ in rank"
    runs = all(isinstance(place, Run) and not place.order for place in places)
    if runs and rest and all(row.width == 1 for row in placed.layout):
        twice = [r for r in ranks if sum(game.cards[c].rank == r for c in (*spare, *rest)) > 1]
        if not twice and any(high - low > 1 for low, high in pairwise(ranks)):
            return f"the ranks {listed([game.ranks[r] for r in ranks])} are not consecutive"
    return f"{_names(game, spare)} {_do(spare)} not belong to it, and {_missing(game, near)}"


def _missing(game: Game, near: NearestPlacement) -> str:
    several = len(near.placement.missing) > 1
    return f"{_ranks(game, near)} {'are' if several else 'is'} missing"


def _ranks(game: Game, near: NearestPlacement) -> str:
    """Name the cards that are missing: `a 10`, or `2 cards of another rank`."""
    placed, rule = near.placement, game.patterns[near.reading[0]]
    hidden, open_ = 0, list[str]()
    for row in placed.layout:
        lacking = placed.missing.count(row.rank)
        place = rule.parts[row.part].place
        if isinstance(place, Another | Others) and lacking == row.width:
            hidden += lacking
        elif lacking > 1:
            open_.append(f"{lacking} cards of rank {game.ranks[row.rank]}")
        elif lacking:
            also = isinstance(place, AtField) or row.width > 1
            rank = game.ranks[row.rank]
            open_.append(f"another {rank}" if also and row.width > 1 else _a_rank(rank))
    if hidden:
        open_.append(f"{counted(hidden, 'card')} of another rank")
    return listed(open_)


def _a_rank(rank: str) -> str:
    """Put the article before a rank as it is said: an 8, an ace, but a 2 and a jack."""
    spoken_with_vowel = rank.startswith("8") or rank in {"11", "18", "A", "F"}
    return f"an {rank}" if spoken_with_vowel else f"a {rank}"


def _suits_wrong(game: Game, near: NearestPlacement, slip: SuitSlip) -> str:
    part = game.patterns[near.reading[0]].parts[slip.part]
    bare = [card for card in slip.wrong if game.cards[card].suit is None]
    both = _names(game, [*slip.right, *slip.wrong], ordered=True)
    if bare:
        return f"{_names(game, bare)} {_has(bare)} no suit"
    if part.suit_field is not None:
        suit = game.suits[near.reading[1 + part.suit_field]].name
        return f"{_names(game, slip.wrong)} {_is(slip.wrong)} not {suit}"
    match part.suits:
        case SuitRule.ANY:
            return f"{_names(game, slip.wrong)} {_is(slip.wrong)} not of the suit that is highest"
        case SuitRule.ONE:
            return f"{both} differ in suit" if slip.right else f"{both} have another suit"
        case SuitRule.DIFFERENT:
            wrong = {game.cards[card].suit for card in slip.wrong}
            same = [card for card in slip.right if game.cards[card].suit in wrong]
            return f"{_names(game, [*same, *slip.wrong], ordered=True)} share a suit"
        case SuitRule.MIXED:
            return f"{both} have the same suit"
        case SuitRule.MATCHING:
            return f"the suits of {_by_rank(game, slip)} do not match"
        case SuitRule.MATCHING_DIFFERENT:
            return f"the suits of {_by_rank(game, slip)} do not match, each once on a rank"


def _need_wrong(game: Game, near: NearestPlacement, need: Need) -> str:
    group = game.groups[need.group].name
    bound = f"at {'least' if need.at_least else 'most'} {need.count}"
    if need.each_line:
        return f"each line has to hold {bound} {group}"
    held = sum(n for card, n in counts(near.cards) if game.cards[card].group == need.group)
    may = "has to" if need.at_least else "may"
    return f"it holds {held or 'no'} {group}, and {may} hold {bound}"


def _wild_wrong(game: Game, near: NearestPlacement) -> Iterator[tuple[str, str]]:
    """Yield the clauses that let wild cards stand for no rank that is missing."""
    for card, wild in near.placement.barred:
        yield wild.clause, f"{game.card_name(card)} cannot stand for {_ranks(game, near)} there"


def _free(game: Game, near: NearestPlacement, card: int) -> bool:
    """Whether a card may be wild in the pattern."""
    group = game.cards[card].group
    return any(w.group == group and near.reading[0] in w.patterns for w in game.wilds)


def _by_rank(game: Game, slip: SuitSlip) -> str:
    rows: dict[int, list[int]] = {}
    for card in (*slip.right, *slip.wrong):
        rows.setdefault(game.cards[card].rank, []).append(card)
    return listed(
        [show_cards(game, pack((card, 1) for card in row)) for _, row in sorted(rows.items())]
    )


def _names(game: Game, cards: Iterable[int], *, ordered: bool = False) -> str:
    known = sorted(cards, key=lambda c: (game.cards[c].rank, c)) if ordered else cards
    return listed([game.card_name(card) for card in known])


def _is(cards: Sequence[int]) -> str:
    return "is" if len(cards) == 1 else "are"


def _do(cards: Sequence[int]) -> str:
    return "does" if len(cards) == 1 else "do"


def _has(cards: Sequence[int]) -> str:
    return "has" if len(cards) == 1 else "have"
