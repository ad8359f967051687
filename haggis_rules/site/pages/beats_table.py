"""The page that sets every type of play against every other: what beats what, and by which clause.

All of it is asked of the rules, for each two readings that the deck can make.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Self

from haggis_rules.analysis.sheet.lookups import clauses_of
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS
from haggis_rules.ir.game import Game, Pattern
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.patterns import show_field, show_reading
from haggis_rules.semantics.state import Reading
from haggis_rules.site.content.volume_content import VolumeContent
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import bullets, code, page, plain, table
from haggis_rules.site.pages.chapter import contents
from haggis_rules.wording.sentences import listed

BEATEN = "all-beats"
TITLE = "Play against play"
_WHAT = (
    "The column names the play on the table, and the row names the play that tries to beat it. "
    "The table covers every two plays that the deck can make."
)
NEVER, ALWAYS, HIGHER, AT_TIMES = "never", "**always**", "when higher", "at times, see below"


@dataclass(frozen=True, slots=True)
class _Type:
    """Readings of one pattern that are compared with each other, the lowest first."""

    pattern: Pattern
    values: tuple[int, ...]
    readings: tuple[Reading, ...]

    def rank(self, reading: Reading) -> tuple[int, ...]:
        """Return what decides which of two readings is higher."""
        return tuple(reading[1 + place] for place in self.pattern.ranked)


@dataclass(frozen=True, slots=True)
class _Answers:
    """Whether one reading beats another: asked once for each two, since n readings have n² pairs.

    A row has a byte for each reading that its own may beat. The readings of a type stand together,
    so what a reading does to a whole type is a slice of its row.
    """

    places: Mapping[Reading, int]
    rows: Sequence[bytes]

    @classmethod
    def of(cls, types: Sequence[_Type], beats: Callable[[Reading, Reading], bool]) -> Self:
        """Ask about each two of all readings of some types."""
        readings = [reading for one in types for reading in one.readings]
        rows = [bytes(beats(one, other) for other in readings) for one in readings]
        return cls({reading: place for place, reading in enumerate(readings)}, rows)

    def __call__(self, one: Reading, other: Reading) -> bool:
        return bool(self.rows[self.places[one]][self.places[other]])

    def over(self, own: Sequence[_Type], others: Sequence[_Type]) -> bytes:
        """Return what each reading of some types does to each of others, which stand in a row."""
        begin = self.places[others[0].readings[0]]
        end = self.places[others[-1].readings[-1]] + 1
        return b"".join(
            self.rows[self.places[reading]][begin:end] for one in own for reading in one.readings
        )

    def around(self, one: _Type, others: Sequence[_Type]) -> bytes:
        """Return what a type does to others, among which it stands, and which it is not."""
        place = others.index(one)
        sides = others[:place], others[place + 1 :]
        return b"".join(self.over([one], side) for side in sides if side)


def beats_page(content: VolumeContent) -> str:
    """Write the table of all patterns, each type with its readings, and what beats other types."""
    rules = Rules(content.game)
    query, unsound = rules.queries[BEATS], list[tuple[Reading, Reading, Breach]]()

    def asked(one: Reading, other: Reading) -> bool:
        try:
            return bool(query((), (), one, other))
        except Breach as fault:
            unsound.append((one, other, fault))
            return False

    types = _types(content.game, rules.patterns.readings)
    beats = _Answers.of(types, asked)
    blocks = [contents(content, None), _clauses(content), _WHAT, *_without_answer(content, unsound)]
    blocks.append(_against(content, types, beats))
    held = {each for one in content.findings.held for kind in one.types for each in kind.readings}
    known = [one for one in rules.patterns.readings if one in held or not held]
    blocks += [
        *_over_others(content, types, beats),
        *_each_type(content, _types(content.game, known), beats),
    ]
    return page(TITLE, *blocks, game=content.volume.title)


def _without_answer(
    content: VolumeContent, unsound: Sequence[tuple[Reading, Reading, Breach]]
) -> Iterator[str]:
    """Say where the rules break down, so that nobody reads the table as their answer."""
    if unsound:
        many = "1 pair of plays" if len(unsound) == 1 else f"{len(unsound)} pairs of plays"
        *readings, fault = unsound[0]
        both = " on ".join(code(_shown(content, each)) for each in readings)
        yield (
            f"**The rules break down for {many}**, first for {both}: {plain(str(fault))}. The table"
            " counts the one as not beating the other."
        )


def _types(game: Game, readings: Sequence[Reading]) -> tuple[_Type, ...]:
    def values_of(reading: Reading) -> tuple[int, tuple[int, ...]]:
        alike = game.patterns[reading[0]].alike
        return reading[0], tuple(reading[1 + place] for place in alike)

    types: list[_Type] = []
    for (index, values), own in grouped(readings, values_of).items():
        one = _Type(game.patterns[index], values, ())
        types.append(_Type(one.pattern, values, tuple(sorted(own, key=one.rank))))
    return tuple(types)


def _relation(answers: bytes) -> str:
    """Say when plays of one pattern beat those of another: never, always, or at times."""
    if True not in answers:
        return NEVER
    return AT_TIMES if False in answers else ALWAYS


def _is_higher(one: _Type, beats: _Answers) -> bool:
    """Whether plays of a type beat others of it when they are higher, as some are."""
    return True in beats.over([one], [one]) and _by_rank(one, beats)


def _by_rank(one: _Type, beats: _Answers) -> bool:
    """Whether of two readings of a type the higher one beats the other, and nothing else does."""
    return all(
        beats(a, b) == (one.rank(a) > one.rank(b)) for a in one.readings for b in one.readings
    )


def _clauses(content: VolumeContent) -> str:
    """List the clauses that say what beats what, with their words."""
    names = clauses_of(content.game.definitions[BEATS])
    return bullets(
        f"{content.link(name)}: {content.words(content.game.clauses[name])}" for name in names
    )


def _against(content: VolumeContent, types: Sequence[_Type], beats: _Answers) -> str:
    """Set each pattern against each."""
    by_pattern = {name: list(own) for name, own in groupby(types, key=lambda one: one.pattern.name)}
    labels = {name: plain(content.english.name(name)) for name in by_pattern}
    rows = [
        [
            f"**{labels[name]}**",
            *(_cell(content, own, others, beats) for others in by_pattern.values()),
        ]
        for name, own in by_pattern.items()
    ]
    return table(["Laid", *(f"on a {each}" for each in labels.values())], rows)


def _cell(
    content: VolumeContent, own: Sequence[_Type], others: Sequence[_Type], beats: _Answers
) -> str:
    """Say when plays of one pattern beat those of another."""
    pattern = own[0].pattern
    if pattern != others[0].pattern:
        return _relation(beats.over(own, others))
    several = [one for one in own if len(one.readings) > 1]
    apart = not any(True in beats.around(one, own) for one in own)
    if several and apart and all(_is_higher(one, beats) for one in several):
        fields = [content.english.name(pattern.fields[place].name) for place in pattern.alike]
        return f"when higher, of the same {plain(listed(fields))}" if fields else HIGHER
    return AT_TIMES


def _over_others(content: VolumeContent, types: Sequence[_Type], beats: _Answers) -> Iterator[str]:
    """Write, one by one, what each play beats that beats plays of other types."""
    for one in types:
        if True not in beats.around(one, types):
            continue
        name = content.english.name(one.pattern.name)
        yield f"## Every {plain(_named(content, one, name))} one by one"
        rows = [_one(content, reading, one, types, beats) for reading in one.readings]
        yield table(["Play", "Beats", "Is beaten by"], rows)


def _one(
    content: VolumeContent, reading: Reading, own: _Type, types: Sequence[_Type], beats: _Answers
) -> list[str]:
    """Write a play with all that it beats and all that beats it."""
    others = [other for other in types if other is not own]
    below = [code(_shown(content, each)) for each in own.readings if beats(reading, each)]
    above = [code(_shown(content, each)) for each in own.readings if beats(each, reading)]
    under = _patterns(content, others, lambda each: beats(reading, each))
    over = _patterns(content, others, lambda each: beats(each, reading))
    return [
        code(_shown(content, reading)),
        ", ".join([*under, *below]) or "nothing",
        ", ".join([*over, *above]) or "nothing",
    ]


def _patterns(
    content: VolumeContent, types: Sequence[_Type], holds: Callable[[Reading], bool]
) -> Iterator[str]:
    """Name the patterns of which it holds for all readings, and else each reading."""
    for name, own in groupby(types, key=lambda one: one.pattern.name):
        readings = [reading for each in own for reading in each.readings]
        found = [reading for reading in readings if holds(reading)]
        if found and len(found) == len(readings):
            yield f"every {plain(content.english.name(name))}"
        else:
            yield from (code(_shown(content, reading)) for reading in found)


def _each_type(content: VolumeContent, types: Sequence[_Type], beats: _Answers) -> Iterator[str]:
    """Write the plays of each type in their order, and how many types beat one."""
    yield "## Type by type"
    if content.findings.held:
        yield "These are the plays that a dealt hand can contain."
    yield "From lowest to highest: each beats all before it, unless its row says otherwise."
    for name, own in groupby(types, key=lambda one: one.pattern.name):
        yield f"### {plain(content.english.name(name))}"
        rows = [_row(content, one, beats) for one in own]
        yield table(["Type", "Plays", "How many"], rows)


def _row(content: VolumeContent, one: _Type, beats: _Answers) -> list[str]:
    shown = [_free(content, one, reading) for reading in one.readings]
    plays = " ".join(map(code, shown)) + (
        "" if _by_rank(one, beats) else " (not each beats those before it)"
    )
    return [
        plain(_named(content, one, content.english.name(one.pattern.name))),
        plays,
        str(len(shown)),
    ]


def _free(content: VolumeContent, one: _Type, reading: Reading) -> str:
    """Return what tells a reading from the others of its type."""
    free = [n for n in range(len(one.pattern.fields)) if n not in one.pattern.alike]
    fields = one.pattern.fields
    return " ".join(show_field(content.game, fields[n].type, reading[1 + n]) for n in free)


def _named(content: VolumeContent, one: _Type, name: str) -> str:
    """Name a type: ``stair, width 2, length 3``."""
    fields = [one.pattern.fields[place] for place in one.pattern.alike]
    pairs = zip(fields, one.values, strict=True)
    parts = [
        f"{content.english.name(f.name)} {show_field(content.game, f.type, v)}" for f, v in pairs
    ]
    return ", ".join([name, *parts])


def _shown(content: VolumeContent, reading: Reading) -> str:
    return show_reading(content.game, reading)
