"""Fields of a file that authors write beside the pages, each of the kind that is asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast


@dataclass(frozen=True, slots=True)
class Fields:
    """What stands in a part of a file, which ``name`` names for whoever has to mend it."""

    name: str
    found: Mapping[str, object]

    def text(self, key: str) -> str:
        """Return a text. Raises ``ValueError`` where there is none."""
        value = self.found.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self._lacking(key, "a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return texts, none where nothing is said. Raises ``ValueError`` for anything else."""
        values = self._several(key, "texts")
        if not all(isinstance(value, str) for value in values):
            raise self._lacking(key, "texts")
        return tuple(map(str, values))

    def parts(self, key: str) -> Iterator["Fields"]:
        """Yield the parts of a name. Raises ``ValueError`` for anything else."""
        for number, value in enumerate(self._several(key, "parts"), start=1):
            if not isinstance(value, dict):
                raise self._lacking(key, "parts")
            yield Fields(f"{self.name}, {key} {number}", cast("dict[str, object]", value))

    def _several(self, key: str, what: str) -> list[object]:
        value = self.found.get(key, [])
        if not isinstance(value, list):
            raise self._lacking(key, what)
        return cast("list[object]", value)

    def _lacking(self, key: str, what: str) -> ValueError:
        return ValueError(f"{self.name}: `{key}` should be {what}")
