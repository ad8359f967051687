"""Every place that a word of the language has, in each reading: ``word.py [WORD]``.

``WORD`` is a rule of the grammar (``number_of``), a class of the tree (``NumberOf``) or what a text
says (``number of``). Without it, all words are listed. For a word that is not known the nearest are
named, and the exit code is 2.

No place is written down here: they are found in the sources, by the classes that these name. A
reading that a word should have and lacks is shown as missing, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from code_index import TREE, TYPED, Code, Place
from word_lowering import typed_nodes
from word_readings import OF_TREE, OF_TYPED, TREE_NEEDS, TYPED_NEEDS, Reading, Word, excuse

MISSING, UNKNOWN_WORD = 1, 2
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """A reading of a word: where it stands, or why it need not stand anywhere."""

    reading: str
    word: Word
    places: tuple[Place, ...]
    wanted: bool
    excuse: str

    @property
    def missing(self) -> bool:
        """Whether a reading that applies has no place."""
        return self.wanted and not self.places and not self.excuse


def words(code: Code) -> Iterator[Word]:
    """Yield the words of the language: the rules of its grammar, in order."""
    for rule in code.rules.values():
        if (TREE, rule.class_name) in code.classes:
            yield Word(_kind(code, TREE, rule.class_name, TREE_NEEDS), rule.name, rule)
        else:
            yield Word("list", rule.name, rule)


def nodes(code: Code, word: Word) -> tuple[Word, ...]:
    """Return the classes of the typed form that a word becomes."""
    if word.kind == "list":
        return ()
    return tuple(typed_word(code, name) for name in typed_nodes(code, word.kind, word.class_name))


def typed_word(code: Code, name: str) -> Word:
    """Return a class of the typed form, with its kind."""
    return Word(_kind(code, TYPED, name, TYPED_NEEDS), name)


def _kind(code: Code, room: str, name: str, kinds: Mapping[str, object]) -> str:
    unions = code.unions[room]
    return next((kind for kind in kinds if name in unions.get(kind, ())), "part")


def entries(code: Code, word: Word) -> Iterator[Entry]:
    """Yield the readings of a rule with its tree, or of a class of the typed form."""
    typed = word.rule is None
    readings: Sequence[Reading] = OF_TYPED if typed else OF_TREE
    wanted = (TYPED_NEEDS if typed else TREE_NEEDS)[word.kind]
    for reading in readings:
        places = tuple(reading.find(code, word))
        needed = reading.name in wanted
        why = excuse(reading.name, word) if needed and not places else ""
        yield Entry(reading.name, word, places, needed, why)


def lacking(code: Code) -> Iterator[Entry]:
    """Yield every reading that is missing, of the words and of the typed form."""
    everything = [*words(code), *(typed_word(code, name) for name in sorted(code.tagged))]
    for word in everything:
        yield from (entry for entry in entries(code, word) if entry.missing)


def matching(code: Code, text: str) -> list[Word]:
    """Return the words that a text means: by rule, by class, or by what a rules file says."""
    known = list(words(code))
    said = tuple(text.split())
    rules = code.rules
    ways = (
        [word for word in known if word.name == text],
        [word for word in known if word.class_name == text and word.kind != "list"],
        [word for word in known if rules[word.name].says(said, first=True)],
        [word for word in known if rules[word.name].says(said)],
    )
    if found := next((way for way in ways if way), None):
        return found
    made = {name: word for word in known for name in (n.name for n in nodes(code, word))}
    return [made[text]] if text in made else []


def nearest(code: Code, text: str) -> list[str]:
    """Return the words that are spelled most like a text."""
    known = [name for word in words(code) for name in (word.name, word.class_name)]
    said = [one for rule in code.rules.values() for one in rule.literals()]
    return get_close_matches(text, dict.fromkeys([*known, *said]), n=3)


def show(code: Code, word: Word) -> bool:
    """Print the places of a word and of what it becomes. Return whether none is missing."""
    made = nodes(code, word)
    print(f"{word.name} ({word.kind})" + "".join(f" -> {node.name}" for node in made))
    complete = True
    for one in (word, *made):
        if one is not word:
            print(f"\n{one.name} (typed form, {one.kind})")
        for entry in entries(code, one):
            complete = complete and not entry.missing
            _print(code, entry)
    return complete


def _print(code: Code, entry: Entry) -> None:
    for place in entry.places:
        at = f"{place.path}:{place.line}"
        print(f"  {entry.reading:16}  {at}   {code.line(place)}")
    if not entry.places and entry.wanted:
        print(f"  {entry.reading:16}  {f'none: {entry.excuse}' if entry.excuse else 'MISSING'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the places of a word, or list all words. Return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("word", nargs="*", help="a rule, a class, or words of the language")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to look at")
    given = parser.parse_args(arguments)
    code, text = Code.read(given.root), " ".join(given.word)
    if not text:
        for word in words(code):
            made = ", ".join(node.name for node in nodes(code, word))
            print(f"{word.name:18} {word.kind:12} {made}".rstrip())
        return 0
    found = matching(code, text)
    if not found:
        near = " or ".join(f"`{name}`" for name in nearest(code, text))
        hint = f"; did you mean {near}?" if near else "; without a word, all are listed"
        print(f"`{text}` is not a word of the language{hint}", file=sys.stderr)
        return UNKNOWN_WORD
    complete = [show(code, word) for word in found]
    return 0 if all(complete) else MISSING


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
