"""Generated Python for the claims of examples and promises, made once for the rules of a table."""

from functools import lru_cache

from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.rules import Rules


@lru_cache(maxsize=16)
def claim_functions(rules: Rules) -> Expressions:
    """Return what makes functions of expressions over these rules."""
    return Expressions(rules.game)
