"""What a plan may say, and what is said of one that means nothing."""

import tomllib
from typing import Any

import jsonschema
import pytest

from haggis_rules.analysis.sweep.plan import SweepPlan, SweptTable, plan_schema, read_plan
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.notation.errors import MalformedError

WHOLE = """
matches = 3
seed = 7
[[tables]]
variant = ["classic", "rogers"]
players = [2, 3]
options = { target = [250, 350] }
[[tables]]
variant = "neeps"
"""


def test_a_plan_is_every_choice_of_each_of_its_tables() -> None:
    tables = [
        SweptTable(variant, players, (("target", target),))
        for variant in ("classic", "rogers")
        for players in (2, 3)
        for target in (250, 350)
    ]
    tables += [SweptTable("neeps", players, ()) for players in (4, 6)]
    assert read_plan(WHOLE) == SweepPlan(3, 7, tuple(tables))


def test_true_is_the_word_that_options_take() -> None:
    text = 'matches = 1\n[[tables]]\nvariant = "rogers"\nplayers = 2\noptions = { sets = true }'
    assert read_plan(text).tables == (SweptTable("rogers", 2, (("sets", "true"),)),)


def test_the_schema_takes_what_is_read() -> None:
    validator: Any = jsonschema.Draft202012Validator(plan_schema())
    validator.validate(tomllib.loads(WHOLE))
    for wrong in WRONG:
        assert not validator.is_valid(tomllib.loads(wrong)), wrong


TABLE = '\n[[tables]]\nvariant = "classic"\n'
WRONG = {
    "": "this plan lacks its `matches`",
    "matches = 3": "this plan lacks its `tables`",
    f"matches = 0{TABLE}": "`matches` is a whole number from 1 to 10,000,000, not 0",
    f"matches = true{TABLE}": "`matches` is a whole number",
    f"matches = 1\nseed = -1{TABLE}": "`seed` is a whole number from 0",
    "matches = 1\n[[tables]]\nvariant = 3": "3 is no variant",
    "matches = 1\n[[tables]]\nvariant = []": "more than one variant, the list has at least one",
    f"matches = 1{TABLE}players = 0": "`players` is a whole number from 1 to 99, not 0",
    f"matches = 1{TABLE}players = []": "more than one number of players, the list has at",
    f"matches = 1{TABLE}options = 3": "3 is no mapping of options",
    f"matches = 1{TABLE}options = {{ target = 1.5 }}": "1.5 is no value of an option",
    f"matches = 1{TABLE}colour = 3": "'colour' is not part of this table of a plan",
    f"matches = 1\nhands = 2{TABLE}": "'hands' is not part of this plan",
}
MANY = ", ".join(f"o{name} = [{', '.join(map(str, range(99)))}]" for name in range(9))
ELSEWHERE = {
    "matches = 1\ntables = []": "a plan has 1 to 10,000 tables, and this one has 0",
    f"matches = 2\nseed = 18446744073709551615{TABLE}": "fewer than 2 seeds from",
    "a = " + "[" * 5_000: "this plan is nested too deep",
    "#" * 1_000_001: "a plan has at most 1,000,000 characters",
    f"matches = 1{TABLE}players = 2\noptions = {{ {MANY} }}": "and this one has more",
    "=": "this is not TOML: Invalid statement (at line 1, column 1)",
    "matches = 1\nmatches = 2": "this is not TOML",
}


@pytest.mark.parametrize("text", [*WRONG, *ELSEWHERE])
def test_what_means_nothing_is_told(text: str) -> None:
    with pytest.raises(MalformedError) as fault:
        read_plan(text)
    assert {**WRONG, **ELSEWHERE}[text] in str(fault.value)


def test_a_variant_that_is_none_is_told_as_everywhere() -> None:
    with pytest.raises(RuleError, match="no variant is called `clasic`"):
        read_plan('matches = 1\n[[tables]]\nvariant = "clasic"')
