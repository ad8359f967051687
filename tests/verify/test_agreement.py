"""Terms give every expression the value that ``evaluate`` gives it."""

import inspect
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import given

from haggis_verify import build, encode
from haggis_verify.smtlib import script
from haggis_verify.solve import Limits, ask_cvc5, ask_z3
from haggis_verify.symbols import Maybe, Played, Read, Symbol
from haggis_verify.tables import flat
from haggis_verify.terms import Bool, Int, Open, Variable, compute, free
from tests.corpus import KINDS, Case, cases, corpus
from tests.engine.games import PLACES
from tests.verify.agreeing import agree, agree_in_z3, half_open_view

GAMES = ["neeps-core", *PLACES]


@pytest.mark.parametrize("name", GAMES)
@given(data=...)
def test_terms_and_evaluate_agree_on_random_expressions(name: str, data: object) -> None:
    case = data.draw(cases(name))
    assert agree(case)
    assert agree_in_z3(case)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_terms_and_evaluate_agree_on_every_kind_of_node(kind: type) -> None:
    touched = corpus("neeps-core")[kind]
    assert len(touched) >= 25
    assert all(type(case.node) is kind for case in touched)
    assert all(map(agree, touched))
