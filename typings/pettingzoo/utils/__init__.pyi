from typing import Any

from pettingzoo.utils.env import AECEnv, ParallelEnv

def parallel_to_aec(par_env: ParallelEnv[Any, Any, Any]) -> AECEnv[Any, Any, Any]: ...
