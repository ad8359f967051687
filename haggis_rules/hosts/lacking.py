"""What is said when the library of a host is not installed."""

from __future__ import annotations


def lacking_extra(extra: str, lacking: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return a fault that names the extra with which a missing package comes."""
    message = f"`{lacking.name}` is not installed: pip install haggis-rules[{extra}]"
    return ModuleNotFoundError(message, name=lacking.name)
