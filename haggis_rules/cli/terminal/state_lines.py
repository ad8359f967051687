"""For which values of states an answer is, where it rests on some that all see."""

from __future__ import annotations

import json
from collections.abc import Mapping

from haggis_rules.cli.terminal.output import write_text
from haggis_rules.notation.forms import Json


def tell_state(state: Mapping[str, Json]) -> None:
    """Tell for which values an answer is; nothing where it rests on no state."""
    for name, value in state.items():
        write_text(f"\nThe answer is for {name} = {json.dumps(value, ensure_ascii=False)}.")
