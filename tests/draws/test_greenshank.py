"""Greenshank, in which cards are drawn in the middle of a hand: it plays as its sheet says."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from haggis_rules import Action, Combination, Position, Rules
from haggis_rules.analysis.perft import perft
from haggis_rules.cli import main
from haggis_rules.diagnostics.errors import ChanceChoosesError, SeveralFaultsError
from haggis_rules.enumeration.outcomes import drawn
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.notation.forms import Json
from haggis_rules.records.replay import replay
from haggis_rules.semantics.action import IllegalAction
from haggis_rules.semantics.state import count_of, counts, size
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.records.matches import lines_of, record_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

GREENSHANK = Path(__file__).parent / "greenshank.haggis"
JACK = 12  # the last class of cards: two jacks without suit
CUT, DRAW, LAY = range(3)  # the stages

FALSE = [
    "always every seat s has (J in hand of s is at most 1)",
    "after each move J in stock is before (J in stock)",
    "always trump is none or trump is blue",
    "at rest every seat s where (s is turn) has (2a in hand of s is 0)",
]


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Greenshank with one thing said otherwise."""
    return changed_game(GREENSHANK, old, new, folder)


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(GREENSHANK))


@pytest.mark.parametrize("promise", FALSE)
def test_what_a_draw_may_break_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise ends measure"
    game = changed(old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)


def stocked(table: Position) -> int:
    """Return the stock."""
    return cast("int", table.state.zones[1])


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Say what each player may do, and what chance may bring, beside the engine."""
    rules = rules_of(GREENSHANK)
    shuffled = laid_out = 0
    for seed in range(60):
        chance, table = Random(seed), rules.new_hand(seed)
        hands = [Counter(dict(counts(h))) for h in cast("tuple[int, ...]", table.state.zones[0])]
        stock: Counter[int] = Counter(dict(counts(stocked(table))))
        pile = Counter[int]()
        turn, stage, fresh = cast("int", table.value("turn")), CUT, True
        while True:
            over = stage == DRAW and not stock and not fresh
            assert table.finished is over
            if over:
                break
            assert table.to_act == (turn,)
            actions = table.actions(turn)
            if stage == CUT:
                assert actions == [Action("cut", turn, (suit,)) for suit in range(3)]
            elif stage == DRAW:
                assert actions == [Action("draw", turn, (card,)) for card in sorted(stock)]
                weighted = dict(table.outcomes(Action("draw", turn)))
                assert {one.arguments[0]: n for one, n in weighted.items()} == stock
            else:
                laid = [one for one in actions if one.name == "lay"]
                assert laid == [Action("lay", turn, (card,)) for card in sorted(hands[turn])]
                assert (len(laid) < len(actions)) is can_pair(hands[turn])
            decided = chance.choice(table.decisions(turn))
            action = table.by_chance(decided, chance)
            assert action in actions
            table = table.apply(action)
            if stage == DRAW:
                card = cast("int", action.arguments[0])
                stock, hands[turn] = stock - Counter([card]), hands[turn] + Counter([card])
                stage = LAY
                if not stock and fresh:
                    stock, pile, fresh = pile, Counter[int](), False
                    shuffled += 1
            elif stage == CUT:
                stage = DRAW
            elif action.name == "lay":
                card = cast("int", action.arguments[0])
                pile, hands[turn] = pile + Counter([card]), hands[turn] - Counter([card])
                turn, stage = (turn + 1) % 3, DRAW
            else:
                play = cast("Combination", action.arguments[0])
                hands[turn] -= Counter(dict(counts(play.cards)))
                laid_out += 1
            assert dict(counts(stocked(table))) == stock
    assert shuffled > 50
    assert laid_out > 50


def can_pair(hand: Counter[int]) -> bool:
    """Whether a hand of more than two cards has two of one rank; jacks have no suit."""
    ranks = Counter(min(card // 3, 4) for card in hand.elements())
    return hand.total() > 2 and max(ranks.values()) > 1


def drawing(rules: Rules, seed: int) -> Position:
    """Return a hand in which the first card is to be drawn."""
    table = rules.new_hand(seed)
    return table.apply(table.actions(table.to_act[0])[0])


def test_each_card_of_the_stock_is_drawn_as_often_as_it_lies_there() -> None:
    rules = rules_of(GREENSHANK)
    seeds = (seed for seed in range(200) if count_of(stocked(rules.new_hand(seed)), JACK) == 2)
    table, chance, often = drawing(rules, next(seeds)), Random(5), 400
    decided = Action("draw", table.to_act[0])
    found = Counter(table.by_chance(decided, chance) for _ in range(5 * often))
    wanted = {one: often * number for one, number in table.outcomes(decided)}
    assert found.keys() == wanted.keys()
    assert sorted(wanted.values()) == [often, often, often, 2 * often]
    # chi-squared with 3 degrees of freedom is above 16.3 once in a thousand times
    assert sum((found[one] - number) ** 2 / number for one, number in wanted.items()) < 16.3


def test_what_is_drawn_is_as_likely_as_the_number_beside_it() -> None:
    chance = Random(1)
    found = Counter(drawn([("some", 3), ("few", 1), ("more", 4)], chance) for _ in range(8000))
    assert all(abs(found[one] - many) < 150 for one, many in [("some", 3000), ("few", 1000)])


def test_the_seed_of_a_match_draws_anew_each_time() -> None:
    """What was cut does not tell what will be drawn."""
    rules, both = rules_of(GREENSHANK), set[tuple[object, int]]()
    for seed in range(150):
        match = rules.new_match(seed)
        match = match.apply(Action("cut", match.to_act[0]))
        pending = Action("draw", match.to_act[0])
        ways = [one for one, _ in match.position.outcomes(pending)]
        both.add((match.value("trump"), ways.index(match.by_chance(pending))))
    assert len(both) > 12


def test_what_is_drawn_in_play_is_any_card_alike_and_any_suit_is_cut() -> None:
    """Count the first draw of many hands: before the deal each single card is as likely."""
    rules, hands = rules_of(GREENSHANK), 2800
    taken, cut, chance = Counter[int](), Counter[int](), Random(11)
    for seed in range(hands):
        table = rules.new_hand(seed)
        for found in (cut, taken):
            action = table.by_chance(table.decisions(table.to_act[0])[0], chance)
            found[cast("int", action.arguments[0])] += 1
            table = table.apply(action)
    for found, limit in ((cut, 13.9), (taken, 32.9)):  # once in a thousand, 2 and 12 degrees
        copies = {card: 2 if found is taken and card == JACK else 1 for card in found}
        each = hands / sum(copies.values())
        assert len(found) == (13 if found is taken else 3)
        spread = sum((found[card] - each * n) ** 2 / (each * n) for card, n in copies.items())
        assert spread < limit


def test_perft_counts_each_outcome_once() -> None:
    table = rules_of(GREENSHANK).new_hand(1)
    stock = len(dict(counts(stocked(table))))
    assert perft(table, 2).every == (1, 3, 3 * stock)


def test_a_record_keeps_what_chance_chose_and_is_played_again_exactly() -> None:
    rules = rules_of(GREENSHANK)
    match, chance = rules.new_match(4), Random(4)
    while not match.finished:
        match = match.apply(chance.choice(match.decisions(match.to_act[0])))  # the seed draws
    lines = lines_of(match)
    draws = [line["choices"] for line in lines if line.get("action") == "draw"]
    assert len(draws) > 6
    assert all(set(one) == {"c"} for one in draws)
    assert replay(rules, record_of(lines)) == match
    assert rules.match(match.to_json()) == match
    again = rules.new_match(4)
    for action in match.position.actions_taken:
        assert rules.parse_action(rules.show_action(action, seated=True)) == action
        open_ = action._replace(arguments=()) if action.name in {"cut", "draw"} else action
        assert again.by_chance(open_) == action  # one seed and the same decisions, one match
        again = again.apply(open_)
    assert again == match


def test_a_record_that_does_not_say_what_was_drawn_or_says_what_cannot_be_is_refused() -> None:
    rules = rules_of(GREENSHANK)
    match = rules.new_match(4)
    for _ in range(2):
        match = match.apply(match.decisions(match.to_act[0])[0])
    lines = lines_of(match)
    assert replay(rules, record_of(lines)) == match
    held = cast("tuple[int, ...]", match.position.start.zones[0])[match.position.to_act[0]]
    card = rules.show(held).split()[0]
    hand = cast("dict[str, Any]", match.position.to_json())
    whole = cast("dict[str, Any]", match.to_json())
    wrongs: list[tuple[dict[str, str], str]] = [({}, "chance has to choose first")]
    for choices, why in [*wrongs, ({"c": card}, f"there is no {card} in stock")]:
        wrong = {**hand["actions"][-1], "choices": choices}
        actions = [*hand["actions"][:-1], wrong]
        with pytest.raises(IllegalAction, match=why):
            replay(rules, record_of([*lines[:-1], {**lines[-1], "choices": choices}]))
        with pytest.raises(IllegalAction, match=why):
            rules.position({**hand, "actions": actions})
        with pytest.raises(IllegalAction, match=why):
            rules.match({**whole, "hands": [{**whole["hands"][0], "actions": actions}]})


def test_clients_are_offered_a_draw_and_send_it_without_a_choice() -> None:
    """Play a match by what a server sends and gets, as JSON and as text."""
    rules, chance = rules_of(GREENSHANK), Random(8)
    match, pending = rules.new_match(8), 0
    judge = cast("Any", Draft202012Validator(cast("dict[str, Any]", rules.schema("action"))))
    while not match.finished:
        door = match.seat(match.to_act[0])
        sent = chance.choice([rules.action_to_json(one) for one in door.actions()])
        action = rules.action_from_json(sent)
        assert judge.is_valid(sent)
        assert rules.parse_action(rules.show_action(action, seated=True)) == action
        pending += sent == {"action": "draw", "seat": door.number, "choices": {}}
        match = type(match).behind(door.apply(action))
    assert pending > 6
    assert not judge.is_valid({"action": "lay", "seat": 0, "choices": {}})


def test_a_match_without_a_seed_draws_elsewhere() -> None:
    rules = rules_of(GREENSHANK)
    match = rules.new_match(4)
    other = rules.match({**cast("dict[str, Json]", match.to_json()), "seed": None})
    cut = Action("cut", other.to_act[0])
    assert not other.is_legal(cut)
    assert [one.wrong for one in other.why_not(cut)] == ["chance has to choose first"]
    assert other.apply(Action("cut", cut.actor, (1,))).value("trump") == "blue"
    assert other.apply(other.by_chance(cut, Random(1))).value("trump") is not None


def test_a_door_shows_a_draw_once_and_takes_no_choice_for_it() -> None:
    rules = rules_of(GREENSHANK)
    match = rules.new_match(2)
    match = match.apply(Action("cut", match.to_act[0]))
    seat = match.to_act[0]
    door, draw = match.seat(seat), Action("draw", seat)
    assert door.actions() == [draw]
    assert door.is_legal(draw)
    for card in range(13):  # there or not, the answer is the same
        chosen = Action("draw", seat, (card,))
        assert not door.is_legal(chosen)
        (reason,) = door.why_not(chosen)
        assert (reason.clause, reason.words) == ("", "chance makes this choice, and nobody else")
        with pytest.raises(IllegalAction):
            door.apply(chosen)
    after = door.apply(draw)
    (event,) = [one for one in after.view.table.seen if one.name == "draw"]
    assert event.arguments is None
    assert [size(move.cards) for move in event.moves] == [1]
    (unseen,) = [
        one
        for one in type(match).behind(after).view((seat + 1) % 3).table.seen
        if one.name == "draw"
    ]
    assert [(size(move.cards), move.unseen) for move in unseen.moves] == [(0, 1)]
    assert not match.seat((seat + 1) % 3).is_legal(Action("draw", (seat + 1) % 3))


def test_hands_made_of_a_view_fit_it_through_draws_and_shuffles() -> None:
    rules, moved = rules_of(GREENSHANK), 0
    for seed in range(8):
        chance, table = Random(seed), rules.new_hand(seed)
        while not table.finished:
            for seat in range(3):
                other = rules.determinize(table.view(seat), chance)
                assert other.view(seat) == table.view(seat)
                moved += other.state != table.state
            (seat,) = table.to_act
            table = table.apply(table.by_chance(chance.choice(table.decisions(seat)), chance))
    assert moved > 100


REFUSED = [
    ("action draw of card c from stock by chance for", "action draw by chance for"),
    (
        "action draw of card c from stock by chance for",
        "action draw of card c from stock, suit u by chance for",
    ),
    ("action draw of card c", "action draw of combination c"),
    ("action draw of card c", "secret action draw of card c"),
]


@pytest.mark.parametrize(("old", "new"), REFUSED)
def test_chance_makes_one_choice(old: str, new: str, tmp_path: Path) -> None:
    with pytest.raises((ChanceChoosesError, SeveralFaultsError), match="chance") as found:
        changed(old, new, tmp_path)
    fault = found.value
    first = fault.faults[0] if isinstance(fault, SeveralFaultsError) else fault
    assert isinstance(first, ChanceChoosesError)
    assert first.span.text == "draw"
    assert first.hint


def test_a_state_may_be_called_chance(tmp_path: Path) -> None:
    """`by chance for` says who draws; elsewhere `chance` is a name as any other."""
    text = GREENSHANK.read_text("utf-8").replace("turn", "chance")
    text = text.replace("clause chance.end", "clause turn.end")
    file = tmp_path / "chance.haggis"
    file.write_text(text.replace("variant greenshank", "variant chance"), "utf-8")
    game = load_game(file)
    assert [one.name for one in game.states][1] == "chance"
    assert [one.by_chance for one in game.actions] == [True, True, False, False]


def test_pages_and_the_sheet_say_what_is_left_to_chance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["docs", str(GREENSHANK), "--out", str(tmp_path)]) == 0
    pages = "\n".join(one.read_text("utf-8") for one in tmp_path.rglob("*.md"))
    assert 'The action "draw" makes a choice at random:' in pages
    assert "The outcome of `cut` is random, and only players who see" in pages
    capsys.readouterr()
    assert main(["sheet", str(GREENSHANK)]) == 0
    out = capsys.readouterr().out
    assert "by chance  c, a card from the stock" in out
    assert main(["sheet", str(GREENSHANK), "--format", "json"]) == 0
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    told = {one["name"]: one.get("by_chance") for one in sheet["actions"]}
    assert told == {"cut": True, "draw": True, "pair.up": None, "lay": None}


def test_the_small_changes_let_the_player_choose() -> None:
    line = [parse(source_of(GREENSHANK))]
    games, _ = lower_everywhere(line)
    found = {one.name: show(one.file) for one in mutants(line, games) if "chance" in one.name}
    assert set(found) == {"trump/5: without chance", "draw/1: without chance"}
    text = found["draw/1: without chance"]
    assert "from stock by (turn when stage is drawing" in " ".join(text.split())
