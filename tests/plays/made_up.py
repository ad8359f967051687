"""Combinations that no game of ours has, in small texts and by chance."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    WITH_LINES,
    Another,
    AtField,
    Field,
    FieldRef,
    Game,
    Listed,
    Need,
    Others,
    Part,
    Pattern,
    Place,
    Run,
    SuitRule,
    Wild,
)
from haggis_rules.ir.lawfulness import check
from haggis_rules.ir.lower import lower
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.syntax.parse import parse

_TEXT = """language 2
variant made-up
  "Combinations that no game has."

source us
  "Made up"

clause all-cards
  "Cards of four kinds."
  cites us "Cards"
  table of 2 seats
  ranks 1 2 3 4 5
  suits red r, blue b, grey g
  deck plain of ranks 1 to 3 in each suit, 2 copies
  deck loose of ranks 4 to 4 in each suit, 1 copy
  deck ghost of ranks 2 to 3 without suit, 1 copy
  deck star of ranks 4 to 5 without suit, 2 copies
  any suit for loose
  any suit for star
  zone box, seen by all
  deal the rest of plain to box
  deal the rest of loose to box
  deal the rest of ghost to box
  deal the rest of star to box

clause shapes
  "Combinations."
  cites us "Combinations"
"""

_GRID = """
  pattern {name}
    with width from 1 to 4, length from 1 to 3, rank top
    made of width cards on each of length ranks ending at top in {rule}
    ranked by top
    written "{name}{{width}}x{{length}}@{{top}}"
"""


def _grids(wild: str) -> str:
    rules = [rule for rule in SuitRule if rule is not SuitRule.ANY]
    names = [rule.value.replace(" ", "-") for rule in rules]
    grids = [_GRID.format(name=n, rule=r.value) for n, r in zip(names, rules, strict=True)]
    return "".join([*grids, wild.format(names=", ".join(names))])


# Patterns in the words of the language; `star` cards are the wild ones.
TEXTS = {
    "every suit rule": _grids(""),
    "every suit rule, wild below": _grids(
        "\n  wild star c in {names} as rank r when r is below rank of c"
    ),
    "every suit rule, wild but for its own rank": _grids(
        "\n  wild star c in {names} as rank r when r is not rank of c"
    ),
    "two pairs and three": """
  pattern pairs
    with rank top
    made of 2 cards of rank top
    made of 2 cards of another rank
    ranked by top
    written "pairs@{top}"
  pattern trio
    with rank top
    made of 1 card of another rank
    made of 1 card of rank top in one suit
    made of 1 card of another rank
    ranked by top
    written "trio@{top}"
  pattern tail
    with rank top
    made of 1 card on each of 3 ranks ending at top in one suit
    made of 1 card of another rank
    ranked by top
    written "tail@{top}"
  wild star c in pairs, trio as rank r when r is not rank of c
  wild star c in tail as rank r when r is below rank of c or r is 5
""",
    "other ranks": """
  pattern wings
    with count from 1 to 2, rank top
    made of 2 cards on each of count ranks ending at top
    made of 1 card on each of count other ranks, alike or not
    ranked by count, top
    written "wings{count}@{top}"
  pattern crowd
    with count 1 or more, suit colour
    made of 1 card on each of count other ranks in suit colour
    ranked by count
    written "crowd{count}{colour}"
  pattern pairs
    with rank top
    made of 1 card of rank top
    made of 1 card on each of 2 other ranks in different suits
    made of 1 card of another rank
    ranked by top
    written "pairs@{top}"
  pattern heap
    made of 2 cards on each of 2 other ranks, alike or not in one suit
    written "heap"
  pattern motley
    with suit colour
    made of 1 card on each of 2 other ranks, alike or not in different suits
    made of 1 card on each of 2 other ranks, alike or not in suit colour
    ranked by colour
    written "motley{colour}"
  pattern lines
    with count from 2 to 3
    made of 2 cards on each of count other ranks in matching suits
    ranked by count
    written "lines{count}"
  wild star c in wings, pairs, motley, lines as rank r when r is not rank of c
  wild star c in heap as rank r when r is below rank of c
  need at most 2 star in wings, pairs, motley, lines
""",
    "the highest cards": """
  pattern group
    with width from 1 to 3, rank top, suit best
    made of width cards of rank top with the highest in suit best
    ranked by top, best
    written "group{width}@{top}{best}"
  pattern row
    with length from 2 to 3, rank top, suit best
    made of 1 card on each of length ranks ending at top with the highest in suit best
    made of 1 card of another rank
    ranked by top, best
    written "row{length}@{top}{best}"
  pattern heap
    with rank top, rank next, suit best
    made of 1 card on each of 3 other ranks, alike or not
      with the highest of rank top then next in suit best
    ranked by top, next, best
    written "heap@{top}.{next}{best}"
  pattern hues
    with count from 2 to 3, rank top, rank next, suit colour
    made of 1 card on each of count other ranks in suit colour
      with the highest of rank top then next
    ranked by top, next
    written "hues{count}@{top}.{next}{colour}"
  pattern twins
    with suit low, suit best
    made of 1 card of another rank with the highest in suit low
    made of 1 card of another rank with the highest in suit best
    made of 1 card on each of the ranks 4 3 with the highest in suit low
    ranked by best
    written "twins{low}{best}"
  wild star c in group, row as rank r when r is not rank of c
  wild star in heap as any rank
  wild star c in twins as rank r when r is below rank of c
  need at most 2 star in heap
""",
    "a flush": """
  pattern flush
    with suit colour, rank top
    made of 1 card of rank top in suit colour
    made of 1 card of another rank in suit colour
    made of 1 card of another rank in suit colour
    ranked by top
    written "flush{colour}@{top}"
  pattern plain-flush
    with suit colour, rank top
    made of 2 cards of rank top in suit colour
    made of 1 card of another rank in different suits
    ranked by top
    written "plain-flush{colour}@{top}"
  wild star c in flush as rank r when r is at least rank of c
""",
    "what must be and may be in them": """
  pattern few
    with width from 1 to 4, rank top
    made of width cards of rank top
    ranked by top
    written "few{width}@{top}"
  pattern many
    with length from 1 to 4, rank top
    made of 1 card on each of length ranks ending at top in mixed suits
    made of 2 cards on each of the ranks 5
    ranked by top
    written "many{length}@{top}"
  pattern pinch
    with width from 1 to 4, rank top
    made of width cards of rank top
    ranked by top
    written "pinch{width}@{top}"
  wild star c in few, many, pinch as rank r when r is at most rank of c
  need at least 1 star in pinch
  need at most 2 star in pinch
  need at most 1 star in few
  need at least 1 plain in few
  need at least 1 star in many
  need at most 1 ghost in few, many
  need at least 1 loose in many
""",
    "what each line must hold": """
  deck extra of ranks 5 to 5 in each suit, 1 copy
  deal the rest of extra to box
  pattern fence
    with width from 1 to 3, length from 1 to 3, rank top
    made of width cards on each of length ranks ending at top in matching suits
    ranked by top
    written "fence{width}x{length}@{top}"
  pattern apart
    with width from 1 to 3, length from 1 to 3, rank top
    made of width cards on each of length ranks ending at top in matching different suits
    made of 1 card of another rank
    ranked by top
    written "apart{width}x{length}@{top}"
  pattern several
    with width from 1 to 2, rank top
    made of width cards on each of 3 ranks ending at top in matching suits
    ranked by top
    written "several{width}@{top}"
  wild star in fence, apart, several as any rank
  need at least 1 plain in each line of fence, apart
  need at most 1 plain in each line of apart
  need at least 2 plain in each line of several
  need at most 0 extra in each line of several
""",
    "a card in each line": """
  pattern fence
    with width from 1 to 3, length from 1 to 3, rank top
    made of width cards on each of length ranks ending at top in matching suits
    ranked by top
    written "fence{width}x{length}@{top}"
  pattern rail
    with width from 1 to 3, length from 1 to 3, rank top
    made of width cards on each of length ranks ending at top in matching different suits
    ranked by top
    written "rail{width}x{length}@{top}"
  wild star in fence, rail as any rank
  need at least 1 plain in each line of fence, rail
""",
    "wild cards that share one rank": """
  pattern fork
    with top from 3 to 4
    made of 1 card on each of the ranks 1 2 3 4
    ranked by top
    written "fork{top}"
  wild star c in fork as rank r
    when r is 1 or rank of c is 4 and r is 2 or rank of c is 5 and r is 3
""",
    "cases with other suits": """
  pattern odd
    with form one of wide low high, rank top
    made of 1 card on each of the ranks 4 2 in different suits when form is low
    made of 1 card of rank top when form is low
    made of 2 cards on each of 2 ranks ending at top in matching different suits when form is high
    made of 2 cards of rank top in mixed suits when form is wide
    made of 1 card of another rank in one suit when form is wide
    made of 1 card on each of the ranks 3
    ranked by form, top
    written "odd-{form}@{top}"
  wild star c in odd as rank r when r is above rank of c or r is 1
""",
}


@cache
def bare_of(name: str) -> Game:
    """Return one of the games without the cards that keep a rank and take any suit, or no suit."""
    game = made_up(name)
    groups = {number for number, one in enumerate(game.groups) if one.name in {"plain", "star"}}
    return replace(game, cards=tuple(card for card in game.cards if card.group in groups))


@cache
def made_up(name: str) -> Game:
    """Return the game with the patterns of one of the texts."""
    game = lower((parse(SourceFile(name, _TEXT + TEXTS[name])),))
    check(game)
    return game


_FIELDS = (
    Field("width", NumberType(1, 2)),
    Field("length", NumberType(1, 3)),
    Field("top", Plain.RANK),
    Field("colour", Plain.SUIT),
    Field("form", ChoiceType("form", ("one", "other"))),
    Field("next", Plain.RANK),
)
_AMOUNTS: st.SearchStrategy[int | FieldRef] = st.sampled_from((1, 1, 2, 3, FieldRef(0)))
_PLACES: st.SearchStrategy[Place] = st.one_of(
    st.just(AtField(2)),
    st.just(Another()),
    st.builds(Others, st.sampled_from((1, 2, FieldRef(1))), st.just(value=False)),
    st.builds(Run, st.sampled_from((2, 3, FieldRef(1))), st.just(2)),
    st.permutations((0, 1, 2, 3, 4)).map(lambda ranks: Listed(tuple(ranks[:2]))),
)


_RULES = st.sampled_from(
    [*((rule, None) for rule in SuitRule), (SuitRule.MATCHING, None), (SuitRule.ANY, 3)]
)
_CASES = st.sampled_from((None, None, None, (4, 0), (4, 1)))


@st.composite
def _parts(draw: st.DrawFn) -> Part:
    suits, field = draw(_RULES)
    place = draw(_PLACES)
    if isinstance(place, Others):
        highest = draw(st.sampled_from(((), (), (2,), (2, 5))))
        repeated = suits not in WITH_LINES and draw(st.booleans())
        place = replace(place, repeated=repeated, highest=highest)
    free = suits is SuitRule.ANY and field is None
    best = draw(st.sampled_from((None, 3))) if free else None
    return Part(draw(_AMOUNTS), place, suits, field, draw(_CASES), best)


def _relations() -> list[nodes.Expr]:
    """Return what the star ``c`` and the rank ``r`` may have to do with one another."""
    truth, rank = Plain.TRUTH, Plain.RANK
    own, other = nodes.RankOf(rank, nodes.Variable(Plain.CARD, "c")), nodes.Variable(rank, "r")
    return [
        nodes.AtMost(truth, other, own),
        nodes.Below(truth, other, own),
        nodes.Below(truth, own, other),
        nodes.Not(truth, nodes.Equal(truth, other, own)),
        nodes.Equal(truth, other, nodes.Constant(rank, 1)),
        nodes.Truth(truth, value=True),
        nodes.Truth(truth, value=False),
    ]


@st.composite
def chance_games(draw: st.DrawFn) -> Game:
    """Return a game with one pattern, and wild cards and needs for it, by chance."""
    game = made_up("a flush")
    groups = [group.name for group in game.groups]
    parts = draw(st.lists(_parts(), min_size=1, max_size=3))
    relations = draw(st.lists(st.sampled_from(_relations()), max_size=2))
    star = groups.index("star")
    needs = st.builds(
        Need,
        st.just("shapes"),
        st.booleans(),
        st.integers(0, 2),
        st.integers(0, len(groups) - 1),
        st.just((0,)),
    )
    of_lines = st.builds(
        Need,
        st.just("shapes"),
        st.booleans(),
        st.integers(0, 2),
        st.just(groups.index("plain")),
        st.just((0,)),
        st.just(value=True),
    )
    present = draw(st.sampled_from(({"plain", "star"}, {"plain", "star", "loose"}, set(groups))))
    places = [part.place for part in parts]
    # A field more makes five times as many readings, so it is there only where a part keeps it.
    two = any(isinstance(place, Others) and len(place.highest) > 1 for place in places)
    fields = _FIELDS if two else _FIELDS[:-1]
    return replace(
        game,
        cards=tuple(card for card in game.cards if groups[card.group] in present),
        patterns=(Pattern("odd", "shapes", fields, tuple(parts), (), (), "odd"),),
        wilds=tuple(Wild("shapes", star, (0,), "c", "r", when) for when in relations),
        needs=tuple(draw(st.lists(st.one_of(needs, of_lines), max_size=2))),
    )
