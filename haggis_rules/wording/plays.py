"""What plays are called: "sequence of three, up to the jack" beside ``sequence3@J``.

The words follow from what a pattern is made of, so any game has them. They are texts with places
for the fields of a reading, which a page can fill in as well as Python: ``{length:number}`` is a
number in words, ``{top:rank}`` a rank as it is called and ``{top:ranks}`` several cards of it,
``{colour:suit}`` a suit, ``{width:groups}`` what lies on each rank, and ``{size:value}`` anything
else as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from haggis_rules.diagnostics.nouns import listed, with_article
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.semantics.patterns import show_field
from haggis_rules.semantics.state import Reading
from haggis_rules.wording.names import GameNames

_PLACE = re.compile(r"\{([^{}:]+):(\w+)\}")
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
)  # fmt: skip
_GROUPS = {2: "pairs", 3: "triplets"}
_SUITS = {
    SuitRule.ANY: "",
    SuitRule.ONE: " in one suit",
    SuitRule.DIFFERENT: " in different suits",
    SuitRule.MIXED: " in mixed suits",
    SuitRule.MATCHING: "",
    SuitRule.MATCHING_DIFFERENT: "",
}


@dataclass(frozen=True, slots=True)
class PlayWords:
    """What the plays of a pattern are called.

    ``several`` names them all, ``kind`` those that are compared to one another, and ``each`` a
    single one: it has one text, or one for each choice of the field ``by``.
    """

    name: str
    several: str
    kind: str
    each: tuple[str, ...]
    by: int | None = None


def play_words(game: Game, ranks: Sequence[str]) -> tuple[PlayWords, ...]:
    """Return what the plays of each pattern are called; ``ranks`` has what ranks are called."""
    names = GameNames.of(game)
    return tuple(_words(names, pattern, ranks) for pattern in game.patterns)


def rank_words(game: Game, called: Mapping[str, str]) -> tuple[str, ...]:
    """Return what each rank is called, of words that each mean a rank; numbers stay as they are."""
    words: dict[str, str] = {}
    for word, rank in called.items():
        words.setdefault(rank, word)
    return tuple(rank if rank.isdecimal() else words.get(rank, rank) for rank in game.ranks)


def say_play(game: Game, words: Sequence[PlayWords], ranks: Sequence[str], reading: Reading) -> str:
    """Return what a play is called: ``a sequence of three, up to the jack``."""
    pattern, said = game.patterns[reading[0]], words[reading[0]]
    text = said.each[0 if said.by is None else reading[1 + said.by]]
    places = {field.name: place for place, field in enumerate(pattern.fields)}

    def fill(found: re.Match[str]) -> str:
        place = places[found[1]]
        return _filled(game, ranks, found[2], pattern.fields[place], reading[1 + place])

    return with_article(_PLACE.sub(fill, text))


def _filled(game: Game, ranks: Sequence[str], how: str, field: ir.Field, value: int) -> str:
    match how:
        case "number":
            return NUMBERS[value] if value < len(NUMBERS) else str(value)
        case "groups":
            return _groups(value)
        case "rank":
            return ranks[value]
        case "ranks":
            return f"{ranks[value]}s"
        case "suit":
            return GameNames.of(game).name(game.suits[value].name)
        case _:
            return show_field(game, field.type, value)


def _groups(many: int) -> str:
    named = NUMBERS[many] if many < len(NUMBERS) else str(many)
    return _GROUPS.get(many, f"groups of {named}")


def _words(names: GameNames, pattern: ir.Pattern, ranks: Sequence[str]) -> PlayWords:
    name = names.name(pattern.name)
    several = name if name.endswith("s") else f"{name}s"
    parts = [_part(pattern, part, name, ranks) for part in pattern.parts]
    by = _choice_of_parts(pattern)
    if by is not None and None not in parts:
        return PlayWords(name, several, name, tuple(one.each for one in parts if one), by)
    if len(parts) == 1 and parts[0] is not None:
        return PlayWords(name, several, parts[0].kind, (parts[0].each,))
    every = range(len(pattern.fields))
    each = _by_fields(names, pattern, every)
    return PlayWords(name, several, _by_fields(names, pattern, pattern.alike), (each,))


def _choice_of_parts(pattern: ir.Pattern) -> int | None:
    """Return the field each of whose choices wants one part, in their order, if there is one."""
    cases = [part.case for part in pattern.parts if part.case is not None]
    fields = {field for field, _ in cases}
    if len(fields) != 1 or len(cases) != len(pattern.parts):
        return None
    field = fields.pop()
    kind = pattern.fields[field].type
    choices = len(kind.choices) if isinstance(kind, ChoiceType) else 0
    return field if [choice for _, choice in cases] == [*range(choices)] else None


class _PartWords(NamedTuple):
    """What plays of one part are called: those that are compared, and each of them."""

    kind: str
    each: str


def _part(pattern: ir.Pattern, part: ir.Part, name: str, ranks: Sequence[str]) -> _PartWords | None:
    """Return what plays of one part are called; None where a field would go unsaid."""
    suit = "" if part.suit_field is None else f" of {_place(pattern, part.suit_field, 'suit')}"
    match part.place:
        case ir.AtField(field=top):
            if part.amount == 1:
                kind, each = name, f"{name} {_place(pattern, top, 'rank')}"
            elif isinstance(part.amount, ir.FieldRef):
                kind = f"{name} of {_place(pattern, part.amount.field, 'number')}"
                each = f"{kind} {_place(pattern, top, 'ranks')}"
            else:
                kind, each = name, f"{name} of {_place(pattern, top, 'ranks')}"
        case ir.Run(length=length, top=top):
            kind = f"{name} of {_amount(pattern, length, 'number')}"
            if part.amount == 1:
                each = f"{kind}{suit}, up to the {_place(pattern, top, 'rank')}"
            else:
                kind = f"{kind} {_amount(pattern, part.amount, 'groups')}"
                each = f"{kind}{suit}, up to the {_place(pattern, top, 'ranks')}"
            suit = ""
        case ir.Listed(ranks=those):
            kind = name
            each = f"{name} of {listed([ranks[one] for one in those])}{_SUITS[part.suits]}"
        case ir.Another() | ir.Others():
            return None
    each = f"{each}{suit}"
    said = {found[1] for found in _PLACE.finditer(each)}
    choice = None if part.case is None else pattern.fields[part.case[0]].name
    if {field.name for field in pattern.fields} - {choice} - said:
        return None
    return _PartWords(kind, each)


def _amount(pattern: ir.Pattern, amount: int | ir.FieldRef, how: str) -> str:
    match amount:
        case ir.FieldRef(field=field):
            return _place(pattern, field, how)
        case number:
            return _groups(number) if how == "groups" else NUMBERS[number]


def _place(pattern: ir.Pattern, field: int, how: str) -> str:
    return f"{{{pattern.fields[field].name}:{how}}}"


def _by_fields(names: GameNames, pattern: ir.Pattern, fields: Sequence[int]) -> str:
    """Name a pattern and fields of it, one by one: ``full, top 9``."""
    named = [
        f"{names.name(field.name)} {_place(pattern, place, _how(field))}"
        for place, field in ((one, pattern.fields[one]) for one in fields)
    ]
    return ", ".join([names.name(pattern.name), *named])


def _how(field: ir.Field) -> str:
    """Return how the value of a field is said."""
    match field.type:
        case Plain.RANK:
            return "rank"
        case Plain.SUIT:
            return "suit"
        case NumberType() | ChoiceType() | Plain():
            return "value"
