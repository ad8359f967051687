"""Python as text: bodies of functions, names that are safe, and tables that all functions share.

What ``expression`` gives back for a node never fails and has no effect, so it may stand anywhere,
more than once or not at all. Whatever may fail stands in lines of its own, in the order of
``evaluate``. So whether a function can raise at all is seen from its lines (``Module.is_safe``).
"""

import builtins
import keyword
import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from haggis_rules.ir.game import Game

VALUES, ZONES = "V", "Z"  # the two halves of a state, in the generated text
LONGEST = 320  # a text that would be longer is not unrolled or put in the place of a call
MOST_BRACKETS = 40  # within one another; Python reads at most 200, and one node adds a few
MOST_NESTED = 8  # cases or conditions, each in the one before; more are written one below another
MOST_INLINED = 60  # definitions that are written out in the place of one call
MOST_ADDED = 100  # terms in a row, each of which Python's compiler reads a call deeper

MASKED = "0x"  # begins the mask of some cards, which stands in one place alone to be read

_INDENT = "    "
_LITERAL = re.compile(r"\d+|None|True|False")
_ATOM = re.compile(r"\w+|[VZ]\w?\[\d+\]")


@dataclass(frozen=True, slots=True)
class CompiledDefinition:
    """A function made from a definition. One that is ``safe`` never raises a breach.

    What takes ``several`` lines, or masks cards, is never written in the place of a call, nor is
    one for which more than ``MOST_INLINED`` would be ``written_out``, itself and those that it
    speaks of counted as often as they would be: trying that out could take time and recursion
    without end.
    """

    function: str
    safe: bool
    several: bool
    written_out: int


class NameAllocator:
    """Python names, each given once.

    What an author calls a thing never stands in the text as code before it has come through here:
    no name is a keyword, a builtin or one of the text's own, whatever the rules are called.
    """

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken | set(keyword.kwlist) | set(keyword.softkwlist) | set(dir(builtins))
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str) -> str:
        """Make a name like the one wanted that is safe in Python and not taken."""
        # ASCII alone, since Python reads different letters of Unicode as one name (NFKC).
        base = re.sub(r"\W", "_", wanted, flags=re.ASCII)
        name, number = base, self._next.get(base, 2)
        while name in self.taken or not name.isidentifier():
            name, number = f"{base}_{number}", number + 1
        self._next[base] = number
        self.taken.add(name)
        return name


@dataclass(slots=True)
class Body:
    """The body of a function while it is written.

    ``values``, ``zones`` and ``before`` are how the state and the one before are called there, and
    ``names`` says what each variable of the rules is in Python.
    """

    game: Game
    callees: Mapping[str, CompiledDefinition]
    own: NameAllocator
    names: dict[str, str] = field(default_factory=dict[str, str])
    values: str = VALUES
    zones: str = ZONES
    before: tuple[str, str] | None = None
    lines: list[str] = field(default_factory=list[str])

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines.append(text)

    def keep(self, text: str, wanted: str = "t") -> str:
        """Write a line that names a text, and return the name; or the text if it is as good."""
        if _ATOM.fullmatch(text):
            return text
        name = self.own.fresh(wanted)
        self.line(f"{name} = {text}")
        return name

    def flat(self, text: str) -> str:
        """Keep a text in which too many brackets stand within one another."""
        return self.keep(text) if _brackets(text) > MOST_BRACKETS else text

    def some(self, text: str) -> str:
        """Keep a value that may be none. A literal gets a name, since Python warns of it here."""
        if _ATOM.fullmatch(text) and not _LITERAL.fullmatch(text):
            return text
        name = self.own.fresh("t")
        self.line(f"{name} = {text}")
        return name

    def raising(self, condition: str, breach: str, message: str) -> None:
        """Stop with a breach when a condition holds. The message is Python, quotes included."""
        self.line(f"if {condition}:")
        self.line(f"{_INDENT}raise {breach}({message})")

    def inner(self, names: Mapping[str, str] | None = None) -> "Body":
        """Begin a body that stands inside this one, with more names."""
        return Body(
            self.game,
            self.callees,
            self.own,
            {**self.names, **(names or {})},
            self.values,
            self.zones,
            self.before,
        )

    def take(self, head: str, inner: "Body") -> None:
        """Put an inner body below a head, such as ``if t:``."""
        self.line(head)
        self.lines += [f"{_INDENT}{line}" for line in inner.lines or ["pass"]]

    @contextmanager
    def only_when(self, condition: str | None) -> Generator["Body"]:
        """Write lines that count only when a condition holds; always, when there is none."""
        if condition is None:
            yield self
        else:
            inside = self.inner()
            yield inside
            self.take(f"if {condition}:", inside)


def added(terms: Sequence[str]) -> str:
    """Return Python for a sum."""
    return " + ".join(terms) if len(terms) <= MOST_ADDED else f"sum(({', '.join(terms)}))"


def _brackets(text: str) -> int:
    """Count the brackets within one another; 0 for a short text, which cannot have many."""
    if len(text) <= 2 * MOST_BRACKETS:
        return 0
    depth = deepest = 0
    for sign in text:
        if sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]}":
            depth -= 1
    return deepest


def function(head: str, comment: str, body: Body) -> str:
    """Return the text of a function."""
    lines = [f"def {head}:", f"{_INDENT}# {comment}", *(f"{_INDENT}{one}" for one in body.lines)]
    return "\n".join(lines) + "\n"
