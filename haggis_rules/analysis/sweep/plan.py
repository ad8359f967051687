"""Which tables are played and how often, as a TOML file says it.

The file is data like any other here: one declaration reads it, and says its JSON Schema.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any, NamedTuple, TypeAlias, TypeVar

from haggis_rules.ir.load import seatings_of
from haggis_rules.notation import forms
from haggis_rules.notation.errors import MalformedError
from haggis_rules.notation.forms import Json, JsonForm, Schema
from haggis_rules.notation.limits import check_length
from haggis_rules.players.line_up import LineUp, read_line_up
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import MOST_SEED

SweptOption: TypeAlias = int | str
PlanItem = TypeVar("PlanItem")

MOST_MATCHES = 10_000_000
MOST_TABLES = 10_000
LONGEST_PLAN = 1_000_000


@dataclass(frozen=True, slots=True)
class SweptTable:
    """A variant, how many play, what they agreed on where it is not as usual, and who they are.

    ``line_up`` has the player of each seat; where it is None, they play at random.
    """

    variant: str
    players: int
    options: tuple[tuple[str, SweptOption], ...]
    line_up: LineUp | None = None


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """So many matches at each table: the first from the seed, each other from the next number."""

    matches: int
    seed: int
    tables: tuple[SweptTable, ...]


class _TableGrid(NamedTuple):
    """Several tables: each variant with each number of players, agreement and line-up."""

    variants: tuple[str, ...]
    players: tuple[int, ...]  # none: all that the variant is for
    options: tuple[tuple[str, tuple[SweptOption, ...]], ...]
    seats: tuple[str, ...]  # none: they play at random

    def tables(self) -> Iterator[SweptTable]:
        """Yield each of them, who sits there changing fastest, and before it the last option.

        Raises ``MalformedError`` for a line-up that does not fit.
        """
        names = [name for name, _ in self.options]
        for variant in self.variants:
            for players in self.players or seatings_of(variant):
                line_ups: list[LineUp | None] = [_line_up(one, players) for one in self.seats]
                for values in product(*(values for _, values in self.options)):
                    agreed = tuple(zip(names, values, strict=True))
                    for line_up in line_ups or [None]:
                        yield SweptTable(variant, players, agreed, line_up)


def read_plan(text: str) -> SweepPlan:
    """Read a plan.

    Raises ``MalformedError`` when it means nothing, and as ``load`` does when there is no such
    variant.
    """
    check_length(text, LONGEST_PLAN, "a plan")
    try:
        data = tomllib.loads(text)
    except RecursionError as fault:
        raise MalformedError("this plan is nested too deep") from fault
    except tomllib.TOMLDecodeError as fault:
        message = f"this is not TOML: {fault}"
        raise MalformedError(message) from fault
    matches, seed, grids = PLAN.read(data)
    every = (table for grid in grids for table in grid.tables())
    tables = tuple(islice(every, MOST_TABLES + 1))
    if not 0 < len(tables) <= MOST_TABLES:
        many = "more" if tables else "0"
        message = f"a plan has 1 to {MOST_TABLES:,} tables, and this one has {many}"
        raise MalformedError(message)
    if seed + matches - 1 > MOST_SEED:
        message = f"fewer than {matches:,} seeds from {seed} on are below 2^64"
        raise MalformedError(message)
    return SweepPlan(matches, seed, tables)


def plan_schema() -> Schema:
    """Return the JSON Schema of a plan, for editors that know it for TOML as well."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **PLAN.schema}


def _one_or_several(form: JsonForm[PlanItem], what: str) -> JsonForm[tuple[PlanItem, ...]]:
    several = forms.array(form, forms.is_no(what))

    def read(data: Json) -> tuple[PlanItem, ...]:
        found = several.read(data) if isinstance(data, list) else (form.read(data),)
        if not found:
            message = f"where there can be more than one {what}, the list has at least one"
            raise MalformedError(message)
        return found

    schema: Schema = {"anyOf": [form.schema, {**several.schema, "minItems": 1}]}
    return JsonForm(several.write, read, schema)


def _read_option(data: Json) -> SweptOption:
    """Read a value as ``haggis --option`` does: true and false are words there."""
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, int | str):
        return data
    raise MalformedError(forms.is_no("value of an option")(data))


def _read_options(data: Json) -> tuple[tuple[str, tuple[SweptOption, ...]], ...]:
    found = forms.as_mapping(data, "mapping of options")
    return tuple((name, _OPTION_VALUES.read(values)) for name, values in found.items())


def _line_up(text: str, players: int) -> LineUp:
    try:
        return read_line_up(text, players)
    except WrongArgumentError as fault:
        raise MalformedError(str(fault)) from fault


def _number(name: str, low: int, high: int) -> JsonForm[int]:
    def refusal(data: Json) -> str:
        return f"`{name}` is a whole number from {low:,} to {high:,}, not {data!r:.40}"

    return forms.whole_number(low=low, high=high, refusal=refusal)


def _may_lack(form: JsonForm[PlanItem]) -> JsonForm[PlanItem | None]:
    """Return the form of a key that may be left out."""
    return replace(forms.nullable(form), schema=form.schema)


_OPTION_VALUE: JsonForm[SweptOption] = JsonForm(
    lambda value: value, _read_option, {"type": ["integer", "boolean", "string"]}
)
_OPTION_VALUES = _one_or_several(_OPTION_VALUE, "value of an option")
_OPTIONS: JsonForm[tuple[tuple[str, tuple[SweptOption, ...]], ...]] = JsonForm(
    lambda value: {name: list(values) for name, values in value},
    _read_options,
    {"type": "object", "additionalProperties": _OPTION_VALUES.schema},
)
_GRID_PARTS: JsonForm[tuple[Any, ...]] = forms.mapping(
    {
        "variant": _one_or_several(forms.text(forms.is_no("variant")), "variant"),
        "players": _may_lack(_one_or_several(_number("players", 1, 99), "number of players")),
        "options": _may_lack(_OPTIONS),
        "seats": _may_lack(_one_or_several(forms.text(forms.is_no("list of players")), "line-up")),
    },
    "table of a plan",
    optional=("players", "options", "seats"),
)
_GRID: JsonForm[_TableGrid] = forms.converted(
    replace(_GRID_PARTS, schema={**_GRID_PARTS.schema, "required": ["variant"]}),
    read=lambda parts: _TableGrid(parts[0], parts[1] or (), parts[2] or (), parts[3] or ()),
)
_PLAN_PARTS: JsonForm[tuple[Any, ...]] = forms.mapping(
    {
        "matches": _number("matches", 1, MOST_MATCHES),
        "seed": _number("seed", 0, MOST_SEED),
        "tables": forms.array(_GRID, forms.is_no("list of tables")),
    },
    "plan",
)
PLAN = forms.filled(
    replace(_PLAN_PARTS, schema={**_PLAN_PARTS.schema, "required": ["matches", "tables"]}),
    seed=1,
)
