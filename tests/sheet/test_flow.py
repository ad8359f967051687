"""A net says what its pipes carry, or that it cannot be done."""

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.analysis.sheet.max_flow import Net

PLACES: tuple[str, ...] = ("source", "left", "right", "drain")
PIPES = [(a, b) for a, b in product(PLACES[:-1], PLACES[1:]) if a != b]
PIPE = st.tuples(st.sampled_from(PIPES), st.integers(0, 2), st.integers(0, 2))


def net(*pipes: tuple[tuple[str, str], int, int]) -> Net:
    network = Net("source", "drain")
    for (start, end), most, least in pipes:
        network.pipe(start, end, most, least)
    return network


def test_what_must_flow_does() -> None:
    assert net((("source", "left"), 3, 0), (("left", "drain"), 3, 2)).flow() == [2, 2]


def test_what_must_flow_and_has_no_way_does_not() -> None:
    assert net((("source", "left"), 1, 0), (("left", "drain"), 3, 2)).flow() is None
    assert net((("left", "drain"), 3, 2)).flow() is None
    assert net((("source", "drain"), 1, 2)).flow() is None


def test_nothing_that_must_flow_is_nothing() -> None:
    assert net((("source", "left"), 1, 0)).flow() == [0]


@given(st.lists(PIPE, min_size=1, max_size=5))
def test_a_flow_is_found_exactly_when_there_is_one(
    pipes: list[tuple[tuple[str, str], int, int]],
) -> None:
    found = net(*pipes).flow()
    amounts = product(*(range(least, most + 1) for _, most, least in pipes))
    assert (found is not None) == any(flows(pipes, each) for each in amounts)
    if found is not None:
        assert all(least <= n <= most for n, (_, most, least) in zip(found, pipes, strict=True))
        assert flows(pipes, found)


def flows(pipes: Sequence[tuple[tuple[str, str], int, int]], amounts: Sequence[int]) -> bool:
    """Whether as much leaves each place as comes to it, the source and the drain aside."""
    balance: dict[str, int] = dict.fromkeys(PLACES, 0)
    for ((start, end), _, _), count in zip(pipes, amounts, strict=True):
        balance[start] -= count
        balance[end] += count
    return balance["left"] == balance["right"] == 0
