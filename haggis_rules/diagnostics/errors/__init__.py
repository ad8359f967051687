"""What can be wrong with a rules file: each fault with its name and what there is to know.

The first sentence of a class's docstring says what the fault is. The rest teaches: an example, and
the way out. ``haggis explain`` prints both.

They are gathered here since ``kinds`` knows them all, whichever of them somebody asks for.
"""

from haggis_rules.diagnostics.errors import (
    agreement,
    cards,
    descent,
    examples,
    limits,
    moments,
    names,
    text,
    types,
)
from haggis_rules.diagnostics.errors.agreement import *
from haggis_rules.diagnostics.errors.base import *
from haggis_rules.diagnostics.errors.base import RuleError
from haggis_rules.diagnostics.errors.cards import *
from haggis_rules.diagnostics.errors.descent import *
from haggis_rules.diagnostics.errors.examples import *
from haggis_rules.diagnostics.errors.limits import *
from haggis_rules.diagnostics.errors.moments import *
from haggis_rules.diagnostics.errors.names import *
from haggis_rules.diagnostics.errors.text import *
from haggis_rules.diagnostics.errors.types import *

_SUBJECTS = (text, descent, agreement, names, types, cards, examples, moments, limits)


def kinds() -> dict[str, type[RuleError]]:
    """Return every kind of fault by its name, subject by subject."""
    found = (kind for subject in _SUBJECTS for kind in vars(subject).values())
    own = (kind for kind in found if isinstance(kind, type) and issubclass(kind, RuleError))
    return {kind.name(): kind for kind in own if kind is not RuleError}
