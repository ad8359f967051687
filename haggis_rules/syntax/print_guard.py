"""Tree to text, for the table and the options with which something is there."""

from collections.abc import Iterable

from haggis_rules.syntax import ast


def show_guard(guard: ast.Guard) -> str:
    """Write when something is there, as ``with 2 seats and not sets``."""
    return f"with {' and '.join(map(show_condition, guard.conditions))}"


def show_condition(condition: ast.Condition) -> str:
    """Write one condition on the table or the options."""
    match condition:
        case ast.SeatsAre(counts=counts):
            return f"{either(counts)} seats"
        case ast.OptionOn(name=name):
            return name.text
        case ast.OptionOff(name=name):
            return f"not {name.text}"
        case ast.OptionIs(name=name, value=value):
            return f"{name.text} is {show_value(value)}"


def show_value(value: ast.Name | ast.Whole) -> str:
    """Write a word or a number."""
    return value.text if isinstance(value, ast.Name) else str(value.value)


def either(counts: Iterable[ast.Whole]) -> str:
    """Write several numbers of which one holds."""
    return " or ".join(str(count.value) for count in counts)
