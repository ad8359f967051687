"""Every name that a text gives a meaning, while the text is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain, islice
from typing import TypeVar

from haggis_rules.diagnostics.errors import (
    MissingError,
    NameTwiceError,
    NoScoreError,
    RuleError,
    UnknownNameError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir import game as ir
from haggis_rules.ir.lower.declared import names_of
from haggis_rules.ir.lower.options.agreement import Agreement, in_words
from haggis_rules.ir.types import ChoiceType, OptionType, Plain, Type
from haggis_rules.syntax import ast

_MOST_CLOSE = 5  # names like an unknown one that are looked for in a text
MOST_HINTED = 50  # unknown names for which one like them is looked for among all names
UNUSED = "this is declared, and nothing uses it"

ItemKind = TypeVar("ItemKind", bound=ast.Item)


@dataclass(frozen=True, slots=True)
class Located:
    """An item, and the clause that it stands in, with the place of its name."""

    clause: str
    item: ast.Item
    head: Span


@dataclass(frozen=True, slots=True)
class GuardedName:
    """A name that is declared for other tables: the guard of its clause, in words, and where."""

    words: str
    span: Span


@dataclass(slots=True)
class World:
    """What has been declared so far. Lowering fills it from top to bottom.

    ``removed`` has each name that a clause taken out declared, and where that is done. ``absent``
    has each name that is declared for other tables or options only.
    ``dropped`` has each kind of item that such a clause held, likewise. ``here`` is the variant's
    own name, for faults that have no better place. ``run_order`` has the ranks that belong to runs,
    where the text says so.
    """

    items: Sequence[Located]
    agreement: Agreement
    removed: dict[str, Span]
    absent: dict[str, GuardedName]
    here: Span
    dropped: Mapping[type, Span] = field(default_factory=dict[type, Span])
    faults: list[RuleError] = field(default_factory=list[RuleError])
    places: dict[str, Span] = field(default_factory=dict[str, Span])
    declared: dict[str, str] = field(default_factory=dict[str, str])
    seats: int = 0
    teams: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    run_order: tuple[int, ...] = ()
    suits: tuple[ir.Suit, ...] = ()
    groups: list[ir.Group] = field(default_factory=list[ir.Group])
    cards: list[ir.CardClass] = field(default_factory=list[ir.CardClass])
    choices: dict[str, ChoiceType] = field(default_factory=dict[str, ChoiceType])
    zones: list[ir.Zone] = field(default_factory=list[ir.Zone])
    states: list[ir.StateVariable] = field(default_factory=list[ir.StateVariable])
    patterns: list[ir.Pattern] = field(default_factory=list[ir.Pattern])
    definition: Callable[[str], ir.Definition | None] = lambda _: None
    definition_names: tuple[str, ...] = ()
    score_names: tuple[str, ...] = ()
    hinted: int = 0

    def of_kind(self, kind: type[ItemKind]) -> Iterator[tuple[str, ItemKind]]:
        """Yield the items of a kind, each with its clause."""
        for located in self.items:
            if isinstance(located.item, kind):
                yield located.clause, located.item

    def only(self, kind: type[ItemKind], what: str) -> tuple[str, ItemKind] | None:
        """Return the one item of a kind. Notes a fault when there is none or more than one."""
        found = list(self.of_kind(kind))
        if not found:
            fault = MissingError(f"the rules do not say {what}", self.here)
            fault.edit = self.dropped.get(kind)
            self.faults.append(fault)
            return None
        for _, second in found[1:]:
            self.faults.append(
                NameTwiceError(
                    f"the rules say twice {what}",
                    second.span,
                    others=[(found[0][1].span, "the first is here")],
                    hint=f"say it once; to change it, `replace` the clause `{found[0][0]}`",
                )
            )
        return found[0]

    def declare(self, name: ast.Name, what: str) -> None:
        """Take a name for something. Raises ``NameTwiceError`` when it is taken."""
        if name.text in self.places:
            raise NameTwiceError(
                f"`{name.text}` has a meaning already",
                name.span,
                others=[(self.places[name.text], "it is given here")],
                hint=f"choose another name for this {what}",
            )
        self.places[name.text] = name.span

    @contextmanager
    def noting(self) -> Generator[None]:
        """Note a fault and go on with the next item, so that all are told together."""
        try:
            yield
        except RuleError as fault:
            self.faults.append(fault)

    def unknown(self, name: ast.Name, what: str, known: Iterable[str]) -> UnknownNameError:
        """Make the fault of a name that means nothing here."""
        message = f"no {what} is called `{name.text}`"
        if name.text in self.absent:
            there = self.absent[name.text]
            slips = self.alike([name.text], self.here.source, known)
            fault = UnknownNameError(
                f"{message} {self.played()}",
                name.span,
                others=[
                    (there.span, f"`{name.text}` is declared for these alone"),
                    *self._user(name),
                    *((span, UNUSED) for span in slips),
                ],
                hint=f"it is only there {there.words}; give the clause that uses it the same "
                "guard, or declare it for the others too",
            )
        elif name.text not in self.removed:
            self.hinted += 1
            hinting = self.hinted <= MOST_HINTED  # or else names times names are compared
            found = sorted(set(known)) if hinting else []
            like = self.alike([name.text], self.here.source, found) if hinting else []
            fault = UnknownNameError(
                message,
                name.span,
                others=[(span, UNUSED) for span in like],
                hint=did_you_mean(name.text, found),
            )
        else:
            edit = self.removed[name.text]
            fault = UnknownNameError(
                f"{message} any more",
                name.span,
                others=[(edit, "the clause that gave it a meaning goes here")],
                hint="edit the clause that uses it as well, or give the name a meaning again",
            )
            fault.edit = edit
        fault.missing = name.text
        return fault

    def _user(self, name: ast.Name) -> Iterator[tuple[Span, str]]:
        """Point to the clause that uses a name, which may lack a guard."""
        self.hinted += 1
        if self.hinted <= MOST_HINTED:  # or else names times items are compared
            users = (one.head for one in self.items if one.item.span.covers(name.span))
            for head in islice(users, 1):
                yield head, "this clause uses it, and holds here too"

    def unknown_value(
        self, name: ast.Name, known: Iterable[str], wanted: Type | None
    ) -> UnknownNameError:
        """Make the fault of a word that stands for no value, and for none of a choice wanted."""
        fault = self.unknown(name, "value", known)
        kind = wanted.inner if isinstance(wanted, OptionType) else wanted
        if isinstance(kind, ChoiceType):
            fault.others += tuple(
                (item.name.span, f"`{name.text}` is none of these")
                for _, item in self.of_kind(ast.Choice)
                if item.name.text == kind.name
            )
        return fault

    def alike(
        self, names: Iterable[str], source: SourceFile, known: Iterable[str] | None = None
    ) -> list[Span]:
        """Return where names much like some others are declared in a text that uses them nowhere.

        A slip in a declaration shows only where the name is used, rightly written.
        """
        fit = None if known is None else set(known)
        declared = {
            name.text: name.span
            for located in self.items
            for name in names_of(located.item)
            if name.span.source == source and (fit is None or name.text in fit)
        }
        texts = {located.item.span.source for located in self.items}
        close = [get_close_matches(name, declared, n=_MOST_CLOSE) for name in names]
        unused = [[one for one in several if _used(one, texts) == 1][:1] for several in close]
        return [declared[one] for one in dict.fromkeys(chain.from_iterable(unused))]

    def sizes(self) -> dict[Plain, int]:
        """Count the values of each type that a binder can range over."""
        return {
            Plain.SEAT: self.seats,
            Plain.TEAM: len(self.teams),
            Plain.CARD: len(self.cards),
            Plain.RANK: len(self.ranks),
            Plain.SUIT: len(self.suits),
        }

    def played(self) -> str:
        """Say with how many seats, and with which unusual options, the rules are typed here."""
        return in_words(self.agreement)

    def group(self, name: ast.Name) -> int:
        """Find a group of cards. Raises ``UnknownNameError``."""
        return self._index(name, "group of cards", [group.name for group in self.groups])

    def zone(self, name: ast.Name) -> int:
        """Find a zone. Raises ``UnknownNameError``."""
        return self._index(name, "zone", [zone.name for zone in self.zones])

    def pattern(self, name: ast.Name) -> int:
        """Find a pattern. Raises ``UnknownNameError``."""
        return self._index(name, "combination", [pattern.name for pattern in self.patterns])

    def score_entries(self, span: Span) -> tuple[str, ...]:
        """Return the entries of the score sheet. Raises ``NoScoreError``."""
        if not self.score_names:
            raise NoScoreError(
                "there is no score sheet to add up",
                span,
                hint="write its entries, as `score captured.cards of seat s as ...`",
            )
        return self.score_names

    def state(self, name: str) -> int | None:
        """Find a state variable, if there is one of that name."""
        return next((i for i, state in enumerate(self.states) if state.name == name), None)

    def _index(self, name: ast.Name, what: str, names: list[str]) -> int:
        if name.text not in names:
            raise self.unknown(name, what, names)
        return names.index(name.text)


def _used(name: str, texts: Iterable[SourceFile]) -> int:
    """Count how often a name stands in texts."""
    found = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)")
    return sum(len(found.findall(source.text)) for source in texts)
