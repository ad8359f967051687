"""A seat in a match, taken by somebody at a terminal. The others are players, or chance alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module

from haggis_rules.cli.table import table_talk
from haggis_rules.cli.table.action_input import read_action
from haggis_rules.cli.table.card_style import card_style
from haggis_rules.cli.table.narration import Narrator
from haggis_rules.cli.table.rule_answers import rule_answer_lines
from haggis_rules.cli.terminal.files import writing
from haggis_rules.cli.terminal.output import (
    STANDARD_INPUT,
    CallError,
    note,
    wrapped,
    write_prompt,
    write_text,
)
from haggis_rules.cli.terminal.position_lines import actions_taken
from haggis_rules.cli.terminal.random_players import awaited, choose
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.trace import explain
from haggis_rules.near_misses.near_miss import NearMiss
from haggis_rules.notation.errors import NotationError
from haggis_rules.players.advice import ADVISERS, advise
from haggis_rules.players.player import Player
from haggis_rules.players.turns import next_action
from haggis_rules.records.writer import RecordWriter
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream


class LeaveRequest(Enum):
    """Why somebody gets up from the table."""

    OVER = "over"
    STUCK = "stuck"
    QUIT = "quit"
    INTERRUPTED = "interrupted"


class QuitRequest(Exception):
    """The player has had enough."""


class UndoRequest(Exception):
    """The player takes back what they did last."""


class WaitRequest(Exception):
    """The player lets others act before them."""


@dataclass(frozen=True, slots=True)
class TableManner:
    """How somebody plays. ``variant`` is how the call named the game.

    With ``aside`` all talk goes to standard error, with ``plain`` it is made to be read aloud, and
    with ``practice`` moves can be taken back.
    """

    variant: str
    aside: bool = False
    plain: bool = False
    practice: bool = False


class HumanPlayer:
    """A player at a terminal. ``match`` is the match as it stands; ``keeper`` keeps it in a file.

    ``opponents`` has the player of each other seat; without them chance plays.
    """

    def __init__(
        self,
        seat: int,
        match: MatchState,
        keeper: RecordWriter | None,
        opponents: Sequence[Player | None] | None,
        manner: TableManner,
    ) -> None:
        self._opponents, self._manner = opponents, manner
        self.seat, self.match, self.keeper = seat, match, keeper
        self.rules, self.game = match.rules, match.rules.game
        style = card_style(self.game, plain=manner.plain, aside=manner.aside)
        write = note if manner.aside else partial(write_text, paint=style.painted)
        self._narrator = Narrator(seat, match, write, style)
        self._hushed = False  # they do not want to be asked before their turn
        self._acted = actions_taken(match)
        self._seen_hand = 0  # whose cards were shown last
        self._before: list[tuple[MatchState, int]] = []  # each move that can be taken back

    def play(self) -> LeaveRequest:
        """Play until the match is over or the player leaves."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import_module("readline")  # lets people edit what they type
        self._narrator.welcome(self.match)
        if self._manner.practice:
            self._narrator.write("Practice: `undo` takes a move back, and nothing is recorded.")
        try:
            while self.match.to_act:
                self._go_on()
        except (EOFError, QuitRequest):
            return LeaveRequest.QUIT
        except KeyboardInterrupt:
            return LeaveRequest.INTERRUPTED
        self._narrator.end(self.match)
        return LeaveRequest.OVER if self.match.finished else LeaveRequest.STUCK

    def part(self, command: str) -> None:
        """Say good-bye, and how the match can go on."""
        write = self._narrator.write
        write("\nGood-bye.")
        if self._manner.practice:
            write("A practice match is not saved.")
            write(f"To play the same cards again:\n  {command} --seed {self.match.seed}")
        elif self.keeper is None:
            write("This match was not saved; --record FILE saves the next one.")
            write(f"To play the same cards again:\n  {command} --seed {self.match.seed}")
        else:
            write(f"To continue this match:\n  {command}")

    def _go_on(self) -> None:
        """Let somebody act, or take a move back."""
        try:
            action = self._own() or self._others() or self._own(awaited_alone=True)
        except UndoRequest:
            self._undo()
            return
        assert action is not None  # noqa: S101 - the player has been made to act
        self._do(action)

    def _undo(self) -> None:
        """Go back to where the player acted last. Others then choose as if for the first time."""
        self.match, self._acted = self._before.pop()
        self._hushed = False
        self._narrator.rewind(self.match)
        self._narrator.write("  Your last move is taken back.")

    def _own(self, *, awaited_alone: bool = False) -> Action | None:
        """Return what the player does; None when others act first, if not ``awaited_alone``."""
        offered, waiting = self.match.decisions(self.seat), awaited(self.game, self.match)
        if awaited_alone:
            self._hushed, waiting = False, (self.seat,)
        in_turn = self.seat in waiting
        self._hushed &= not in_turn
        if not offered or self._hushed:
            return None
        self._narrator.catch_up(self.match)
        others = [seat for seat in waiting if seat != self.seat]
        if in_turn or self._seen_hand != self.match.hand:
            self._narrator.look(self.match)
            self._seen_hand = self.match.hand
        self._narrator.lines(
            table_talk.invite_lines(
                self.rules, offered, others, in_turn=in_turn, plain=self._narrator.style.plain
            )
        )
        while True:
            try:
                action = self._answer(self._line(may_wait=bool(others)), offered)
            except (NotationError, CallError) as fault:
                self._narrator.prose([wrapped(str(fault), indent=2, hanging=2)])
                continue
            except WaitRequest:
                if others:
                    return None
                self._narrator.write("  It is your turn, so you must act.")
                continue
            if action is not None:
                self._before.append((self.match, self._acted))
                return action

    def _answer(self, line: str, offered: Sequence[Action]) -> Action | None:
        """Return the action that a line stands for, or do what else it asks for.

        Raises ``WaitRequest``, ``QuitRequest``, and ``NotationError`` or ``CallError`` for what
        means nothing.
        """
        word, _, rest = line.partition(" ")
        tell = self._narrator
        match line if self._is_action(word) else word.lower():
            case "":
                raise WaitRequest
            case "help" | "?":
                tell.lines(
                    table_talk.help_lines(self.rules, offered, practice=self._manner.practice)
                )
            case "look" if rest.strip().lower() == "all":
                tell.look_closely(self.match)
            case "look":
                tell.look(self.match)
            case "plays":
                plain = tell.style.plain
                wanted = rest.split()
                tell.lines(table_talk.play_lines(self.rules, offered, wanted, plain=plain))
            case "why":
                self._why(rest, offered)
            case "what":
                tell.happened()
            case "hint":
                self._hint(rest.strip())
            case "rules":
                tell.prose(rule_answer_lines(self._manner.variant, self.game, rest.strip()))
            case "clause":
                if not rest.strip():
                    message = "which clause? Write its name after it; `rules WORDS` finds it"
                    raise CallError("missing-choice", message)
                tell.prose(table_talk.clause_lines(self.rules, rest.strip()))
            case "score":
                tell.scores(self.match, rest.strip())
            case "undo":
                self._may_undo()
                raise UndoRequest
            case "later":
                self._hushed = True
                raise WaitRequest
            case "quit" | "exit":
                raise QuitRequest
            case _:
                return self._meant(line, offered)
        return None

    def _is_action(self, word: str) -> bool:
        return word.lower() in {action.name.lower() for action in self.game.actions}

    def _meant(self, line: str, offered: Sequence[Action]) -> Action | None:
        action = read_action(self.rules, offered, self.seat, line)
        if self.match.is_legal(action):
            return action
        self._why(line, offered)
        return None

    def _why(self, text: str, offered: Sequence[Action]) -> None:
        """Say whether something can be done here, and why."""
        first, _, rest = text.strip().partition(" ")
        if first.lower() == "not" and not self._is_action(first):
            text = rest
        if not text.strip():
            message = "why what? Write an action after it, as `why 1` or `why not 1`"
            raise CallError("missing-choice", message)
        try:
            action = read_action(self.rules, offered, self.seat, text)
        except NotationError:
            near = self._near_miss(text)
            if near is None:
                raise
            self._narrator.prose(table_talk.near_miss_lines(self.rules, near))
            return
        reasons = self.match.why_not(action)
        trail = () if reasons else self._trail(action)
        shown = self.rules.show_action(action)
        self._narrator.prose(table_talk.refusal_lines(self.rules, shown, reasons, trail))

    def _near_miss(self, text: str) -> NearMiss | None:
        """Return what cards nearly make that make nothing; None for anything else."""
        first, _, rest = text.strip().partition(" ")
        cards = (rest if self._is_action(first) else text).partition("=")[0]
        try:
            return self.rules.near_miss(self.rules.parse_cards(cards)) if cards.strip() else None
        except NotationError:
            return None

    def _hint(self, adviser: str) -> None:
        """Say what a player would do here by what this seat sees, and why.

        Raises ``CallError`` for a player who gives no hints.
        """
        others = any(seat != self.seat for seat in awaited(self.game, self.match))
        may_wait = others and self.seat not in awaited(self.game, self.match)
        try:
            found = advise(self.match.seat(self.seat), adviser or ADVISERS[0], may_wait=may_wait)
        except WrongArgumentError as fault:
            raise CallError("bad-opponents", str(fault)) from fault
        what = "wait" if found.action is None else self.rules.show_action(found.action)
        self._narrator.prose([wrapped(f"{what}: {found.why}", indent=2, hanging=2)])

    def _may_undo(self) -> None:
        """See that there is a move to take back. Raises ``CallError``."""
        if not self._manner.practice:
            message = "a move cannot be taken back, except in practice"
            raise CallError(
                "not-practice", message, "`haggis play ... --practice` begins such a match"
            )
        if not self._before:
            raise CallError("nothing-done", "there is no move of yours to take back yet")

    def _trail(self, action: Action) -> tuple[str, ...]:
        """Return the clauses on which an action rests; one by chance would tell what it brings."""
        declared = self.game.action(action.name)
        if declared.by_chance:
            return (declared.clause,)
        return explain(self.rules, self.match.position.state, action).clauses

    def _line(self, *, may_wait: bool) -> str:
        """Read what the player types.

        Raises ``EOFError`` at the end of the file, and ``OSError`` for a file that cannot be read.
        """
        prompt = "(Enter: go on) > " if may_wait else "> "
        if sys.stdin.isatty() and not self._manner.aside:
            return input(prompt).strip()
        write_prompt(prompt, aside=self._manner.aside)
        try:
            line = sys.stdin.readline()
        except OSError as fault:
            raise OSError(fault.errno, fault.strerror, STANDARD_INPUT) from fault
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            write_prompt(line if line.endswith("\n") else f"{line}\n", aside=self._manner.aside)
        return line.strip()

    def _do(self, action: Action) -> None:
        """Take an action, and keep it."""
        action = self.match.by_chance(action)
        after = self.match.apply(action)
        if self.keeper is not None:
            with writing(self.keeper.path):
                self.keeper.keep(action, self.match, after)
        self.match = after
        self._acted += 1

    def _others(self) -> Action | None:
        """Let another player act; None where all of them wait for this one.

        The same record always goes on in the same way.

        Only a player who searches for so many seconds may do otherwise.
        """
        if self._opponents is not None:
            return next_action(self.match, self._opponents)
        assert self.match.seed is not None  # noqa: S101 - ``play`` deals by one
        chance = random_stream(self.match.seed, StreamPurpose.OPPONENTS, self._acted)
        seats = tuple(seat for seat in self.match.to_act if seat != self.seat)
        return choose(self.game, self.match, seats, chance)
