"""Exported words that programs ask for by name. What each means is for a text to say."""

WINNER = "winner"  # the seat or the team that has won the match, or none
TO_BEAT = "to.beat"  # the reading that a play has to beat now, or none
TRICK_HOLDER = "trick.holder"  # the seat that made the play to be beaten, or none

ASKED_OF_TRICKS = frozenset((TO_BEAT, TRICK_HOLDER))  # what records do not depend on
