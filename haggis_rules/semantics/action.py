"""What a player does, and why he may not."""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from haggis_rules.semantics.state import Value


class Action(NamedTuple):
    """An action: its name, the seat that takes it, and its choices in the order of the rules.

    An action that rules offer prints in notation: ``str`` is its ``text``, and its ``repr`` has the
    seat as well, counted from 1. ``<Action 2: play 10r J Q = set3@10>`` contains what
    ``Rules.parse_action`` reads.

    >>> from haggis_rules import load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> action = match.actions(1)[-1]
    >>> action
    <Action 2: play J Q K>
    >>> action.name, action.actor, action.text
    ('play', 1, 'play J Q K')
    """

    name: str
    actor: int
    arguments: tuple[Value, ...] = ()

    @property
    def text(self) -> str:
        """The action in notation; for an action that no rules have made, its bare values.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.actions(1)[-1].text
        'play J Q K'
        """
        return " ".join(map(str, (self.name, *self.arguments)))

    def __str__(self) -> str:
        return self.text


class Reason(NamedTuple):
    """A clause that forbids an action, what it says, and what is wrong here.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2)
    >>> reasons = rules.new_match(seed=7).why_not(rules.parse_action("1: play 2r"))
    >>> reasons[0].clause, reasons[0].wrong
    ('trick.play', 'it is for seat 2 here, not for seat 1')
    """

    clause: str
    words: str
    wrong: str = ""

    @property
    def text(self) -> str:
        """What is wrong, and then what the clause says.

        >>> from haggis_rules import Reason
        >>> Reason("trick.higher", "A play must beat the last one.", "a 4 does not beat a 5").text
        'a 4 does not beat a 5. A play must beat the last one.'
        """
        if not self.wrong:
            return self.words
        # What a clause says is a sentence, and what the engine says by itself is a part of one.
        return f"{self.wrong}{'. ' if self.words[:1].isupper() else '; '}{self.words}"


class IllegalAction(ValueError):
    """An action that the rules do not allow here, with the clauses that say so.

    ``place`` says where it stands in a record, empty when it comes from none.

    >>> from haggis_rules import IllegalAction, load
    >>> rules = load("classic", players=2)
    >>> try:
    ...     rules.new_match(seed=7).apply(rules.parse_action("1: play 2r"))
    ... except IllegalAction as refusal:
    ...     print([reason.clause for reason in refusal.reasons])
    ['trick.play']
    """

    name: ClassVar[str] = "illegal-action"

    def __init__(self, shown: str, reasons: Iterable[Reason], place: str = "") -> None:
        self.shown, self.reasons, self.place = shown, tuple(reasons), place
        super().__init__(shown, self.reasons, place)

    def __str__(self) -> str:
        why = "; ".join(
            f"{one.text} ({one.clause})" if one.clause else one.text for one in self.reasons
        )
        where = f"{self.place}: " if self.place else ""
        return f"{where}`{self.shown}` is not allowed: {why}"
