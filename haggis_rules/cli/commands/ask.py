"""haggis ask: answer a question about the rules, in a player's words.

The rule of the game that you play comes first: its words, its clause and source, a question that
has been asked and answered, and an example. Rules of other games follow, each with its game. You
may misspell a word, or use one that players use, such as run or face card. The engine looks at any
cards in the question. The question may name the game and the number of players; otherwise, the
usual game is meant. If nothing is found, the command says so and fails.

  haggis ask "what beats a bomb?"
  haggis ask "who gets the points of a lost bet?" --in neeps --players 4
  haggis ask does J K beat J Q
  haggis ask "3-5-7-9" --in rogers --players 2

--format json: {"form": 1, "question", "variant", "players", "cards": null or {"asked": [text, ...],
"readings": [{"suits", "cards", "readings": as `haggis readings` has them}], "compared": [{"beats",
"play", "other", "as": each reading of the play with this answer}], "clauses"}, "answers":
[{"clause", "title", "words", "chapter", "guard", "standing", "sources": [{"source", "title",
"section"}], "variant", "players", "own": whether that is the game asked about, "question",
"answer", "sure": whether "question" asks the same, "opposite": whether it does so the other way
round, so that "answer" has the other one of yes and no, "example": {"words", "formal"}, "score"}],
"understood": [{"word", "as"}], "topics": where nothing is found, what there is}
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from haggis_rules.cli.outputs.questions import AnsweringRule, AskedCards, AskJson
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    CallError,
    table,
    wrapped,
    write_json,
    write_lines,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.play_lines import reading_record
from haggis_rules.cli.terminal.rule_lines import found_lines, nothing_lines, slip_lines
from haggis_rules.engine.rules import Rules
from haggis_rules.finder.answers import (
    FoundRule,
    find_rules,
    table_asked,
    table_words,
    topics,
)
from haggis_rules.finder.cards_asked import CardsAnswer, answer_cards
from haggis_rules.finder.cards_said import CardsSaid
from haggis_rules.finder.index import FinderIndex
from haggis_rules.finder.kept import kept_index
from haggis_rules.finder.ranking import understand
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game, shipped
from haggis_rules.semantics.patterns import show_reading

USE = CommandUsage(Purpose.ASK, 'haggis ask "what beats a bomb?"', "any question about the rules")
OUTPUT = AskJson
MOST_OWN, MOST_OTHERS = 4, 3  # answers that are shown
LONGEST = 1000  # characters of a question


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="in your own words")
    parser.add_argument(
        "--in", dest="variant", metavar="VARIANT", help="the game: a shipped one, or a file.haggis"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play")


def run(parsed: argparse.Namespace) -> int:
    """Answer a question.

    Raises ``CallError``.
    """
    question = " ".join(parsed.question)
    if len(question) > LONGEST:
        raise CallError("too-long", f"a question has at most {LONGEST:,} characters")
    own_texts = () if parsed.variant in {None, *shipped()} else (parsed.variant,)
    index = kept_index(own_texts)
    named = index["tables"][0]["variant"] if own_texts else parsed.variant
    try:
        variant, players = table_asked(index, question, named, parsed.players)
    except LookupError as lacking:
        asked, *seatings = lacking.args
        many = " or ".join(map(str, seatings))
        raise CallError("bad-number", f"{asked} is for {many} players") from None
    game = load_game(parsed.variant or variant, players=players)
    cards = answer_cards(Rules(game), question, index["cards"], index["between"])
    found = find_rules(index, question, variant, players, () if cards is None else cards.clauses)
    own = [one for one in found if one.own][:MOST_OWN]
    shown = own + [one for one in found if not one.own][:MOST_OTHERS]
    if parsed.format == "json":
        write_json(_record(index, question, game, cards, shown))
    else:
        write_text(table_words(variant, players))
        write_lines(slip_lines(index, question))
        if cards is not None:
            write_lines(_cards_lines(game, index, cards))
        write_lines(
            found_lines(shown) if shown else nothing_lines(index, question, variant, players)
        )
    return 0 if shown or cards is not None else AT_FAULT


def _cards_lines(game: Game, index: FinderIndex, cards: CardsAnswer) -> Iterator[str]:
    """Tell what the engine says of the cards."""
    said = CardsSaid(game, index["cards"])
    verdict = said.verdict(cards)
    yield ""
    if verdict:
        yield wrapped(verdict)
    for one in cards.compared:
        told = f"{one.play} {'beats' if one.beats else 'does not beat'} {one.other}."
        yield wrapped(told if verdict else f"{'Yes' if one.beats else 'No'}: {told}")
    if cards.readings:
        yield f"{cards.asked[0]} can be"
        rows = [
            (one.suits, one.cards, show_reading(game, each), said.play(each))
            if each is not None
            else (one.suits, one.cards, "no play", "")
            for one in cards.readings
            for each in (one.readings or (None,))
        ]
        yield table(rows, left=4)


def _record(
    index: FinderIndex,
    question: str,
    game: Game,
    cards: CardsAnswer | None,
    shown: Sequence[FoundRule],
) -> AskJson:
    slips = understand(index, question).slips
    record: AskJson = {
        "form": 1,
        "question": question,
        "variant": game.name,
        "players": game.seats,
        "cards": None if cards is None else _cards_record(game, cards),
        "answers": [_rule_record(one) for one in shown],
        "understood": [{"word": word, "as": meant} for word, meant in slips],
    }
    if not shown:
        record["topics"] = [*topics(index, game.name, game.seats)]
    return record


def _cards_record(game: Game, cards: CardsAnswer) -> AskedCards:
    return {
        "asked": [*cards.asked],
        "readings": [
            {
                "suits": one.suits,
                "cards": [*one.cards.split()],
                "readings": [reading_record(game, each) for each in one.readings],
            }
            for one in cards.readings
        ],
        "compared": [
            {
                "beats": one.beats,
                "play": one.play,
                "other": one.other,
                "as": [show_reading(game, each) for each in one.readings],
            }
            for one in cards.compared
        ],
        "clauses": [*cards.clauses],
    }


def _rule_record(rule: FoundRule) -> AnsweringRule:
    entry, asked, example = rule.entry, rule.question, rule.example
    return {
        "clause": rule.clause,
        "title": entry["title"],
        "words": entry["words"],
        "chapter": entry["chapter"],
        "guard": entry["guard"],
        "standing": entry["status"],
        "sources": [
            {"source": one["source"], "title": one["title"], "section": one["section"]}
            for one in rule.sources
        ],
        "variant": rule.variant,
        "players": rule.players,
        "own": rule.own,
        "question": None if asked is None else asked["words"],
        "answer": rule.answer,
        "sure": rule.sure,
        "opposite": rule.opposite,
        "example": None
        if example is None
        else {"words": example["words"], "formal": example["formal"]},
        "score": rule.score,
    }
