"""Collecting the tests loads no game, and tests are named by seatings that there are."""

import pytest

from haggis_rules.ir.load import seatings_of, shipped
from tests.conftest import READ_TOO_EARLY
from tests.games import SEATINGS, VARIANTS, seatings

KNOWN = {"mutation/test_report.py"}  # it still names its tests by what is in a small text


def test_no_text_is_parsed_while_tests_are_collected(request: pytest.FixtureRequest) -> None:
    found = request.config.stash.get(READ_TOO_EARLY, list[str]())
    assert set(found) <= KNOWN


def test_the_seatings_by_which_tests_are_named_are_those_of_the_texts() -> None:
    assert set(VARIANTS) == set(shipped())
    assert len(set(SEATINGS)) == len(SEATINGS)
    assert {name: set(seatings(name)) for name in VARIANTS} == {
        name: set(seatings_of(name)) for name in shipped()
    }
