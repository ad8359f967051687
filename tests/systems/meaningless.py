"""Lines that mean nothing at a table, and what is said of each."""

from __future__ import annotations

from typing import NamedTuple


class Unread(NamedTuple):
    """A line that means nothing at a table: by which name it is refused, and what is said."""

    table: str
    line: str
    kind: str
    said: str


MEANINGLESS = {
    "a bet that there is not": Unread(
        *("classic/2", "1: bet baby", "MalformedError"),
        r"'baby' is no amount: one of zero, little, big belongs here; .*\(bets.when\)",
    ),
    "a bet of none where nobody says none": Unread(
        *("rogers/2 by fives", "1: bet zero", "MalformedError"),
        r"baby, little, big .*\(bets.when\)",
    ),
    "a bet without an amount": Unread(
        *("neeps/4", "1: bet", "MalformedError"),
        r"`bet` lacks a choice; it is written `bet baby\|little\|big` \(bets.when\)",
    ),
    "a bet of two amounts": Unread(
        *("classic/3", "1: bet little big", "MalformedError"),
        r"nothing takes `big`; it is written `bet zero\|little\|big` \(bets.when\)",
    ),
    "a bet where there is an auction": Unread(
        *("tatties/3", "1: bet little", "MalformedError"),
        "no action is called `bet`; there are `play`, `pass`",
    ),
    "a bid where there are bets": Unread(
        *("neeps/4", "1: bid fifteen", "MalformedError"), "no action is called `bid`"
    ),
    "a bid that there is not": Unread(
        *("tatties/5", "1: bid 20", "MalformedError"),
        r"'20' is no amount: one of fifteen, thirty, forty-five .*\(auction.turn\)",
    ),
    "a message by nobody": Unread(
        *("neeps/4", "5: send 2r", "MalformedError"), "the seats are 1 to 4, not 5"
    ),
    "a message of two cards": Unread(
        *("neeps/4", "1: send 2r 2r", "MalformedError"), r"nothing takes `2r`; .*\(passing.choose"
    ),
    "a message of a card that there is not": Unread(
        *("neeps/4", "1: send 2b", "UnknownCardError"),
        r"`2b` is not a card of this deck, which has 2r to 10g \(pip\), J to K \(court\)",
    ),
    "a message of six that is neither up nor down": Unread(
        *("neeps/6", "1: send 2r", "MalformedError"), r"`send` lacks a choice; .*down\|up"
    ),
    "a message of six sideways": Unread(
        *("neeps/6", "1: send 2r sideways", "MalformedError"), r"'sideways' is no facing: .*down"
    ),
    "a message face up with four": Unread(
        *("neeps/4", "1: send 2r up", "MalformedError"), "nothing takes `up`"
    ),
    "drawing, which is not for players": Unread(
        *("tatties/3", "1: draw", "MalformedError"), "no action is called `draw`"
    ),
    "laying where cards are put back": Unread(
        *("tatties/3", "1: lay 2r", "MalformedError"), "no action is called `lay`; .*`discard`"
    ),
    "putting back where cards are laid": Unread(
        *("tatties/5", "1: discard 2r", "MalformedError"), "no action is called `discard`"
    ),
    "swapping with nobody": Unread(
        *("tatties/5", "1: swap 6", "MalformedError"),
        r"`6` is not a seat; there are 1 to 5; it is written `swap SEAT` \(exchange.swap\)",
    ),
    "handing the lead to a card": Unread(
        *("neeps/4", "1: give 2r", "MalformedError"), r"`2r` is not a seat; .*\(lead.gift\)"
    ),
    "handing over the lead with three": Unread(
        *("tatties/3", "1: give 2", "MalformedError"), "no action is called `give`"
    ),
    "giving a trick away where nobody chooses": Unread(
        *("tournament", "1: award 2", "MalformedError"), "no action is called `award`"
    ),
    "a set where there are none": Unread(
        *("rogers/2", "1: play 9r 9g", "NoPlayError"), "make nothing|no play"
    ),
    "a lead of which nobody says what it is": Unread(
        *("neeps/4", "1: play 10r J Q", "UnclearPlayError"), "set3@10"
    ),
    "a card three times of which there are two": Unread(
        *("neeps/4", "1: play 9r 9r 9r", "TooManyCopiesError"), "more than 2 of `9r`"
    ),
}
