"""Faults of cards and combinations."""

from haggis_rules.diagnostics.errors.base import RuleError


class UndeclaredCardError(RuleError, name="unknown-card"):
    """A card or rank that is not in this deck.

    A card is written as its rank and the letter of its suit, as `9r`; one without suit as its rank
    alone. Look at `ranks`, `suits` and `deck`.
    """


class DeckTooSmallError(RuleError, name="deck-too-small"):
    """More cards are dealt than there are.

    `deal 20 plain to hand of each seat` takes 80 cards at a table of 4. Deal fewer, or give the
    deck more copies.
    """


class CardsLeftError(RuleError, name="cards-left"):
    """Some cards are dealt to nobody and laid nowhere.

    Every card has a place from the start. Say where the others go: `deal the rest of plain to
    aside`, or in an example `the rest in aside`.
    """


class ShuffledTwiceError(RuleError, name="shuffled-twice"):
    """A group of cards is shuffled with these groups in one deal, and with others in another.

    `deal 13 plain, joker to hand of each seat` shuffles both groups together: nobody knows how many
    jokers are left. So a later deal of these cards has to name both groups: `deal the rest of
    plain, joker to aside`.
    """


class HiddenStartError(RuleError, name="hidden-start"):
    """A deal starts with a player who is not known to everybody.

    Everybody sees how many cards each player holds, and so who got one more: that would reveal what
    is hidden. Let what `starting with` looks at be `seen by all`.
    """


class ImpossiblePatternError(RuleError, name="impossible-pattern"):
    """No cards of this deck make the combination.

    `made of 5 cards of rank top` needs five equal ranks. Ask for less, or let a wild card help.
    """


class UnboundFieldError(RuleError, name="unbound-field"):
    """A rank, suit or choice of a combination is bound to no card of it.

    After `with rank top made of 1 card on each of the ranks K 2 3`, nothing says what `top` is, so
    that one play could be read with every rank. Name the field beside the cards, as `of rank top`
    or `ranks ending at top`, in every case, or leave the field out.
    """


class WildSuitError(RuleError, name="wild-suit"):
    """A wild card keeps a suit of its own, which the language cannot count.

    A card that stands for another rank can take any suit that is needed. Say so for its group, with
    `any suit for GROUP` in a clause that holds wherever the cards are wild; or do not let the group
    be wild. In a variant, a clause that was removed may have said it.
    """


class WildValueError(RuleError, name="wild-value"):
    """The rules do not settle whether a card is wild, since the condition has no value.

    After `when rank of c is at least level`, nobody can say what is wild while `level` is none. Say
    first that there is a value, as in `level is not none and rank of c is at least level`.
    """


class UnevenRowsError(RuleError, name="uneven-rows"):
    """Suits are to match from rank to rank, but the ranks may differ in their number of cards.

    With `2 cards on each of 3 other ranks, alike or not`, four cards may share a rank and two
    another, so that the suits of one row have no match in the other. Ask for different ranks,
    without `, alike or not`, or for another rule about suits.
    """


class HighestCardError(RuleError, name="highest-card"):
    """The highest card of a part is asked for something that it does not determine.

    `with the highest of rank top` gives a field the highest of several ranks that no field keeps,
    so it comes after `on each of 5 other ranks`; elsewhere `of rank top` and `ending at top` say it
    already. `with the highest in suit best` looks at the suits of the cards on the highest rank.
    Their suits are free then: beside `in one suit` or another rule, say `in suit best`, or make the
    rule a pattern of its own.
    """


class NoLinesError(RuleError, name="no-lines"):
    """Each line of a combination needs something that lines cannot have.

    Cards lie in lines where a part of a pattern is `in matching suits`: a line has one card of
    every row, all of the same suit. Only cards that keep their suit and are not wild have a line.
    """


class PatternNotationError(RuleError, name="notation"):
    """The written form of a combination names no field, or leaves one out.

    `written "pair@{top}"` names each field once, in braces, so that two readings are never written
    alike. Add the fields that are missing, and look at their spelling.
    """
