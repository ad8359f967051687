"""A small game of the tests with one thing said otherwise, and that all its promises are proved."""

from pathlib import Path

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import How, Proved
from haggis_rules.verdicts.show import is_green
from tests.verify.asking import results_of


def changed(
    path: Path,
    old: str,
    new: str,
    folder: Path,
    *,
    players: int | None = None,
    **options: int | str,
) -> Game:
    """Load a text in which something that stands there once is said otherwise."""
    text, small_old, small_new = (
        " ".join(one.split()) for one in (path.read_text("utf-8"), old, new)
    )
    assert text.count(small_old) == 1
    other = folder / "changed.haggis"
    other.write_text(text.replace(small_old, small_new), "utf-8")
    return load_game(other, players=players, options=options)


def assert_all_are_proved(game: Game) -> None:
    """See that each promise is green, and that both solvers took part where one was asked."""
    for result in results_of(game):
        assert is_green(result.verdict), result
        if isinstance(result.verdict, Proved):
            solved = [met for met in result.verdict.obligations if met.how is How.SOLVED]
            assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)
