"""Styles that nothing on any page can match go out of the built site, and all others stay."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "lean_styles.py"
PAGE = """<html><body data-md-color-scheme="slate" dir="ltr">
<div class="md-nav md-nav--open"><p>Text</p></div></body></html>"""
SCRIPT = """one.classList.add("shown"); two.className = "md-sort--" + kind; one.closest(".far");
three = "md-version__list" """

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="only the package is installed here")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Return the script that leaves styles out."""
    spec = importlib.util.spec_from_file_location("lean_styles", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def leaned(tool: ModuleType, styles: str) -> str:
    found: str = tool.lean_styles(styles, tool.used_in([tool.on_page(PAGE)], [SCRIPT]))
    return found


@pytest.mark.parametrize(
    "rule",
    [
        ".md-nav{margin:0}",
        "p{margin:0}",
        ".md-nav>p:first-child{margin:0}",
        ".shown{margin:0}",
        ".md-sort--new{margin:0}",
        '[data-md-color-scheme="slate"] .md-nav{margin:0}',
        "[dir=ltr] p{margin:0}",
        ":root{--ink:#000}",
        ".md-nav:not(.md-none){margin:0}",
        ".md-nav :is(.md-none,p){margin:0}",
        '.md-nav::before{content:"} .md-none {"}',
        "@media print{.md-nav{margin:0}}",
        "@media screen{@supports (gap:0){p{margin:0}}}",
        "@keyframes go{0%{margin:0}to{margin:1px}}",
        '@font-face{src:url("a.woff2")}',
        '@charset "UTF-8";',
    ],
)
def test_what_may_match_stays(tool: ModuleType, rule: str) -> None:
    assert leaned(tool, rule) == rule


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (".md-none{margin:0}", ""),
        ("table{margin:0}", ""),
        (".far{margin:0}", ""),
        (".md-version__list{margin:0}", ""),
        (".md-nav .md-none{margin:0}", ""),
        ("[dir=rtl] .md-nav{margin:0}", ""),
        ("[data-md-color-scheme=default] p{margin:0}", ""),
        (".md-none,.md-nav{margin:0}", ".md-nav{margin:0}"),
        ("p:is(.a,.b),.md-none{margin:0}", "p:is(.a,.b){margin:0}"),
        ("@media print{.md-none{margin:0}}", ""),
        ("/* a note; */p{margin:0}", "p{margin:0}"),
        (
            ":root{--a:url('data:x;}');--b:url(\"y\")}p{src:var(--a)}",
            ":root{--a:url('data:x;}');}p{src:var(--a)}",
        ),
    ],
)
def test_what_nothing_can_match_goes(tool: ModuleType, rule: str, left: str) -> None:
    assert leaned(tool, rule) == left


@pytest.mark.parametrize("rule", ["p{margin:0", "p{margin:0}}", "@media print{p{margin:0}"])
def test_styles_with_a_bracket_too_few_are_refused(tool: ModuleType, rule: str) -> None:
    with pytest.raises(ValueError, match=r"no end|nothing opened"):
        leaned(tool, rule)


def test_all_styles_of_a_site_are_written_anew(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "look.css").write_text(".md-none{margin:0}p{margin:0}", encoding="utf-8")
    command = [sys.executable, str(TOOL), str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert (tmp_path / "look.css").read_text(encoding="utf-8") == "p{margin:0}"
    assert "styles:" in said.stdout


def test_a_folder_without_pages_is_told_with_the_way_out(tmp_path: Path) -> None:
    command = [sys.executable, str(TOOL), str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert said.returncode == 2
    assert "make site" in said.stderr
