"""What ``haggis verify --verdicts`` wrote, read back: on which games, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from haggis_rules.ir.canonical import digest
from haggis_rules.ir.game import Game
from haggis_rules.ir.option_labels import value_agreed
from haggis_rules.ir.types import NumberType
from haggis_rules.notation import forms
from haggis_rules.notation.forms import JsonForm
from haggis_rules.verdicts.evidence import NO_EVIDENCE, CountingSummary, Evidence
from haggis_rules.verdicts.json_forms import SUMMARY, as_object, form_of, loose_mapping
from haggis_rules.verdicts.model import Counterexample, DischargedObligation


class BadVerdictsError(ValueError):
    """A file that is not what ``haggis verify --verdicts`` writes."""


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """What came of one promise."""

    name: str
    verdict: str
    detail: str
    evidence: Evidence = NO_EVIDENCE


LARGEST_FILE = 100_000_000  # bytes; the verdicts of all that is shipped take a fiftieth


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """What came of the promises of one game. ``rules`` is a hash of what was judged, if given."""

    variant: str
    seats: int
    options: Mapping[str, object]
    verdicts: tuple[RecordedVerdict, ...]
    rules: str | None = None
    counted: tuple[CountingSummary, ...] = ()

    def is_of(self, game: Game) -> bool:
        """Whether it is about a game. A verdict holds for every number that can be agreed on."""
        agreed = [option for option in game.options if not isinstance(option.type, NumberType)]
        return (self.variant, self.seats) == (game.name, game.seats) and all(
            self.options.get(option.name) == value_agreed(option) for option in agreed
        )

    def is_past(self, game: Game) -> bool:
        """Whether it is about a game, but about other rules or promises than it has now."""
        return self.is_of(game) and self.rules not in {None, judged_digest(game)}


def read_verdicts(path: Path) -> tuple[VerdictRecord, ...]:
    """Read a file of verdicts. Raises ``OSError`` and ``BadVerdictsError``."""
    with path.open("rb") as file:
        text = file.read(LARGEST_FILE + 1)
    if len(text) > LARGEST_FILE:
        message = f"it is larger than any file of verdicts: {LARGEST_FILE:,} bytes"
        raise BadVerdictsError(message)
    try:
        return _RECORDS.read(as_object(json.loads(text), "variants")["variants"])
    except RecursionError as fault:
        message = "it is nested too deep"
        raise BadVerdictsError(message) from fault
    except (KeyError, TypeError, ValueError) as fault:
        raise BadVerdictsError(str(fault)) from fault


def verdicts_on(game: Game, records: Iterable[VerdictRecord]) -> tuple[RecordedVerdict, ...]:
    """Return what came of the promises of a game; the last word on each counts.

    What was said of other rules than it has now is left out.
    """
    now = _present(game, records)
    return tuple({each.name: each for one in now for each in one.verdicts}.values())


def counted_on(game: Game, records: Iterable[VerdictRecord]) -> tuple[CountingSummary, ...]:
    """Return for how many readings counting is proved right; the last on each pattern counts."""
    now = _present(game, records)
    return tuple({each.pattern: each for one in now for each in one.counted}.values())


def _present(game: Game, records: Iterable[VerdictRecord]) -> list[VerdictRecord]:
    return [one for one in records if one.is_of(game) and not one.is_past(game)]


def judged_digest(game: Game) -> str:
    """Hash what verdicts are about: how a game is played, and what it promises.

    Words, sources and examples do not count, nor which of the numbers offered is agreed on.
    """
    options = tuple(
        replace(one, value=one.usual) if isinstance(one.type, NumberType) else one
        for one in game.options
    )
    bare = replace(game, words="", lineage=(), clauses={}, declared={}, removed=(), cases=())
    return digest(replace(bare, options=options))


def _record(data: Any) -> VerdictRecord:
    verdicts = _ALL.read(as_object(data, "promises")["promises"])
    seats, options = data["seats"], data["options"]
    if type(seats) is not int or not isinstance(options, dict):
        message = "`seats` is a number, and `options` are pairs of a name and a value"
        raise TypeError(message)
    agreed = cast("dict[str, object]", options)
    rules = form_of(str, "rules").read(data["rules"]) if "rules" in data else None
    variant, counted = _ABOUT.read(data)
    return VerdictRecord(variant, seats, agreed, verdicts, rules, counted)


def _recorded(parts: Sequence[Any]) -> RecordedVerdict:
    name, verdict, detail, helpers, approximated, met, breach = parts
    evidence = Evidence(helpers, approximated is True, met, breach)
    return RecordedVerdict(name, verdict, detail, evidence)


def _list_of(form: JsonForm[Any], key: str) -> JsonForm[tuple[Any, ...]]:
    return forms.array(form, lambda _: f"`{key}` is a list")


_ABOUT = loose_mapping(
    {"variant": form_of(str, "variant"), "patterns": _list_of(SUMMARY, "patterns")}
)

# Of all that a verdict says, what the pages tell: the rest is in ``json_forms.DETAILS``.
_SHOWN = {
    **{key: form_of(str, key) for key in ("promise", "verdict", "detail")},
    "helpers": form_of(tuple[str, ...], "helpers"),
    "approximated": forms.raw(),
    "obligations": form_of(tuple[DischargedObligation, ...], "obligations"),
    "case": form_of(Counterexample | None, "case"),
}
_ALL = _list_of(
    forms.converted(
        forms.filled(loose_mapping(_SHOWN), approximated=None, case=None), read=_recorded
    ),
    "promises",
)
_RECORDS: JsonForm[tuple[VerdictRecord, ...]] = _list_of(
    forms.converted(forms.raw(), read=_record), "variants"
)
