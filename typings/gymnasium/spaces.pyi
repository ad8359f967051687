from collections.abc import Mapping
from typing import Any

import numpy as np

class Space:
    def sample(self, mask: Any = None) -> Any: ...
    def contains(self, x: Any) -> bool: ...
    def seed(self, seed: int | None = None) -> Any: ...

class Box(Space):
    low: np.ndarray
    high: np.ndarray
    shape: tuple[int, ...]
    def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = ...) -> None: ...

class Discrete(Space):
    n: int
    def __init__(self, n: int) -> None: ...

class MultiDiscrete(Space):
    nvec: np.ndarray
    def __init__(self, nvec: Any) -> None: ...

class Dict(Space):
    def __init__(self, spaces: Mapping[str, Space]) -> None: ...
    def __getitem__(self, key: str) -> Space: ...
