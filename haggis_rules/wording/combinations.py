"""Combinations as plain English: what they are made of, and what stands for what in them."""

from collections.abc import Iterator

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Level, counted, with_article
from haggis_rules.wording.sentences import PlainText, capital, listed, sentence


def combinations_in(english: ExpressionWording, clause: str) -> Iterator[PlainText]:
    """Tell what a clause says of combinations."""
    for pattern in english.game.patterns:
        if pattern.clause == clause:
            yield from describe_pattern(english, pattern)
    for wild in english.game.wilds:
        if wild.clause == clause:
            yield PlainText(_wild(english, wild))
    for need in english.game.needs:
        if need.clause == clause:
            yield PlainText(_need(english, need))


def describe_pattern(english: ExpressionWording, pattern: ir.Pattern) -> Iterator[PlainText]:
    """Tell a pattern: its parts, its fields, how it is ranked and how it is written."""
    name = english.name_with_article(pattern.name)
    parts = tuple(_part(english, pattern, part) for part in pattern.parts)
    yield PlainText(f"{capital(name)} is made of:", parts)
    if pattern.fields:
        fields = tuple(describe_field(english, field) for field in pattern.fields)
        yield PlainText(f"The reading of {name} has:", fields)
    yield PlainText(_ranking(english, pattern))
    yield PlainText(f'It is written "{pattern.notation}".')


def describe_field(english: ExpressionWording, field: ir.Field) -> str:
    """Tell what a field of a reading can be."""
    name = english.name(field.name)
    match field.type:
        case NumberType(bounds=bounds) as kind:
            return f"{name}, a number{',' if None in bounds else ' from'} {kind}"
        case ChoiceType(choices=choices):
            return f"{name}, lowest first: {listed([english.name(c) for c in choices], 'or')}"
        case Plain() as kind:
            return f"{name}, a {kind.value}"


def _part(english: ExpressionWording, pattern: ir.Pattern, part: ir.Part) -> str:
    amount = _amount(english, pattern, part.amount, "card")
    text = f"{amount} {_place(english, pattern, part.place)}"
    if part.suit_field is not None:
        text += f", in the suit {english.name(pattern.fields[part.suit_field].name)}"
    elif part.suits is not ir.SuitRule.ANY:
        text += f", {_suits(part.suits)}"
    if part.highest is not None:
        suit = english.name(pattern.fields[part.highest].name)
        text += f", the highest of the highest rank in the suit {suit}"
    if part.case is None:
        return text
    field, index = part.case
    kind = pattern.fields[field].type
    word = kind.choices[index] if isinstance(kind, ChoiceType) else str(index)
    return f"{text}, when {english.name(pattern.fields[field].name)} is {english.name(word)}"


def _place(english: ExpressionWording, pattern: ir.Pattern, place: ir.Place) -> str:
    match place:
        case ir.AtField(field=field):
            return f"of the rank {english.name(pattern.fields[field].name)}"
        case ir.Another():
            return "of any other rank"
        case ir.Others(count=count, repeated=repeated, highest=highest):
            ranks = _amount(english, pattern, count, "other rank")
            again = "which may repeat" if repeated else "all different"
            names = [english.name(pattern.fields[field].name) for field in highest]
            which = f"the highest {', then '.join(names)}" if names else "of any value"
            return f"on each of {ranks}, {again}, {which}"
        case ir.Run(length=length, top=top):
            ranks = _amount(english, pattern, length, "consecutive rank")
            return f"on each of {ranks} ending at {english.name(pattern.fields[top].name)}"
        case ir.Listed(ranks=ranks):
            return f"on each of the ranks {listed([english.game.ranks[rank] for rank in ranks])}"


def _suits(rule: ir.SuitRule) -> str:
    match rule:
        case ir.SuitRule.ANY:
            return "of any suits"
        case ir.SuitRule.ONE:
            return "all in the same suit"
        case ir.SuitRule.DIFFERENT:
            return "all in different suits"
        case ir.SuitRule.MIXED:
            return "not all in the same suit"
        case ir.SuitRule.MATCHING:
            return "with the same suits on every rank"
        case ir.SuitRule.MATCHING_DIFFERENT:
            return "with the same suits on every rank, each suit only once"


def _amount(
    english: ExpressionWording, pattern: ir.Pattern, amount: int | ir.FieldRef, noun: str
) -> str:
    match amount:
        case ir.FieldRef(field=field):
            return f"{english.name(pattern.fields[field].name)} {noun}s"
        case number:
            return counted(number, noun)


def _ranking(english: ExpressionWording, pattern: ir.Pattern) -> str:
    names = [english.name(field.name) for field in pattern.fields]
    name = english.name_with_article(pattern.name)
    if not pattern.ranked:
        return sentence(f"{name} never outranks another")
    text = f"{name} outranks another"
    if pattern.alike:
        text += f" of the same {listed([names[i] for i in pattern.alike])}"
    first, *others = [names[i] for i in pattern.ranked]
    text += f" when its {first} is higher"
    text += "".join(f", or that is equal and its {name} is higher" for name in others)
    return sentence(text)


def _wild(english: ExpressionWording, wild: ir.Wild) -> str:
    group = english.name(english.game.groups[wild.group].name)
    inside = _inside(english, wild.patterns)
    if wild.applies is not None:
        when = english.phrase(wild.applies).fit(Level.SENTENCE, last=True)
        card = f"{with_article(group)} card {wild.card}"
        return sentence(f"in {inside}, {card} can stand for any rank, in any suit, when {when}")
    if isinstance(wild.when, nodes.Truth) and wild.when.value:
        return sentence(f"in {inside}, {with_article(group)} card can stand for any rank")
    when = english.phrase(wild.when).fit(Level.SENTENCE, last=True)
    card = f"{with_article(group)} card {wild.card}"
    return sentence(f"in {inside}, {card} can stand for any rank {wild.rank} such that {when}")


def _need(english: ExpressionWording, need: ir.Need) -> str:
    bound = "at least" if need.at_least else "at most"
    group = english.name(english.game.groups[need.group].name)
    cards = counted(need.count, f"{group} card")
    inside = _inside(english, need.patterns)
    line = f"each line of {inside} (one card of every rank, all in one suit)"
    holder = line if need.each_line else inside
    return sentence(f"{holder} contains {bound} {cards}")


def _inside(english: ExpressionWording, patterns: tuple[int, ...]) -> str:
    names = [english.name_with_article(english.game.patterns[index].name) for index in patterns]
    return listed(names, "or")
