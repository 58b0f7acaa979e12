"""Puzzles: read, made, written, and refused."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import numpy as np
import pytest
import sliding
from conftest import PUZZLES
from sliding import Gate, Kind, Piece, Puzzle

TALL, SQUARE, WIDE, SMALL = "1", "2", "3", "4"

PIECES = [
    (TALL, 1, 1), (SQUARE, 1, 2), (TALL, 1, 4),
    (TALL, 3, 1), (WIDE, 3, 2), (TALL, 3, 4),
    (SMALL, 4, 2), (SMALL, 4, 3),
    (SMALL, 5, 1), (SMALL, 5, 4),
]  # fmt: skip


def test_klotski_is_the_same_in_data_and_in_text(klotski: Puzzle) -> None:
    made = Puzzle(
        board=(5, 4),
        kinds={TALL: "1/1", SQUARE: [[1, 1], [1, 1]], WIDE: Kind("11"), SMALL: np.ones((1, 1))},
        start=[Piece(*PIECES[0]), *PIECES[1:]],
        goals=[[(SQUARE, 4, 2)]],
        title="Klotski",
    )
    assert (made.start, made.name) == (klotski.start, "Klotski")
    assert made.solve(0).moves == 116
    assert Puzzle.parse(made.to_json()) == made == Puzzle.parse(str(made))


def test_all_that_data_can_say() -> None:
    puzzle = Puzzle(
        board=(2, 4),
        kinds={"a": Kind("1", lock="horizontal"), "b": "1"},
        start=[("a", 1, 1), ("b", 2, 1)],
        goals=[[("b", 1, 1), ("0", 1, 4)], [("a", 1, 3), ("b", 2, 4)]],
        gates=[Gate("a", [(1, 2)])],
    )
    data = puzzle.to_dict()
    assert [kind["lock"] for kind in data["kinds"]] == ["horizontal", None]
    assert [goal["complete"] for goal in data["goals"]] == [False, True]
    assert data["gates"] == [{"kinds": "a", "mask": ".-"}]
    assert puzzle.solve().status == "solved"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"board": (0, 4)}, "start[0]"),
        ({"kinds": {"1": "1", "??": "1"}}, "kinds['??']"),
        ({"board": (1 << 40, 1 << 40)}, "size"),
        ({"board": (0, 0), "start": [], "goals": []}, "size"),
        ({"kinds": {"1": "12"}}, "kinds['1']"),
        ({"kinds": {"1": [1, 1]}}, "kinds['1']"),
        ({"kinds": {"1": "0"}}, "kinds[0]"),
        ({"kinds": {"?": "1"}, "start": [("?", 1, 1)], "goals": [[("?", 1, 2)]]}, "kinds[0]"),
        ({"start": []}, "start"),
        ({"start": [("9", 1, 1)]}, "start[0]"),
        ({"start": [("0", 1, 1)]}, "start"),
        ({"start": [("1", 1, 3)]}, "start[0]"),
        ({"start": [("1", 1, 1), ("1", 1, 1)]}, "start[1]"),
        ({"goals": []}, "goals"),
        ({"goals": [[("1", 3, 1)]]}, "goals[0][0]"),
        ({"goals": [[("1", 1, 1), ("1", 1, 2)]]}, "goals[0]"),
        ({"blocked": [(1, 1)]}, "start[0]"),
        ({"gates": [Gate("9", [(1, 1)])]}, "gates[0]"),
    ],
)
def test_bad_data_are_refused_with_their_place(change: dict[str, object], place: str) -> None:
    data: dict[str, object] = {
        "board": (1, 2), "kinds": {"1": "1"}, "start": [("1", 1, 1)], "goals": [[("1", 1, 2)]]
    }  # fmt: skip
    Puzzle(**data)  # type: ignore[arg-type]
    with pytest.raises(sliding.SetupError) as caught:
        Puzzle(**{**data, **change})  # type: ignore[arg-type]
    assert caught.value.faults[0].place == place, caught.value
    assert place in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("2 x 2\n1 = 1\n1y\n1\n", 3, 2),
        ("0 x 3\n1 = 1\n1\n1\n", 1, 1),
        ("2 x 2\n1 = 1\n1!\n1\n", 3, 2),
        ("", 1, 1),
        ("ooooooooooooAAooooooooooBBoooooooooo\n" * 2, 2, 1),
    ],
)
def test_bad_texts_are_refused_with_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(sliding.ParseError) as caught:
        Puzzle.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("error: ")


def test_open_texts_are_questions() -> None:
    board = "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n"
    with pytest.raises(sliding.ParseError) as caught:
        Puzzle.parse(board)
    readings = caught.value.readings
    assert [reading.options for reading in readings] == [{"target": "R"}, {"target": "A"}]
    assert readings[0].text == "car R leaves to the right"
    assert "`target=R`" in str(caught.value)
    chosen = Puzzle.parse(board, **readings[0].options)
    assert chosen == readings[0].puzzle
    again = pickle.loads(pickle.dumps(sliding.ParseError("no", [(1, 1, "a", "b")])))
    assert again.readings == ()


def test_puzzles_know_how_they_were_read(klotski: Puzzle) -> None:
    assert klotski.read_as is None
    tiles = Puzzle.parse("1 2/0 3")
    assert str(tiles.read_as) == "read as tiles: in order, the gap last"
    assert tiles.read_as is not None
    [assumption] = tiles.read_as.assumptions
    assert (assumption.source, assumption.options) == ("convention", {"goal": "ordered"})
    stated = Puzzle.parse("1 2/0 3", goal="0 1/2 3")
    assert stated.read_as is not None
    assert stated.read_as.assumptions[0].source == "option"
    with pytest.raises(ValueError, match="no notation"):
        Puzzle.parse("1 2/0 3", as_="nonsense")


def test_texts_at_random_are_puzzles_or_parse_errors() -> None:
    seed = 20261123
    chance = random.Random(seed)
    good = (PUZZLES / "classics" / "klotski.txt").read_text()
    for number in range(2000):
        text = list(good)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 3)] = chance.choices("012x?/= \n#é\0{", k=2)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", sliding.PuzzleWarning)
                Puzzle.parse("".join(text))
        except sliding.ParseError as error:
            assert error.problems, f"seed {seed}, number {number}"


def test_odd_texts_are_warned_of() -> None:
    text = "1 x 2\n1 = 1\n1 = 11\n1\n1\n"
    with pytest.warns(sliding.PuzzleWarning, match="line 3, column 1"):
        puzzle = Puzzle.parse(text)
    assert puzzle.warnings[0].expected


def test_positions_and_moves_are_refused_with_their_column(klotski: Puzzle) -> None:
    for start in ("12113144400é", "9", "/", "{}", ""):
        with pytest.raises(sliding.ParseError) as caught:
            klotski.solve(start=start)
        assert caught.value.line == 1
    with pytest.raises(sliding.ParseError) as caught:
        klotski.verify("piece 4 at row 5, column 1: right\npiece 9 flies")
    assert (caught.value.line, caught.value.column) == (2, 7)


def test_notations(klotski: Puzzle) -> None:
    names = {notation.name for notation in sliding.NOTATIONS}
    assert {"sliding", "drawn", "rush", "klotski"} <= names
    for notation in sliding.NOTATIONS:
        if not notation.is_written:
            continue
        try:
            text = klotski.to(notation.name)
        except sliding.RefusedError:
            continue
        assert Puzzle.parse(text, as_=notation.name).solve(0).moves == 116
    with pytest.raises(sliding.RefusedError, match="cannot express"):
        klotski.to("rush")
    for unwritten in ("nonsense", "gnome"):
        with pytest.raises(ValueError, match=f"no notation `{unwritten}`: expected one of sliding, "):
            klotski.to(unwritten)
    with pytest.raises(ValueError, match="no notation"):
        Puzzle.parse("4FEA13400", as_="nonsense")
    assert Puzzle.parse("4FEA13400").size == sliding.Size(5, 4)


def test_puzzles_are_values(klotski: Puzzle) -> None:
    again = pickle.loads(pickle.dumps(klotski))
    assert again == klotski == copy.deepcopy(klotski)
    assert hash(again) == hash(klotski)
    assert again.file == klotski.file
    assert klotski != klotski.starting_at(klotski.moves()[0].after)
    assert klotski != "klotski"
    with pytest.raises(AttributeError):
        klotski.name = "other"  # type: ignore[misc]


def test_moves_of_every_style_are_the_neighbours_in_the_graph() -> None:
    puzzle = Puzzle.read(PUZZLES / "classics" / "silly.txt")
    for style in range(6):
        graph = puzzle.graph(style)
        names = list(graph.positions)
        for node in (0, 17, 99):
            there = graph.indices[graph.indptr[node] : graph.indptr[node + 1]]
            moves = puzzle.moves(style, start=names[node])
            assert sorted(move.after for move in moves) == sorted(names[i] for i in there)
            for move in moves:
                made = puzzle.verify([move], start=names[node])
                assert (made.legal, made.end) == (True, move.after)
                assert made.moves[style] == 1
    with pytest.raises(sliding.LimitError, match="more than 3"):
        puzzle.moves(5, limit=3)


def test_every_error_is_named_an_error() -> None:
    for error in vars(sliding.errors).values():
        if isinstance(error, type) and issubclass(error, Exception):
            assert error.__name__.endswith(("Error", "Warning"))


def test_cells_tell_kinds_and_origins(klotski: Puzzle) -> None:
    kinds, origins = klotski.cells
    assert kinds.tolist() == [[1, 2, 2, 1], [1, 2, 2, 1], [1, 3, 3, 1], [1, 4, 4, 1], [4, 0, 0, 4]]
    assert origins.sum() == 10
    assert np.argwhere(origins)[1].tolist() == [0, 1]


def test_what_is_no_option_is_refused(klotski: Puzzle) -> None:
    wrong: list[tuple[dict[str, object], type[Exception]]] = [
        ({"style": 6}, ValueError),
        ({"style": -1}, ValueError),
        ({"style": "2"}, TypeError),
        ({"style": True}, TypeError),
        ({"memory": "much"}, ValueError),
        ({"memory": -1}, ValueError),
        ({"memory": 1 << 70}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": 1.5}, TypeError),
        ({"time_limit": -1}, ValueError),
        ({"time_limit": float("nan")}, ValueError),
        ({"max_moves": -1}, ValueError),
        ({"engine": "nonsense"}, ValueError),
        ({"engine": "pdb"}, sliding.RefusedError),
        ({"memory": 1}, sliding.RefusedError),
        ({"resume": True}, ValueError),
        ({"progress": 3}, TypeError),
        ({"nonsense": 1}, TypeError),
    ]
    for options, expected in wrong:
        if options == {"memory": 1}:
            options = {"memory": 1, "engine": "ring"}
        with pytest.raises(expected):
            klotski.solve(**options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Puzzle.parse(b"1 x 1")  # type: ignore[arg-type]
    with pytest.raises(UnicodeEncodeError):
        Puzzle.parse("\ud800")
    with pytest.raises(ValueError, match="no origin"):
        klotski.explore(origin="middle")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no theme"):
        klotski.svg(theme="pink")
    for board in ("nonsense", "1 2 3", "0 0/1 2", [[1.5, 0]], [1, 2, 3]):
        with pytest.raises(ValueError):
            sliding.tiles.solve(board)
    with pytest.raises(sliding.RefusedError):
        sliding.tiles.solve(np.arange(36).reshape(6, 6), engine="pdb", goal="first")
    with pytest.raises(OSError):
        Puzzle.read("nowhere.txt")
    with pytest.raises(OSError):
        klotski.prove("nowhere/klotski.proof")
    with pytest.raises(OSError):
        sliding.check_proof("nowhere.proof")
