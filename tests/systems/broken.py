"""Rules of Neeps and of Tatties, each broken in one place, and the promise that it breaks."""

import re
from dataclasses import dataclass

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower
from tests.systems import broken_scores
from tests.systems.misread import reworded


@dataclass(frozen=True)
class Broken:
    """A change of a text or of its parent, ``new`` for ``old``, and a promise that it breaks."""

    promise: str
    players: int
    old: str
    new: str
    variant: str


def broken_game(one: Broken) -> Game:
    """Load a game with its broken rule. The youngest text that has the old words has them once."""
    written = re.compile(r"\s+".join(map(re.escape, one.old.split())))
    files = list(lineage(source_of(one.variant)))
    place = max(at for at, file in enumerate(files) if written.search(file.span.source.text))
    files[place] = reworded(files[place], one.old, one.new)
    return lower(files, players=one.players)


BEATS = "export reading a beats reading b as a outranks b"
BOMBS = "except beats when a is bomb and b is not bomb"
COURTS = "deal one each of J Q K to hand of each seat"
PIPS = "deal 18 pip to hand of each seat"
SENDERS = "from hand of actor by any seat s where (cards in sent of s is 0)"
RESPONSES = """for each seat s move all from sent of s to hand of 2 seats before s,
    shown to all when s is showing"""
CLOSES = """and top is not none
    and passes is number of seats s where (s is playing and s is not best.player)"""
OUT = "for each seat s where (s is not playing and place of s is 0) let place of s be"
ENDS = "and some team t has (t is done) on finish"
LEADS = "define next.leader as first seat s from best.player where (s is playing)"
WRONG_LEADS = """define next.leader
    as (best.player when best.player is playing otherwise 1 seats after best.player)"""
NEXT = "as first seat s after p where (s is playing)"
PASSES = "may pass only when stage is tricks and top is not none"
CAPTURES = """on finish for each seat s
    move all from hand of s to captured of team of first.out"""
DEALER_FIRST = "state turn is seat or none, at first dealer"
NO_PLACES = "for each seat s let place of s be 0"
PLACE = "let place of s be 1 + number of seats t where (place of t is above 0)"
RETURNS = "move all from laid of t to hand of (actor when t is s otherwise t)"
MATCHES = "tally of actor is below tally of declarer"
REST = "on finish for each seat s move all from hand of s to captured of first.out"
SETS = "with width 2 or more, rank top made of width cards"
STAIRS = "with width 2 or more, length 2 or more, rank top made of width cards"
ANY_SET = "with width from 2 to 16, rank top made of 2 cards"
ANY_STAIR = "with width from 2 to 11, length 2 or more, rank top made of 2 cards"
ALLY = "times third of highest.bid when s is ally"
NEEPS = [
    ("beats.irreflexive", 4, BEATS, f"{BEATS} or a is b"),
    ("beats.asymmetric", 4, BOMBS, f"{BOMBS} or b is bomb and a is not bomb"),
    ("beats.transitive", 4, BOMBS, f"{BOMBS} and bomb of a is rainbow"),
    ("beats.total", 4, "alike in length ranked by top", "alike in length, top ranked by top"),
    ("beats.types", 4, 'alike in width ranked by top written "set', 'ranked by top written "set'),
    ("bombs.highest", 4, BOMBS, f"{BOMBS} and b is not single"),
    ("bombs.apart", 4, "need at least 1 pip in set, sequence", "need at least 1 pip in set"),
    ("sent.pips", 4, "may send only when c is pip", ""),
    ("courts.own", 4, COURTS, "deal 3 court to hand of each seat"),
    ("sent.one", 4, SENDERS, SENDERS.replace("is 0", "is at most 1")),
    ("passing.hands", 4, PIPS, "deal 17 pip to hand of each seat deal the rest of pip to pile"),
    ("passing.over", 4, f"{RESPONSES} let stage be tricks", "let stage be tricks"),
    ("trick.best", 4, "let best.player be actor", ""),
    ("trick.passes", 4, CLOSES, CLOSES.replace("passes is", "passes is 1 +")),
    ("trick.rises", 4, "may play only when top is none or p beats top", ""),
    ("out.empty", 4, OUT, OUT.replace("s is not playing and", "")),
    ("out.first", 4, PLACE, PLACE.replace("be 1 +", "be 2 +")),
    ("out.best", 4, "let best.player be actor", "let best.player be 1 seats after actor"),
    ("out.rivals", 4, ENDS, ENDS.replace("some team", "every team")),
    ("out.team", 4, ENDS, ENDS.replace("and some", "and passes is above 0 and some")),
    ("turn.ready", 4, LEADS, WRONG_LEADS),
    ("turn.passes", 4, NEXT, NEXT.replace("after p", "after 1 seats after p")),
    ("turn.rival", 4, CLOSES, CLOSES.replace("passes is", "passes is 1 +")),
    ("never.stuck", 4, PASSES, f"{PASSES} and passes is below 2"),
    ("score.total", 4, CAPTURES, ""),
    ("score.total", 6, CAPTURES, ""),
    ("hand.small", 4, "hand of 2 seats before s, shown", "hand of dealer, shown"),
    *(("sets.largest", seats, SETS, ANY_SET) for seats in (4, 6)),
    *(("stairs.widest", seats, STAIRS, ANY_STAIR) for seats in (4, 6)),
    (
        "out.over",
        4,
        "on finish let stage be over",
        "on finish let stage be over for each seat s let place of s be 0",
    ),
    ("out.count", 4, PLACE, PLACE.replace("be 1 +", "be 2 +")),
    (
        "out.second",
        6,
        PLACE,
        "let place of s be 1 + number of seats t where (place of t is 2 or place of t is 3)",
    ),
    (
        "bets.own",
        4,
        "let bettor of team of actor be actor",
        "let bettor of team of actor be 1 seats after actor",
    ),
    (
        "bets.rise",
        4,
        "or k is above stake of team of actor",
        "or k is not stake of team of actor",
    ),
    (
        "hand.ends",
        4,
        "or k is above stake of team of actor",
        "or k is at least stake of team of actor",
    ),
    (
        "passing.moves",
        4,
        "may send only when c is pip",
        "may send only when c is pip and rank of c is 2",
    ),
    (
        "passing.moves",
        6,
        "may send only when c is pip",
        "may send only when c is pip and rank of c is 2",
    ),
    (
        "start.quiet",
        4,
        "state turn is seat or none, at first none",
        "state turn is seat or none, at first dealer",
    ),
]
TATTIES = [
    ("auction.hands", 5, PIPS, "deal 17 pip to hand of each seat deal the rest of pip to pile"),
    ("courts.own", 3, COURTS, "deal 3 court to hand of each seat"),
    ("start.quiet", 3, "state turn is seat or none, at first none", DEALER_FIRST),
    ("out.empty", 3, OUT, OUT.replace("s is not playing and", "")),
    ("out.first", 3, PLACE, PLACE.replace("be 1 +", "be 2 +")),
    ("out.over", 3, "on finish let stage be over", f"on finish let stage be over {NO_PLACES}"),
    ("out.best", 3, "let best.player be actor", "let best.player be 1 seats after actor"),
    ("turn.ready", 3, LEADS, "define next.leader as best.player"),
    ("turn.passes", 3, NEXT, NEXT.replace("after p", "after 1 seats after p")),
    ("turn.rival", 3, CLOSES, CLOSES.replace("passes is", "passes is 1 +")),
    ("courts.held", 3, "may discard only when c is pip", ""),
    ("exchange.pips", 3, "may discard only when c is pip", ""),
    ("exchange.pips", 5, "may lay only when c is pip", ""),
    (
        "auction.bidder",
        3,
        "on declare.nobody let stage be tricks",
        "on declare.nobody let stage be exchange",
    ),
    ("auction.rises", 3, MATCHES, MATCHES.replace("below", "at most")),
    ("hand.ends", 5, MATCHES, MATCHES.replace("below", "at most")),
    (
        "auction.turns",
        3,
        "as first seat s after p where (not declined of s)",
        "as 1 seats after p",
    ),
    (
        "auction.passed",
        5,
        "as first seat s after p where (not declined of s)",
        "as first seat s from 2 seats after p where (not declined of s)",
    ),
    ("kitty.whole", 3, "deal 1 pip to kitty.top", ""),
    ("auction.hands", 3, "deal 14 pip to", "deal 13 pip to"),
    (
        "exchange.hands",
        3,
        "move all from kitty.top to hand of declarer",
        "move all from kitty.top to hand of 1 seats after declarer",
    ),
    (
        "exchange.least",
        3,
        "step begin when stage is exchange and cards in hand of declarer is 17",
        "step begin when stage is exchange and cards in hand of declarer is 15",
    ),
    (
        "exchange.most",
        3,
        "move c from hand of actor to kitty",
        "move c from hand of actor to hand of 1 seats after actor",
    ),
    (
        "hand.small",
        3,
        "on begin let stage be tricks",
        "on begin let stage be tricks move all from kitty to hand of dealer",
    ),
    ("exchange.once", 3, "on declare let stage be exchange", "on declare let stage be swapping"),
    ("exchange.spent", 3, "move all from kitty to captured of first.out", ""),
    ("score.total", 3, "move all from kitty.bottom to captured of first.out", ""),
    ("bids.whole", 3, "((3 times third of highest.bid", "((2 times third of highest.bid"),
    ("out.left", 3, "(place of s is 0) is 1 on finish", "(place of s is 0) is 0 on finish"),
    (
        "never.stuck",
        3,
        "may decline only when stage is auction",
        "may decline only when stage is auction and highest.bid is not none",
    ),
    (
        "exchange.hands",
        5,
        "move c from hand of actor to offered of actor",
        "move c from hand of actor to pile",
    ),
    (
        "exchange.empty",
        5,
        f"for each seat t where (t is not actor) {RETURNS}",
        "for each seat t where (t is s) move all from laid of t to hand of actor",
    ),
    (
        "exchange.laid",
        5,
        "may lay only when stage is exchange and cards in laid of actor is below due",
        "may lay only when stage is exchange",
    ),
    (
        "exchange.turns",
        5,
        "may offer only when stage is exchange and cards in laid of declarer is due",
        "may offer only when stage is exchange",
    ),
    (
        "exchange.even",
        5,
        "every seat s where (s is not declarer) has (cards in offered of s is due) on reveal",
        "some seat s has (cards in offered of s is due) on reveal",
    ),
    (
        "exchange.ends",
        5,
        "move all from offered of s to laid of s, shown to all",
        "move all from offered of s to hand of s, shown to all",
    ),
    (
        "exchange.least",
        5,
        "move c from hand of actor to offered of actor",
        (
            "move c from hand of actor to offered of actor "
            "move all from hand of declarer to laid of declarer"
        ),
    ),
    (
        "exchange.most",
        5,
        "move c from hand of actor to offered of actor",
        "move c from hand of actor to hand of 1 seats after actor",
    ),
    ("hand.small", 5, RETURNS, "move all from laid of t to hand of actor"),
    *(("sets.largest", seats, SETS, ANY_SET) for seats in (3, 5)),
    *(("stairs.widest", seats, STAIRS, ANY_STAIR) for seats in (3, 5)),
    ("ally.there", 5, "let ally be s", ""),
    ("exchange.spent", 5, REST, ""),
    ("score.total", 5, REST, ""),
    ("bids.whole", 5, f"(3 {ALLY}", f"(2 {ALLY}"),
    (
        "never.stuck",
        5,
        "may swap only when s is not actor",
        "may swap only when s is 2 seats after actor",
    ),
]
ALL = [
    *(Broken(*one, "neeps") for one in (*NEEPS, *broken_scores.NEEPS)),
    *(Broken(*one, "tatties") for one in (*TATTIES, *broken_scores.TATTIES)),
]
