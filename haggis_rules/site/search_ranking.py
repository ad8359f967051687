"""Which pages the search puts first, and which it leaves out since others say the same."""

import json
import re

from haggis_rules.site.content.book import QUESTIONS
from haggis_rules.site.content.volumes import PROMISES
from haggis_rules.site.markdown import HEAD
from haggis_rules.site.pages.glossary import GLOSSARY
from haggis_rules.site.pages.rulings import RULINGS
from haggis_rules.site.pages.single_page import EDITION, EDITIONS
from haggis_rules.site.pages.sources import SOURCES

# By the path of a page, the first that fits: how much it counts, or None for not at all. What a
# question counts stands on its page already.
_WEIGHTS: tuple[tuple[re.Pattern[str], float | None], ...] = (
    (re.compile(rf".*/{QUESTIONS}[.]md"), None),
    (re.compile(rf"{PROMISES}/"), 0.1),
    (re.compile(rf"{GLOSSARY}[.]md"), 2),
    (re.compile(rf"{EDITIONS}/|.*/{EDITION}[.]md"), None),
    (re.compile(rf"{RULINGS}/"), 0.5),
    (re.compile(rf"{SOURCES}/"), 0.3),
    (re.compile(r".*/all-"), 0.3),
)


def for_search(name: str, text: str, *, hidden: bool = False) -> str:
    """Write at the head of a page what the search shall make of it, nothing if it is ``hidden``."""
    weight = None if hidden else next((each for path, each in _WEIGHTS if path.match(name)), 1)
    if weight == 1:
        return text
    said = {"exclude": True} if weight is None else {"boost": weight}
    return text.replace(HEAD, f"{HEAD}search: {json.dumps(said)}\n", 1)
