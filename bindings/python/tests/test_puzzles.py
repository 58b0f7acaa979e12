"""Puzzles: read, made, written, and refused; and what is no argument."""

from __future__ import annotations

import copy
import json
import pickle
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sliding
from conftest import PUZZLES
from sliding import Disk, Family, Gate, Kind, Limits, Piece, Puzzle, SetupError

RUSH = "ooooooooooooAAooooooooooBBoooooooooo"
OPEN = "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n"
PAIR = "2 x 3 (Paar: für zwei)\n1 = 1\n2 = 1/1\n21\n02001\n"


def test_klotski_is_the_same_in_data_and_in_text(klotski: Puzzle) -> None:
    tall, square, wide, small = "1", "2", "3", "4"
    made = Puzzle(
        board=(5, 4),
        kinds={tall: "1/1", square: [[1, 1], [1, 1]], wide: Kind("11"), small: np.ones((1, 1))},
        start=[
            Piece(tall, 1, 1), (square, 1, 2), (tall, 1, 4), (tall, 3, 1), (wide, 3, 2), (tall, 3, 4),
            (small, 4, 2), (small, 4, 3), (small, 5, 1), (small, 5, 4),
        ],
        goals=[[(square, 4, 2)]],
        title="Klotski",
    )  # fmt: skip
    assert (made.start, made.name) == (klotski.start, "Klotski")
    assert made.board.tolist() == [[1, 2, 2, 1], [1, 2, 2, 1], [1, 3, 3, 1], [1, 4, 4, 1], [4, 0, 0, 4]]
    assert Puzzle.parse(made.to_json()) == made == Puzzle.parse(str(made))


def test_all_that_data_can_say() -> None:
    puzzle = Puzzle(
        board=(2, 4),
        kinds={"a": Kind("1", lock="horizontal"), "b": "1"},
        start=[("a", 1, 1), ("b", 2, 1)],
        goals=[[("b", 1, 1), ("0", 1, 4)], [("a", 1, 3), ("b", 2, 4)]],
        blocked=[(2, 3)],
        gates=[Gate("a", [(1, 2)])],
    )
    data = puzzle.to_dict()
    assert [kind["lock"] for kind in data["kinds"]] == ["horizontal", None]
    assert [goal["complete"] for goal in data["goals"]] == [False, True]
    assert (data["gates"], data["blocked"]) == ([{"kinds": "a", "mask": ".-"}], [[2, 3]])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"kinds": {"1": "1", "??": "1"}}, "kinds['??']"),
        ({"board": (0, 0), "start": [], "goals": []}, "size"),
        ({"kinds": {"1": "12"}}, "kinds['1']"),
        ({"kinds": {"1": [1, 1]}}, "kinds['1']"),
        ({"kinds": {"1": "0"}}, "kinds[0]"),
        ({"start": []}, "start"),
        ({"start": [("9", 1, 1)]}, "start[0]"),
        ({"start": [("0", 1, 1)]}, "start[0]"),
        ({"start": [("1", 1, 3)]}, "start[0]"),
        ({"start": [("1", 1)]}, "start[0]"),
        ({"start": [("1", 1, 1), ("1", 1, 1)]}, "start[1]"),
        ({"goals": []}, "goals"),
        ({"goals": [("1", 1, 2)]}, "goals[0][0]"),
        ({"goals": [[("1", 3, 1)]]}, "goals[0][0]"),
        ({"goals": [[("1", 1, 1), ("1", 1, 2)]]}, "goals[0]"),
        ({"blocked": [(1, 1)]}, "start[0]"),
        ({"blocked": [1]}, "blocked[0]"),
        ({"gates": [Gate("9", [(1, 1)])]}, "gates[0]"),
    ],
)
def test_bad_data_are_refused_with_their_place(change: dict[str, Any], place: str) -> None:
    data: dict[str, Any] = {"board": (1, 2), "kinds": {"1": "1"}, "start": [("1", 1, 1)], "goals": [[("1", 1, 2)]]}
    Puzzle(**data)
    with pytest.raises(SetupError) as caught:
        Puzzle(**{**data, **change})
    assert caught.value.faults[0].place == place and place in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("2 x 2\n1 = 1\n1y\n1\n", 3, 2),
        ("", 1, 1),
        (f"{RUSH}\n{RUSH}\n", 2, 1),
    ],
)
def test_bad_texts_are_refused_with_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(sliding.ParseError) as caught:
        Puzzle.parse(text)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.line, error.column, error.problems) == (line, column, caught.value.problems)
    assert str(error) == str(caught.value) and str(error).startswith("error: ")


def test_open_texts_are_questions() -> None:
    with pytest.raises(sliding.ParseError) as caught:
        Puzzle.parse(OPEN)
    readings = pickle.loads(pickle.dumps(caught.value)).readings
    assert [reading.text for reading in readings] == ["car R leaves to the right", "car A leaves to the right"]
    first = Puzzle.parse(OPEN, **readings[0].options)
    assert first.read_as is not None and first.read_as.assumptions[0].source == "option"


def test_texts_at_random_are_puzzles_or_parse_errors() -> None:
    seed = 20261123
    chance = random.Random(seed)
    good = (PUZZLES / "classics" / "klotski.txt").read_text()
    for number in range(500):
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
    with pytest.warns(sliding.PuzzleWarning, match="line 3, column 1"):
        Puzzle.parse("1 x 2\n1 = 1\n1 = 11\n1\n1\n")


def test_messages_have_the_options_of_python() -> None:
    options: list[dict[str, Any]] = [{}, {"target": "A"}, {"as_": "rush"}, {"as_": "nonsense"}]
    refused = []
    for text in ("", OPEN, "A.\n..\n", "1 1 0\n0 0 0\n2 2 0\n", f"{RUSH}\n{RUSH}\n"):
        for stated in options:
            try:
                Puzzle.parse(text, **stated)
            except sliding.ParseError as error:
                lines = [str(error), *(word for one in error.problems for word in (one.message, one.expected))]
                refused.append("\n".join(lines))
    assert len(refused) > 8
    assert not [lines for lines in refused if "--" in lines.replace("-->", ".") or "`sliding " in lines]
    assert any("`target=R`" in lines for lines in refused) and any("parse_all" in lines for lines in refused)


def test_all_puzzles_of_a_text_are_read(tmp_path: Path) -> None:
    assert list(Puzzle.parse_all("1 2/0 3", goal="0 1/2 3")) == [Puzzle.parse("1 2/0 3", goal="0 1/2 3")]
    # More than is read at a time. The error of a wrong one names its line, and those after it are read.
    file = tmp_path / "many.txt"
    file.write_text(f"{RUSH}\n" * 9000 + "nonsense\n" + f"{RUSH}\n" * 9000)
    many, found, lines = Puzzle.read_all(file, as_="rush"), 0, []
    while True:
        try:
            puzzle = next(many)
        except StopIteration:
            break
        except sliding.ParseError as error:
            lines.append(error.line)
            assert "nonsense" in str(error)
        else:
            found += puzzle.file == str(file)
    assert (found, lines) == (18000, [9001])


def test_files_are_decoded_as_the_program_does(tmp_path: Path) -> None:
    file = tmp_path / "pair.txt"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        file.write_bytes(PAIR.encode(encoding))
        assert Puzzle.read(file) == Puzzle.parse(PAIR), encoding
        assert [one.name for one in Puzzle.read_all(file)] == ["Paar: für zwei"]
    for ask in (Puzzle.read, Puzzle.read_all, sliding.check_proof, sliding.Pack.read, Puzzle.parse(PAIR).prove):
        with pytest.raises(FileNotFoundError) as caught:
            ask(tmp_path / "nowhere" / "file")
        assert "nowhere" in str(caught.value)


def test_notations(klotski: Puzzle) -> None:
    for notation in sliding.NOTATIONS:
        try:
            text = klotski.to(notation.name)
        except sliding.RefusedError:
            assert notation.is_written
        except ValueError as error:
            assert not notation.is_written and f"no notation `{notation.name}`: expected one of sliding" in str(error)
        else:
            assert Puzzle.parse(text, as_=notation.name).solve(0).moves == 116
    with pytest.raises(sliding.RefusedError, match="cannot express"):
        klotski.to("rush")


# A drawing whose like pieces have names of their own, and one that a convention completes.
DONKEY = "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.BB.\n.BB.\n"
CARS = "AA...B\nC..D.B\nCXXD.B\nC..D..\nE...FF\nE.GGG.\n"


def test_pieces_have_the_names_of_other_interfaces() -> None:
    for text, name in json.loads((PUZZLES.parent / "tests" / "data" / "piece-names.json").read_text()):
        move = Puzzle.parse(text).hint().next
        assert move is not None and move.pieces[0].name == name


def test_puzzles_are_values_with_what_their_text_says(klotski: Puzzle) -> None:
    for puzzle in (klotski, Puzzle.parse(DONKEY), Puzzle.parse(CARS)):
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle == copy.deepcopy(puzzle) and hash(again) == hash(puzzle)
        assert (again.read_as, again.file, again.hint()) == (puzzle.read_as, puzzle.file, puzzle.hint())
    # The letters of the drawing, as in the drawing.
    donkey = pickle.loads(pickle.dumps(Puzzle.parse(DONKEY)))
    assert donkey.hint(start="ABBC/ABBC/DEEF/DGHF/.I.J").left == 79
    assert {move.pieces[0].name for move in donkey.moves("step")} == set("GHIJ")
    assert klotski != klotski.starting_at(klotski.moves()[0].after) and klotski != "klotski"


def test_solutions_are_verified(klotski: Puzzle) -> None:
    answer = klotski.solve("step")
    assert answer.solution is not None and answer.verified
    for data in (answer, answer.solution, answer.to_json()):
        verified = klotski.verify(data)
        assert (verified.legal, verified.solved, verified.moves[0]) == (True, True, 116)
    assert klotski.verify(answer.solution[1:]).flaw is not None
    with pytest.raises(sliding.ParseError) as caught:
        klotski.verify("piece 4 at row 5, column 1: right\npiece 9 flies")
    assert (caught.value.line, caught.value.column) == (2, 7)


PIECE, SMALL = Puzzle.parse("1 x 3\n1 = 1\n1\n??1\n"), Family("3x3", shapes="1")

# What is wrong, the exception, and a word of its message.
WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: PIECE.solve(6), ValueError, "style"),
    (lambda: PIECE.solve("walks"), ValueError, "style"),  # type: ignore[arg-type]
    (lambda: Limits(memory="much"), ValueError, "memory .* 512MiB"),
    (lambda: Limits(memory=-1), ValueError, "memory"),
    (lambda: Limits(threads=0), ValueError, "threads"),
    (lambda: Limits(time=float("nan")), ValueError, "time"),
    (lambda: Limits(threads=1.5), ValueError, "threads is a whole number"),  # type: ignore[arg-type]
    (lambda: PIECE.solve(limits=5), TypeError, "limits is of the type Limits, not 5"),  # type: ignore[arg-type]
    (lambda: PIECE.solve(disk="x"), TypeError, "disk is of the type Disk, not 'x'"),  # type: ignore[arg-type]
    (lambda: PIECE.verify([1]), TypeError, "move is of the type Move, not 1"),  # type: ignore[list-item]
    (lambda: sliding.hunt("3x3"), TypeError, "family is of the type Family"),  # type: ignore[arg-type]
    (lambda: sliding.pack("3x3", ramp=1), TypeError, "of the type Puzzle, not '3x3'"),  # type: ignore[arg-type]
    (lambda: sliding.Game("3x3"), TypeError, "puzzle is of the type Puzzle"),  # type: ignore[arg-type]
    (lambda: PIECE.solve(limits=Limits(memory=1), engine="ring"), sliding.RefusedError, "too few"),
    (lambda: PIECE.solve(engine="pdb"), sliding.RefusedError, "."),
    (lambda: PIECE.solve(engine="fast"), ValueError, "no engine `fast`: expected auto, "),  # type: ignore[arg-type]
    (lambda: PIECE.solve(engine="ring", disk=Disk(".")), sliding.RefusedError, "folder"),
    (lambda: PIECE.solve(start="12113144400é"), sliding.ParseError, "start"),
    (lambda: PIECE.explore(origin="middle"), ValueError, "no origin"),  # type: ignore[arg-type]
    (lambda: PIECE.svg(theme="pink"), ValueError, "no theme"),
    (lambda: PIECE.improve(aim="shorter"), ValueError, "longer, harder or fewer"),  # type: ignore[arg-type]
    (lambda: PIECE.improve(pin="walls,q"), ValueError, "q: no piece has this name"),
    (lambda: Puzzle.parse("1 x 3\n1 = 1\n2 = 1\n12\n21?\n").improve(), sliding.RefusedError, "no solution"),
    (lambda: Puzzle.parse(PAIR, colour="red"), TypeError, "no option 'colour'"),  # type: ignore[call-arg]
    (lambda: sliding.tiles.solve("1 2 3"), ValueError, "."),
    (lambda: sliding.tiles.solve([[1, 2], [0]]), ValueError, "."),
    (lambda: sliding.tiles.solve("0 3/2 1", speed=2), TypeError, "no option 'speed'"),  # type: ignore[call-arg]
    (lambda: sliding.tiles.solve("0 3/2 1", style=3, engine="korf1"), ValueError, "auto or pdb"),
    (lambda: sliding.tiles.solve(np.arange(36).reshape(6, 6), engine="pdb", goal="first"), sliding.RefusedError, "."),
    (lambda: sliding.hunt(Family("3")), ValueError, "4x5"),
    (lambda: sliding.hunt(Family("3x3", shapes="stars")), ValueError, "expected rectangles"),
    (lambda: sliding.hunt(Family("3x3", pieces="8-3")), ValueError, "smaller number first"),
    (lambda: sliding.hunt(Family("3x3", exit_row=2)), ValueError, "exit"),
    (lambda: sliding.hunt(Family("3x3", rule="any"), sample=3), ValueError, "target piece"),
    (lambda: sliding.hunt(Family("3x3", shapes="1", pieces=20)), sliding.RefusedError, "."),
    (lambda: sliding.pack(SMALL, ramp=(3, 6), moves=(3, 6)), ValueError, "difficulty:1.5-4"),
    (lambda: sliding.pack(PIECE, ramp=(1, 2), title="a\nb"), ValueError, "title"),
    (lambda: sliding.generate(SMALL, moves=1, difficulty=(2.0, 1.0)), ValueError, "difficulty"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_no_argument_is_refused(number: int) -> None:
    ask, error, message = WRONG[number]
    with pytest.raises(error, match=message):
        ask()
