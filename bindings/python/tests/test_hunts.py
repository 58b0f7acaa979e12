"""Hunts and generated puzzles, against the program and against each other."""

from __future__ import annotations

from typing import Any

import pytest
import sliding
from conftest import without_times


def test_a_hunt_is_that_of_the_program(program: Any) -> None:
    for options, kin in [
        (["--board", "3x3", "--shapes", "polyominoes:3", "--empty", "2-3"], {"empty": (2, 3)}),
        (["--board", "3x3", "--shapes", "polyominoes:3", "--pieces", "2", "--rule", "anywhere"],
         {"pieces": 2, "rule": "anywhere"}),
    ]:
        found = sliding.hunt((3, 3), shapes="polyominoes:3", **kin)  # type: ignore[arg-type]
        [expected] = program("hunt", *options, "--format", "json")
        assert without_times(found.to_dict()) == without_times(expected)
    by_chance = sliding.hunt("4x4", shapes=["1", "11", "1/1"], random=20, seed=3)
    [expected] = program(
        "hunt", "--board", "4x4", "--shapes", "1,11,1/1", "--random", "20", "--seed", "3",
        "--format", "json",
    )
    assert without_times(by_chance.to_dict()) == without_times(expected)


def test_the_hardest_puzzle_is_as_hard_as_it_says() -> None:
    hunted = sliding.hunt("3x3", shapes="1,11,1/1", empty=2)
    rows = [row for row in hunted.found if row.puzzle is not None]
    assert rows
    for row in rows:
        assert row.puzzle is not None and row.proven
        assert row.puzzle.solve(hunted.style).moves == row.moves


def test_generated_puzzles_are_as_hard_as_is_wanted() -> None:
    def make(seed: int) -> list[sliding.Puzzle]:
        return sliding.generate(
            "6x6", shapes="cars", pieces="8-10", style=1, moves="8-12", number=4, seed=seed
        )

    boards = make(1)
    assert len(boards) == 4
    for board in boards:
        assert 8 <= (board.solve(1).moves or 0) <= 12
    again, other = make(1), make(2)
    written = [[board.to("rush") for board in made] for made in (boards, again, other)]
    assert written[0] == written[1] != written[2]


def test_words_that_say_nothing() -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({"board": "3"}, "4x5"),
        ({"board": "3x3", "shapes": "stars"}, "expected rectangles"),
        ({"board": "3x3", "rule": "left"}, "corner"),
        ({"board": "3x3", "pieces": "8-3"}, "3-8"),
        ({"board": "3x3", "exit_row": 2}, "exit"),
        ({"board": "3x3", "shapes": "1", "main": "11"}, "none of the shapes"),
        ({"board": "3x3", "rule": "any", "random": 3}, "somewhere"),
    ]
    for options, message in bad:
        with pytest.raises(ValueError, match=message):
            sliding.hunt(**options)
    with pytest.raises(sliding.Refused):
        sliding.hunt("3x3", shapes="1", pieces=20)
    with pytest.raises(sliding.Stopped):
        sliding.generate("3x3", shapes="1", pieces=8, moves=13, number=10**6, time_limit=0.2)
