"""The sheet of a variant: what a designer would work out by hand, found from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from haggis_rules.analysis.sheet.actions import ActionLine, actions_sheet
from haggis_rules.analysis.sheet.deal import ZoneLine, deal_sheet
from haggis_rules.analysis.sheet.deck import DeckSheet, deck_sheet
from haggis_rules.analysis.sheet.match import MatchSheet, match_sheet
from haggis_rules.analysis.sheet.plays import PlaysSheet, Watch, plays_sheet
from haggis_rules.analysis.sheet.score import ScoreSheet, score_sheet
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.state import Reading
from haggis_rules.wording.expressions import ExpressionWording


@dataclass(frozen=True, slots=True)
class FactSheet:
    """A variant for one number of players and some agreed options, in figures.

    ``by_state`` names the states on which it rests what is wild. Where there are some, nothing is
    told of what is wild and of what a hand can hold: that differs from moment to moment.
    """

    variant: str
    words: str
    players: int
    teams: tuple[str, ...]
    deck: DeckSheet
    deal: tuple[ZoneLine, ...]
    plays: tuple[PlaysSheet, ...]
    actions: tuple[ActionLine, ...]
    score: ScoreSheet
    match: MatchSheet
    experimental: bool = False
    by_state: tuple[str, ...] = ()


def _unwatched(readings: Sequence[Reading]) -> Iterable[Reading]:
    return readings


def build_fact_sheet(rules: Rules, *, watch: Watch = _unwatched) -> FactSheet:
    """Work out the sheet. ``watch`` is handed the readings that are looked for, and gives them."""
    game, english = rules.game, ExpressionWording.of(rules.game)
    score = score_sheet(rules, english)
    return FactSheet(
        game.name,
        game.words,
        game.seats,
        game.teams,
        deck_sheet(game, rules.patterns, english),
        deal_sheet(game),
        plays_sheet(rules, english, watch) if rules.patterns.setting is not None else (),
        actions_sheet(game, english),
        score,
        match_sheet(game, english, score),
        game.experimental,
        tuple(game.states[state].name for state in rules.patterns.states),
    )
