# As much of Pygments as is used here.
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.token import Kind

def lex(code: str, lexer: Lexer) -> Iterator[tuple[Kind, str]]: ...
