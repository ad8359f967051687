"""The match: what is agreed on, how it begins and goes on, when it is over, and how soon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.analysis.sheet.linear import Linear, LinearReader, NameBindings, StateTerm
from haggis_rules.analysis.sheet.lookups import inside, words_in
from haggis_rules.analysis.sheet.score import ScoreSheet, SheetSentence, sheet_sentence
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import High, Low
from haggis_rules.ir.game import Effect, ForEach, Game, Let, Move, Openly, Option
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType
from haggis_rules.semantics.between_hands import is_one_hand
from haggis_rules.wording.declarations import describe_state, describe_values, value_of
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.flow import describe_effect, describe_match_end


@dataclass(frozen=True, slots=True)
class OptionLine:
    """Something to agree on: the values that are offered, the usual one and the one here."""

    name: str
    values: str
    usual: str
    here: str
    ends: bool
    clause: str


@dataclass(frozen=True, slots=True)
class GrowthLine:
    """How much a number that lasts grows with each hand: from ``low`` to ``high``.

    Either is None when nothing bounds it, and below 0 where the number can fall.

    ``start`` is its first value, and None where that is not a plain number.
    """

    name: str
    start: int | None
    low: Low
    high: High
    clause: str


@dataclass(frozen=True, slots=True)
class GoalLine:
    """A number that lasts and is asked about at the end of a match: what it is held against.

    ``option`` names what the players agree on, and is empty for a number of the text. Before so
    many hands as ``hands`` the goal cannot be reached; when ``surely``, it then is. Otherwise it is
    not said whether it can be reached as early as that.
    """

    name: str
    option: str
    goal: int
    hands: int
    surely: bool


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match. ``one_hand`` says that the rules are for one hand, and it has no end otherwise."""

    options: tuple[OptionLine, ...]
    start: tuple[SheetSentence, ...]
    between: tuple[SheetSentence, ...]
    until: tuple[SheetSentence, ...]
    growth: tuple[GrowthLine, ...]
    goals: tuple[GoalLine, ...]
    one_hand: bool


def match_sheet(game: Game, english: ExpressionWording, score: ScoreSheet) -> MatchSheet:
    """Tell how a match goes."""
    until = game.until
    sentences: tuple[SheetSentence, ...] = ()
    end_expressions: tuple[nodes.Expr, ...] = ()
    if until is not None:
        sentences = (sheet_sentence(describe_match_end(english, until), until.clause),)
        end_expressions = tuple(_end_expressions(game, until.expr))
    growth = dict(_growth(game, score))
    return MatchSheet(
        tuple(_option(game, english, index, end_expressions) for index in range(len(game.options))),
        tuple(
            SheetSentence(describe_state(english, state), (), state.clause)
            for state in game.states
            if state.lasting
        ),
        tuple(
            SheetSentence(f"After a hand {describe_effect(english, one.effect)}.", (), one.clause)
            for one in game.between
        ),
        sentences,
        tuple(growth.values()),
        tuple(dict.fromkeys(_goals(game, end_expressions, growth))),
        is_one_hand(game),
    )


def _option(
    game: Game, english: ExpressionWording, index: int, end_expressions: tuple[nodes.Expr, ...]
) -> OptionLine:
    option: Option = game.options[index]
    ends = any(isinstance(node, nodes.Agreed) and node.option == index for node in end_expressions)
    return OptionLine(
        option.name,
        describe_values(english, option),
        value_of(english, option, option.usual),
        value_of(english, option, option.value),
        ends,
        option.clause,
    )


def _end_expressions(game: Game, node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield every expression that the end of a match hangs on, each word gone through once."""
    yield from everywhere(node)
    for word in words_in(game, [node]).values():
        yield from inside(word)


def _growth(game: Game, score: ScoreSheet) -> Iterator[tuple[int, GrowthLine]]:
    """Yield how much each lasting number grows, where what happens between hands adds to it."""
    for one in game.between:
        let, names = _let(game, one.effect, {})
        if let is None or let.when is not None:
            continue
        state = game.states[let.state]
        if not isinstance(state.type, NumberType):
            continue
        # The new value is the old one, once, and a rest: that rest is the growth.
        found = _Scored(game, score, let.state).number(let.value, names)
        owner = None if let.owner is None else names.get(getattr(let.owner, "name", ""))
        if found.terms == {StateTerm(let.state, owner): 1}:
            start = state.initial.value if isinstance(state.initial, nodes.Number) else None
            yield let.state, GrowthLine(state.name, start, found.low, found.high, one.clause)


def _let(game: Game, effect: Effect, names: NameBindings) -> tuple[Let | None, NameBindings]:
    """Return what an effect for each owner sets, and the names that it uses."""
    match effect:
        case Let():
            return effect, names
        case ForEach(binder=binder, where=None, effect=inner):
            return _let(
                game, inner, {**names, binder.name: nodes.Variable(binder.type, binder.name)}
            )
        case Openly(effect=inner):
            return _let(game, inner, names)
        case ForEach() | Move():
            return None, names


class _Scored(LinearReader):
    """Reads numbers, and knows the bounds of the entries of the score sheet."""

    def __init__(self, game: Game, score: ScoreSheet, state: int) -> None:
        super().__init__(game, followed=[state])
        self._entries = {entry.name: entry for entry in score.entries}

    def number(self, node: nodes.Expr, names: NameBindings) -> Linear:
        """Read what an expression is."""
        entry = self._entries.get(node.definition) if isinstance(node, nodes.Call) else None
        return super().number(node, names) if entry is None else Linear(entry.low, entry.high)


def _goals(
    game: Game, end_expressions: tuple[nodes.Expr, ...], growth: dict[int, GrowthLine]
) -> Iterator[GoalLine]:
    """Yield each number that something growing has to come to."""
    for node in end_expressions:
        if not isinstance(node, nodes.AtMost | nodes.Below):
            continue
        wanted = _wanted(game, node.left)
        variable = node.right
        if wanted is None or not isinstance(variable, nodes.Get) or variable.state not in growth:
            continue
        line, (option, number) = growth[variable.state], wanted
        goal = number + isinstance(node, nodes.Below)
        if line.start is not None and line.high and line.start < goal:
            # Rounded up: at the most for each hand, no fewer hands can do. When the most is also
            # the least, they do.
            hands = -(-(goal - line.start) // line.high)
            surely = line.low == line.high
            if surely or hands > 1:
                yield GoalLine(line.name, option, goal, hands, surely)


def _wanted(game: Game, node: nodes.Expr) -> tuple[str, int] | None:
    """Return the option, if it is one, and the number."""
    match node:
        case nodes.Number(value=value):
            return "", value
        case nodes.Agreed(option=option):
            agreed = game.options[option]
            is_number = isinstance(agreed.type, NumberType)
            return (agreed.name, int(agreed.value)) if is_number else None
        case _:
            return None
