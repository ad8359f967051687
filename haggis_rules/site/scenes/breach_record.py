"""A match that breaks a promise, drawn so that it can be followed, and kept to be played again."""

from collections.abc import Iterator

from haggis_rules.ir.game import Game
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import box, fence
from haggis_rules.site.scenes.breach_scene import breach_scene
from haggis_rules.verdicts.model import Counterexample, NotReached, Reached
from haggis_rules.wording.phrase import counted


def describe_breach(game: Game, case: Counterexample) -> Iterator[str]:
    """Tell what matters of a case that breaks a promise, and of the match that comes to it."""
    match case.play:
        case Reached(seed=seed, actions=actions, hand=number, small=small):
            lines = case.lines if small is None else (*small.position, *small.actions)
            yield breach_scene(Illustrated.of(game), lines)
            hand = f", hand {number}," if number > 1 else ""
            many = counted(len(actions), "action")
            match_of = f"match of seed {seed}"
            yield (
                f"The {match_of} reaches it{hand} after {many}."
                if small is None
                else f"Shortened from the {match_of}, which reaches it{hand} after {many}."
            )
        case NotReached(hands=hands):
            yield breach_scene(Illustrated.of(game), case.lines)
            yield f"Play may never reach this position: none of {counted(hands, 'hand')} did."
        case None:
            yield breach_scene(Illustrated.of(game), case.lines)


def breach_boxes(case: Counterexample) -> Iterator[str]:
    """Yield the position in one line and the record of the match, in folded boxes."""
    if not isinstance(case.play, Reached):
        return
    small, record = case.play.small, case.play.record
    if small is not None:
        yield box("note", "The position in one line", fence(small.line), folded=True)
    if record:
        title = f"The match as a record, for haggis replay: {counted(len(record), 'line')}"
        yield box("note", title, fence("\n".join(record)), folded=True)
