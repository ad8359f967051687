"""What a seat was shown, in sentences for people."""

from __future__ import annotations

from collections.abc import Callable

from haggis_rules.ir.game import CardParam, Clause, CombinationParam, Game
from haggis_rules.knowledge.seen import SeenEvent, SeenKind, SeenMove
from haggis_rules.notation.table_text import Whose, place_name
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import size

WriteAction = Callable[[Action], str]  # an action in notation


def event_sentence(game: Game, seen: SeenEvent, whose: Whose, show: WriteAction) -> str:
    """Return one sentence about an event; of a deal, how many cards went where."""
    match seen.kind:
        case SeenKind.DEAL:
            event, moves = "the cards are dealt", seen.moves
        case SeenKind.ACTION:
            event = f"{whose(seen.actor or 0)}: {done_text(game, seen, show)}"
            moves = () if shows_cards(game, seen) else seen.moves
        case SeenKind.STEP:
            event, moves = f"then {seen.name}, by {clause_of(game, seen).name}", seen.moves
    moved = ", ".join(_counted(game, move, whose) for move in moves)
    text = f"{event}: {moved}" if moved else event
    return f"{text[0].upper()}{text[1:]}."


def clause_of(game: Game, seen: SeenEvent) -> Clause:
    """Return the clause that an action or a step carries out."""
    acting = game.steps if seen.kind is SeenKind.STEP else game.actions
    return game.clauses[next(one.clause for one in acting if one.name == seen.name)]


def done_text(game: Game, seen: SeenEvent, show: WriteAction) -> str:
    """Write an action; one whose choices were secret by its name."""
    if seen.arguments is None:
        by_chance = game.action(seen.name).by_chance
        return f"{seen.name} ({'by chance' if by_chance else 'secretly'})"
    return show(Action(seen.name, seen.actor or 0, seen.arguments))


def shows_cards(game: Game, seen: SeenEvent) -> bool:
    """Whether the action itself names the cards that moved."""
    params = game.action(seen.name).params
    return seen.arguments is not None and any(
        isinstance(param, CombinationParam | CardParam) for param in params
    )


def _counted(game: Game, move: SeenMove, whose: Whose) -> str:
    number = size(move.cards) + move.unseen
    cards = "1 card" if number == 1 else f"{number} cards"
    return f"{cards} to {place_name(game, move.target, whose)}"
