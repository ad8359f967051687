"""How long a text from outside may be, by what it stands for; what is longer is not read."""

from haggis_rules.notation.errors import MalformedError

LONGEST_LINE = 100_000  # of a position or a view; the longest that is written takes a hundredth
LONGEST_ACTION = 10_000  # of cards, a play, a reading, or an action with its choices


def check_length(text: object, most: int, what: str) -> None:
    """See that something is a text, and not too long to be read. Raises ``MalformedError``."""
    if not isinstance(text, str):
        raise MalformedError(f"{what} is a text, and not {text!r:.40}")
    if len(text) > most:
        raise MalformedError(f"{what} has at most {most:,} characters, and this has {len(text):,}")
