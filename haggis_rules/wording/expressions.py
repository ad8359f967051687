"""Every expression as plain English. Mirrors ``semantics/evaluate.py``, case for case.

The words are made from the typed form alone, so they say what is run and proved, and every name
in them comes from the text. Expressions that mean different things get different words: brackets
stand wherever a reader could take the words in two ways.
"""

from dataclasses import replace

from haggis_rules.ir import nodes
from haggis_rules.ir.game import ACTOR, Definition, Form
from haggis_rules.ir.types import ChoiceType, OptionType, Plain, Type
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import pack
from haggis_rules.wording.names import GameNames
from haggis_rules.wording.phrase import (
    Level,
    Phrase,
    agreement_phrase,
    claim_phrase,
    counted,
    join_claims,
    truth_phrase,
    value_phrase,
    with_article,
)

_COUNT = "the number of "  # and then what is counted
_IN_BRACKETS = (nodes.If, nodes.Before, nodes.MostOf, nodes.LeastOf, nodes.Lookup)
_LITERALS = (nodes.Number, nodes.Constant, nodes.Truth, nodes.Nothing)


class ExpressionWording(GameNames):
    """Says the expressions of one game."""

    __slots__ = ()

    def say(self, node: nodes.Expr) -> str:
        """Say an expression: a claim when it is a truth, and otherwise a thing."""
        words = self.phrase(node).text
        return words[1:-1] if isinstance(node, _IN_BRACKETS) else words

    def phrase(self, node: nodes.Expr) -> Phrase:
        """Say an expression so that it can be put into others."""
        phrase = self._phrase(node)
        return phrase.maybe() if isinstance(node.type, OptionType) else phrase

    def thing(self, node: nodes.Expr) -> Phrase:
        """Name a value, also a truth."""
        phrase = self.phrase(node)
        if node.type is not Plain.TRUTH:
            return phrase
        if phrase.noun:
            return Phrase(phrase.noun)
        words = f"whether {phrase.fit(Level.CLAIM, last=True)}"
        return Phrase(words, Level.CLAIM, runs_on=phrase.runs_on)

    def given(self, node: nodes.Expr) -> str:
        """Name a value where its type is known."""
        bare = _bare(node)
        if isinstance(bare, nodes.Constant):
            return self.literal(bare)
        return self.thing(node).fit(Level.CLAIM, last=True)

    def _phrase(self, node: nodes.Expr) -> Phrase:
        match node:
            case nodes.Number(value=value):
                return Phrase(str(value))
            case nodes.Truth(value=value):
                return Phrase("true" if value else "false", noun="true" if value else "false")
            case nodes.Constant():
                return Phrase(self.constant(node))
            case nodes.Nothing():
                return Phrase("none")
            case nodes.Variable(name=name):
                return _named(node.type, "the actor" if name == ACTOR else name)
            case nodes.Get(state=state, owner=owner):
                return _named(node.type, self.owned(self.game.states[state].name, owner))
            case nodes.Agreed(option=option):
                name = self.name(self.game.options[option].name)
                return (
                    agreement_phrase(name)
                    if node.type is Plain.TRUTH
                    else Phrase(f"the agreed {name}")
                )
            case nodes.Call():
                return self._call(node)
            case nodes.The(inner=inner):
                return self._the(node, inner)
            case nodes.Just(inner=inner):
                return replace(self.thing(inner), perhaps="")
            case nodes.IsNothing(inner=inner):
                return self._is_nothing(inner)
            case nodes.Plus(left=left, right=right):
                return self._sum(left, "plus", right)
            case nodes.Minus(left=left, right=right):
                return self._sum(left, "minus", right)
            case nodes.Times(factor=factor, inner=inner):
                return self._product(f"{factor} times", self.phrase(inner))
            case nodes.Product(left=left, right=right):
                return self._product(f"{self._one(left)} times", Phrase(self._one(right)))
            case nodes.PointsEach(points=points, inner=inner):
                return self._points_each(points, inner)
            case nodes.MostOf(parts=parts):
                return Phrase(f"(the largest of {self._several(parts)})")
            case nodes.LeastOf(parts=parts):
                return Phrase(f"(the smallest of {self._several(parts)})")
            case nodes.Lookup(inner=inner, rows=rows):
                return self._lookup(inner, rows)
            case nodes.Equal(left=left, right=right):
                return self._equal(left, right)
            case nodes.AtMost(left=left, right=right):
                return self._compared(left, "is at most", "is at least", right)
            case nodes.Below(left=left, right=right):
                return self._compared(left, "is below", "is above", right)
            case nodes.And(left=left, right=right):
                return join_claims(self.phrase(left), "and", self.phrase(right), Level.AND)
            case nodes.Or(left=left, right=right):
                return join_claims(self.phrase(left), "or", self.phrase(right), Level.OR)
            case nodes.Not(inner=inner):
                phrase = self.phrase(inner)
                if phrase.denied:
                    return Phrase(phrase.denied, Level.CLAIM, runs_on=phrase.runs_on)
                return Phrase(f"it is not the case that {phrase.fit(Level.NOUN)}", Level.CLAIM)
            case nodes.Implies(left=left, right=right):
                one, other = self.phrase(left), self.phrase(right)
                words = f"if {one.fit(Level.OR)}, then {other.fit(Level.OR, last=True)}"
                return Phrase(words, Level.SENTENCE, runs_on=True)
            case nodes.If(when=when, value=value, other=other):
                said, rest = self._arm(value, when), other
                while isinstance(rest, nodes.If):
                    said = f"{said}, otherwise {self._arm(rest.value, rest.when)}"
                    rest = rest.other
                return Phrase(f"({said}, otherwise {self.phrase(rest).fit(Level.OR)})")
            case nodes.CopiesIn(card=card, zone=zone):
                copies = f"the number of copies of {self._one(card)}"
                return Phrase(f"{copies} in {self.zone(zone)}")
            case nodes.CardsIn(zone=zone, group=group):
                return Phrase(f"the number of {self.cards(group)}s in {self.zone(zone)}")
            case nodes.DeckCopies(card=card):
                copies = f"the number of copies of {self._one(card)}"
                return Phrase(f"{copies} in the whole deck")
            case nodes.RankOf(card=card):
                return Phrase(f"the rank of {self._one(card)}")
            case nodes.SuitOf(card=card):
                return Phrase(f"the suit of {self._one(card)}")
            case nodes.InGroup(card=card, group=group):
                kind = self.name_with_article(self.game.groups[group].name)
                return claim_phrase(self.phrase(card), f"is {kind}", f"is not {kind}")
            case nodes.TeamOf(seat=seat):
                return Phrase(f"the team of {self._one(seat)}")
            case nodes.SeatsAfter(count=count, seat=seat):
                way = "counter-clockwise" if count < 0 else "clockwise"
                places = counted(abs(count), "place")
                return Phrase(f"the seat {places} {way} from {self._one(seat)}")
            case nodes.SeatPair(left=left, right=right):
                return Phrase(f"{self._one(left)} for {self._one(right)}")
            case nodes.NumberOf(binder=binder, where=where):
                return self._such_that(f"the number of {binder.type.value}s {binder.name}", where)
            case nodes.Total(binder=binder, inner=inner):
                return Phrase(f"the total over every {_bound(binder)} of {self._one(inner)}")
            case nodes.Most(binder=binder, where=where, inner=inner):
                return self._extreme("largest", binder, where, inner)
            case nodes.Least(binder=binder, where=where, inner=inner):
                return self._extreme("smallest", binder, where, inner)
            case nodes.Every(binder=binder, claim=nodes.Implies(left=left, right=right)):
                those = f"{_bound(binder)} such that {self.phrase(left).fit(Level.OR)}"
                return self._for_every(those, right)
            case nodes.Every(binder=binder, claim=inner):
                return self._for_every(_bound(binder), inner)
            case nodes.Some(binder=binder, claim=inner):
                phrase = self._such_that(f"there is {with_article(_bound(binder))}", inner)
                denied = self._such_that(f"there is no {_bound(binder)}", inner).text
                return replace(phrase, level=Level.CLAIM, denied=denied)
            case nodes.SomePlay(binder=binder, zone=zone, claim=inner):
                play = f"combination {binder.name} from {self.zone(zone)}"
                phrase = self._such_that(f"there is a {play}", inner)
                denied = self._such_that(f"there is no {play}", inner).text
                return replace(phrase, level=Level.CLAIM, denied=denied)
            case nodes.First(binder=binder, where=where):
                return self._first(binder, "", where)
            case nodes.TheOne(binder=binder, where=where):
                return self._such_that(f"the one {_bound(binder)}", where)
            case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
                start = "starting with" if inclusive else "starting after"
                way = f", going clockwise and {start} {self._one(seat)},"
                return self._first(binder, way, where)
            case nodes.ReadingOf(combination=combination):
                return Phrase(f"the reading of {self._one(combination)}")
            case nodes.IsPattern(reading=reading, pattern=pattern):
                kind = self.name_with_article(self.game.patterns[pattern].name)
                return claim_phrase(self.phrase(reading), f"is {kind}", f"is not {kind}")
            case nodes.FieldOf(reading=reading, field=name):
                return value_phrase(f"the {self.name(name)} of {self._one(reading)}")
            case nodes.Outranks(left=left, right=right):
                one, other = self.phrase(left), self.phrase(right)
                return claim_phrase(one, "outranks", "does not outrank", other)
            case nodes.CombinationOf():
                return self._combination_of(node)
            case nodes.Written(pattern=pattern, fields=fields, cards=cards):
                read_as = show_reading(self.game, (pattern, *fields))
                return Phrase(f"{show_cards(self.game, pack(cards))} as {read_as}", Level.SUM)
            case nodes.Before(inner=inner):
                return Phrase(f"({self.phrase(inner).fit(Level.OR)}, before that)")

    def head(self, definition: Definition) -> Phrase:
        """Say what is defined, with the names of its parameters."""
        return self._form(definition, [Phrase(param.name) for param in definition.params])

    def zone(self, zone: nodes.ZoneRef) -> str:
        """Say a zone, or several taken together."""
        zones = self.game.zones
        match zone:
            case nodes.OneZone(zone=index):
                return f"the {self.name(zones[index].name)}"
            case nodes.OwnedZone(zone=index, owner=owner):
                return self.owned(zones[index].name, owner)
            case nodes.EveryZone(zone=index):
                return f"every {self.name(zones[index].name)} taken together"
            case nodes.AllZones():
                return "all zones taken together"
            case nodes.CardsOf(combination=combination):
                return self._one(combination)

    def _arm(self, value: nodes.Expr, when: nodes.Expr) -> str:
        return f"{self.phrase(value).fit(Level.OR)} if {self.phrase(when).fit(Level.OR)}"

    def _one(self, node: nodes.Expr) -> str:
        """Say what something is of, or of which it is."""
        return self.phrase(node).fit(Level.NOUN)

    def owned(self, name: str, owner: nodes.Expr | None) -> str:
        """Say a zone or a state variable, and whose it is."""
        whose = "" if owner is None else f" of {self._one(owner)}"
        return f"the {self.name(name)}{whose}"

    def _the(self, node: nodes.The, inner: nodes.Expr) -> Phrase:
        found = self._phrase(inner)
        if not found.perhaps:
            found = Phrase(f"the value of {found.fit(Level.NOUN)}")
        return truth_phrase(found.text) if node.type is Plain.TRUTH else replace(found, perhaps="")

    def _call(self, node: nodes.Call) -> Phrase:
        definition = self.game.definitions[node.definition]
        return self._form(definition, [self.thing(each) for each in node.arguments])

    def _form(self, definition: Definition, values: list[Phrase]) -> Phrase:
        name = self.name(definition.name)
        match definition.form:
            case Form.CONSTANT:
                return _named(definition.type, f"the {name}")
            case Form.FUNCTION:
                return _named(definition.type, f"the {name} of {values[0].fit(Level.NOUN)}")
            case Form.PREDICATE:
                return claim_phrase(values[0], f"is {name}", f"is not {name}")
            case Form.PAIR_PREDICATE:
                phrase = Phrase(f"{name} of {values[1].fit(Level.NOUN)}")
                return claim_phrase(values[0], "is", "is not", phrase)
            case Form.RELATION:
                phrase = claim_phrase(values[0], name, "", values[1])
                return replace(phrase, denied="", perhaps=f"({phrase.text}) (if any)")

    def _is_nothing(self, inner: nodes.Expr) -> Phrase:
        match inner:
            case nodes.Get() | nodes.Call():
                noun = self._phrase(inner).fit(Level.NOUN)
                if noun.startswith("the "):
                    bare = noun.removeprefix("the ")
                    claim, denied = f"there is no {bare}", f"there is {with_article(bare)}"
                    return Phrase(claim, Level.CLAIM, denied=denied)
            case nodes.Just(inner=value):
                return claim_phrase(
                    Phrase(f"the value {self._one(value)}"), "is missing", "is there"
                )
            case _:
                pass
        return claim_phrase(self._phrase(inner), "has no value", "has a value")

    def _sum(self, left: nodes.Expr, word: str, right: nodes.Expr) -> Phrase:
        one, other = self.phrase(left), self.phrase(right)
        words = f"{one.fit(Level.SUM)} {word} {other.fit(Level.PRODUCT, last=True)}"
        return Phrase(words, Level.SUM, runs_on=other.runs_on)

    def _product(self, words: str, inner: Phrase) -> Phrase:
        text = f"{words} {inner.fit(Level.PRODUCT, last=True)}"
        return Phrase(text, Level.PRODUCT, runs_on=inner.runs_on)

    def _points_each(self, points: int, inner: nodes.Expr) -> Phrase:
        each = f"{counted(points, 'point')} for each"
        match inner:
            case nodes.CardsIn(zone=zone, group=group):
                words = f"{each} {self.cards(group)} in {self.zone(zone)}"
                return Phrase(words, Level.PRODUCT)
            case nodes.CopiesIn(card=card, zone=zone):
                words = f"copy of {self._one(card)} in {self.zone(zone)}"
                return Phrase(f"{each} {words}", Level.PRODUCT)
            case nodes.NumberOf(binder=binder, where=where):
                phrase = self._such_that(f"{each} {_bound(binder)}", where)
                return replace(phrase, level=Level.PRODUCT)
            case _:
                return self._product(f"{each} one of", self.phrase(inner))

    def _several(self, parts: tuple[nodes.Expr, ...]) -> str:
        *others, last = (self._one(part) for part in parts)
        return f"{', '.join(others)} and {last}"

    def _lookup(self, inner: nodes.Expr, rows: tuple[nodes.LookupRow, ...]) -> Phrase:
        """Say what a table gives: the first row names what is looked up."""
        names = [self._one(inner), *("it" for _ in rows[1:])]
        said = [
            f"{row.gives} if {name} is {self._looked_up(row, inner.type)}"
            for name, row in zip(names, rows, strict=True)
        ]
        return Phrase(f"({', '.join(said)})")

    def _looked_up(self, row: nodes.LookupRow, kind: Type) -> str:
        if isinstance(kind, ChoiceType):
            return self.name(kind.choices[row.low or 0])
        match row.low, row.high:
            case low, None:
                return f"{low} or more"
            case None, high:
                return f"{high} or less"
            case low, high:
                return str(low) if low == high else f"from {low} to {high}"

    def _equal(self, left: nodes.Expr, right: nodes.Expr) -> Phrase:
        if left.type is Plain.TRUTH and not isinstance(right, nodes.Truth):
            one, other = self.phrase(left), self.phrase(right)
            words = f"{one.fit(Level.OR)} exactly when {other.fit(Level.OR, last=True)}"
            return Phrase(words, Level.SENTENCE, runs_on=other.runs_on)
        return claim_phrase(self._side(left, right), "is", "is not", self._side(right, left))

    def _compared(self, left: nodes.Expr, verb: str, turned: str, right: nodes.Expr) -> Phrase:
        """Compare two sides; what varies stands first, and what is fixed after it."""
        one, other = self._side(left, right), self._side(right, left)
        if _fixed(left) > _fixed(right):
            one, verb, other = other, turned, one
        return claim_phrase(one, verb, verb.replace("is", "is not", 1), other)

    def _side(self, node: nodes.Expr, other: nodes.Expr) -> Phrase:
        """Say one side of a comparison; the other side says of which kind a literal is."""
        bare = _bare(node)
        if isinstance(bare, nodes.Constant) and not isinstance(other, _LITERALS):
            return Phrase(self.literal(bare))
        return self.thing(node)

    def _for_every(self, those: str, node: nodes.Expr) -> Phrase:
        claim = self.phrase(node).fit(Level.SENTENCE, last=True)
        return Phrase(f"for every {those}, {claim}", Level.CLAIM, runs_on=True)

    def _such_that(self, head: str, where: nodes.Expr) -> Phrase:
        condition = self.phrase(where).fit(Level.SENTENCE, last=True)
        return Phrase(f"{head} such that {condition}", runs_on=True)

    def _extreme(
        self, word: str, binder: nodes.Binder, where: nodes.Expr | None, inner: nodes.Expr
    ) -> Phrase:
        """Say the largest or the smallest of several numbers; what is counted stands last."""
        over = f" over every {_bound(binder)}"
        if where is not None:
            over = f", over every {_bound(binder)} such that {self.phrase(where).fit(Level.OR)},"
        measured = self._one(inner)
        if measured.startswith(_COUNT):
            return Phrase(f"the {word} number{over} of {measured.removeprefix(_COUNT)}")
        return Phrase(f"the {word}{over} of {measured}")

    def _first(self, binder: nodes.Binder, way: str, where: nodes.Expr) -> Phrase:
        head = f"the first {_bound(binder)}"
        perhaps = self._such_that(f"{head} (if any){way}", where).text
        return replace(self._such_that(f"{head}{way}", where), perhaps=perhaps)

    def _combination_of(self, node: nodes.CombinationOf) -> Phrase:
        pattern = self.game.patterns[node.pattern]
        fields = ", ".join(
            f"{self.name(f.name)} {self._one(value)}"
            for f, value in zip(pattern.fields, node.fields, strict=True)
        )
        card = self._one(node.card)
        kind = self.name_with_article(pattern.name)
        return Phrase(f"the combination ({card} alone, as {kind} with {fields})")


def _named(kind: Type, name: str) -> Phrase:
    return truth_phrase(name) if kind is Plain.TRUTH else value_phrase(name)


def _fixed(node: nodes.Expr) -> int:
    """Say how fixed a value is: as written, agreed on before a match, or neither."""
    return 2 if isinstance(node, _LITERALS) else int(isinstance(node, nodes.Agreed))


def _bare(node: nodes.Expr) -> nodes.Expr:
    return node.inner if isinstance(node, nodes.Just) else node


def _bound(binder: nodes.Binder) -> str:
    return f"{binder.type.value} {binder.name}"
