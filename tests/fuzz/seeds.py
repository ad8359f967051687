"""What fuzzing starts from: small texts that are kept, and what the engine writes of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from haggis_rules import MatchState, Rules, load

TESTS = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "corpus"
# Longer texts, of which one input in some is made: each has words that the small ones lack.
LONGER = (
    TESTS / "mutation" / "wren.haggis",
    TESTS / "secrets" / "curlew.haggis",
    TESTS / "ask" / "odd.haggis",
    TESTS / "heron" / "heron.haggis",
    TESTS / "texts" / "every-word.haggis",
)
PLAYED = ("tern", "rail", "crake")  # the small texts of which records and positions are made


def small() -> tuple[Path, ...]:
    """Return the small texts that are kept, each a game of its own."""
    return tuple(sorted((FOLDER / "rules").glob("*.haggis")))


def corpus_texts(kind: str) -> tuple[str, ...]:
    """Return the inputs of a kind that went wrong once, or that chance finds seldom."""
    return tuple(path.read_text("utf-8") for path in sorted((FOLDER / kind).glob("*.txt")))


@cache
def rules() -> tuple[Rules, ...]:
    """Return rules of small games, and of one that is shipped."""
    games = [load(FOLDER / "rules" / f"{name}.haggis", players=None) for name in PLAYED[1:]]
    return (load(FOLDER / "rules" / "tern.haggis", players=2), *games, load("classic", players=2))


@cache
def matches() -> tuple[MatchState, ...]:
    """Return matches by chance of each of these rules, some over and some not."""
    return tuple(
        played(one, seed, plies) for one in rules() for seed, plies in enumerate((0, 5, 40))
    )


def played(of: Rules, seed: int, plies: int) -> MatchState:
    """Return a match after so many actions by chance, or where nobody can act any more."""
    chance, match = Random(seed), of.new_match(seed)
    for _ in range(plies):
        to_act = match.to_act
        if not to_act:
            break
        match = match.apply(chance.choice(match.actions(chance.choice(to_act))))
    return match
