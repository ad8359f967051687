"""PettingZoo's own tests on environments of every seating and of other games."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils import parallel_to_aec

from haggis_rules import Rules
from haggis_rules.hosts.hosted_game import EnvironmentSettings
from haggis_rules.pettingzoo import IllegalChoice, MatchEnv, env, parallel_env
from tests.hosts.hosted import FAST, SLOW, hosted

# The host expects a dictionary with a mask from the games that it ships, and warns of any other.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


SHORT = ("dunlin",)  # a match may be over before the four cycles that `max_cycles_test` lets pass


def passes(rules: Rules) -> None:
    """Run all tests of the host. They assert what they want, and warnings are errors here."""
    chosen: tuple[EnvironmentSettings, ...] = ({"episode": "hand"}, {"actions": "compact"})
    for settings in chosen:
        made: Any = partial(env, rules, **settings)
        api_test(made(), num_cycles=80)
        seed_test(made, num_cycles=40)
    # These two choose without looking at the mask.
    lenient: Any = partial(parallel_env, rules, illegal="first")

    def cycled(max_cycles: int) -> Any:
        return parallel_to_aec(lenient(max_cycles=max_cycles))

    if rules.name not in SHORT:
        max_cycles_test(SimpleNamespace(parallel_env=lenient, env=cycled))
    state_test(env(rules, illegal="first"), lenient(), num_cycles=10)
    parallel_seed_test(lenient, num_cycles=30)
    parallel_api_test(parallel_env(rules, episode="hand"), num_cycles=80)
    render_test(partial(env, rules), {"ansi": lambda shown: shown.startswith(rules.name)})


@pytest.mark.parametrize("name", FAST)
def test_environments_pass_the_tests_of_the_host(name: str) -> None:
    passes(hosted(name))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", SLOW)
def test_environments_of_every_seating_pass_the_tests_of_the_host(name: str) -> None:
    passes(hosted(name))


def test_a_mask_that_offers_nothing_is_noticed_by_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    observe = MatchEnv.observe

    def blank(table: MatchEnv, agent: str) -> Any:
        found = observe(table, agent)
        found["action_mask"][:] = 0
        return found

    monkeypatch.setattr(MatchEnv, "observe", blank)
    with pytest.raises(IllegalChoice):
        api_test(env(hosted("heron")), num_cycles=5)
