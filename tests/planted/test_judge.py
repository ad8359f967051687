"""The judge tells of a fault that survives, and what is written wrongly is told at once."""

import pytest

from tests.matches import searching
from tests.planted import judge as judging
from tests.planted.changed import NotInTextError, changed_game, changed_text, line_of
from tests.planted.fault import (
    Change,
    DeadPart,
    Edited,
    Example,
    MatchCheck,
    PlantedFault,
    Promise,
    Question,
    Reworded,
    Seen,
    Witness,
)
from tests.planted.judge import NoWitnessError, judge, judge_play
from tests.planted.reading import ADDED, PlantedFormatError, read_faults

# What means the same: nothing may notice it.
HERON = Reworded(
    "may sleep only when not done and top is not none",
    "may sleep only when top is not none and not done",
)
CLASSIC = Reworded("stake of s is none and not begun of s", "not begun of s and stake of s is none")
FOR_TOO_LONG = Reworded("stake of s is none and not begun of s", "stake of s is none")
USED = Edited(ADDED.format(items="on sleep let done be false when not done"))
BET = "I have already played a card, and only now see how good my hand is. May I still bet?"
OUT_OF_TURN = "A bet made out of turn stands, and cannot be raised."


def fault_in(
    text: str, change: Change, witness: Witness, players: int | None = None
) -> PlantedFault:
    return PlantedFault(
        text=text, kind="mutant", name="tried", change=change, witness=witness, players=players
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (fault_in("heron", HERON, Promise(name="never.stuck")), "it survives: never.stuck: proved"),
        (fault_in("heron", HERON, Promise(name="auto.bounds")), "it survives: auto.bounds: proved"),
        (fault_in("heron", USED, DeadPart("on sleep")), "it survives: auto.used: shown"),
    ],
    ids=["promise", "what every game keeps", "part"],
)
def test_an_innocent_change_of_a_small_game_survives(fault: PlantedFault, told: str) -> None:
    outcome = judge(fault)
    assert not outcome.killed
    assert outcome.told.startswith(told)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(
    ("witness", "told"),
    [
        (Example(OUT_OF_TURN), "what else notices it: nothing"),
        (Question(BET), "what else notices it: nothing"),
        (Seen("too much"), "all seats know what the ledger says"),
        (Seen("too little"), "all seats know what the ledger says"),
        (MatchCheck("turn"), "nothing is found in any match"),
    ],
    ids=["example", "question", "too much", "too little", "match"],
)
def test_an_innocent_change_of_classic_survives(
    witness: Witness, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "HANDS", 1)
    monkeypatch.setattr(searching, "SEEDS", 1)
    outcome = judge(fault_in("classic", CLASSIC, witness, 2))
    assert not outcome.killed
    assert outcome.told.endswith(told)


@pytest.mark.rotates
@pytest.mark.slow
def test_a_fault_that_another_witness_notices_is_told_with_it() -> None:
    outcome = judge(fault_in("classic", FOR_TOO_LONG, Example(OUT_OF_TURN)))
    assert not outcome.killed
    assert BET in outcome.told


@pytest.mark.parametrize(
    "witness",
    [
        Promise(name="fresh", replay="something else"),
        Promise(name="fresh", obligation="at first"),
        Promise(name="fresh", told="something else"),
    ],
    ids=["replay", "obligation", "told"],
)
def test_what_is_refuted_otherwise_than_is_known_is_told(witness: Promise) -> None:
    never = Reworded("for each seat s let asleep of s be false", "")
    assert judge(fault_in("heron", never, Promise(name="fresh"))).killed
    assert not judge(fault_in("heron", never, witness)).killed


def test_whether_play_comes_to_a_breach_has_to_be_known() -> None:
    sleepless = Reworded("let asleep of actor be true", "")
    for far in (False, True):
        promise = Promise(name="sleepers", searched=2, far=far)
        assert judge_play(fault_in("heron", sleepless, promise)).killed is not far


# Written wrongly

SOUND = 'promise = "fresh"\nold = "a"\nnew = "b"\n'


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[[mutation]]\n" + SOUND, "`mutation` is none of mutant, broken-rule"),
        ("[[mutant]]\npromis = 1\n" + SOUND, "no key is called `promis`"),
        ('[[mutant]]\nexample = "a"\n' + SOUND, "it has `promise` and `example`"),
        ('[[mutant]]\nadds = "a"\n' + SOUND, "it has `old` and `adds`"),
        ('[[mutant]]\nold = "a"\nnew = "b"\nname = "c"\n', "exactly one of `promise`"),
        ('[[mutant]]\npromise = "fresh"\nold = "a"\n', "'new'"),
        ('[[mutant]]\nfar = [2]\nquestion = "?"\nname = "c"\nold = "a"\nnew = "b"\n', "`far`"),
        ('[[mutant]]\npromise = ["a"]\nname = "c"\nold = "a"\nnew = "b"\n', "words are expected"),
        ('[[mutant]]\nadds = "a"\ntimes = 2\npromise = "fresh"\n', "`times` is said of `old`"),
        ('[[mutant]]\npace = "fast"\n' + SOUND, "`fast` is none of quick, slow, long"),
        ('[[leak]]\nseen = "a lot"\nname = "c"\nold = "a"\nnew = "b"\n', "`a lot` is none of"),
    ],
)
def test_what_is_written_wrongly_is_told_with_its_place(written: str, told: str) -> None:
    with pytest.raises(PlantedFormatError, match=r"^heron.toml, [a-z]+ 1: ") as raised:
        list(read_faults("heron", written))
    assert told in str(raised.value)


def test_a_table_for_two_numbers_of_players_is_two_faults() -> None:
    head = "searched = { 2 = 5 }\n[[broken-rule]]\nplayers = [2, 3]\nfar = [2]\n"
    assert [one.witness for one in read_faults("heron", head + SOUND)] == [
        Promise(name="fresh", searched=5, far=True),
        Promise(name="fresh"),
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (Reworded("may fly only when done", "may fly"), "0 times in heron, not 1"),
        (Reworded("asleep", "awake"), "times in heron, not 1"),
        (Reworded("let top be none", "let top be none", 2), "1 times in heron, not 2"),
        (Reworded('extends nothing "Heron"', ""), "0 times in heron"),
    ],
)
def test_words_that_are_not_in_the_text_as_often_as_is_said_are_told(
    change: Reworded, told: str
) -> None:
    with pytest.raises(NotInTextError, match=told):
        changed_text("heron", change)


@pytest.mark.parametrize(
    "witness", [Promise(name="fresher"), Example("No."), Question("No?")], ids=str
)
def test_a_witness_that_is_not_there_is_told(witness: Witness) -> None:
    with pytest.raises(NoWitnessError, match=r"fresher|No[.?]"):
        judge(fault_in("heron", HERON, witness))


def test_words_are_changed_wherever_they_are_and_keep_their_place() -> None:
    sweeping = Reworded("let turn be next of actor", "let turn be actor", 2)
    (file,) = changed_text("heron", sweeping)
    (before,) = line_of("heron")
    changed = [
        (one.span.start, one.span.line) for one in file.entries if "be actor" in one.span.text
    ]
    assert len(changed) == 2
    assert changed == [
        (one.span.start, one.span.line)
        for one in before.entries
        if "next of actor" in one.span.text
    ]
    assert changed_game(fault_in("heron", sweeping, Promise(name="fresh"))).name == "heron"
