"""Faults of names: unknown, given twice, circular or missing."""

from haggis_rules.diagnostics.errors.base import RuleError


class UnknownNameError(RuleError, name="unknown-name"):
    """A name that nothing in the rules gives a meaning.

    `let ready be true` needs a `state ready`. Look at the spelling, or give the name a meaning with
    `state`, `zone`, `define` or the like. In a variant, a clause that was removed may have given
    it: then edit the clause that still uses it too.
    """


class NameTwiceError(RuleError, name="name-twice"):
    """One name is given two meanings.

    After `zone hand`, a `state hand` or `every seat hand has (...)` would be read in two ways.
    Choose another name for one of them.
    """


class MissingError(RuleError, name="missing"):
    """The rules lack something that every game needs.

    A game says how many seats there are (`table of 4 seats`), which ranks and which cards. Add what
    is missing, in a clause.
    """


class CircleError(RuleError, name="circle"):
    """A word needs itself to say what it means.

    With `define a as b` and `define b as a`, neither means anything. Say what one of them means
    without the other.
    """


class ArgumentCountError(RuleError, name="argument-count"):
    """A witness, or an example, gives an action more or fewer choices than it has.

    An `action give of card c ..., seat s` is taken `by give with X, Y`, or in an example as `seat
    1: give "9r" seat 2`: one value for each choice, in their order.
    """
