"""Faults of types, units and bounds, and of values that can never be."""

from haggis_rules.diagnostics.errors.base import RuleError


class WrongTypeError(RuleError, name="wrong-type"):
    """A value has a different type from the one that its place takes.

    `let turn be true` gives a seat a truth. The message says what belongs at the place and what
    stands there. Compare the declaration, as `state turn is seat`, with the use.
    """


class MixedUnitsError(RuleError, name="mixed-units"):
    """Points, cards, seats and ranks are mixed.

    `cards in pile + 2 points` adds what cannot be added. Numbers without a unit take the other
    side's; to make points of cards, write `1 point for each cards in pile`. Of the two sides of
    `times` one has no unit.
    """


class OutOfBoundsError(RuleError, name="out-of-bounds"):
    """A number can never lie between the bounds that are declared for it.

    `let passes be 9` is impossible after `state passes is 0 to 5 seats`. Correct the value or the
    bounds.
    """


class NeverError(RuleError, name="never"):
    """A comparison has the same answer whatever happens.

    `cards in pile is above 200` never holds in a deck of 60. Most often the number is a slip. If it
    is meant, write `true` or `false`, or take it out.
    """


class ChanceChoosesError(RuleError, name="chance-chooses"):
    """An action by chance has more to choose than one card or one value, or nothing.

    `action draw of card c from stock by chance for turn` lets chance choose the card. One action
    draws one card, so that it is plain how likely each is: two cards are two draws. What a player
    chooses before a draw is an action of its own, which keeps the choice in a state variable.
    """


class LookupRowsError(RuleError, name="lookup-rows"):
    """A table gives no number for some value, or two numbers for one.

    `(by bombs: 0 gives 1, 1 gives 2)` has no row for 2 bombs, which are possible. Give each
    possible value exactly one row. A row can be for several: `2 to 5 gives 4`, or `6 or more gives
    8`.
    """


class WrittenTwiceError(RuleError, name="written-twice"):
    """Two effects of one action give the same thing a value.

    All effects happen at once, so `let turn be s` and `let turn be none` on the same action
    contradict each other. Give it one value: `let turn be (s when X otherwise none)`.
    """


class NotFixedError(RuleError, name="not-fixed"):
    """What a card stands for depends on something that not everybody sees.

    After `wild ... when` you can speak of the card, the rank, and states of the table that are
    `seen by all`, as `rank of c is level`. Where cards lie, a state that some do not see, a state
    that each owner has, and words of the text cannot be used there. Keep what it depends on in a
    state of its own that is `seen by all`.
    """


class WildStatesError(RuleError, name="wild-states"):
    """Which cards are wild depends on states that can have too many values.

    Combinations are worked out, and proved right, for each value of the states that `wild ... when`
    looks at: at most 64, counting all states together. A rank, a suit, a choice, a truth or
    a small number will do. Give the state a type with fewer values, or keep what matters of it in a
    state of its own, such as `state deuces-wild is truth`.
    """


class BeforeOutsideMoveError(RuleError, name="before-outside-move"):
    """`before` is used where there is no state before.

    `before (X)` is the value of X in the state before. Only a promise `after each move` or `between
    hands` looks at two states; elsewhere, keep the old value in a `state` of its own.
    """
