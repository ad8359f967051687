"""Numbers, vectors and sections of the binary form of WebAssembly.

After the specification of WebAssembly 2.0, chapter 5, "Binary Format".
"""

from collections.abc import Iterable, Sequence
from typing import Final

HEADER: Final = b"\0asm\1\0\0\0"
_PAGE: Final = 65_536
_MORE: Final = 128  # set in each byte but the last
_SIGN: Final = 64  # in the last byte


def unsigned(value: int) -> bytes:
    """Return a number from 0 on in LEB128: seven bits a byte, the lowest first."""
    found = bytearray()
    while value >= _MORE:
        found.append(value % _MORE | _MORE)
        value >>= 7
    return bytes([*found, value])


def signed(value: int) -> bytes:
    """Return a number in LEB128 with its sign in the second highest bit of the last byte."""
    found = bytearray()
    while not -_SIGN <= value < _SIGN:
        found.append(value % _MORE | _MORE)
        value >>= 7
    return bytes([*found, value % _MORE])


def vector(items: Sequence[bytes]) -> bytes:
    """Return how many there are, and then each."""
    return unsigned(len(items)) + b"".join(items)


def sized(content: bytes) -> bytes:
    """Return how many bytes follow, and then these."""
    return unsigned(len(content)) + content


def named(name: str) -> bytes:
    """Return a name, which stands as its bytes in UTF-8."""
    return sized(name.encode())


def section(number: int, content: bytes) -> bytes:
    """Return one section of a module."""
    return bytes([number]) + sized(content)


def pages(size: int) -> int:
    """Return how many pages of memory hold so many bytes."""
    return -(-size // _PAGE)


def joined(parts: Iterable[bytes]) -> bytes:
    """Return parts one after the other."""
    return b"".join(parts)
