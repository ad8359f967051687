"""What goes wrong when rules are run that are not sound."""


class Breach(Exception):
    """The rules ask for something that cannot be done in this state."""


class NoValue(Breach):
    """A value is needed where there is none."""


class Overlap(Breach):
    """Two exceptions to one definition hold, or two steps wait, at the same time."""


class OutOfBounds(Breach):
    """A state variable is given a value outside its type."""


class NotEnoughCards(Breach):
    """More cards leave a zone than lie in it."""


class Endless(Breach):
    """Steps follow one another without end."""
