"""What a seed means: the generator, whole numbers below a bound, shuffles, and a stream a purpose.

The page on porting says the same for every other language, with numbers to compare with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from random import Random
from struct import Struct
from typing import Final, TypeVar

from haggis_rules.semantics.asking import WrongArgumentError

ShuffledItem = TypeVar("ShuffledItem")
PickedItem = TypeVar("PickedItem")

MOST_SEED: Final = 2**64 - 1
_LOW_HALF: Final = 2**32 - 1
_INCREMENT: Final = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio, made odd
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB

# Sixteen outputs are computed at once, in one long number with 128 bits for each of them: Python
# takes as long for the arithmetic of one as of several. A product of two numbers of 64 bits fits.
_AT_ONCE: Final = 16
_EACH: Final = sum(1 << 128 * place for place in range(_AT_ONCE))
_WORDS: Final = _EACH * MOST_SEED
_STEPS: Final = sum(
    ((place + 1) * _INCREMENT & MOST_SEED) << 128 * place for place in range(_AT_ONCE)
)
_UNPACK: Final = Struct("<" + "Q8x" * _AT_ONCE).unpack


class StreamPurpose(IntEnum):
    """What a stream of a seed is for. The numbers are part of the notation and never change.

    >>> from haggis_rules import StreamPurpose, random_stream
    >>> random_stream(7, StreamPurpose.DEAL, 1).below(100)
    41
    """

    MATCH = 1
    """What is random before the first hand; no further numbers."""
    DEAL = 2
    """The deal of a hand, and then what else is random there; the hand, from 1."""
    ACTION = 3
    """An action by chance; the hand, from 1, and which action of the hand it is, from 1."""
    PLAYOUT = 4
    """The players of ``simulate`` and of ``deal``; no further numbers."""
    OPPONENTS = 5
    """The other players of ``play``; how many actions have been taken before."""
    COMPARISON = 6
    """The players of ``diff``; no further numbers."""
    VECTORS = 7
    """The questions about a table of ``ask``; how many play."""
    SAMPLE = 8
    """The changes that ``mutate`` draws; no further numbers."""
    SEARCH = 9
    """Where ``verify`` looks for what refutes a promise; no further numbers."""
    PLAYERS = 10
    """A choice of a player; the hand, and the events that it was shown times seats plus its own."""


class SplitMix64(Random):
    """The generator of Steele, Lea and Flood (2014), with 64 bits of state.

    This package draws with ``below``. ``random`` and ``getrandbits`` are there so that the
    generator can be used wherever a ``Random`` can; the other methods of ``Random`` rest on them,
    and on Python.

    >>> from haggis_rules import SplitMix64
    >>> chance = SplitMix64(7)
    >>> chance.next(), chance.below(100)
    (7191089600892374487, 1)
    """

    def __init__(self, state: int) -> None:
        # ``Random.__new__`` has set up a Mersenne Twister, which nothing here asks.
        self._state, self._ready = check_seed(state), list[int]()
        self.gauss_next = None

    def next(self) -> int:
        """Return the next output, a whole number of 64 bits.

        >>> from haggis_rules import SplitMix64
        >>> SplitMix64(7).next()
        7191089600892374487
        """
        if not self._ready:  # they come in reverse order, so that the last one is the next
            self._ready = _outputs(self._state)
            self._state = (self._state + _AT_ONCE * _INCREMENT) & MOST_SEED
        return self._ready.pop()

    def below(self, bound: int) -> int:
        """Return a number from 0 to less than a bound, each exactly as likely.

        Lemire (2019): the upper half of an output times the bound, drawn again where the lower
        half of the product is among the 2^32 mod bound that would make some numbers likelier.
        Raises ``WrongArgumentError`` for a bound below 1.

        >>> from haggis_rules import SplitMix64
        >>> SplitMix64(7).below(6)
        2
        """
        if not 0 < bound <= _LOW_HALF:
            return self._far_below(bound)
        product = (self.next() >> 32) * bound
        low = product & _LOW_HALF
        if low < bound:  # a division is needed only here, as 2^32 mod bound is less than the bound
            least = (_LOW_HALF + 1) % bound
            while low < least:
                product = (self.next() >> 32) * bound
                low = product & _LOW_HALF
        return product >> 32

    def below_each(self, bounds: Iterable[int]) -> list[int]:
        """Return a number below each of some bounds, the same as ``below`` for each in turn.

        Raises ``WrongArgumentError`` as ``below`` does.

        >>> from haggis_rules import SplitMix64
        >>> one, other = SplitMix64(7), SplitMix64(7)
        >>> one.below_each([6, 6, 52]) == [other.below(6), other.below(6), other.below(52)]
        True
        """
        found: list[int] = []
        for bound in bounds:
            if not self._ready or not 0 < bound <= _LOW_HALF:
                found.append(self.below(bound))
                continue
            product = (self._ready.pop() >> 32) * bound
            low = product & _LOW_HALF
            if low < bound:
                least = (_LOW_HALF + 1) % bound
                while low < least:
                    product = (self.next() >> 32) * bound
                    low = product & _LOW_HALF
            found.append(product >> 32)
        return found

    def _far_below(self, bound: int) -> int:
        """Draw as many bits as the highest number has, until they are below the bound."""
        if bound < 1:
            message = f"there is no number below {bound}, counted from 0"
            raise WrongArgumentError(message)
        size = (bound - 1).bit_length()
        while (drawn := self.getrandbits(size)) >= bound:
            pass
        return drawn

    def getrandbits(self, k: int, /) -> int:
        """Return the upper bits of as many outputs as hold them, the first output highest.

        Raises ``WrongArgumentError`` for a number of bits below 0.

        >>> from haggis_rules import SplitMix64
        >>> SplitMix64(7).getrandbits(8)
        99
        """
        if k < 0:
            message = f"there are no {k} bits"
            raise WrongArgumentError(message)
        words = -(-k // 64)
        drawn = 0
        for _ in range(words):
            drawn = drawn << 64 | self.next()
        return drawn >> 64 * words - k

    def random(self) -> float:
        """Return a number from 0 to less than 1: the upper 53 bits of an output.

        >>> from haggis_rules import SplitMix64
        >>> SplitMix64(7).random()
        0.3898297483912715
        """
        return (self.next() >> 11) * 2**-53

    def seed(self, a: object = None, version: int = 2) -> None:  # noqa: ARG002 - as Random has it
        """Begin again. Raises ``WrongArgumentError`` for anything but a seed.

        >>> from haggis_rules import SplitMix64
        >>> chance = SplitMix64(1)
        >>> chance.seed(7)
        >>> chance.next() == SplitMix64(7).next()
        True
        """
        self._state, self._ready = check_seed(a), []

    def getstate(self) -> tuple[int, ...]:
        """Return what ``setstate`` takes: the state of 64 bits.

        >>> from haggis_rules import SplitMix64
        >>> SplitMix64(7).getstate()
        (7,)
        """
        return ((self._state - len(self._ready) * _INCREMENT) & MOST_SEED,)

    def setstate(self, state: tuple[object, ...]) -> None:
        """Go on from where ``getstate`` was asked. Raises ``WrongArgumentError``.

        >>> from haggis_rules import SplitMix64
        >>> chance = SplitMix64(7)
        >>> before = chance.getstate()
        >>> first = chance.next()
        >>> chance.setstate(before)
        >>> chance.next() == first
        True
        """
        self.seed(state[0])

    def __reduce__(self) -> tuple[object, ...]:
        return SplitMix64, self.getstate()


def output(state: int) -> int:
    """Return the first output of the generator whose state is this."""
    state = (state + _INCREMENT) & MOST_SEED
    mixed = ((state ^ state >> 30) * _FIRST) & MOST_SEED
    mixed = ((mixed ^ mixed >> 27) * _SECOND) & MOST_SEED
    return mixed ^ mixed >> 31


def _outputs(state: int) -> list[int]:
    """Return some outputs that follow one another, the last one first. Mirrors ``output``."""
    states = (_EACH * state + _STEPS) & _WORDS
    mixed = ((states ^ states >> 30 & _WORDS) * _FIRST) & _WORDS
    mixed = ((mixed ^ mixed >> 27 & _WORDS) * _SECOND) & _WORDS
    found = mixed ^ mixed >> 31 & _WORDS
    return list(_UNPACK(found.to_bytes(16 * _AT_ONCE, "little"))[::-1])


def check_seed(seed: object) -> int:
    """Return a seed. Raises ``WrongArgumentError`` unless it is a whole number of 64 bits."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        message = f"a seed is a whole number from 0 to 2^64 - 1, not {seed!r:.40}"
        raise WrongArgumentError(message)
    return seed


def random_stream(seed: int, purpose: StreamPurpose, *numbers: int) -> SplitMix64:
    """Return the random stream of a seed for one purpose, and for one hand or action of several.

    The state begins as the seed. For the purpose, and then for each number, it becomes the first
    output of a generator that starts from it, combined with the number by exclusive or.

    Neighbouring streams do not overlap. Streams that differ only in their last number begin less
    than 2^32 apart, since numbers are below that; the increment is close to the golden ratio, so a
    state comes that close to an earlier one only after 2,971,215,073 outputs. All other streams
    begin at states that have been mixed: the probability that two of N streams of L outputs overlap
    is about N^2 L / 2^64.

    Raises ``WrongArgumentError`` for an invalid seed.

    >>> from haggis_rules import StreamPurpose, random_stream
    >>> first = random_stream(7, StreamPurpose.DEAL, 1)
    >>> second = random_stream(7, StreamPurpose.DEAL, 2)
    >>> first.below(52), second.below(52)
    (21, 29)
    """
    state = check_seed(seed)
    for number in (purpose, *numbers):
        state = output(state) ^ number
    return SplitMix64(state)


def shuffled(items: list[ShuffledItem], chance: Random) -> list[ShuffledItem]:
    """Return the items in an order by chance, each order equally likely.

    Fisher and Yates's shuffle from the end, as Durstenfeld gave it in 1964: n - 1 draws.
    """
    mixed = list(items)
    bounds = range(len(mixed), 1, -1)
    if isinstance(chance, SplitMix64):
        others = chance.below_each(bounds)
    else:
        others = [below(bound, chance) for bound in bounds]
    for bound, other in zip(bounds, others, strict=True):
        mixed[bound - 1], mixed[other] = mixed[other], mixed[bound - 1]
    return mixed


def below(size: int, chance: Random) -> int:
    """Return a number from 0 to less than a size, each as likely."""
    if isinstance(chance, SplitMix64):
        return chance.below(size)
    # A caller's own. ``random`` is the one method that Python promises never to change.
    return int(chance.random() * size)


def pick(items: Sequence[PickedItem], chance: Random) -> PickedItem:
    """Return one of several by chance, each as likely."""
    return items[below(len(items), chance)]
