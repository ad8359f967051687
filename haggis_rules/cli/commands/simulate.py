"""haggis simulate: play many hands and report what they score.

The report has the points of each entry of the score sheet, for each seat or team and for all
together, the number of moves in a hand, and the number of actions to choose from. A seed gives the
same numbers everywhere, however many processes play. Ctrl-C stops and shows the results so far.

Hands are played at random unless --seats names players: random, greedy or search, one for all
seats or one for each. search:50 plays out 50 hands for each choice instead of 200. The report then
also shows how often each of them scores most, with intervals that hold in 95 of 100 simulations.

  haggis simulate classic --players 2 --hands 1000
  haggis simulate classic --players 3 --hands 200 --seed 7 --format json
  haggis simulate classic --players 2 --hands 20 --seats search:50,greedy

--format json: {"form": 1, "variant", "players", "options", "seed", "hands", "points": [{"entry",
"owner": a seat from 0 or a team, null for all together, "mean", "sd", "min", "max"}, ...], "moves":
{"mean", "sd", "min", "max"}, "choices": the same, "seats": the players, "most": [{"owner",
"player", "points", "best"}, ...]}; "hands" is fewer than asked for after Ctrl-C, "seats" and "most"
are null and empty without --seats, and the numbers in "most" are {"value", "low", "high"}
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from haggis_rules.analysis.endless import EndlessHand, endless_hand
from haggis_rules.analysis.exact_sums import ExactSums
from haggis_rules.analysis.seated_hands import HANDS_IN_SHARE, seated_hand, seated_hands
from haggis_rules.analysis.simulate import MOST_MOVES, PlayoutHand, simulate
from haggis_rules.cli.outputs.tables import SeatedScorer, SimulateJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_jobs,
    add_table,
    add_variant,
    check_seeds,
    chosen,
    executor_of,
    rules_of,
    seed_number,
)
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    INTERRUPTED,
    CallError,
    count,
    note,
    table,
    write_json,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.cli.terminal.score_lines import NO_ENTRIES, scorers
from haggis_rules.cli.terminal.statistics import (
    HEADING,
    interval_texts,
    interval_to_json,
    spread_texts,
    spread_to_json,
)
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Owner
from haggis_rules.notation.table_text import seat_name
from haggis_rules.players.line_up import LineUp, read_line_up
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.between_hands import scoring
from haggis_rules.wording.names import titled

USE = CommandUsage(
    Purpose.PLAY, "haggis simulate classic --players 2 --hands 500", "what random hands score"
)
OUTPUT = SimulateJson
MOST_HANDS = 10_000_000
_MOST_MOVES_SHOWN = 12
_HANDS_WORTH_A_PROCESS = 1_000  # which takes as long to begin as some hundreds of hands


@dataclass(slots=True)
class Sums:
    """What the hands so far come to."""

    hands: int = 0
    stuck: int = 0
    first_stuck: int = 0
    entries: dict[tuple[str, int | None], ExactSums] = field(
        default_factory=dict[tuple[str, int | None], ExactSums]
    )
    moves: ExactSums = field(default_factory=ExactSums)
    choices: ExactSums = field(default_factory=ExactSums)
    best: dict[int, ExactSums] = field(default_factory=dict[int, ExactSums])

    def add(self, hand: PlayoutHand, points: Mapping[str, tuple[int, ...]]) -> None:
        """Add a hand, with the points of each entry for each owner."""
        self.hands += 1
        self.moves.add(len(hand.choices))
        for number in hand.choices:
            self.choices.add(number)
        if not hand.finished:
            self.first_stuck = self.first_stuck if self.stuck else hand.seed
            self.stuck += 1
            return
        total = tuple(map(sum, zip(*points.values(), strict=True)))
        for owner, number in enumerate(total):
            alone = number == max(total) and total.count(number) == 1
            self.best.setdefault(owner, ExactSums()).add(alone)
        for name, got in [*points.items(), ("total", total)]:
            for owner, number in enumerate(got):
                self.entries.setdefault((name, owner), ExactSums()).add(number)
            self.entries.setdefault((name, None), ExactSums()).add(sum(got))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    add_budget(parser)
    add_jobs(parser, "play")
    parser.add_argument("--hands", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--seats",
        metavar="NAME[,NAME...]",
        help="who plays: random, greedy or search, or search:N; default: at random",
    )


def run(parsed: argparse.Namespace) -> int:
    """Play the hands and tell what they come to.

    Raises ``CallError`` for hands or seeds out of range, and as ``rules_of`` does.
    """
    if not 1 <= parsed.hands <= MOST_HANDS:
        raise CallError("bad-number", f"--hands is 1 to {MOST_HANDS:,}, not {parsed.hands:,}")
    check_seeds(parsed.seed, parsed.hands)
    rules, sums, code = rules_of(parsed), Sums(), 0
    line_up = None if parsed.seats is None else _line_up(parsed.seats, rules)
    worth = _HANDS_WORTH_A_PROCESS if line_up is None else HANDS_IN_SHARE
    try:
        with executor_of(parsed, parsed.hands // worth) as executor:
            if line_up is None:
                hands = simulate(rules, parsed.hands, parsed.seed, executor=executor)
            else:
                hands = seated_hands(rules, line_up, parsed.hands, parsed.seed, executor=executor)
            for hand in with_progress(hands, parsed.hands, "hands"):
                sums.add(hand, hand.points(rules) if hand.finished else {})
    except KeyboardInterrupt:
        note(f"interrupted after {count(sums.hands, 'hand')}; these are the results so far")
        code = INTERRUPTED
    if sums.stuck:
        note(f"{count(sums.stuck, 'hand')} did not end")
        for line in _endless_lines(parsed, _stuck_hand(rules, line_up, sums.first_stuck)):
            note(f"  {line}")
        code = code or AT_FAULT
    if parsed.format == "json":
        write_json(_record(rules, sums, parsed.seed, line_up))
    else:
        _tell(rules, sums, parsed.seed)
        if line_up is not None:
            _tell_players(rules, sums, line_up)
    return code


def _line_up(text: str, rules: Rules) -> LineUp:
    try:
        return read_line_up(text, rules.players)
    except WrongArgumentError as fault:
        raise CallError("bad-players", str(fault)) from fault


def _stuck_hand(rules: Rules, line_up: LineUp | None, seed: int) -> EndlessHand:
    """Return what is known of a hand without end; of players only how far they came."""
    if line_up is None:
        return endless_hand(rules, seed)
    moves = len(seated_hand(rules, line_up, seed).choices)
    return EndlessHand(seed, moves, ("",) if moves == MOST_MOVES else (), again=False)


def _endless_lines(parsed: argparse.Namespace, hand: EndlessHand) -> Iterator[str]:
    """Yield what is known of a hand without end: its seed, what repeats, how to see it again."""
    if hand.again:
        yield f"seed {hand.seed}: the state after {count(hand.after, 'move')} recurs after"
        yield f"  {'; '.join(hand.moves[:_MOST_MOVES_SHOWN])}"
        if len(hand.moves) > _MOST_MOVES_SHOWN:
            yield f"  and {len(hand.moves) - _MOST_MOVES_SHOWN} more moves"
    elif hand.moves:
        yield f"seed {hand.seed}: {count(hand.after, 'move')}, and no state recurred"
    else:
        yield f"seed {hand.seed}: after {count(hand.after, 'move')} nobody can act"
    words = ["haggis simulate", shlex.quote(parsed.variant)]
    words += [] if parsed.players is None else [f"--players {parsed.players}"]
    agreed = chosen(parsed).options.items()
    words += [f"--option {shlex.quote(f'{name}={value}')}" for name, value in agreed]
    words += [] if parsed.seats is None else [f"--seats {shlex.quote(parsed.seats)}"]
    yield f"to see it again: {' '.join(words)} --hands 1 --seed {hand.seed}"


def _tell(rules: Rules, sums: Sums, seed: int) -> None:
    game = rules.game
    write_text(
        f"{titled(game)} for {game.seats} players: {count(sums.hands, 'hand')} from seed {seed}\n"
    )
    rows = [["points", "", *HEADING]]
    names = scorers(game, seat_name)
    for (entry, owner), spread in sums.entries.items():
        whose = "all" if owner is None else names[owner]
        rows.append([entry if owner == 0 else "", whose, *spread_texts(spread)])
    if game.scores:
        write_text(table(rows, left=2) + "\n")
    else:
        write_text(f"  {NO_ENTRIES}\n")
    others = [("moves in a hand", sums.moves), ("actions to choose from", sums.choices)]
    write_text(table([["", *HEADING], *([name, *spread_texts(spread)] for name, spread in others)]))


def _tell_players(rules: Rules, sums: Sums, line_up: LineUp) -> None:
    """Tell how often each player, or each team, scored most in a hand."""
    names = scorers(rules.game, seat_name)
    rows = [
        [
            names[owner],
            line_up.scoring(rules.game, owner),
            *interval_texts(sums.entries["total", owner].mean_interval()),
            *interval_texts(best.share_interval(), percent=True),
        ]
        for owner, best in sums.best.items()
    ]
    if rows:
        write_text("\n" + table([["players", "", "a hand", "", "scores most", ""], *rows], left=2))


def _record(rules: Rules, sums: Sums, seed: int, line_up: LineUp | None) -> SimulateJson:
    game = rules.game
    teams = scoring(game) is Owner.TEAM
    return {
        "form": 1,
        "variant": game.name,
        "players": game.seats,
        "options": rules.options,
        "seed": seed,
        "hands": sums.hands,
        "points": [
            {
                "entry": entry,
                "owner": game.teams[owner] if teams and owner is not None else owner,
                **spread_to_json(spread),
            }
            for (entry, owner), spread in sums.entries.items()
        ],
        "moves": spread_to_json(sums.moves),
        "choices": spread_to_json(sums.choices),
        "seats": None if line_up is None else [*map(str, line_up)],
        "most": [] if line_up is None else [*_scorers(rules.game, sums, line_up)],
    }


def _scorers(game: Game, sums: Sums, line_up: LineUp) -> Iterator[SeatedScorer]:
    """Yield how often each player, or each team, scored most in a hand."""
    teams = scoring(game) is Owner.TEAM
    for owner, best in sums.best.items():
        yield {
            "owner": game.teams[owner] if teams else owner,
            "player": line_up.scoring(game, owner),
            "points": interval_to_json(sums.entries["total", owner].mean_interval()),
            "best": interval_to_json(best.share_interval()),
        }
