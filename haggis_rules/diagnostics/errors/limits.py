"""Faults of size: more to go through than any game needs, in the text or while it is played."""

from haggis_rules.diagnostics.errors.base import RuleError


class TooManyChoicesError(RuleError, name="too-many-choices"):
    """There is more to choose from than anybody could go through.

    An action with three choices of 1,000 words each has 1,000,000,000 forms, and all have to be
    looked at to say what a seat can do. A pattern with five cards of `another rank` has an equally
    huge number of layouts, and one with twenty cards `on each of 20 other ranks` has even more. Let
    one action choose less, or make two actions of it, one after the other.
    A product of two numbers that both vary is proved for each value of one of them: let that one
    have narrower bounds.
    """


class OverBudgetError(RuleError, name="over-budget"):
    r"""One question to the rules took more work than it may cost.

    Listing what a seat can do, or what a hand can make, goes through plays and choices one by one,
    and conditions and steps cost work each time they are looked at. A hand that is simulated counts
    as one question, and so do all examples of a text, which `haggis check` plays. The shipped games
    use less than a twentieth of the budget for a hand, and less than half for their examples. If
    rules of your own need more, allow more: `load("my.haggis", budget=10_000_000)`, or `--budget
    10000000` on the command line. If a stranger's rules reach this limit, they may be meant to tie
    up your machine.

    >>> from haggis_rules import OverBudgetError, load
    >>> try:
    ...     load("classic", players=2, budget=10).plays("3r 3g 4r 4g J Q K")
    ... except OverBudgetError as fault:
    ...     print(fault.name())
    over-budget
    """
