"""Kept proofs and what people read depend on declared names: verdicts can be renamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, make_dataclass
from enum import Enum
from typing import Any, cast, get_args

import pytest

from haggis_rules.ir.canonical import DECLARED
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts import model
from haggis_rules.verdicts.model import Verdict
from haggis_rules.verdicts.show import in_words
from haggis_rules.verdicts.tags import VERDICTS
from haggis_verify.analysis.same_plays import EqualPlays, UncomparedPlays, UnequalPlays
from haggis_verify.cache.proof_cache import ProofCache
from haggis_verify.cache.verdict_codec import verdict_from_json, verdict_to_json
from haggis_verify.solvers.solve import Limits
from tests.renaming import renamed

KINDS = tuple(VERDICTS)


def of_each(kinds: Mapping[type, type]) -> list[Any]:
    """Return a part of each kind, made of its stand-in; fields are their numbers."""
    found: list[Any] = []
    for kind, stand_in in kinds.items():
        if issubclass(kind, Enum):
            found += list(cast("type[Enum]", stand_in))
        else:
            found.append(stand_in(*range(len(fields(cast("Any", kind))))))
    return found


def look_alike(kind: type) -> type:
    """Return a class like another, but with a new name for itself and all that it has."""
    name = f"New{kind.__name__}"
    if issubclass(kind, Enum):
        return cast("type", Enum(name, {f"NEW_{one.name}": one.value for one in kind}))
    named = [(f"new_{each.name}", object) for each in fields(cast("Any", kind))]
    return make_dataclass(name, named, frozen=True, slots=True)


def test_every_class_of_verdicts_is_declared() -> None:
    found = (kind for kind in vars(model).values() if isinstance(kind, type))
    own = {kind for kind in found if kind.__module__ == model.__name__}
    assert own == VERDICTS.keys()
    tags = [known.tag for known in VERDICTS.values()]
    assert len(tags) == len(set(tags))


def test_declared_names_stay_as_they_are(golden: Callable[[str, str], None]) -> None:
    rows = [f"{known.tag}({', '.join(known.names)})" for known in VERDICTS.values()]
    golden("verify/tags.txt", "\n".join(rows) + "\n")


def test_a_verdict_is_kept_and_found_whatever_its_class_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = [verdict_to_json(one) for one in of_each({kind: kind for kind in KINDS})]
    kinds = {kind: look_alike(kind) for kind in KINDS}
    for kind, new in kinds.items():
        known = VERDICTS[kind]
        monkeypatch.delitem(VERDICTS, kind)
        own = tuple(f"NEW_{n}" if issubclass(kind, Enum) else f"new_{n}" for n in known.own)
        monkeypatch.setitem(VERDICTS, new, type(known)(known.tag, known.names, own))
    after = of_each(kinds)
    assert [verdict_to_json(one) for one in after] == before
    assert [verdict_from_json(text) for text in before] == after


def test_a_verdict_is_told_whatever_its_class_is_called() -> None:
    found = of_each({kind: kind for kind in get_args(Verdict)})
    before = [in_words(one) for one in found]
    assert before[8] == "expected breach"
    with renamed(KINDS):
        assert [in_words(one) for one in found] == before


def test_what_is_compared_keeps_its_kind() -> None:
    with renamed([EqualPlays, UnequalPlays, UncomparedPlays]):
        kinds = [EqualPlays.kind, UnequalPlays.kind, UncomparedPlays.kind]
    assert kinds == ["same", "different", "unknown"]


def test_the_keys_of_proofs_stay() -> None:
    def keys() -> list[str]:
        game = load_game("cats")
        promises = {promise.name: promise for promise in game.promises}
        recalled = ProofCache(game, promises, Limits(), None)
        proofs = [recalled.proof(name) for name in promises]
        return [*proofs, recalled.builtin("defined", promises), recalled.used()]

    before = keys()
    assert len(before) > 2
    with renamed(DECLARED):
        assert keys() == before
