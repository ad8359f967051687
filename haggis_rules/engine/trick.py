"""How a trick stands and who has won, as a text exports it: what programs ask by fixed names.

No variable of a text is looked at by its name. A text says what stands for what by exporting
``to.beat``, ``trick.holder`` and ``winner``; without the word there is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.asked_words import TO_BEAT, TRICK_HOLDER, WINNER
from haggis_rules.ir.game import Audience, Game
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.types import OptionType, Plain, Type, show
from haggis_rules.notation.named_value import NamedValue
from haggis_rules.notation.shown_play import Play, play_shown
from haggis_rules.notation.table_text import seat_name
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import Combination, GameState, Reading, Value


class TrickPlay(NamedTuple):
    """A play of the trick: the seat that made it, and the play.

    >>> from haggis_rules import load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> match = match.apply(match.rules.parse_action("2: play 4r 4y"))
    >>> match.trick
    (TrickPlay(seat=1, play=<Play 4r 4y = set2@4>),)
    """

    seat: int
    play: Play

    def __str__(self) -> str:
        return f"{seat_name(self.seat)}: {self.play}"


class TrickRow(tuple[TrickPlay, ...]):
    """The plays of a trick in order: a tuple that prints a line for each, and is drawn so."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        from haggis_rules.rendering.card_html import captioned, rows_html

        return rows_html(
            (seat_name(one.seat), captioned(one.play.picture(), str(one.play))) for one in self
        )


def to_beat(rules: Ruleset, state: GameState) -> str | None:
    """Return the reading that a play has to beat, in notation. Raises ``NoSuchQueryError``."""
    found = _asked(rules, state, TO_BEAT, {Plain.READING})
    return None if found is None else show_reading(rules.game, cast("Reading", found))


def trick_holder(rules: Ruleset, state: GameState) -> int | None:
    """Return the seat whose play has to be beaten. Raises ``NoSuchQueryError``."""
    return cast("int | None", _asked(rules, state, TRICK_HOLDER, {Plain.SEAT}))


def winner(rules: Ruleset, state: GameState, *, over: bool) -> int | NamedValue | None:
    """Return the seat, or the team by its name, that has won a match that is over.

    Raises ``NoSuchQueryError``.
    """
    found = cast("int | None", _asked(rules, state, WINNER, {Plain.SEAT, Plain.TEAM}))
    if not over or found is None:
        return None
    if _inner(rules.game.definitions[WINNER].type) is Plain.SEAT:
        return found
    return NamedValue(rules.game.teams[found], found)


def trick_plays(
    rules: Ruleset, taken: Iterable[tuple[GameState, Action]], now: GameState
) -> tuple[TrickPlay, ...]:
    """Return the plays since nothing had to be beaten.

    ``taken`` has the actions of a hand, each after the state in which it was taken, the last action
    first. What is chosen in secret is no play of the trick. Raises ``NoSuchQueryError``.
    """
    found = list[TrickPlay]()
    if to_beat(rules, now) is None:
        return TrickRow()
    for before, action in taken:
        if not rules.game.action(action.name).secret:
            patterns = rules.enumerator.at(before.values).patterns
            plays = [one for one in action.arguments if isinstance(one, Combination)]
            found += [TrickPlay(action.actor, play_shown(patterns, one)) for one in plays]
        if found and to_beat(rules, before) is None:
            break
    return TrickRow(found[::-1])


def check_open(game: Game, name: str) -> None:
    """See that what a word tells is known to all. Raises ``NoSuchQueryError``."""
    word, looked = game.definitions.get(name), Reads()
    if word is None:
        return
    parts = [word.base, *(part for one in word.exceptions for part in (one.when, one.value))]
    for part in parts:
        looked |= reads(game, part)
    states = {game.states[index].audience for index in looked.states}
    audiences = {one for index in looked.zones for one in game.zones[index].audiences}
    if not states | audiences <= {Audience.ALL}:
        message = f"`{name}` of this variant tells what not all may know; only `MatchState` has it"
        raise NoSuchQueryError(message)


def _asked(rules: Ruleset, state: GameState, name: str, kinds: set[Plain]) -> Value:
    """Return what a text exports by a name. Raises ``NoSuchQueryError`` unless it is of a kind."""
    query, word = rules.queries.get(name), rules.game.definitions.get(name)
    if query is None or word is None:
        message = f"this variant has no `{name}`; a text says what it is with `export {name} as`"
        raise NoSuchQueryError(message)
    if word.params or _inner(word.type) not in kinds:
        wanted = " or ".join(sorted(one.value for one in kinds))
        what = f"a {show(word.type)}" + (" of something" if word.params else "")
        message = f"`{name}` is {what} in this variant, and not a {wanted} or none"
        raise NoSuchQueryError(message)
    return query(state.values, state.zones)


def _inner(kind: Type) -> Type:
    return kind.inner if isinstance(kind, OptionType) else kind
