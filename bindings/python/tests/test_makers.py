"""Generated puzzles, packs, ratings and better puzzles, against the program and against other searches."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import sliding
from conftest import PUZZLES, without_times, words_of

SMALL = ["1", "11", "1/1"]

# What is to be made of a family, with every option.
MADE: list[dict[str, Any]] = [
    {"board": "3x3", "shapes": SMALL, "pieces": 5, "moves": (4, 8), "number": 3},
    {"board": (3, 3), "shapes": "1", "pieces": "6-7", "moves": 5, "seed": 2},
    {"board": "3x3", "moves": "5-9", "pieces": "4-6", "solutions": 1},
    {"board": "3x4", "shapes": "1,11:1,1/1:1-2", "pieces": "3-5", "moves": (4, 9), "style": 0},
    {"board": "3x3", "shapes": SMALL, "empty": (1, 2), "moves": (3, 9), "style": 1},
    {"board": "3x3", "shapes": "1,11/01", "moves": (2, 6), "style": 3, "number": 2},
    {"board": "3x3", "shapes": "1,11", "moves": (2, 6), "style": 4, "number": 2},
    {"board": "3x3", "shapes": SMALL, "moves": (2, 6), "style": 5, "number": 2},
    {"board": "3x4", "shapes": "1,11/11", "main": "11/11", "moves": (3, 7), "number": 2},
    {"board": "3x3", "shapes": "polyominoes:3", "moves": (3, 7), "rule": "anywhere"},
    {"board": "4x4", "shapes": "units", "moves": (3, 9), "style": 0, "number": 3},
    {"board": (4, 4), "shapes": "cars", "pieces": (3, 5), "moves": (3, 6), "exit_row": 3},
    {"board": "6x6", "shapes": "cars", "pieces": "8-10", "moves": "8-12", "style": 1, "seed": 4},
    {"board": "5x5", "shapes": "cars", "main": "11h", "moves": "6-9", "style": 1, "seed": 2**40},
    *[{"board": "4x4", "shapes": "cars", "moves": (3, 6), "seed": seed} for seed in range(6)],
]


@pytest.mark.parametrize("options", MADE, ids=lambda options: " ".join(words_of(options)))
def test_what_is_generated_is_what_the_program_makes(
    options: dict[str, Any], written: Any
) -> None:
    made = sliding.generate(**options)
    assert len(made) == options.get("number", 1)
    assert "\n".join(map(str, made)) == written("generate", *words_of(options))
    least, *most = map(int, words_of({"moves": options["moves"]})[1].split("-"))
    for puzzle in made:
        moves = puzzle.solve(options.get("style", 2)).moves
        assert moves is not None and least <= moves <= (most or [least])[0]
        assert puzzle.count(options.get("style", 2)).solutions <= options.get("solutions", 10**9)


def test_another_seed_makes_others() -> None:
    def make(seed: int) -> list[str]:
        made = sliding.generate("4x4", shapes="cars", moves=(3, 6), number=3, seed=seed)
        return list(map(str, made))

    assert make(1) == make(1) != make(2)


CARS: dict[str, Any] = {"board": "5x5", "shapes": "cars", "pieces": (4, 7), "style": 1}


def test_puzzles_like_an_example_have_its_pieces_and_goals(written: Any) -> None:
    file = PUZZLES / "classics" / "quzzle.txt"
    example = sliding.Puzzle.read(file)
    made = sliding.generate(like=example, moves=(12, 14), number=2, title="Level {n}")
    assert [puzzle.name for puzzle in made] == ["Level 1", "Level 2"]
    asked = ["--like", file, "--moves", "12-14", "--number", "2", "--title", "Level {n}"]
    assert "\n".join(map(str, made)) == written("generate", *asked)
    data = example.to_dict()
    for puzzle in made:
        assert all(puzzle.to_dict()[name] == data[name] for name in ("kinds", "goals", "blocked"))
        assert puzzle.start != example.start
        assert 12 <= (puzzle.solve(engine="ring").moves or 0) <= 14


def test_puzzles_of_a_felt_difficulty(written: Any) -> None:
    small: dict[str, Any] = {"board": "4x4", "shapes": "cars", "pieces": (4, 6), "style": 1}
    options: dict[str, Any] = {**small, "moves": (3, 8), "difficulty": (1.2, 1.6)}
    made = sliding.generate(**options)
    assert "\n".join(map(str, made)) == written("generate", *words_of(options))
    for puzzle in made:
        felt = puzzle.rate(1).difficulty
        assert felt is not None and 1.2 <= felt <= 1.6


# What packs are to be made of, with every option.
PACKS: list[dict[str, Any]] = [
    {**CARS, "ramp": (3, 6), "number": 4, "title": "Level {n}"},
    {"board": "4x4", "shapes": "cars", "pieces": "3-5", "ramp": "difficulty:1.0-1.4", "moves": (2, 5), "number": 3},
    {"board": "4x4", "shapes": "cars", "pieces": (3, 6), "style": 1, "ramp": (3, 5), "solutions": (1, 9), "number": 3, "seed": 5},
]


@pytest.mark.parametrize("options", PACKS, ids=lambda options: " ".join(words_of(options)))
@pytest.mark.parametrize("with_solutions", [False, True])
def test_a_pack_is_that_of_the_program(
    options: dict[str, Any], with_solutions: bool, program: Any
) -> None:
    made = sliding.pack(**options, with_solutions=with_solutions)
    more = ["--with-solutions"] if with_solutions else []
    [expected] = program("generate", "--format", "json", *words_of(options), *more)
    assert made.to_dict() == expected
    assert len(made.levels) == options["number"]
    for number, level in enumerate(made.levels, 1):
        assert (level.number, level.title) == (number, level.puzzle.name)
        # Counted by another engine than the one that made it.
        solved = level.puzzle.solve(made.style, engine="ring", exhaust=True)
        assert (solved.moves, solved.positions) == (level.moves, level.positions)
        assert level.difficulty == level.puzzle.rate(made.style).difficulty is not None
        if level.solution is None:
            assert not with_solutions
        else:
            verified = level.puzzle.verify(level.solution)
            assert verified.solved and verified.moves[made.style] == len(level.solution) == level.moves


def test_a_pack_goes_into_a_file_and_comes_back(program: Any, tmp_path: Path) -> None:
    made = sliding.pack(**PACKS[0], with_solutions=True)
    mine, other = tmp_path / "mine.json", tmp_path / "other.json"
    mine.write_text(made.to_json())
    words = words_of(PACKS[0])
    program("generate", *words, "--format", "json", "--with-solutions", "-o", other)
    for pack in (sliding.Pack.read(mine), sliding.Pack.read(other), pickle.loads(pickle.dumps(made))):
        assert pack == made and pack.levels == made.levels
    for text in ("{", "[]", made.levels[0].puzzle.to_json()):
        mine.write_text(text)
        with pytest.raises(ValueError, match="mine.json is no pack: expected an object sliding/make/1"):
            sliding.Pack.read(mine)


def test_levels_that_cannot_be_made() -> None:
    example = sliding.Puzzle.parse("1 x 3\n1 = 1\n1\n??1\n")
    odd: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"ramp": (3, 6)}, TypeError, "board or like"),
        ({"ramp": (3, 6), "like": example, "board": "3x3"}, TypeError, "like says the board"),
        ({"ramp": (3, 6), "like": "1 x 3"}, TypeError, "like is a Puzzle"),
        ({"ramp": (6, 3), "like": example}, ValueError, "ramp .*smaller number first"),
        ({"ramp": "difficulty:x", "like": example}, ValueError, "ramp"),
        ({"ramp": (3, 6), "moves": (3, 6), "like": example}, ValueError, "difficulty:1.5-4"),
        ({"ramp": (1, 2), "title": "a\nb", "like": example}, ValueError, "title"),
    ]
    for options, error, message in odd:
        with pytest.raises(error, match=message):
            sliding.pack(**options)
    for difficulty, error in ((3, TypeError), ((1, "2"), TypeError), ((2.0, 1.0), ValueError)):
        with pytest.raises(error, match="difficulty"):
            sliding.generate(like=example, moves=1, difficulty=difficulty)  # type: ignore[arg-type]
    with pytest.raises(sliding.LimitError):
        sliding.generate("6x6", shapes="cars", pieces="8-12", moves=25, number=10**6, time_limit=0.2)
    with pytest.raises(sliding.LimitError, match="0 of 9"):
        sliding.pack("6x6", shapes="cars", ramp=(30, 40), number=9, time_limit=0)


@pytest.mark.parametrize("name, style", [("classics/quzzle.txt", 2), ("tiles/2x2.txt", 0), ("studies/comb.txt", 4)])
def test_a_rating_is_that_of_the_program(name: str, style: int, program: Any) -> None:
    file = PUZZLES / name
    rated = sliding.Puzzle.read(file).rate(style)
    assert [rated.to_dict()] == program("rate", file, "--style", str(style), "--format", "json")
    assert rated.rating is not None and rated.rating.difficulty == rated.difficulty
    assert rated.rating.moves == sliding.Puzzle.read(file).solve(style).moves


def test_a_rating_without_a_solution_or_in_no_time(vast: sliding.Puzzle) -> None:
    hopeless = sliding.Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21?\n")
    rated = hopeless.rate()
    assert (rated.rating, rated.difficulty) == (None, None)
    with pytest.raises(sliding.LimitError, match="not rated"):
        vast.rate(time_limit=0.1)


CORNER = """3 x 3 (Corner)
a = 1
b = 11
a00b
????????a
"""


@pytest.mark.parametrize(
    "options",
    [
        {"style": 0},
        {"aim": "harder", "seed": 3, "pin": "walls,goal"},
        {"aim": "fewer-pieces", "pin": ["a", "walls"], "style": 1},
    ],
)
def test_steps_to_a_better_puzzle_are_those_of_the_program(
    options: dict[str, Any], program: Any, tmp_path: Path
) -> None:
    file = tmp_path / "corner.txt"
    file.write_text(CORNER)
    heard: list[sliding.Improvement] = []
    steps = sliding.Puzzle.read(file).improve(**options, rounds=6, progress=heard.append)
    words = words_of({**options, "rounds": 6, "format": "json"})
    assert steps.to_dict() == program("generate", "--from", file, *words)
    assert steps.limit is None and heard[-1] == steps[-1]
    assert (steps[0].changes, steps[0].better.start) == ((), "a00b")
    for step in steps:
        assert step.better.solve(step.style, engine="ring").moves == step.moves
        assert len(step.better.solve(step.style).pieces) == step.pieces
    if options.get("aim") == "harder":
        felt = [step.difficulty or 0 for step in steps]
        assert felt == sorted(felt) and felt[-1] > felt[0]
        assert abs(felt[-1] - (steps.best.rate().difficulty or 0)) < 0.001
    if "walls" in options.get("pin", ""):
        assert not steps.best.to_dict()["blocked"]
    if "goal" in options.get("pin", ""):
        assert [goal.position for goal in steps.best.solve().goals] == ["????????a"]


def test_what_cannot_be_improved() -> None:
    corner = sliding.Puzzle.parse(CORNER)
    odd: list[tuple[dict[str, Any], str]] = [
        ({"aim": "shorter"}, "longer, harder or fewer-pieces"),
        ({"pin": "walls,q"}, "q: no piece has this name"),
        ({"rounds": 0}, "rounds"),
    ]
    for options, message in odd:
        with pytest.raises(ValueError, match=message):
            corner.improve(**options)
    with pytest.raises(TypeError, match="progress"):
        corner.improve(progress=True)  # type: ignore[arg-type]
    hopeless = sliding.Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21?\n")
    with pytest.raises(sliding.RefusedError, match="no solution"):
        hopeless.improve()
    assert corner.improve(time_limit=0.2).limit == "time"

    def stop(step: sliding.Improvement) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        corner.improve(progress=stop)
