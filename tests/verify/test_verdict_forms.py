"""What is written of verdicts fits its schema, and is read back as what it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from haggis_rules.notation.forms import JsonForm
from haggis_rules.verdicts.json_forms import DETAILS
from haggis_rules.verdicts.model import (
    ClauseUse,
    DischargedObligation,
    How,
    Piece,
    Reached,
    Refuted,
    Unused,
    Verdict,
)

Change = Callable[[dict[str, Any]], object]
KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Verdict)}

seconds = st.integers(0, 99_999).map(lambda number: number / 1000)  # as they are rounded
pieces = st.builds(Piece, st.text(), st.text())  # an effect is not told apart in JSON
obligations = st.builds(
    DischargedObligation, st.text(), st.just(How.SOLVED), seconds, seconds
) | st.builds(DischargedObligation, st.text(), st.sampled_from([How.SAME, How.UNTOUCHED]))
uses = st.builds(ClauseUse, pieces, st.integers(), st.integers()) | st.builds(
    ClauseUse, pieces, st.none(), st.just(0), st.text()
)


@pytest.fixture(autouse=True, scope="module")
def _declared() -> None:
    """Draw what JSON can tell."""
    st.register_type_strategy(Piece, pieces)
    st.register_type_strategy(DischargedObligation, obligations)
    st.register_type_strategy(ClauseUse, uses)


def keeps_the_law(form: JsonForm[Any], value: object) -> bool:
    written = json.loads(json.dumps(form.write(value)))
    fits: Any = Draft202012Validator(form.schema)
    return bool(fits.is_valid(written) and form.read(written) == value)


def test_there_is_a_form_of_each_verdict() -> None:
    assert [*DETAILS] == [*KINDS.values()]


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_each_verdict_is_written_as_it_is_read(name: str, data: st.DataObject) -> None:
    verdict = data.draw(st.from_type(KINDS[name]))
    assert keeps_the_law(DETAILS[KINDS[name]], verdict)


def changed(form: JsonForm[Any], change: Change) -> JsonForm[Any]:
    """Return a form that writes something else."""

    def write(value: Any) -> Any:
        written = json.loads(json.dumps(form.write(value)))
        change(written)
        return written

    return replace(form, write=write)


CHANGES: list[Change] = [
    lambda data: data.pop("matches"),
    lambda data: data.update(matches=data["matches"] + 1),
    lambda data: data.update(matches="many"),
    lambda data: data.update(more=1),
    lambda data: data["uses"].pop(),
    lambda data: data["uses"][0].pop("example"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_slip_in_what_is_written_is_noticed(change: Change) -> None:
    use = ClauseUse(Piece("one", "two"), None, 0, "an example")
    form, verdict = DETAILS[Unused], Unused((), (use,), 4, 5)
    assert keeps_the_law(form, verdict)
    with pytest.raises((AssertionError, KeyError, TypeError, ValueError)):
        assert keeps_the_law(changed(form, change), verdict)


def test_a_match_keeps_the_order_in_which_it_is_told() -> None:
    written: Any = DETAILS[Refuted].schema["properties"]
    play = written["case"]["properties"]["play"]["anyOf"][1]["anyOf"][0]["properties"]
    assert [*play] == ["seed", "hand", "actions", "breach", "small", "record"]
    assert {*play} == {*Reached.__dataclass_fields__}
