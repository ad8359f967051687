"""How fast this machine is right now: the time of one fixed piece of work, in plain Python.

    python benchmarks/pace.py

Other figures can be compared between machines, or with a machine that was busy, by their ratio to
this. It is time of the processor, which a busy machine stretches as well.
"""

from statistics import median
from time import process_time

RUNS = 7
STEPS = 200_000


def pace() -> float:
    """Return the milliseconds that the piece of work takes, in the middle of several runs."""
    return median(_once() for _ in range(RUNS))


def _once() -> float:
    start, table, number = process_time(), dict[int, int](), 1
    for _ in range(STEPS):
        number = number * 1_103_515_245 + 12_345 & (1 << 31) - 1
        table[number & 1023] = table.get(number >> 21, 0) + 1
    return (process_time() - start) * 1e3


def main() -> None:
    """Print it."""
    print(f"a fixed piece of work takes {pace():.1f} ms here, now")


if __name__ == "__main__":
    main()
