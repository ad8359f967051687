"""Documents counted again: sentences for which no line stands, and lines whose sentence is gone.

The documents are not part of the project. Which file is which source is told by the hashes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from haggis_rules.sources.atlas import SourceAtlas, SourceLine
from haggis_rules.sources.audit import SourceFinding, SourceFindingKind
from haggis_rules.sources.sentences import SourceSentence, sentences_of

# Of the hashes of a source, how many a file has to share at least to be taken for it: one in four.
_SHARED = 4
_EXCERPT = 60


def texts_in(folder: Path) -> dict[str, tuple[SourceSentence, ...]]:
    """Return the sentences of each file of a folder that is text, by the name of the file.

    Raises ``OSError`` when the folder cannot be read.
    """
    found: dict[str, tuple[SourceSentence, ...]] = {}
    for place in sorted(folder.iterdir()):
        if place.is_file():
            try:
                found[place.name] = sentences_of(place.read_text(encoding="utf-8"))
            except UnicodeDecodeError:
                continue
    return found


def file_of(atlas: SourceAtlas, texts: Mapping[str, Sequence[SourceSentence]]) -> str | None:
    """Return the file that shares most sentences with a source, or none when all share too few."""
    listed = Counter(_listed(atlas))
    shared = {
        name: (listed & Counter(one.hash for one in sentences)).total()
        for name, sentences in texts.items()
    }
    best = max(shared, key=lambda name: shared[name], default=None)
    if best is None or shared[best] * _SHARED < listed.total():
        return None
    return best


def recount(
    atlas: SourceAtlas, file: str, sentences: Sequence[SourceSentence]
) -> Iterator[SourceFinding]:
    """Yield each sentence of a file that no line stands for, and each line that lost one."""
    listed = Counter(_listed(atlas))
    there = Counter(one.hash for one in sentences)
    extra, lost = there - listed, listed - there
    for one in sentences:
        if extra[one.hash]:
            extra[one.hash] -= 1
            place = f"sentence {one.number} of `{file}`, whose hash is {one.hash}"
            words = f"no line stands for {place}: {_excerpt(one.text)}"
            yield SourceFinding(
                SourceFindingKind.UNLISTED, atlas.source, "", one.number, "", "", words
            )
    for line in atlas.lines:
        if any(lost[one] for one in line.hashes):
            lost -= Counter(line.hashes)
            yield _gone(line, file)


def _gone(line: SourceLine, file: str) -> SourceFinding:
    words = f"`{file}` does not have what this line stands for: {line.gist}"
    kind = SourceFindingKind.GONE
    return SourceFinding(kind, line.source, line.section, line.number, "", "", words)


def _listed(atlas: SourceAtlas) -> list[str]:
    return [one for line in atlas.lines for one in line.hashes]


def _excerpt(text: str) -> str:
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT].rstrip()}..."
