"""Each question of Neeps has an answer that some misreading would change."""

import pytest

from tests.systems.misread import Misreading, answers, questions_of

pytestmark = pytest.mark.slow

MISREAD = [
    Misreading(
        "court cards do not fill sets with four",
        "wild court c in set, sequence, stair",
        "wild court c in sequence, stair",
        "How large can a set be with four players?",
    ),
    Misreading(
        "court cards do not fill sets with six",
        "wild court c in set, sequence, stair",
        "wild court c in sequence, stair",
        "How large can a set be with six players?",
    ),
    Misreading(
        "the suits of a stair are free",
        "ending at top in matching suits",
        "ending at top",
        "My eights are red, red and orange, my nines red, orange and orange. Are they a stair?",
    ),
    Misreading(
        "the suits of a stair do not repeat",
        "ending at top in matching suits",
        "ending at top in matching different suits",
        "Two red eights and a jack, with a red nine, an orange nine and a queen: is that a stair?",
    ),
    Misreading(
        "the list of stairs is right with four",
        "with width 2 or more, length 2 or more",
        "with width from 2 to 8, length 2 or more",
        "How wide can a stair be with four players?",
    ),
    Misreading(
        "the list of stairs is right with six",
        "with width 2 or more, length 2 or more",
        "with width from 2 to 9, length 2 or more",
        "How wide can a stair be with six players?",
    ),
    Misreading(
        "a jack is 7 at most",
        "when r is at most rank of c",
        "when r is at most 7 or r is rank of c",
        "The list in the rules gives the jack only 1 to 7. May it be a 9?",
    ),
    Misreading(
        "a court card is never itself",
        "when r is at most rank of c",
        "when r is below rank of c",
        "What can 9-10-J-Q be?",
    ),
    Misreading(
        "court cards stand for others in sets alone",
        "wild court c in set, sequence, stair",
        "wild court c in set",
        "I lead 10, jack and queen. Do I have to say what they are?",
    ),
    Misreading(
        "a court card is only itself",
        "when r is at most rank of c",
        "when r is rank of c",
        "I want to keep the trick low. Must I call my sequence the highest that it can be?",
    ),
    Misreading(
        "the wider of two stairs is higher",
        'alike in width, length ranked by top written "stair',
        'ranked by width, length, top written "stair',
        "Three pairs and two triplets are six cards each. Does the one beat the other?",
    ),
    Misreading(
        "a message goes over at once",
        "when stage is messages and every seat s has (cards in sent of s is 1)",
        "when stage is messages and some seat s has (cards in sent of s is 1)",
        "May I look at my partner's message before I choose mine?",
    ),
    Misreading(
        "both cards are passed the same way",
        "let face of actor be f",
        "let face of actor be f may send only when stage is messages or f is face of actor",
        "May I pass one card face up and the other face down?",
    ),
    Misreading(
        "a card is sent face up for its receiver alone",
        "2 seats after s, shown to all when s is showing",
        "2 seats after s",
        "Who gets to see a message that is sent face up?",
    ),
    Misreading(
        "what was received is kept",
        "may send only when c is pip",
        "may send only when c is pip and (stage is messages or c in hand of actor is above 1)",
        "My partner sent me a card that I cannot use. May I send it back?",
    ),
    Misreading(
        "a response goes over at once",
        "when stage is responses and every seat s has (cards in sent of s is 1)",
        "when stage is responses and some seat s has (cards in sent of s is 1)",
        "I have my message and know my response. Does it go over at once?",
    ),
    Misreading(
        "bets wait for the tricks",
        "may bet only when stage is not over",
        "may bet only when stage is tricks",
        "I have laid down my message. May I still bet?",
    ),
    Misreading(
        "bets are made at any time",
        "not begun of s and s is not bettor of team of s",
        "s is not bettor of team of s",
        "I have played a card. May I bet on the strength of what I have left?",
    ),
    Misreading(
        "a bet goes up step by step",
        "or k is above stake of team of actor",
        "or k is little and stake of team of actor is baby "
        "or k is big and stake of team of actor is little",
        "My partner has made a baby bet. May I make it a big one?",
    ),
    Misreading(
        "partners may bet the same",
        "or k is above stake of team of actor",
        "or k is at least stake of team of actor",
        "My partner has made a little bet. May I make one too?",
    ),
    Misreading(
        "everybody bets once",
        "let bettor of team of actor be actor",
        "let bettor of team of actor be actor let tried of actor be true "
        "state tried of each seat is truth, at first false, seen by all "
        "may bet only when not tried of actor",
        "My partner has cancelled my baby bet with a little one. May I go on to a big one?",
    ),
    Misreading(
        "a partner who has played closes the bets",
        "may bet only when stage is not over",
        "may bet only when stage is not over "
        "and every seat s where (team of s is team of actor) has (not begun of s)",
        "My partner has bet and has played cards since. May I still cancel his bet?",
    ),
    Misreading(
        "a bet has to be as high as that of the others",
        "may bet only when stage is not over",
        "may bet only when stage is not over and (stake of rivals of team of actor is none "
        "or k is at least stake of rivals of team of actor)",
        "The other team has made a big bet. Do we have to bet as well, or as much?",
    ),
    Misreading(
        "who has passed is out of the trick",
        "may pass only when stage is tricks and top is not none",
        "may pass only when stage is tricks and top is not none "
        "state quiet of each seat is truth, at first false, seen by all "
        "may play only when not quiet of actor on pass let quiet of actor be true "
        "on close for each seat s let quiet of s be false",
        "I have passed. May I play when my turn comes again in the same trick?",
    ),
    Misreading(
        "two passes end a trick",
        "and passes is number of seats s where (s is playing and s is not best.player) on close",
        "and passes is 2 on close",
        "The player of the highest play has gone out with it. May the rest of us still beat it?",
    ),
    Misreading(
        "the passes of a whole trick are counted",
        "on play let passes be 0 on pass",
        "on pass",
        "My partner beat a 4 with a 7. Two of us have passed since: how many passes are missing?",
    ),
    Misreading(
        "the bomber's team captures",
        "except taker when top is bomb as rivals of team of best.player",
        "",
        "I bomb my own partner's king and win the trick. Who captures the cards?",
    ),
    Misreading(
        "the left neighbour leads, out or not",
        "define next.leader as first seat s from best.player where (s is playing)",
        "define next.leader as (best.player when best.player is playing "
        "otherwise 1 seats after best.player)",
        "The winner went out with a king, and the player on his left is out as well. Who leads?",
    ),
    Misreading(
        "nobody hands over the lead",
        "let gift be top is bomb",
        "let gift be false",
        "I have won a trick with a bomb. May I have my partner lead?",
    ),
    Misreading(
        "every winner may hand over the lead",
        "let gift be top is bomb",
        "let gift be top is not none",
        "May I hand over the lead after winning with a king?",
    ),
    Misreading(
        "the left neighbour follows a bomber who is out",
        "except next.leader when top is bomb as best.player",
        "except next.leader when top is bomb and best.player is playing as best.player",
        "I went out with a bomb and it won the trick. Who leads?",
    ),
    Misreading(
        "the lead goes to the partner on the left",
        "may give only when s is playing and s is partner of actor",
        "may give only when s is playing and s is 2 seats after actor",
        "With six players, may I give the lead to either partner?",
    ),
    Misreading(
        "the lead goes to any partner",
        "may give only when s is playing and s is partner of actor",
        "may give only when s is partner of actor",
        "May the lead go to a partner who is out?",
    ),
    Misreading(
        "the hand goes on until one player is left",
        "as every seat s where (team of s is t) has (place of s is above 0)",
        "as number of seats s where (place of s is 0) is 1 and team of first.out is t",
        "My opponent plays the last card of his team. I hold a bomb. May I answer?",
    ),
    Misreading(
        "two of a team are enough",
        "as every seat s where (team of s is t) has (place of s is above 0)",
        "as number of seats s where (team of s is t and place of s is above 0) is above 1",
        "With six players, my partner and I are out. Is the hand over?",
    ),
    Misreading(
        "the last trick stays with its winner",
        "on finish move all from pile to captured of taker",
        "on finish move all from pile to captured of team of best.player",
        "The last play of the hand is a bomb. Who captures its cards?",
    ),
    Misreading(
        "whoever ends the hand captures the rest",
        "move all from hand of s to captured of team of first.out",
        "move all from hand of s to captured of team of best.player",
        "We were first out, but both our opponents went out before my partner did. Whose are the "
        "cards in my partner's hand?",
    ),
    Misreading(
        "there are no slams",
        "except earned when place of s is 2 and team of s is team of first.out as gained of first.out",  # noqa: E501
        "",
        "My partner was first out and I am second. What do we score for cards in hand?",
    ),
    Misreading(
        "whoever is second makes a slam",
        "place of s is 2 and team of s is team of first.out as gained",
        "place of s is 2 as gained",
        "My opponent was first out and I am second. Is that a slam?",
    ),
    Misreading(
        "there are no grand slams",
        "when place of s is 3",
        "when place of s is 6",
        "With six players all three of us go out before any opponent. What is that worth?",
    ),
    Misreading(
        "after a slam the whole team scores it",
        "when place of s is 3 and",
        "when place of s is at least 3 and",
        "With six players we have a slam, but the third out is an opponent. What does our last "
        "player score when he goes out fourth?",
    ),
    Misreading(
        "whoever is third makes a grand slam",
        "and team of s is team of first.out and team of second.out is team of first.out",
        "and team of s is team of first.out",
        "With six players my partner is first out and I am third, but an opponent is second. Is "
        "that a slam, or a grand slam?",
    ),
    Misreading(
        "a partner wins the bet as well",
        """and bettor of t is first.out
           define team t is failing as stake of t is not none and bettor of t is not first.out""",
        """and some seat s where (place of s is 1) has (team of s is t)
           define team t is failing as stake of t is not none and t is not good""",
        "I made a little bet, and my partner was first out. Does our bet succeed?",
    ),
    Misreading(
        "two failed bets are quits",
        "when rivals of t is failing",
        "when rivals of t is failing and not t is failing",
        "Both teams bet 30, and an opponent who did not bet was first out. Who scores what?",
    ),
    Misreading(
        "the first bettor stays the bettor",
        "let bettor of team of actor be actor",
        "let bettor of team of actor be actor when bettor of team of actor is none",
        "My partner bet 5, and I cancelled it with 15 and was first out. Does his bet count too?",
    ),
    Misreading(
        "after a tie the deal goes to the other team",
        "as (team of first.out when",
        "as (rivals of team of dealer when",
        "Both teams have as many points after a hand. Who deals?",
    ),
    Misreading(
        "a shared lead wins",
        "as tally of t is above tally of rivals of t",
        "as tally of t is at least tally of rivals of t",
        "Both teams have passed the target with as many points. Who has won?",
    ),
    Misreading(
        "the match ends in the middle of a hand",
        "and some team t has (t is done) on finish",
        """and (some team t has (t is done) or some seat s where (place of s is above 0)
            has (tally of team of s + going.out of team of s is at least target)) on finish""",
        "The target is 550 points. Both teams have 540, and by going out I bring us past it. Have "
        "we won?",
    ),
    Misreading(
        "a match without a number of hands has one hand",
        "as deals is above 0 and played is at least deals",
        "as played is at least deals",
        "The target is 550 points. We had 530 and have scored 15 in this hand, they have few. Is "
        "the match over?",
    ),
    Misreading(
        "the target has to be passed",
        "tally of t is at least target",
        "tally of t is above target",
        "And with 535 points before the hand?",
    ),
    Misreading(
        "a target counts beside the number of hands",
        "match.played or deals is 0 and tally of t is at least target",
        "match.played or tally of t is at least target",
        "We agreed on two hands and on no target. Is the match over after one?",
    ),
]


@pytest.mark.planted("misreading")
@pytest.mark.parametrize("one", MISREAD, ids=lambda one: one.name.replace(" ", "-"))
def test_a_misreading_changes_an_answer(one: Misreading) -> None:
    kept = answers("neeps", one)
    assert kept
    assert not any(kept)


def test_every_question_has_a_misreading() -> None:
    assert questions_of("neeps") == {one.question for one in MISREAD}
