"""What goes wrong when rules are run that are not sound."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.diagnostics.source import Span


class Breach(Exception):
    """The rules ask for something that cannot be done in this state.

    ``clause`` is the one at fault, empty as long as it is not known. ``place`` is where the text
    asks for what is not there, as far as the evaluation that met it knows.

    >>> from haggis_rules import Breach, load
    >>> match = load("neeps", players=4).new_match(seed=1)
    >>> try:
    ...     match.query("taker")
    ... except Breach as breach:
    ...     print(breach)
    there is no value here
    """

    clause: str = ""
    place: Span | None = None


class NoValue(Breach):
    """A value is needed where there is none."""


class Overlap(Breach):
    """Two exceptions to one definition hold, or two steps wait, at the same time."""


class OutOfBounds(Breach):
    """A state variable is given a value outside its type."""


class NotEnoughCards(Breach):
    """More cards leave a zone than lie in it."""


class Endless(Breach):
    """Steps, or hands, follow one another without end."""


def no_value(message: str, place: Span | None) -> NoValue:
    """Return the breach of a value that is not there, with the place that asks for it."""
    breach = NoValue(message)
    breach.place = place
    return breach


def overlap_message(name: str) -> str:
    """Say that two exceptions to a word hold."""
    return f"two exceptions to `{name}` hold"


@contextmanager
def naming_clause(clause: str) -> Generator[None]:
    """Name the clause that is at fault for a breach inside, unless a nearer one is named.

    Raises that ``Breach``.
    """
    try:
        yield
    except Breach as breach:
        if not breach.clause:
            breach.clause = clause
            breach.add_note(f"at fault is the clause {clause}")
        raise


def with_clause(breach: Breach, rerun: Callable[[], object]) -> Breach:
    """Return the breach of ``rerun``, which evaluates the same and so names a clause.

    It is the breach itself when a clause is named already, when that goes well, and when
    evaluation, which takes longer by far, costs more than it may.
    """
    if breach.clause:
        return breach
    try:
        rerun()
    except Breach as named:
        return named
    except OverBudgetError:
        return breach
    return breach
