"""Faults of the match and the score, and of what is spoken of where it cannot be."""

from haggis_rules.diagnostics.errors.base import RuleError


class UnboundedError(RuleError, name="unbounded"):
    """A number has no highest, or no lowest, value where it needs one.

    All numbers of a hand are bounded, so that every promise can be proved. Only `match state` may
    be `0 or more`, `0 or less` or `any number`, since nobody knows how long a match goes on. A
    number without a highest value can be compared and added to, but not subtracted from one that
    has a lowest value.
    """


class WrongMomentError(RuleError, name="wrong-moment"):
    """Something changes at a moment when it cannot.

    What lasts for the match, such as `match state tally`, gets its values only under `between
    hands`, and nothing else does: each hand begins with first values for all other state, and with
    a deal of all cards.
    """


class NotYetError(RuleError, name="not-yet"):
    """A value depends on something that does not exist at that moment.

    `match state second is seat, at first 1 seats after host` needs a `match state host` before it:
    no cards are dealt and nothing else has a value when a match begins. `match until` looks only at
    what lasts, since the hand is gone; so does a promise `between hands`, except for what stands in
    `before (...)`. In `any set a from one hand when ... has (...)` what follows `when` is about the
    state, whatever can be made of the cards. A word that is used may hide what it looks at.
    """


class UnfinishedError(RuleError, name="unfinished"):
    """Hands follow one another, but nothing says when one of them is over.

    `between hands` and `match until` need a word that tools know: `export finished as stage is
    over`. It is a truth value without parameters.
    """


class ScoreOwnersError(RuleError, name="score-owners"):
    """The entries of the score sheet are not all for seats, or all for teams.

    `score cards of team t` and `score bets of seat s` cannot be added up. Give them one kind of
    owner: the points of a team are `total for every seat s of (...)`.
    """


class NoScoreError(RuleError, name="no-score"):
    """A total score is asked for, but there are no entries of a score sheet.

    `total score of s` adds up all that is written as `score NAME of seat s as ...`. Write an entry,
    or use a word of your own.
    """


class ReadsStateError(RuleError, name="reads-state"):
    """A promise for any readings looks at the state of play.

    `for any reading a has (...)` is only about plays, whatever has happened. To speak of the cards,
    the turn and the like, promise `always`, `at rest` or `after each move`. In `any set a from one
    hand when ... has (...)` what follows `when` may look at the state, and what follows `has` may
    not. A word that is used may hide what it looks at.
    """


class IdleOpeningError(RuleError, name="idle-openly"):
    """Something is done `openly`, but reveals nothing.

    `openly` says that the rules reveal something hidden on purpose. Where all that the effect rests
    on is seen by all, or nobody sees what comes of it, nothing is revealed: leave the word out, or
    see whether the effect says what was meant.
    """


class ExampleOnlyError(RuleError, name="example-only"):
    """A seat by its number, or a play in quotes, stands outside examples and questions.

    Rules hold for every seat and every play. `seat 2` and `"9r 10r J"` are for `example` and
    `question`; in a rule, bind a name, as `for each seat s`, or say what the play is like.
    """
