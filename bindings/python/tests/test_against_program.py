"""Every question on twenty puzzles, against the JSON of the command line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import sliding
from conftest import PUZZLES, without_times, words_of

# Each with a style; every style has some.
TWENTY = [
    ("studies/hooks.txt", 0),
    ("studies/meshed-chessboards.txt", 1),
    ("tiles/2x2.txt", 2),
    ("studies/blocked-corner-twins.txt", 3),
    ("studies/comb.txt", 4),
    ("studies/spiral.txt", 5),
    ("classics/simplicity.txt", 0),
    ("studies/hooks-round-the-corner.txt", 1),
    ("euler/sliding-pieces-3x4.txt", 2),
    ("simple/corner-to-corner-3x3.txt", 3),
    ("odd-shapes/scattered-squares.txt", 4),
    ("tiles/3x2.txt", 5),
    ("euler/red-counter-5x4.txt", 0),
    ("classics/quzzle.txt", 1),
    ("classics/dads-puzzler.txt", 2),
    ("gnome/only-18-steps.txt", 3),
    ("simple/corner-to-corner-81.txt", 1),
    ("classics/silly.txt", 5),
    ("gnome/agatka.txt", 4),
    ("classics/klotski.txt", 2),
]


@pytest.fixture(params=TWENTY, ids=[name for name, _ in TWENTY])
def case(request: pytest.FixtureRequest) -> tuple[Path, int]:
    name, style = request.param
    return PUZZLES / name, style


def test_every_question_is_answered_as_by_the_program(
    case: tuple[Path, int], program: Any, written: Any, tmp_path: Path
) -> None:
    file, style = case
    puzzle = sliding.Puzzle.read(file)
    assert puzzle.to("sliding") == written("convert", file, "--notation", "sliding")
    assert puzzle.to("drawn") == written("convert", file, "--notation", "drawn")

    def compare(result: Any, *command: str | Path) -> None:
        data = without_times(result.to_dict())
        expected = without_times(program(*command))
        assert (data if isinstance(data, list) else [data]) == expected

    def ask(command: str, *options: str) -> list[str | Path]:
        return [command, file, "--format", "json", *options]

    compare(puzzle, *ask("check"))
    number = ("--style", str(style))
    answer = puzzle.solve(style, verify=True)
    compare(answer, *ask("solve", *number, "--verify"))
    for name in ("status", "limit", "moves", "positions", "elapsed_ms", "engine"):
        assert getattr(answer, name) == answer.to_dict()[name], name
    compare(
        puzzle.solve(style, exhaust=True, quiet=True),
        *ask("solve", *number, "--exhaust", "--quiet"),
    )
    compare(puzzle.hint(style), *ask("hint", *number))
    compare(puzzle.count(style), *ask("count", *number))
    compare(puzzle.solutions(style, limit=3), *ask("count", *number, "--list", "3"))
    compare(puzzle.explore(style, limit=2), *ask("explore", *number, "--farthest", "2"))
    compare(puzzle.styles(), *ask("solve", "--style", "all"))
    compare(puzzle.survey(style, limit=0), *ask("explore", *number, "--all=0"))
    graph = puzzle.graph(style, max_nodes=30_000)
    compare(graph, *ask("graph", *number, "--nodes", "30000"))
    if answer.solution is not None:
        moves = tmp_path / "moves.json"
        moves.write_text(answer.to_json())
        verified = puzzle.verify(moves.read_text(), source=str(moves))
        compare(verified, "verify", file, moves, "--format", "json")
    # Every other one is packed.
    ending = ".proof.gz" if style % 2 else ".proof"
    mine, other = tmp_path / f"mine{ending}", tmp_path / f"other{ending}"
    proof = puzzle.prove(mine, style)
    [expected] = program(*ask("prove", *number, "--output", str(other)))
    assert without_times({**proof.to_dict(), "proof": str(other)}) == without_times(expected)
    assert mine.read_bytes() == other.read_bytes()
    checked = sliding.check_proof(mine, puzzle=puzzle)
    assert checked
    compare(checked, "verify", file, mine, "--format", "json")
    whole = mine.read_bytes()
    assert (whole[:2] == b"\x1f\x8b") == (style % 2 == 1)
    mine.write_bytes(whole[: len(whole) // 2])
    assert not sliding.check_proof(mine, puzzle=puzzle)


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("studies/hooks.txt", 0),
        ("studies/blocked-corner-twins.txt", 3),
        ("gnome/agatka.txt", 4),
        ("classics/dads-puzzler.txt", 2),
        ("rush-hour/sixty-slides.txt", 1),
    ],
)
def test_why_is_answered_as_by_the_program(name: str, style: int, program: Any) -> None:
    file = PUZZLES / name
    found = sliding.Puzzle.read(file).why(style)
    [expected] = program("why", file, "--format", "json", "--style", str(style))
    assert without_times(found.to_dict()) == without_times(expected)


def test_maps_and_proofs_on_disk_are_those_of_the_program(program: Any, tmp_path: Path) -> None:
    file = PUZZLES / "classics" / "dads-puzzler.txt"
    puzzle = sliding.Puzzle.read(file)
    far = puzzle.explore().hardest
    assert far is not None
    ask = ["explore", file, "--format", "json", "--distance-of", far.start, "--disk"]
    [expected] = program(*ask, tmp_path / "other")
    mine = puzzle.explore(disk=tmp_path / "mine", distance_of=[far.start])
    assert without_times(mine.to_dict()) == without_times(expected)
    assert [(asked.position, asked.to_goal) for asked in mine.asked] == [(far.start, far.moves)]
    again = puzzle.explore(disk=tmp_path / "mine", resume=True)
    without = {"asked", "elapsed_ms"}
    data = [{key: value for key, value in one.to_dict().items() if key not in without} for one in (again, mine)]
    assert again.asked == () and data[0] == data[1]

    puzzle.prove(tmp_path / "disk.proof", disk=tmp_path / "levels")
    puzzle.prove(tmp_path / "table.proof", engine="sparse")
    assert (tmp_path / "disk.proof").read_bytes() == (tmp_path / "table.proof").read_bytes()
    for ask_nowhere in (
        lambda: puzzle.explore(distance_of=[far.start]),
        lambda: puzzle.explore(resume=True),
        lambda: puzzle.prove(tmp_path / "no.proof", disk_limit="1MB"),
    ):
        with pytest.raises(ValueError, match="folder"):
            ask_nowhere()


def test_the_map_with_all_configurations_is_the_dump(program: Any, tmp_path: Path) -> None:
    file = PUZZLES / "classics" / "dads-puzzler.txt"
    for origin, name in (("start", "from_start"), ("goal", "to_goal")):
        dump = tmp_path / f"{origin}.csv"
        program("explore", file, "--origin", origin, "--dump", dump, "--format", "json")
        head, *lines = dump.read_text().splitlines()
        assert head == f"position,{name}"
        expected = dict(line.split(",") for line in lines)
        table = sliding.Puzzle.read(file).explore(origin=origin, dump=True).table  # type: ignore[arg-type]
        assert dict(zip(table["position"], map(str, table[name]), strict=True)) == expected


KORF = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"

# Twenty boards, of all engines and with every option.
BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("8 2 0/4 6 1/3 7 5", {}),
    ("8 6 7/2 5 4/3 0 1", {}),
    ("0 3/2 1", {}),
    ("2 1 3/4 5 6/7 8 0", {}),
    ("1 2 3/4 5 0", {}),
    ("5 4 3/2 1 0", {"goal": "1 2 3/4 5 0"}),
    ("8 2 0/4 6 1/3 7 5", {"goal": "first", "moves": "blank"}),
    ("8 2 0/4 6 1/3 7 5", {"style": 3}),
    ("8 2 0/4 6 1/3 7 5", {"max_moves": 40}),
    ("867254301", {"engine": "korf0", "moves": "directions"}),
    ("867254301", {"engine": "korf1", "moves": "blank"}),
    ("867254301", {"engine": "pdb"}),
    ("867254301", {"engine": "construct"}),
    ("R2D2LU", {"size": (3, 3)}),
    ("RRDDLLUU", {"size": (4, 4), "moves": "directions"}),
    ("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15", {"engine": "construct"}),
    ("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15", {"engine": "korf1"}),
    ("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24", {"engine": "construct"}),
    ("1 2 3 4/5 6 7 8/9 10 12 11/13 14 15 0", {"engine": "korf0"}),
    (KORF.replace(" 10 3", " 3 10"), {"size": (4, 4), "engine": "construct", "goal": "first"}),
]


@pytest.mark.parametrize(("board", "options"), BOARDS)
def test_tiles_are_solved_as_by_the_program(
    board: str, options: dict[str, Any], program: Any, tmp_path: Path
) -> None:
    words = words_of(options)
    expected = program("tiles", "solve", board, "--format", "json", "--cache", tmp_path, *words)
    data = sliding.tiles.solve(board, cache=tmp_path, **options)
    assert [without_times(data.to_dict())] == without_times(expected)


@pytest.mark.parametrize(
    "options", [{}, {"moves": "blank"}, {"goal": "first"}, {"style": 3}, {"engine": "korf0"}]
)
def test_many_boards_are_solved_as_by_the_program(
    options: dict[str, Any], program: Any, tmp_path: Path
) -> None:
    seed = 20261124
    chance = random.Random(seed)
    boards = []
    for _ in range(20):
        tiles = chance.sample(range(9), 9)
        boards.append("/".join(" ".join(map(str, tiles[row : row + 3])) for row in (0, 3, 6)))
    batch = tmp_path / "boards.txt"
    batch.write_text("\n".join(boards) + "\n")
    words = words_of({**options, "batch": batch, "cache": tmp_path, "format": "json"})
    data = sliding.tiles.solve_all(boards, cache=tmp_path, **options)
    expected = without_times(program("tiles", "solve", *words))
    assert [without_times(one.to_dict()) for one in data] == expected, f"seed {seed}"
    assert len({one.moves for one in data}) > 3


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("8 6 7/2 5 4/3 0 1", {"limit": 5}),
        ("0 3/2 1", {}),
        ("8 2 0/4 6 1/3 7 5", {"style": 3, "moves": "blank"}),
        ("L2U2RD", {"size": (3, 3), "goal": "first"}),
    ],
)
def test_tiles_are_listed_as_by_the_program(
    board: str, options: dict[str, Any], program: Any, tmp_path: Path
) -> None:
    listed = sliding.tiles.solutions(board, cache=tmp_path, **options)
    words = words_of({**options, "cache": tmp_path, "format": "json"})
    *expected, answer = program("tiles", "solve", "--all", board, *words)
    assert listed.to_dict() == expected
    assert without_times(listed.answer.to_dict()) == without_times(answer)
