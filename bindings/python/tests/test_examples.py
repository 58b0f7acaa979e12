"""The examples: a game that plays a pack, a notebook that makes one, and an environment for learning."""

from __future__ import annotations

import json
import os
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sliding
from conftest import PUZZLES, ROOT

EXAMPLES = ROOT / "bindings" / "python" / "examples"
LEVELS = ROOT / "examples" / "levels.json"


def test_the_game_plays_a_pack(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pack = sliding.Pack.read(LEVELS)
    wanted = [move.after for level in pack.levels for move in level.solution or ()]

    def choose(game: sliding.Game) -> int:
        return [move.after for move in game.legal_moves].index(wanted.pop(0))

    game = runpy.run_path(str(EXAMPLES / "game.py"))
    game["play"](LEVELS, choose)
    data = capsys.readouterr().out.splitlines()
    assert data == [f"{one.title}: solved in {one.moves} moves, the fewest are {one.moves}" for one in pack.levels]
    assert wanted == []
    # The player sees the goal, the board and the moves.
    monkeypatch.setattr("builtins.input", lambda words: "1")
    first = sliding.Game(pack.levels[0].puzzle, pack.style)
    assert game["ask"](first) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("┌───") and str(first) in shown and "\n1: " in shown


def test_the_notebook_makes_a_sheet_and_a_pack(
    executable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = json.loads((EXAMPLES / "level_pack.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in data["cells"] if cell["cell_type"] == "code")
    # The notebook calls the program by its name.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sliding").symlink_to(executable)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for cell in cells:
        exec(cell, names)
    assert Path("sheet.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    drawn = sliding.Puzzle.read("parking.txt")
    assert drawn.solve("slide").moves == names["steps"][-1].moves > names["steps"][0].moves
    moves = [level.moves for level in sliding.Pack.read("levels.json").levels]
    assert (moves[0], moves[-1], moves) == (2, 9, sorted(moves))


def test_moves_that_go_nearer_arrive_in_the_fewest_moves() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    environment = runpy.run_path(str(EXAMPLES / "environment.py"))["SlidingEnv"]
    puzzle = sliding.Puzzle.read(PUZZLES / "classics" / "quzzle.txt")
    check_env(environment(puzzle, 5), skip_render_check=True)
    nearer = environment(puzzle, 2, reward="distance")
    _, info = nearer.reset(seed=1)
    least = info["to_goal"]
    assert least == puzzle.solve(2).moves
    is_over = False
    while not is_over:
        boards = [puzzle.starting_at(move.after).board for move in puzzle.moves(2, start=info["position"])]
        to_goal = [nearer._to_goal[board.tobytes()] for board in boards]
        assert len(to_goal) == info["action_mask"].sum()
        _, reward, is_over, _, info = nearer.step(np.int64(np.argmin(to_goal)))
        assert reward == 1
    assert info["moves"] == least
