"""What rules export, answered once, for each seat or for each team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from haggis_rules.cli.terminal.output import wrapped, write_text
from haggis_rules.ir.game import Definition, Game, Owner
from haggis_rules.ir.types import OptionType, Plain
from haggis_rules.notation.table_text import Whose, owner_name
from haggis_rules.notation.values import Json, show_value, to_json
from haggis_rules.semantics.breach import NoValue
from haggis_rules.semantics.state import Value


class Queryable(Protocol):
    """A hand or a match, of which can be asked what the rules export."""

    def query(self, name: str, *arguments: Value) -> Value:
        """Return the value of something that the rules export."""
        ...


def answers(game: Game, queryable: Queryable, whose: Whose) -> Iterator[tuple[str, Json]]:
    """Answer each exported query that asks of nothing, of each seat or of each team."""
    for definition in game.definitions.values():
        kinds = [param.type for param in definition.params]
        if definition.exported and not kinds:
            yield definition.name, _answer(game, queryable, definition)
        elif definition.exported and kinds in ([Plain.SEAT], [Plain.TEAM]):
            kind = Owner.SEAT if kinds[0] is Plain.SEAT else Owner.TEAM
            for owner in range(game.owners(kind)):
                name = f"{definition.name} of {owner_name(game, kind, owner, whose)}"
                yield name, _answer(game, queryable, definition, owner)


def write_answers(game: Game, queryable: Queryable, whose: Whose, *, scored: bool = False) -> None:
    """Print all answers; without the entries of the score sheet when those were ``scored``."""
    parts = [
        f"{name}: {_shown(value)}"
        for name, value in answers(game, queryable, whose)
        if not (scored and name.partition(" of ")[0] in game.scores)
    ]
    if parts:
        write_text(wrapped("; ".join(parts)))


def _answer(game: Game, queryable: Queryable, definition: Definition, *arguments: int) -> Json:
    kind = definition.type
    try:
        value = queryable.query(definition.name, *arguments)
    except NoValue:
        return None
    if kind in {Plain.SEAT, OptionType(Plain.SEAT)} and value is not None:
        return show_value(game, kind, value)
    return to_json(game, kind, value)


def _shown(value: Json) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
