"""A variant by its name or its file: found with its ancestors, read, and typed."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from haggis_rules.diagnostics.errors import (
    CircleOfVariantsError,
    RuleError,
    SeveralFaultsError,
    ShadowingWarning,
    UnknownParentError,
    UnknownVariantError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.game import Game
from haggis_rules.ir.lawfulness import check
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.ir.lower import (
    lower,
    lower_combined,
    lower_everywhere,
    seatings,
)
from haggis_rules.ir.lower.agreement import AgreedValue
from haggis_rules.ir.lower.ancestry import relatives
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.parse import parse

ENDING = ".haggis"
NOTEBOOK = "notebook"  # the folder of what was only tried or noted, beside what is played


def load_game(
    name_or_path: str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, AgreedValue] | None = None,
) -> Game:
    """Load a shipped variant by its name, or any file by its path.

    ``players`` may be left out when the rules are for one number of seats. ``options`` has what
    the players agree on: truths, numbers, and choices by their words; the rest is as usual.

    Raises ``SeveralFaultsError`` or a ``RuleError`` when the text is at fault or cannot be read,
    and ``UnclearSeatsError``, ``NotOfferedError`` or ``UnknownOptionError`` when the call is.
    """
    line = lineage(source_of(name_or_path))
    texts = tuple(file.variant.name.span.source for file in line)
    agreed = tuple((name, type(value), value) for name, value in sorted((options or {}).items()))
    return _game(texts, players, agreed)


@lru_cache(maxsize=64)
def _game(
    texts: tuple[SourceFile, ...],
    players: int | None,
    agreed: tuple[tuple[str, type, AgreedValue], ...],  # the type, because 1 is equal to True
) -> Game:
    """Type a line of texts for one table. What was typed lately is not typed again."""
    options = {name: value for name, _, value in agreed}
    game = lower([parse(text) for text in texts], players=players, options=options)
    check(game)
    return game


def seatings_of(name_or_path: str | Path) -> tuple[int, ...]:
    """Return every number of seats that a variant is for. Raises as ``load_game`` does."""
    return seatings(lineage(source_of(name_or_path)))


def check_everywhere(name_or_path: str | Path) -> tuple[list[Game], list[RuleError]]:
    """Load a variant for every table, and for all options that its guards look at.

    Return the games, of each table with the usual options first, and every fault of the text once.
    Raises a ``RuleError`` when it cannot be read or is not in the language.
    """
    try:
        line = lineage(source_of(name_or_path))
        games, faults = _everywhere(tuple(file.variant.name.span.source for file in line))
    except SeveralFaultsError as several:
        return [], list(several.faults)
    return list(games), list(faults)


@lru_cache(maxsize=64)
def _everywhere(texts: tuple[SourceFile, ...]) -> tuple[tuple[Game, ...], tuple[RuleError, ...]]:
    """Type a line of texts for every table. What was typed lately is not typed again."""
    games, faults = lower_everywhere([parse(text) for text in texts])
    for game in games:
        check(game)
    return tuple(games), tuple(faults)


def load_combined(name_or_path: str | Path) -> tuple[Game, ...]:
    """Load a variant for every table, with every combination of the truths and choices offered.

    At each table the usual options come first. Raises as ``load_game`` does, and
    ``TooManyOptionsError``.
    """
    games = tuple(lower_combined(lineage(source_of(name_or_path))))
    for game in games:
        check(game)
    return games


def source_of(name_or_path: str | Path) -> SourceFile:
    """Read the file of a variant; a name without ending or folder is one that comes with us.

    Raises ``UnknownVariantError``, and as ``read_source`` does.
    """
    path = Path(name_or_path)
    if path.suffix == ENDING or path.name != str(name_or_path):
        return read_source(name_or_path)
    own = f"{path.name}{ENDING}"
    if path.name in shipped():
        return SourceFile(own, package_data.read("spec", own))
    if path.name in notebook():
        return SourceFile(own, package_data.read("spec", NOTEBOOK, own))
    raise UnknownVariantError(
        f"no variant is called `{path.name}`",
        Span(SourceFile(path.name, ""), 0, 0),
        hint=did_you_mean(path.name, known_names()) + f"; a file of your own ends in `{ENDING}`",
    )


def lineage(source: SourceFile) -> tuple[ast.File, ...]:
    """Read a variant and all files that it needs, each after those that it needs itself.

    Without clauses of another variant, these are its ancestors, the eldest first.

    Raises ``UnknownParentError``, ``CircleOfVariantsError``, or another ``RuleError`` of a text.
    """
    first = _Reading.of(parse(source))
    read: dict[Path, ast.File] = {}
    course = [first]  # from the variant itself to what is read just now
    while course:
        last = course[-1]
        name = next(last.left, None)
        if name is None:
            read[last.place] = last.file
            course.pop()
            continue
        place = variant_place(last.file, name)
        heads = [one.file.variant.name for one in course]
        if name.text in {head.text for head in heads}:
            raise _circle(name, course, [*(head.text for head in heads), name.text])
        if _place(place) in {one.place for one in course}:
            # A file may hold a variant of another name than its own.
            raise _circle(name, course, [*(head.span.source.path for head in heads), place])
        if _place(place) not in read:
            course.append(_Reading.of(parse(source_of(place))))
    return tuple(read.values())


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file that was read, and the variants that it needs and that were not looked for yet."""

    file: ast.File
    place: Path
    left: Iterator[ast.Name]

    @staticmethod
    def of(file: ast.File) -> _Reading:
        return _Reading(file, _place(file.variant.name.span.source.path), relatives(file))


def parent_of(file: ast.File) -> str:
    """Return the name or path of what a variant extends, as ``variant_place`` does.

    Raises ``UnknownParentError`` when it is nowhere, and ``ValueError`` when the variant extends
    nothing.
    """
    name = file.variant.parent
    if name is None:
        message = f"`{file.variant.name.text}` extends nothing"
        raise ValueError(message)
    return variant_place(file, name)


def variant_place(file: ast.File, name: ast.Name) -> str:
    """Return the name or path of a variant that a file extends, or takes clauses from.

    A shipped variant is meant wherever one has that name, otherwise the file beside the one that
    names it. Warns with ``ShadowingWarning`` when there are both and they differ.

    Raises ``UnknownParentError`` when there is neither.
    """
    sibling = Path(name.span.source.path).parent / f"{name.text}{ENDING}"
    if name.text not in known_names():
        return str(_existing(sibling, name))
    if not sibling.is_file():
        return name.text
    with suppress(RuleError):
        if read_source(sibling).text == source_of(name.text).text:
            return str(sibling)
    verb = "extends" if name is file.variant.parent else "takes clauses from"
    named = "extend" if name is file.variant.parent else "take them from"
    warnings.warn(
        f"`{file.variant.name.text}` {verb} the shipped `{name.text}`, not `{sibling}` beside it;"
        f" to {named} that file, give it another name",
        ShadowingWarning,
        stacklevel=2,
    )
    return name.text


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """Name the variants that come with the project: as the ledger's list has them, then others.

    The experiments of the notebook are not among them.
    """
    names = _names_in(package_data.data("spec"))
    first = [name for name in shipped_numbers().variants if name in names]
    return tuple(dict.fromkeys([*first, *names]))


@lru_cache(maxsize=1)
def notebook() -> tuple[str, ...]:
    """Name the experiments that come with the project: what the designer only tried or noted."""
    return tuple(_names_in(package_data.data("spec") / NOTEBOOK))


def known_names() -> tuple[str, ...]:
    """Name all that can be called by a name alone: what is shipped, and the notebook."""
    return (*shipped(), *notebook())


def _names_in(folder: Traversable) -> list[str]:
    files = (place.name for place in folder.iterdir())
    return sorted(name.removesuffix(ENDING) for name in files if name.endswith(ENDING))


def _existing(sibling: Path, name: ast.Name) -> Path:
    if sibling.is_file():
        return sibling
    raise UnknownParentError(
        f"no variant is called `{name.text}`",
        name.span,
        hint="; ".join(
            filter(None, (did_you_mean(name.text, known_names()), f"its file would be `{sibling}`"))
        ),
    )


def _place(name_or_path: str) -> Path:
    """Return what tells one file from another; the name of a shipped variant does as well."""
    path = Path(name_or_path)
    return path.resolve() if path.is_file() else path


def _circle(
    name: ast.Name, course: Iterable[_Reading], line: Iterable[str]
) -> CircleOfVariantsError:
    takes = any(isinstance(entry, ast.Taking) for one in course for entry in one.file.entries)
    return CircleOfVariantsError(
        f"`{name.text}` descends from itself",
        name.span,
        hint=(" needs " if takes else " extends ").join(f"`{one}`" for one in line),
    )
