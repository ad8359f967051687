"""Each question of the systems for two or three has an answer that a misreading changes."""

import pytest

from tests.systems.misread import Misreading, answers, questions_of

pytestmark = pytest.mark.slow

LOWER = "court c in {} as rank r when r is {} rank of c"
NEXT_HIGHEST = "let runner.up be (best.player when top is not none otherwise none)"
FAILED_PAYS = "(s is first.out or s is not betting)"
REACHED = "s is winning and tally of s is at least target"
WHO_CAPTURES = "as (runner.up when runner.up is not none otherwise 1 seats before best.player)"
# Each sheet has several targets, and which is usual is written in one way everywhere.
SHORTER = Misreading(
    "the target of the shorter match is the usual one",
    "usually 350",
    "usually 250",
    "And with 330 points?",
)

CLASSIC = [
    Misreading(
        "a failed bet pays those without a bet alone",
        FAILED_PAYS,
        "s is not betting",
        "I bet 15, my opponent bet 30 and is first out. Does he get my 15 as well?",
    ),
    Misreading(
        "whoever ends the hand with a bomb has no choice",
        "on finish let chooser be best.player when top is bomb",
        "on finish let chooser be first.out when top is bomb",
        "I go out with a bomb and so end the hand. Who gets the cards?",
    ),
    Misreading(
        "a bet can wait for the first cards",
        "stake of s is none and not begun of s",
        "stake of s is none",
        "I have played a card, and only then I see how good my hand is. May I still bet?",
    ),
    Misreading(
        "court cards stay as high as they can",
        "r is at most rank of c",
        "r is rank of c",
        "I want to keep the trick low. Must I call my sequence the highest that it can be?",
    ),
    Misreading(
        "a court card among pips is itself",
        "r is at most rank of c",
        "r is rank of c",
        "May I play 9-10-J as 8-9-10?",
    ),
    Misreading(
        "only who holds cards may capture",
        "may award only when s is not actor",
        "may award only when s is not actor and s is playing",
        "May the winner give the cards to a player who is out?",
    ),
    Misreading(
        "one pass ends every trick",
        "and passes is number of seats s where (s is playing and s is not best.player) on close",
        "and passes is 1 on close",
        "The player of the highest play is out. Do we still get a turn each?",
    ),
    Misreading(
        "a shared lead wins",
        "has (tally of t is below tally of s) export winner",
        "has (tally of t is at most tally of s) export winner",
        "We are both at 352, and the target is 350. Who has won?",
    ),
    Misreading(
        "a court card is never itself",
        "r is at most rank of c",
        "r is below rank of c",
        "What can 10, jack and queen be?",
    ),
    Misreading(
        "the haggis lies open",
        "zone haggis, seen by nobody",
        "zone haggis, seen by all",
        "May anybody look at the haggis?",
    ),
    Misreading(
        "captured cards lie face down before their owner",
        "zone captured of each seat, seen by all",
        "zone captured of each seat, seen by owner",
        "May I look through the cards that my opponent has captured?",
    ),
    Misreading(
        "whoever scores more adds the difference alone",
        "define standing of seat s as tally of s + total score of s",
        """define standing of seat s as tally of s
            + (most for every seat t of (total score of s - total score of t))""",
        "I had 340 points and have scored 12 in this hand. Is the match over?",
    ),
    SHORTER,
]
TOURNAMENT = [
    Misreading(
        "bombs are passed over",
        NEXT_HIGHEST,
        """let runner.up be (best.player
            when top is not none and top is not bomb otherwise runner.up)""",
        "A bomb fell on a bomb in a three-player tournament. Who gets the cards?",
    ),
    Misreading(
        "who is out captures nothing",
        WHO_CAPTURES,
        """as (runner.up when runner.up is not none and runner.up is playing
            otherwise first seat s after best.player where (s is playing))""",
        "I went out with a 9, and the next player ends the hand with a bomb on it. Who captures?",
    ),
    Misreading(
        "a bomb that was led goes to the right, to one who holds cards",
        WHO_CAPTURES,
        """as (runner.up when runner.up is not none
            otherwise (1 seats before best.player when 1 seats before best.player is playing
            otherwise 1 seats after best.player))""",
        "I led a bomb and won the trick with it. The player on my right is out. Who captures?",
    ),
]
CATS = [
    Misreading(
        "a single card needs a pip too",
        "need at least 1 pip in set, sequence",
        "need at least 1 pip in single, set, sequence",
        "A set has to hold a natural card. May I still play my king alone?",
    ),
    Misreading(
        "court cards do not fill stairs",
        "wild court in set, sequence, stair",
        "wild court in set, sequence",
        "And with another 5, instead of one of the sevens?",
    ),
    Misreading(
        "one pip is enough for a whole stair",
        "need at least 1 pip in each line of stair",
        "need at least 1 pip in stair",
        "Are 5-6-7 of hearts and my three court cards a stair of two sequences?",
    ),
    Misreading(
        "a failed bet pays a bettor alone",
        "(worth of rival of s when rival of s is failing otherwise 0)",
        "(worth of rival of s when rival of s is failing and s is betting otherwise 0)",
        "He bet 15 and I said nothing. I am first out. What does his bet bring me?",
    ),
    Misreading(
        "one bet closes the bets",
        "where (stake of s is none and not begun)",
        "where (every seat t has (stake of t is none) and not begun)",
        "He has bet big. May I still bet, though I do not lead?",
    ),
    Misreading(
        "stairs of as many cards are of one type",
        'alike in width, length ranked by top written "stair',
        'ranked by top written "stair',
        "He led three sequences of four, I hold four sequences of three. May I play them?",
    ),
    Misreading(
        "court cards do not lengthen stairs",
        "wild court in set, sequence, stair",
        "wild court in set, sequence",
        "I hold 8-9 of clubs and 8-9 of spades, and a jack and a queen. Is that a stair?",
    ),
    Misreading(
        "who does not lead bets later",
        "where (stake of s is none and not begun)",
        "where (stake of s is none and (not begun or turn is s))",
        "May I wait with my bet until I have seen what is led?",
    ),
    Misreading(
        "a court card is never itself",
        "court in set, sequence, stair as any rank",
        LOWER.format("set, sequence, stair", "below"),
        "May my jack be the queen, when my king is the jack of the same sequence?",
    ),
    Misreading(
        "a court card that is itself is natural enough for a set",
        "need at least 1 pip in set, sequence",
        "need at least 1 pip in sequence",
        "May I play jack and king as a pair of kings?",
    ),
    Misreading(
        "nobody wins when both have reached the target",
        "has (tally of t is below tally of s) export winner",
        "has (tally of t is below target) export winner",
        "We have both reached the target in one hand, I have 360 and he 355. Who has won?",
    ),
    Misreading(
        "a shared lead wins",
        "has (tally of t is below tally of s) export winner",
        "has (tally of t is at most tally of s) export winner",
        "We are both at 352, and the target is 350. Who has won?",
    ),
    Misreading(
        "both have to reach the target",
        REACHED,
        "s is winning and every seat t has (tally of t is at least target)",
        "I had 340 points and have scored 12 in this hand. Is the match over?",
    ),
    SHORTER,
]
ROGERS = [
    Misreading(
        "a bet is on being first out as well",
        "going.out of s + captured.points of s is at least worth of s",
        "s is first.out and going.out of s + captured.points of s is at least worth of s",
        "I bet 15 and was not first out, but captured 20 points. Is my bet lost?",
    ),
    Misreading(
        "the haggis goes to the player on the left",
        "may grant only when s is not actor",
        "may grant only when s is 1 seats after actor",
        "I end the hand with a bomb. Must the same opponent get the trick and the haggis?",
    ),
    Misreading(
        "stairs are made of whole sequences",
        "with width 2 or more, length 2 or more",
        "with width 2 or more, length 3 or more",
        "I hold two nines. May I play them together?",
    ),
    Misreading(
        "court cards stay as high as they can",
        "court in sequence, stair as any rank",
        LOWER.format("sequence, stair", ""),
        "I want to keep the trick low. Must I call my sequence the highest that it can be?",
    ),
    Misreading(
        "nobody is paid his own failed bet",
        FAILED_PAYS,
        "s is not b and " + FAILED_PAYS,
        "I was first out and scored 11, but had bet 30. Who gets the 30?",
    ),
    Misreading(
        "the haggis follows the lead",
        "except haggis.heir when top is bomb as 1 seats after best.player",
        "except haggis.heir when top is bomb as best.player",
        "I went out with a bomb. Do I get the haggis at least?",
    ),
    Misreading(
        "mixed suits are four suits",
        "on each of the ranks 3 5 7 9 in mixed suits",
        "on each of the ranks 3 5 7 9 in different suits",
        "Is 3-5-7-9 in four suits more than 3-5-7-9 in two?",
    ),
    Misreading(
        "a bet is on more than its amount",
        "is at least worth of s",
        "is above worth of s",
        "Is a bet of 30 good with exactly 30 points?",
    ),
    Misreading(
        "only who holds cards gets the haggis",
        "may grant only when s is not actor",
        "may grant only when s is not actor and s is playing",
        "Somebody is out. May he be given the haggis?",
    ),
    Misreading(
        "everybody scores for going out, as in the rulebook",
        """let gained of best.player be 5 points for each (most for every seat t
              where (t is not best.player) of (cards in hand of t))
             when best.player is not playing""",
        """for each seat x where (x is not playing)
             let gained of x be 5 points for each (most for every seat t
              where (t is not x) of (cards in hand of t))
             when x is not playing""",
        "I went out with a 9, and my neighbour's 10 won the trick. What do I score for going out?",
    ),
    Misreading(
        "first out scores for the final player's cards",
        "let gained of last.out be 5 points",
        "let gained of first.out be 5 points",
        "We both went out in one trick, and that ended the hand. Who scores for going out?",
    ),
    Misreading(
        "court cards do not fill sets",
        "court in set as any rank",
        LOWER.format("set", ""),
        "We play with sets. What can 10, jack and queen be?",
    ),
    Misreading(
        "court cards are themselves",
        "court in sequence, stair as any rank",
        LOWER.format("sequence, stair", ""),
        "What can 10, jack and queen be?",
    ),
    Misreading(
        "a sequence may always be as short as in a stair",
        "with length 3 or more, rank top",
        "with length 2 or more, rank top",
        "The sheet's stair is made of sequences of two. May I play 6-7 of one suit alone?",
    ),
    Misreading(
        "a bomb is played on a trick of one of the three kinds",
        "except beats when a is bomb and b is not bomb as true",
        """except beats when a is bomb and b is not bomb as true
           may play only when top is not none or p is not bomb""",
        "The sheet names single, sequence and stair. May I lead a bomb?",
    ),
    Misreading(
        "whoever is ahead has won",
        "where (s is winning and (match.played or deals is 0 and tally of s is at least target))",
        "where (s is winning)",
        "I am ahead with 340 points. Have I won?",
    ),
    Misreading(
        "the lowest bet that somebody made is enough",
        "going.out of s + captured.points of s is at least worth of s",
        """some seat b where (b is betting)
            has (going.out of s + captured.points of s is at least worth of b)""",
        "I bet 30 and captured 20 points. My opponent deals, and has bet 15. Is my bet lost?",
    ),
    Misreading(
        "six hands are the least that a match has",
        "deals is 0 and tally of s is at least target",
        "deals is 0 and played is at least 6 and tally of s is at least target",
        "I had 340 points and have scored 12 in this hand. Is the match over?",
    ),
    Misreading(
        "a target counts beside the number of hands",
        "match.played or deals is 0 and tally of s is at least target",
        "match.played or tally of s is at least target",
        "We agreed on six hands. Is the match over after the fifth?",
    ),
    SHORTER,
]
WIKIPEDIA = [
    Misreading(
        "bombs are passed over",
        NEXT_HIGHEST,
        """let runner.up be (best.player
            when top is not none and top is not bomb otherwise runner.up)""",
        "A bomb fell on a bomb. Who captures the trick?",
    ),
    Misreading(
        "any rank needs no pip",
        "remove capture.bomb.two",
        'remove courts.pip because "a court card is any card" remove capture.bomb.two',
        "A jack may be any rank. Are two of my court cards then a pair of kings?",
    ),
    Misreading(
        "who is out captures nothing",
        WHO_CAPTURES,
        """as (runner.up when runner.up is not none and runner.up is playing
            otherwise first seat s after best.player where (s is playing))""",
        "I went out with a 9, and the next player ends the hand with a bomb on it. Who captures?",
    ),
    Misreading(
        "a court card is never itself",
        "court in set, sequence, stair as any rank",
        LOWER.format("set, sequence, stair", "below"),
        "May my jack be the queen, when my king is the jack of the same sequence?",
    ),
    Misreading(
        "the player before the bomber captures",
        WHO_CAPTURES,
        "as 1 seats before best.player",
        "My queen was passed, and then a bomb fell on it. Do I capture the trick?",
    ),
    Misreading(
        "nobody wins when both have reached the target",
        "has (tally of t is below tally of s) export winner",
        "has (tally of t is below target) export winner",
        "We have both reached the target in one hand, I have 360 and he 355. Who has won?",
    ),
    Misreading(
        "a shared lead wins",
        "has (tally of t is below tally of s) export winner",
        "has (tally of t is at most tally of s) export winner",
        "We are both at 352, and the target is 350. Who has won?",
    ),
    Misreading(
        "the first to reach the target wins, and the others play on",
        "match until winner is not none",
        "match until every seat s has (tally of s is at least target)",
        "I had 340 points and have scored 12 in this hand. Is the match over?",
    ),
    SHORTER,
]
MISREAD = {
    "classic": CLASSIC,
    "tournament": TOURNAMENT,
    "cats": CATS,
    "rogers": ROGERS,
    "wikipedia": WIKIPEDIA,
}


@pytest.mark.planted("misreading")
@pytest.mark.parametrize(
    ("variant", "one"),
    [
        pytest.param(variant, one, id=f"{variant}-{one.name.replace(' ', '-')}")
        for variant, misread in MISREAD.items()
        for one in misread
    ],
)
def test_a_misreading_changes_an_answer(variant: str, one: Misreading) -> None:
    kept = answers(variant, one)
    assert kept
    assert not any(kept)


@pytest.mark.parametrize("variant", MISREAD)
def test_every_question_has_a_misreading(variant: str) -> None:
    assert questions_of(variant) == {one.question for one in MISREAD[variant]}
