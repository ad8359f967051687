"""How the help of a command fits the terminal."""

from __future__ import annotations

import argparse

from haggis_rules.cli.terminal.output import page_width, wrapped


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help whose paragraphs fit the terminal. A block with indented lines stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip().split("\n\n")
        return "\n\n".join(_fitted(one, width, indent) for one in paragraphs)


def _fitted(paragraph: str, width: int, indent: str) -> str:
    lines = paragraph.splitlines()
    if any(line.startswith(" ") for line in lines):
        return "\n".join(f"{indent}{line}" for line in lines)
    return wrapped(" ".join(lines), len(indent), width=min(width, page_width()))
