"""What these systems promise is proved, but for what they say themselves that they break."""

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import ExpectedBreach
from haggis_rules.verdicts.show import is_green
from haggis_verify.report import verify

# What the rules themselves say that they break.
BREACHED = {("rogers", 2): {"bets.lost"}, ("rogers", 3): {"bets.lost", "out.scored"}}


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs, but for the options
@pytest.mark.parametrize(
    ("system", "players", "options"),
    [
        ("wikipedia", 2, {}),
        ("wikipedia", 3, {}),
        ("rogers", 2, {}),
        ("rogers", 3, {}),
        ("rogers", 2, {"sets": True, "rainbow": True}),
        ("rogers", 3, {"sets": True}),
        ("cats", 2, {}),
        ("neeps", 4, {}),
        ("neeps", 6, {}),
        ("tatties", 3, {}),
        ("tatties", 5, {}),
    ],
)
def test_a_system_keeps_all_its_promises(
    system: str, players: int, options: dict[str, bool]
) -> None:
    game = load_game(system, players=players, options=options)
    results = verify(game)
    assert {promise.name for promise in game.promises} <= {one.promise for one in results}
    assert [one for one in results if not is_green(one.verdict)] == []
    breached = {one.promise for one in results if isinstance(one.verdict, ExpectedBreach)}
    assert breached == BREACHED.get((system, players), set())
