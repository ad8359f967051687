"""haggis explain: what a fault means, or what a clause says.

haggis explain unknown-name            a fault, by the name in its brackets
haggis explain lead.next               a clause of any shipped variant
haggis explain lead.next --in VARIANT  a clause of this one
"""

from __future__ import annotations

import argparse
from textwrap import fill, indent

from haggis_rules.cli.out import BAD_CALL, note, say, say_json
from haggis_rules.errors import kinds
from haggis_rules.ir.from_syntax.nearest import did_you_mean
from haggis_rules.ir.game import Clause, Standing
from haggis_rules.ir.load import load_game, shipped

WIDE = 88


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("name", metavar="NAME", help="the name of a fault or the id of a clause")
    parser.add_argument("--in", dest="variant", metavar="VARIANT", help="where to look")


def run(parsed: argparse.Namespace) -> int:
    """Explain one name."""
    found = kinds().get(parsed.name)
    if found is not None and parsed.variant is None:
        if parsed.format == "json":
            say_json({"fault": parsed.name, "words": found.explain()})
        else:
            say(f"{parsed.name}\n\n{indent(found.explain(), '  ')}")
        return 0
    names: list[str] = list(kinds())
    told = 0
    records: list[dict[str, object]] = []
    for variant in [parsed.variant] if parsed.variant else shipped():
        game = load_game(variant)
        names += game.clauses
        clause = game.clauses.get(parsed.name)
        if clause is not None:
            told += 1
            records.append(_record(clause))
            if parsed.format == "text":
                say(_words(clause))
    if not told:
        note(f"nothing is called `{parsed.name}`")
        note(did_you_mean(parsed.name, names) or "haggis explain --help says what can be explained")
        return BAD_CALL
    if parsed.format == "json":
        say_json({"clauses": records})
    return 0


def _words(clause: Clause) -> str:
    parts = [f"{clause.name}  ({clause.variant}, {clause.chapter})", ""]
    parts.append(fill(clause.words, WIDE, initial_indent="  ", subsequent_indent="  "))
    parts += ["", *(f"  {c.source}: {c.section}" for c in clause.citations)]
    if clause.standing is not Standing.STATED:
        text = f"{clause.standing.value} because {clause.because}"
        parts.append(fill(text, WIDE, initial_indent="  ", subsequent_indent="  "))
    if clause.replaces:
        parts.append(f"  replaces the clause of {clause.replaces}: {clause.edit}")
    parts += ["", indent(clause.formal, "    "), ""]
    return "\n".join(parts)


def _record(clause: Clause) -> dict[str, object]:
    return {
        "name": clause.name,
        "variant": clause.variant,
        "words": clause.words,
        "sources": [{"source": c.source, "section": c.section} for c in clause.citations],
        "standing": clause.standing.value,
        "because": clause.because,
        "formal": clause.formal,
    }
