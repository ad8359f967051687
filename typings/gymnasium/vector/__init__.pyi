from enum import Enum
from typing import Any, Generic, TypeVar

import numpy as np
from gymnasium.spaces import Space

_Observation = TypeVar("_Observation")
_Action = TypeVar("_Action")
_Array = TypeVar("_Array")

class AutoresetMode(Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"

class VectorEnv(Generic[_Observation, _Action, _Array]):
    metadata: dict[str, Any]
    num_envs: int
    render_mode: str | None
    np_random: Any
    observation_space: Space
    action_space: Space
    single_observation_space: Space
    single_action_space: Space
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]: ...
    def step(
        self, actions: _Action
    ) -> tuple[_Observation, _Array, _Array, _Array, dict[str, Any]]: ...
    def render(self) -> Any: ...
    def close(self, **kwargs: Any) -> None: ...
