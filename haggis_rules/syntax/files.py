"""Reading rules files: what cannot be one is refused before it is read."""

import stat
from pathlib import Path

from haggis_rules.diagnostics.errors import NotTextError, UnreadableFileError
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.syntax.limits import LARGEST_FILE, too_large

_WIDEST = 4  # bytes of one sign in UTF-8


def read_source(path: str | Path) -> SourceFile:
    """Read a rules file, line ends and a byte order mark made plain.

    Raises ``UnreadableFileError``, ``TooLargeError`` or ``NotTextError``.
    """
    try:
        place = Path(path)
        status = place.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _unreadable(path, "is a folder" if stat.S_ISDIR(status.st_mode) else "is no file")
        if status.st_size > LARGEST_FILE * _WIDEST:
            raise too_large(SourceFile(str(path), ""))
        with place.open("rb") as file:  # it may have grown, so never more than may be
            raw = file.read(LARGEST_FILE * _WIDEST + 1)
    except FileNotFoundError as fault:
        raise _unreadable(path, "cannot be found") from fault
    except OSError as fault:
        raise _unreadable(path, "cannot be read", (fault.strerror or "").lower()) from fault
    except ValueError as fault:  # a path that the system cannot even look for
        raise _unreadable(path, "cannot be a path", str(fault)) from fault
    return SourceFile(str(path), _plain(_decoded(path, raw)))


def _decoded(path: str | Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = _plain(raw[: fault.start].decode("utf-8"))
        file = SourceFile(str(path), before + _plain(raw[fault.start :].decode("utf-8", "replace")))
        raise NotTextError(
            f"the byte {raw[fault.start]:02X} is not UTF-8",
            Span(file, len(before), len(before) + 1),
            hint="save the file as UTF-8",
        ) from fault


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _unreadable(path: str | Path, what: str, why: str = "") -> UnreadableFileError:
    return UnreadableFileError(f"`{path}` {what}", Span(SourceFile(str(path), ""), 0, 0), hint=why)
