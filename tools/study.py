"""Write the page of a study from what a sweep has found: ``study.py PLAN CSV``.

Writes ``docs/study.md`` between its marks, and the pictures beside it. The file of a sweep is large
and stays out of the project: the plan and the seed in it give the same file again.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from haggis_rules.analysis.exact_sums import Estimate, ExactSums
from haggis_rules.analysis.sweep.plan import SweepPlan, read_plan
from haggis_rules.analysis.sweep.results import SweepColumns, read_whole_matches
from haggis_rules.analysis.sweep.summary import TableSummary, summarize
from haggis_rules.engine.rules import Rules, load_agreed

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "study.md"
PICTURES = ROOT / "docs" / "assets" / "study"
ROW, LEFT, WIDE, EDGE = 26, 210, 420, 48  # pixels: of a row, before the scale, of it, behind it


class PlotRow(NamedTuple):
    """A line of a plot: what it is of, what was found, and what would be fair, if anything."""

    label: str
    found: Estimate
    fair: float | None = None


def main() -> int:
    """Write the page and its pictures. Return 2 when the sweep is not whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("plan", type=Path)
    parser.add_argument("found", type=Path)
    parsed = parser.parse_args()
    plan = read_plan(parsed.plan.read_text(encoding="utf-8"))
    rules = [load_agreed(t.variant, dict(t.options), players=t.players) for t in plan.tables]
    columns = SweepColumns.of(rules, plan.tables)
    matches = read_whole_matches(parsed.found, plan, columns)
    if len(matches) < plan.matches * len(plan.tables):
        print("this sweep is not whole: go on with it first", file=sys.stderr)
        return 2
    write_page(plan, rules, summarize(columns, matches))
    return 0


def write_page(plan: SweepPlan, rules: Sequence[Rules], found: Sequence[TableSummary]) -> None:
    """Write the pictures, and the numbers between the marks of the page."""
    names = [_label(plan, place, one) for place, one in enumerate(rules)]
    PICTURES.mkdir(parents=True, exist_ok=True)
    plots = {
        "hands": [
            PlotRow(n, _known(one.hands.mean_interval()))
            for n, one in zip(names, found, strict=True)
        ],
        "leaders": [
            PlotRow(name, _known(one.leader_best.share_interval()), 1 / mine.scorers)
            for name, mine, one in zip(names, rules, found, strict=True)
        ],
    }
    for name, rows in plots.items():
        (PICTURES / f"{name}.svg").write_text(picture(rows), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    for mark, lines in (
        (
            "matches",
            [f"{plan.matches:,} matches at each of {len(names)} tables, from seed {plan.seed}."],
        ),
        ("hands", _table(names, ("hands in a match", "actions in a hand"), found, _lengths)),
        ("leaders", _table(names, ("leader gets most", "winner led the first"), found, _leads)),
        ("entries", list(_entries(names, found))),
    ):
        page = _between(page, mark, lines)
    PAGE.write_text(page, encoding="utf-8")


def picture(rows: Sequence[PlotRow]) -> str:
    """Draw numbers as dots on one scale from 0, their intervals as lines, what is fair as ticks."""
    most = max(max(row.found.high, row.fair or 0) for row in rows)
    scale, height = WIDE / most, ROW * len(rows) + 8
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + EDGE} {height}" '
            'role="img" font-family="sans-serif" font-size="13">'
        ),
        (
            "<style>text{fill:#555}line{stroke:#888}.d{fill:#b5442e}.i{stroke:#b5442e;stroke-width:2}"
            "@media(prefers-color-scheme:dark){text{fill:#bbb}}</style>"
        ),
    ]
    for place, (label, (value, low, high), fair) in enumerate(rows):
        y = ROW * place + ROW // 2 + 4
        at, start, end = (LEFT + scale * one for one in (value, low, high))
        shown = f"{value:.1f}" if most > 1 else f"{100 * value:.0f} %"
        lines += [
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(label)}</text>',
            f'<line x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y}" y2="{y}" opacity="0.25"/>',
            f'<line class="i" x1="{start:.1f}" x2="{end:.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="d" cx="{at:.1f}" cy="{y}" r="4"/>',
            f'<text x="{LEFT + WIDE + 6}" y="{y + 4}">{shown}</text>',
        ]
        if fair is not None:
            x = LEFT + scale * fair
            lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 7}" y2="{y + 7}"/>')
    return "\n".join([*lines, "</svg>", ""])


def _label(plan: SweepPlan, place: int, rules: Rules) -> str:
    options = "".join(f", {name} {value}" for name, value in plan.tables[place].options)
    return f"{rules.name} for {rules.players}{options}"


def _known(found: Estimate | None) -> Estimate:
    return Estimate(0, 0, 0) if found is None else found


def _lengths(one: TableSummary) -> list[str]:
    return [_number(one.hands.mean_interval()), _number(one.actions.mean_interval())]


def _leads(one: TableSummary) -> list[str]:
    return [_percent(one.leader_best), _percent(one.winner_led_first)]


def _table(
    names: Sequence[str],
    heads: Sequence[str],
    found: Sequence[TableSummary],
    cells: Callable[[TableSummary], list[str]],
) -> list[str]:
    rows = [
        f"| {name} | {' | '.join(cells(one))} |" for name, one in zip(names, found, strict=True)
    ]
    return [f"| table | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}", *rows]


def _entries(names: Sequence[str], found: Sequence[TableSummary]) -> Iterator[str]:
    yield "| table | entry | to the leader | to each other | not 0 |"
    yield "| --- | --- | --- | --- | --- |"
    for name, one in zip(names, found, strict=True):
        for entry, sums in one.entries.items():
            numbers = _number(sums.leader.mean_interval()), _number(sums.others.mean_interval())
            yield f"| {name} | {entry} | {numbers[0]} | {numbers[1]} | {_percent(sums.counts)} |"


def _number(found: Estimate | None) -> str:
    return "" if found is None else f"{found.value:.1f} ± {found.high - found.value:.1f}"


def _percent(sums: ExactSums) -> str:
    found = sums.share_interval()
    if found is None:
        return ""
    value, low, high = (100 * one for one in found)
    return f"{value:.0f} % ({low:.0f} to {high:.0f})"


def _between(page: str, mark: str, lines: Sequence[str]) -> str:
    begin, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    whole = re.compile(f"{begin}.*?{end}", re.DOTALL)
    return whole.sub(lambda _: "\n".join([begin, "", *lines, "", end]), page)


if __name__ == "__main__":
    sys.exit(main())
