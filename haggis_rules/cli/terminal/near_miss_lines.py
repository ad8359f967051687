"""Why some cards make no play: the play that they nearly are, for people and for programs."""

from __future__ import annotations

from haggis_rules.cli.outputs.plays import NearMissJson, ReasonJson
from haggis_rules.cli.terminal.output import wrapped, write_text
from haggis_rules.cli.terminal.play_lines import show_play
from haggis_rules.ir.game import Game
from haggis_rules.near_misses.near_miss import NearMiss
from haggis_rules.semantics.action import Reason
from haggis_rules.semantics.patterns import show_cards, show_reading


def write_near_miss(near: NearMiss) -> None:
    """Tell what cards nearly are, and what each clause says that stands against it."""
    write_text(wrapped(f"It is {near.text}."))
    for reason in near.reasons:
        write_text(f"\n  {reason.clause}\n{wrapped(reason.words, indent=4)}")


def near_miss_record(game: Game, near: NearMiss) -> NearMissJson:
    """Return a near miss for programs."""
    change = near.change
    return {
        "pattern": near.pattern,
        "nearest": show_reading(game, near.reading),
        "because": near.because,
        "clauses": [reason_record(reason) for reason in near.reasons],
        "change": None
        if change is None
        else {
            "removed": [*show_cards(game, change.removed).split()],
            "added": [*show_cards(game, change.added).split()],
            "play": show_play(game, change.play),
        },
    }


def reason_record(reason: Reason) -> ReasonJson:
    """Return a clause that stands against something for programs."""
    return {"name": reason.clause, "words": reason.words, "wrong": reason.wrong}
