"""Results: their fields, arrays, pictures, and that they are values."""

from __future__ import annotations

import copy
import dataclasses
import json
import multiprocessing
import pickle
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import networkx
import numpy as np
import pytest
import scipy.sparse.csgraph
import sliding
from conftest import PUZZLES, ROOT
from sliding import Family, Limits, Puzzle, makers, options, results, spaces, subject, tiles

QUZZLE = PUZZLES / "classics" / "quzzle.txt"

# The classes, and the objects of the schemas that they are.
SCHEMAS = {
    "common": {
        subject.Subject: "subject", subject.Size: "size", subject.ReadAs: "read_as", subject.Assumption: "assumption",
        subject.Piece: "piece", subject.Move: "move", subject.KindRow: "kind", subject.Goal: "goal",
        subject.GateMask: "gate", subject.Note: "note", results.Rating: "rating",
    },
    "solve": {
        results.Answer: "solution", results.Hint: "hint", results.Styles: "styles", results.StyleRow: "of_style",
        tiles.TilesAnswer: "tiles",
    },
    "count": {
        results.Count: "count", results.Choice: "choice", results.ListedSolution: "listed",
    },
    "explore": {
        spaces.Map: "map", spaces.Distances: "distances", spaces.Symmetry: "symmetry", spaces.Asked: "asked",
        spaces.Components: "components", spaces.Component: "component", spaces.Diameter: "diameter",
        spaces.Hardest: "hardest hardest_of_all hardest_start",
    },
    "graph": {spaces.Graph: "graph", spaces.Node: "node"},
    "make": {
        makers.Hunt: "hunt", makers.HuntRow: "family", makers.Improvement: "step", makers.Pack: "pack",
        makers.Exit: "exit", makers.Level: "level", makers.LevelMove: "level_move", makers.LevelPiece: "level_piece",
    },
    "progress": {options.Progress: "levels improved pass database boards"},
    "prove": {results.Proof: "proof"},
    "rate": {results.Rate: "rate"},
    "verify": {results.Verification: "moves", results.ProofCheck: "proof"},
    "why": {
        results.Why: "why", results.Variant: "variant", results.Passed: "passed", results.PieceRole: "role",
        results.WallRole: "wall", results.Superpiece: "superpiece",
    },
}  # fmt: skip


def definition(file: str, reference: str) -> tuple[str, Any]:
    """Returns what a reference in a schema leads to, and its file."""
    other, _, name = reference.partition("#/$defs/")
    file = other.removesuffix(".json") or file
    return file, json.loads((ROOT / "docs" / "schemas" / f"{file}.json").read_text())["$defs"][name]


def is_nullable(file: str, schema: dict[str, Any]) -> bool:
    if "$ref" in schema:
        return is_nullable(*definition(file, schema["$ref"]))
    options = any(is_nullable(file, one) for one in schema.get("anyOf", ()))
    return options or "null" in schema.get("type", ()) or None in schema.get("enum", ())


def fields(file: str, schema: dict[str, Any]) -> dict[str, bool]:
    """Returns the fields of an object, and whether they may be absent or null."""
    found: dict[str, bool] = {}
    for part in schema.get("allOf", ()):
        found |= fields(*definition(file, part["$ref"]))
    required = schema["required"]
    own = schema["properties"].items()
    return found | {name: name not in required or is_nullable(file, one) for name, one in own if name != "schema"}


@pytest.mark.parametrize("file", SCHEMAS)
def test_results_have_the_fields_of_the_schemas(file: str) -> None:
    of_file: dict[Any, str] = SCHEMAS[file]  # type: ignore[assignment]
    for kind, names in of_file.items():
        objects = [fields(*definition(file, f"#/$defs/{name}")) for name in names.split()]
        types = get_type_hints(kind)
        assert {one.name for one in dataclasses.fields(kind)} == set().union(*objects), kind
        for name in set().union(*objects):
            # None where it may be missing; a tuple may be empty.
            is_optional = type(None) in get_args(types[name])
            expected = any(one.get(name, True) for one in objects)
            assert is_optional == expected or get_origin(types[name]) is tuple, (kind, name)


# In one style each, as results and parts of them; those of tiles have what was assumed of the text.
RESULTS: dict[str, Callable[[Puzzle, Path], Any]] = {
    "solve": lambda puzzle, _: puzzle.solve(),
    "limit": lambda puzzle, _: puzzle.solve(engine="meet", limits=Limits(moves=3)),
    "convention": lambda *_: Puzzle.parse("8 6 7/2 5 4/3 0 1").solve(0),
    "no solution": lambda *_: Puzzle.parse("2 1 3/4 5 6/7 8 0").solve(0),
    "beam": lambda puzzle, _: puzzle.solve(engine="beam", limits=Limits(time=5)),
    "hint": lambda puzzle, _: puzzle.hint(),
    "count": lambda puzzle, _: puzzle.count(),
    "solutions": lambda puzzle, _: puzzle.solutions(most=2),
    "explore": lambda puzzle, _: puzzle.explore(boards=True),
    "components": lambda puzzle, _: puzzle.components(),
    "graph": lambda puzzle, _: puzzle.graph(),
    "styles": lambda puzzle, _: puzzle.styles(),
    "why": lambda puzzle, _: puzzle.why(),
    "rate": lambda puzzle, _: puzzle.rate(),
    "improve": lambda *_: Puzzle.parse("1 2/0 3").improve(rounds=1),
    "verify": lambda puzzle, _: puzzle.verify(puzzle.solve()),
    "prove": lambda puzzle, path: puzzle.prove(path / "quzzle.proof"),
    "moves": lambda puzzle, _: puzzle.moves("walk+"),
    "tiles": lambda *_: tiles.solve("8 2 0/4 6 1/3 7 5"),
    "hunt": lambda *_: sliding.hunt(Family("2x2", shapes="1")),
    "pack": lambda *_: sliding.pack(Family("1x3", shapes="1"), ramp=1),
    "puzzle": lambda puzzle, _: puzzle,
}


@pytest.mark.parametrize("asked", RESULTS)
def test_results_are_values(asked: str, tmp_path: Path) -> None:
    puzzle = Puzzle.read(QUZZLE)
    result, other = RESULTS[asked](puzzle, tmp_path), RESULTS[asked](puzzle, tmp_path)
    again = pickle.loads(pickle.dumps(result))
    # Whatever time they took.
    for one in (other, again, copy.deepcopy(result)):
        assert type(one) is type(result) and one == result and (asked == "beam" or hash(one) == hash(result))
    assert repr(again) == repr(result) and str(again) == str(result)
    if isinstance(result, results.Answer):
        assert again.svg() == result.svg() and again.page() == result.page()
        assert again.svg_animated(speed=4) == result.svg_animated(speed=4)
    if isinstance(result, spaces.Map):
        assert np.array_equal(again.boards, result.boards)
    for part in (result if isinstance(result, tuple) else [result]):
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
            part.name = ""


def test_results_differ(klotski: Puzzle) -> None:
    assert klotski.solve() != klotski.solve(0)
    answer = klotski.solve()
    answer.to_dict()["moves"] = 80
    assert answer.moves == answer.to_dict()["moves"] == 81
    assert repr(answer).startswith("Answer(puzzle='Klotski', file='") and "solution" not in repr(answer)


def test_why_says_what_matters(klotski: Puzzle) -> None:
    # A wall is in the way.
    why = Puzzle.parse("1 x 4\n1 = 1\n1x00\n?x?1\n").why(0)
    assert (why.moves, why.walls[0].col, why.walls[0].opened.moves) == (None, 2, 3)
    why = klotski.why()
    assert (why.moves, why.solutions, why.one_by_one) == (81, 256, None)
    [block] = [role for role in why.pieces if role.kind == "2"]
    assert block.always and block.nailed and block.nailed.moves is None and block.left_out is None


def test_improvements_are_better() -> None:
    corner = Puzzle.parse("3 x 3 (Corner)\na = 1\nb = 11\na00b\n????????a\n")
    heard: list[sliding.Improvement] = []
    steps = corner.improve("step", rounds=8, progress=heard.append)
    assert steps[0].better.start == corner.start and heard[-1] == steps[-1]
    found = [step.better.solve(step.style, engine="ring").moves for step in steps]
    assert found == [step.moves for step in steps] and steps[-1].moves > steps[0].moves


def test_levels_are_as_hard_as_they_say(tmp_path: Path) -> None:
    made = sliding.pack(Family("4x4", shapes="cars", pieces=(3, 6)), ramp=(3, 5), number=3, with_solutions=True)
    file = tmp_path / "levels.json"
    file.write_text(made.to_json())
    assert sliding.Pack.read(file) == made
    for level in made.levels:
        # By another engine than the one that made it.
        solved = level.puzzle.solve(made.style, engine="ring", exhaust=True)
        assert (solved.moves, solved.positions) == (level.moves, level.positions)
        assert level.puzzle.rate(made.style).rating == level.rating
        assert level.puzzle.verify(level.solution).moves[made.style] == level.moves
    file.write_text(made.levels[0].puzzle.to_json())
    with pytest.raises(ValueError, match="levels.json is no pack: expected an object sliding/make/1"):
        sliding.Pack.read(file)


def test_boards_and_graphs_agree() -> None:
    # What is known of Dad's Puzzler: 1398 positions, 59 moves.
    puzzle = Puzzle.read(PUZZLES / "classics" / "dads-puzzler.txt")
    space, graph = puzzle.explore(boards=True), puzzle.graph()
    assert space.boards.shape == (1398, *dataclasses.astuple(puzzle.size)) and graph.nodes[0].to_goal == 59
    distances = [node.from_start for node in graph.nodes]
    assert Counter(space.distances.tolist()) == Counter(distances)
    known = {board.tobytes() for board in space.boards}
    assert known == {puzzle.starting_at(node.position).board.tobytes() for node in graph.nodes}
    matrix = graph.to_scipy()
    assert (scipy.sparse.csgraph.shortest_path(matrix, unweighted=True, indices=0) == distances).all()
    lengths = networkx.single_source_shortest_path_length(graph.to_networkx(), 0)
    assert [lengths[node] for node in range(1398)] == distances
    with pytest.raises(AttributeError, match="boards=True"):
        puzzle.explore().boards  # noqa: B018
    with pytest.raises(ValueError):
        space.boards[0] = 1
    # A goal that cannot be reached is left out.
    stuck = Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21\n").graph().to_networkx()
    assert stuck.nodes[0] == {"position": "12", "from_start": 0}


def test_moves_are_the_neighbours_in_the_graph() -> None:
    puzzle = Puzzle.read(PUZZLES / "classics" / "silly.txt")
    for style in range(6):
        graph = puzzle.graph(style).to_networkx()
        for node in (0, 17, 99):
            moves = puzzle.moves(style, start=graph.nodes[node]["position"])
            assert {move.after for move in moves} == {graph.nodes[one]["position"] for one in graph[node]}


def test_a_limit_leaves_no_part_of_a_whole(vast: Puzzle, klotski: Puzzle) -> None:
    assert vast.solve(exhaust=True, limits=Limits(time=0.1)).limit == "time"
    whole: list[tuple[Callable[[], object], str]] = [
        (lambda: klotski.graph(max_nodes=100), "nodes"),
        (lambda: klotski.moves("walk+", limit=3), "moves"),
        (lambda: vast.graph(max_nodes=1 << 30, limits=Limits(time=0.1)), "time"),
        (lambda: vast.explore(boards=True, limits=Limits(memory="40MB")), "memory"),
        (lambda: vast.explore(boards=True, limits=Limits(time=0.1)), "time"),
        (lambda: vast.solutions(limits=Limits(time=0.1)), "time"),
        (lambda: vast.rate(limits=Limits(time=0.1)), "time"),
        (lambda: sliding.hunt(Family("6x6", shapes="polyominoes:4", rule="corner"), limits=Limits(time=0)), "time"),
        (lambda: sliding.pack(Family("6x6", shapes="cars"), ramp=(30, 40), number=9, limits=Limits(time=0)), "time"),
        (lambda: sliding.generate(Family("6x6"), moves=25, number=10**6, limits=Limits(time=0.2)), "time"),
    ]
    for ask, limit in whole:
        with pytest.raises(sliding.LimitError) as caught:
            ask()
        assert pickle.loads(pickle.dumps(caught.value)).limit == limit
    # Where boards fit, all are there.
    for memory in ("16.5MiB", "17MiB", "20MiB"):
        try:
            space = klotski.explore(style=0, limits=Limits(memory=memory), boards=True)
        except sliding.LimitError:
            continue
        assert len(space.boards) == space.positions == 25955


def test_pictures_are_pictures(klotski: Puzzle) -> None:
    answer = klotski.solve()
    for svg in (klotski._repr_svg_(), answer._repr_svg_(), answer.svg(theme="dark", labels=True)):
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    with pytest.raises(ValueError, match="speed"):
        answer.svg_animated(speed=0)
    assert str(answer).startswith("Klotski: solved in 81 moves") and "; solution verified\n" in str(answer)
    assert str(Puzzle.parse("1 x 3\n1 = 1\n1\n001\n").solve()).startswith("puzzle: solved in 1 move ")


def test_a_solution_is_a_page_within_the_notebook() -> None:
    hostile = Puzzle.parse('1 x 3 ("><script>alert(1)</script>)\n1 = 1\n1\n001\n')
    frame = ElementTree.fromstring(hostile.solve()._repr_html_())
    assert (frame.tag, frame.get("sandbox")) == ("iframe", "allow-scripts")
    page = frame.get("srcdoc")
    assert page is not None and page.startswith("<!DOCTYPE html>") and "<script>alert" not in page


def test_tiles_are_solved() -> None:
    # The two boards of 3 x 3 that take 31 moves.
    for board in ("8 6 7/2 5 4/3 0 1", np.array([[6, 4, 7], [8, 5, 0], [3, 2, 1]])):
        assert tiles.solve(board).moves == 31
    assert [one.moves for one in tiles.solve_all([[[1, 2], [0, 3]], "0 3/2 1"])] == [1, 6]


def solved(path: Path) -> sliding.Answer:
    return Puzzle.read(path).solve("slide")


def test_other_processes_solve() -> None:
    files = sorted((PUZZLES / "classics").glob("*.txt"))[:4]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(solved, files) == [solved(file) for file in files]
