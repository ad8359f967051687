"""The index of all that is shipped, made once."""

import pytest

from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.kept import kept_index


@pytest.fixture(scope="session")
def index() -> FinderIndex:
    """Return the index, from the cache where it is there."""
    return kept_index()
