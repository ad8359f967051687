"""Tests that need a browser run only when somebody asks for them: ``-m browser``."""

import pytest

BROWSER = "browser"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if BROWSER in str(config.option.markexpr):
        return
    for item in items:
        if item.get_closest_marker(BROWSER):
            item.add_marker(pytest.mark.skip(reason="a browser is wanted: -m browser"))
