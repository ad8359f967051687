"""What a word of the text looks at, and all that stands in it, its exceptions included."""

from collections import deque
from collections.abc import Iterable, Iterator

from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.nodes import Call, Expr
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.traversal import children, everywhere


def looks_at(game: Game, definition: Definition) -> Reads:
    """Return the state variables and zones that can decide what a word is."""
    found = Reads()
    for part in _parts(definition):
        found |= reads(game, part)
    return found


def inside(definition: Definition) -> Iterator[Expr]:
    """Yield every expression that a word is made of."""
    for part in _parts(definition):
        yield from everywhere(part)


def words_in(game: Game, expressions: Iterable[Expr]) -> dict[str, Definition]:
    """Return the words that some expressions need, also by way of others, the nearest first."""
    found: dict[str, Definition] = {}
    todo = deque(expressions)
    while todo:
        node = todo.popleft()
        if isinstance(node, Call) and node.definition not in found:
            word = found[node.definition] = game.definitions[node.definition]
            todo.extend(_parts(word))
        todo.extend(children(node))
    return found


def clauses_of(definition: Definition) -> tuple[str, ...]:
    """Return the clauses that say what a word is, each once."""
    return tuple(dict.fromkeys([definition.clause, *(one.clause for one in definition.exceptions)]))


def _parts(definition: Definition) -> Iterator[Expr]:
    yield definition.base
    for exception in definition.exceptions:
        yield from (exception.when, exception.value)
