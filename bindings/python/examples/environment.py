"""A puzzle as an environment of Gymnasium, for reinforcement learning: ``pip install gymnasium``."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from sliding import Move, Puzzle
from sliding.options import Style

Observation = NDArray[np.uint8]


class SlidingEnv(gymnasium.Env[Observation, np.int64]):
    """A puzzle that is played by moves of a style.

    An observation is :attr:`Puzzle.board` of the position: shape ``(rows, columns)``, the kinds on the
    cells. An action is the number of a move in :meth:`Puzzle.moves`; how many there are changes from one
    position to the next, so ``info["action_mask"]`` says which actions are moves. An action that is none
    leaves everything as it is.

    A move gives -1 with ``reward="moves"``; with ``reward="distance"`` it gives by how many moves
    it came nearer to the goal, and ``info["to_goal"]`` is the number of moves left. An episode ends at
    a goal. It begins at the puzzle's start, or at ``options={"start": ...}`` of ``reset``.

    ``actions`` is how many actions there are. Without it, and for distances, the whole map of the
    puzzle is drawn first, which takes about as much as ``explore(boards=True)``.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        puzzle: Puzzle,
        style: Style = "walk",
        *,
        reward: Literal["moves", "distance"] = "moves",
        actions: int | None = None,
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        if reward not in ("moves", "distance"):
            raise ValueError(f"a reward is moves or distance, not {reward!r}")
        self.puzzle = puzzle
        self.style = style
        self.render_mode = render_mode
        self._to_goal: dict[bytes, int] | None = None
        if reward == "distance" or actions is None:
            known = puzzle.explore(style, origin="goal", boards=reward == "distance", engine="sparse")
            if actions is None:
                assert known.degrees is not None, "the engine counts them"
                actions = len(known.degrees) - 1
            if reward == "distance":
                boards = (board.tobytes() for board in known.boards)
                self._to_goal = dict(zip(boards, known.distances.tolist(), strict=True))
        shape = puzzle.board.shape
        self.observation_space = spaces.Box(0, 255, shape, dtype=np.uint8)
        self._actions = max(actions, 1)
        self.action_space = spaces.Discrete(self._actions)
        self._now = puzzle
        self._moves: tuple[Move, ...] = ()
        self._made = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. Nothing here is left to chance, so the seed only serves ``action_space``."""
        super().reset(seed=seed)
        self._made = 0
        self._go((options or {}).get("start", self.puzzle.start))
        return self._now.board, self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes the move with this number, if there is one."""
        before = self._distance()
        if action < len(self._moves):
            self._go(self._moves[int(action)].after)
        self._made += 1
        after = self._distance()
        reward = -1.0 if before is None or after is None else float(before - after)
        return self._now.board, reward, self._now.is_solved, False, self._info()

    def render(self) -> str | None:
        """The position as a drawing of characters, or as a picture in SVG."""
        if self.render_mode == "ansi":
            return self._now.drawing()
        return self._now.svg() if self.render_mode == "svg" else None

    def _go(self, position: str) -> None:
        self._now = self.puzzle.starting_at(position)
        self._moves = self._now.moves(self.style)

    def _distance(self) -> int | None:
        return None if self._to_goal is None else self._to_goal.get(self._now.board.tobytes())

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self._actions, dtype=np.int8)
        mask[: len(self._moves)] = 1
        info: dict[str, Any] = {
            "action_mask": mask,
            "position": self._now.start,
            "moves": self._made,
        }
        if self._to_goal is not None:
            info["to_goal"] = self._distance()
        return info
