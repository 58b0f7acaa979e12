"""The environment for learning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import PUZZLES
from sliding import Puzzle

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")


def test_it_is_an_environment() -> None:
    import sliding.gym
    from gymnasium.utils.env_checker import check_env

    puzzle = Puzzle.read(PUZZLES / "classics" / "quzzle.txt")
    for style in (0, 5):
        check_env(sliding.gym.SlidingEnv(puzzle, style), skip_render_check=True)
    made = gymnasium.make("sliding/Puzzle-v0", puzzle=puzzle, max_episode_steps=2)
    made.reset()
    made.step(0)
    assert made.step(0)[3], "it is truncated"


@pytest.mark.parametrize("style", range(6))
def test_whoever_goes_nearer_arrives_in_the_fewest_moves(style: int) -> None:
    from sliding.gym import SlidingEnv

    puzzle = Puzzle.read(PUZZLES / "classics" / "quzzle.txt")
    least = puzzle.solve(style).moves
    environment = SlidingEnv(puzzle, style, reward="distance")
    observation, info = environment.reset(seed=1)
    assert environment.observation_space.contains(observation)
    assert info["to_goal"] == least
    total, steps, is_over = 0.0, 0, False
    while not is_over:
        start = info["configuration"]
        number = int(info["action_mask"].sum())
        moves = enumerate(puzzle.moves(style, start=start))
        nearer = [a for a, move in moves if _is_nearer(environment, info, move.after)]
        assert nearer and max(nearer) < number
        _, reward, is_over, _, info = environment.step(np.int64(nearer[0]))
        assert reward == 1
        total, steps = total + reward, steps + 1
    assert (total, steps, info["moves"]) == (least, least, least)


def _is_nearer(environment: Any, info: dict[str, Any], configuration: str) -> bool:
    distances: dict[str, int] = environment._to_goal
    to_go: int = info["to_goal"]
    return distances[configuration] < to_go


def test_what_is_no_move_changes_nothing(klotski: Puzzle) -> None:
    from sliding.gym import SlidingEnv

    environment = SlidingEnv(klotski, 2, actions=50, render_mode="ansi")
    before, _ = environment.reset()
    after, reward, is_over, _, _ = environment.step(np.int64(49))
    assert (before == after).all() and reward == -1 and not is_over
    assert environment.render()
    other = klotski.moves()[0].after
    _, info = environment.reset(options={"start": other})
    assert info["configuration"] == other
    with pytest.raises(ValueError, match="reward"):
        SlidingEnv(klotski, reward="money")  # type: ignore[arg-type]
