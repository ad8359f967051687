"""The numbers of a command as it shows them: mean, standard deviation, least and most."""

from __future__ import annotations

from haggis_rules.analysis.exact_sums import ExactSums

HEADING = ("mean", "sd", "min", "max")


def spread_texts(numbers: ExactSums) -> list[str]:
    """Write mean, standard deviation, least and most."""
    mean, deviation = f"{numbers.mean:.2f}", f"{numbers.deviation:.2f}"
    return [mean, deviation, str(numbers.least), str(numbers.most)]


def spread_to_json(numbers: ExactSums) -> dict[str, float]:
    """Return the same for programs."""
    values = (numbers.mean, numbers.deviation, numbers.least, numbers.most)
    return dict(zip(HEADING, values, strict=True))
