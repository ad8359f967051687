"""What is asked of seats and values that are not there is refused by name."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules import Combination, NoSuchSeatError, Rules, WrongArgumentError
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.semantics.membership import is_value
from tests.engine.games import rules_of
from tests.strategies import values


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of("neeps-core")


@pytest.mark.parametrize("seat", [-1, 6, True, "1", None])
def test_a_seat_that_there_is_not_has_no_view_and_no_actions(rules: Rules, seat: Any) -> None:
    table, match = rules.new_hand(1), rules.new_match(1)
    for ask in (table.view, table.actions, match.view, match.actions):
        with pytest.raises(NoSuchSeatError, match="seats are numbered from 0 to 5"):
            ask(seat)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("captured.cards", ()),
        ("captured.cards", (2,)),
        ("captured.cards", (-1,)),
        ("captured.cards", ("north",)),
        ("captured.cards", (True,)),
        ("captured.cards", (0, 1)),
        ("finished", (0,)),
        ("beats", ((0, 1),)),
        ("beats", ((0, 1), (0, 12))),
        ("beats", ((0, 1), (0,))),
        ("beats", ((0, 1), (9, 1))),
        ("beats", ((0, 1), ())),
        ("beats", ((0, 1), Combination((0, 1), 1))),
        ("beats", ((0, 1), "J")),
    ],
)
def test_a_query_is_asked_of_what_is_there(
    rules: Rules, name: str, arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(WrongArgumentError, match=f"`{name}` is asked of .*, and not of"):
        rules.new_hand(1).query(name, *arguments)
    assert rules.new_hand(1).query("captured.cards", 1) == 0
    assert rules.new_hand(1).query("beats", (0, 2), (0, 1)) is True


@given(data=st.data())
def test_every_value_of_a_type_is_known_as_one(data: st.DataObject) -> None:
    game = rules_of("every-word").game
    options = [OptionType(Plain.SEAT), OptionType(Plain.READING)]
    kinds: list[Type] = [*Plain, *game.choices, NumberType(2, 9), NumberType(0, None), *options]
    kind = data.draw(st.sampled_from(kinds))
    assert is_value(game, kind, data.draw(values(game, kind)))
    wrong: list[object] = [-1, 1.0, "1", (), [0], (0, -1), Combination((0, 1), -1)]
    assert not is_value(game, kind, data.draw(st.sampled_from(wrong)))
    assert is_value(game, kind, None) is isinstance(kind, OptionType)
    for cards in (1 << 8 * len(game.cards), 99, None):
        assert not is_value(game, Plain.COMBINATION, Combination((0, 1), cards))  # type: ignore[arg-type]
