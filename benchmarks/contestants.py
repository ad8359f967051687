"""What this project plays hands with, each as a number of plies that it plays in a second.

All times are of the processor, of this process or of the one that is begun. What plays in Python
remembers what it has found out about hands, so each round has hands that were not played before.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

from haggis_rules.analysis.simulate import simulate
from haggis_rules.codegen.wasm.printer import wasm_bytes
from haggis_rules.engine.rules import Rules, load
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.game_module import lower_game
from haggis_rules.lowering.module_layout import layout_to_json

Speed = Callable[[], float]

IN_CALL = 1_000  # hands that the module plays in one call
IN_BATCH = 4_096  # matches in step
NODE = Path(__file__).parent / "playouts.mjs"


@cache
def rules(name: str, players: int) -> Rules:
    """Return the rules of a seating, which all contestants share."""
    return load(name, players=players)


@cache
def compiled(name: str, players: int) -> CompiledGame:
    """Return a seating compiled, which all contestants share."""
    return rules(name, players).compiled()


def loop(name: str, players: int, hands: int) -> Speed:
    """Return a loop over single hands: positions, their actions, and one of them taken."""
    game, firsts = rules(name, players), count(0, hands)

    def play() -> float:
        first = next(firsts)
        rng, plies, start = Random(first), 0, process_time()  # noqa: S311 - chance
        for seed in range(first, first + hands):
            position = game.new_hand(seed)
            while not position.finished:
                actions = position.actions(rng.choice(position.to_act))
                position = position.apply(actions[int(rng.random() * len(actions))])
                plies += 1
        return plies / (process_time() - start)

    return play


def match_loop(name: str, players: int, matches: int) -> Speed:
    """Return the loop of the README: matches, hand after hand, to the end of each."""
    game, firsts = rules(name, players), count(0, matches)

    def play() -> float:
        first = next(firsts)
        rng, plies, start = Random(first), 0, process_time()  # noqa: S311 - chance
        for seed in range(first, first + matches):
            match = game.new_match(seed)
            while not match.finished:
                actions = match.actions(rng.choice(match.to_act))
                match = match.apply(actions[int(rng.random() * len(actions))])
                plies += 1
        return plies / (process_time() - start)

    return play


def simulated(name: str, players: int, hands: int) -> Speed:
    """Return ``simulate``, hand after hand, in one process."""
    game, firsts = rules(name, players), count(0, hands)

    def play() -> float:
        start = process_time()
        plies = sum(len(hand.choices) for hand in simulate(game, hands, next(firsts)))
        return plies / (process_time() - start)

    return play


def module(name: str, players: int, calls: int) -> Speed:
    """Return the module in ``wasmtime``, a thousand hands in each call."""
    game = compiled(name, players)

    def play() -> float:
        start = process_time()
        plies = sum(game.playouts(0, IN_CALL * call, IN_CALL) for call in range(calls))
        return plies / (process_time() - start)

    return play


def in_node(name: str, players: int, calls: int, folder: Path) -> Speed | None:
    """Return the same module in Node, or nothing where there is none."""
    node = shutil.which("node")
    if node is None:
        return None
    low, file = lower_game(rules(name, players).game), folder / f"{name}-{players}.wasm"
    file.write_bytes(wasm_bytes(low.module))
    file.with_suffix(".json").write_text(json.dumps(layout_to_json(low)), encoding="utf-8")
    call = [node, str(NODE), str(file), str(calls), str(IN_CALL)]

    def play() -> float:
        done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
        return float(done.stdout)

    return play


def batch(name: str, players: int, steps: int) -> Speed:
    """Return matches in step, with their counts and what the seats see, actions by chance."""
    import numpy as np

    arrays = rules(name, players).batch(IN_BATCH, seeds=1, one_hand=True)
    rng = np.random.default_rng(1)

    def play() -> float:
        start = process_time()
        for _ in range(steps):
            arrays.step(rng.integers(0, arrays.legal_counts))
        return steps * IN_BATCH / (process_time() - start)

    return play


def leaves(name: str, players: int, depth: int, deals: int) -> Speed:
    """Return how many leaves a second the module counts, from new hands."""
    game = compiled(name, players)

    def found() -> float:
        start, number = process_time(), 0
        for seed in range(deals):
            game.begin(0, seed)
            number += game.perft(0, depth)
        return number / (process_time() - start)

    return found


def samples(name: str, players: int, hands: int) -> Speed:
    """Return how many positions a second are made from a view in mid-hand, and played to an end."""
    game = compiled(name, players)
    views = [_mid_hand(game, seed) for seed in range(20)]

    def play() -> float:
        start = process_time()
        for seed, view in enumerate(views):
            game.sampled_playouts(0, view, seed, hands)
        return hands * len(views) / (process_time() - start)

    return play


def _mid_hand(game: CompiledGame, seed: int) -> bytes:
    """Return what a seat sees after a dozen actions by chance, or fewer where the hand ends."""
    rng = Random(seed)  # noqa: S311 - chance
    game.begin(0, seed)
    for _ in range(12):
        before = game.snapshot(0)
        seat = rng.choice(game.able(0))
        if game.act(0, seat, rng.randrange(game.actions(0, seat))):
            game.restore(0, before)
            break
    return game.observation(0, game.able(0)[0])
