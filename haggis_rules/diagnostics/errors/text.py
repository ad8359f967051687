"""Faults of a file and its text: it cannot be read, or is not in the language."""

from haggis_rules.diagnostics.errors.base import RuleError


class UnreadableFileError(RuleError, name="unreadable-file"):
    """A rules file cannot be read.

    There is no file at this path, it is a folder, or you may not read it. Look at the path: a
    variant is found by its name, as `haggis check heron`, or by its file, as `haggis check
    my/heron.haggis`.
    """


class NotTextError(RuleError, name="not-text"):
    """A rules file is not text in UTF-8.

    The place shows the first byte that does not fit. Most often the file was saved in an older
    encoding, where `é` is one byte: save it again as UTF-8. A picture or an archive cannot be read
    as rules at all.
    """


class TooLargeError(RuleError, name="too-large"):
    """A file is larger than any rules need to be.

    Whole games take some thousands of characters. Is it the right file? If so, move what differs
    between variants into files of their own that say what they `extends`.
    """


class StrangeCharacterError(RuleError, name="strange-character"):
    """A character has no meaning in the language.

    The language has words, not signs: write `x is y` and not `x = y`, and `x is at most 3` and not
    `x <= 3`. Texts stand in plain `"`, and a remark is an item of a clause: `note "..."`.
    """


class UnclosedTextError(RuleError, name="unclosed-text"):
    r"""A text in quotes has no end.

    `clause a "It begins` lacks the second `"`. When the place looks right, an earlier quote is
    missing, so that texts and words have changed places since then. Inside a text a quote is
    written `\"`.
    """


class CutOffError(RuleError, name="cut-off"):
    """The file stops in the middle of a sentence.

    `step tidy when` does not say when. Finish the last sentence, or take it out. Was the file
    copied whole?
    """


class MisplacedWordError(RuleError, name="misplaced-word"):
    """A word stands where the grammar has no place for it.

    `let turn 3` should be `let turn be 3`. The help says what fits at this place. Often the fault
    is just before it: a word left out, a bracket not closed, or a condition after `where` without
    its brackets.
    """


class ReservedWordError(RuleError, name="reserved-word"):
    """A word of the language is used as a name.

    `zone seat` is impossible, since `seat` has a meaning of its own wherever a zone could stand.
    Choose another name, such as `zone my-seat`, and use it everywhere. Words that differ from names
    by what stands around them, such as `deal` and `points`, can be names. Where a text of an older
    version uses a later word as a name, `haggis fmt --upgrade` gives it another.
    """


class TooDeepError(RuleError, name="too-deep"):
    """Too many values are nested.

    Nobody can read brackets so deep. Give an inner part a name, as `define seat s is ready as ...`,
    and use the name in its place: `s is ready`. A long row joined by `and`, `or` or `+` counts one
    for each part. Only a few names that run over all seats or cards can be nested, since each
    multiplies the cases; the words that a value uses count as well.
    """


class NumberTooLargeError(RuleError, name="number-too-large"):
    """A number is larger than the language allows.

    All numbers of a game are small, so that every promise can be proved. Look for a digit too many,
    as in `0 to 10000000 points`.
    """


class UnknownLanguageError(RuleError, name="unknown-language"):
    """The file is written in another version of the language.

    A file begins with the version it is written in: `language 2`. Texts of version 1 are read as
    well, and `haggis fmt --upgrade` writes them in version 2. Change the file to a version that
    this program reads, or use the program that reads yours.
    """
