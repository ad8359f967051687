"""A game in which each part of a clause has a name of its own, so that a trail tells which is used.

The trail of an evaluation names the clauses that were looked at, also where they said no. Here a
condition is followed by a word that is looked at only when it holds, and an exception, an effect, a
guard or a pattern is a clause of its own. In all else it is the same game, to be evaluated only.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import Plain
from haggis_rules.verdicts.model import Piece
from haggis_verify.cache.proof_cache import called_definitions

TRUE = nodes.Truth(Plain.TRUTH, value=True)


@dataclass(frozen=True, slots=True)
class InstrumentedGame:
    """The game with marks, and the part of a clause that each of its marks stands for."""

    game: ir.Game
    parts: dict[str, Piece]


def instrument(game: ir.Game) -> InstrumentedGame:
    """Mark each part of a game that play can come to."""
    return _Instrumenter(game).whole()


@dataclass
class _Instrumenter:
    game: ir.Game
    parts: dict[str, Piece] = field(default_factory=dict[str, Piece])
    words: dict[str, ir.Definition] = field(default_factory=dict[str, ir.Definition])

    def whole(self) -> InstrumentedGame:
        game = self.game
        wanted = called_definitions(game)
        for name, one in game.definitions.items():
            self.words[name] = self._definition(one) if name in wanted else one
        groups = (
            one
            if one.any_suit is None
            else replace(one, any_suit=self._mark(one.any_suit, f"any suit for {one.name}"))
            for one in game.groups
        )
        until = game.until
        if until is not None:
            until = replace(until, clause=self._mark(until.clause, "match until"))
        found = replace(
            game,
            groups=tuple(groups),
            patterns=tuple(
                replace(one, clause=self._mark(one.clause, f"pattern {one.name}"))
                for one in game.patterns
            ),
            actions=tuple(map(self._action, game.actions)),
            steps=tuple(map(self._step, game.steps)),
            between=tuple(self._effected(one, "between hands") for one in game.between),
            until=until,
        )
        some = next(iter(game.clauses.values()))
        clauses = dict.fromkeys(self.parts, some)
        return InstrumentedGame(replace(found, definitions=self.words, clauses=clauses), self.parts)

    def _mark(self, clause: str, part: str, *, effect: bool = False) -> str:
        """Return a name for a part of a clause; the clause itself when it is derived."""
        if self.game.clauses[clause].status is ir.ClauseStatus.DERIVED:
            return clause
        mark = f"{clause} {len(self.parts)}"
        self.parts[mark] = Piece(clause, part, effect)
        return mark

    def _recorded(self, when: nodes.Expr, mark: str) -> nodes.Expr:
        """Say the same, and note it where it holds."""
        self.words[mark] = ir.Definition(
            mark, mark, ir.Form.CONSTANT, (), Plain.TRUTH, TRUE, (), exported=False
        )
        return nodes.And(Plain.TRUTH, when, nodes.Call(Plain.TRUTH, mark, ()))

    def _definition(self, one: ir.Definition) -> ir.Definition:
        base = self._mark(one.clause, f"define {one.name}")
        noted = self._recorded(TRUE, base)
        exceptions = tuple(
            replace(
                each, when=self._recorded(each.when, self._mark(each.clause, f"except {one.name}"))
            )
            for each in one.exceptions
        )
        value = nodes.If(one.type, noted, one.base, one.base)
        return replace(one, base=value, exceptions=exceptions)

    def _action(self, one: ir.ActionSchema) -> ir.ActionSchema:
        taken = self._mark(one.clause, f"action {one.name}")
        guards = tuple(
            replace(each, clause=self._mark(each.clause, f"may {one.name} only when"))
            for each in one.guards
        )
        effects = tuple(self._effected(each, f"on {one.name}") for each in one.effects)
        return replace(one, clause=taken, guards=guards, effects=effects)

    def _step(self, one: ir.Step) -> ir.Step:
        when = self._recorded(one.when, self._mark(one.clause, f"step {one.name}"))
        effects = tuple(self._effected(each, f"on {one.name}") for each in one.effects)
        return replace(one, when=when, effects=effects)

    def _effected(self, one: ir.Effected, name: str) -> ir.Effected:
        description = f"{name} {_effect_name(one.effect, self.game)}"
        mark = self._mark(one.clause, description, effect=True)
        return replace(one, effect=self._effect(one.effect, mark))

    def _effect(self, effect: ir.Effect, mark: str) -> ir.Effect:
        match effect:
            case ir.Let() | ir.Move():
                return self._done(effect, mark)
            case ir.ForEach(effect=inner):
                return replace(effect, effect=self._effect(inner, mark))
            case ir.Openly(effect=inner):
                return replace(effect, effect=self._done(inner, mark))

    def _done(self, effect: ir.Let | ir.Move, mark: str) -> ir.Let | ir.Move:
        return replace(
            effect, when=self._recorded(TRUE if effect.when is None else effect.when, mark)
        )


def _effect_name(effect: ir.Effect, game: ir.Game) -> str:
    """Name what an effect does."""
    match effect:
        case ir.Let(state=state):
            return f"let {game.states[state].name}"
        case ir.Move(source=source, target=target):
            zones = game.zones
            return f"move from {zones[source.zone].name} to {zones[target.zone].name}"
        case ir.ForEach(effect=inner) | ir.Openly(effect=inner):
            return _effect_name(inner, game)
