"""What a player is told of a match: all that their seat sees, each thing that happens once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from haggis_rules.cli.table.card_style import CardStyle
from haggis_rules.cli.table.seat_table import seat_table
from haggis_rules.cli.terminal.output import count, wrapped
from haggis_rules.cli.terminal.position_lines import (
    event_lines,
    value_lines,
    zone_lines,
)
from haggis_rules.cli.terminal.score_lines import (
    match_score_lines,
    score_lines,
    score_sentence,
    scorers,
    sheet_lines,
    sheet_sentences,
)
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.refusals import words_of
from haggis_rules.knowledge.match_view import HandScore
from haggis_rules.knowledge.seen import SeenEvent, SeenKind
from haggis_rules.knowledge.seen_text import clause_of, event_sentence
from haggis_rules.notation.table_text import called
from haggis_rules.wording.names import titled

_BROKEN = re.compile(r"(?<=\S)\n +(?=\S)")  # where a sentence was wrapped
_COLUMN = re.compile(r"(?<=\S) {2,}(?=\S)")  # between the name of a place and what lies there


class Narrator:
    """Tells one seat of a match, by what writes a line, in a style."""

    def __init__(
        self, seat: int, match: MatchState, write: Callable[[str], None], style: CardStyle
    ) -> None:
        self.seat, self.rules, self.game = seat, match.rules, match.rules.game
        self.style, self._write = style, write
        self._events = 0  # of this hand, that were told
        self._hands = 0  # whose end was told
        self._news: tuple[SeenEvent, ...] = ()  # what was told last

    def whose(self, seat: int) -> str:
        """Call a seat as the player at this one does."""
        return called(seat, self.seat)

    def write(self, text: str) -> None:
        """Write a text; what is read aloud has its cards in words."""
        self._write(self.style.in_words(text))

    def lines(self, lines: Iterable[str]) -> None:
        """Write several lines."""
        for line in lines:
            self.write(line)

    def prose(self, lines: Iterable[str]) -> None:
        """Write sentences, each on one line where they are read aloud."""
        self.lines(_BROKEN.sub(" ", line).strip() if self.style.plain else line for line in lines)

    def welcome(self, match: MatchState) -> None:
        """Say what is played, and what stands; of earlier hands nothing else is told."""
        agreed = [f"{name} {str(value).lower()}" for name, value in self.rules.options.items()]
        table = ", ".join([f"{titled(self.game)} for {self.game.seats} players", *agreed])
        you = f"You are in seat {self.seat + 1}. `help` lists what you can type."
        self.prose(map(wrapped, (f"{table}; seed {match.seed}", self.game.words, you)))
        self._hands = len(match.sheet)
        if self._hands:
            self.write(f"\nAfter hand {self._hands}:")
            self._scores(match)

    def catch_up(self, match: MatchState) -> None:
        """Tell all that happened since the last time."""
        view, news = match.view(self.seat), list[SeenEvent]()
        for ended in view.ended[self._hands :]:
            news += self._new(ended.sheet.hand, ended.view.seen)
            self._hands, self._events = self._hands + 1, 0
            self.write(f"\nHand {ended.sheet.hand} is over.")
            self._sheet(ended.sheet)
        if not view.finished:
            news += self._new(view.hand, view.table.seen)
        self._news = tuple(news) or self._news

    def rewind(self, match: MatchState) -> None:
        """Take what led to a position as told, after moves were taken back."""
        view = match.view(self.seat)
        seen = view.table.seen
        own = [at for at, one in enumerate(seen) if one.actor == self.seat]
        self._hands, self._events = len(view.ended), len(seen)
        self._news = tuple(seen[own[-1] if own else 0 :])

    def look(self, match: MatchState) -> None:
        """Tell how the table stands: who holds how many cards, the trick, the score."""
        table = seat_table(match.view(self.seat), self.whose, spelled=self.style.plain)
        self.write("")
        self.lines(table.sentences() if self.style.plain else table.drawn())

    def look_closely(self, match: MatchState) -> None:
        """Tell all that lies where and all that is kept in mind."""
        view = match.view(self.seat).table
        self.write("")
        zones = zone_lines(self.game, view.zones, self.whose)
        self.prose(_COLUMN.sub(": ", one.strip()) if self.style.plain else one for one in zones)
        self.prose(value_lines(self.game, view.values, self.whose))

    def happened(self) -> None:
        """Tell which clauses carried out what was told last, each once and with its words."""
        acts = [one for one in self._news if one.kind is not SeenKind.DEAL]
        if not acts:
            self.write("  Nothing has happened yet.")
        known = set[str]()
        for one in acts:
            clause = clause_of(self.game, one)
            self.prose(self._event(one))
            if clause.name not in known:
                said = f"{clause.called}: {words_of(self.game, clause.name)}"
                self.prose([wrapped(said, indent=4, hanging=2)])
            known.add(clause.name)

    def scores(self, match: MatchState, hand: str) -> None:
        """Tell the score sheet: of one hand its entries, or of all hands what they scored."""
        if hand:
            found = [sheet for sheet in match.sheet if hand == str(sheet.hand)]
            if not found:
                over = f"{count(len(match.sheet), 'hand')} over so far"
                self.write(f"  there is no sheet of a hand `{hand:.20}`; {over}")
            for sheet in found:
                self._sheet(sheet)
            return
        if len(match.sheet) > 1:
            if self.style.plain:
                names = scorers(self.game, self.whose)
                for sheet in match.sheet:
                    each = (f"{name} {sheet.total(of)}" for of, name in enumerate(names))
                    self.write(f"Hand {sheet.hand}: {', '.join(each)}.")
                self._scores(match)
            else:
                self.lines(score_lines(self.game, match.sheet, match.scores, self.whose))
            self.write("  `score 1` has each entry of hand 1")
            return
        for sheet in match.sheet:
            self._sheet(sheet)
        self._scores(match)

    def _sheet(self, sheet: HandScore) -> None:
        sentences = sheet_sentences if self.style.plain else sheet_lines
        self.lines(sentences(self.game, sheet, self.whose))

    def _scores(self, match: MatchState) -> None:
        if self.style.plain:
            self.write(score_sentence(self.game, match.scores, self.whose))
        else:
            self.lines(match_score_lines(self.game, match.scores, self.whose))

    def end(self, match: MatchState) -> None:
        """Tell how the match ended."""
        self.catch_up(match)
        self.write("\nThe match is over.")
        self._scores(match)

    def _new(self, hand: int, seen: Sequence[SeenEvent]) -> Sequence[SeenEvent]:
        """Tell what is new of a hand, and return it."""
        if not self._events:
            self.write(f"\nHand {hand}." if self.style.plain else f"\n--- Hand {hand} ---")
        news = seen[self._events :]
        for one in news:
            self.lines(self._event(one))
        self._events = len(seen)
        return news

    def _event(self, one: SeenEvent) -> Iterator[str]:
        if not self.style.plain:
            yield from event_lines(self.rules, one, self.whose, titled=True)
        elif one.kind is not SeenKind.DEAL:
            yield event_sentence(self.game, one, self.whose, self.rules.show_action)
