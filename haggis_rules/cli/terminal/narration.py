"""What a player is told of a match: all that his seat sees, each thing that happens once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from haggis_rules.cli.terminal.output import wrapped
from haggis_rules.cli.terminal.position_lines import event_lines, value_lines, zone_lines
from haggis_rules.cli.terminal.score_lines import match_score_lines, sheet_lines
from haggis_rules.engine.match import MatchState
from haggis_rules.knowledge.view import SeenEvent
from haggis_rules.notation.table_text import YOU, seat_name
from haggis_rules.wording.names import titled


class Narrator:
    """Tells one seat of a match, by what writes a line."""

    def __init__(self, seat: int, match: MatchState, write: Callable[[str], None]) -> None:
        self.seat, self.rules, self.game, self.write = seat, match.rules, match.rules.game, write
        self._events = 0  # of this hand, that were told
        self._hands = 0  # whose end was told

    def whose(self, seat: int) -> str:
        """Call a seat as the player at this one does."""
        return YOU if seat == self.seat else seat_name(seat)

    def lines(self, lines: Iterable[str]) -> None:
        """Write several lines."""
        for line in lines:
            self.write(line)

    def welcome(self, match: MatchState) -> None:
        """Say what is played, and what stands; of earlier hands nothing else is told."""
        agreed = [f"{name} {str(value).lower()}" for name, value in self.rules.options.items()]
        table = ", ".join([f"{titled(self.game)} for {self.game.seats} players", *agreed])
        self.write(f"{table}; seed {match.seed}")
        self.write(wrapped(self.game.words))
        self.write(f"You are in {seat_name(self.seat)}. `help` lists what you can type.")
        self._hands = len(match.sheet)
        if self._hands:
            self.write(f"\nAfter hand {self._hands}:")
            self.lines(match_score_lines(self.game, match.scores, self.whose))

    def catch_up(self, match: MatchState) -> None:
        """Tell all that happened since the last time."""
        view = match.view(self.seat)
        for ended in view.ended[self._hands :]:
            self._new(ended.sheet.hand, ended.view.seen)
            self._hands, self._events = self._hands + 1, 0
            self.write(f"\nHand {ended.sheet.hand} is over.")
            self.lines(sheet_lines(self.game, ended.sheet, self.whose))
        if not view.finished:
            self._new(view.hand, view.table.seen)

    def look(self, match: MatchState, *, brief: bool) -> None:
        """Tell what lies where and what is kept in mind."""
        view = match.view(self.seat).table
        self.write("")
        self.lines(zone_lines(self.game, view.zones, self.whose, brief=brief))
        self.lines(value_lines(self.game, view.values, self.whose, brief=brief))

    def scores(self, match: MatchState) -> None:
        """Tell the score of each hand that is over, and what stands."""
        for sheet in match.sheet:
            self.lines(sheet_lines(self.game, sheet, self.whose))
        self.lines(match_score_lines(self.game, match.scores, self.whose))

    def end(self, match: MatchState) -> None:
        """Tell how the match ended."""
        self.catch_up(match)
        self.write("\nThe match is over.")
        self.lines(match_score_lines(self.game, match.scores, self.whose))

    def _new(self, hand: int, seen: Sequence[SeenEvent]) -> None:
        if not self._events:
            self.write(f"\n--- Hand {hand} ---")
        for one in seen[self._events :]:
            self.lines(event_lines(self.rules, one, self.whose))
        self._events = len(seen)
