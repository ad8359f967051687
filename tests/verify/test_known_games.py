"""What came of all that was asked of a game is told at once, and a forgery of it is noticed."""

import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.verdicts.model import Proved, Unsupported
from haggis_verify import session
from haggis_verify.cache.verdict_codec import verdict_to_json
from haggis_verify.report import PendingResults, prepare
from haggis_verify.session import ProofRequest, VerifiedGame, verify_games
from haggis_verify.solvers.answer_store import AnswerStore
from tests.verify.changed import heron_with

PLAIN = 'note "Nothing more."'
CHANGE = "UPDATE found SET text = ?, mark = ? WHERE key = ?"


def quiet(*_: object) -> None:
    """Hear of a promise, and say nothing."""


def told(
    place: Path, *names: str, text: str = PLAIN, hands: int = 1, sample: int = 0
) -> tuple[VerifiedGame, list[str]]:
    """Verify with what is in a file; return what came of it, and the keys that were forged."""
    request = ProofRequest(promises=names, hands=hands)
    with AnswerStore(place, sample=sample) as before:
        (found,) = verify_games([heron_with(text)], request, quiet, before=before)
        return found, before.forged


def test_what_came_of_a_whole_game_is_told_without_judging_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, judged = tmp_path / "answers.sqlite", list[Game]()

    def counting(game: Game, *rest: Any, **named: Any) -> PendingResults:
        judged.append(game)
        return prepare(game, *rest, **named)

    monkeypatch.setattr(session, "prepare", counting)
    first, again = (told(place, "kept", "rises")[0] for _ in range(2))
    assert again.promises == first.promises
    assert again.recalled == again.answers == first.answers > 0
    assert len(judged) == 1
    told(place, "kept")  # another question
    told(place, "kept", "rises", hands=2)
    told(place, "kept", "rises", text=f"{PLAIN}\n")  # the same rules, at other places in the text
    assert len(judged) == 4
    _, forged = told(place, "kept", "rises", sample=1)  # a sample, all of it here, is judged again
    assert (len(judged), forged) == (5, [])


def forge(place: Path, results: str) -> str:
    """Put something else into the row of the whole game, with its hash, and return its key."""
    with sqlite3.connect(place) as file:
        rows = file.execute("SELECT key, text FROM found").fetchall()
        ((key, text),) = [row for row in rows if row[1].partition(" ")[2].startswith("[[")]
        changed = f"{text.partition(' ')[0]} {results}"
        file.execute(CHANGE, (changed, sha256(f"{key}\n{changed}".encode()).hexdigest(), key))
    file.close()
    return str(key)


def test_a_whole_game_that_is_forged_is_noticed_when_it_is_judged_again(tmp_path: Path) -> None:
    place = tmp_path / "answers.sqlite"
    (first,) = told(place, "kept")[0].promises
    assert isinstance(first.verdict, Proved)
    forged = verdict_to_json((("kept", first.clause, Unsupported(first.clause, "this")),))
    key = forge(place, forged)
    (believed,) = told(place, "kept")[0].promises  # as long as it is not judged again
    assert isinstance(believed.verdict, Unsupported)
    assert told(place, "kept", sample=1)[1] == [key]


@pytest.mark.parametrize("results", ['[["kept"]]', '[["kept","kept",3]]', "[[1,2,3]]", "[1]"])
def test_what_is_no_result_of_a_game_is_judged_anew(results: str, tmp_path: Path) -> None:
    place = tmp_path / "answers.sqlite"
    told(place, "kept")
    forge(place, results)
    (found,) = told(place, "kept")[0].promises
    assert isinstance(found.verdict, Proved)
    key = forge(place, results)
    assert told(place, "kept", sample=1)[1] == [key]
