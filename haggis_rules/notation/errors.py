"""What is refused from outside, by name: cards, plays and records that mean nothing here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from haggis_rules.near_misses.near_miss import NearMiss


class NotationError(ValueError):
    """A text or JSON value that means nothing in this game.

    ``line`` is where it stands in a record, None when it comes from none.

    >>> from haggis_rules import NotationError, load
    >>> rules = load("classic", players=2)
    >>> try:
    ...     rules.as_plays("9x")
    ... except NotationError as fault:
    ...     print(fault.name)
    unknown-card
    """

    name: ClassVar[str] = "notation"  # what `haggis explain` knows; each kind declares its own
    line: int | None = None

    def __init_subclass__(cls, *, name: str) -> None:
        super().__init_subclass__()
        cls.name = name

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.args[0]}"


class UnknownCardError(NotationError, name="unknown-card"):
    """A card that is not in this deck; ``card`` is what was written.

    >>> from haggis_rules import UnknownCardError, load
    >>> try:
    ...     load("classic", players=2).parse_cards("11r")
    ... except UnknownCardError as fault:
    ...     print(fault.card)
    11r
    """

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class TooManyCopiesError(NotationError, name="too-many-copies"):
    """A card that appears more often than the deck has it; ``card`` is its name.

    >>> from haggis_rules import TooManyCopiesError, load
    >>> try:
    ...     load("classic", players=2).parse_cards("9r 9r")
    ... except TooManyCopiesError as fault:
    ...     print(fault.card)
    9r
    """

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class MissingCardError(NotationError, name="missing-card"):
    """A card of the deck that is missing from a position; ``card`` is its name.

    >>> from haggis_rules import MissingCardError, load
    >>> rules = load("classic", players=2)
    >>> line = rules.new_hand(seed=7).to_text()
    >>> try:
    ...     rules.state_from_text(line.replace(" 9r", "", 1))
    ... except MissingCardError as fault:
    ...     print(fault.card)
    9r
    """

    def __init__(self, message: str, card: str) -> None:
        super().__init__(message, card)
        self.card = card


class UnknownReadingError(NotationError, name="unknown-reading"):
    """A reading in a form that no pattern of these rules has.

    >>> from haggis_rules import UnknownReadingError, load
    >>> try:
    ...     load("classic", players=2).parse_play("9r = staircase@9")
    ... except UnknownReadingError as fault:
    ...     print(fault.name)
    unknown-reading
    """


class NoPlayError(NotationError, name="no-play"):
    """Cards that make nothing, or not the play that was written.

    ``near_miss`` has the play that they come closest to, and the clauses that forbid it; it is None
    if there are no cards.

    >>> from haggis_rules import NoPlayError, load
    >>> rules = load("classic", players=2)
    >>> try:
    ...     rules.parse_play("9r 10g")
    ... except NoPlayError as fault:
    ...     print(fault.near_miss.because)
    9r and 10g differ in rank
    """

    def __init__(self, message: str, near_miss: NearMiss | None = None) -> None:
        super().__init__(message)
        self.near_miss = near_miss


class UnclearPlayError(NotationError, name="unclear-play"):
    """Cards that can be read as several plays; ``choices`` has these, written out.

    >>> from haggis_rules import UnclearPlayError, load
    >>> try:
    ...     load("classic", players=2).parse_play("10r J Q")
    ... except UnclearPlayError as fault:
    ...     print(fault.choices[0])
    10r J Q = set3@10
    """

    def __init__(self, message: str, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)
        super().__init__(message, self.choices)


class MalformedError(NotationError, name="malformed"):
    """Text or JSON in the wrong form: a wrong type, or something out of bounds, missing or unknown.

    >>> from haggis_rules import MalformedError, load
    >>> rules = load("classic", players=2)
    >>> try:
    ...     rules.action_from_json(["pass"])
    ... except MalformedError as fault:
    ...     print(fault)
    ['pass'] is no action
    """


class OtherRulesError(NotationError, name="other-rules"):
    """A record that was made with other rules.

    >>> from haggis_rules import OtherRulesError, load
    >>> record = load("classic", players=2).new_match(seed=7).to_json()
    >>> try:
    ...     load("classic", players=2, target=250).match(record)
    ... except OtherRulesError as fault:
    ...     print(fault.name)
    other-rules
    """


class OtherDealError(NotationError, name="other-deal"):
    """A record of a match in which a hand does not begin as its seed deals it.

    >>> from haggis_rules import OtherDealError, load
    >>> rules = load("classic", players=2)
    >>> record = rules.new_match(seed=7).to_json()
    >>> try:
    ...     rules.match({**record, "seed": 8})
    ... except OtherDealError as fault:
    ...     print(fault.name)
    other-deal
    """


class ImpossibleDealError(NotationError, name="impossible-deal"):
    """Cards laid out in a way that these rules never deal.

    >>> from haggis_rules import Dealing, ImpossibleDealError, load
    >>> rules = load("classic", players=2)
    >>> start = rules.new_hand(seed=7).start
    >>> try:
    ...     rules.dealt_match(Dealing(start.zones[::-1], lasting=start.values[:1]))
    ... except ImpossibleDealError as fault:
    ...     print(fault.name)
    impossible-deal
    """


class ImpossibleViewError(NotationError, name="impossible-view"):
    """A view of a seat that no hand under these rules could show it.

    >>> from random import Random
    >>> from dataclasses import replace
    >>> from haggis_rules import ImpossibleViewError, load
    >>> rules = load("classic", players=2)
    >>> view = rules.new_hand(seed=7).view(0)
    >>> try:
    ...     rules.determinize(replace(view, seen=view.seen * 2), Random(1))
    ... except ImpossibleViewError as fault:
    ...     print(fault.name)
    impossible-view
    """


class NoRecordError(NotationError, name="no-record"):
    r"""A file that does not begin like the record of a match.

    >>> from io import BytesIO
    >>> from haggis_rules import NoRecordError
    >>> from haggis_rules.records.reader import read
    >>> try:
    ...     read(BytesIO(b"[1, 2]\n"))
    ... except NoRecordError as fault:
    ...     print(fault.name)
    no-record
    """


class OtherFormError(NotationError, name="other-form"):
    r"""A record in another version of its form.

    >>> from io import BytesIO
    >>> from haggis_rules import OtherFormError
    >>> from haggis_rules.records.reader import read
    >>> try:
    ...     read(BytesIO(b'{"record": 99}\n'))
    ... except OtherFormError as fault:
    ...     print(fault.name)
    other-form
    """


class DamagedRecordError(NotationError, name="damaged-record"):
    r"""A line of a record that is not an event: not text, not JSON, too long, or with a key twice.

    >>> from io import BytesIO
    >>> from haggis_rules import DamagedRecordError, load
    >>> from haggis_rules.records.reader import read
    >>> from haggis_rules.records.writer import text_of
    >>> text = text_of(load("classic", players=2).new_match(seed=7))
    >>> try:
    ...     read(BytesIO(text.encode() + b"{nothing\n"))
    ... except DamagedRecordError as fault:
    ...     print(fault.line)
    3
    """


class MisplacedEventError(NotationError, name="misplaced-event"):
    r"""An event of a record that cannot stand where it does: too early, too late or twice.

    >>> from io import BytesIO
    >>> from haggis_rules import MisplacedEventError, load
    >>> from haggis_rules.records.reader import read
    >>> from haggis_rules.records.replay import replay
    >>> from haggis_rules.records.writer import text_of
    >>> rules = load("classic", players=2)
    >>> head, deal, *_ = text_of(rules.new_match(seed=7)).splitlines()
    >>> twice = "".join(f"{line}\n" for line in (head, deal, deal))
    >>> try:
    ...     replay(rules, read(BytesIO(twice.encode())))
    ... except MisplacedEventError as fault:
    ...     print(fault.line)
    3
    """


class OtherScoreError(NotationError, name="other-score"):
    """A record in which a hand ends with a score that differs from the one the rules give.

    >>> from io import BytesIO
    >>> from haggis_rules import OtherScoreError, greedy_player, load, next_action
    >>> from haggis_rules.records.reader import read
    >>> from haggis_rules.records.replay import replay
    >>> from haggis_rules.records.writer import text_of
    >>> rules = load("classic", players=2)
    >>> match = rules.new_match(seed=7)
    >>> while match.hand == 1:
    ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
    >>> text = text_of(match).replace('"points":', '"points":1', 1)
    >>> try:
    ...     replay(rules, read(BytesIO(text.encode())))
    ... except OtherScoreError as fault:
    ...     print(fault.name)
    other-score
    """
