"""Rules files that show too much, or too little, are found out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from haggis_rules import Position, Rules, load
from haggis_rules.storage.package_data import read
from tests.secrets.comparing import check_unseen, check_view
from tests.secrets.ledger import ledger_of
from tests.secrets.walks import walk


class Leak(NamedTuple):
    """What is written for what, wherever it stands. ``too_much``: a seat sees what it may not."""

    name: str
    players: int
    right: str
    wrong: str
    too_much: bool = True


SHOWN, SENT = ", shown to all when s is showing", "zone sent of each seat, seen by"
KITTY = "zone kitty{}, seen by"
LEAKS = {
    "haggis in the open": Leak("classic", 2, "haggis, seen by nobody", "haggis, seen by all"),
    "pips in the open": Leak(
        "classic",
        3,
        "hand of each seat, pip seen by owner, court",
        "hand of each seat, pip seen by all, court",
    ),
    "what is captured is covered": Leak(
        "classic",
        3,
        "captured of each seat, seen by all",
        "captured of each seat, seen by owner",
        too_much=False,
    ),
    "partners show their hands": Leak("neeps", 4, "pip seen by owner", "pip seen by team"),
    "messages in the open": Leak("neeps", 4, f"{SENT} owner", f"{SENT} all"),
    "choices of four said aloud": Leak("neeps", 4, "secret action send", "action send"),
    "messages are all shown": Leak("neeps", 4, SHOWN, ", shown to all"),
    "choices of six said aloud": Leak("neeps", 6, "secret action send", "action send"),
    "facing known too soon": Leak(
        "neeps", 6, "at first down, seen by owner", "at first down, seen by all"
    ),
    "face up and not shown": Leak("neeps", 6, SHOWN, "", too_much=False),
    "face down and shown": Leak("neeps", 6, SHOWN, ", shown to all when not s is showing"),
    "the top of the kitty in the open": Leak(
        "tatties", 3, f"{KITTY.format('.top')} nobody", f"{KITTY.format('.top')} all"
    ),
    "the rest of the kitty in the open": Leak(
        "tatties", 3, f"{KITTY.format('.bottom')} nobody", f"{KITTY.format('.bottom')} all"
    ),
    "discards in the open": Leak(
        "tatties", 3, f"{KITTY.format('')} nobody", f"{KITTY.format('')} all"
    ),
    "discards said aloud": Leak("tatties", 3, "secret action discard", "action discard"),
    "offers in the open": Leak(
        "tatties",
        5,
        "zone offered of each seat, seen by owner",
        "zone offered of each seat, seen by all",
    ),
    "offers said aloud": Leak("tatties", 5, "secret action offer", "action offer"),
    "what is laid down is covered": Leak(
        "tatties",
        5,
        "zone laid of each seat, seen by all",
        "zone laid of each seat, seen by owner",
        too_much=False,
    ),
}
QUICK = {
    "haggis in the open",
    "messages in the open",
    "face up and not shown",
    "face down and shown",
    "discards in the open",
    "discards said aloud",
    "offers in the open",
}
HANDS, EARLY, LATE = 4, 20, 15


def leaking(leak: Leak, folder: Path) -> Rules:
    """Load a rules file with something written wrongly."""
    text = read("spec", f"{leak.name}.haggis")
    wrong, times = re.subn(re.escape(leak.right), leak.wrong, text)
    assert times
    file = folder / f"{leak.name}.haggis"
    file.write_text(wrong, encoding="utf-8")
    return load(file, players=leak.players)


def looked_at(rules: Rules) -> Iterator[Position]:
    """Yield positions of a few hands, one after the other."""
    for seed in range(HANDS):
        for number, table in enumerate(walk(rules, seed)):
            if number < EARLY or number % LATE == 0:
                yield table


def check_known(tables: Iterable[Position]) -> None:
    """See that all seats know what the ledger says."""
    for table in tables:
        ledger = ledger_of(table)
        for seat in range(table.rules.players):
            check_view(table, ledger, seat)


def check_secret(tables: Iterable[Position]) -> None:
    """See that no seat can tell a hand from another that differs where it may not see."""
    chance = Random(1)
    for table in tables:
        ledger = ledger_of(table)
        for seat in range(table.rules.players):
            check_unseen(table, ledger, seat, chance)


@pytest.mark.planted("leak")
@pytest.mark.parametrize(
    "leak",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in LEAKS],
)
def test_a_wrong_word_about_who_sees_what_is_found(leak: str, tmp_path: Path) -> None:
    rules = leaking(LEAKS[leak], tmp_path)
    with pytest.raises(AssertionError):
        check_known(looked_at(rules))
    if LEAKS[leak].too_much:
        with pytest.raises(AssertionError):
            check_secret(looked_at(rules))
