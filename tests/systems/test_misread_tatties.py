"""Each question of Tatties has an answer that some misreading would change."""

import pytest

from tests.systems.misread import Misreading, answers, questions_of

pytestmark = pytest.mark.slow

ALL_OTHERS_HELP = (
    "define seat s is partner of seat t as s is not t "
    "and (s is declarer or s is ally implies t is declarer or t is ally) "
    "and (t is declarer or t is ally implies s is declarer or s is ally)"
)
PARTNERS = (
    "define seat s is partner of seat t "
    "as s is declarer and t is ally or s is ally and t is declarer"
)
MISREAD = [
    Misreading(
        "the top card of the kitty is turned up",
        "zone kitty.top, seen by nobody",
        "zone kitty.top, seen by all",
        "May anybody look at the kitty?",
    ),
    Misreading(
        "court cards fill sets up to seven with three",
        "with width 2 or more, rank top",
        "with width from 2 to 7, rank top",
        "How large can a set be with three players?",
    ),
    Misreading(
        "the list of sets for four is for five as well",
        "with width 2 or more, rank top",
        "with width from 2 to 11, rank top",
        "How large can a set be with five players?",
    ),
    Misreading(
        "the suits of a stair are free",
        "ending at top in matching suits",
        "ending at top",
        "My eights are red and orange, my nines red and green. Can court cards make a stair of them?",  # noqa: E501
    ),
    Misreading(
        "a stair is as wide as there are suits",
        "with width 2 or more, length 2 or more",
        "with width from 2 to 5, length 2 or more",
        "How wide can a stair be with three players?",
    ),
    Misreading(
        "the list of stairs for four is for five as well",
        "with width 2 or more, length 2 or more",
        "with width from 2 to 8, length 2 or more",
        "How wide can a stair be with five players?",
    ),
    Misreading(
        "who has declined is asked again",
        "on decline let declined of actor be true",
        "on decline",
        "I have declined, and then somebody bids only 15. May I come back with 30?",
    ),
    Misreading(
        "bids rise step by step",
        "or k is above highest.bid",
        "or k is thirty and highest.bid is fifteen or k is forty-five and highest.bid is thirty",
        "The first bid was 15. May I bid 45 at once?",
    ),
    Misreading(
        "nobody matches a bid",
        "or k is highest.bid and tally of actor is below tally of declarer",
        "",
        "I have fewer points than the player who bid 30. May I bid 30 as well?",
    ),
    Misreading(
        "as many points are few enough",
        "tally of actor is below tally of declarer",
        "tally of actor is at most tally of declarer",
        "We have as many points. May I match his bid?",
    ),
    Misreading(
        "the last player is not asked",
        "when stage is auction and every seat s has (declined of s)",
        "when stage is auction and declarer is none "
        "and number of seats s where (not declined of s) is at most 1",
        "All others have declined. May I still bid, or must I?",
    ),
    Misreading(
        "without a declarer the dealer draws from the kitty",
        "on declare move all from kitty.top to hand of declarer",
        """on declare.nobody move all from kitty.top to hand of dealer
           on declare move all from kitty.top to hand of declarer""",
        "Nobody bid. Does anybody get the kitty's cards or a partner?",
    ),
    Misreading(
        "30 draws one card",
        "move all from kitty.middle to hand of declarer when highest.bid is not forty-five",
        "move all from kitty.middle to hand of declarer when highest.bid is fifteen",
        "I bid 30. Which cards do I draw?",
    ),
    Misreading(
        "court cards are put back",
        "may discard only when c is pip",
        "",
        "May I put back a card that I have just drawn, or a court card?",
    ),
    Misreading(
        "each offer is shown at once",
        "and every seat s where (s is not declarer) has (cards in offered of s is due)",
        "and some seat s has (s is not declarer and cards in offered of s is due)",
        "The player before me has chosen his card. May I see it before I choose?",
    ),
    Misreading(
        "the declarer may keep his cards",
        "may swap only when s is not actor",
        "",
        "None of the cards that I am offered is better than mine. Must I swap?",
    ),
    Misreading(
        "clockwise from the dealer begins with the dealer",
        "first seat s from 1 seats after dealer where (s is behind)",
        "first seat s from dealer where (s is behind)",
        "Nobody bid, and two players have as few points. Who leads?",
    ),
    Misreading(
        "a bombed trick goes to the left",
        'note "Nothing formal follows from this: nothing excepts bombs."',
        "except taker when top is bomb as 1 seats after best.player",
        "I win a trick with a bomb. Who captures the cards?",
    ),
    Misreading(
        "a bomber who is out has the lead handed to the right",
        "define gift as false",
        "define gift as false except next.leader when top is bomb as 1 seats before best.player",
        "I went out with a bomb, and it won the trick. Who leads?",
    ),
    Misreading(
        "nobody hands over the lead",
        "let gift be gift.follows",
        "let gift be false",
        "I am the declarer and have won a trick with a bomb. May I have my partner lead?",
    ),
    Misreading(
        "defenders hand over the lead",
        PARTNERS,
        ALL_OTHERS_HELP,
        "We defend, and I have won a trick with a bomb. May another defender lead?",
    ),
    Misreading(
        "without a declarer all are partners",
        PARTNERS,
        ALL_OTHERS_HELP,
        "There is no declarer. May the winner of a trick hand over the lead after a bomb?",
    ),
    Misreading(
        "the lead goes to the partner and not back",
        PARTNERS,
        "define seat s is partner of seat t as s is ally and t is declarer",
        "The declarer's partner goes out with a bomb and wins the trick. Who leads?",
    ),
    Misreading(
        "the lead waits for one who is out",
        "and some seat s has (s is playing and s is partner of best.player)",
        "and some seat s has (s is partner of best.player)",
        "And if the declarer is out as well?",
    ),
    Misreading(
        "defenders hand over the lead when they are out",
        PARTNERS,
        ALL_OTHERS_HELP,
        "We defend, and I went out with a bomb that won the trick. Who leads?",
    ),
    Misreading(
        "the declarer ends the hand",
        "number of seats s where (place of s is 0) is 1 on finish",
        "some seat s has (s is declarer and place of s is above 0) on finish",
        "The declarer is first out. Is the hand over?",
    ),
    Misreading(
        "the last to go out captures the kitty",
        "move all from kitty to captured of first.out",
        "move all from kitty to captured of taker",
        "Who captures the kitty?",
    ),
    Misreading(
        "a partner's hand does not count",
        "where (t is not s) of (cards in hand of t)",
        "where (t is not s and not t is partner of s) of (cards in hand of t)",
        "I am the declarer's partner and go out while he holds most cards. What do I score?",
    ),
    Misreading(
        "there are no slams",
        "except earned when s is ally and place of s is 2 and first.out is declarer "
        "as gained of first.out",
        "",
        "The declarer was first out, and his partner is second. What does the partner score?",
    ),
    Misreading(
        "the second out makes a slam with three as well",
        'cites neeps-tatties "Designer Notes: 93"',
        'cites neeps-tatties "Designer Notes: 93" '
        "except earned when place of s is 2 as gained of first.out",
        "First out scored 15 for cards in hand, and I am second. Do I score the same?",
    ),
    Misreading(
        "either of the two makes a slam",
        "when s is ally and place of s is 2 and first.out is declarer",
        """when place of s is 2
            and some seat t where (place of t is 1) has (s is partner of t)""",
        "The partner was first out, and the declarer second. Is that a slam?",
    ),
    Misreading(
        "the defender who was first out alone is paid",
        "otherwise third of highest.bid))))",
        "otherwise 0))))",
        "I bid 45 and was second out. Do I score part of it?",
    ),
    Misreading(
        "all defenders are paid the same",
        "as (2 times third of highest.bid when s is first.out otherwise third of highest.bid)",
        "as third of highest.bid",
        "I defend and was first out against a bid of 30. Who scores what?",
    ),
    Misreading(
        "a partner who is first is paid",
        "(0 when s is declarer or s is ally otherwise payment of s)",
        "(0 when s is declarer otherwise payment of s)",
        "I am the declarer's partner and was first out. Have we won the bid?",
    ),
    Misreading(
        "the next of those who tie deals",
        "otherwise 1 seats after dealer)",
        "otherwise first seat s after dealer where "
        "(every seat t has (standing of t is at most standing of s)))",
        "Two players have most points. Who deals?",
    ),
    Misreading(
        "a shared lead wins",
        "has (tally of t is below tally of s)",
        "has (tally of t is at most tally of s)",
        "Two of us have passed the target with as many points. Who has won?",
    ),
    Misreading(
        "the match ends in the middle of a hand",
        "and number of seats s where (place of s is 0) is 1 on finish",
        """and (number of seats s where (place of s is 0) is 1
            or some seat s where (place of s is above 0)
                has (tally of s + going.out of s is at least target)) on finish""",
        "The target is 350 points. Two of us have 340, and by going out I come past it. Have I "
        "won?",
    ),
    Misreading(
        "the least target that is advised is enough",
        "tally of s is at least target",
        "tally of s is at least 250",
        "The target is 350 points. I had 300 and now have 311, more than the others. Is it over?",
    ),
    Misreading(
        "a full game has nine hands besides its target",
        "deals is 0 and tally of s is at least target",
        "deals is 0 and played is at least 9 and tally of s is at least target",
        "And if I had 340 points before?",
    ),
    Misreading(
        "a target counts beside the number of hands",
        "match.played or deals is 0 and tally of s is at least target",
        "match.played or tally of s is at least target",
        "We agreed on two hands and on no target. I had 600 points before the first was over.",
    ),
]


@pytest.mark.planted("misreading")
@pytest.mark.parametrize("one", MISREAD, ids=lambda one: one.name.replace(" ", "-"))
def test_a_misreading_changes_an_answer(one: Misreading) -> None:
    kept = answers("tatties", one)
    assert kept
    assert not any(kept)


def test_every_question_has_a_misreading() -> None:
    assert questions_of("tatties") == {one.question for one in MISREAD}
