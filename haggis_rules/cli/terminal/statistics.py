"""The numbers of a command as it shows them: mean, standard deviation, least and most."""

from __future__ import annotations

from haggis_rules.analysis.exact_sums import ExactSums
from haggis_rules.cli.outputs.tables import Spread

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
