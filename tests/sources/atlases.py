"""The shipped atlases, read once, and copies of them with a planted fault."""

from dataclasses import replace
from functools import cache

from haggis_rules.sources.atlas import SourceAtlas, SourceLine, shipped_atlases
from haggis_rules.sources.audit import SystemClauses, clauses_of_systems


def atlas_named(source: str) -> SourceAtlas:
    """Return the shipped atlas of a source."""
    (found,) = (one for one in shipped_atlases() if one.source == source)
    return found


@cache
def shipped_systems() -> SystemClauses:
    """Return the clauses of all systems that rest on a source."""
    return clauses_of_systems({name for one in shipped_atlases() for name in one.systems})


def line_saying(atlas: SourceAtlas, gist: str) -> SourceLine:
    """Return the one line with a gist."""
    (found,) = (line for line in atlas.lines if line.gist == gist)
    return found


def with_line(atlas: SourceAtlas, old: SourceLine, *new: SourceLine) -> SourceAtlas:
    """Return an atlas with other lines in the place of one."""
    lines = [one for line in atlas.lines for one in (new if line is old else (line,))]
    return replace(atlas, lines=tuple(lines))
