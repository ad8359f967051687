"""The laws between the parts of a game, and each of them seen to be broken."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.game_laws import broken_laws
from haggis_rules.ir.lawfulness import check
from haggis_rules.ir.laws import UnlawfulError
from haggis_rules.ir.load import load_game
from haggis_rules.ir.types import NumberType, OptionType, Plain, Unit

EVERY_WORD = Path(__file__).parents[1] / "texts/every-word.haggis"
TRUE = nodes.Truth(Plain.TRUTH, value=True)
READING = nodes.Variable(Plain.READING, "a")
IS_FIRST = nodes.IsPattern(Plain.TRUTH, READING, 0)


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return load_game(EVERY_WORD)


def index(game: ir.Game, name: str) -> int:
    return [state.name for state in game.states].index(name)


def get(game: ir.Game, name: str) -> nodes.Expr:
    return nodes.Get(game.states[index(game, name)].type, index(game, name), None)


def with_state(game: ir.Game, name: str, **changes: object) -> ir.Game:
    at = index(game, name)
    changed: ir.StateVariable = replace(game.states[at], **changes)  # type: ignore[arg-type]
    return replace(game, states=(*game.states[:at], changed, *game.states[at + 1 :]))


def index_of_loan(game: ir.Game) -> int:
    """Return the zone that is there for pairs of seats."""
    return [zone.owner for zone in game.zones].index(ir.Owner.PAIR)


def hidden(game: ir.Game, name: str) -> ir.Game:
    """Let nobody see a state."""
    return with_state(game, name, audience=ir.Audience.NOBODY)


def with_option(game: ir.Game, name: str, **changes: object) -> ir.Game:
    options = tuple(
        replace(option, **changes) if option.name == name else option  # type: ignore[arg-type]
        for option in game.options
    )
    return replace(game, options=options)


def with_definition(game: ir.Game, name: str, **changes: object) -> ir.Game:
    changed: ir.Definition = replace(game.definitions[name], **changes)  # type: ignore[arg-type]
    return replace(game, definitions={**game.definitions, name: changed})


def with_form(game: ir.Game, form: ir.PromiseForm) -> ir.Game:
    return replace(game, promises=(ir.Promise("made.up", "made.up", form, ()),))


def setting(game: ir.Game, name: str) -> ir.Let:
    """Return an effect that leaves a state variable as it is."""
    kind = game.states[index(game, name)].owner
    owner = None if kind is ir.Owner.NOBODY else nodes.Constant(Plain.TEAM, 0)
    value = nodes.Get(game.states[index(game, name)].type, index(game, name), owner)
    return ir.Let(index(game, name), owner, value, None)


def on_first_step(game: ir.Game, effect: ir.Effect) -> ir.Game:
    step = game.steps[0]
    done = (*step.effects, ir.Effected("made.up", effect))
    return replace(game, steps=(replace(step, effects=done), *game.steps[1:]))


def between(game: ir.Game, effect: ir.Effect) -> ir.Game:
    return replace(game, between=(ir.Effected("made.up", effect),))


CARDS_LEFT = nodes.Equal(
    Plain.TRUTH,
    nodes.CardsIn(NumberType(0, 126, Unit.CARDS), nodes.AllZones(), None),
    nodes.Number(NumberType(0, 0), 0),
)
COUNT = NumberType(0, 9, Unit.CARDS)
EVERYTHING = ir.Move(ir.Everything(), nodes.OneZone(1), nodes.OneZone(1), None, None)
Break = Callable[[ir.Game], ir.Game]
BREAKS: dict[str, tuple[str, Break]] = {  # the message, and how it comes about
    "seats that the table does not have": (
        "are not one of",
        lambda g: replace(g, seats=5),
    ),
    "seatings in disorder": (
        "are not one of",
        lambda g: replace(g, seatings=(6, 4)),
    ),
    "a state variable for pairs of seats": (
        "`debt` is kept for pairs of seats",
        lambda g: with_state(g, "debt", owner=ir.Owner.PAIR),
    ),
    "a deal to pairs of seats": (
        "deals cards to pairs of seats",
        lambda g: replace(g, deals=(replace(g.deals[0], zone=index_of_loan(g)), *g.deals[1:])),
    ),
    "a value that an option does not have": (
        "`stakes` cannot be 501",
        lambda g: with_option(g, "stakes", value=501),
    ),
    "a usual value that an option does not have": (
        "`manner` cannot be 2",
        lambda g: with_option(g, "manner", usual=2),
    ),
    "a number for a truth": (
        "`wide` cannot be 1",
        lambda g: with_option(g, "wide", value=1),
    ),
    "an option without end": (
        "`stakes` has no highest value",
        lambda g: with_option(g, "stakes", type=NumberType(1, None)),
    ),
    "state of a hand without end": (
        "`tally` has no highest value",
        lambda g: with_state(g, "tally", lasting=False),
    ),
    "chance among numbers without end": (
        "`tally` has no highest value",
        lambda g: with_state(g, "tally", initial=ir.Chance()),
    ),
    "a first value from a later variable": (
        "`stage` begins with what is not there yet",
        lambda g: with_state(g, "stage", initial=get(g, "turn"), type=OptionType(Plain.SEAT)),
    ),
    "what lasts, from the cards": (
        "`gift` begins with what is not there yet",
        lambda g: with_state(g, "gift", lasting=True, initial=CARDS_LEFT),
    ),
    "what lasts, from what does not": (
        "`gift` begins with what is not there yet",
        lambda g: with_state(g, "gift", lasting=True, initial=get(g, "stage")),
    ),
    "what lasts, changed in a hand": (
        "changes what lasts",
        lambda g: on_first_step(g, setting(g, "tally")),
    ),
    "what lasts, changed in a hand for each": (
        "changes what lasts",
        lambda g: on_first_step(
            g, ir.ForEach(nodes.Binder("x", Plain.TEAM), None, setting(g, "tally"))
        ),
    ),
    "what does not last, changed between hands": (
        "changes between hands what does not last",
        lambda g: between(g, setting(g, "passes")),
    ),
    "cards moved between hands": (
        "changes between hands what does not last",
        lambda g: between(g, EVERYTHING),
    ),
    "the end of a match from the hand": (
        "looks at what does not last",
        lambda g: replace(g, until=ir.Guarded("made.up", get(g, "gift"))),
    ),
    "the end of a match from the cards": (
        "looks at what does not last",
        lambda g: replace(g, until=ir.Guarded("made.up", CARDS_LEFT)),
    ),
    "what is promised between hands, from the hand": (
        "`made.up` looks at what does not last",
        lambda g: with_form(g, ir.EachHand(get(g, "gift"))),
    ),
    "what is promised between hands, from the cards": (
        "`made.up` looks at what does not last",
        lambda g: with_form(g, ir.EachHand(CARDS_LEFT)),
    ),
    "what is promised between hands, from a word": (
        "`made.up` looks at what does not last",
        lambda g: with_form(g, ir.EachHand(nodes.Call(Plain.TRUTH, "finished", ()))),
    ),
    "what is promised between hands of a match of one": (
        "`made.up` speaks of two hands",
        lambda g: replace(with_form(g, ir.EachHand(TRUE)), between=(), until=None),
    ),
    "a hand that is never finished": (
        "nothing says when a hand is over",
        lambda g: replace(
            g, definitions={n: d for n, d in g.definitions.items() if n != "finished"}
        ),
    ),
    "a hand of which nobody hears that it is finished": (
        "nothing says when a hand is over",
        lambda g: with_definition(g, "finished", exported=False),
    ),
    "an entry of the score sheet that is not defined": (
        "`none` is no entry",
        lambda g: replace(g, scores=("none",)),
    ),
    "an entry that nobody can ask for": (
        "`captured.cards` is no entry",
        lambda g: with_definition(g, "captured.cards", exported=False),
    ),
    "an entry of cards": (
        "is not a number of points",
        lambda g: with_definition(g, "captured.cards", type=COUNT),
    ),
    "an entry for ranks": (
        "is not for all seats, or for all teams",
        lambda g: with_definition(g, "captured.cards", params=(ir.Param("r", Plain.RANK),)),
    ),
    "a promise for any reading that looks at the state": (
        "looks at the state",
        lambda g: with_form(g, ir.ForAny((ir.Param("a", Plain.READING),), get(g, "gift"))),
    ),
    "a promise for any reading that looks at the cards": (
        "looks at the state",
        lambda g: with_form(g, ir.ForAny((ir.Param("a", Plain.READING),), CARDS_LEFT)),
    ),
    "a promise for any cards": (
        "ranges over too much",
        lambda g: with_form(g, ir.ForAny((ir.Param("p", Plain.COMBINATION),), TRUE)),
    ),
    "a promise for any number": (
        "ranges over too much",
        lambda g: with_form(g, ir.ForAny((ir.Param("n", NumberType(0, None)),), TRUE)),
    ),
    "patterns apart from nothing": (
        "does not name each of its patterns once",
        lambda g: with_form(g, ir.Apart(0, ())),
    ),
    "a pattern apart from itself": (
        "does not name each of its patterns once",
        lambda g: with_form(g, ir.Apart(0, (1, 0))),
    ),
    "a pattern that is not there": (
        "does not name each of its patterns once",
        lambda g: with_form(g, ir.Apart(0, (99,))),
    ),
    "any combination of a pattern that is not there": (
        "names no pattern or no zone",
        lambda g: with_form(g, ir.AnyMade("a", 99, 0, None, TRUE)),
    ),
    "any combination from a zone that is not there": (
        "names no pattern or no zone",
        lambda g: with_form(g, ir.AnyMade("a", 0, 99, None, TRUE)),
    ),
    "a claim of any combination that looks at the state": (
        "looks at the state",
        lambda g: with_form(g, ir.AnyMade("a", 0, 0, None, get(g, "gift"))),
    ),
    "a claim of any combination that looks at the cards": (
        "looks at the state",
        lambda g: with_form(g, ir.AnyMade("a", 0, 0, None, CARDS_LEFT)),
    ),
    "a condition that looks at the combination": (
        "has a condition that looks at the combination",
        lambda g: with_form(g, ir.AnyMade("a", 0, 0, IS_FIRST, TRUE)),
    ),
    "a wild card that depends on what is hidden": (
        "lets a card depend on what not all see",
        lambda g: hidden(replace(g, wilds=(replace(g.wilds[0], when=get(g, "gift")),)), "gift"),
    ),
    "a card that is wild by what is hidden": (
        "lets a card depend on what not all see",
        lambda g: hidden(replace(g, wilds=(replace(g.wilds[0], applies=get(g, "gift")),)), "gift"),
    ),
    "a wild card that depends on any reading": (
        "rests on states with too many values",
        lambda g: replace(
            g, wilds=(replace(g.wilds[0], applies=nodes.IsNothing(Plain.TRUTH, get(g, "top"))),)
        ),
    ),
    "a line that needs wild cards": (
        "asks lines for cards that have none",
        lambda g: replace(g, needs=(replace(g.needs[0], group=g.wilds[0].group, each_line=True),)),
    ),
}


def test_the_text_with_every_word_keeps_the_laws(game: ir.Game) -> None:
    assert list(broken_laws(game)) == []


@pytest.mark.parametrize("what", BREAKS)
def test_an_unlawful_game_is_caught(game: ir.Game, what: str) -> None:
    message, change = BREAKS[what]
    changed = change(game)
    assert any(message in broken for broken in broken_laws(changed))
    with pytest.raises(UnlawfulError):
        check(changed)


def test_two_kinds_of_owners_on_one_score_sheet_are_caught(game: ir.Game) -> None:
    entry = game.definitions["captured.cards"]
    other = replace(entry, name="other", params=(ir.Param("s", Plain.SEAT),))
    both = replace(
        game,
        definitions={**game.definitions, "other": other},
        scores=("captured.cards", "other"),
    )
    assert "the score sheet is not for all seats, or for all teams" in set(broken_laws(both))


def test_any_reading_and_any_choice_can_be_gone_through(game: ir.Game) -> None:
    params = (ir.Param("a", Plain.READING), ir.Param("f", game.choices[0]))
    assert list(broken_laws(with_form(game, ir.ForAny(params, IS_FIRST)))) == []


def test_any_combination_from_a_zone_may_have_a_condition_on_the_state(game: ir.Game) -> None:
    form = ir.AnyMade("a", 0, 0, get(game, "gift"), IS_FIRST)
    assert list(broken_laws(with_form(game, form))) == []
