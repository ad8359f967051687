"""The same random expressions each time, some for each kind of node."""

from functools import cache
from random import Random
from typing import NamedTuple, cast, get_args

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.reads import reads
from haggis_rules.ir.walk import everywhere
from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene, evaluate
from haggis_rules.run.state import State, Value
from tests.engine.games import rules_of
from tests.expressions import Maker
from tests.strategies import all_kinds, bindings, expressions, names_of, states

ENOUGH, UNDEFINED = 25, 8  # cases for each kind of node, and at most so many without a value
KINDS: tuple[type, ...] = get_args(nodes.Expr)


class Case(NamedTuple):
    """An expression, and where it is looked at."""

    game: Game
    node: nodes.Expr
    state: State
    before: State
    names: dict[str, Value]


@st.composite
def _cases(draw: st.DrawFn, name: str) -> Case:
    game = rules_of(name).game
    kind = draw(st.sampled_from(all_kinds(game)))
    node = draw(expressions(game, kind, before=True, depth=draw(st.integers(1, 4))))
    return Case(game, node, draw(states(game)), draw(states(game)), draw(bindings(game)))


def cases(name: str) -> st.SearchStrategy[Case]:
    """Draw an expression over a game, by its name, and where it is looked at."""
    return _cases(name)


class Quick(Maker):
    """Draws expressions by plain chance, many of them in little time."""

    def __init__(self, game: Game, chance: Random) -> None:
        super().__init__(game, cast("st.DrawFn", None), before=True)
        self.chance = chance

    def below(self, size: int) -> int:
        """Draw a number from 0 to less than ``size``."""
        return self.chance.randrange(size)


@cache
def corpus(name: str) -> dict[type, list[Case]]:
    """Give some cases for each kind of node, the node itself at the root."""
    game, chance = rules_of(name).game, Random(1)  # noqa: S311
    where: list[Case] = []

    @settings(max_examples=40, derandomize=True, database=None, phases=[Phase.generate])
    @given(cases(name))
    def gather(case: Case) -> None:
        where.append(case)

    gather()
    found: dict[type, list[Case]] = {kind: [] for kind in KINDS}
    while min(map(len, found.values())) < ENOUGH:
        node = Quick(game, chance).make(chance.choice(all_kinds(game)), names_of(game), 4)
        for part in everywhere(node):
            here = found[type(part)]
            if len(here) < ENOUGH and reads(game, part).names <= set(names_of(game)):
                case = chance.choice(where)._replace(node=part)
                if has_value(case) or sum(not has_value(one) for one in here) < UNDEFINED:
                    here.append(case)
    return found


def has_value(case: Case) -> bool:
    """Whether the expression is defined there."""
    try:
        evaluate(case.node, Scene(case.game, case.state, case.names, case.before))
    except Breach:
        return False
    return True
