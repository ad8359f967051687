"""Faults in what players agree on: seats, options and guards."""

from haggis_rules.diagnostics.errors.base import RuleError


class UnclearSeatsError(RuleError, name="unclear-seats"):
    """The number of players is needed, because the rules are for more than one.

    With `table of 2 or 3 seats`, the deck and the deal may differ. Give the number in the call:
    `--players 3`, or `load("classic", players=3)`.

    >>> from haggis_rules import UnclearSeatsError, load
    >>> try:
    ...     load("classic")
    ... except UnclearSeatsError as fault:
    ...     print(fault.name())
    unclear-seats
    """


class NotOfferedError(RuleError, name="not-offered"):
    """A number of seats, or a value of an option, that the rules do not offer.

    After `table of 2 or 3 seats`, neither `with 4 seats` nor `seat 4` means anything, and after
    `option target is 1 to 500 points`, nobody can play to 1000. Ask for one that is offered, or
    offer it.

    >>> from haggis_rules import NotOfferedError, load
    >>> try:
    ...     load("classic", players=7)
    ... except NotOfferedError as fault:
    ...     print(fault.message)
    these rules are for 2 or 3 players, not for 7
    """


class NotTogetherError(RuleError, name="not-together"):
    """Two options are agreed on that exclude each other.

    `option deals without target` says that a match has either another number of hands than usual,
    or another target. Agree on one of them and leave the other out.
    """


class UnknownOptionError(RuleError, name="unknown-option"):
    """A guard, or a call, names an option that the rules do not have.

    `with sets` needs an `option sets is truth, usually false`. Guards look only at seats and
    options: for what depends on the state of play, use `when` and `except`.

    >>> from haggis_rules import UnknownOptionError, load
    >>> try:
    ...     load("classic", players=2, tarket=250)
    ... except UnknownOptionError as fault:
    ...     print(fault.message)
    no option is called `tarket`
    """


class TooManyOptionsError(RuleError, name="too-many-options"):
    """There are more options, or guards on them, than anybody could look through.

    Each option at least doubles the number of ways to play, and all of them have to make sense.
    Combine what is agreed on together, as one `choice` or as a variant with a name of its own.
    """


class GuardedTableError(RuleError, name="guarded-table"):
    """The table stands under a guard, or an option under one that looks at more than the seats.

    Guards are decided by the seats and the options, so these cannot depend on such a guard. Write
    `table of ...` in a clause without `with`, and `option ...` in one without, or with seats only.
    """


class IdleGuardError(RuleError, name="idle-guard"):
    """A guard makes no difference: it always holds, or it never does.

    After `table of 2 or 3 seats`, `with 2 or 3 seats` says nothing, and `with sets and not sets`
    removes the clause for good. Take the guard out, or the clause.
    """
