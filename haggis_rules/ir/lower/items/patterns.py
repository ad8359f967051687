"""Combinations: patterns, their fields, and what wild cards are worth in them."""

from __future__ import annotations

import re
from dataclasses import replace

from haggis_rules.diagnostics.errors import (
    HighestCardError,
    NoLinesError,
    PatternNotationError,
    UnboundFieldError,
    UnevenRowsError,
    UnknownNameError,
    WildSuitError,
    WrongTypeError,
)
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.card_names import rank_index
from haggis_rules.ir.lower.expressions import truth
from haggis_rules.ir.lower.items.wild_settings import check_settings
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.nodes import Truth, Variable
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.syntax import ast


def patterns(world: World) -> tuple[tuple[ir.Wild, ...], tuple[ir.Need, ...]]:
    """Type the patterns into the world, and give what is wild and what is needed in them."""
    for clause, item in world.of_kind(ast.Pattern):
        with world.noting():
            world.declare(item.name, "combination")
            world.patterns.append(_pattern(world, clause, item))
    wilds: list[ir.Wild] = []
    for located in world.items:
        with world.noting():
            match located.item:
                case ast.Wild() as wild:
                    wilds.append(_wild(world, located.clause, wild))
                case ast.WildAsAny() as wild:
                    wilds.append(_wild_as_any(world, located.clause, wild))
                case ast.WildWhen() as wild:
                    wilds.append(_wild_when(world, located.clause, wild))
                case _:
                    pass
    with world.noting():
        check_settings(world, tuple(wilds))
    needs: list[ir.Need] = []
    for located in world.items:
        with world.noting():
            if isinstance(located.item, ast.Need | ast.LineNeed):
                needs.append(_need(world, located.clause, located.item, wilds))
    return tuple(wilds), tuple(needs)


def _pattern(world: World, clause: str, item: ast.Pattern) -> ir.Pattern:
    names = [f.name.text for f in item.fields]
    for field in item.fields:
        if names.count(field.name.text) > 1:
            raise WrongTypeError(f"there are two fields `{field.name.text}`", field.name.span)
    fields = tuple(_field(world, item, field) for field in item.fields)
    parts = tuple(_part(world, item, fields, made) for made in item.mades)
    _all_bound(item, fields, parts)
    notation = _notation(item, names)
    alike = tuple(_index(fields, name) for name in item.alike)
    ranked = tuple(_index(fields, name) for name in item.ranked)
    return ir.Pattern(item.name.text, clause, fields, parts, alike, ranked, notation)


def _all_bound(item: ast.Pattern, fields: tuple[ir.Field, ...], parts: tuple[ir.Part, ...]) -> None:
    """See that cards bind each field but numbers, in every case. Raises ``UnboundFieldError``.

    A number that no cards bind is its player's to say, and each is a reading of its own.
    """
    for index, field in enumerate(fields):
        if isinstance(field.type, NumberType):
            continue
        binding = [part for part in parts if index in _bound_by(part)]
        cases = {part.case for part in binding}
        if None in cases or (isinstance(field.type, ChoiceType) and binding):
            continue
        free = [
            (choice, one.type.choices[value])
            for choice, one in enumerate(fields)
            if isinstance(one.type, ChoiceType) and any(c and c[0] == choice for c in cases)
            for value in range(len(one.type.choices))
            if (choice, value) not in cases
        ]
        if binding and not free:
            continue
        where = f" when `{fields[free[0][0]].name}` is `{free[0][1]}`" if free else ""
        raise UnboundFieldError(
            f"no card of a `{item.name.text}` says what `{field.name}` is{where}",
            item.fields[index].name.span,
            others=[(made.span, "its cards are here") for made in item.mades[:1]],
            hint=f"name `{field.name}` where its cards are given, or leave the field out",
        )


def _bound_by(part: ir.Part) -> set[int | None]:
    """Return the fields to which a part gives a value."""
    amounts: list[int | ir.FieldRef] = [part.amount]
    found = {part.suit_field, part.highest, None if part.case is None else part.case[0]}
    match part.place:
        case ir.AtField(field=field):
            found.add(field)
        case ir.Run(length=length, top=top):
            found.add(top)
            amounts.append(length)
        case ir.Others(count=count, highest=highest):
            found.update(highest)
            amounts.append(count)
        case ir.Another() | ir.Listed():
            pass
    return found | {one.field for one in amounts if isinstance(one, ir.FieldRef)}


def _field(world: World, item: ast.Pattern, field: ast.Field) -> ir.Field:
    name = field.name.text
    match field:
        case ast.NumberField(low=low, high=high):
            if low.value > high.value:
                raise WrongTypeError("a range goes from the lower to the higher", low.span)
            return ir.Field(name, NumberType(low.value, high.value))
        case ast.OpenField(low=low):
            high_value = max(low.value, _most(world, item, name))
            return ir.Field(name, NumberType(low.value, high_value))
        case ast.CardField(kind=kind):
            return ir.Field(name, Plain(kind.text))
        case ast.ChoiceField(choices=choices):
            return ir.Field(name, ChoiceType(name, tuple(c.text for c in choices)))


def _most(world: World, item: ast.Pattern, field: str) -> int:
    """Return the largest value that an open field can have with this deck."""
    for made in item.mades:
        match made.place:
            case ast.RunOfRanks(length=length):
                if _is_field(length, field):
                    return len(set(world.run_order)) or len(world.ranks)
            case ast.OtherRanks(count=count):
                if _is_field(count, field):
                    return len(world.ranks)
            case ast.AnyOtherRanks(count=count):
                if _is_field(count, field):
                    return sum(card.copies for card in world.cards)
            case ast.OfRank() | ast.AnotherRank() | ast.ListedRanks():
                pass
    wilds = [located.item for located in world.items]
    wild_groups = {
        wild.group.text
        for wild in wilds
        if isinstance(wild, ast.Wild | ast.WildAsAny | ast.WildWhen)
        and item.name.text in [p.text for p in wild.patterns]
    }
    wild = sum(c.copies for c in world.cards if world.groups[c.group].name in wild_groups)
    own = [0] * len(world.ranks)
    for card in world.cards:
        if world.groups[card.group].name not in wild_groups:
            own[card.rank] += card.copies
    return max(own, default=0) + wild


def _is_field(amount: ast.Name | ast.Whole, field: str) -> bool:
    return isinstance(amount, ast.Name) and amount.text == field


def _index(fields: tuple[ir.Field, ...], name: ast.Name) -> int:
    names = [field.name for field in fields]
    if name.text not in names:
        raise UnknownNameError(
            f"the pattern has no field `{name.text}`",
            name.span,
            hint=did_you_mean(name.text, names),
        )
    return names.index(name.text)


def _typed(fields: tuple[ir.Field, ...], name: ast.Name, wanted: Plain) -> int:
    index = _index(fields, name)
    if fields[index].type is not wanted:
        raise WrongTypeError(f"`{name.text}` is not a {wanted.value}", name.span)
    return index


def _amount(fields: tuple[ir.Field, ...], amount: ast.Name | ast.Whole) -> int | ir.FieldRef:
    if isinstance(amount, ast.Whole):
        if amount.value < 1:
            raise WrongTypeError("there has to be one at least", amount.span)
        return amount.value
    index = _index(fields, amount)
    kind = fields[index].type
    if not isinstance(kind, NumberType) or kind.low is None or kind.low < 1:
        raise WrongTypeError(f"`{amount.text}` is not a number from 1 up", amount.span)
    return ir.FieldRef(index)


def _part(world: World, item: ast.Pattern, fields: tuple[ir.Field, ...], made: ast.Made) -> ir.Part:
    suits, suit_field = ir.SuitRule.ANY, None
    match made.suits:
        case None:
            pass
        case ast.SuitRule(words=words):
            suits = ir.SuitRule(words.text)
        case ast.SuitOfField(field=field):
            suit_field = _typed(fields, field, Plain.SUIT)
    case = None
    if made.when is not None:
        case = _case(item, fields, made.when)
    if isinstance(made.place, ast.AnyOtherRanks) and suits in ir.WITH_LINES:
        assert isinstance(made.suits, ast.SuitRule)  # noqa: S101 - only such a rule has lines
        raise UnevenRowsError(
            "ranks that may be alike cannot have matching suits",
            made.suits.span,
            hint="leave out `, alike or not`, or the matching suits",
        )
    place, highest = _place(world, fields, made.place), None
    match made.highest:
        case ast.HighestOfRanks(ranks=ranks, suit=suit):
            place = _with_highest(place, fields, ranks)
            highest = None if suit is None else _highest_suit(fields, made, suit)
        case ast.HighestInSuit(suit=suit):
            highest = _highest_suit(fields, made, suit)
        case None:
            pass
    return ir.Part(_amount(fields, made.amount), place, suits, suit_field, case, highest)


def _with_highest(
    place: ir.Place, fields: tuple[ir.Field, ...], ranks: tuple[ast.Name, ...]
) -> ir.Place:
    """Let fields keep the highest ranks of a part. Raises ``HighestCardError`` if they cannot."""
    found = tuple(_typed(fields, rank, Plain.RANK) for rank in ranks)
    if not isinstance(place, ir.Others):
        raise HighestCardError(
            f"`{ranks[0].text}` can only be the highest of several other ranks",
            ranks[0].span,
            hint=f"say `of rank {ranks[0].text}`, or `ending at {ranks[0].text}` of ranks in a row",
        )
    least = place.count if isinstance(place.count, int) else fields[place.count.field].type
    known = least.low if isinstance(least, NumberType) else least
    if isinstance(known, int) and len(found) > known:
        raise HighestCardError(
            f"there may be only {known} of these ranks, and {len(found)} are named",
            ranks[known].span,
            hint="name as many as there always are, or fewer",
        )
    return replace(place, highest=found)


def _highest_suit(fields: tuple[ir.Field, ...], made: ast.Made, suit: ast.Name) -> int:
    """Return the field of the highest suit. Raises ``HighestCardError`` beside a rule for suits."""
    if made.suits is not None:
        raise HighestCardError(
            f"what `{suit.text}` is cannot be asked where a rule says how suits hang together",
            suit.span,
            others=[(made.suits.span, "the suits of these cards have a rule here")],
            hint="leave the rule out, or let the suit of all these cards be a field: `in suit "
            f"{suit.text}`",
        )
    return _typed(fields, suit, Plain.SUIT)


def _case(item: ast.Pattern, fields: tuple[ir.Field, ...], when: ast.MadeWhen) -> tuple[int, int]:
    index = _index(fields, when.field)
    kind = fields[index].type
    if not isinstance(kind, ChoiceType):
        raise WrongTypeError(f"`{when.field.text}` is not a choice", when.field.span)
    if when.choice.text not in kind.choices:
        raise UnknownNameError(
            f"`{when.field.text}` is never `{when.choice.text}`",
            when.choice.span,
            others=[(item.fields[index].span, f"`{when.choice.text}` is none of these")],
            hint=did_you_mean(when.choice.text, kind.choices),
        )
    return index, kind.choices.index(when.choice.text)


def _place(world: World, fields: tuple[ir.Field, ...], place: ast.Place) -> ir.Place:
    match place:
        case ast.OfRank(rank=rank):
            return ir.AtField(_typed(fields, rank, Plain.RANK))
        case ast.AnotherRank():
            return ir.Another()
        case ast.OtherRanks(count=count):
            return ir.Others(_amount(fields, count), repeated=False)
        case ast.AnyOtherRanks(count=count):
            return ir.Others(_amount(fields, count), repeated=True)
        case ast.RunOfRanks(length=length, top=top):
            return ir.Run(_amount(fields, length), _typed(fields, top, Plain.RANK), world.run_order)
        case ast.ListedRanks(ranks=ranks):
            return ir.Listed(tuple(rank_index(world, rank) for rank in ranks))


def _notation(item: ast.Pattern, names: list[str]) -> str:
    text = item.written.text
    found = re.findall(r"\{([^{}]*)\}", text)
    if sorted(found) != sorted(names) or re.sub(r"\{[^{}]*\}", "", text).count("{"):
        raise PatternNotationError(
            f"`{text}` does not name each field of `{item.name.text}` once",
            item.written.span,
            hint="the fields are " + ", ".join(f"`{{{name}}}`" for name in names),
        )
    if not text.startswith(item.name.text):
        raise PatternNotationError(
            f"`{text}` does not begin with the name of its pattern",
            item.written.span,
            hint=f"begin it with `{item.name.text}`, so that readings of two patterns differ",
        )
    return text


def _wild(world: World, clause: str, item: ast.Wild) -> ir.Wild:
    group = _wild_group(world, item.group)
    scope = Scope(world, fixed=True)
    scope = scope.naming(item.card, Variable(Plain.CARD, item.card.text, item.card.span))
    scope = scope.naming(item.rank, Variable(Plain.RANK, item.rank.text, item.rank.span))
    named = tuple(world.pattern(name) for name in item.patterns)
    when = truth(item.when, scope)
    return ir.Wild(clause, group, named, item.card.text, item.rank.text, when)


def _wild_as_any(world: World, clause: str, item: ast.WildAsAny) -> ir.Wild:
    group = _wild_group(world, item.group)
    named = tuple(world.pattern(name) for name in item.patterns)
    always = Truth(Plain.TRUTH, value=True, span=item.span)
    return ir.Wild(clause, group, named, Plain.CARD.value, Plain.RANK.value, always)


def _wild_when(world: World, clause: str, item: ast.WildWhen) -> ir.Wild:
    group = world.group(item.group)
    scope = Scope(world, fixed=True)
    scope = scope.naming(item.card, Variable(Plain.CARD, item.card.text, item.card.span))
    named = tuple(world.pattern(name) for name in item.patterns)
    always = Truth(Plain.TRUTH, value=True, span=item.span)
    applies = truth(item.when, scope)
    rank = Plain.RANK.value
    return ir.Wild(clause, group, named, item.card.text, rank, always, applies)


def _wild_group(world: World, name: ast.Name) -> int:
    """Find a group whose cards are wild. Raises ``WildSuitError`` when they keep to a suit."""
    group = world.group(name)
    if world.groups[group].any_suit is None and any(c.group == group for c in world.cards):
        raise WildSuitError(
            f"`{name.text}` are wild here but keep to a suit",
            name.span,
            hint=f"say that they take any suit, with `any suit for {name.text}` in a clause that "
            "holds here too, or do not let them be wild",
        )
    return group


def _need(
    world: World, clause: str, item: ast.Need | ast.LineNeed, wilds: list[ir.Wild]
) -> ir.Need:
    named = tuple(world.pattern(name) for name in item.patterns)
    group, least = world.group(item.group), item.bound.text == "least"
    each_line = isinstance(item, ast.LineNeed)
    if each_line:
        for name, pattern in zip(item.patterns, named, strict=True):
            if not any(part.suits in ir.WITH_LINES for part in world.patterns[pattern].parts):
                raise NoLinesError(
                    f"`{name.text}` has no lines",
                    name.span,
                    hint="a pattern has lines where a part is `in matching suits`",
                )
        _keeps_suit(world, item.group, group, [w for w in wilds if {*w.patterns} & {*named}])
    return ir.Need(clause, least, item.count.value, group, named, each_line)


def _keeps_suit(world: World, name: ast.Name, group: int, wilds: list[ir.Wild]) -> None:
    """See that the cards of a group have suits, and are neither wild nor free."""
    suited = all(card.suit is not None for card in world.cards if card.group == group)
    wild = any(one.group == group for one in wilds)
    if wild or not suited or world.groups[group].any_suit is not None:
        raise NoLinesError(
            f"a `{name.text}` lies in whichever line it is wanted",
            name.span,
            hint="ask each line for cards that keep their suit and stand for themselves",
        )
