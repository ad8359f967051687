"""What can be wrong with a rules file: each fault with its name and what there is to know.

The first sentence of a class's docstring says what the fault is. The rest teaches: an example, and
the way out. ``haggis explain`` prints both.
"""

from collections.abc import Iterable
from inspect import cleandoc
from typing import ClassVar

from haggis_rules.diagnostics.drawing import Mark, draw
from haggis_rules.diagnostics.source import Span

_TOLD = 20  # faults that are told in full; after so many, more are no help


class RuleError(Exception):
    """A fault in a rules file, at a place, with other places that matter and a way out."""

    _name: ClassVar[str] = "rule"  # each kind declares its own, which outlives that of its class

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        cls._name = name

    def __init__(
        self,
        message: str,
        span: Span,
        *,
        hint: str = "",
        others: Iterable[tuple[Span, str]] = (),
    ) -> None:
        super().__init__(message, span)
        self.message, self.span, self.hint = message, span, hint
        self.others = tuple(others)
        self.where = ""  # the table at which the text is at fault, when it is not at every one

    @classmethod
    def name(cls) -> str:
        """Give the name that ``haggis explain`` knows, as ``unknown-name``."""
        return cls._name

    @classmethod
    def explain(cls) -> str:
        """Teach what the fault means, with an example and the way out."""
        return cleandoc(cls.__doc__ or "")

    def __str__(self) -> str:
        marks = [Mark(self.span, "^"), *(Mark(span, "-", label) for span, label in self.others)]
        notes = [("where", self.where)] if self.where and self.where not in self.message else []
        notes += [("help", self.hint)] if self.hint else []
        notes.append(("explain", f"haggis explain {self.name()}"))
        return draw(f"error[{self.name()}]: {self.message}", marks, notes)

    def as_json(self) -> dict[str, object]:
        """Give the fault as JSON has it; lines and columns count from 1."""
        return {
            "name": self.name(),
            "message": self.message,
            **_place(self.span),
            "where": self.where,
            "hint": self.hint,
            "others": [{**_place(span), "label": label} for span, label in self.others],
        }


class SeveralFaultsError(Exception):
    """Several faults, told together: the first few in full, and how many more there are."""

    def __init__(self, faults: Iterable[RuleError]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        told = [str(fault) for fault in self.faults[:_TOLD]]
        more = len(self.faults) - len(told)
        return "\n\n".join([*told, f"and {more} more"] if more else told)


def kinds() -> dict[str, type[RuleError]]:
    """Give every kind of fault by its name, in the order of this file."""
    return {kind.name(): kind for kind in RuleError.__subclasses__()}


def _place(span: Span) -> dict[str, object]:
    end = Span(span.source, span.end, span.end)
    return {
        "file": span.source.path,
        "line": span.line,
        "column": span.column,
        "end": {"line": end.line, "column": end.column},
    }


# The file and its text


class UnreadableFileError(RuleError, name="unreadable-file"):
    """A rules file cannot be read.

    There is no file at this path, it is a folder, or you may not read it. Look at the path: a
    variant is found by its name, as `haggis check heron`, or by its file, as `haggis check
    my/heron.haggis`.
    """


class NotTextError(RuleError, name="not-text"):
    """A rules file is not text in UTF-8.

    The place shows the first byte that does not fit. Most often the file was saved in an older
    encoding, where `é` is one byte: save it again as UTF-8. A picture or an archive cannot be read
    as rules at all.
    """


class TooLargeError(RuleError, name="too-large"):
    """A file is larger than any rules need to be.

    Whole games take some thousands of characters. Is it the right file? If so, move what differs
    between variants into files of their own that say what they `extends`.
    """


class StrangeCharacterError(RuleError, name="strange-character"):
    """A character has no meaning in the language.

    The language has words, not signs: write `x is y` and not `x = y`, and `x is at most 3` and not
    `x <= 3`. Texts stand in plain `"`, and a remark is an item of a clause: `note "..."`.
    """


class UnclosedTextError(RuleError, name="unclosed-text"):
    r"""A text in quotes has no end.

    `clause a "It begins` lacks the second `"`. When the place looks right, an earlier quote is
    missing, so that texts and words have changed places since then. Inside a text a quote is
    written `\"`.
    """


class CutOffError(RuleError, name="cut-off"):
    """The file stops in the middle of a sentence.

    `step tidy when` does not say when. Finish the last sentence, or take it out. Was the file
    copied whole?
    """


class MisplacedWordError(RuleError, name="misplaced-word"):
    """A word stands where the grammar has no place for it.

    `let turn 3` should be `let turn be 3`. The help says what fits at this place. Often the fault
    is just before it: a word left out, a bracket not closed, or a condition after `where` without
    its brackets.
    """


class ReservedWordError(RuleError, name="reserved-word"):
    """A word of the language is used as a name.

    `zone cards` cannot be, since `cards` has a meaning of its own in `cards in ...`. Choose another
    name, such as `zone my-cards`, and use it everywhere.
    """


class TooDeepError(RuleError, name="too-deep"):
    """Too many values stand within one another.

    Nobody can read brackets so deep. Give an inner part a name, as `define seat s is ready as ...`,
    and use the name in its place: `s is ready`. A long row joined by `and`, `or` or `+` counts one
    for each part. Of names that run over all seats or cards only a few can stand within one
    another, since each multiplies the cases; the words that a value uses count as well.
    """


class NumberTooLargeError(RuleError, name="number-too-large"):
    """A number is larger than the language allows.

    All numbers of a game are small, so that every promise can be proved. Look for a digit too many,
    as in `0 to 10000000 points`.
    """


class UnknownLanguageError(RuleError, name="unknown-language"):
    """The file is written in another version of the language.

    A file begins with the version it is written in: `language 1`. Change the file to the version
    that this program reads, or use the program that reads yours.
    """


# Descent


class UnknownVariantError(RuleError, name="unknown-variant"):
    """No variant that comes with the project has this name.

    `haggis check neep` asks for one that is not there. Use one of the names that are shown, or the
    path of a file of your own, which ends in `.haggis`.
    """


class UnknownParentError(RuleError, name="unknown-parent"):
    """A variant extends one that cannot be found.

    `variant b extends a` needs a file `a.haggis` beside its own, or a variant `a` that comes with
    this program. Correct the name, or put the parent's file there.
    """


class CircleOfVariantsError(RuleError, name="circle-of-variants"):
    """A variant descends from itself.

    When `a` extends `b` and `b` extends `a`, no variant comes first. Let one of them stand alone,
    and write out its clauses.
    """


class NoSuchClauseError(RuleError, name="no-such-clause"):
    """An edit speaks of a clause that the parent does not have.

    `replace hand.end ...` needs a clause `hand.end` in the parent, or in a parent of it. Correct
    the name; if the clause is new, write `add`.
    """


class ClauseTwiceError(RuleError, name="clause-twice"):
    """Two clauses have one name.

    Clauses are spoken of by name, so each has its own. If the second means to change the first,
    write it there, or in a variant as `replace`.
    """


class NoEffectError(RuleError, name="no-effect"):
    """An edit leaves everything as it was.

    A clause is replaced by one that says the same. Take the edit out, so that the variant shows
    only what differs, or write down the difference.
    """


class EditWithoutParentError(RuleError, name="edit-without-parent"):
    """A variant that extends nothing replaces, adds or removes a clause.

    `remove`, `replace` and `add` speak of a parent's clauses. Write `variant b extends a` at the
    top, or write the clause out with `clause`.
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

    Such a clause holds promises, words that these need, and what is said to break one, and no rule:
    the game is the same without it. Move the rule to a clause of its own, which a source states or
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
    """A clause names a number of the ledger that is none, or that says nothing of its variant.

    `clause hand.rest 73` should be `clause hand.rest 7.3`. When the number is right, `numbers.toml`
    has to say that it speaks for this variant.
    """


# What players agree on


class UnclearSeatsError(RuleError, name="unclear-seats"):
    """Rules for several numbers of players are asked for without saying for how many.

    With `table of 2 or 3 seats`, the deck and the deal may differ. Say it in the call: `--players
    3`, or `load("classic", players=3)`.
    """


class NotOfferedError(RuleError, name="not-offered"):
    """A number of seats, or a value of an option, that the rules do not offer.

    After `table of 2 or 3 seats`, neither `with 4 seats` nor `seat 4` means anything, and after
    `option target is 1 to 500 points`, nobody can play to 1000. Ask for one that is offered, or
    offer it.
    """


class NotTogetherError(RuleError, name="not-together"):
    """Two options are agreed on that cannot both be.

    `option deals without target` says that a match has either another number of hands than usual,
    or another target. Agree on the one and leave the other out.
    """


class UnknownOptionError(RuleError, name="unknown-option"):
    """A guard, or a call, names an option that the rules do not have.

    `with sets` needs an `option sets is truth, usually false`. Guards look at seats and options
    alone: what depends on the state of play is said by `when` and `except`.
    """


class TooManyOptionsError(RuleError, name="too-many-options"):
    """There are more options, or guards on them, than anybody could look through.

    Each option doubles the ways to play at least, and all of them have to make sense. Put together
    what is agreed on together, as one `choice` or as a variant with a name of its own.
    """


class GuardedTableError(RuleError, name="guarded-table"):
    """The table stands under a guard, or an option under one that looks at more than the seats.

    Guards are decided by the seats and the options, so these cannot depend on such a guard. Write
    `table of ...` in a clause without `with`, and `option ...` in one without, or with seats alone.
    """


class IdleGuardError(RuleError, name="idle-guard"):
    """A guard makes no difference: it always holds, or it never does.

    After `table of 2 or 3 seats`, `with 2 or 3 seats` says nothing, and `with sets and not sets`
    removes the clause for good. Take the guard out, or the clause.
    """


# Names


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


# Types, units and bounds


class WrongTypeError(RuleError, name="wrong-type"):
    """A value of one type stands where another belongs.

    `let turn be true` gives a seat a truth. The message says what belongs at the place and what
    stands there. Compare the declaration, as `state turn is seat`, with the use.
    """


class MixedUnitsError(RuleError, name="mixed-units"):
    """Points, cards, seats and ranks are mixed.

    `cards in pile + 2 points` adds what cannot be added. Numbers without a unit take the other
    side's; to make points of cards, write `1 point for each cards in pile`.
    """


class OutOfBoundsError(RuleError, name="out-of-bounds"):
    """A number can never lie between the bounds that are declared for it.

    `let passes be 9` cannot be after `state passes is 0 to 5 seats`. Correct the value or the
    bounds.
    """


class NeverError(RuleError, name="never"):
    """A comparison has the same answer whatever happens.

    `cards in pile is above 200` never holds in a deck of 60. Most often the number is a slip. If it
    is meant, write `true` or `false`, or take it out.
    """


class WrittenTwiceError(RuleError, name="written-twice"):
    """Two effects of one action give the same thing a value.

    All effects happen at once, so `let turn be s` and `let turn be none` on the same action
    contradict each other. Give it one value: `let turn be (s when X otherwise none)`.
    """


class NotFixedError(RuleError, name="not-fixed"):
    """What a card stands for depends on the state of play.

    Combinations are worked out once, before any play. After `wild ... when` only the card and the
    rank can be spoken of, as `r is at most rank of c`.
    """


class BeforeOutsideMoveError(RuleError, name="before-outside-move"):
    """`before` is used where there is no state before.

    `before (X)` is the value of X in the state before. Only a promise `after each move` or `between
    hands` looks at two states; elsewhere, keep the old value in a `state` of its own.
    """


# Cards and combinations


class UnknownCardError(RuleError, name="unknown-card"):
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


class ImpossiblePatternError(RuleError, name="impossible-pattern"):
    """No cards of this deck make the combination.

    `made of 5 cards of rank top` needs five equal ranks. Ask for less, or let a wild card help.
    """


class WildSuitError(RuleError, name="wild-suit"):
    """A wild card keeps a suit of its own, which the language cannot count.

    A card that stands for another rank takes whatever suit is needed. Write `any suit for GROUP`
    for its group.
    """


class NoLinesError(RuleError, name="no-lines"):
    """Each line of a combination is asked for something that lines cannot be asked for.

    Cards lie in lines where a part of a pattern is `in matching suits`: a line has one card of
    every row, all of one suit. Only cards that keep their suit and are not wild have a line.
    """


class NotationError(RuleError, name="notation"):
    """The written form of a combination names no field, or leaves one out.

    `written "pair@{top}"` names each field once, in braces, so that two readings are never written
    alike. Add the fields that are missing, and look at their spelling.
    """


# Examples and questions


class TooManyCardsError(RuleError, name="too-many-cards"):
    """An example has a card more often than the deck.

    In a deck with one `9r`, `hand of seat 1 is "9r 9r"` cannot be, nor can two hands hold it. Take
    one away, or use a card that is still free.
    """


class NotMadeError(RuleError, name="not-made"):
    """Cards are said to be a play that they do not make.

    `"9r 10r = set2@10"` is none, since the ranks differ. The message says what the cards do make.
    Correct the cards or the reading after `=`.
    """


class UnclearPlayError(RuleError, name="unclear-play"):
    """The cards of an example can be several plays, and it does not say which.

    Where `"10r J Q"` can be a set or a sequence, write `"10r J Q = set3@10"`. The help lists the
    choices. An action takes the highest reading that it allows, when all of those are of one type.
    """


class NoPositionError(RuleError, name="no-position"):
    """An example speaks of a position, but does not say which.

    Without `given` an example can only speak of plays, as `"J" beats "10r"`. Say how it begins:
    `given hand of seat 1 is "9r", the rest in haggis`.
    """


class GivenTwiceError(RuleError, name="given-twice"):
    """An example says twice where cards lie, or what a state variable is.

    After `given turn is seat 1`, `turn is seat 2` contradicts it. Take one of the two away.
    """


class BrokenPositionError(RuleError, name="broken-position"):
    """An example begins where play can never come.

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


# The match, the score and the examples


class UnboundedError(RuleError, name="unbounded"):
    """A number has no highest, or no lowest, value where it needs one.

    All numbers of a hand are bounded, so that every promise can be proved. Only `match state` may
    be `0 or more`, since nobody knows how long a match goes on. What has no highest value can be
    compared and added to, but not taken away.
    """


class WrongMomentError(RuleError, name="wrong-moment"):
    """Something changes at a moment when it cannot.

    What lasts for the match, such as `match state tally`, gets its values under `between hands`
    alone, and nothing else does: all other state begins each hand anew, and all cards are dealt.
    """


class NotYetError(RuleError, name="not-yet"):
    """A value depends on what is not there at that moment.

    `match state second is seat, at first 1 seats after host` needs a `match state host` before
    it: no cards are dealt and nothing else has a value when a match begins. `match until` looks at
    what lasts alone, since the hand is gone; so does a promise `between hands`, but for what stands
    in `before (...)`. In `any set a from one hand when ... has (...)` what follows `when` is about
    the state, whatever can be made of the cards. A word that is used may hide what it looks at.
    """


class UnfinishedError(RuleError, name="unfinished"):
    """Hands follow one another, but nothing says when one of them is over.

    `between hands` and `match until` need a word that tools know: `export finished as stage is
    over`. It is a truth, and stands by itself.
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

    `for any reading a has (...)` is about plays alone, whatever has happened. To speak of the
    cards, the turn and the like, promise `always`, `at rest` or `after each move`. In `any set a
    from one hand when ... has (...)` what follows `when` may look at the state, and what follows
    `has` may not. A word that is used may hide what it looks at.
    """


class ExampleOnlyError(RuleError, name="example-only"):
    """A seat by its number, or a play in quotes, stands outside examples and questions.

    Rules hold for every seat and every play. `seat 2` and `"9r 10r J"` are for `example` and
    `question`; in a rule, bind a name, as `for each seat s`, or say what the play is like.
    """
