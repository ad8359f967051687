"""Faults of examples and questions."""

from haggis_rules.diagnostics.errors.base import RuleError


class TooManyCardsError(RuleError, name="too-many-cards"):
    """An example has a card more often than the deck.

    In a deck with one `9r`, `hand of seat 1 is "9r 9r"` is impossible, and two hands cannot both
    hold it. Take one away, or use a card that is still free.
    """


class NotMadeError(RuleError, name="not-made"):
    """Cards are said to be a play that they do not make.

    `"9r 10r = set2@10"` is not a play, since the ranks differ. The message says what the cards do
    make. Correct the cards or the reading after `=`.
    """


class UnclearExampleError(RuleError, name="unclear-play"):
    """The cards of an example can be several plays, and it does not say which.

    Where `"10r J Q"` can be a set or a sequence, write `"10r J Q = set3@10"`. The help lists the
    choices. An action takes the highest reading that it allows, if all of those are the same type.
    """


class NoPositionError(RuleError, name="no-position"):
    """An example speaks of a position, but does not say which.

    Without `given` an example can only speak of plays, as `"J" beats "10r"`. Say how it begins:
    `given hand of seat 1 is "9r", the rest in haggis`.
    """


class GivenTwiceError(RuleError, name="given-twice"):
    """An example says twice where cards lie, or what a state variable is.

    After `given turn is seat 1`, `turn is seat 2` contradicts it. Remove one of the two.
    """


class BrokenPositionError(RuleError, name="broken-position"):
    """An example begins where play can never get.

    A promise that holds `always` does not hold there, or what follows from it has no end. Most
    often something was left out of `given`, such as who is out already. The promise says what.
    """


class FailedExampleError(RuleError, name="failed-example"):
    """An example, or the answer to a question, is not what the rules say.

    The place is the claim that does not hold, or the action that is not allowed; the message says
    what was found instead. Either the example is a slip or a clause is, and the help names the
    clauses. In a variant, a changed clause can make an example of its parent wrong: replace the
    clause of that example too.
    """


class TwoExceptionsError(RuleError, name="two-exceptions"):
    """Two exceptions to one word hold at the same time, so that it has two values.

    After `except taker when top is bomb as none` and `except taker when turn is none as dealer`,
    nobody knows who takes when both hold. Both places are shown, and the smallest case. Let one of
    them say `and not ...` of the other, or make one exception of the two.
    """


class IdleExampleError(RuleError, name="idle-example"):
    """An example does not rest on the clause that it stands beside.

    Nothing that it does or claims looks at the clause, so it would come out the same without it.
    Move it to the clause that it shows, or let it do more. `haggis check --strict` looks for this.
    """


class TwoAnswersError(RuleError, name="two-answers"):
    """Two ways to work out a claim disagree, which is a fault of this program.

    Every claim is worked out by the definition of its words and by the Python that is made from
    them. Please report the text that shows the difference; the first answer is the one to trust.
    """
