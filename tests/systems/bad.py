"""Things that are not allowed: at which table, after what, what is done, and what is said to it.

A line is an action as people write it. In it `{1a}` and `{1b}` are the two lowest pips of seat 1,
and `{1x}` is the lowest pip of the deck that seat 1 does not hold.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.systems.tables import Lines


class Case(NamedTuple):
    """What was done, what is done now, which clauses stand against it, and what is said first."""

    table: str
    before: Lines
    done: str
    clauses: frozenset[str]
    said: str


# The dealer is the last seat where his left leads, so that seat 1 does; in an auction he is seat 1.

MESSAGES_4: Lines = tuple(f"{seat}: send {{{seat}a}}" for seat in (1, 2, 3, 4))
MESSAGES_6: Lines = tuple(f"{seat}: send {{{seat}a}} down" for seat in range(1, 7))
PASSED_4, PASSED_6 = MESSAGES_4 * 2, MESSAGES_6 * 2
BOMB_3: Lines = ("1: play J Q", "2: pass", "3: pass")
BOMB_4: Lines = (*PASSED_4, "1: play J Q", "2: pass", "3: pass", "4: pass")
BOMB_6: Lines = (*PASSED_6, "1: play J Q", *(f"{seat}: pass" for seat in range(2, 7)))
KING_4: Lines = (*PASSED_4, "1: play K", "2: pass", "3: pass", "4: pass")
BID_3: Lines = ("1: bid forty-five", "2: decline", "3: decline")
BID_30: Lines = ("1: bid thirty", "2: decline", "3: decline")
NOBODY_3: Lines = ("1: decline", "2: decline", "3: decline")
BID_5: Lines = (
    "1: bid forty-five", *(f"{seat}: decline" for seat in range(2, 6))
)  # fmt: skip
LAID_5: Lines = (*BID_5, "1: lay {1a}")
OFFERED_5: Lines = (*LAID_5, *(f"{seat}: offer {{{seat}a}}" for seat in range(2, 6)))
SWAPPED_5: Lines = (*OFFERED_5, "1: swap 3")
BOMB_5: Lines = (*SWAPPED_5, "1: play J Q", *(f"{seat}: pass" for seat in range(2, 6)))
OTHERS_BOMB_5: Lines = (
    *(*SWAPPED_5, "1: play {1a}", "2: play J Q"),
    *("3: pass", "4: pass", "5: pass", "1: pass"),
)


def _case(table: str, before: Lines, done: str, clauses: str, said: str) -> Case:
    return Case(table, before, done, frozenset(clauses.split()), said)


BETS = {
    "a bet twice": _case(
        *("classic/2", ("1: bet little",), "1: bet big", "bets.when"),
        "it needs `stake of s is none and not begun of s`, which does not hold here for seat 1",
    ),
    "the same bet twice": _case(
        *("classic/3", ("2: bet big",), "2: bet big", "bets.when"),
        "which does not hold here for seat 2",
    ),
    "a bet after none was declared": _case(
        *("classic/2", ("1: bet zero",), "1: bet big", "bets.when"),
        "which does not hold here for seat 1",
    ),
    "a bet after the first card": _case(
        *("classic/2", ("1: play {1a}",), "1: bet little", "bets.when"),
        "which does not hold here for seat 1",
    ),
    "a bet after everybody's first card": _case(
        *("classic/2", ("1: play {1a}", "2: play K"), "2: bet little", "bets.when"),
        "which does not hold here for seat 2",
    ),
    "a bet once the leader has played": _case(
        *("cats", ("1: play {1a}",), "2: bet little", "bets.when"), "which does not hold here for"
    ),
    "a bet that neeps does not know is higher": _case(
        *("neeps/4", ("1: bet little",), "3: bet little", "bets.when"),
        "it needs `stake of team of actor is none or k is above stake of team of actor`",
    ),
    "a bet below the partner's": _case(
        *("neeps/4", ("1: bet little",), "3: bet baby", "bets.when"), "it needs `stake of team"
    ),
    "the bettor's own higher bet": _case(
        *("neeps/6", ("1: bet baby",), "1: bet big", "bets.when"),
        "which does not hold here for seat 1",
    ),
    "a bet of neeps after the first card": _case(
        *("neeps/4", (*PASSED_4, "1: play {1a}"), "1: bet big", "bets.when"),
        "which does not hold here for seat 1",
    ),
    "a bet of fives twice": _case(
        *("rogers/2 by fives", ("2: bet baby",), "2: bet big", "bets.when"),
        "which does not hold here for seat 2",
    ),
}
BIDS = {
    "a bid out of turn": _case(
        *("tatties/3", (), "2: bid fifteen", "auction.turn"),
        "it is for seat 1 here, not for seat 2",
    ),
    "a second bid before the others": _case(
        *("tatties/5", ("1: bid fifteen",), "1: bid thirty", "auction.turn"),
        "it is for seat 2 here",
    ),
    "a lower bid": _case(
        *("tatties/3", ("1: bid thirty",), "2: bid fifteen", "auction.higher"),
        "it needs `highest.bid is none or k is above highest.bid or",
    ),
    "a match with as many points": _case(
        *("tatties/5", ("1: bid thirty",), "2: bid thirty", "auction.higher"),
        "tally of actor is below tally of declarer`",
    ),
    "a bid after declining": _case(
        *("tatties/3", ("1: decline", "2: bid fifteen"), "1: bid thirty", "auction.turn"),
        "it is for seat 3 here",
    ),
    "declining twice": _case(
        *("tatties/3", ("1: decline",), "1: decline", "auction.turn"), "it is for seat 2 here"
    ),
    "a bid after the auction": _case(
        *("tatties/3", BID_3, "2: bid forty-five", "auction.turn"),
        "it is for nobody here",
    ),
    "declining after the auction": _case(
        *("tatties/5", BID_5, "3: decline", "auction.turn"), "it is for nobody here"
    ),
}
PASSES = {
    "a court card as a message": _case(
        *("neeps/4", (), "1: send J", "passing.pips"), "it needs `c is pip`"
    ),
    "a court card as a message face up": _case(
        *("neeps/6", (), "2: send K up", "passing.pips"), "it needs `c is pip`"
    ),
    "a message that is not held": _case(
        *("neeps/4", (), "1: send {1x}", "passing.choose.four"),
        r"there is no \w+ in hand of seat 1",
    ),
    "a message twice": _case(
        *("neeps/4", ("1: send {1a}",), "1: send {1b}", "passing.choose.four"),
        "`cards in sent of s is 0`, which does not hold here for seat 1",
    ),
    "a message twice with six": _case(
        *("neeps/6", ("4: send {4a} up",), "4: send {4b} down", "passing.choose.six"),
        "which does not hold here for seat 4",
    ),
    "a response twice": _case(
        *("neeps/4", (*MESSAGES_4, "3: send {3a}"), "3: send {3b}", "passing.choose.four"),
        "which does not hold here for seat 3",
    ),
    "a response that is a court card": _case(
        *("neeps/4", MESSAGES_4, "1: send Q", "passing.pips"), "it needs `c is pip`"
    ),
    "a message when cards have been passed": _case(
        *("neeps/4", PASSED_4, "1: send {1a}", "passing.choose.four"),
        "it needs `stage is messages or stage is responses`",
    ),
    "a message when cards have been passed by six": _case(
        *("neeps/6", PASSED_6, "1: send {1a} up", "passing.choose.six"),
        "it needs `stage is messages or stage is responses`",
    ),
    "a card before cards have been passed": _case(
        *("neeps/4", MESSAGES_4, "1: play {1a}", "trick.play"), "it is for nobody here"
    ),
}
EXCHANGES = {
    "putting back before the auction is over": _case(
        *("tatties/3", ("1: bid thirty",), "1: discard {1a}", "exchange.discard"),
        "it needs `stage is exchange`",
    ),
    "putting back as a defender": _case(
        *("tatties/3", BID_3, "2: discard {2a}", "exchange.discard"),
        "it is for seat 1 here, not for seat 2",
    ),
    "putting back a court card": _case(
        *("tatties/3", BID_3, "1: discard Q", "exchange.discard"), "it needs `c is pip`"
    ),
    "putting back a card that is not held": _case(
        *("tatties/3", BID_3, "1: discard {1x}", "exchange.discard"),
        r"there is no \w+ in hand of seat 1",
    ),
    "putting back one card too many": _case(
        *("tatties/3", (*BID_30, "1: discard {1a}", "1: discard {1a}"), "1: discard {1a}"),
        *("exchange.discard", "it needs `stage is exchange`"),
    ),
    "putting back when there is no declarer": _case(
        *("tatties/3", NOBODY_3, "1: discard {1a}", "exchange.discard"), "it is for nobody here"
    ),
    "playing before all is put back": _case(
        *("tatties/3", BID_30, "1: play {1a}", "trick.play"), "it is for nobody here"
    ),
    "laying before the auction is over": _case(
        *("tatties/5", ("1: bid fifteen",), "1: lay {1a}", "exchange.lay"),
        "it needs `stage is exchange and cards in laid of actor is below due`",
    ),
    "laying as a defender": _case(
        *("tatties/5", BID_5, "2: lay {2a}", "exchange.lay"), "it is for seat 1 here"
    ),
    "laying a court card": _case(
        *("tatties/5", BID_5, "1: lay K", "exchange.lay"), "it needs `c is pip`"
    ),
    "laying a card that is not held": _case(
        *("tatties/5", BID_5, "1: lay {1x}", "exchange.lay"), r"there is no \w+ in hand of seat 1"
    ),
    "laying one card too many": _case(
        *("tatties/5", LAID_5, "1: lay {1a}", "exchange.lay"), "cards in laid of actor is below due"
    ),
    "offering before the declarer has laid": _case(
        *("tatties/5", BID_5, "2: offer {2a}", "exchange.offer"),
        "it needs `stage is exchange and cards in laid of declarer is due`",
    ),
    "offering as the declarer": _case(
        *("tatties/5", LAID_5, "1: offer {1a}", "exchange.offer"),
        "which does not hold here for seat 1",
    ),
    "offering a court card": _case(
        *("tatties/5", LAID_5, "4: offer J", "exchange.offer"), "it needs `c is pip`"
    ),
    "offering a card that is not held": _case(
        *("tatties/5", LAID_5, "4: offer {4x}", "exchange.offer"),
        r"there is no \w+ in hand of seat 4",
    ),
    "offering twice": _case(
        *("tatties/5", (*LAID_5, "3: offer {3a}"), "3: offer {3b}", "exchange.offer"),
        "`s is not declarer and cards in offered of s is below due`",
    ),
    "swapping before all have offered": _case(
        *("tatties/5", LAID_5, "1: swap 2", "exchange.swap"), "it needs `stage is swapping`"
    ),
    "swapping as a defender": _case(
        *("tatties/5", OFFERED_5, "2: swap 3", "exchange.swap"), "it is for seat 1 here"
    ),
    "swapping with oneself": _case(
        *("tatties/5", OFFERED_5, "1: swap 1", "exchange.swap"), "it needs `s is not actor`"
    ),
    "swapping twice": _case(
        *("tatties/5", SWAPPED_5, "1: swap 2", "exchange.swap"), "it needs `stage is swapping`"
    ),
    "playing before the swap": _case(
        *("tatties/5", OFFERED_5, "1: play {1a}", "trick.play"), "it is for nobody here"
    ),
}
LEADS = {
    "handing over a lead that no bomb has won": _case(
        *("neeps/4", KING_4, "1: give 3", "lead.gift"), "it needs `gift`"
    ),
    "handing over the lead to an opponent": _case(
        *("neeps/4", BOMB_4, "1: give 2", "lead.gift"),
        "it needs `s is playing and s is partner of actor`",
    ),
    "handing over the lead to oneself": _case(
        *("neeps/6", BOMB_6, "1: give 1", "lead.gift"), "s is partner of actor"
    ),
    "handing over another player's lead": _case(
        *("neeps/6", BOMB_6, "3: give 5", "lead.gift"), "it is for seat 1 here, not for seat 3"
    ),
    "handing the lead back": _case(
        *("neeps/4", (*BOMB_4, "1: give 3"), "3: give 1", "lead.gift"), "it needs `gift`"
    ),
    "handing over the lead twice": _case(
        *("neeps/6", (*BOMB_6, "1: give 3"), "1: give 5", "lead.gift"), "it is for seat 3 here"
    ),
    "handing over the lead while cards are passed": _case(
        *("neeps/4", (), "1: give 3", "lead.gift"), "it is for nobody here"
    ),
    "a declarer handing the lead to a defender": _case(
        *("tatties/5", BOMB_5, "1: give 2", "lead.gift.five"), "s is partner of actor"
    ),
    "a defender handing over the lead": _case(
        *("tatties/5", OTHERS_BOMB_5, "2: give 4", "lead.gift.five"), "it needs `gift`"
    ),
    "a partner handing the lead back": _case(
        *("tatties/5", (*BOMB_5, "1: give 3"), "3: give 1", "lead.gift.five"), "it needs `gift`"
    ),
    "giving a trick away that no bomb has won": _case(
        *("classic/3", (), "1: award 2", "capture.bomb.three"), "it is for nobody here"
    ),
    "giving another player's trick away": _case(
        *("classic/3", BOMB_3, "2: award 3", "capture.bomb.three"), "it is for seat 1 here"
    ),
    "giving a trick to oneself": _case(
        *("rogers/3", BOMB_3, "1: award 1", "capture.bomb.three"), "it needs `s is not actor`"
    ),
    "giving a trick away twice": _case(
        *("classic/3", (*BOMB_3, "1: award 2"), "1: award 3", "capture.bomb.three"),
        "it is for nobody here",
    ),
    "leading before the trick is given away": _case(
        *("classic/3", BOMB_3, "1: play {1a}", "capture.bomb.three"), "it needs `not pile.waits`"
    ),
    "giving the left-over cards away too early": _case(
        *("rogers/3", (), "1: grant 2", "haggis.bomb.three"), "it is for nobody here"
    ),
}
PLAYS = {
    "a card out of turn": _case(
        *("tournament", (), "2: play {2a}", "trick.play"), "it is for seat 1 here, not for seat 2"
    ),
    "a card that is not held": _case(
        *("wikipedia/3", (), "1: play {1x}", "trick.play"), r"there is no \w+ in hand of seat 1"
    ),
    "a card that is not held and out of turn": _case(
        *("rogers/2", (), "2: play {2x}", "trick.play"), "it is for seat 1 here, not for seat 2"
    ),
    "a lower card": _case(
        *("classic/2", ("1: play K",), "2: play {2a}", "trick.higher"),
        "it needs `top is none or p beats top`",
    ),
    "passing the lead": _case(
        *("cats", (), "1: pass", "trick.pass"), "it needs `stage is tricks and top is not none`"
    ),
    "passing out of turn": _case(
        *("tournament", ("1: play {1a}",), "3: pass", "trick.pass"), "it is for seat 2 here"
    ),
    "passing twice": _case(
        *("neeps/4", (*PASSED_4, "1: play {1a}", "2: pass"), "2: pass", "trick.pass"),
        "it is for seat 3 here",
    ),
}
REFUSED = BETS | BIDS | PASSES | EXCHANGES | LEADS | PLAYS
