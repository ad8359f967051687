"""What does not hold in an example, told like any other fault: place, what was found, way out."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.cases.outcome import (
    Allowed,
    CaseOutcome,
    CheckedClaim,
    ClaimFinding,
    Differ,
    FalseOperands,
    Follows,
    MadeReadings,
    ObservedWords,
    Refused,
    Unclear,
    Undefined,
    Unfinished,
)
from haggis_rules.cases.overlaps import overlap_fault
from haggis_rules.diagnostics.errors import (
    FailedExampleError,
    IdleExampleError,
    RuleError,
    TwoAnswersError,
    UnclearExampleError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir.clause_names import clause_head
from haggis_rules.ir.game import Case, Game

MOST_NAMED = 4  # clauses that a help names


def faults_of(game: Game, outcome: CaseOutcome) -> Iterator[RuleError]:
    """Yield a fault for each thing that does not hold."""
    for looked in outcome.failed:
        match looked.found:
            case None:
                pass
            case Undefined(breach=breach):
                overlap = overlap_fault(game, breach, outcome.case.span)
                yield overlap or _fault(game, outcome.case, looked, looked.found)
            case found:
                yield _fault(game, outcome.case, looked, found)


def idle_example_fault(game: Game, outcome: CaseOutcome) -> RuleError | None:
    """Return a fault when an example does not rest on the clause that it stands beside.

    None as well where the clause says nothing that an example could rest on.
    """
    case = outcome.case
    if case.clause in outcome.clauses or case.clause not in restable(game):
        return None
    return IdleExampleError(
        f"this does not rest on `{case.clause}`, beside which it stands",
        _head(case),
        hint=f"it rests on {_listed(_in_order(game, outcome.clauses))}; put it beside one of these",
    )


def restable(game: Game) -> frozenset[str]:
    """Name the clauses on which an example can rest: those that say what is so or what happens."""
    clauses = {group.any_suit for group in game.groups if group.any_suit is not None}
    for declared in (game.patterns, game.wilds, game.needs, game.options):
        clauses.update(part.clause for part in declared)
    for definition in game.definitions.values():
        clauses |= {definition.clause, *(one.clause for one in definition.exceptions)}
    for moves in (game.actions, game.steps):
        for move in moves:
            clauses |= {move.clause, *(effect.clause for effect in move.effects)}
    for action in game.actions:
        clauses.update(guard.clause for guard in action.guards)
    return frozenset(clauses)


def _fault(game: Game, case: Case, looked: CheckedClaim, found: ClaimFinding) -> RuleError:
    kind: type[RuleError] = FailedExampleError
    at_fault: list[str] = []
    places = [(_head(case), "of this example" if case.answer is None else "of this question")]
    hint = _way_out(game, case, looked)
    match found:
        case FalseOperands(operands=operands):
            values = ", and ".join(f"`{one.words}` is `{one.value}`" for one in operands)
            message = f"this does not hold{': ' if values else ''}{values}"
        case Refused(reasons=reasons, places=against):
            names = at_fault = [reason.clause for reason in reasons if reason.clause]
            message = "this is not allowed" + (f", by {_listed(names)}" if names else "")
            whole = _clauses(game, names, "it stands against this")
            places += whole
            places += [(place, "this is against it here") for place in against]
        case Allowed(action=action):
            message = f"`{action}` is allowed"
        case Unclear(plays=plays):
            kind, message = UnclearExampleError, "this can be several plays"
            hint = f"say which: {', '.join(f'`{one}`' for one in plays)}"
        case MadeReadings(readings=readings, clauses=about):
            at_fault = list(about)
            shown = " ".join(readings)
            message = f"these cards make `{shown}`" if shown else "these cards make nothing"
        case ObservedWords(words=message):
            pass
        case Unfinished():
            message, hint = "the hand is not over here", "play it to its end first"
        case Follows(another=another):
            message = f"{'another' if another else 'no other'} hand follows"
        case Undefined(breach=breach, clause=clause, place=place):
            message = f"the rules break down here: {breach}"
            places += [] if place is None else [(place, breach), *_meaning(game, place)]
            places += _clauses(game, [clause], "the clause at fault")
            at_fault = [clause]
        case Differ(defined=defined, generated=generated):
            kind = TwoAnswersError
            message = f"by definition this is {defined}, and in the generated Python {generated}"
            hint = "this is a fault of this program: please report it with the text"
    fault = kind(message, looked.span, others=places, hint=hint)
    fault.clauses = tuple(at_fault)
    return fault


def _way_out(game: Game, case: Case, looked: CheckedClaim) -> str:
    """Say what to correct: where a variant changed what it rests on, the example of the parent."""
    home = game.clauses[case.clause]
    changed = [one for one in looked.clauses if game.clauses[one].variant != home.variant]
    changed = [one for one in changed if game.clauses[one].variant == game.name]
    if changed:
        return (
            f"`{game.name}` says otherwise in {_listed(changed)}: replace `{case.clause}` as "
            "well, with an example that holds"
        )
    listed = _listed(list(looked.clauses))
    return f"correct it, or a clause that it rests on: {listed}" if listed else "correct it"


def _meaning(game: Game, place: Span) -> Iterator[tuple[Span, str]]:
    """Yield where it is said what a word means, if a word alone stands at a place."""
    word = " ".join(place.text.split())
    if (defined := game.definitions.get(word)) is not None:
        for meaning in (defined.base, *(one.value for one in defined.exceptions)):
            if meaning.span is not None:
                yield meaning.span, f"this is `{word}`"


def _head(case: Case) -> Span:
    return case.written.words.span


def _clauses(game: Game, names: list[str], label: str) -> list[tuple[Span, str]]:
    heads = (clause_head(game, name) for name in names)
    return [(head, label) for head in heads if head is not None]


def _in_order(game: Game, clauses: frozenset[str]) -> list[str]:
    return [name for name in game.clauses if name in clauses]


def _listed(names: list[str]) -> str:
    """List clauses; of many only the first few, and how many more there are."""
    listed = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return f"{listed} and {more} more" if more > 0 else listed
