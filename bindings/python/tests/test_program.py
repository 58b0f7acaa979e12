"""Every question, against the JSON of the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sliding
from conftest import PUZZLES, timeless
from sliding import Disk, Family, Limits, Puzzle

STYLES = ["step", "slide", "walk", "step+", "slide+", "walk+"]

# With walls, gates, locks, gaps in pieces, without a solution, and with pieces that must move together.
FILES = [
    "studies/hooks", "tiles/3x2", "classics/dads-puzzler", "studies/blocked-corner-twins", "gnome/agatka", "classics/quzzle",
]  # fmt: skip

QUESTIONS: dict[str, tuple[Callable[[Puzzle, Any], Any], list[str]]] = {
    "check": (lambda puzzle, _: puzzle, []),
    "solve": (lambda puzzle, style: puzzle.solve(style), ["--style", "STYLE", "--verify"]),
    "solve all": (
        lambda puzzle, style: puzzle.solve(style, exhaust=True, quiet=True),
        ["--style", "STYLE", "--exhaust", "--quiet"],
    ),
    "solve styles": (lambda puzzle, _: puzzle.styles(), ["--style", "all"]),
    "hint": (lambda puzzle, style: puzzle.hint(style), ["--style", "STYLE"]),
    "count": (lambda puzzle, style: puzzle.count(style), ["--style", "STYLE"]),
    "count list": (lambda puzzle, style: puzzle.solutions(style, most=3), ["--style", "STYLE", "--list", "3"]),
    "explore": (lambda puzzle, style: puzzle.explore(style, farthest=2), ["--style", "STYLE", "--farthest", "2"]),
    "explore all": (lambda puzzle, style: puzzle.components(style, largest=0), ["--style", "STYLE", "--all=0"]),
    "graph": (
        lambda puzzle, style: puzzle.graph(style, max_nodes=30_000),
        ["--style", "STYLE", "--nodes", "30000"],
    ),
}


def objects(result: Any) -> list[Any]:
    return [timeless(one.to_dict()) for one in (result if isinstance(result, (tuple, list)) else [result])]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("number", range(6))
def test_questions_are_answered_as_by_the_program(question: str, number: int, program: Any) -> None:
    file = PUZZLES / f"{FILES[number]}.txt"
    ask, options = QUESTIONS[question]
    words = [STYLES[number] if word == "STYLE" else word for word in options]
    # By number and by name, in turn.
    style = number if number % 2 else STYLES[number]
    assert objects(ask(Puzzle.read(file), style)) == program(question.split()[0], file, *words)


CARS = Family("5x5", shapes="cars", pieces=(4, 7))
CAR_WORDS = ["--board", "5x5", "--shapes", "cars", "--pieces", "4-7", "--style", "slide"]
QUZZLE, DADS = PUZZLES / "classics" / "quzzle.txt", PUZZLES / "classics" / "dads-puzzler.txt"
HOOKS = PUZZLES / "studies" / "hooks.txt"
FAR = "8 6 7/2 5 4/3 0 1"

# What is asked, of no puzzle or of one, as one or several results.
OTHERS: list[tuple[Callable[[], Any], list[Any]]] = [
    (lambda: Puzzle.read(QUZZLE).why("step"), ["why", QUZZLE, "--style", "step"]),
    (lambda: Puzzle.read(HOOKS).why(4), ["why", HOOKS, "--style", "4"]),
    (lambda: Puzzle.read(QUZZLE).rate(), ["rate", QUZZLE]),
    (
        lambda: Puzzle.read(QUZZLE).improve(0, aim="harder", seed=3, pin=["walls", "goal"], rounds=1),
        ["generate", "--from", QUZZLE, "--style", "0", "--aim", "harder", "--seed", "3", "--pin", "walls,goal",
         "--rounds", "1"],
    ),
    (
        lambda: sliding.hunt(Family((3, 3), shapes=["1", "11", "1/1"], empty=1), "slide"),
        ["hunt", "--board", "3x3", "--shapes", "1,11,1/1", "--empty", "1", "--style", "slide"],
    ),
    (
        lambda: sliding.hunt(Family("3x4", shapes="1,11/11", main="11/11", pieces="2-5")),
        ["hunt", "--board", "3x4", "--shapes", "1,11/11", "--main", "11/11", "--pieces", "2-5"],
    ),
    (
        lambda: sliding.hunt(Family("4x4", shapes="cars", pieces=3, exit_row=3, rule="exit"), sample=10, seed=2),
        ["hunt", "--board", "4x4", "--shapes", "cars", "--pieces", "3", "--exit-row", "3", "--rule", "exit",
         "--sample", "10", "--seed", "2"],
    ),
    (
        lambda: sliding.pack(CARS, 1, ramp=(3, 6), number=3, title="Level {n}", with_solutions=True),
        ["generate", *CAR_WORDS, "--ramp", "3-6", "--number", "3", "--title", "Level {n}", "--with-solutions"],
    ),
    (
        lambda: sliding.pack(CARS, 1, ramp="difficulty:1.0-1.4", moves=(2, 5), solutions=(1, 9), seed=5),
        ["generate", *CAR_WORDS, "--ramp", "difficulty:1.0-1.4", "--moves", "2-5", "--solutions", "1-9", "--seed", "5"],
    ),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_the_rest_is_answered_as_by_the_program(number: int, program: Any) -> None:
    ask, words = OTHERS[number]
    assert objects(ask()) == program(*words)


@pytest.mark.parametrize("style", ["step", "slide+"])
def test_tiles_take_as_many_moves_as_by_the_program(style: Any, program: Any) -> None:
    [answer] = program("solve", FAR, "--style", style)
    assert answer["moves"] == sliding.tiles.solve(FAR, style=style).moves


def test_puzzles_are_generated_as_by_the_program(written: Any) -> None:
    made = sliding.generate(CARS, 1, moves=(6, 9), difficulty=(1.1, 2), number=2, seed=2**40)
    words = ["--moves", "6-9", "--difficulty", "1.1-2", "--number", "2", "--seed", str(2**40)]
    assert "\n".join(map(str, made)) == written("generate", *CAR_WORDS, *words)
    alike = sliding.generate(Puzzle.read(QUZZLE), moves=(12, 14), title="Level {n}")
    assert str(alike[0]) == written("generate", "--like", QUZZLE, "--moves", "12-14", "--title", "Level {n}")
    assert 12 <= (alike[0].solve(engine="ring").moves or 0) <= 14


def test_notations_and_proofs_are_those_of_the_program(program: Any, written: Any, tmp_path: Path) -> None:
    puzzle, mine, other = Puzzle.read(DADS), tmp_path / "mine.proof.gz", tmp_path / "other.proof.gz"
    for notation in ("sliding", "drawn"):
        assert puzzle.to(notation) == written("convert", DADS, "--notation", notation)
    proof = puzzle.prove(mine, disk=Disk(tmp_path / "levels"))
    [expected] = program("prove", DADS, "--output", other)
    assert {**timeless(proof.to_dict()), "proof": str(other)} == expected
    assert mine.read_bytes() == other.read_bytes()
    checked = sliding.check_proof(mine, puzzle=puzzle)
    assert checked and [timeless(checked.to_dict())] == program("verify", DADS, mine)
    mine.write_bytes(mine.read_bytes()[:-9])
    assert not sliding.check_proof(mine)
    moves = tmp_path / "moves.json"
    moves.write_text(puzzle.solve().to_json())
    assert objects(puzzle.verify(moves.read_text(), source=str(moves))) == program("verify", DADS, moves)


def test_maps_on_disk_are_those_of_the_program(program: Any, tmp_path: Path) -> None:
    puzzle = Puzzle.read(DADS)
    far = puzzle.explore().hardest
    assert far is not None
    mine = puzzle.explore(disk=Disk(tmp_path / "mine", limit="1GB"), distance_of=[far.start])
    assert objects(mine) == program("explore", DADS, "--distance-of", far.start, "--disk", tmp_path / "other")
    assert [(asked.position, asked.to_goal) for asked in mine.asked] == [(far.start, far.moves)]
    again = puzzle.explore(disk=Disk(tmp_path / "mine", resume=True))
    assert again.asked == () and again.from_goals == mine.from_goals
    with pytest.raises(ValueError, match="folder"):
        puzzle.explore(distance_of=[far.start])


def test_boards_are_the_dump_of_the_program(written: Any, tmp_path: Path) -> None:
    for origin, name in (("start", "from_start"), ("goal", "to_goal")):
        dump = tmp_path / f"{origin}.csv"
        written("explore", DADS, "--origin", origin, "--dump", dump)
        head, *lines = dump.read_text().splitlines()
        assert head == f"position,{name}"
        puzzle = Puzzle.read(DADS)
        space = puzzle.explore(origin=origin, boards=True)  # type: ignore[arg-type]
        known = {board.tobytes(): int(distance) for board, distance in zip(space.boards, space.distances, strict=True)}
        expected = (line.split(",") for line in lines)
        assert known == {puzzle.starting_at(at).board.tobytes(): int(distance) for at, distance in expected}


def test_a_hunt_goes_on_from_a_journal_of_the_program(program: Any, tmp_path: Path) -> None:
    family, journal = Family("3x3", shapes="1,11/01", pieces=(2, 3)), tmp_path / "journal"
    words = ["--board", "3x3", "--shapes", "1,11/01", "--pieces", "2-3", "--journal", journal]
    [whole] = program("hunt", *words)
    lines = journal.read_text().splitlines(keepends=True)
    # A half of what the program had found, and a line that was not finished.
    journal.write_text("".join([*lines[: len(lines) // 2], "17 3"]))
    assert objects(sliding.hunt(family, journal=journal)) == [whole]
    assert len(journal.read_text().splitlines()) == len(lines)
    with pytest.raises(ValueError, match="not the journal of this hunt"):
        sliding.hunt(Family("1x2", shapes="1"), journal=journal)
    with pytest.raises(OSError):
        sliding.hunt(family, journal=tmp_path)
