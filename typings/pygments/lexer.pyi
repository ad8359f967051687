from collections.abc import Iterator, Sequence
from typing import ClassVar

from pygments.token import Kind

class Lexer:
    name: str
    url: str
    aliases: ClassVar[Sequence[str]]
    filenames: ClassVar[Sequence[str]]
    def __init__(self, *, ensurenl: bool = ..., stripnl: bool = ...) -> None: ...

class RegexLexer(Lexer):
    tokens: ClassVar[dict[str, Sequence[object]]]
    def get_tokens_unprocessed(
        self, text: str, stack: tuple[str, ...] = ...
    ) -> Iterator[tuple[int, Kind, str]]: ...

class words:
    def __init__(self, words: Sequence[str], prefix: str = ..., suffix: str = ...) -> None: ...
    def get(self) -> str: ...

class default:
    def __init__(self, state: str) -> None: ...

def bygroups(*kinds: object) -> object: ...
