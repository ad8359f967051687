"""The judge of planted faults: each kind of witness is asked whether it notices the change.

Only the witness that is named is asked, in the changed text alone, and at the tables alone where it
stands. Others are asked when it notices nothing, to tell whether the fault survives or was noticed
by something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import tee
from random import Random
from unittest.mock import patch

from haggis_rules import Position, Rules
from haggis_rules.cases import CheckedCase, check, every
from haggis_rules.cases.outcome import Undefined
from haggis_rules.diagnostics.errors import FailedExampleError, NotMadeError, UnclearExampleError
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType
from haggis_rules.verdicts.model import (
    Counterexample,
    NotInductive,
    NotReached,
    Proved,
    Reached,
    Refuted,
    Unused,
)
from haggis_rules.verdicts.show import is_green, show
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.proving.builtin_promises import (
    BUILTIN_PROMISES,
    COURSE_PROMISES,
    SECRECY,
)
from haggis_verify.report import verify
from tests.games import games_of
from tests.matches import playing
from tests.matches.searching import found_in_matches
from tests.planted.changed import changed_game, game_with, sound_game
from tests.planted.fault import (
    DeadPart,
    Example,
    MatchCheck,
    Options,
    PlantedFault,
    Promise,
    Question,
    Seen,
)
from tests.secrets.comparing import check_unseen, check_view
from tests.secrets.ledger import Ledger, ledger_of
from tests.secrets.walks import walk
from tests.verify.asking import result_of

HANDS, EARLY, LATE = 4, 20, 15  # of walks in which somebody may see too much
FAILED = {FailedExampleError, NotMadeError}
AT_THE_TABLE = {"at first", "for any values"}  # where a match begins with a breach, or none does
SAME = "or, which looks the same to"  # begins the second of two positions that tell a leak


class NoWitnessError(LookupError):
    """What has to notice a fault is not there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether what has to notice a fault does, and what was seen."""

    killed: bool
    told: str


def judge(fault: PlantedFault) -> Outcome:
    """Ask what has to notice a fault whether it does.

    Raises ``NoWitnessError`` when it is not there, and as ``changed_game`` does.
    """
    match fault.witness:
        case Promise() as promise:
            return _judge_promise(fault, promise)
        case Example(words):
            return _judge_example(fault, words)
        case Question(words):
            return _judge_question(fault, words)
        case Seen(sight):
            return _judge_sight(fault, too_much=sight == "too much")
        case DeadPart(part):
            return _judge_dead_part(fault, part)
        case MatchCheck(kind):
            return _judge_matches(fault, kind)


def judge_play(fault: PlantedFault) -> Outcome:
    """Tell whether play comes to the breach of a promise where it is known to, and only there."""
    promise = fault.witness
    assert isinstance(promise, Promise)
    case = _refute(fault, promise, promise.searched or 0)
    if isinstance(case, Outcome):
        return case
    match case.play:
        case Reached(breach=breach):
            return Outcome(bool(breach) and not promise.far, f"play comes to `{breach}`")
        case NotReached():
            return Outcome(promise.far, "play does not come to it")
        case None:
            return Outcome(not promise.far, "it is of no state, or a match begins with it")


# Promises


def _judge_promise(fault: PlantedFault, promise: Promise) -> Outcome:
    if promise.own:
        sound = result_of(sound_game(fault), promise.name)
        if not isinstance(sound.verdict, Proved):
            return Outcome(killed=False, told=f"the text itself breaks it: {show(sound)}")
    case = _refute(fault, promise, 0)
    if isinstance(case, Outcome):
        return case
    begins = case.obligation in AT_THE_TABLE or " and " in case.obligation
    as_known = (
        promise.obligation in {"", case.obligation}
        and promise.replay in case.replay
        and (promise.name != SECRECY or any(line.startswith(SAME) for line in case.lines))
        and (promise.searched is None or (bool(case.replay) and begins == (case.play is None)))
    )
    return Outcome(as_known, f"refuted, of {case.obligation}: {case.replay}")


def _refute(fault: PlantedFault, promise: Promise, hands: int) -> Counterexample | Outcome:
    """Return the case against a promise, or what came of it when it is not refuted."""
    game = changed_game(fault)
    automatic = {*BUILTIN_PROMISES, *COURSE_PROMISES}
    if promise.name not in {one.name for one in game.promises} | automatic:
        raise NoWitnessError(f"{fault.text} with {game.seats} seats has no promise {promise.name}")
    found = result_of(game, promise.name, hands=hands, proposing=False)
    match found.verdict:
        case Refuted(case) | NotInductive(case) if promise.told in show(found).splitlines()[0]:
            return case
        case _:
            return Outcome(killed=False, told=f"it survives: {show(found)}")


# Examples and questions


def _judge_example(fault: PlantedFault, words: str) -> Outcome:
    """Look for a table at which an example fails. Only there need it be a failure at all."""
    for checked in _checked(fault, words):
        if not checked.passed:
            allowed = {type(one) for one in checked.faults} <= {*FAILED, UnclearExampleError}
            return Outcome(allowed, checked.detail)
    return _not_noticed(fault, words)


def _judge_question(fault: PlantedFault, words: str) -> Outcome:
    """Look at each table. Rules that break down give no answer at all."""
    told: list[str] = []
    for checked in _checked(fault, words):
        if checked.passed:
            return _not_noticed(fault, words)
        first = checked.outcome.failed[:1] if checked.outcome is not None else ()
        if not {type(one) for one in checked.faults} <= FAILED or any(
            isinstance(looked.found, Undefined) for looked in first
        ):
            return Outcome(killed=False, told=f"the rules break down: {checked.detail}")
        told.append(checked.detail)
    return Outcome(bool(told), "; ".join(told) or "the question is gone")


def _checked(fault: PlantedFault, words: str) -> Iterator[CheckedCase]:
    """Yield what comes of the examples with these words, at one table after the other."""
    tables = _tables(fault.text).get(words)
    if tables is None:
        raise NoWitnessError(f"{fault.text} has no example or question: {words}")
    for players, options in tables:
        game = game_with(fault.change, fault.text, players, options)
        rules = Rules(game)
        yield from (check(rules, case) for case in game.cases if case.words == words)


def _not_noticed(fault: PlantedFault, words: str) -> Outcome:
    """Tell what else notices the fault, at the tables of an example that does not."""
    games = [game_with(fault.change, fault.text, *table) for table in _tables(fault.text)[words]]
    others = {
        case.words
        for rules in map(Rules, games)
        for case in rules.game.cases
        if not check(rules, case).passed
    }
    noticed = "; ".join(sorted(others - {words})) or "nothing"
    return Outcome(killed=False, told=f"it survives `{words}`; what else notices it: {noticed}")


@cache
def _tables(text: str) -> dict[str, tuple[tuple[int, Options], ...]]:
    """Say at which tables the examples of a text stand, by their words."""
    found: dict[str, dict[tuple[int, Options], None]] = {}
    for game, case in every(games_of(text)):
        found.setdefault(case.words, {})[game.seats, _unusual(game)] = None
    return {words: tuple(tables) for words, tables in found.items()}


def _unusual(game: Game) -> Options:
    """Return what is agreed on otherwise than usual, as those who ask for a table say it."""
    return tuple(
        (one.name, one.type.choices[one.value] if isinstance(one.type, ChoiceType) else one.value)
        for one in game.options
        if one.value != one.usual
    )


# Who sees what


def _judge_sight(fault: PlantedFault, *, too_much: bool) -> Outcome:
    """See that seats know other things than the ledger says.

    When they see too much, they can also tell apart hands that differ where they may not see.
    """
    rules, chance = Rules(changed_game(fault)), Random(1)
    first, second = tee((table, ledger_of(table)) for table in _positions(rules))
    if not _finds(check_view, first):
        return Outcome(killed=False, told="it survives: all seats know what the ledger says")

    def look(table: Position, ledger: Ledger, seat: int) -> None:
        check_unseen(table, ledger, seat, chance)

    if too_much and not _finds(look, second):
        return Outcome(killed=False, told="no seat can tell a hand from one that differs")
    return Outcome(killed=True, told="a seat knows other things than the ledger says")


def _finds(
    look: Callable[[Position, Ledger, int], None], positions: Iterable[tuple[Position, Ledger]]
) -> bool:
    """Tell whether a check of what a seat sees fails at one of some positions."""
    try:
        for table, ledger in positions:
            for seat in range(table.rules.players):
                look(table, ledger, seat)
    except AssertionError:
        return True
    return False


def _positions(rules: Rules) -> Iterator[Position]:
    """Yield positions of a few hands, one after the other."""
    for seed in range(HANDS):
        for number, table in enumerate(walk(rules, seed)):
            if number < EARLY or number % LATE == 0:
                yield table


# Clauses that nothing uses, and matches


def _judge_dead_part(fault: PlantedFault, part: str) -> Outcome:
    """See that the part is found dead, and no clause but the one that is added."""
    (found,) = verify(changed_game(fault), [COVERED])
    told = show(found)
    match found.verdict:
        case Unused(dead=dead) if not is_green(found.verdict):
            as_known = (
                part in {one.piece.part for one in dead}
                and {one.piece.clause for one in dead} == {"extra"}
                and "found dead, 1 clause: nothing uses it" in told
                and "changed.haggis:7" in told
            )
            return Outcome(as_known, told)
        case _:
            return Outcome(killed=False, told=f"it survives: {told}")


def _judge_matches(fault: PlantedFault, kind: str) -> Outcome:
    """Play matches with every check after every action; those of promises only to find these."""
    seating = f"{fault.text}/{fault.players}"
    promised = kind == "promise"
    always = patch.multiple(
        playing,
        HIDDEN=1,
        EVALUATED=1,
        REFUSED=1,
        SETTLED=1,
        REPLAYED=1,
        PROMISED=promised,
        ENDED=promised,
    )
    with always:
        found = found_in_matches(seating, Rules(changed_game(fault)))
    if found is None:
        return Outcome(killed=False, told="it survives: nothing is found in any match")
    as_known = found.kind == kind and found.seating == seating and found.step > 0
    return Outcome(as_known, f"{found.kind}: {found.words}")
