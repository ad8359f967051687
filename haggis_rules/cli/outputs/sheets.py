"""What sheet prints: a variant in figures, as its classes have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from haggis_rules.analysis.sheet import FactSheet
from haggis_rules.notation.schema_marks import WrittenBy

FactSheetJson: TypeAlias = Annotated[Mapping[str, object], WrittenBy(lambda: FactSheet)]


class SheetJson(TypedDict):
    """A variant in figures, for each number of players."""

    form: Literal[1]
    variant: str
    sheets: Sequence[FactSheetJson]
