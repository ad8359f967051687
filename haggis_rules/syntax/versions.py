"""The versions of the language, and which words the first of them kept for itself.

A text of an older version means the same in this one, but that it may have called something by a
word that can be no name any more. So it is read as it stands, and only refused where it has such a
name.
"""

import re

from haggis_rules.diagnostics.source import SourceFile

LANGUAGE = 2
OLDEST = 1

# All words of version 1: none of them was a name. A later word may be one in a text of version 1.
_FIRST = """
above action add after alike all alternate always and another answer any as at be
because before below between breaks by can card cards chance chapter choice cites
clause combination copies copy deal deck define derived different does each ending
erratum every example except export extends false first for from given hands has
implies in is language least let line made make makes match matching may measure
mixed more most move need no nobody none not note nothing number of on one only
openly option or otherwise outranks owner pattern point points progress promise
question rank ranked ranks reading remove replace rest ruling saw score seat seats
secret see seen sees shown some source state step suit suits table team teams the
then times to total true truth unless until using usually variant when where wild
with without written zone zones
"""
_FIRST_WORDS = frozenset(_FIRST.split())
_VERSION = re.compile(r"\s*language\s+([0-9]+)")


def declared_version(source: SourceFile) -> tuple[str, int, int] | None:
    """Return the version that a text begins with, and where that stands; None when it has none."""
    found = _VERSION.match(source.text.removeprefix("\ufeff"))
    if found is None:
        return None
    shift = source.text.startswith("\ufeff")
    return found.group(1), found.start(1) + shift, found.end(1) + shift


def is_older(source: SourceFile) -> bool:
    """Tell whether a text is written in an older version that is still read."""
    declared = declared_version(source)
    return declared is not None and declared[0].lstrip("0") in {
        str(version) for version in range(OLDEST, LANGUAGE)
    }


def may_be_old_name(word: str) -> bool:
    """Tell whether a word could be a name in version 1."""
    return word not in _FIRST_WORDS
