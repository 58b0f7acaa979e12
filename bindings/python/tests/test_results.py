"""Results: arrays, tables, pictures, and that they stay as they are."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sliding
from conftest import PUZZLES
from sliding import Puzzle


def test_levels_are_whole_numbers_that_cannot_be_changed() -> None:
    puzzle = Puzzle.read(PUZZLES / "tiles" / "3x2.txt")
    levels = puzzle.explore(0).from_goals.levels  # type: ignore[union-attr]
    assert (levels.dtype, levels.flags.writeable) == (np.dtype(np.int64), False)


def test_configurations_are_kept_where_they_are_asked_for(klotski: Puzzle) -> None:
    assert klotski.explore(0, dump=True).table.rows == 25955
    with pytest.raises(AttributeError, match="dump=True"):
        klotski.explore(0).table  # noqa: B018


def test_numbers_that_have_no_bound_are_numbers(klotski: Puzzle) -> None:
    assert klotski.count().solutions == 256
    listed = klotski.solutions(limit=2)
    assert (len(listed), listed.counted.solutions, listed[0].solutions) == (2, 256, 256)
    assert [solution.number for solution in listed[:]] == [1, 2]


def test_results_cannot_be_changed(klotski: Puzzle) -> None:
    answer = klotski.solve()
    for name in ("moves", "nonsense"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answer, name, 80)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del answer.moves
    with pytest.raises(ValueError):
        answer.levels[0] = 2
    answer.to_dict()["moves"] = 80
    assert answer.moves == answer.to_dict()["moves"] == 81
    assert answer.solution is not None
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.solution[0].after = ""  # type: ignore[misc]
    assert repr(answer).startswith("Answer(puzzle='Klotski', ")
    assert answer == answer
    assert answer != klotski.hint()
    assert len({answer, answer}) == 1


def test_results_are_equal_whatever_time_they_took(klotski: Puzzle, tmp_path: Path) -> None:
    asked: list[Callable[[Puzzle], Any]] = [
        Puzzle.solve, Puzzle.hint, Puzzle.count, Puzzle.explore, Puzzle.survey, Puzzle.styles,
        Puzzle.why,
        lambda puzzle: puzzle.styles().styles,
        lambda puzzle: puzzle.solutions(limit=2),
        lambda puzzle: puzzle.explore().from_start,
        lambda puzzle: puzzle.prove(tmp_path / "klotski.proof"),
        lambda _: sliding.tiles.solutions("0 3/2 1"),
        lambda _: sliding.tiles.solve("8 2 0/4 6 1/3 7 5"),
        lambda _: sliding.hunt("1x3", shapes="1"),
        lambda _: sliding.pack("1x3", shapes="1", ramp=1),
        lambda _: Puzzle.parse("1 2/0 3").rate(),
        lambda _: Puzzle.parse("1 2/0 3").improve(rounds=1),
    ]  # fmt: skip
    for ask in asked:
        one, other = ask(klotski), ask(klotski)
        assert one == other and hash(one) == hash(other), one
    assert klotski.solve() != klotski.solve(0) and klotski.styles() != klotski.hint()
    assert klotski.solutions(limit=1) != klotski.solutions(limit=2)
    small = Puzzle.read(PUZZLES / "classics" / "quzzle.txt")
    tables = [small.graph(style).table for style in (0, 0, 1)]
    assert tables[0] == tables[1] != tables[2]


def test_every_field_of_a_result_is_an_attribute(tmp_path: Path) -> None:
    puzzle = Puzzle.read(PUZZLES / "classics" / "quzzle.txt")
    proof = tmp_path / "quzzle.proof"
    board = "8 2 0/4 6 1/3 7 5"
    results: list[Any] = [
        puzzle.solve(verify=True), puzzle.hint(), puzzle.count(), puzzle.solutions(limit=1)[0],
        puzzle.explore(), puzzle.styles(), puzzle.verify(puzzle.solve()),
        puzzle.survey(), puzzle.why(),
        puzzle.prove(proof), sliding.check_proof(proof),
        sliding.tiles.solve(board), sliding.tiles.solutions(board, limit=1)[0],
        puzzle.graph(), sliding.hunt("1x3", shapes="1"), sliding.pack("1x3", shapes="1", ramp=1),
    ]  # fmt: skip
    tiles = Puzzle.parse("1 2/0 3")
    results += [tiles.solve(), tiles.hint(), tiles.explore(), tiles.graph(), tiles.survey()]
    results += [tiles.rate(), tiles.improve(rounds=1)[0]]
    results += [tiles.verify(tiles.solve()), tiles.styles(), tiles.why(), tiles.count()]
    for result in results:
        for name in set(result.to_dict()) - {"schema"}:
            assert hasattr(result, name), f"{type(result).__name__}.{name}"
    assert results[7].largest[0].diameter.least > 0
    assert results[-1].read_as == tiles.read_as
    answer = results[0]
    assert sum(kind.pieces for kind in answer.kinds) == len(answer.pieces)
    assert answer.goals[0].position in str(puzzle)


def test_fields_of_one_name_have_one_type(klotski: Puzzle) -> None:
    survey = klotski.survey()
    hardest = [klotski.explore().hardest, survey.hardest, survey.largest[0].hardest]
    assert {type(one) for one in hardest} == {sliding.spaces.Hardest}
    assert any(component.has_start for component in survey.largest)
    listed = sliding.tiles.solutions("0 3/2 1")
    for field in ("start", "goal"):
        assert np.array_equal(getattr(listed[0], field), getattr(listed.answer, field))


def test_why_tells_what_matters(klotski: Puzzle) -> None:
    # A wall is in the way.
    why = Puzzle.parse("1 x 4\n1 = 1\n1x00\n?x?1\n").why(0)
    assert (why.moves, why.walls[0].col, why.walls[0].opened.moves) == (None, 2, 3)
    why = klotski.why()
    assert (why.moves, why.solutions, why.one_by_one) == (81, 256, None)
    [block] = [role for role in why.pieces if role.piece.kind == "2"]
    assert block.always and block.nailed.moves is None and block.left_out is None
    together = Puzzle.read(PUZZLES / "studies" / "hooks.txt").why(4)
    assert together.one_by_one is not None and together.one_by_one.moves is None
    assert together.superpieces and together.superpieces[0].kinds == ("1", "2")


def test_a_limit_is_told_and_no_error(vast: Puzzle, klotski: Puzzle) -> None:
    answer = klotski.solve(max_moves=9, engine="sparse")
    assert (answer.status, answer.limit, answer.at_least) == ("limit", "moves", 10)
    assert vast.solve(exhaust=True, time_limit=0.1).limit == "time"
    with pytest.raises(sliding.LimitError) as caught:
        klotski.graph(max_nodes=100)
    assert caught.value.limit == "nodes"
    with pytest.raises(sliding.LimitError) as caught:
        vast.graph(max_nodes=1 << 30, time_limit=0.1)
    assert caught.value.limit == "time"
    with pytest.raises(sliding.LimitError) as caught:
        vast.explore(dump=True, memory="40MB")
    assert caught.value.limit == "memory"


def test_graphs_are_taken_by_others() -> None:
    puzzle = Puzzle.read(PUZZLES / "classics" / "dads-puzzler.txt")
    graph = puzzle.graph()
    # What is known of Dad's Puzzler: 1398 positions, 59 moves.
    assert (graph.nodes, graph.to_goal[0]) == (1398, 59)
    assert graph.edges * 2 == len(graph.indices) == graph.degrees.sum()
    sparse = pytest.importorskip("scipy.sparse.csgraph", reason="SciPy is not installed")
    matrix = graph.to_scipy()
    assert (sparse.shortest_path(matrix, unweighted=True, indices=0) == graph.from_start).all()
    networkx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    lengths = networkx.single_source_shortest_path_length(graph.to_networkx(), 0)
    assert [lengths[node] for node in range(1398)] == graph.from_start.tolist()
    rustworkx = pytest.importorskip("rustworkx", reason="rustworkx is not installed")
    other = graph.to_rustworkx()
    assert (other.num_nodes(), other.num_edges()) == (graph.nodes, graph.edges)
    assert other[0] == {"position": puzzle.start, "from_start": 0, "to_goal": 59}
    assert rustworkx.number_connected_components(other) == 1


def test_goals_out_of_reach_are_left_out_for_others(tmp_path: Path) -> None:
    stuck = Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21\n").graph()
    networkx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    graph = stuck.to_networkx()
    assert graph.nodes[0] == {"position": "12", "from_start": 0}
    networkx.write_graphml(graph, tmp_path / "stuck.graphml")
    assert networkx.read_graphml(tmp_path / "stuck.graphml", node_type=int).nodes == graph.nodes


def _tables() -> list[sliding.Table]:
    puzzle = Puzzle.read(PUZZLES / "classics" / "dads-puzzler.txt")
    # The goal cannot be reached here, so that there are nulls.
    stuck = Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21\n")
    return [puzzle.graph().table, puzzle.explore(dump=True).table, stuck.graph().table]


def _rows(table: sliding.Table) -> list[dict[str, Any]]:
    """A table as others should see it."""
    columns = [list(table[name]) for name in table]
    known = [[None if value is np.ma.masked else value for value in column] for column in columns]
    return [dict(zip(table, row, strict=True)) for row in zip(*known, strict=True)]


@pytest.mark.parametrize("number", range(3))
def test_tables_are_read_by_pandas(number: int) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = _tables()[number]
    frame = pandas.DataFrame(dict(table))
    assert list(frame.columns) == list(table)
    read = [
        {name: None if pandas.isna(value) else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]
    assert read == _rows(table)


def test_pictures_are_pictures(klotski: Puzzle) -> None:
    answer = klotski.solve()
    space = "{http://www.w3.org/2000/svg}"
    for svg in (
        klotski._repr_svg_(),
        answer._repr_svg_(),
        answer.svg(theme="dark", labels=True),
        answer.svg_animated(speed=4),
    ):
        assert ElementTree.fromstring(svg).tag == f"{space}svg"
    with pytest.raises(ValueError, match="speed"):
        answer.svg_animated(speed=0)
    assert str(answer).startswith("Klotski: solved in 81 moves")
    # No picture and no page of what there is not.
    assert "<svg" in klotski.solve(max_moves=1)._repr_svg_()


def test_a_solution_is_a_page_within_the_notebook() -> None:
    hostile = Puzzle.parse('1 x 3 ("><script>alert(1)</script>)\n1 = 1\n1\n001\n')
    shown = hostile.solve()._repr_html_()
    frame = ElementTree.fromstring(shown)
    assert (frame.tag, frame.get("sandbox")) == ("iframe", "allow-scripts")
    page = frame.get("srcdoc")
    assert page is not None and page.startswith("<!DOCTYPE html>")
    assert "<script>alert" not in page


def test_solutions_are_verified(klotski: Puzzle) -> None:
    answer = klotski.solve(0)
    assert answer.solution is not None
    for data in (answer, answer.solution, answer.to_json(), str(answer)):
        if isinstance(data, str) and not data.startswith("{"):
            continue
        verified = klotski.verify(data)
        assert (verified.legal, verified.solved, verified.moves[0]) == (True, True, 116)
    broken = klotski.verify(answer.solution[1:])
    assert not broken.legal
    assert broken.flaw is not None


def test_tiles_as_arrays() -> None:
    # The two boards of 3 x 3 that take 31 moves.
    for board in ("8 6 7/2 5 4/3 0 1", np.array([[6, 4, 7], [8, 5, 0], [3, 2, 1]])):
        answer = sliding.tiles.solve(board)
        assert (answer.moves, answer.shortest) == (31, True)
        assert answer.start.shape == (3, 3)
    many = sliding.tiles.solve_all([[[1, 2], [0, 3]], "0 3/2 1"])
    assert [one.moves for one in many] == [1, 6]
    listed = sliding.tiles.solutions("0 3/2 1")
    # The blank goes round either way.
    assert {one.solution for one in listed} == {"213213", "312312"}
