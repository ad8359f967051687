"""Rules of Neeps and of Tatties broken where they score, and where a match goes on."""

DONE = "and some team t has (t is done) on finish"
GAINS = "for each seat s where (s is not playing and place of s is 0) let gained of s be"
PLACE = "let place of s be 1 + number of seats t where (place of t is above 0)"
SAME_PLACE = "let place of s be 1"
ALL_PLACED = "for each seat s where (place of s is 0) let place of s be"
PLACED = "for each seat s where (s is not playing and place of s is 0) let place of s be"
SLAM = "place of s is 2 and team of s is team of first.out as gained of first.out"
GRAND = "and team of second.out is team of first.out as gained of first.out"
CARDS = "score captured.cards of team t as 1 point for each (cards in captured of t)"
OWN_CARDS = "score captured.cards of seat s as 1 point for each (cards in captured of s)"
COUNTED = "let played be played + 1"
COUNTED_TWICE = "let played be played + 2"
FAILED = "(worth of stake of rivals of t when rivals of t is failing otherwise 0)"
OWN_FAILED = "(worth of stake of t when t is failing otherwise 0)"
TWICE, THRICE = "as 2 times worth of stake of t", "as 3 times worth of stake of t"
ADDED, ADDED_SEAT = "let tally of t be standing of t", "let tally of s be standing of s"
THIRDS = "(5 when k is fifteen otherwise (10 when k is thirty otherwise 15))"
SHARES = "(2 times third of highest.bid when s is first.out otherwise third of highest.bid)"
SHARES_TURNED = "(third of highest.bid when s is first.out otherwise 2 times third of highest.bid)"
OWN_NOTHING = "otherwise (0 when s is declarer otherwise (2 times third"
SIDE_NOTHING = "otherwise (0 when s is declarer or s is ally otherwise payment of s)"
NEEPS = [
    ("bombs.ordered", 4, "ranked by bomb", "alike in bomb ranked by bomb"),
    ("out.places", 4, PLACE, SAME_PLACE),
    ("out.left", 4, PLACED, ALL_PLACED),
    ("out.done", 4, DONE, DONE.replace("team t has (t is done)", "seat s has (place of s is 1)")),
    ("out.scored", 4, "be 5 points for each (most", "be 4 points for each (most"),
    ("out.unscored", 4, GAINS, "for each seat s let gained of s be"),
    ("score.sum", 4, CARDS, f"{CARDS} {CARDS.replace('captured.cards', 'again')}"),
    ("slam.none", 4, "and team of s is team of first.out as gained", "as gained"),
    ("slam.ends", 4, PLACED, ALL_PLACED),
    ("slam.ends", 6, PLACED, ALL_PLACED),
    (
        "slam.pays",
        4,
        SLAM,
        SLAM.replace("of first.out as gained of first.out", "of first.out as 0"),
    ),
    (
        "slam.pays",
        6,
        SLAM,
        SLAM.replace("of first.out as gained of first.out", "of first.out as 0"),
    ),
    (
        "slam.others",
        6,
        f"place of s is 3 and team of s is team of first.out {GRAND}",
        "place of s is 3 as gained of first.out",
    ),
    ("slam.grand", 6, GRAND, "and team of second.out is team of first.out as 0"),
    ("bets.lost", 4, FAILED, OWN_FAILED),
    ("bets.named", 4, FAILED, OWN_FAILED),
    ("bets.named", 6, FAILED, OWN_FAILED),
    ("bets.settled", 4, TWICE, THRICE),
    ("bets.settled", 6, THRICE, TWICE),
    *(("hand.least", seats, CARDS, CARDS.replace("(cards", "(pip cards")) for seats in (4, 6)),
    *(("hand.all", seats, CARDS, CARDS.replace("1 point", "2 points")) for seats in (4, 6)),
    *(("hand.most", seats, CARDS, CARDS.replace("1 point", "9 points")) for seats in (4, 6)),
    ("match.adds", 4, COUNTED, COUNTED_TWICE),
    ("match.deals", 4, "(team of s is dealing.team)", "(team of s is not dealing.team)"),
    ("match.leads", 4, "let turn be 1 seats after dealer", "let turn be dealer"),
    *(
        (promise, seats, ADDED, "let tally of t be total score of t")
        for promise in ("match.rises", "match.grows")
        for seats in (4, 6)
    ),
    *(("match.bounded", seats, COUNTED, COUNTED_TWICE) for seats in (4, 6)),
]
TATTIES = [
    ("out.count", 3, PLACE, PLACE.replace("be 1 +", "be 2 +")),
    ("out.places", 3, PLACE, SAME_PLACE),
    ("one.left", 3, "(place of s is 0) is 1 on finish", "(place of s is 0) is 2 on finish"),
    ("out.scored", 3, "be 5 points for each (most", "be 4 points for each (most"),
    ("out.unscored", 3, GAINS, "for each seat s let gained of s be"),
    (
        "out.captured",
        3,
        "on finish move all from pile to captured of taker",
        "on finish move all from pile to captured of first.out",
    ),
    ("out.most", 3, "be 5 points for each (most", "be 6 points for each (most"),
    ("score.sum", 3, OWN_CARDS, f"{OWN_CARDS} {OWN_CARDS.replace('captured.cards', 'again')}"),
    ("slam.none", 3, "score going.out of seat s as", "score going.out of seat s as 2 times"),
    (
        "slam.none",
        5,
        "except earned when s is ally and place of s is 2 and first.out is declarer as",
        "except earned when place of s is 2 as",
    ),
    (
        "slam.pays",
        5,
        "and first.out is declarer as gained of first.out",
        "and first.out is declarer as 0",
    ),
    *(("bids.thirds", seats, THIRDS, THIRDS.replace("15", "16")) for seats in (3, 5)),
    (
        "bids.none",
        3,
        "(0 when declarer is none otherwise ((3",
        "(5 when declarer is none otherwise ((3",
    ),
    (
        "bids.none",
        5,
        "(0 when declarer is none otherwise ((6",
        "(5 when declarer is none otherwise ((6",
    ),
    ("bids.lost", 3, OWN_NOTHING, OWN_NOTHING.replace("(0", "(5")),
    ("bids.lost", 5, SIDE_NOTHING, SIDE_NOTHING.replace("(0", "(5")),
    ("bids.named", 3, f"otherwise {SHARES}", f"otherwise {SHARES_TURNED}"),
    ("bids.named", 5, f"as {SHARES}", f"as {SHARES_TURNED}"),
    *(
        ("hand.least", seats, OWN_CARDS, OWN_CARDS.replace("(cards", "(pip cards"))
        for seats in (3, 5)
    ),
    *(("hand.all", seats, OWN_CARDS, OWN_CARDS.replace("1 point", "2 points")) for seats in (3, 5)),
    *(
        ("hand.most", seats, OWN_CARDS, OWN_CARDS.replace("1 point", "9 points"))
        for seats in (3, 5)
    ),
    ("match.adds", 3, COUNTED, COUNTED_TWICE),
    (
        "match.deals",
        3,
        "(s is ahead) otherwise 1 seats after dealer)",
        "(s is ahead) otherwise dealer)",
    ),
    (
        "match.leads",
        3,
        "when declarer is none otherwise declarer)",
        "when declarer is none otherwise dealer)",
    ),
    *(
        (promise, seats, ADDED_SEAT, "let tally of s be total score of s")
        for promise in ("match.rises", "match.grows")
        for seats in (3, 5)
    ),
    *(("match.bounded", seats, COUNTED, COUNTED_TWICE) for seats in (3, 5)),
]
