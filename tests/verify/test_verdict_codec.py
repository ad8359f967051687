"""A verdict that is kept is read again as it was, and nothing else is read as one."""

import pytest

from haggis_rules.verdicts.model import (
    Counterexample,
    DischargedObligation,
    ExpectedBreach,
    How,
    NotInductive,
    NotReached,
    Proved,
    Reached,
    Refuted,
    Unsupported,
    Vacuous,
    Verdict,
)
from haggis_verify.cache.verdict_codec import verdict_from_json, verdict_to_json


@pytest.mark.parametrize(
    "verdict",
    [
        Proved(
            ("a", "b"),
            approximated=True,
            obligations=(DischargedObligation("x", How.SOLVED, 0.25, 1.5),),
        ),
        Refuted(
            Counterexample(
                "on", ("a line",), "shown", Reached(3, ("pass",), "so", 2, None, ("{}",))
            )
        ),
        ExpectedBreach(Counterexample("on", (), "shown", NotReached(4, ("a",))), "we say so"),
        NotInductive(Counterexample("on", (), "shown", NotReached(4, ())), ("a", "b")),
        Unsupported("clause", "no form"),
        Vacuous("on"),
    ],
)
def test_a_verdict_that_is_written_is_read_again(verdict: Verdict) -> None:
    assert verdict_from_json(verdict_to_json(verdict)) == verdict


@pytest.mark.parametrize(
    "text", ["", "{", '{"a":1}', '{"is":"Nobody"}', '{"is":"Proved"}', '{"is":"Path"}', "[" * 2000]
)
def test_other_text_is_no_verdict(text: str) -> None:
    with pytest.raises(ValueError, match=r"verdict|Expecting"):
        verdict_from_json(text)
