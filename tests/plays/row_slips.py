"""Slips in how patterns become rows, and how rows are counted and made into plays."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from haggis_rules.enumeration.compiled_rows.group_counts import box_terms
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, pack
from tests.games import game_of
from tests.plays.by_rows import Found, SearchAlone
from tests.plays.hands import seeded
from tests.plays.made_up import bare_of
from tests.verify.slips import VerifierSlip, make

BARE = "every suit rule, wild below"
MOST = 15  # cards of a hand

_ROWS = "haggis_rules.enumeration.compiled_rows."
# The place of a function, what stands there, what is written instead, and the game that notices.
SLIPPED = [
    ("row_boxes:_lines", "width if every else 0, width)", "0, width)", "cats"),
    ("row_boxes:_lines", "else 0, width)", "else 0, width + 1)", "classic for 2"),
    ("row_boxes:_lines", "for suit in suits for", "for suit in suits[1:] for", "classic for 2"),
    ("row_boxes:_column", "copies(some, most)", "copies(some, 1)", "neeps-core"),
    ("row_boxes:_column", "least, size(each)", "1, size(each)", "classic for 2"),
    ("row_boxes:_one_suit", "0 if part.strict else 1", "0", BARE),
    ("row_boxes:_one_suit", "yield PartCase([])", "return", BARE),
    ("row_boxes:_mixed", "[suits - {suit}]", "[suits]", "rogers for 2"),
    ("row_boxes:_apart", "suits - {*chosen}", "suits", "classic for 2"),
    ("row_compiler:_complete", "role.unit[row.rank] != unit", "not unit", "neeps-core"),
    ("row_compiler:_complete", "min(most, wild.stop - 1", "min(cells", "classic for 2"),
    ("row_compiler:_complete", "size(fixed), cells", "size(fixed), 1 + cells", "classic for 2"),
    ("group_counts:GroupCounts._counted", "below[min(lines.most, top)]", "below[top]", "cats"),
    ("group_counts:GroupCounts._counted", "lines.least - 1, top", "lines.least, top", "cats"),
    ("group_counts:GroupCounts._counted", "wild <= wanted", "wild < wanted", BARE),
    ("hand_bytes:_added", "start + times * step", "start", "neeps-core"),
    ("hand_bytes:_added", "in enumerate(sums", "in enumerate(sums[1:]", "classic for 2"),
    (
        "row_selection:RowSelection._program",
        "min(one.fewest",
        "min(one.fewest + 1",
        "classic for 2",
    ),
    ("row_plays:_needed", "= min(needed[height], least)", "= least", "classic for 2"),
    ("row_plays:_needed", "min(after,", "min(0,", "classic for 2"),
    ("row_plays:_extended", "+ more >= least", "+ more > least", "classic for 2"),
    ("row_plays:RowPlays._plays", " and height in lines", "", "classic for 2"),
    ("row_plays:RowPlays._plays", " - row.cells", "", "classic for 2"),
    ("row_plays:RowPlays._ready", "|= self._boxes", "= self._boxes", "classic for 2"),
    ("row_selection:RowSelection._within", "number - before", "number", "classic for 2"),
    (
        "row_selection:RowSelection._in_block",
        "number -= sums",
        "number -= 0 & sums",
        "classic for 2",
    ),
    ("row_selection:RowSelection._in_block", "first = middle + 1", "first = last", "classic for 2"),
    ("row_selection:RowSelection._completed", "if bit & complete", "", "classic for 2"),
]
SLIPS = tuple(VerifierSlip(_ROWS + place, *others) for place, *others in SLIPPED)


@cache
def asked(name: str) -> tuple[Game, Sequence[tuple[Cards, Found]]]:
    """Return a game, and some hands with the plays that the search finds."""
    game = bare_of(name) if name == BARE else game_of(name)
    search = SearchAlone(Patterns(game))
    ranks = range(len(game.ranks))
    hands = [_drawn(game, ranks[max(0, low - 1) : low + 4]) for low in ranks]
    hands += [_drawn(game, ranks[low::2]) for low in (0, 1)]
    return game, [(hand, search.plays(hand)) for hand in hands]


def _drawn(game: Game, ranks: range) -> Cards:
    """Draw cards of some ranks, and take two of each card without a suit, or the only one."""
    rng, copies = seeded(f"{game.name} {ranks}"), Counter[int]()
    for card, one in enumerate(game.cards):
        copies[card] = one.copies if one.suit is not None and one.rank in ranks else 0
    every = [(card, one) for card, one in enumerate(game.cards) if one.suit is None]
    bare = [card for card, one in every for _ in range(min(2, one.copies))]
    drawn = rng.sample([*copies.elements()], min(copies.total(), MOST - len(bare)))
    return pack(Counter([*drawn, *bare]).items())


def sound(name: str) -> bool:
    """Whether rows give these hands the same plays, listed, counted, and taken one by one."""
    box_terms.cache_clear()
    game, hands = asked(name)
    try:
        enumerator = Enumerator(Patterns(game))
        return all(_agrees(enumerator, hand, plays) for hand, plays in hands)
    except (ArithmeticError, IndexError, KeyError, ValueError):
        return False
    finally:
        box_terms.cache_clear()


def slip(which: VerifierSlip, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a slip, until the test is over."""
    asked(which.noticed_by)  # without it
    make(which, monkeypatch)


def _agrees(enumerator: Enumerator, hand: Cards, plays: Found) -> bool:
    packed = enumerator.packed(hand)
    numbers = range(0, len(plays), max(1, len(plays) // 20))
    return (
        [(*one,) for one in enumerator.combinations(packed)] == plays
        and enumerator.count(hand) == len(plays)
        and all(enumerator.nth(hand, number) == packed[number] for number in numbers)
    )
