"""Every planted fault is noticed by what has to notice it."""

import pytest
from _pytest.mark import ParameterSet

from tests.planted.fault import PlantedFault, Promise
from tests.planted.judge import judge, judge_play
from tests.planted.reading import faults

WHILE_YOU_WORK = "heron"  # a small text, with faults of most kinds


def _planted(fault: PlantedFault) -> ParameterSet:
    """Return a fault with the marks of its kind and its pace."""
    marks = [pytest.mark.planted(fault.kind.replace("-", " "))]
    if fault.pace != "quick" or fault.text != WHILE_YOU_WORK:
        marks.append(pytest.mark.slow)
    if fault.pace == "long":
        marks.append(pytest.mark.long)
    return pytest.param(fault, marks=marks, id=str(fault))


# Text by text: a worker that begins with some faults of a text reads it once.
@pytest.mark.parametrize("fault", [_planted(fault) for fault in faults()])
def test_a_planted_fault_is_noticed(fault: PlantedFault) -> None:
    outcome = judge(fault)
    assert outcome.killed, outcome.told


SEARCHED = [
    fault for fault in faults() if isinstance(fault.witness, Promise) and fault.witness.searched
]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("fault", SEARCHED, ids=str)
def test_play_comes_to_a_breach_where_it_is_known_to(fault: PlantedFault) -> None:
    outcome = judge_play(fault)
    assert outcome.killed, outcome.told
