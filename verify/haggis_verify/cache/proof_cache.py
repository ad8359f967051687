"""Whether a promise was judged before: of the same rules, and by the same means.

A proof rests on how the game runs, on the words that are used in that and in the promise, and on
what the promise is using; all else in the text may change. A refutation shows a match, and rests
on all of the text. What was not decided is never kept.

A key is the hash (SHA-256) of the content of everything that the verdict depends on:

=============  ===================================================================================
promise        solvers, their settings and limits; the programs of the proof; how the game runs,
               with the definitions used in that; the promise, those that it is using, and the
               definitions used in them
builtin        the same, with all definitions, the score sheet and the promises that may be used
refutation     all programs, the whole game, and what was asked for with it
reading        solvers and programs; the deck, the pattern, its needs, and which ranks each card
               may have there
uses           all programs and the whole game
conditions     the same, the promise, solvers and limits, and what is proved with it
game           the same, solvers and limits, all that is asked of the game, and its texts as they
               are written: what is told of conditions names places in them
=============  ===================================================================================

So nothing is ever invalidated: what changes has another key. Too much in a key costs a proof that
is made again; too little would be a false verdict, and in doubt a thing is in the key. Spans are
no content (``ir.canonical``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from typing import Any, cast

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.canonical import digest
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Reading
from haggis_rules.storage.import_closure import installed, kept_closure_digest, modules_of
from haggis_rules.verdicts.model import (
    ExpectedBreach,
    NotInductive,
    PromiseConditions,
    PromiseCoverage,
    PromiseResult,
    Proved,
    Refuted,
    Unsupported,
    Unused,
    Vacuous,
)
from haggis_verify.cache.verdict_codec import verdict_from_json, verdict_to_json
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.solve import Limits, solver_fingerprint

# What judges promises, what judges readings, and what makes a game of a text.
PROVING = ("haggis_verify.proving.prover", "haggis_verify.patterns.proofs", "haggis_rules.ir.load")

Decided = (
    Proved
    | Refuted
    | NotInductive
    | ExpectedBreach
    | Unsupported
    | Vacuous
    | PromiseCoverage
    | Unused
)


@dataclass(frozen=True, slots=True)
class CachedProof:
    """What came of a promise before, and how many answers of solvers that took."""

    verdict: Decided
    answers: int


class ProofCache:
    """What was judged before of one game. Each key is for ``get`` and ``keep``.

    ``promises``: those of the game by their names, as they are proved.
    """

    def __init__(
        self,
        game: ir.Game,
        promises: Mapping[str, ir.Promise],
        limits: Limits,
        before: AnswerStore | None,
    ) -> None:
        self._game, self._promises, self._before = game, promises, before
        self._means = solver_fingerprint(limits)
        self._pattern_digests: dict[int, str] = {}  # by pattern, what its readings rest on

    def get(self, key: str) -> CachedProof | None:
        """Return what came of it, None when that is not known."""
        found, answers = self._read(key)
        return CachedProof(found, answers) if isinstance(found, Decided) else None

    def get_conditions(self, key: str) -> PromiseConditions | None:
        """Return where the conditions of a promise hold, None when that was not looked for."""
        found, _ = self._read(key)
        return found if isinstance(found, PromiseConditions) else None

    def get_game(self, key: str) -> tuple[tuple[PromiseResult, ...], int] | None:
        """Return what came of all that was asked of the game, with its answers; None if unknown."""
        found, answers = self._read(key)
        results = [
            PromiseResult(promise, clause, verdict)
            for promise, clause, verdict in _rows(found)
            if isinstance(promise, str) and isinstance(clause, str) and isinstance(verdict, Decided)
        ]
        whole = isinstance(found, tuple) and len(results) == len(cast("tuple[object, ...]", found))
        return (tuple(results), answers) if whole else None

    def keep_game(self, key: str, results: Iterable[PromiseResult], answers: int) -> None:
        """Keep what came of all that was asked of the game, if every part of it is decided."""
        rows = tuple((one.promise, one.clause, one.verdict) for one in results)
        if self._before is not None and all(isinstance(row[-1], Decided) for row in rows):
            self._before.put(key, f"{answers} {verdict_to_json(rows)}", _claim)

    def _read(self, key: str) -> tuple[object, int]:
        text = None if self._before is None else self._before.get(key)
        answers, _, written = (text or "").partition(" ")
        try:
            return verdict_from_json(written), int(answers)
        except ValueError:
            return None, 0

    def keep(self, key: str, found: object, answers: int) -> None:
        """Keep what came of it, if it is decided."""
        if self._before is not None and isinstance(found, Decided | PromiseConditions):
            self._before.put(key, f"{answers} {verdict_to_json(found)}", _claim)

    def proof(self, name: str) -> str:
        """Return the key of the proof of a promise."""
        promise = self._promises[name]
        forms = [(each, self._promises[each].form) for each in (name, *promise.using)]
        statement = name, promise.clause, *forms
        return _key("proof", self._means, _proving(), self._ground, self._words(forms), statement)

    def builtin(self, name: str, usable: Collection[str]) -> str:
        """Return the key of the proof of what every game has to keep, with these to rest on."""
        statements = [(each, self._promises[each].form) for each in usable]
        words = self._game.scores, *self._digests.values()
        return _key("automatic", name, self._means, _proving(), self._ground, words, statements)

    def refutation(self, name: str, *request: object) -> str:
        """Return the key of a refutation, which depends on what else is asked for."""
        return _key("refutation", name, self._means, _everything(), self._whole, request)

    def reading(self, patterns: Patterns, reading: Reading) -> str:
        """Return the key of the proof that counting is right for a reading.

        What a reading rests on is the deck, its pattern, and which ranks each card may have there.
        """
        index, *values = reading
        if index not in self._pattern_digests:
            game = self._game
            deck = game.ranks, game.suits, game.groups, game.cards
            stands = [sorted(ranks) for ranks in patterns.stands[index]]
            wild = [patterns.is_wild(index, card) for card in range(len(game.cards))]
            needs = [need for need in game.needs if index in need.patterns]
            self._pattern_digests[index] = digest((deck, game.patterns[index], stands, wild, needs))
        return _key("reading", self._means, _proving(), self._pattern_digests[index], values)

    def used(self) -> str:
        """Return the key of what uses each clause, which rests on all of the text."""
        return _key("used", _everything(), self._whole)

    def conditions(self, name: str, proved: Collection[str]) -> str:
        """Return the key of where the conditions of a promise hold, which rests on all the text."""
        return _key("conditions", name, self._means, _everything(), self._whole, proved)

    def game(self, *request: object) -> str:
        """Return the key of all that is asked of the game at once."""
        spans = (clause.span for clause in self._game.clauses.values())
        texts = sorted({(one.source.path, one.source.text) for one in spans if one is not None})
        return _key("game", self._means, _everything(), self._whole, texts, request)

    @cached_property
    def _ground(self) -> str:
        """Hash how the game runs, but for the words that the text defines."""
        game = self._game
        table = game.seats, game.teams, game.options, game.choices
        cards = game.ranks, game.suits, game.groups, game.cards, game.zones, game.deals
        return digest((table, cards, self._flow))

    @cached_property
    def _flow(self) -> tuple[object, ...]:
        game = self._game
        moves = game.states, game.actions, game.steps, game.between, game.until
        return (*moves, game.patterns, game.wilds, game.needs)

    @cached_property
    def _whole(self) -> str:
        return digest(self._game)

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {name: digest(one) for name, one in self._game.definitions.items()}

    @cached_property
    def _used(self) -> dict[str, frozenset[str]]:
        """Return the words that each definition uses itself."""
        return {name: frozenset(calls_in(one)) for name, one in self._game.definitions.items()}

    @cached_property
    def _flowing(self) -> frozenset[str]:
        """Return the words that are used in how the game runs, and when a hand is over."""
        return frozenset(calls_in(self._flow)) | {FINISHED} & self._game.definitions.keys()

    def _words(self, parts: object) -> list[str]:
        """Hash each definition that is used in what is spoken of, or when the game runs."""
        found = _closure({*calls_in(parts), *self._flowing}, self._used.__getitem__)
        return [digested for name, digested in self._digests.items() if name in found]


def _claim(text: str) -> str:
    """Return which kind of verdict was kept, of each promise, or which conditions seen to hold."""
    try:
        found = verdict_from_json(text.partition(" ")[2])
    except ValueError:
        return ""
    if rows := _rows(found):
        return str([(promise, type(verdict).__name__) for promise, _, verdict in rows])
    if isinstance(found, PromiseConditions):
        return str([one.is_seen for one in found.conditions])
    return type(found).__name__


def _rows(found: object) -> list[tuple[object, object, object]]:
    """Return the rows of three in what was kept of a whole game: as a rule, all."""
    some = cast("tuple[object, ...]", found) if isinstance(found, tuple) else ()
    rows = [cast("tuple[object, ...]", row) for row in some if isinstance(row, tuple)]
    return [(row[0], row[1], row[2]) for row in rows if len(row) == 3]  # noqa: PLR2004


def called_definitions(game: ir.Game) -> frozenset[str]:
    """Name the words that are used when a match is played, directly or by another word."""
    flow = game.states, game.actions, game.steps, game.between, game.until
    words = {*calls_in(flow), *game.scores, *({FINISHED} & game.definitions.keys())}
    return _closure(words, lambda name: calls_in(game.definitions[name]))


def _closure(words: set[str], used: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """Return some words, those that they use, and so on."""
    found, left = set[str](), words
    while left:
        found |= left
        left = {each for name in left for each in used(name)} - found
    return frozenset(found)


def calls_in(part: Any) -> Iterator[str]:
    """Yield the words that stand in any part of a game."""
    if isinstance(part, nodes.Call):
        yield part.definition
    if is_dataclass(part):
        for each in fields(part):
            yield from calls_in(getattr(part, each.name))
    elif isinstance(part, tuple | list):
        for item in part:  # pyright: ignore[reportUnknownVariableType]
            yield from calls_in(item)


def _key(*parts: object) -> str:
    return digest(parts)


@cache
def _proving() -> str:
    """Return a hash of the programs that a proof comes from: ``PROVING``, and all they import.

    In it are how a text becomes a game, what it means, who sees what, and how it is put to the
    solvers and their answers are judged. Not in it, because the key has them otherwise, are the
    game itself, and so its text and the grammar, and the solvers with their versions and limits.
    Nor is what only looks for breaches or prints: the search for a breach, replaying, pages.
    """
    return kept_closure_digest(PROVING, installed("haggis_rules", "haggis_verify"))


@cache
def _everything() -> str:
    """Return a hash of all that this package is, and of all that it imports.

    What only writes pages, finds rules or speaks to a user is not in it.
    """
    roots = installed("haggis_rules", "haggis_verify")
    return kept_closure_digest(modules_of("haggis_verify", roots), roots)
