"""The table as a player sees it: cards, counts, hints, clauses, moves taken back, a sheet."""

import re
from functools import partial
from pathlib import Path

import pytest

from haggis_rules import SplitMix64, load
from haggis_rules.cli.table.card_style import card_style, card_words
from haggis_rules.cli.table.seat_table import seat_table
from haggis_rules.knowledge.seen import SeenKind
from haggis_rules.knowledge.seen_text import clause_of
from haggis_rules.notation.table_text import called
from haggis_rules.players import advice
from haggis_rules.players.advice import advise
from haggis_rules.players.search import Considered
from haggis_rules.semantics.state import counts, size
from tests.cli.calling import Caller
from tests.engine.games import match_after, rules_of

GREEDY = ("play", "classic", "--players", 2, "--opponents", "greedy", "--seed", 6)
PRACTICE = (*GREEDY, "--practice")
GAMES = ("classic for 2", "classic for 3", "neeps for 6", "tatties for 5", "heron")


def _already(found: Considered, *_: object, **__: object) -> Considered:
    """Return what was found, whatever is asked."""
    return found


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(out: str) -> list[str]:
    """Return what was said after each line that was typed, on one line each."""
    return [" ".join(one.split()) for one in out.split("> ")[1:]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 9, 25])
def test_the_table_counts_each_hand_and_shows_no_card_that_is_hidden(game: str, plies: int) -> None:
    rules = rules_of(game)
    match = match_after(rules, 3, plies)
    view = match.view(0)
    table = seat_table(view, lambda seat: called(seat, 0))
    for place, heading in enumerate(table.headings):
        zone = next((n for n, one in enumerate(rules.game.zones) if one.name == heading), None)
        if zone is None:
            assert heading == "score"
            assert [row.counts[place] for row in table.rows] == [*map(str, match.scores_by_seat)]
            continue
        held = match.state.zones[zone]
        assert isinstance(held, tuple)
        assert [row.counts[place] for row in table.rows] == [str(size(cards)) for cards in held]
    seen = {rules.game.card_name(card) for one in view.table.zones for card in _cards(one.cards)}
    shown = "\n".join(table.drawn())
    style = card_style(rules.game, plain=True)
    named = {card for run in style._cards.findall(shown) for card in run.split(" ")}  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert named <= seen
    assert max(map(len, shown.splitlines())) <= 80


def _cards(cards: int) -> list[int]:
    return [card for card, _ in counts(cards)]


def test_the_table_says_whose_turn_it_is_and_who_has_what(haggis: Caller) -> None:
    first, second, *_ = answers(haggis(*GREEDY, typed=typed("1", "look", "quit")).out)
    for told in (first, second):
        assert "you 17 0 dealer, stake zero, turn" in told
        assert "seat 2 7 0 begun, best player, hand leader" in told
        assert "top: stair2x5@7" in told


def test_cards_are_shown_before_the_first_choice_of_a_hand(haggis: Caller) -> None:
    out = haggis(*GREEDY, typed=typed("quit")).out
    assert "your hand  2r 2g 3r 4y" in out.split("> ", maxsplit=1)[0]


def test_plays_are_counted_by_kind_with_their_numbers(haggis: Caller) -> None:
    *_, last = haggis(*GREEDY, typed=typed("1", "1")).out.split("Your turn:")
    ranges = re.findall(r"^ +(\d+)(?: to (\d+))? {2}play, (.+)$", last, re.MULTILINE)
    numbers = [n for low, high, _ in ranges for n in range(int(low), int(high or low) + 1)]
    assert numbers == [*range(1, 66)]
    assert ("16", "35", "set, width 2") in ranges
    plays = haggis(*GREEDY, typed=typed("1", "1", "plays set")).out
    assert re.search(r"\b16 2r 2g\b", plays)
    assert re.search(r"\b35 ", plays)


def test_cards_alone_that_make_no_play_are_told_what_they_nearly_are(haggis: Caller) -> None:
    *_, told, _ = answers(haggis(*GREEDY, typed=typed("1", "1", "9r 3y", "quit")).out)
    assert "not a set, because 3y and 9r differ in rank" in told


@pytest.mark.parametrize("line", ["why not 2r 3r", "why 2r 3r", "why not play 2r 3r"])
def test_why_not_names_the_near_miss_and_its_clause_by_title(line: str, haggis: Caller) -> None:
    *_, told, _ = answers(haggis(*GREEDY, typed=typed("1", "1", line, "quit")).out)
    assert "2r 3r: not a sequence, because 2 cards are too few" in told
    assert "Sequences (runs) (combinations.sequence): A sequence (run) is three or more" in told


def test_why_not_of_a_play_names_the_title_of_the_clause(haggis: Caller) -> None:
    first, *_ = answers(haggis(*GREEDY, typed=typed("why not pass", "quit")).out)
    assert "`pass` is not allowed:" in first
    assert "Passing (trick.pass): it is for seat 2 here, not for seat 1" in first


def test_what_happened_names_the_clauses_that_acted(haggis: Caller) -> None:
    before, *_, told, _ = answers(
        haggis(*GREEDY, typed=typed("what", "1", "1", "what", "quit")).out
    )
    assert "Nothing has happened yet." in before
    for title in (
        "Leading and playing cards (trick.play): On your turn",
        "Passing (trick.pass): Instead of playing",
        "When a trick ends (trick.end): A trick ends when",
    ):
        assert title in told


@pytest.mark.slow
def test_a_hint_is_what_the_player_would_do_and_why(haggis: Caller) -> None:
    hints = haggis(*GREEDY, typed=typed("1", "1", "hint greedy", "hint", "hint lucky", "quit")).out
    *_, greedy, search, wrong, _ = answers(hints)
    assert "play 8o 8g 9g 10o 10g K: it gets rid of 6 cards" in greedy
    assert re.search(r"in [\d,]+ hands that fit what you see, you end", search)
    assert "`lucky` gives no hints; `search` and `greedy` do" in wrong


@pytest.mark.parametrize(
    ("lead", "words"), [(1.2, "1 point ahead"), (-0.6, "1 point behind"), (2, "2 points")]
)
def test_one_point_is_no_points(lead: float, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    door = rules_of("classic", 2).new_match(2).seat(rules_of("classic", 2).new_match(2).to_act[0])
    found = Considered(door.actions()[0], 40, lead)
    monkeypatch.setattr(advice, "consider", partial(_already, found))
    assert words in advise(door).why


@pytest.mark.parametrize("adviser", ["search", "greedy"])
def test_a_hint_is_the_same_whatever_is_hidden(adviser: str) -> None:
    rules = rules_of("classic for 2")
    match = rules.new_match(3)
    seat = next(seat for seat in match.to_act if len(match.decisions(seat)) > 9)
    told = advise(match.seat(seat), adviser, iterations=40)
    hidden = [rules.determinize(match.view(seat), SplitMix64(seed)) for seed in range(6)]
    others = [one for one in hidden if one.state != match.state]
    assert others
    for other in others:
        assert advise(other.seat(seat), adviser, iterations=40) == told


def test_practice_takes_moves_back_as_far_as_they_go(haggis: Caller) -> None:
    lines = ("1", "1", "undo", "2", "undo", "undo", "undo", "quit")
    code, out, err = haggis(*PRACTICE, typed=typed(*lines))
    assert (code, err) == (0, "")
    _, first, again, other, back, start, none, _ = answers(out)
    assert "you: play J Q" in first
    assert "Your last move is taken back." in again
    assert "1 play J Q 2 play J K" in again
    assert "you: play J K" in other
    assert "1 play J Q 2 play J K" in back
    assert "1 bet zero 2 bet little" in start
    assert "there is no move of yours to take back yet" in none
    assert "A practice match is not saved." in out


@pytest.mark.parametrize("opponents", [("--opponents", "greedy"), ()])
def test_what_is_done_again_after_undo_is_as_if_done_first(
    opponents: tuple[str, ...], haggis: Caller
) -> None:
    call = ("play", "classic", "--players", 2, "--seed", 8, "--seat", 2, "--practice", *opponents)
    lines = ["later", *["1"] * 4]
    straight = haggis(*call, typed=typed(*lines, "1", "1")).out
    with_undo = haggis(*call, typed=typed(*lines, "1", "1", "undo", "undo", "1", "1")).out
    *_, again = with_undo.rpartition("is taken back.")
    first, *others = again.split("> ")[1:]
    assert others
    assert straight.endswith(again.partition("> ")[2])
    assert first in straight


def test_undo_goes_back_to_the_hand_before(haggis: Caller) -> None:
    call = ("play", "classic", "--players", 2, "--opponents", "greedy", "--seed", 5, "--practice")
    out = haggis(*call, typed=typed("later", *["1"] * 40)).out
    number = ["--- Hand 2 ---" in one for one in out.split("> ")].index(True) - 1
    played = ["later", *["1"] * number]
    back = haggis(*call, typed=typed(*played, "undo", "what", "1")).out
    _, undone = back.split("is taken back.")
    said, what, again = undone.split("> ")[:3]
    assert "--- Hand" not in said
    assert "Nothing has happened yet." not in what
    assert "Hand 1 is over." in again
    assert "--- Hand 2 ---" in again
    assert back.count("Hand 1 is over.") == 2


def test_undo_is_for_practice_alone_and_practice_leaves_no_record(
    haggis: Caller, tmp_path: Path
) -> None:
    *_, told, _ = answers(haggis(*GREEDY, typed=typed("1", "undo", "quit")).out)
    assert "a move cannot be taken back, except in practice" in told
    kept = tmp_path / "kept.jsonl"
    for flag in ("--record", "--resume"):
        code, out, err = haggis(*PRACTICE, flag, kept)
        assert (code, out) == (2, "")
        assert "not allowed with argument --practice" in err
    assert not kept.exists()


def test_rules_are_found_by_words_while_playing(haggis: Caller) -> None:
    found, none, missing, _ = answers(
        haggis(*GREEDY, typed=typed("rules who leads", "rules zzz", "rules", "quit")).out
    )
    assert "Leading to the next trick (lead.next)" in found
    assert "See also" in found
    assert "Nothing found in the rules answers this." in none
    assert "which rules? Write a word or a question after it" in missing


def test_the_sheet_has_a_row_for_each_hand_and_each_entry_of_one(haggis: Caller) -> None:
    call = ("play", "classic", "--players", 2, "--opponents", "greedy", "--seed", 5)
    lines = ["later", *["1"] * 40]
    out = haggis(
        *call, "--option", "target=200", typed=typed(*lines, "score", "score 1", "score 9")
    ).out
    *_, sheet, entries, wrong, _ = answers(out)
    rows = re.findall(r"hand (\d+) (\d+) (\d+)", sheet)
    assert len(rows) > 1
    totals = re.search(r"all hands (\d+) (\d+)", sheet)
    assert totals is not None
    for place, total in enumerate(totals.groups(), start=1):
        assert sum(int(row[place]) for row in rows) == int(total)
    assert "captured.points" in entries
    assert f"total {rows[0][1]} {rows[0][2]}" in entries
    assert "there is no sheet of a hand `9`" in wrong


def test_plain_says_cards_in_words_and_one_thing_on_a_line(haggis: Caller) -> None:
    lines = ("1", "1", "what", "plays stair", "look", "look all", "quit")
    out = haggis(*GREEDY, "--plain", typed=typed(*lines)).out
    assert "Your hand: red 2, green 2, red 3, yellow 4" in out
    assert "\nSeat 2: play orange 3, red 4, orange 4" in out
    assert "\nThen close, by trick.end: 12 cards to captured of seat 2.\n" in out
    assert "Top: stair, width 2, length 5, top 7" in out
    assert not re.search(r"(?<![\w`])(?:[2-9]|10)[roygb](?![\w`])", out)
    assert "\ncaptured of seat 2: orange 3, red 4" in out
    assert not any("  " in line.strip() for line in out.splitlines())


def test_a_plain_terminal_needs_no_option(haggis: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    dumb = haggis(*GREEDY, typed=typed("1", "quit")).out
    monkeypatch.setenv("TERM", "xterm")
    assert haggis(*GREEDY, "--plain", typed=typed("1", "quit")).out.replace(" --plain", "") == dumb


def test_a_suit_that_is_no_colour_comes_after_its_rank() -> None:
    heron, classic = rules_of("heron").game, load("classic", players=2).game
    assert {card_words(heron, card).split(" of ")[1] for card in heron.cards} == {
        suit.name for suit in heron.suits
    }
    assert card_words(classic, classic.cards[0]) == "red 2"
    in_words = card_style(classic, plain=True).in_words
    assert in_words("play 9r 10g J = set3@10; J.") == "play red 9, green 10, J = set3@10; J."
    assert in_words("top: single@Q") == "top: single@Q"


def test_every_step_of_every_game_has_a_clause_to_name() -> None:
    rules = rules_of("classic for 3")
    match = match_after(rules, 3, 40)
    for one in match.view(0).table.seen:
        if one.kind is not SeenKind.DEAL:
            assert clause_of(rules.game, one).title
