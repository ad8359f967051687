"""The generator behind a seed: known outputs, exact numbers below a bound, streams apart."""

import pickle
from collections import Counter
from copy import copy
from itertools import pairwise, product
from random import Random

import pytest

from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import SplitMix64, StreamPurpose, output, random_stream

# The outputs of Vigna's splitmix64.c for the seed 1234567, as Rosetta Code and others print them.
PRINTED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
HALF = 2**32


class Given(SplitMix64):
    """A generator whose outputs are written down."""

    def __init__(self, *outputs: int) -> None:
        super().__init__(0)
        self.outputs = list(outputs)

    def next(self) -> int:
        """Return the next of them."""
        return self.outputs.pop(0)


def test_outputs_are_those_that_others_print() -> None:
    chance = SplitMix64(1234567)
    assert [chance.next() for _ in PRINTED] == PRINTED


def test_outputs_come_as_if_one_by_one() -> None:
    some = (random_stream(number, StreamPurpose.DEAL).next() for number in range(50))
    for seed in (0, 1, 2**63, 2**64 - 1, *some):
        chance, state = SplitMix64(seed), seed
        for _ in range(40):
            assert chance.getstate() == (state,)
            assert chance.next() == output(state)
            state = (state + 0x9E3779B97F4A7C15) % 2**64


def test_a_number_below_a_bound_is_drawn_again_where_it_would_be_likelier() -> None:
    # 2^32 mod 6 is 4: of a product the lower halves 0 to 3 are one too many.
    for upper, drawn in (
        (0, None),
        (1, 0),
        (HALF - 1, 5),
        (HALF // 6 + 1, None),
        (HALF // 3 + 1, 2),
    ):
        low = upper * 6 % HALF
        assert (low < 4) == (drawn is None)
        chance = Given(upper << 32 | 77, 3 << 62)
        assert chance.below(6) == (4 if drawn is None else drawn)
        assert len(chance.outputs) == (drawn is not None)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 100, 2**31 - 1, 2**31 + 1, HALF - 1])
def test_each_number_has_the_same_count_of_upper_halves(bound: int) -> None:
    def first(number: int) -> int:
        """Return the least upper half whose product with the bound is taken and gives a number."""
        return -(-(number * HALF + HALF % bound) // bound)

    for number in {0, 1 % bound, bound // 2, bound - 1}:
        taken, past = first(number), first(number) + HALF // bound - 1
        for upper in (taken, past):
            assert Given(upper << 32).below(bound) == number
        if HALF % bound:
            before = Given((taken - 1) << 32, 0, (HALF - 1) << 32).below(bound)
            assert before != number or number == bound - 1


@pytest.mark.parametrize("bound", [HALF, HALF + 1, 2**40, 2**64, 2**64 + 1, 3**60])
def test_a_bound_of_more_than_a_half_takes_whole_outputs_the_highest_first(bound: int) -> None:
    size = (bound - 1).bit_length()
    words = -(-size // 64)

    def outputs(number: int) -> list[int]:
        whole = number << 64 * words - size
        return [whole >> 64 * (words - 1 - n) & 2**64 - 1 for n in range(words)]

    above = [] if bound == 2**size else [bound, 2**size - 1]
    for wanted in (0, bound // 3, bound - 1):
        drawn = [one for number in (*above, wanted) for one in outputs(number)]
        assert Given(*drawn).below(bound) == wanted


def test_a_bound_below_one_is_refused() -> None:
    for bound in (0, -1, -HALF):
        with pytest.raises(WrongArgumentError, match=f"no number below {bound}"):
            SplitMix64(1).below(bound)


def test_numbers_below_a_bound_are_about_as_likely() -> None:
    chance, counted = SplitMix64(5), Counter[int]()
    for _ in range(60_000):
        counted[chance.below(6)] += 1
    assert sum((counted[n] - 10_000) ** 2 / 10_000 for n in range(6)) < 25  # p > 0.9998, 5 degrees


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "1", None])
def test_what_is_no_seed_is_refused(seed: int) -> None:
    refused = pytest.raises(WrongArgumentError, match="a seed is a whole number from 0 to 2")
    with refused:
        SplitMix64(seed)
    with refused:
        random_stream(seed, StreamPurpose.DEAL, 1)
    with refused:
        SplitMix64(1).seed(seed)


def test_the_highest_seed_is_one() -> None:
    assert SplitMix64(2**64 - 1).next() == 16490336266968443936
    assert (
        random_stream(2**64 - 1, StreamPurpose.DEAL, 1).next()
        != random_stream(0, StreamPurpose.DEAL, 1).next()
    )


def test_streams_of_neighbours_have_no_output_in_common() -> None:
    seen = Counter[int]()
    numbers = [(), *((one,) for one in range(8)), *product(range(4), range(4))]
    asked = list(product(range(16), StreamPurpose, numbers))
    for seed, purpose, more in asked:
        chance = random_stream(seed, purpose, *more)
        seen.update(chance.next() for _ in range(20))
    assert len(seen) == 20 * len(asked)
    assert max(seen.values()) == 1


def test_a_stream_can_be_derived_by_hand() -> None:
    first = SplitMix64(7).next() ^ 2
    assert (
        random_stream(7, StreamPurpose.DEAL, 3).next()
        == SplitMix64(SplitMix64(first).next() ^ 3).next()
    )


def test_the_purposes_are_what_they_were() -> None:
    assert {one.name: one.value for one in StreamPurpose} == {
        "MATCH": 1,
        "DEAL": 2,
        "ACTION": 3,
        "PLAYOUT": 4,
        "OPPONENTS": 5,
        "COMPARISON": 6,
        "VECTORS": 7,
        "SAMPLE": 8,
        "SEARCH": 9,
        "PLAYERS": 10,
    }


def test_it_is_taken_as_a_random_of_python() -> None:
    chance: Random = SplitMix64(3)
    assert chance.random() == (SplitMix64(3).next() >> 11) / 2**53
    assert all(0 <= one < 1 for one in (chance.random() for _ in range(1000)))
    whole = list(range(9))
    chance.shuffle(whole)
    assert sorted(whole) == list(range(9))
    assert chance.getrandbits(0) == 0
    with pytest.raises(WrongArgumentError, match="no -1 bits"):
        chance.getrandbits(-1)


def test_it_can_be_copied_pickled_and_begun_again() -> None:
    chance = SplitMix64(9)
    begin = chance.getstate()
    chance.next()
    others = copy(chance), pickle.loads(pickle.dumps(chance))  # noqa: S301 - its own
    then = [chance.next() for _ in range(3)]
    for other in others:
        assert [other.next() for _ in range(3)] == then
    chance.setstate(begin)
    assert chance.next() == SplitMix64(9).next()
    chance.seed(9)
    assert chance.next() == SplitMix64(9).next()
    assert all(one != other for one, other in pairwise(then))
