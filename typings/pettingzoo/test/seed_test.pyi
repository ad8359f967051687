from collections.abc import Callable
from typing import Any

def parallel_seed_test(parallel_env_fn: Callable[[], Any], num_cycles: int = 500) -> None: ...
