"""Python for every expression. Mirrors ``semantics.evaluate`` case for case.

A case that calls ``expression`` for several operands writes their lines one after the other, as
``evaluate`` computes them. Only what may be skipped goes to a body of its own first, which says
whether it needs lines: without any, Python's own `and`, `or` and `if` do the skipping.
"""

from typing import NamedTuple

from haggis_rules.codegen.body import LONGEST, MASKED, MOST_INLINED, MOST_NESTED, Body, added
from haggis_rules.codegen.counted_values import counted_values, zone_of_copies
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Definition, Owner
from haggis_rules.semantics.breach import overlap_message
from haggis_rules.semantics.state import MASK, WIDTH, pack

MOST_UNROLLED = 8  # a binder over more values becomes a loop


class _Found(NamedTuple):
    """How a search ends: the result when a value decides, or else; None is the value itself."""

    test: str
    result: str | None
    otherwise: str


_EVERY = _Found("not ", "False", "True")
_SOME = _Found("", "True", "False")
_FIRST = _Found("", None, "None")


def expression(node: nodes.Expr, body: Body) -> str:
    """Return Python for an expression. Lines that it needs first go to the body.

    Python reads only so many brackets within one another, so a deep part gets a line of its own.
    """
    return body.flat(_expression(node, body))


def _expression(node: nodes.Expr, body: Body) -> str:
    match node:
        case nodes.Number(value=value) | nodes.Truth(value=value):
            return _literal(value)
        case nodes.Constant(index=index):
            return str(index)
        case nodes.Nothing():
            return "None"
        case nodes.Variable(name=name):
            return body.names[name]
        case nodes.Get(state=state, owner=owner):
            held = f"{body.values}[{state}]"
            return held if owner is None else f"{held}[{expression(owner, body)}]"
        case nodes.Agreed(option=option):
            return _literal(body.game.options[option].value)
        case nodes.Call(definition=name, arguments=arguments):
            return call(name, [expression(one, body) for one in arguments], body)
        case nodes.The(inner=inner):
            some = body.some(expression(inner, body))
            body.raising(f"{some} is None", "NoValue", "'there is no value here'")
            return some
        case nodes.Just(inner=inner):
            return expression(inner, body)
        case nodes.IsNothing(inner=inner):
            return f"({body.some(expression(inner, body))} is None)"
        case nodes.Plus(left=left, right=right):
            return f"({expression(left, body)} + {expression(right, body)})"
        case nodes.Minus(left=left, right=right):
            return f"({expression(left, body)} - {expression(right, body)})"
        case nodes.Times(factor=factor, inner=inner):
            return f"({factor} * {expression(inner, body)})"
        case nodes.Product(left=left, right=right):
            return f"({expression(left, body)} * {expression(right, body)})"
        case nodes.PointsEach(points=points, inner=inner):
            return f"({points} * {expression(inner, body)})"
        case nodes.MostOf(parts=parts):
            return f"max({', '.join(expression(part, body) for part in parts)})"
        case nodes.LeastOf(parts=parts):
            return f"min({', '.join(expression(part, body) for part in parts)})"
        case nodes.Lookup(inner=inner, rows=rows):
            return _lookup(body.keep(expression(inner, body)), rows)
        case nodes.Equal(left=left, right=right):
            return f"({expression(left, body)} == {expression(right, body)})"
        case nodes.AtMost(left=left, right=right):
            return f"({expression(left, body)} <= {expression(right, body)})"
        case nodes.Below(left=nodes.Number(value=0), right=nodes.CardsIn(zone=zone, group=group)):
            held = cards_in(zone, body)  # a zone without cards is 0, so nothing need be added up
            return f"({held} != 0)" if group is None else f"({held} & ONLY[{group}] != 0)"
        case nodes.Below(left=left, right=right):
            return f"({expression(left, body)} < {expression(right, body)})"
        case nodes.And(left=left, right=right):
            return _short_circuit(expression(left, body), "and", right, body)
        case nodes.Or(left=left, right=right):
            return _short_circuit(expression(left, body), "or", right, body)
        case nodes.Not(inner=inner):
            return f"(not {expression(inner, body)})"
        case nodes.Implies(left=left, right=right):
            return _short_circuit(f"(not {expression(left, body)})", "or", right, body)
        case nodes.If(when=when, value=value, other=other):
            return _cases([(expression(when, body), value)], other, body)
        case nodes.CopiesIn(card=card, zone=zone):
            return copies_in(cards_in(zone, body), expression(card, body))
        case nodes.CardsIn(zone=zone, group=group):
            return _cards_in(cards_in(zone, body), group)
        case nodes.DeckCopies(card=card):
            return f"COPIES[{expression(card, body)}]"
        case nodes.RankOf(card=card):
            return f"RANK[{expression(card, body)}]"
        case nodes.SuitOf(card=card):
            return _suit_of(expression(card, body), body)
        case nodes.InGroup(card=card, group=group):
            return f"(GROUP[{expression(card, body)}] == {group})"
        case nodes.TeamOf(seat=seat):
            return f"TEAM[{expression(seat, body)}]"
        case nodes.SeatPair(left=left, right=right):
            first, second = expression(left, body), expression(right, body)
            return f"({first} * {body.game.seats} + {second})"
        case nodes.SeatsAfter(count=count, seat=seat):
            return f"(({expression(seat, body)} + {count}) % {body.game.seats})"
        case nodes.NumberOf(binder=binder, where=claim) | nodes.Total(binder=binder, inner=claim):
            unrolled = _unrolled("+", binder, claim, body)
            return _count(binder, claim, body) if unrolled is None else f"(0 + {unrolled})"
        case nodes.Most(binder=binder, where=where, inner=inner):
            return _extreme(">", binder, where, inner, body)
        case nodes.Least(binder=binder, where=where, inner=inner):
            return _extreme("<", binder, where, inner, body)
        case nodes.Every(binder=binder, claim=claim):
            unrolled = _unrolled("and", binder, claim, body)
            return _search(binder, claim, body, _EVERY) if unrolled is None else f"({unrolled})"
        case nodes.Some(binder=binder, claim=claim):
            unrolled = _unrolled("or", binder, claim, body)
            return _search(binder, claim, body, _SOME) if unrolled is None else f"({unrolled})"
        case nodes.SomePlay(binder=binder, zone=zone, claim=claim):
            held = f"READINGS({body.values}, {cards_in(zone, body)})"
            return _search(binder, claim, body, _SOME, held)
        case nodes.First(binder=binder, where=where):
            return _search(binder, where, body, _FIRST)
        case nodes.TheOne(binder=binder, where=where):
            return _the_one(binder, where, body)
        case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
            seats = f"{'FROM' if inclusive else 'AFTER'}[{expression(seat, body)}]"
            return _search(binder, where, body, _FIRST, seats)
        case nodes.ReadingOf(combination=combination):
            return f"{expression(combination, body)}[0]"
        case nodes.IsPattern(reading=reading, pattern=pattern):
            return f"({expression(reading, body)}[0] == {pattern})"
        case nodes.FieldOf(reading=reading, field=name):
            return _field_of(expression(reading, body), name, body)
        case nodes.Outranks(left=left, right=right):
            return f"outranks({expression(left, body)}, {expression(right, body)})"
        case nodes.CombinationOf(card=card, pattern=pattern, fields=fields):
            values = "".join(f"{expression(one, body)}, " for one in fields)
            cards = f"1 << {WIDTH} * {expression(card, body)}"
            return f"Combination(({pattern}, {values}), {cards})"
        case nodes.Written(pattern=pattern, fields=written, cards=counted):
            return f"Combination({(pattern, *written)}, {pack(counted)})"
        case nodes.Before(inner=inner):
            return _before(inner, body)


def call(name: str, arguments: list[str], body: Body) -> str:
    """Return Python for the value of a definition: what it says itself when that is short."""
    definition, callee = body.game.definitions[name], body.callees[name]
    # An argument gets a name first: the definition may look at it more than once.
    arguments = [body.keep(one) for one in arguments]
    if not callee.several and callee.written_out <= MOST_INLINED:
        inside = body.inner()
        inside.names = {p.name: a for p, a in zip(definition.params, arguments, strict=True)}
        value = definition_value(definition, inside)
        if not inside.lines and len(value) <= LONGEST:
            return value  # inlined, which spares the call
    called = f"{callee.function}({', '.join([body.values, body.zones, *arguments])})"
    return called if callee.safe else body.keep(called)


def definition_value(definition: Definition, body: Body) -> str:
    """Return Python for what a definition says, its parameters being named in the body."""
    # All conditions are computed, since two that hold are a breach; one needs no counting.
    holding = [expression(one.when, body) for one in definition.exceptions]
    if len(holding) > 1:
        holding = [body.keep(one) for one in holding]
        message = repr(overlap_message(definition.name))
        body.raising(f"{added(holding)} > 1", "Overlap", message)
    cases = list(zip(holding, (one.value for one in definition.exceptions), strict=True))
    if len(cases) > MOST_NESTED:
        return _one_of(cases, definition.base, body)
    return _cases(cases, definition.base, body)


def _one_of(cases: list[tuple[str, nodes.Expr]], base: nodes.Expr, body: Body) -> str:
    """Look at the value of the one case that holds, or else at the base.

    The cases stand one below another, since each nested one would be indented further. That no
    two of them hold has been seen to, so the order does not matter.
    """
    result, none = body.own.fresh("t"), f"not ({' or '.join(when for when, _ in cases)})"
    for when, value in (*cases, (none, base)):
        inside = body.inner()
        inside.line(f"{result} = {expression(value, inside)}")
        body.take(f"if {when}:", inside)
    return result


def _literal(value: int) -> str:
    return f"({value})" if value < 0 else str(value)


def copies_in(zone: str, card: str) -> str:
    """Return Python for how many copies of a card are among cards."""
    return f"({zone} >> {WIDTH} * {card} & {MASK})"


def cards_in(zone: nodes.ZoneRef, body: Body) -> str:
    """Return Python for the cards of a zone, of several together, or of a combination."""
    match zone:
        case nodes.OneZone(zone=index):
            return f"{body.zones}[{index}]"
        case nodes.OwnedZone(zone=index, owner=owner):
            return f"{body.zones}[{index}][{expression(owner, body)}]"
        case nodes.EveryZone(zone=index):
            return _cards_of_owners(index, body)
        case nodes.AllZones():
            zones = range(len(body.game.zones))
            return f"({added([_cards_of_owners(index, body) for index in zones])})"
        case nodes.CardsOf(combination=combination):
            return f"{expression(combination, body)}[1]"


def _cards_of_owners(zone: int, body: Body) -> str:
    held = f"{body.zones}[{zone}]"
    return held if body.game.zones[zone].owner is Owner.NOBODY else f"sum({held})"


def _cards_in(zone: str, group: int | None) -> str:
    return f"({zone} % {MASK})" if group is None else f"(({zone} & ONLY[{group}]) % {MASK})"


def _short_circuit(left: str, word: str, right: nodes.Expr, body: Body) -> str:
    """Look at the right side only when the left does not decide."""
    inside = body.inner()
    text = expression(right, inside)
    if not inside.lines:
        return f"({left} {word} {text})"
    result = body.own.fresh("t")
    body.line(f"{result} = {left}")
    inside.line(f"{result} = {text}")
    body.take(f"if {result}:" if word == "and" else f"if not {result}:", inside)
    return result


def _cases(cases: list[tuple[str, nodes.Expr]], base: nodes.Expr, body: Body) -> str:
    """Look at the value of the first case that holds, or else at the base."""
    if not cases:
        return expression(base, body)
    (when, value), *rest = cases
    yes, no = body.inner(), body.inner()
    this, other = expression(value, yes), _cases(rest, base, no)
    if not yes.lines and not no.lines:
        return f"({this} if {when} else {other})"
    result = body.own.fresh("t")
    yes.line(f"{result} = {this}")
    no.line(f"{result} = {other}")
    body.take(f"if {when}:", yes)
    body.take("else:", no)
    return result


def _unrolled(word: str, binder: nodes.Binder, claim: nodes.Expr, body: Body) -> str | None:
    """Write a claim once for each value, with a word between; None when that would be long."""
    size = body.game.size(binder.type)
    texts: list[str] = []
    for value in range(size if size <= MOST_UNROLLED else 0):
        inside = body.inner({binder.name: str(value)})
        texts.append(expression(claim, inside))
        if inside.lines or sum(map(len, texts)) > LONGEST:
            return None  # nothing has been written to the body so far, so a loop can be instead
    return f" {word} ".join(texts) or None


def _count(binder: nodes.Binder, claim: nodes.Expr, body: Body) -> str:
    """Add up the claim over all values; a truth counts as 1."""
    values, claim = counted_values(body.game, binder, claim)
    if not values:
        return "0"
    zone = zone_of_copies(body.game, binder, claim)
    if zone is not None:
        mask = pack((card, MASK) for card in values)
        return f"(({cards_in(zone, body)} & {MASKED}{mask:x}) % {MASK})"
    result, value = body.own.fresh("t"), body.own.fresh(binder.name)
    body.line(f"{result} = 0")
    inside = body.inner({binder.name: value})
    inside.line(f"{result} += {expression(claim, inside)}")
    every = _values(binder, body) if isinstance(values, range) else f"{(*values,)}"
    body.take(f"for {value} in {every}:", inside)
    return result


def _extreme(
    sign: str, binder: nodes.Binder, where: nodes.Expr | None, inner: nodes.Expr, body: Body
) -> str:
    """Go through the numbers and keep the one that no other surpasses."""
    result, value = body.own.fresh("t"), body.own.fresh(binder.name)
    body.line(f"{result} = None")
    inside = body.inner({binder.name: value})
    with inside.only_when(None if where is None else expression(where, inside)) as here:
        number = here.keep(expression(inner, here))
        better = here.inner()
        better.line(f"{result} = {number}")
        here.take(f"if {result} is None or {number} {sign} {result}:", better)
    body.take(f"for {value} in {_values(binder, body)}:", inside)
    if where is not None or not body.game.size(binder.type):  # else there surely is a value
        body.raising(f"{result} is None", "NoValue", "'there is nothing to compare here'")
    return result


def _search(
    binder: nodes.Binder, claim: nodes.Expr, body: Body, found: _Found, over: str | None = None
) -> str:
    """Go through the values in order and stop at the first that decides."""
    result, value = body.own.fresh("t"), body.own.fresh(binder.name)
    body.line(f"{result} = {found.otherwise}")
    inside = body.inner({binder.name: value})
    decides = inside.inner()
    decides.line(f"{result} = {found.result or value}")
    decides.line("break")
    inside.take(f"if {found.test}{expression(claim, inside)}:", decides)
    body.take(f"for {value} in {over or _values(binder, body)}:", inside)
    return result


def _the_one(binder: nodes.Binder, where: nodes.Expr, body: Body) -> str:
    """Go through all values, since a second one for which it holds would be a breach."""
    found, value = body.own.fresh("t"), body.own.fresh(binder.name)
    body.line(f"{found} = []")
    inside = body.inner({binder.name: value})
    with inside.only_when(expression(where, inside)) as here:
        here.line(f"{found}.append({value})")
    body.take(f"for {value} in {_values(binder, body)}:", inside)
    message = f"f'there is not one {binder.type.value} here, but {{len({found})}}'"
    body.raising(f"len({found}) != 1", "NoValue", message)
    return f"{found}[0]"


def _values(binder: nodes.Binder, body: Body) -> str:
    return f"range({body.game.size(binder.type)})"


def _lookup(value: str, rows: tuple[nodes.LookupRow, ...]) -> str:
    """Go through the rows of a table; a value that no other has lies in the last."""
    *others, last = rows
    found = "".join(f"{row.gives} if {_in_row(value, row)} else " for row in others)
    return f"({found}{last.gives})"


def _in_row(value: str, row: nodes.LookupRow) -> str:
    match row.low, row.high:
        case low, None:
            return f"{low} <= {value}"
        case None, high:
            return f"{value} <= {high}"
        case low, high:
            return f"{value} == {low}" if low == high else f"{low} <= {value} <= {high}"


def _suit_of(card: str, body: Body) -> str:
    # A check that cannot fail in this game is left out: the function can then be safe.
    if all(one.suit is not None for one in body.game.cards):
        return f"SUIT[{card}]"
    suit = body.keep(f"SUIT[{card}]")
    body.raising(f"{suit} is None", "NoValue", "'this card has no suit'")
    return suit


def _field_of(reading: str, name: str, body: Body) -> str:
    patterns = body.game.patterns
    found = [pattern.field(name) for pattern in patterns]
    places = [None if place is None else 1 + place for place in found]  # 0 is the pattern itself
    if places and places[0] is not None and len(set(places)) == 1:
        return f"{reading}[{places[0]}]"
    reading = body.keep(reading)
    place = body.keep(f"{tuple(places)}[{reading}[0]]")
    message = f'f"a {{PATTERN[{reading}[0]]}} has no {name}"'
    body.raising(f"{place} is None", "NoValue", message)
    return f"{reading}[{place}]"


def _before(inner: nodes.Expr, body: Body) -> str:
    inside = body.inner()
    if body.before is None:
        body.line("raise NoValue('there was no move before')")
        return body.some("None")  # for what follows, which is never reached
    (inside.values, inside.zones), inside.before = body.before, None
    text = expression(inner, inside)
    body.lines += inside.lines
    return text
