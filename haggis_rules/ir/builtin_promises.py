"""What every game has to keep, whether or not its text promises it: the names, and what they say.

This is the one place that explains them. How they are shown is for whoever proves promises.
"""

PREFIX = "auto."  # how the names of these begin

AUTOMATIC: dict[str, str] = {
    "auto.defined": "Everything has a value wherever play looks at it.",
    "auto.bounds": (
        "State variables stay within their types, no zone gives more cards than it holds, and no "
        "card is made or lost."
    ),
    "auto.apart": "No two steps wait at one time, and no two exceptions to a definition hold.",
    "auto.secret": (
        "Apart from what the rules reveal openly, a view does not depend on what is hidden from "
        "its seat."
    ),
    "auto.live": "Until a hand is over, someone can act whenever no step waits.",
    "auto.ends": "No hand goes on forever.",
    "auto.used": "No clause is dead: for each part of it that play can reach, a hand uses it.",
}

TITLES: dict[str, str] = {
    "auto.defined": "Everything has a value",
    "auto.bounds": "Everything stays within its bounds",
    "auto.apart": "Nothing waits or holds twice",
    "auto.secret": "Hidden cards stay hidden",
    "auto.live": "Someone can always act",
    "auto.ends": "No hand goes on forever",
    "auto.used": "No clause is dead",
}


def is_automatic(promise: str) -> bool:
    """Whether a promise is one that every game has to keep."""
    return promise.startswith(PREFIX)
