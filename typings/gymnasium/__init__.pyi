# What is used of Gymnasium, which is an extra and so is not installed wherever types are checked.

from typing import Any, Generic, TypeVar

from gymnasium import spaces as spaces

_Observation = TypeVar("_Observation")
_Action = TypeVar("_Action")

class Env(Generic[_Observation, _Action]):
    metadata: dict[str, Any]
    render_mode: str | None
    spec: Any
    np_random: Any
    observation_space: spaces.Space
    action_space: spaces.Space
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]: ...
    def step(self, action: _Action) -> tuple[_Observation, float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...

def register(
    id: str, entry_point: Any = ..., vector_entry_point: Any = ..., **more: Any
) -> None: ...
def make(id: str, **more: Any) -> Env[Any, Any]: ...
def make_vec(id: str, num_envs: int = 1, **more: Any) -> Any: ...

registry: dict[str, Any]
