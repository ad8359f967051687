"""What can be wrong with a rules file or a call, and how that is told."""

import re
from collections.abc import Iterable

from haggis_rules.source import Span


class RuleError(Exception):
    """A fault in a rules file, at a place, with other places that matter and a way out."""

    def __init__(
        self,
        message: str,
        span: Span,
        *,
        hint: str = "",
        others: Iterable[tuple[Span, str]] = (),
    ) -> None:
        super().__init__(message, span, hint)
        self.message, self.span, self.hint = message, span, hint
        self.others = tuple(others)

    @classmethod
    def name(cls) -> str:
        """Give the name that ``haggis explain`` knows, as ``unknown-name``."""
        bare = cls.__name__.removesuffix("Error")
        return re.sub(r"(?<!^)(?=[A-Z])", "-", bare).lower()

    def __str__(self) -> str:
        parts = [f"error[{self.name()}]: {self.message}", f"  --> {self.span}"]
        places = sorted(
            [(self.span, ""), *self.others], key=lambda p: (p[0] != self.span, p[0].start)
        )
        shown = [p for p in places if p[0].source == self.span.source]
        gutter = max(len(str(span.line)) for span, _ in shown)
        for span, label in sorted(shown, key=lambda p: p[0].start):
            mark = "^" if span == self.span and not label else "-"
            parts.append(f"{span.line:>{gutter}} | {span.first_line()}")
            parts.append(f"{' ' * gutter} | {span.underline(mark)} {label}".rstrip())
        parts.extend(
            f"{' ' * gutter} = {span}: {label}"
            for span, label in places
            if span.source != self.span.source
        )
        if self.hint:
            parts.append(f"{' ' * gutter} = help: {self.hint}")
        return "\n".join(parts)


class RuleErrors(Exception):
    """Several faults, told together."""

    def __init__(self, faults: Iterable[RuleError]) -> None:
        self.faults = tuple(faults)
        super().__init__(*self.faults)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.faults))


# The text.
class MisplacedWordError(RuleError):
    """A word stands where the grammar has no place for it."""


class ReservedWordError(RuleError):
    """A word of the language is used as a name."""


class StrangeCharacterError(RuleError):
    """A character has no meaning in the language."""


class UnclosedTextError(RuleError):
    """A text in quotes has no end."""


class CutOffError(RuleError):
    """The file stops in the middle of a sentence."""


class TooLargeError(RuleError):
    """The file is larger than any rules need to be."""


class TooDeepError(RuleError):
    """Brackets stand too deep within one another."""


class NumberTooLargeError(RuleError):
    """A number is larger than the language allows."""


class UnknownLanguageError(RuleError):
    """The file is written in another version of the language."""


# Descent.
class UnknownParentError(RuleError):
    """A variant extends one that cannot be found."""


class CircleOfVariantsError(RuleError):
    """A variant descends from itself."""


class NoSuchClauseError(RuleError):
    """An edit speaks of a clause that the parent does not have."""


class ClauseTwiceError(RuleError):
    """Two clauses have one name."""


class NoEffectError(RuleError):
    """An edit leaves everything as it was."""


class EditWithoutParentError(RuleError):
    """A variant that extends nothing replaces, adds or removes a clause."""


class UnmarkedEditError(RuleError):
    """A variant that extends another writes a clause without saying add or replace."""


class UncitedError(RuleError):
    """A clause names no source and is not marked as a ruling or erratum."""


class UnknownSourceError(RuleError):
    """A clause cites a source that the file does not list."""


# Names.
class UnknownNameError(RuleError):
    """A name that nothing in the rules gives a meaning."""


class NameTwiceError(RuleError):
    """One name is given two meanings."""


class MissingError(RuleError):
    """The rules lack something that they need, such as seats or ranks."""


class CircleError(RuleError):
    """A word needs itself to say what it means."""


class ArgumentCountError(RuleError):
    """A witness gives an action more or fewer choices than it has."""


# Types, units, bounds.
class WrongTypeError(RuleError):
    """A value of one type stands where another belongs."""


class MixedUnitsError(RuleError):
    """Points, cards, seats and ranks are mixed."""


class OutOfBoundsError(RuleError):
    """A number can never lie between the bounds that are declared for it."""


class NeverError(RuleError):
    """A comparison has the same answer whatever happens."""


class WrittenTwiceError(RuleError):
    """Two effects of one action give the same thing a value."""


class NotFixedError(RuleError):
    """What a card stands for depends on the state of play."""


class BeforeOutsideMoveError(RuleError):
    """``before`` is used where there is no move."""


# Cards and combinations.
class UnknownCardError(RuleError):
    """A card or rank that is not in this deck."""


class DeckTooSmallError(RuleError):
    """More cards are dealt than there are."""


class CardsLeftError(RuleError):
    """Some cards are dealt to nobody and laid nowhere."""


class ImpossiblePatternError(RuleError):
    """No cards of this deck make the combination."""


class WildSuitError(RuleError):
    """A wild card keeps a suit of its own, which the language cannot count."""


class NotationError(RuleError):
    """The written form of a combination names no field, or leaves one out."""
