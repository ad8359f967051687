"""The numbers of a command as it shows them: how they spread, and how sure they are."""

from __future__ import annotations

from haggis_rules.analysis.exact_sums import Estimate, ExactSums
from haggis_rules.cli.outputs.tables import Interval, Spread

HEADING = ("mean", "sd", "min", "max")


def spread_texts(numbers: ExactSums) -> list[str]:
    """Write mean, standard deviation, least and most."""
    mean, deviation = f"{numbers.mean:.2f}", f"{numbers.deviation:.2f}"
    return [mean, deviation, str(numbers.least), str(numbers.most)]


def spread_to_json(numbers: ExactSums) -> Spread:
    """Return the same for programs."""
    return {
        "mean": numbers.mean,
        "sd": numbers.deviation,
        "min": numbers.least,
        "max": numbers.most,
    }


def interval_texts(found: Estimate | None, *, percent: bool = False) -> list[str]:
    """Write a number and its interval; a dash where there was nothing to count."""
    if found is None:
        return ["-", ""]
    value, low, high = (100 * one if percent else one for one in found)
    sign = " %" if percent else ""
    return [f"{value:.1f}{sign}", f"{low:.1f} to {high:.1f}"]


def interval_to_json(found: Estimate | None) -> Interval | None:
    """Return the same for programs; None where there was nothing to count."""
    return None if found is None else {"value": found.value, "low": found.low, "high": found.high}
