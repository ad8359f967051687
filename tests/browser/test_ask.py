"""The page where one asks, in a browser: typed, tapped, shared, on telephones and in the dark."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.browser.phone import throttling
from tests.browser.served import (
    AXE,
    LOOKS,
    ONE_LOOK,
    READ_IN_CHROMIUM,
    opened,
    until,
)

pytest.importorskip("playwright.sync_api")

ANSWER, STATUS = ".ask-answer", ".ask-status"
FOCUSED = "document.activeElement.id || document.activeElement.classList[0]"
NO_PLAY = "No, that isn\u2019t a play."
READY = f"{ANSWER} > *"
CARDS, DECK = "#ask-play", "[aria-label='Cards of the deck']"

pytestmark = READ_IN_CHROMIUM


# What no width and no colour can change is tried in one look at a merge.
in_one_look = pytest.mark.parametrize("page", ONE_LOOK, indirect=True)

# How the question that the page tries by itself is shown, when it has come and has cards.
SEE_TRIED = """new MutationObserver(() => {
  const unseen = document.querySelector(".ask-unseen[aria-hidden=true][inert]");
  if (unseen?.querySelector(".ask-card")) self.tried = getComputedStyle(unseen).visibility;
}).observe(document, { childList: true, subtree: true })"""


@pytest.fixture
def site(built: str) -> str:
    """Return the address of the site that was built."""
    return built


@pytest.fixture(params=LOOKS)
def page(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Any]:
    """Open a page of each width, in the light and in the dark; no script may fail on it."""
    width, scheme = request.param
    found = opened(chromium, width, scheme, has_touch=width < 500, service_workers="block")
    faults: list[str] = []

    def note(fault: Any) -> None:
        faults.append(str(fault))

    def see_near(asked: Any) -> None:
        if "127.0.0.1" not in asked.url:
            faults.append(asked.url)

    found.on("pageerror", note)
    found.on("request", see_near)
    yield found
    found.context.close()
    assert not faults


def _open(page: Any, site: str, question: str = "") -> None:
    page.goto("about:blank")
    page.goto(f"{site}/ask/{question}")
    page.wait_for_selector(READY)


def _told(page: Any) -> str:
    return re.sub(r"\s+", " ", page.inner_text(ANSWER))


def test_typed_cards_are_answered_with_all_readings(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2")
    page.locator(CARDS).fill("10r J Q")
    told = _told(page)
    assert "Yes, four ways." in told
    for reading in (
        "A set of three 10s set3@10",
        "A sequence of three, up to the jack sequence3@J",
    ):
        assert reading in told
    assert "Jack and queen can be 8r or 9r." in told
    until(page, f"document.querySelector('{STATUS}').textContent.includes('four ways')")
    assert page.locator(f"{ANSWER} .answer.yes").count() == 1


@in_one_look
def test_the_page_tries_itself_unseen_and_leaves_nothing_behind(page: Any, site: str) -> None:
    page.add_init_script(SEE_TRIED)
    _open(page, site)
    until(page, "self.tried")
    page.locator(".ask-unseen").wait_for(state="detached")
    assert page.evaluate("self.tried") == "hidden"
    assert page.locator(CARDS).input_value() == ""


@in_one_look
def test_what_beats_cards_is_told_in_words_and_counts(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2&play=7r+7o+7y")
    told = _told(page)
    assert "Yes, a set of three 7s." in told
    assert "Beaten by set of three from the 8 up (3) any bomb (6)" in told
    assert "Beats set of three up to the 6 (5)" in told


def test_tapped_cards_are_put_to_the_play_that_is_chosen(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2")
    for name in ("9 of red", "9 of green"):
        page.locator(DECK).get_by_role("button", name=name, exact=True).click()
    page.get_by_text("Cards to beat", exact=True).first.click()
    for name in ("8 of red", "8 of green"):
        page.locator(DECK).get_by_role("button", name=name, exact=True).click()
    told = _told(page)
    assert told.startswith("✓ Classic, 2 players Yes.")
    assert "A set of two 9s beats a set of two 8s." in told
    assert "Beating a play of the same type" in told
    page.get_by_role("button", name="Take away 8 of green").click()
    assert "No." in _told(page)
    page.locator(DECK).get_by_role("button", name="8 of red, 1 of 1 taken").click()
    assert page.locator("#ask-other").input_value() == ""


@in_one_look
def test_cards_of_the_hand_are_raised_and_tried_together(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2&play=5g+6g+7g+8r+J+2o+3o+4o+10y")
    told = _told(page)
    assert told.startswith("Your hand makes")
    hand = page.get_by_role("group", name="Your hand", exact=True)
    for name in ("6 of green", "7 of green", "8 of red"):
        hand.get_by_role("button", name=name).click()
    assert hand.locator("[aria-pressed=true]").count() == 3
    told = _told(page)
    assert NO_PLAY in told
    assert (
        "It would be a sequence of three, up to the 8, but the 8 of red has the wrong suit." in told
    )
    assert "the jack instead of the 8 of red" in told
    assert "Sequences (runs)" in told
    assert "try=6g+7g+8r" in page.url
    page.reload()
    page.wait_for_selector(READY)
    assert NO_PLAY in _told(page)
    hand.get_by_role("button", name="8 of red").click()
    hand.get_by_role("button", name="5 of green").click()
    assert "Yes, a sequence of three, up to the 7." in _told(page)


@in_one_look
def test_ranks_without_suits_are_answered_for_all_suits(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2")
    for typed, verdict in (
        ("Q-K-2", "Two different plays."),
        ("3-5-7-9", "3-5-7-9: that depends on the suits."),
        ("4-6-8", "Not a play."),
    ):
        page.locator(CARDS).fill(typed)
        assert verdict in _told(page)
        assert page.inner_text("#ask-play-fault") == ""


@in_one_look
def test_a_question_is_shared_by_its_address_and_one_can_go_back(page: Any, site: str) -> None:
    _open(page, site, "#table=rogers-2&with.sets=true&play=10r+J+Q&other=9r+9o+9y")
    assert page.get_by_label("sets").is_checked()
    assert "Yes as a set of three 10s; no as a sequence." in _told(page)
    page.get_by_label("sets").click()
    until(page, "document.querySelector('.ask-answer').textContent.includes('to beat aren')")
    assert "with.sets" not in page.url
    page.go_back()
    until(page, "document.querySelector('.ask-answer').textContent.includes('Yes as')")
    assert page.get_by_label("sets").is_checked()
    page.go_forward()
    until(page, "document.querySelector('.ask-answer').textContent.includes('to beat aren')")


@in_one_look
def test_a_hand_is_dealt_as_the_rules_deal_it(page: Any, site: str) -> None:
    for table, cards in (("classic-2", 17), ("neeps-6", 21)):
        _open(page, site, f"#table={table}")
        page.get_by_role("button", name="Deal a hand").click()
        until(page, f"document.querySelectorAll('.ask-held button').length === {cards}")
        named = page.locator(CARDS).input_value().split()
        assert {"J", "Q", "K"} <= {*named}
        assert "Your hand makes" in _told(page)


@in_one_look
def test_the_link_to_a_question_is_copied(page: Any, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _open(page, site, "#table=classic-2&play=9r+9o")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


@in_one_look
def test_the_game_of_the_head_is_the_one_that_is_asked(page: Any, site: str) -> None:
    _open(page, site, "#play=9r+9o")
    page.locator(".hg-game button").click()
    page.locator("dialog [data-table='classic-3']").click()
    until(page, "document.querySelector('.ask-answer').textContent.includes('3 players')")
    assert not page.locator("#ask-seating").is_visible()
    _open(page, site, "#table=rogers-2&play=9r")
    assert page.locator("#ask-seating").is_visible()
    assert page.input_value("#ask-seating") == "rogers-2"


@in_one_look
def test_what_was_typed_wrong_is_told(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2")
    field = page.locator(CARDS)
    for typed, told in (
        ("11r", "“11r” is not a card of this deck. It has 2r to 10g and J, Q and K."),
        ("r10", "Did you mean 10r?"),
        ("9r 9r", "You have more 9r than the deck: there is only one."),
        ("J J J", "You have more J than the deck: there are only 2."),
        ("10r J = set3@10", "These cards are not “set3@10”. They are set2@10."),
    ):
        field.fill(typed)
        assert told in page.inner_text("#ask-play-fault")
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("10r")
    assert page.inner_text("#ask-play-fault") == ""


@in_one_look
def test_a_reading_can_be_named_in_what_is_typed(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2&play=9r+10r+J")
    page.get_by_role("button", name="Announce a sequence of three, up to the jack").click()
    assert page.locator(CARDS).input_value().endswith("= sequence3@J")
    page.locator("#ask-other").fill("8g 9g 10g")
    told = _told(page)
    assert "Yes." in told
    assert "A sequence of three, up to the jack, beats a sequence of three, up to the 10." in told


@in_one_look
@pytest.mark.parametrize(
    ("play", "other", "verdict"),
    [
        ("10r+J+Q", "J+Q+K", "No, however it is read."),
        ("J+Q", "9r+10r+J", "Yes, however it is read."),
        (
            "9r+10r+J",
            "8g+9g+10g",
            "Yes as a sequence of three, up to the jack; no as a sequence of three, up to the 10.",
        ),
    ],
)
def test_what_no_reading_changes_is_answered(
    page: Any, site: str, play: str, other: str, verdict: str
) -> None:
    _open(page, site, f"#table=classic-2&play={play}&other={other}")
    assert verdict in _told(page)


@in_one_look
def test_all_plays_of_a_whole_hand_are_there_to_be_opened(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2&play=2r+2o+3r+4r+5r+J")
    assert "Your hand makes 30 plays" in _told(page)
    sets = page.locator(".ask-plays", has_text="Sets")
    sets.locator("summary").first.click()
    sets.get_by_text("Set of two: 6 plays").click()
    until(page, "document.querySelector('.ask-type[open] .ask-row')")
    drawn = sets.locator(".ask-type[open] .ask-row").all()
    assert "2 of red and 2 of orange" in [one.get_attribute("aria-label") for one in drawn]
    page.get_by_role("button", name="9 without court cards").click()
    assert page.locator(f"{ANSWER} .ask-plays").count() == 3
    page.locator("#ask-other").fill("4o 4y")
    assert "Your hand makes 1 play that beats them" in _told(page)


# How long it takes from a key to an answer that stands, in milliseconds.
TIMED = """async (hand) => {
  const input = document.querySelector("#ask-play"), began = performance.now();
  input.value = hand;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  for (let turn = 0; turn < 9; turn += 1) await null;
  document.querySelector(".ask-answer").getBoundingClientRect();
  return [performance.now() - began, document.querySelector(".ask-answer").textContent];
}"""
FIRST_ANSWER, LATER_ANSWER = 200, 100  # milliseconds at most
HANDS = {
    "classic-2": "2r 2y 3g 4r 5g 6o 6y 6g 7r 7g 9y 10o 10y 10g J Q K",
    "neeps-6": "2o 2y 3r 3y 4y 4y 5g 5g 6g 7r 7y 8y 8g 9o 9g 10o 10o 10g J Q K",
}
LONGEST = max(HANDS, key=lambda table: len(HANDS[table].split()))  # the one of a merge


@pytest.mark.parametrize(
    "table",
    [pytest.param(one, marks=() if one == LONGEST else pytest.mark.long) for one in HANDS],
)
@in_one_look
def test_a_slow_telephone_answers_about_a_whole_hand_at_once(
    page: Any, site: str, table: str
) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    slow = {"offline": False, "latency": 150}
    rate = {"downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
    devtools.send("Network.emulateNetworkConditions", {**slow, **rate})
    first, later = list[float](), list[float]()
    for tries in range(6):  # the machine may do much else, so the least of several counts
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        _open(page, site, f"#table={table}")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttling(page)})
        page.wait_for_timeout(2_000)  # what it tries unseen is over
        taken, told = page.evaluate(TIMED, HANDS[table])
        assert "Your hand makes" in told
        first.append(taken)
        for _ in range(4):
            page.evaluate(TIMED, "")
            later.append(page.evaluate(TIMED, HANDS[table])[0])
        if tries and min(first) < FIRST_ANSWER and min(later) < LATER_ANSWER:
            break
    assert min(first) < FIRST_ANSWER, first
    assert min(later) < LATER_ANSWER, later


@in_one_look
def test_each_clause_leads_to_its_place(page: Any, site: str) -> None:
    anchors: dict[str, set[str]] = {}  # by the page that has them, so that each is opened once
    for table in ("classic-3", "rogers-2", "rogers-2&with.sets=true"):
        _open(page, site, f"#table={table}&play=9r+10r+J&other=3r+5o+7y+9g")
        links = page.eval_on_selector_all(f"{ANSWER} a", "all => all.map(one => one.href)")
        assert links
        for link in links:
            address, _, anchor = link.partition("#")
            anchors.setdefault(address, set()).add(anchor)
    for address, names in anchors.items():
        page.goto(address)
        lacking = "names => names.filter(name => document.getElementById(name) === null)"
        assert page.evaluate(lacking, [*names]) == [], address


@in_one_look
def test_every_page_has_a_way_to_ask_by_its_rules(page: Any, site: str) -> None:
    page.goto(f"{site}/rules/rogers-3/")
    page.click(".hg-rail [data-way='cards']")
    page.wait_for_selector(READY)
    assert page.input_value("#ask-seating") == "rogers-3"


@in_one_look
def test_the_page_can_be_used_with_keys_alone(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-2")
    page.focus(CARDS)
    seen: list[str] = []
    for _ in range(3):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED))
    assert seen == ["ask-clear", "ask-other", "ask-clear"]
    page.locator(DECK).get_by_role("button", name="9 of red", exact=True).focus()
    page.keyboard.press("Enter")
    assert "single 9" in _told(page)
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "9 of red, 1 of 1 taken"


def test_nothing_is_wider_than_the_window_and_targets_are_large(page: Any, site: str) -> None:
    _open(page, site, "#table=classic-3&play=2r+3r+4r+5r+6r+7r+8r+9r+10r+J+Q+K&other=J+Q")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.eval_on_selector_all(
        ".ask-tap", "all => all.map(b => b.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert len(sizes) == 48
    assert all(width >= 34 and height >= 48 for width, height in sizes)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "#table=classic-3&play=10r+J+Q&other=9r+9o+9g",
        "#table=classic-2&play=5g+6g+7g+8r+J+2o+3o+4o+10y&try=6g+7g+8r",
        "#table=classic-2&play=3-5-7-9",
        "#play=zz",
    ],
)
def test_axe_finds_nothing_wrong(page: Any, site: str, question: str) -> None:
    axe = files(pytest.importorskip("axe_playwright_python").__name__) / "axe.min.js"
    _open(page, site, question)
    page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate(AXE.replace("run(", "run('[data-ask]', "))
    told = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]
    assert found["passes"]
    assert not told, json.dumps(told, indent=1)
