"""Faults of descent: variants, their parents and their edits, sources and numbers of the ledger."""

from haggis_rules.diagnostics.errors.base import RuleError


class UnknownVariantError(RuleError, name="unknown-variant"):
    """No variant that comes with the project has this name.

    `haggis check neep` asks for one that is not there. Use one of the names that are shown, or the
    path of a file of your own, which ends in `.haggis`.

    >>> from haggis_rules import UnknownVariantError, load
    >>> try:
    ...     load("clasic")
    ... except UnknownVariantError as fault:
    ...     print(fault.hint)
    did you mean `classic` or `cats`; a file of your own ends in `.haggis`
    """


class UnknownParentError(RuleError, name="unknown-parent"):
    """A variant extends one that cannot be found.

    `variant b extends a` needs a file `a.haggis` beside its own, or a variant `a` that comes with
    this program. Correct the name, or put the parent's file there.
    """


class ShadowingWarning(UserWarning):
    """A file beside a variant has the name of the shipped variant that is extended in its place."""


class CircleOfVariantsError(RuleError, name="circle-of-variants"):
    """A variant descends from itself.

    When `a` extends `b` and `b` extends `a`, no variant comes first. Let one of them stand alone,
    and write out its clauses.
    """


class NoSuchClauseError(RuleError, name="no-such-clause"):
    """An edit names a clause that the parent does not have.

    `replace hand.end ...` needs a clause `hand.end` in the parent, or in one of the parent's own.
    Correct the name; if the clause is new, write `add`.
    """


class ClauseTwiceError(RuleError, name="clause-twice"):
    """Two clauses have the same name.

    Clauses are referred to by name, so each needs its own. If the second means to change the first,
    write it there, or in a variant as `replace`.
    """


class NoEffectError(RuleError, name="no-effect"):
    """An edit leaves everything as it was.

    A clause is replaced by one that says the same, or a part of it by itself. Take the edit
    out, so that the variant shows only what differs, or write down the difference.
    """


class NotInheritedError(RuleError, name="not-inherited"):
    """A variant confirms a clause that it writes itself.

    `confirm` says that a source of the variant states what the parent's clause says already. A
    clause that is written here cites its source itself: `cites sheet "Section"`.
    """


class ConfirmedTwiceError(RuleError, name="confirmed-twice"):
    """A variant confirms a clause more than once.

    Put all that its sources say of a clause in one place, with every section that says it: `confirm
    trick.turn cites sheet "Play" cites sheet "Passing"`.
    """


class NoSuchPartError(RuleError, name="no-such-part"):
    """An edit names a part that the parent's clause does not have.

    `change deal.hand because "..." from 14 to 16` needs one 14 in the rule of `deal.hand`. Look at
    the clause as the parent has it now, with `haggis explain deal.hand --in PARENT`: it may have
    been changed since the edit was written.
    """


class PartTwiceError(RuleError, name="part-twice"):
    """An edit names a part that stands more than once in the parent's clause.

    When two cards are dealt twice, `from 2 to 3` does not say which of the two is meant. Include
    what stands around it, as in `from passes is 2 to passes is 3`, or exchange the whole item.
    """


class UnfitPartError(RuleError, name="unfit-part"):
    """What an edit brings in cannot stand in the place of what it takes out.

    In `deal 14 pip to hand of each seat` a number stands, and no condition can take its place.
    Exchange the whole item: `from deal 14 pip to hand of each seat to ...`.
    """


class UnsaidChangeError(RuleError, name="unsaid-change"):
    """An edit changes a rule, and the words of the clause would still say what held before.

    People read the words and programs the rule, so both have to say the same. Change the words as
    well, with `from "a jack" to "a queen"`, or write all of them after the reason. A number other
    than 1 that occurs once in the words, in digits, is changed there automatically.
    """


class MentionedError(RuleError, name="mentioned"):
    """A clause that was removed is still mentioned in the words of another.

    After `remove match.lead`, a clause that says "see match.lead" leads its readers nowhere. Change
    its words as well: `change match.end because "..." from ", see match.lead" to ""`. An example, a
    question or a note is replaced as a whole, as in `from example "..." to example`, or left out
    with `without`. Or keep the clause that was removed.
    """


class BreaksParentError(RuleError, name="breaks-parent"):
    """An edit of a variant leaves something at fault in what it inherits.

    After `remove hand.cards`, other clauses still speak of the zone that it declared, and after
    `remove beats.bomb` examples of the parent no longer hold. The places are listed. Replace or
    remove the clauses that they stand in as well, or let the edit keep what they need.
    """


class LeftBehindError(RuleError, name="left-behind"):
    """A clause is taken from another variant without what it needs there.

    `add bids.auction from tatties` takes one clause, but not the state `bid` that another clause
    of `tatties` declares. Take that clause as well, with all that it needs itself: the fault lists
    them. Or declare the names here, in clauses of your own.
    """


class TakenTwiceError(RuleError, name="taken-twice"):
    """A clause that is taken from another variant declares what these rules have already.

    Both variants may have a state `lead` or a step `close`, and a game has one of each. Replace,
    change or remove the clause that is here, or change the one that is taken: an edit such as
    `change bids.auction because "..." without state lead` may follow the line that takes it.
    """


class TakenGuardError(RuleError, name="taken-guard"):
    """A clause is taken from another variant, and is never there at the tables of this one.

    A clause `with 3 seats` says nothing in a game for four. Leave it out, or offer a table of three
    seats.
    """


class EditWithoutParentError(RuleError, name="edit-without-parent"):
    """A variant that extends nothing replaces, changes, adds, removes or confirms a clause.

    `remove`, `replace`, `change`, `add` and `confirm` speak of a parent's clauses. Write `variant b
    extends a` at the top, or write the clause out with `clause`.
    """


class UnmarkedEditError(RuleError, name="unmarked-edit"):
    """A variant that extends another writes a clause without saying add or replace.

    Readers must see what a variant changes and why. Write `add NAME because "..."`, or `replace
    NAME because "..."` when the parent has the clause.
    """


class UncitedError(RuleError, name="uncited"):
    """A clause names no source and is not marked as a ruling or erratum.

    Say who says so: `cites sheet "Section"`. When no source does, say why you do: `ruling because
    "..."`; when the source is wrong, `erratum because "..."`.
    """


class NotDerivedError(RuleError, name="not-derived"):
    """A clause is marked as derived, but it does not merely follow from the other clauses.

    Such a clause holds promises, the words that they need, and `breaks`, but no rules: the game is
    the same without it. Move the rule to a clause of its own, which a source states or
    which is a `ruling because "..."`. A clause that promises nothing cannot be proved to follow.
    """


class UnknownSourceError(RuleError, name="unknown-source"):
    """A clause cites a source that the file does not list.

    `cites sheet "Deal"` needs `source sheet "Its title"` under the variant, in this file or in that
    of a parent. Correct the name, or list the source.
    """


class MissingNumberError(RuleError, name="missing-number"):
    """A number of the ledger speaks for a variant, and none of its clauses names it.

    The list of the numbers is `numbers.toml`, beside the rules. Write the number after the name of
    the clause that says what it says, as in `clause hand.rest 7.3`; a clause may name several. If
    none says it, write one; if there is nothing to say, a ruling that says so.
    """


class StrayNumberError(RuleError, name="stray-number"):
    """A clause names a number that the ledger lacks, or that does not speak for its variant.

    `clause hand.rest 73` should be `clause hand.rest 7.3`. When the number is right, `numbers.toml`
    has to say that it speaks for this variant.
    """
