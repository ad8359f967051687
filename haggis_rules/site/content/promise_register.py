"""Every promise of all volumes: who makes it, in which words, and what came of it there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from haggis_rules.ir.builtin_promises import AUTOMATIC, TITLES, is_automatic
from haggis_rules.ir.game import Game, Promise
from haggis_rules.ir.types import Plain
from haggis_rules.site.content.volume_content import FindingsByGame, GameFindings
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.verdicts.evidence import NO_EVIDENCE, Evidence
from haggis_rules.verdicts.reader import RecordedVerdict
from haggis_rules.wording.declarations import value_of
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.flow import describe_promise
from haggis_rules.wording.sentences import PlainText, capital, listed


@dataclass(frozen=True, slots=True)
class GamePromise:
    """A promise as one game makes it. ``promise`` is None when every game has to keep it.

    ``agreed`` names what else than usual is agreed on; the promise is only there because of it.
    ``description`` says it in words, and ``formal`` as the text does.
    """

    name: str
    volume: Volume
    game: Game
    agreed: str
    promise: Promise | None
    description: PlainText
    formal: str
    result: RecordedVerdict | None
    evidence: Evidence

    @property
    def title(self) -> str:
        """Name the game, and what else than usual is agreed on."""
        return f"{self.volume.title}, with {self.agreed}" if self.agreed else self.volume.title

    @property
    def clause(self) -> str:
        """The clause that makes it; empty when every game has to keep it."""
        return "" if self.promise is None else self.promise.clause

    @property
    def using(self) -> tuple[str, ...]:
        """What the proof rests on; before there is one, what it may rest on."""
        proved = self.evidence.met
        allowed = () if self.promise is None else self.promise.using
        return self.evidence.helpers if proved else allowed

    def home(self, clause: str) -> str:
        """Return where a clause of the game stands, from the folder of all pages."""
        return self.volume.address(clause)


@dataclass(frozen=True, slots=True)
class PromiseRegister:
    """The promises by their names, in the order of the rules; automatic ones come last."""

    volumes: Volumes
    promises: Mapping[str, tuple[GamePromise, ...]]

    @classmethod
    def of(cls, catalog: Volumes, known: FindingsByGame) -> Self:
        """Look at every game, and at what else can be agreed on."""
        found: dict[str, list[GamePromise]] = {}
        for volume in catalog.volumes:
            what = known.get((volume.game.name, volume.game.seats), GameFindings())
            for one in promises_of_game(volume, what):
                found.setdefault(one.name, []).append(one)
        own = sorted(found, key=lambda name: found[name][0].promise is None)
        return cls(catalog, {name: tuple(found[name]) for name in own})

    def families(self) -> dict[str, tuple[str, ...]]:
        """Group the promises by the kind of clause that makes them, as ``family`` names it."""
        kinds: dict[str, list[str]] = {}
        for name, promises in self.promises.items():
            clauses = Counter(family(one.clause) for one in promises)
            ((kind, _),) = clauses.most_common(1)
            kinds.setdefault(kind, []).append(name)
        return {kind: tuple(names) for kind, names in kinds.items()}

    def title(self, promise: str) -> str:
        """Return a promise in words: the title of its clause, and which of its promises it is."""
        first = self.promises[promise][0]
        words = self.short_title(promise)
        if first.promise is None:
            return words
        heading = first.game.clauses[first.clause].heading
        several = sum(one.clause == first.clause for one in first.game.promises) > 1
        return capital(f"{heading}: {words[:1].lower()}{words[1:]}" if several else heading)

    def short_title(self, promise: str) -> str:
        """Return what a promise is called beside others of its clause."""
        return TITLES.get(promise, capital(promise.replace(".", " ")))

    def resting_on(self, promise: str) -> dict[str, tuple[GamePromise, ...]]:
        """Return the promises that rest on one, and where they do."""
        found = {
            name: tuple(one for one in promises if promise in one.using)
            for name, promises in self.promises.items()
        }
        return {name: promises for name, promises in found.items() if promises}

    def rests_on(self, promise: str) -> dict[str, tuple[GamePromise, ...]]:
        """Return the promises that one rests on, and where it does."""
        promises = self.promises[promise]
        names = dict.fromkeys(name for one in promises for name in one.using)
        return {name: tuple(one for one in promises if name in one.using) for name in names}


def family(clause: str) -> str:
    """Name the kind of a clause: the first two parts of its name, or as many as it has.

    What a clause says for a number of seats or an option has a part more: ``order.rest.two``.
    """
    return ".".join(clause.split(".")[:2])


def formal_text(game: Game, promise: Promise) -> str:
    """Return a promise as it is written, cut from the formal text of its clause."""
    items = re.split(r"\n(?! )", game.clauses[promise.clause].rule)  # what goes on is indented
    return next(item for item in items if item.split()[:2] == ["promise", promise.name])


def promises_of_game(volume: Volume, known: GameFindings) -> Iterator[GamePromise]:
    """Yield what a game promises; with another choice only what it promises otherwise."""
    usual = {one.name: one for one in _of_game(volume, volume.game, known.results, known.evidence)}
    yield from usual.values()
    for choice in known.choices:
        for one in _of_game(volume, choice.game, choice.results, choice.evidence):
            before = usual.get(one.name)
            if before is None or before.formal != one.formal:
                yield one


def _of_game(
    volume: Volume, game: Game, results: Iterable[RecordedVerdict], evidence: Mapping[str, Evidence]
) -> Iterator[GamePromise]:
    """Yield what a game promises, and what every game has to keep."""
    english, agreed = ExpressionWording.of(game), unusual_agreement(game)
    by_name = {result.name: result for result in results}
    for promise in game.promises:
        description, formal = describe_promise(english, promise), formal_text(game, promise)
        result, shown = by_name.get(promise.name), evidence.get(promise.name, NO_EVIDENCE)
        yield GamePromise(
            promise.name, volume, game, agreed, promise, description, formal, result, shown
        )
    own = {promise.name for promise in game.promises}
    for name in dict.fromkeys([*AUTOMATIC, *filter(is_automatic, by_name)]):
        if name not in own:
            shown = evidence.get(name, NO_EVIDENCE)
            result = by_name.get(name)
            yield GamePromise(name, volume, game, agreed, None, PlainText(""), "", result, shown)


def unusual_agreement(game: Game) -> str:
    """Name what else than usual is agreed on; nothing when all is as usual."""
    english = ExpressionWording.of(game)
    parts: list[str] = []
    for option in game.options:
        name = english.name(option.name)
        if option.value != option.usual and option.type is Plain.TRUTH:
            parts.append(name if option.value else f"no {name}")
        elif option.value != option.usual:
            parts.append(f"{name} {value_of(english, option, option.value)}")
    return listed(parts)
