"""A variant by its name or its file: found with its ancestors, read, and typed.

What parses and lowers takes longer to import than a kept game takes to read, so the functions that
need it import it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_rules.diagnostics.errors import (
    CircleOfVariantsError,
    RuleError,
    ShadowingWarning,
    UnknownParentError,
    UnknownVariantError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_cache import (
    GameRequest,
    NeededVariant,
    TextHead,
    keep_game,
    keep_head,
    origin_of,
    recall_game,
    recall_head,
)
from haggis_rules.storage import package_data
from haggis_rules.syntax.files import read_source

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from haggis_rules.ir.lower.options.agreement import AgreedValue
    from haggis_rules.syntax import ast

ENDING = ".haggis"
NOTEBOOK = "notebook"  # the folder of what was only tried or noted, beside what is played
LAYERS = "layers"  # the folder of clauses for any variant to take in, which are no game


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
    return load_texts(texts_of(source_of(name_or_path)), players=players, options=options)


def load_texts(
    texts: tuple[SourceFile, ...],
    *,
    players: int | None = None,
    options: Mapping[str, AgreedValue] | None = None,
) -> Game:
    """Load a game from a text after all that it needs, as ``texts_of`` gives them.

    Raises as ``load_game`` does.
    """
    agreed = tuple((name, type(value), value) for name, value in sorted((options or {}).items()))
    return _game(texts, players, agreed)


_Agreed = tuple[tuple[str, type, "AgreedValue"], ...]  # the type, because 1 is equal to True


@lru_cache(maxsize=64)
def _game(texts: tuple[SourceFile, ...], players: int | None, agreed: _Agreed) -> Game:
    """Return the game that was kept, or a new one. What was loaded lately is at hand."""
    request = GameRequest(texts, players, tuple((name, value) for name, _, value in agreed))
    game = recall_game(request, partial(_written, texts, players, agreed))
    if game is None:
        game = _typed_game(texts, players, agreed)
        keep_game(request, game)
    return game


@lru_cache(maxsize=64)
def _typed_game(texts: tuple[SourceFile, ...], players: int | None, agreed: _Agreed) -> Game:
    """Type a line of texts for one table. What was typed lately is not typed again."""
    from haggis_rules.ir.game_digests import content_digest, play_digest
    from haggis_rules.ir.lawfulness import check
    from haggis_rules.ir.lower import lower
    from haggis_rules.syntax.parse import parse

    options = {name: value for name, _, value in agreed}
    game = lower([parse(text) for text in texts], players=players, options=options)
    check(game)
    request = GameRequest(texts, players, tuple(options.items()))
    return game.loaded_from(origin_of(request, content_digest(game), play_digest(game)))


def _written(
    texts: tuple[SourceFile, ...], players: int | None, agreed: _Agreed, number: int
) -> ast.Example | ast.Question:
    """Return what was written of a case of a game that was kept."""
    return _typed_game(texts, players, agreed).cases[number].written


def seatings_of(name_or_path: str | Path) -> tuple[int, ...]:
    """Return every number of seats that a variant is for. Raises as ``load_game`` does."""
    from haggis_rules.ir.lower import seatings

    return seatings(lineage(source_of(name_or_path)))


def source_of(name_or_path: str | Path) -> SourceFile:
    """Read the file of a variant; a name without ending or folder is one that comes with us.

    Raises ``UnknownVariantError``, and as ``read_source`` does.
    """
    path = Path(name_or_path)
    if path.suffix == ENDING or path.name != str(name_or_path):
        return read_source(name_or_path)
    own = f"{path.name}{ENDING}"
    if path.name in _shipped():
        return SourceFile(own, package_data.read("spec", own))
    for folder, names in ((NOTEBOOK, notebook()), (LAYERS, layers())):
        if path.name in names:
            return SourceFile(own, package_data.read("spec", folder, own))
    meant = did_you_mean(path.name, known_names())
    near = meant or f"there is {', '.join(f'`{name}`' for name in sorted(_shipped()))}"
    raise UnknownVariantError(
        f"no variant is called `{path.name}`",
        Span(SourceFile(path.name, ""), 0, 0),
        hint=f"{near}; a file of your own ends in `{ENDING}`",
    )


def lineage(source: SourceFile) -> tuple[ast.File, ...]:
    """Read a variant and all files that it needs, each after those that it needs itself.

    Without clauses of another variant, these are its ancestors, the eldest first.

    Raises as ``texts_of`` does.
    """
    from haggis_rules.syntax.parse import parse

    return tuple(parse(text) for text in texts_of(source))


def texts_of(source: SourceFile) -> tuple[SourceFile, ...]:
    """Return the text of a variant after those of all files that it needs, as ``lineage`` does.

    Raises ``UnknownParentError``, ``CircleOfVariantsError``, or another ``RuleError`` of a text.
    """
    first = _Reading.of(source)
    read: dict[Path, SourceFile] = {}
    course = [first]  # from the variant itself to what is read just now
    while course:
        last = course[-1]
        number, need = next(last.left, (0, None))
        if need is None:
            read[last.place] = last.source
            course.pop()
            continue
        place = _needed_place(last, number, need)
        heads = [one.head.variant for one in course]
        if need.name in heads:
            raise _circle(last, number, course, [*heads, need.name])
        if _place(place) in {one.place for one in course}:
            # A file may hold a variant of another name than its own.
            raise _circle(last, number, course, [*(one.source.path for one in course), place])
        if _place(place) not in read:
            course.append(_Reading.of(source_of(place)))
    return tuple(read.values())


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text, where it is, and the variants that it needs and that were not looked for yet."""

    source: SourceFile
    head: TextHead
    place: Path
    left: Iterator[tuple[int, NeededVariant]]

    @staticmethod
    def of(source: SourceFile) -> _Reading:
        head = _head(source)
        return _Reading(source, head, _place(source.path), iter(enumerate(head.needs)))

    def needed_name(self, number: int) -> ast.Name:
        """Return where the text names a variant that it needs: a fault is shown there."""
        from haggis_rules.ir.descent.ancestry import relatives
        from haggis_rules.syntax.parse import parse

        return list(relatives(parse(self.source)))[number]


@lru_cache(maxsize=128)
def _head(source: SourceFile) -> TextHead:
    """Return what a text says of other files, as it was kept or from the text."""
    head = recall_head(source)
    if head is None:
        from haggis_rules.ir.descent.ancestry import relatives
        from haggis_rules.syntax.parse import parse

        file = parse(source)
        needs = [NeededVariant(n.text, n is file.variant.parent) for n in relatives(file)]
        head = TextHead(file.variant.name.text, tuple(needs))
        keep_head(source, head)
    return head


def parent_of(file: ast.File) -> str:
    """Return the name or path of what a variant extends: its name where it is a shipped one.

    Raises ``UnknownParentError`` when it is nowhere, and ``ValueError`` when the variant extends
    nothing.
    """
    last = _Reading.of(file.variant.name.span.source)
    for number, need in last.left:
        if need.extended:
            return _needed_place(last, number, need)
    message = f"`{file.variant.name.text}` extends nothing"
    raise ValueError(message)


def _needed_place(by: _Reading, number: int, need: NeededVariant) -> str:
    """Return the name or path of a variant that a text extends, or takes clauses from.

    A shipped variant is meant wherever one has that name, otherwise the file beside the one that
    names it. Warns with ``ShadowingWarning`` when there are both and they differ.

    Raises ``UnknownParentError`` when there is neither.
    """
    sibling = Path(by.source.path).parent / f"{need.name}{ENDING}"
    if need.name not in {*_shipped(), *notebook(), *layers()}:
        if not sibling.is_file():
            raise _unknown(sibling, by.needed_name(number))
        return str(sibling)
    if not sibling.is_file():
        return need.name
    with suppress(RuleError):
        if read_source(sibling).text == source_of(need.name).text:
            return str(sibling)
    verb = "extends" if need.extended else "takes clauses from"
    named = "extend" if need.extended else "take them from"
    warnings.warn(
        f"`{by.head.variant}` {verb} the shipped `{need.name}`, not `{sibling}` beside it;"
        f" to {named} that file, give it another name",
        ShadowingWarning,
        stacklevel=2,
    )
    return need.name


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """Name the variants that come with the project: as the ledger's list has them, then others.

    The experiments of the notebook are not among them.
    """
    from haggis_rules.ir.ledger import shipped_numbers

    names = _shipped()
    first = [name for name in shipped_numbers().variants if name in names]
    return tuple(dict.fromkeys([*first, *names]))


def published() -> tuple[str, ...]:
    """Name the shipped variants that the ledger speaks of: those with a source, to be played.

    Any other is there for tests, or for texts that build on it, and a site does not show it.
    """
    from haggis_rules.ir.ledger import shipped_numbers

    return tuple(name for name in shipped_numbers().variants if name in _shipped())


@lru_cache(maxsize=1)
def _shipped() -> tuple[str, ...]:
    """Name the variants that come with the project, in no order of theirs."""
    return tuple(_names_in(package_data.data("spec")))


@lru_cache(maxsize=1)
def notebook() -> tuple[str, ...]:
    """Name the experiments that come with the project: what the designer only tried or noted."""
    return tuple(_names_in(package_data.data("spec") / NOTEBOOK))


@lru_cache(maxsize=1)
def layers() -> tuple[str, ...]:
    """Name the texts that come with the project for others to take clauses from."""
    return tuple(_names_in(package_data.data("spec") / LAYERS))


def known_names() -> tuple[str, ...]:
    """Name all that can be called by a name alone: what is shipped, the notebook and the layers."""
    return (*shipped(), *notebook(), *layers())


def _names_in(folder: Traversable) -> list[str]:
    files = (place.name for place in folder.iterdir())
    return sorted(name.removesuffix(ENDING) for name in files if name.endswith(ENDING))


def _unknown(sibling: Path, name: ast.Name) -> UnknownParentError:
    meant = did_you_mean(name.text, known_names())
    return UnknownParentError(
        f"no variant is called `{name.text}`",
        name.span,
        hint="; ".join(filter(None, (meant, f"its file would be `{sibling}`"))),
    )


def _place(name_or_path: str) -> Path:
    """Return what tells one file from another; the name of a shipped variant does as well."""
    path = Path(name_or_path)
    return path.resolve() if path.is_file() else path


def _circle(
    last: _Reading, number: int, course: Iterable[_Reading], line: Iterable[str]
) -> CircleOfVariantsError:
    name = last.needed_name(number)
    takes = any(not need.extended for one in course for need in one.head.needs)
    return CircleOfVariantsError(
        f"`{name.text}` descends from itself",
        name.span,
        hint=(" needs " if takes else " extends ").join(f"`{one}`" for one in line),
    )
