"""A question in a player's words leads to the rule of the game that they play."""

import json
from collections import Counter

import pytest

from haggis_rules.engine.rules import Rules, load
from haggis_rules.finder.answers import find_rules, known_words_near, table_asked, topics
from haggis_rules.finder.cards_asked import CardsAnswer, answer_cards
from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.ranking import rank, understand
from haggis_rules.finder.thesaurus import (
    AskedQuestions,
    ThesaurusError,
    read_thesaurus,
    shipped_thesaurus,
)
from haggis_rules.finder.vocabulary import FinderVocabulary
from haggis_rules.finder.words import distance, slips_allowed, words_in

USUAL = '[usual]\nvariant = "classic"\nplayers = 2\n'


def first(index: FinderIndex, question: str, variant: str = "classic", players: int = 2) -> str:
    return index["entries"][rank(index, question, variant, players)[0].entry]["clause"]


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("What beats a bomb?", "beats.bomb"),
        ("How many cards are dealt?", "deal.hands"),
        ("scoring", "score.cards"),
        ("what is a stair", "combinations.stair"),
        ("do I have to bet?", "bets.amounts"),
        ("whats a run", "combinations.sequence"),
        ("can I look at the kitty", "deal.haggis"),
        ("must I play if I can", "trick.pass"),
        ("are face cards wild", "courts.wild"),
        ("who starts the next round?", "match.lead"),
    ],
)
def test_an_everyday_question_has_its_rule_first(
    index: FinderIndex, question: str, clause: str
) -> None:
    assert first(index, question) == clause


def test_the_order_of_the_words_is_free(index: FinderIndex) -> None:
    asked = "who gets the points of a lost bet"
    turned = " ".join(reversed(asked.split()))
    assert rank(index, asked, "classic", 2)[0].entry == rank(index, turned, "classic", 2)[0].entry


def test_slips_are_understood(index: FinderIndex) -> None:
    assert first(index, "waht is a striaght") == "combinations.sequence"
    assert ("striaght", "straight") in understand(index, "a striaght").slips


def test_the_game_that_is_played_answers(index: FinderIndex) -> None:
    words = {
        variant: find_rules(index, "who captures after a bomb", variant, players)[0].entry["words"]
        for variant, players in (("classic", 2), ("neeps", 4), ("tatties", 3))
    }
    assert len(set(words.values())) == 3


def test_what_another_game_says_comes_last_and_names_it(index: FinderIndex) -> None:
    found = find_rules(index, "what is a bomb", "classic", 2)
    own = [one.own for one in found]
    assert own == sorted(own, reverse=True)
    assert not own[-1]
    for one in found:
        assert one.own is ((one.variant, one.players) == ("classic", 2))
        table = index["tables"].index({"variant": one.variant, "players": one.players})
        assert table in one.entry["tables"]
    slam = find_rules(index, "what is a slam", "classic", 2)
    assert slam
    assert not any(one.own for one in slam)


def test_a_question_that_was_asked_before_has_its_answer(index: FinderIndex) -> None:
    for entry in index["entries"]:
        for case in entry["cases"]:
            if case["answer"] is not None and len(case["words"]) > 40:
                table = index["tables"][case["tables"][0]]
                best = find_rules(index, case["words"], table["variant"], table["players"])[0]
                if best.clause == entry["clause"]:
                    assert best.question is not None
                    assert best.question["answer"] == case["answer"]


def test_a_question_may_name_its_table(index: FinderIndex) -> None:
    assert table_asked(index, "how many cards?", None, None) == ("classic", 2)
    assert table_asked(index, "how many cards for three players", None, None) == ("classic", 3)
    assert table_asked(index, "who bids first in Tatties with 5 players", None, None) == (
        "tatties",
        5,
    )
    assert table_asked(index, "who deals in neeps", "cats", None) == ("cats", 2)
    with pytest.raises(LookupError) as lacking:
        table_asked(index, "who deals", "cats", 3)
    assert lacking.value.args == ("cats", 2)


def test_what_nothing_answers_has_topics_and_words_instead(index: FinderIndex) -> None:
    assert find_rules(index, "xyzzy plugh", "classic", 2) == []
    assert "bomb" in " ".join(known_words_near(index, "bombardment"))
    assert topics(index, "classic", 2)[0]


def test_every_number_of_the_index_is_whole(index: FinderIndex) -> None:
    numbers = [*index["postings"], *index["scores"]]
    assert all(type(one) is int for each in numbers for one in each)
    assert json.loads(json.dumps(index)) == index


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("classic", players=2)


def said(rules: Rules, question: str) -> CardsAnswer | None:
    thesaurus = shipped_thesaurus()
    return answer_cards(rules, question, thesaurus.cards, thesaurus.between)


def test_cards_are_read_by_the_engine_for_all_suits(rules: Rules) -> None:
    found = said(rules, "is 3-5-7-9 a bomb?")
    assert found is not None
    assert [(one.suits, len(one.readings)) for one in found.readings] == [
        ("in one suit", 1),
        ("in different suits", 1),
        ("otherwise", 0),
    ]
    court = said(rules, "What can 10, jack and queen be?")
    assert court is not None
    assert [rules.show(one) for one in court.readings[0].readings] == [
        rules.show(one) for one in rules.readings("10r J Q")
    ]


@pytest.mark.parametrize(
    ("question", "beats"),
    [
        ("does J K beat J Q", [True]),
        ("can J Q top J K?", [False]),
        ("does a 9 beat a ten", [False]),
    ],
)
def test_the_engine_says_what_beats_what(rules: Rules, question: str, beats: list[bool]) -> None:
    found = said(rules, question)
    assert found is not None
    assert [one.beats for one in found.compared] == beats


@pytest.mark.parametrize(
    "question",
    ["", "how many for 2 or 3 players", "bet 15 or 30", "is a king high?", "5" * 900, "8 " * 400],
)
def test_numbers_that_are_no_cards_are_left_alone(rules: Rules, question: str) -> None:
    assert said(rules, question) is None


def test_words_have_no_capitals_marks_or_apostrophes() -> None:
    assert words_in("Don't the player\u2019s J-Q, 10s?") == [
        "dont",
        "the",
        "player",
        "j",
        "q",
        "10s",
    ]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("trick", "trick", 0), ("tirck", "trick", 1), ("trik", "trick", 1), ("trackk", "trick", 2)],
)
def test_slips_are_counted(one: str, other: str, apart: int) -> None:
    assert distance(one, other, 2) == distance(other, one, 2) == apart
    assert distance(one, other, 0) == min(apart, 1)


def test_a_short_word_and_a_number_have_no_slips() -> None:
    assert [slips_allowed(word) for word in ("bet", "1234", "bomb", "sequence")] == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[usual", "cannot be read"),
        ("", "cannot be read"),
        (USUAL + "[[same]]\nwords = 1\n", "no list"),
        (USUAL + "[other]\n", "no part `other`"),
        (USUAL + '[[same]]\nwords = ["run"]\n[[same]]\nwords = ["run"]\n', "`run` is twice"),
    ],
)
def test_a_thesaurus_at_fault_is_refused(text: str, why: str) -> None:
    with pytest.raises(ThesaurusError, match=why):
        read_thesaurus(text)


@pytest.mark.parametrize("words", ['"runs"', '"running"'])
def test_a_form_of_two_words_is_refused(words: str) -> None:
    text = f'{USUAL}[[same]]\nwords = ["a", "run"]\n[[same]]\nwords = ["b", {words}]\n'
    with pytest.raises(ThesaurusError, match="form in common"):
        FinderVocabulary.of(read_thesaurus(text))


def test_every_clause_of_the_thesaurus_is_there(index: FinderIndex) -> None:
    clauses = {entry["clause"] for entry in index["entries"]}
    named = {clause for asked in shipped_thesaurus().asked for clause in asked.clauses}
    assert named <= clauses


@pytest.mark.parametrize(
    ("question", "players", "answer"),
    [
        ("can I pass and come back in later", 3, "Yes, when the turn comes back to you."),
        (
            "can I pass and come back in later",
            2,
            "No. Between two players, your pass ends the trick.",
        ),
        ("do I have to show my wild cards", 2, "Yes. They lie face up"),
    ],
)
def test_another_wording_of_a_question_has_its_answer_at_that_table(
    index: FinderIndex, question: str, players: int, answer: str
) -> None:
    first = find_rules(index, question, "classic", players)[0]
    assert first.sure
    assert (first.answer or "").startswith(answer)


def tables_with(index: FinderIndex, group: AskedQuestions) -> list[tuple[str, int]]:
    """Return the tables at which a question of a group is checked."""
    places = {
        place
        for entry in index["entries"]
        if entry["clause"] in group.clauses
        for case in entry["cases"]
        if case["words"] in group.questions
        for place in case["tables"]
    }
    tables = [index["tables"][place] for place in sorted(places)]
    return [(table["variant"], table["players"]) for table in tables]


def verdict(answer: str | None) -> str:
    """Return the yes or no with which an answer begins, if it does."""
    return next((word for word in ("Yes", "No") if (answer or "").startswith(word)), "")


@pytest.mark.rotates
@pytest.mark.slow
def test_a_wording_has_the_answer_of_its_question_and_an_opposite_the_other(
    index: FinderIndex,
) -> None:
    checked = Counter[bool]()
    for group in shipped_thesaurus().asked:
        for opposite, wordings in ((False, group.asks), (True, group.opposite)):
            for words in wordings if group.questions else ():
                for table in tables_with(index, group):
                    first = find_rules(index, words, *table)[0]
                    if first.sure:  # another clause of the group may come first
                        assert first.question is not None
                        same = verdict(first.question["answer"]) == verdict(first.answer)
                        assert same != first.opposite, (words, table)
                        if first.question["words"] in group.questions:
                            assert first.opposite == opposite, (words, table)
                        checked[opposite] += 1
    assert min(checked[False], checked[True]) > 100


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is the number of cards in hand secret", "No. The number of cards in your hand is open."),
        ("must I say how many cards I have left", "Yes. The number of cards in your hand is open."),
        ("is my hand secret", "Yes. Only you can see them until you play them."),
        ("can my opponents see my cards", "No. Only you can see them until you play them."),
        ("do I need the same length", "Yes. Both must have the same number of cards."),
        ("can I pass", "Yes. You may pass instead."),
        ("must I play if I can", "No. You may pass instead."),
        ("do I need to announce a bet of zero", "No. If you play a card without having bet,"),
        (
            "can I play my J and K together as a pair of kings",
            "No. Together they are a bomb and nothing else.",
        ),
        (
            "am I done when my hand is empty but the wild cards are on the table",
            "No. They are cards in your hand.",
        ),
        (
            "does a lone wild have a rank",
            "Yes. A court card played as a single keeps its own rank.",
        ),
    ],
)
def test_yes_or_no_is_that_of_what_was_asked(
    index: FinderIndex, question: str, answer: str
) -> None:
    first = find_rules(index, question, "classic", 2)[0]
    assert first.sure
    assert (first.answer or "").startswith(answer)


@pytest.mark.parametrize(
    "question",
    [
        "can I play my J and K together as a pair of tens",
        "does a pair of sevens beat a single 9",
        "am I done when my pips are gone",
        "could I take cards from the discard pile",
        "do I need to announce a bomb",
        "must I pass",
        "when can I pass",
        "can I never pass",
        "does a pair of nines beat a pair of tens",
        "can I pass the lead on",
    ],
)
def test_a_question_that_is_only_alike_gets_no_yes_or_no(index: FinderIndex, question: str) -> None:
    assert not find_rules(index, question, "classic", 2)[0].sure


def test_every_question_of_the_thesaurus_stands_beside_one_of_its_clauses(
    index: FinderIndex,
) -> None:
    beside: dict[str, set[str]] = {}
    for entry in index["entries"]:
        asked = {case["words"] for case in entry["cases"] if case["answer"]}
        beside.setdefault(entry["clause"], set()).update(asked)
    for group in shipped_thesaurus().asked:
        known = {words for clause in group.clauses for words in beside[clause]}
        assert set(group.questions) <= known
