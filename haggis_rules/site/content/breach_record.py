"""A match that breaks a promise, drawn so that it can be followed, and kept to be played again."""

from collections.abc import Iterator

from haggis_rules.ir.game import Game
from haggis_rules.site.drawing.inline_cards import all_drawn
from haggis_rules.site.markdown import box, fence
from haggis_rules.verdicts.evidence import BreachExample
from haggis_rules.wording.phrase import counted


def describe_breach(game: Game, breach: BreachExample) -> Iterator[str]:
    """Tell what matters of a match that comes to a breach."""
    yield all_drawn(game, breach.position)
    if breach.actions:
        yield "Then:"
        yield all_drawn(game, breach.actions)
    if breach.seed is None:
        return
    hand = f", hand {breach.hand}," if breach.hand > 1 else ""
    many = counted(breach.many, "action")
    yield (
        f"Cut down from the match of seed {breach.seed}, which comes to it{hand} after {many}."
        if breach.line
        else f"The match of seed {breach.seed} comes to it{hand} after {many}."
    )


def breach_boxes(breach: BreachExample) -> Iterator[str]:
    """Yield the position in one line and the record of the match, in folded boxes."""
    if breach.line:
        yield box("note", "The position in one line", fence(breach.line), folded=True)
    if breach.record:
        told = f"The match as a record, for haggis replay: {counted(len(breach.record), 'line')}"
        yield box("note", told, fence("\n".join(breach.record)), folded=True)
