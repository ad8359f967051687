"""A house rule breaks no inherited promise but those that say otherwise."""

from pathlib import Path

import pytest

from haggis_rules.verdicts.model import Proved
from tests.games import game_of
from tests.verify.asking import result_of

CONSOLATION = Path(__file__).parents[1] / "texts" / "consolation.haggis"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("promise", ["score.sum", "match.adds"])
def test_an_entry_more_on_the_score_sheet_breaks_no_sum(promise: str, players: int) -> None:
    game = game_of(CONSOLATION, players)
    assert set(game.scores) - set(game_of("classic", players).scores) == {"consolation"}
    assert isinstance(result_of(game, promise).verdict, Proved)
