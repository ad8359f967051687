"""What breaks a promise is drawn: hands over cards, moves in order, and what fails in words."""

import re

from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.scenes.breach_scene import breach_scene
from tests.games import game_of

LINES = (
    "top is bomb:rainbow",
    "best.player is seat 2",
    "hand of seat 1: Q",
    "hand of seat 2: 8r",
    "haggis: all other cards",
    "pile: 3g 5y 7r 9o",
    "... 51 actions",
    "seat 1: pass",
    "seat 2: play 9r 9g = set2@9",
    "the step `settle` follows",
    "then pile.clear does not hold",
)


def shown(*lines: str) -> str:
    """Return a scene of classic for two without its markup, one blank between words."""
    scene = breach_scene(Illustrated.of(game_of("classic", 2)), lines)
    return " ".join(re.sub(r"<[^>]+>", " ", scene).split())


def test_a_match_is_told_in_three_parts() -> None:
    told = shown(*LINES)
    before, moves, then = re.fullmatch(r"Before (.*) The moves (.*) Then (.*)", told).groups()  # type: ignore[union-attr]
    assert before == (
        "Your hand `Q` Ann's hand `8r` Haggis all other cards Pile `3g 5y 7r 9o` "
        "- Top: a bomb of 3, 5, 7 and 9 in different suits - Best player: Ann"
    )
    assert moves == "… 51 actions You pass Ann plays `9r 9g = set2@9` a set of two 9s"
    assert then == "- The step settle follows - `pile.clear` does not hold"


def test_what_follows_before_the_moves_stands_before_them() -> None:
    told = shown("stage is over", "then stage is settled", "seat 1: pass", "then it ends")
    assert told == ("Before - Stage: over Then - Stage: settled The moves You pass Then - It ends")


def test_a_place_of_a_team_and_a_line_of_no_kind_are_told() -> None:
    neeps = Illustrated.of(game_of("neeps", 4))
    scene = breach_scene(neeps, ["captured of team north: all other cards", "nobody moves"])
    told = " ".join(re.sub(r"<[^>]+>", " ", scene).split())
    assert told == "Before North's captured cards all other cards - Nobody moves"
