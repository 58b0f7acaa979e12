"""Ten tasks as a new user of the package writes them, with types, and held against a search of their own."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
import sliding
from sliding import Game, Puzzle

DRAWING = "AA.\nB..\nB.C\ngoal:\n...\n...\n.AA\n"

Board = tuple[str, ...]


def own_distances(start: Board) -> dict[Board, int]:
    """All boards of letters that steps lead to, and how many: a search of this file."""
    found, queue = {start: 0}, [start]
    for board in queue:
        for piece in set("".join(board)) - {"."}:
            cells = [(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == piece]
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                there = {(r + down, c + right) for r, c in cells}
                if any(not (0 <= r < 3 and 0 <= c < 3) for r, c in there):
                    continue
                if any(board[r][c] not in (".", piece) for r, c in there):
                    continue
                rows = [[x if x != piece else "." for x in row] for row in board]
                for r, c in there:
                    rows[r][c] = piece
                after = tuple("".join(row) for row in rows)
                if after not in found:
                    found[after] = found[board] + 1
                    queue.append(after)
    return found


DISTANCES = own_distances(("AA.", "B..", "B.C"))
FEWEST = min(moves for board, moves in DISTANCES.items() if board[2][1:] == "AA")


@pytest.fixture
def puzzle() -> Puzzle:
    return Puzzle.parse(DRAWING)


def test_1_an_own_drawing_in_several_styles(puzzle: Puzzle) -> None:
    moves = [puzzle.solve(style).moves for style in range(6)]
    assert moves[0] == FEWEST
    known = [one for one in moves if one is not None]
    assert len(known) == 6 and known[:3] == sorted(known[:3], reverse=True)


def test_2_all_shortest_solutions(puzzle: Puzzle) -> None:
    listed = puzzle.solutions(style=0)
    assert len(listed) == puzzle.count(style=0).solutions
    for one in listed:
        assert puzzle.verify(one.solution).solved and one.moves == FEWEST


def test_3_a_map_as_a_histogram(puzzle: Puzzle) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame(dict(puzzle.explore(style=0, dump=True).table))
    assert frame.from_start.value_counts().to_dict() == Counter(DISTANCES.values())


def test_4_a_graph_for_others(puzzle: Puzzle) -> None:
    networkx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    graph = puzzle.graph(style=0)
    lengths = networkx.single_source_shortest_path_length(graph.to_networkx(), 0)
    assert Counter(lengths.values()) == Counter(DISTANCES.values())


def test_5_hints_to_the_goal_and_back(puzzle: Puzzle) -> None:
    game = Game(puzzle, style=0)
    while not game.is_solved:
        hint = puzzle.hint(0, start=game.position)
        assert hint.next is not None
        game.push(hint.next)
    assert len(game.moves) == FEWEST
    while game.moves:
        game.pop()
    assert game.position == puzzle.start


def test_6_limits(vast: Puzzle) -> None:
    answer = vast.solve(exhaust=True, time_limit=0.2)
    assert (answer.status, answer.limit) == ("limit", "time")
    assert vast.solve(max_moves=3, engine="sparse").at_least == 4


def test_7_wrong_input_has_its_place() -> None:
    with pytest.raises(sliding.ParseError) as caught:
        Puzzle.parse(DRAWING.replace(".AA", "AAA"))
    assert (caught.value.line, caught.value.column) == (7, 3)


def test_8_threads(puzzle: Puzzle) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda style: puzzle.solve(style).moves, [0] * 8))
    assert found == [FEWEST] * 8


def solved(puzzle: Puzzle) -> sliding.Answer:
    return puzzle.solve(style=0)


def test_9_processes(puzzle: Puzzle) -> None:
    starts = [puzzle.starting_at("/".join(board)) for board in list(DISTANCES)[:4]]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(solved, starts)) == [solved(one) for one in starts]


def test_10_tiles_and_families(tmp_path: Path) -> None:
    # Of the 181,440 boards, two take 31 moves, and none takes more.
    assert sliding.tiles.solve("8 6 7/2 5 4/3 0 1").moves == 31
    hunted = sliding.hunt("3x3", shapes="1,11,1/1", empty=2, write=tmp_path)
    for row in hunted.found:
        if row.puzzle is not None:
            assert row.puzzle.solve().moves == row.moves
    assert sorted(tmp_path.glob("*.txt")) == sorted(hunted.written)
    for made in sliding.generate("4x4", shapes="1,11,1/1", pieces=6, moves=(4, 8), number=2):
        assert 4 <= (made.solve().moves or 0) <= 8
