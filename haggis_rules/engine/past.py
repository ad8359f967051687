"""What led to a position: a chain of what was done, whose events are worked out when asked for.

An event follows from an action or a step and the state before it. Most programs never ask for one,
so an action adds a link to the chain and makes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.engine.plain_action import PlainAction
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.knowledge.seen import SeenEvent
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import Moved


class Past:
    """An action, or a step by its name, the state after it, and what came before it.

    ``event`` is None, and ``seen`` has nothing for a seat, until somebody asks. Make one with
    ``past_with``: there is no ``__init__``, since calling that would double the time of an action's
    link.
    """

    __slots__ = ("after", "done", "earlier", "event", "seen")

    earlier: Past | Replay | None
    done: Action | str
    after: GameState
    event: Event | None
    seen: dict[int, SeenEvent] | None


class Replay:
    """The past of a position that was pickled: what was done, and the chain once asked for."""

    __slots__ = ("actions", "found", "state")

    def __init__(self, actions: tuple[PlainAction, ...], state: GameState) -> None:
        self.actions, self.state = actions, state
        self.found: Past | None = None


def past_with(earlier: Past | Replay | None, done: Action | str, after: GameState) -> Past:
    """Return a past with one more action or step."""
    past = Past()
    past.earlier, past.done, past.after = earlier, done, after
    past.event = past.seen = None
    return past


def last_first(start: GameState, pasts: Sequence[Past]) -> Iterator[tuple[GameState, Action]]:
    """Yield each action after the state in which it was taken, the last action first."""
    befores = [start, *(past.after for past in pasts)]
    for number in reversed(range(len(pasts))):
        done = pasts[number].done
        if isinstance(done, Action):
            yield befores[number], done


def event_of(rules: Ruleset, before: GameState, past: Past) -> Event:
    """Return the last event of a past, which began in a state."""
    if past.event is None:
        done, known, moved = past.done, (before.values, before.zones), list[Moved]()
        if isinstance(done, Action):
            do = rules.choices.plans[done.name].code.do
            do(*known, done.actor, *done.arguments, moved)
        else:
            names = [step.name for step in rules.game.steps]
            rules.code.steps[names.index(done)](*known, moved)
        past.event = Event(done, tuple(moved), past.after)
    return past.event
