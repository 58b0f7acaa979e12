"""Results as values: copied, pickled, sent to other processes, and with all of their fields."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sliding
from conftest import PUZZLES
from sliding import Puzzle

QUZZLE = PUZZLES / "classics" / "quzzle.txt"

# A drawing whose like pieces have names of their own, and one that a convention completes.
DONKEY = "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.BB.\n.BB.\n"
CARS = "AA...B\nC..D.B\nCXXD.B\nC..D..\nE...FF\nE.GGG.\n"

RESULTS: dict[str, Callable[[Puzzle, Path], Any]] = {
    "solve": lambda puzzle, _: puzzle.solve(verify=True),
    "hint": lambda puzzle, _: puzzle.hint(),
    "count": lambda puzzle, _: puzzle.count(),
    "solutions": lambda puzzle, _: puzzle.solutions(limit=2),
    "explore": lambda puzzle, _: puzzle.explore(),
    "dump": lambda puzzle, _: puzzle.explore(dump=True, origin="goal"),
    "survey": lambda puzzle, _: puzzle.survey(),
    "graph": lambda puzzle, _: puzzle.graph(),
    "styles": lambda puzzle, _: puzzle.styles(),
    "why": lambda puzzle, _: puzzle.why(),
    "verify": lambda puzzle, _: puzzle.verify(puzzle.solve()),
    "prove": lambda puzzle, path: puzzle.prove(path / "quzzle.proof"),
    "check": lambda puzzle, path: (
        puzzle.prove(path / "checked.proof") and sliding.check_proof(path / "checked.proof")
    ),
    "moves": lambda puzzle, _: puzzle.moves(),
    "tiles": lambda *_: sliding.tiles.solve("8 2 0/4 6 1/3 7 5"),
    "tiles, listed": lambda *_: sliding.tiles.solutions("0 3/2 1"),
    "hunt": lambda _, path: sliding.hunt("2x2", shapes="1", write=path),
    "progress": lambda *_: sliding.Progress('{"schema": "sliding/progress/1", "distance": 3}'),
    "puzzle": lambda puzzle, _: puzzle,
    "game": lambda puzzle, _: _played(puzzle),
}


def _played(puzzle: Puzzle) -> sliding.Game:
    game = sliding.Game(puzzle)
    game.push(game.legal_moves[0])
    return game


@pytest.mark.parametrize("asked", RESULTS)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_results_are_copied_and_pickled(asked: str, protocol: int, tmp_path: Path) -> None:
    result = RESULTS[asked](Puzzle.read(QUZZLE), tmp_path)
    again = pickle.loads(pickle.dumps(result, protocol))
    for other in (again, copy.copy(result), copy.deepcopy(result)):
        assert type(other) is type(result)
        assert repr(other) == repr(result) and str(other) == str(result)
        if asked != "game":
            assert other == result
        if hasattr(result, "to_json"):
            assert other.to_json() == result.to_json()
    # A copy of a copy is one, too.
    assert repr(pickle.loads(pickle.dumps(again))) == repr(result)


def test_what_is_not_in_the_object_is_pickled(tmp_path: Path) -> None:
    puzzle = Puzzle.read(QUZZLE)
    graph, again = puzzle.graph(), pickle.loads(pickle.dumps(puzzle.graph()))
    for name in ("indptr", "indices", "from_start", "to_goal", "degrees", "pieces"):
        assert np.array_equal(getattr(graph, name), getattr(again, name)), name
    assert (again.nodes, again.edges) == (graph.nodes, graph.edges)
    assert again.table == graph.table and list(again.positions) == list(graph.positions)
    with pytest.raises(ValueError):
        again.indptr[0] = 1
    space = puzzle.explore(dump=True)
    table = pickle.loads(pickle.dumps(space)).table
    assert table == space.table
    with pytest.raises(ValueError):
        table.pieces[0] = 1
    with pytest.raises(AttributeError, match="dump=True"):
        pickle.loads(pickle.dumps(puzzle.explore())).table  # noqa: B018
    hunted = sliding.hunt("2x2", shapes="1", write=tmp_path)
    assert pickle.loads(pickle.dumps(hunted)).written == hunted.written != ()


# Of every sort of engine and of every ending.
ANSWERS: dict[str, Callable[[], sliding.Answer]] = {
    "table": lambda: Puzzle.parse(DONKEY).solve(),
    "another start": lambda: Puzzle.parse(DONKEY).solve(start="ABBC/ABBC/DEEF/DGHF/.I.J"),
    "meet": lambda: Puzzle.read(QUZZLE).solve(engine="meet"),
    "meet, stopped": lambda: Puzzle.read(QUZZLE).solve(engine="meet", max_moves=9),
    "table, stopped": lambda: Puzzle.read(QUZZLE).solve(engine="sparse", max_moves=9),
    "several pieces": lambda: Puzzle.read(PUZZLES / "studies" / "hooks.txt").solve(4, verify=True),
    "tiles": lambda: Puzzle.parse("8 6 7/2 5 4/3 0 1").solve(0),
    "tiles, stopped": lambda: Puzzle.parse("8 6 7/2 5 4/3 0 1").solve(0, max_moves=9),
    "tiles, odd": lambda: Puzzle.parse("2 1 3/4 5 6/7 8 0").solve(0),
    "beam": lambda: Puzzle.read(QUZZLE).solve(engine="beam", time_limit=1),
    "quiet": lambda: Puzzle.read(QUZZLE).solve(quiet=True),
    "a convention": lambda: Puzzle.parse(CARS).solve(1),
    "no solution": lambda: Puzzle.read(PUZZLES / "studies" / "hooks.txt").solve(0),
}


@pytest.mark.parametrize("asked", ANSWERS)
def test_answers_are_shown_alike_after_they_were_pickled(asked: str) -> None:
    answer = ANSWERS[asked]()
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.to_json() == answer.to_json()
    assert str(again) == str(answer)
    assert again.svg() == answer.svg() and again.page() == answer.page()
    assert again.svg_animated() == answer.svg_animated()
    assert again.elapsed_ms == answer.elapsed_ms


def test_puzzles_keep_what_their_text_says() -> None:
    for text in (DONKEY, CARS):
        puzzle = Puzzle.parse(text)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and again.read_as == puzzle.read_as
        assert again.hint() == puzzle.hint()
    donkey = pickle.loads(pickle.dumps(Puzzle.parse(DONKEY)))
    # The letters of the drawing, as in the drawing.
    assert donkey.hint(start="ABBC/ABBC/DEEF/DGHF/.I.J").left == 79
    assert donkey.hint(start="\n".join(DONKEY.splitlines()[:5])).moves == 81
    with pytest.warns(sliding.PuzzleWarning):
        odd = Puzzle.parse("1 x 2\n1 = 1\n1 = 11\n1\n1\n")
    assert pickle.loads(pickle.dumps(odd)).warnings == odd.warnings != ()


def test_like_pieces_keep_their_letters_where_they_start() -> None:
    puzzle = Puzzle.parse("EF.\nXX.\n\ngoal:\n...\n.XX\n").starting_at("F.E/XX.")
    first = puzzle.moves(0)
    assert {(move.pieces[0].name, move.steps) for move in first} >= {("F", ("right",))}


def test_errors_are_pickled() -> None:
    texts = ("..RR..\nAA.B..\n...B..\nCC....\n......\n......\n", "2 x 2\n1 = 1\n1y\n1\n")
    for text in texts:
        with pytest.raises(sliding.ParseError) as caught:
            Puzzle.parse(text)
        error, again = caught.value, pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(error)
        assert (again.problems, again.readings) == (error.problems, error.readings)
    with pytest.raises(sliding.LimitError) as limited:
        Puzzle.read(QUZZLE).graph(max_nodes=3)
    assert pickle.loads(pickle.dumps(limited.value)).limit == "nodes"


def solved(path: Path) -> sliding.Answer:
    return Puzzle.read(path).solve(style=1)


def test_other_processes_solve() -> None:
    files = sorted((PUZZLES / "classics").glob("*.txt"))[:6]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(solved, files)
    assert found == [solved(file) for file in files]
    assert all(answer.solution for answer in found if answer.status == "solved")


def test_a_limit_leaves_no_part_of_a_table(klotski: Puzzle, vast: Puzzle) -> None:
    whole = klotski.explore(style=0, dump=True)
    assert (whole.limit, whole.table.rows) == (None, 25955)
    for memory in ("16.5MiB", "17MiB", "18MiB", "20MiB", "24MiB"):
        try:
            space = klotski.explore(style=0, memory=memory, dump=True)
        except sliding.LimitError as error:
            assert error.limit == "memory"
        else:
            assert space == whole and space.table.rows == 25955
    with pytest.raises(sliding.LimitError) as caught:
        vast.explore(style=0, memory="17MiB", dump=True)
    assert caught.value.limit == "memory"
    with pytest.raises(sliding.LimitError) as caught:
        vast.explore(dump=True, time_limit=0.1)
    assert caught.value.limit == "time"


def test_after_ctrl_c_there_is_a_map_without_a_table(vast: Puzzle) -> None:
    def stop(_: sliding.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(sliding.Interrupted) as caught:
        vast.explore(dump=True, memory="4GB", progress=stop)
    assert caught.value.result.limit == "cancelled"
    with pytest.raises(AttributeError, match="not stopped"):
        caught.value.result.table  # noqa: B018


def test_numbers_are_numbers_where_they_are_shown() -> None:
    counted = Puzzle.read(QUZZLE).count()
    assert f"solutions={counted.solutions}," in repr(counted)
    assert isinstance(counted.solutions, int)
    surveyed = Puzzle.read(QUZZLE).survey()
    assert f"all_positions={surveyed.all_positions}," in repr(surveyed)


def test_puzzles_without_a_title_have_some_name(tmp_path: Path) -> None:
    answer = Puzzle.parse("1 x 3\n1 = 1\n1\n001\n").solve()
    assert str(answer).startswith("puzzle: solved in 1 move ")
    file = tmp_path / "easy.txt"
    file.write_text("1 x 3\n1 = 1\n1\n001\n")
    assert str(Puzzle.read(file).solve()).startswith(f"{file}: solved in 1 move ")


def ways(cells: frozenset[tuple[int, int]], left: dict[str, int]) -> int:
    """In how many ways Klotski's pieces lie on free cells, the next of which is filled first."""
    if not cells:
        return 1
    row, col = min(cells)
    shapes = {"empty": (1, 1), "small": (1, 1), "tall": (2, 1), "wide": (1, 2), "square": (2, 2)}
    found = 0
    for name, (rows, cols) in shapes.items():
        covered = {(row + r, col + c) for r in range(rows) for c in range(cols)}
        if left[name] > 0 and covered <= cells:
            found += ways(cells - covered, {**left, name: left[name] - 1})
    return found


def test_a_survey_has_a_bound(klotski: Puzzle) -> None:
    cells = frozenset((row, col) for row in range(5) for col in range(4))
    number = ways(cells, {"empty": 2, "small": 4, "tall": 4, "wide": 1, "square": 1})
    assert klotski.survey().all_positions == number
    assert klotski.survey(max_placements=number).components > 0
    with pytest.raises(sliding.LimitError, match=f"in {number} ways") as caught:
        klotski.survey(max_placements=number - 1)
    assert caught.value.limit == "placements"
    begun = threading.Event()
    with pytest.raises(sliding.LimitError, match="max_placements"):
        wide = Puzzle.read(PUZZLES / "rush-hour" / "sixty-slides.txt")
        wide.survey(progress=lambda _: begun.set())
    assert not begun.is_set()
