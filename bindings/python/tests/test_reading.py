"""Files as the program reads them, many puzzles in one, and what is no argument."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sliding
from sliding import Gate, Puzzle

PAIR = "2 x 3 (Paar: für zwei)\n1 = 1\n2 = 1/1\n21\n02001\n"


def test_files_are_decoded_as_the_program_does(tmp_path: Path) -> None:
    file = tmp_path / "pair.txt"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        file.write_bytes(PAIR.encode(encoding))
        assert Puzzle.read(file) == Puzzle.parse(PAIR), encoding
        assert [one.name for one in Puzzle.read_all(file)] == ["Paar: für zwei"]
    # A comment in an older encoding is no reason to refuse a puzzle.
    file.write_bytes(PAIR.encode("latin-1"))
    assert Puzzle.read(file).solve().moves == 2
    assert Puzzle.read(file).name == "Paar: f\ufffdr zwei"
    with pytest.raises(OSError):
        Puzzle.read_all(tmp_path / "nowhere.txt")


RUSH = "ooooooooooooAAooooooooooBBoooooooooo"


def test_all_puzzles_of_a_text_are_read(tmp_path: Path) -> None:
    two = f"{RUSH}\n{RUSH}\n"
    with pytest.raises(sliding.ParseError, match="parse_all") as caught:
        Puzzle.parse(two)
    assert "sliding solve" not in str(caught.value)
    assert list(Puzzle.parse_all(two)) == [Puzzle.parse(RUSH)] * 2
    assert list(Puzzle.parse_all("1 2/0 3", goal="0 1/2 3")) == [Puzzle.parse("1 2/0 3", goal="0 1/2 3")]
    # The error of a wrong one names its line, and those after it are read.
    puzzles = Puzzle.parse_all(f"{RUSH}\nnonsense\n{RUSH}\n", as_="rush")
    assert next(puzzles) == Puzzle.parse(RUSH)
    with pytest.raises(sliding.ParseError) as wrong:
        next(puzzles)
    assert wrong.value.line == 2 and "nonsense" in str(wrong.value)
    assert list(puzzles) == [Puzzle.parse(RUSH)]
    # More than is read at a time.
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
    assert [one.file for one in Puzzle.parse_all(PAIR)] == ["<string>"]


def test_options_are_told_as_python_has_them() -> None:
    texts = ("", "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n", "A.\n..\n", "1 1 0\n0 0 0\n2 2 0\n")
    options: list[dict[str, Any]] = [{}, {"target": "A"}, {"as_": "rush"}, {"as_": "nonsense"}]
    refused = []
    for text in texts:
        for stated in options:
            try:
                Puzzle.parse(text, **stated)
            except sliding.ParseError as error:
                lines = [str(error)]
                lines += [word for one in error.problems for word in (one.message, one.expected)]
                refused.append("\n".join(lines))
    assert len(refused) > 8
    assert not [lines for lines in refused if "--" in lines.replace("-->", "") or "`sliding " in lines]
    assert any("`target=R`" in lines for lines in refused)


# Values of all types, right and wrong ones.
ODD: list[Any] = ["5", "x", "", -1, 1.5, None, True, b"x", [1], ["x"], [("x",)], {"x": 1}, object()]

DATA: dict[str, Any] = {
    "board": (1, 2), "kinds": {"1": "1"}, "start": [("1", 1, 1)], "goals": [[("1", 1, 2)]],
    "blocked": [], "gates": [], "title": "",
}  # fmt: skip

CALLS: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "solve": (lambda p, **o: p.solve(**o), ["style", "start", "max_moves", "memory", "threads",
              "time_limit", "progress", "engine", "cache", "disk_limit"]),
    "count": (lambda p, **o: p.count(**o), ["style", "start", "memory", "time_limit", "engine"]),
    "solutions": (lambda p, **o: p.solutions(**o), ["limit"]),
    "explore": (lambda p, **o: p.explore(**o), ["origin", "limit", "distance_of"]),
    "survey": (lambda p, **o: p.survey(**o), ["limit", "max_placements"]),
    "graph": (lambda p, **o: p.graph(**o), ["max_nodes", "engine"]),
    "moves": (lambda p, **o: p.moves(**o), ["style", "limit", "start"]),
    "verify": (lambda p, **o: p.verify(**{"solution": [], **o}), ["solution", "start"]),
    "svg": (lambda p, **o: p.svg(**o), ["theme"]),
    "parse": (lambda p, **o: Puzzle.parse(PAIR, **o), ["as_", "goal", "target", "gap", "lock"]),
    "make": (lambda p, **o: Puzzle(**{**DATA, **o}), [*DATA]),
    "tiles": (lambda p, **o: sliding.tiles.solve("0 3/2 1", **o), ["size", "goal", "engine", "style",
              "moves", "max_moves", "time_limit"]),
    "tiles, board": (lambda p, **o: sliding.tiles.solve(**o), ["board"]),
    "tiles, all": (lambda p, **o: sliding.tiles.solve_all(**o), ["boards"]),
    "hunt": (lambda p, **o: sliding.hunt(**{"board": "1x3", "shapes": "1", **o}), ["board", "shapes",
             "rule", "exit_row", "main", "pieces", "empty", "style", "random", "seed"]),
    "pack": (lambda p, **o: sliding.pack(**{"board": "1x3", "shapes": "1", "ramp": 1, "time_limit": 0.1, **o}), ["board",
             "ramp", "moves", "like", "solutions", "number", "seed", "title"]),
    "generate": (lambda p, **o: sliding.generate(**{"board": "1x3", "moves": 1, "time_limit": 0.1, **o}),
                 ["moves", "difficulty", "like"]),
    "rate": (lambda p, **o: p.rate(**o), ["style", "start", "memory", "time_limit"]),
    "improve": (lambda p, **o: p.improve(**{"rounds": 1, "time_limit": 0.1, **o}), ["style", "aim",
                "pin", "rounds", "seed", "time_limit", "progress"]),
    "game, puzzle": (lambda p, **o: sliding.Game(**o), ["puzzle"]),
    "game": (lambda p, **o: sliding.Game(p).push(**o), ["move"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_are_named(name: str, klotski: Puzzle, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    call, arguments = CALLS[name]
    puzzle = Puzzle.parse(PAIR)
    bare = ("object has no attribute", "unpack", "subscriptable", "not supported between", "len()",
            "cannot be interpreted", "object is not iterable", "is not an instance of")  # fmt: skip
    for argument in arguments:
        for odd in ODD:
            case = f"{name}({argument}={odd!r})"
            try:
                call(puzzle, **{argument: odd})
            except (sliding.Error, TypeError, ValueError, OSError) as error:
                assert not [words for words in bare if words in str(error)], f"{case}: {error}"
                if isinstance(error, TypeError):
                    last = argument.rstrip("_")
                    assert last in str(error) or last.rstrip("s") in str(error), f"{case}: {error}"


def test_arguments_of_another_shape_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"goals": [("1", 1, 2)]}, r"goals\[0\]\[0\] is a Piece, or its kind, row and column, not '1'"),
        ({"board": "2x2"}, "board is a pair of numbers, .* not '2x2'"),
        ({"start": [("1", 1)]}, r"start\[0\] is a Piece"),
        ({"gates": ["1"]}, r"gates\[0\] is a Gate"),
        ({"gates": [Gate("1", [1])]}, r"gates\[0\]"),  # type: ignore[list-item]
    ]
    for change, message in wrong:
        with pytest.raises(TypeError, match=message):
            Puzzle(**{**DATA, **change})
    puzzle = Puzzle.parse(PAIR)
    with pytest.raises(TypeError, match="time_limit is a number of seconds, not '5'"):
        puzzle.solve(time_limit="5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="list of Move, not of 'x'"):
        puzzle.verify(["x"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="ramp is a whole number, not None"):
        sliding.pack("1x3", shapes="1", ramp=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="moves is a whole number, not None"):
        sliding.generate("1x3", shapes="1", moves=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"a board is a text, .*, not \[\[1, 2\], \[0\]\]"):
        sliding.tiles.solve([[1, 2], [0]])
    with pytest.raises(TypeError, match="no option 'colour'"):
        Puzzle.parse(PAIR, colour="red")  # type: ignore[call-arg]
