"""What can be seen from a place in a text: the words of the game by kind, and names bound there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from haggis_rules.ir import game as ir
from haggis_rules.ir.asked_words import ASKED_OF_TRICKS
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.syntax import ast

_Item = TypeVar("_Item")

WordKind = str  # what a word stands for: `seat`, `choice amount`, `number of cards`

BoundNames = tuple[tuple[str, WordKind], ...]  # names and their kinds, the outermost or first first


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game, at all its tables together, in the order of the text.

    ``alone`` stand by themselves. ``of`` are said of a seat or the like, ``predicates`` stand
    after `is`; both have the kind of what they are said of as well.
    """

    alone: BoundNames = ()
    of: tuple[tuple[str, WordKind, WordKind], ...] = ()
    predicates: tuple[tuple[str, WordKind], ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    groups: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    zones: tuple[tuple[str, str | None], ...] = ()
    ranks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    params: Mapping[str, BoundNames] = field(default_factory=dict[str, BoundNames])
    actions: Mapping[str, BoundNames] = field(default_factory=dict[str, BoundNames])
    teams: bool = False
    seatings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MutationScope:
    """The words of the game, and the names that are bound around a place."""

    words: GameWords
    bound: BoundNames = ()

    def binding(self, *names: tuple[str, WordKind]) -> MutationScope:
        """Return the scene inside something that gives names a value."""
        return replace(self, bound=(*self.bound, *names))

    def kind_of(self, name: str) -> WordKind | None:
        """Return the kind of a word that stands alone; None when it is none or not known."""
        return dict((*self.words.alone, *self.bound)).get(name)

    def alike(self, name: str, kind: WordKind) -> list[str]:
        """Name other words of a kind: what is bound here, the nearest first, then the next two."""
        bound = [each for each, its in reversed(self.bound) if its == kind and each != name]
        return [
            *bound,
            *scope_after(name, [each for each, its in self.words.alone if its == kind]),
        ][:3]

    def inside(self, node: object, child: str) -> MutationScope:
        """Return the scene of one field of a node."""
        if child in ("param", "binder", "signature", "name"):
            return self
        match node:
            case ast.Define(signature=signature):
                return self.binding(*_params(signature))
            case ast.Score(param=param):
                return self.binding(_param(param))
            case ast.Except(name=name):
                return self.binding(*self.words.params.get(name.text, ()))
            case ast.Action(params=params) if child == "params":
                return self.binding((ir.ACTOR, "seat"))
            case ast.AnySeat(name=name):
                return self.binding((name.text, "seat"))
            case ast.May(action=name) | ast.On(name=name):
                return self.binding(*self.words.actions.get(name.text, ()))
            case ast.Wild(card=card, rank=rank):
                return self.binding((card.text, "card"), (rank.text, "rank"))
            case ast.WildWhen(card=card):
                return self.binding((card.text, "card"))
            case ast.NumberOf(many=many, name=name):
                return self.binding((name.text, many.text.removesuffix("s")))
            case ast.First(type=kind, name=name):
                return self.binding((name.text, kind.text))
            case ast.FirstSeat(name=name) if child == "where":
                return self.binding((name.text, "seat"))
            case (
                ast.ForEach(binder=binder)
                | ast.Total(binder=binder)
                | ast.MostFor(binder=binder)
                | ast.LeastFor(binder=binder)
                | ast.Every(binder=binder)
                | ast.Some(binder=binder)
                | ast.TheOne(binder=binder)
            ):
                return self.binding((binder.name.text, binder.type.text))
            case ast.ForAny(params=params):
                return self.binding(*map(_param, params))
            case ast.AnyMade(name=name) if child == "claim":
                return self.binding((name.text, "reading"))
            case ast.SomeCombination(name=name) if child != "zone":
                return self.binding((name.text, "reading"))
            case ast.SomeCard(name=name):
                return self.binding((ir.ACTOR, "seat"), (name.text, "card"))
            case _:
                return self


def scope_after(name: str, names: Sequence[str], most: int = 2) -> list[str]:
    """Return the names that follow one, going round; all of them when it is none of these."""
    if name not in names:
        return list(names[:most])
    place = names.index(name)
    return [*names[place + 1 :], *names[:place]][:most]


def words_of(games: Iterable[ir.Game]) -> GameWords:
    """Gather the words of a text from its games, one for each table."""
    several = tuple(games)
    return GameWords(
        alone=_once(one for game in several for one in _alone(game)),
        of=_once(one for game in several for one in _of(game)),
        predicates=_once(one for game in several for one in _predicates(game)),
        choices=_once(choice.choices for game in several for choice in game.choices),
        groups=_once(group.name for game in several for group in game.groups),
        patterns=_once(pattern.name for game in several for pattern in game.patterns),
        zones=_once((zone.name, _owner(zone.owner)) for game in several for zone in game.zones),
        ranks=_once(rank for game in several for rank in game.ranks),
        cards=_once(game.card_name(card) for game in several for card in range(len(game.cards))),
        params={name: one for game in several for name, one in _defined(game)},
        actions={name: one for game in several for name, one in _acted(game)},
        teams=any(game.teams for game in several),
        seatings=_once(game.seats for game in several),
    )


def kind_of(kind: Type) -> WordKind:
    """Say what values a type has; whether there may be none, and bounds, do not count."""
    match kind:
        case OptionType(inner=inner):
            return kind_of(inner)
        case NumberType(unit=unit):
            return "number" if unit is None else f"number of {unit.value}"
        case ChoiceType(name=name):
            return f"choice {name}"
        case Plain():
            return kind.value


def _params(signature: ast.Signature) -> Iterator[tuple[str, WordKind]]:
    match signature:
        case ast.Constant():
            return
        case ast.Function(param=param) | ast.Predicate(param=param):
            yield _param(param)
        case ast.PairPredicate(param=left, other=right) | ast.RelationOf(left=left, right=right):
            yield _param(left)
            yield _param(right)


def _param(param: ast.Param) -> tuple[str, WordKind]:
    return param.name.text, param.type.text


def _alone(game: ir.Game) -> Iterator[tuple[str, WordKind]]:
    for state in game.states:
        if state.owner is ir.Owner.NOBODY:
            yield state.name, kind_of(state.type)
    for definition in game.definitions.values():
        # What programs ask for is another name of what rules speak of already.
        if definition.form is ir.Form.CONSTANT and definition.name not in ASKED_OF_TRICKS:
            yield definition.name, kind_of(definition.type)


def _of(game: ir.Game) -> Iterator[tuple[str, WordKind, WordKind]]:
    for state in game.states:
        owner = _owner(state.owner)
        if owner is not None:
            yield state.name, owner, kind_of(state.type)
    for definition in game.definitions.values():
        if definition.form is ir.Form.FUNCTION:
            yield definition.name, kind_of(definition.params[0].type), kind_of(definition.type)


def _predicates(game: ir.Game) -> Iterator[tuple[str, WordKind]]:
    for definition in game.definitions.values():
        if definition.form is ir.Form.PREDICATE:
            yield definition.name, kind_of(definition.params[0].type)


def _defined(game: ir.Game) -> Iterator[tuple[str, BoundNames]]:
    for definition in game.definitions.values():
        yield definition.name, tuple((p.name, kind_of(p.type)) for p in definition.params)


def _acted(game: ir.Game) -> Iterator[tuple[str, BoundNames]]:
    for action in game.actions:
        chosen = ((param.name, kind_of(param_type(param))) for param in action.params)
        yield action.name, ((ir.ACTOR, "seat"), *chosen)


def _owner(owner: ir.Owner) -> str | None:
    return None if owner is ir.Owner.NOBODY else owner.value


def _once(found: Iterable[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys(found))
