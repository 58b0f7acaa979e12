"""Hunts, against the program and against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sliding
from conftest import without_times, words_of

SMALL = ["1", "11", "1/1"]

# Of every rule, with every option.
FAMILIES: list[dict[str, Any]] = [
    {"board": "3x3", "shapes": "polyominoes:3", "empty": (2, 3)},
    {"board": (3, 3), "shapes": "polyominoes:3", "pieces": 2, "rule": "anywhere"},
    {"board": "3x3", "shapes": "polyominoes:8", "pieces": "6-8"},
    {"board": "3x3"},
    {"board": (2, 4), "shapes": SMALL},
    {"board": "3x4", "shapes": "1,11:1,1/1:1-2", "pieces": "3-4", "style": 0},
    {"board": "3x3", "shapes": SMALL, "empty": 1, "style": 1},
    {"board": "3x3", "shapes": "1,11/01", "style": 3, "pieces": (2, 3)},
    {"board": "3x3", "shapes": "1,11", "style": 4, "pieces": 4},
    {"board": "3x3", "shapes": SMALL, "style": 5, "pieces": 3},
    {"board": "3x4", "shapes": "1,11/11", "main": "11/11", "pieces": "2-5"},
    {"board": "3x4", "shapes": SMALL, "main": ["11", "1"], "empty": (5, 6)},
    {"board": "3x3", "shapes": "units", "empty": 2, "style": 0},
    {"board": "3x3", "shapes": "units", "exit_row": 1, "rule": "exit"},
    {"board": (4, 4), "shapes": "cars", "pieces": (1, 3), "style": 1},
    {"board": "4x4", "shapes": "cars", "pieces": 3, "exit_row": 3},
    {"board": "2x3", "shapes": "1", "rule": "any"},
    {"board": "2x2", "shapes": SMALL, "rule": "any"},
    {"board": "3x4", "shapes": SMALL, "random": 8, "seed": 3},
    {"board": "6x6", "shapes": "cars", "pieces": "6-8", "style": 1, "random": 10},
]


def named(options: dict[str, Any]) -> str:
    return " ".join(words_of(options))


@pytest.mark.parametrize("options", FAMILIES, ids=named)
def test_a_hunt_is_that_of_the_program(options: dict[str, Any], program: Any) -> None:
    found = sliding.hunt(**options)
    [expected] = program("hunt", *words_of(options), "--format", "json")
    assert without_times(found.to_dict()) == without_times(expected)
    assert found.written == ()


@pytest.mark.parametrize("number", range(0, len(FAMILIES), 3))
def test_what_is_written_is_what_the_program_writes(
    number: int, program: Any, tmp_path: Path
) -> None:
    options = FAMILIES[number]
    mine, other = tmp_path / "mine", tmp_path / "other"
    found = sliding.hunt(**options, write=mine, prove=True)
    program("hunt", *words_of(options), "--output", other, "--prove", "--format", "json")
    names = sorted(path.name for path in other.iterdir())
    assert names and sorted(path.name for path in mine.iterdir()) == names
    assert sorted(path.name for path in found.written) == names
    for name in names:
        assert (mine / name).read_bytes() == (other / name).read_bytes(), name
    for proof in mine.glob("*.proof.gz"):
        puzzle = sliding.Puzzle.read(proof.with_name(proof.name.replace(".proof.gz", ".txt")))
        assert sliding.check_proof(proof, puzzle=puzzle)


@pytest.mark.parametrize("number", [0, 6, 13, 18])
def test_a_hunt_goes_on_from_a_journal(number: int, program: Any, tmp_path: Path) -> None:
    options = FAMILIES[number]
    journal, other = tmp_path / "journal", tmp_path / "other"
    whole = sliding.hunt(**options, journal=journal)
    program("hunt", *words_of(options), "--journal", other, "--format", "json")
    lines = journal.read_text().splitlines(keepends=True)
    head, *entries = other.read_text().splitlines(keepends=True)
    # In whatever order they came.
    assert (lines[0], sorted(lines[1:])) == (head, sorted(entries))
    assert len(entries) == whole.all
    # A half of what the program had found, and a line that was not finished.
    other.write_text("".join([head, *entries[: len(entries) // 2], "17 3"]))
    again = sliding.hunt(**options, journal=other)
    assert without_times(again.to_dict()) == without_times(whole.to_dict())
    assert len(other.read_text().splitlines()) == len(lines)
    # And the program goes on from here.
    journal.write_text("".join(lines[:3]))
    [data] = program("hunt", *words_of(options), "--journal", journal, "--format", "json")
    assert without_times(data) == without_times(whole.to_dict())
    with pytest.raises(ValueError, match="not the journal of this hunt"):
        sliding.hunt("1x2", shapes="1", journal=journal)


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    there = tmp_path / "file"
    there.write_text("")
    for options in ({"write": there}, {"journal": tmp_path}, {"journal": there / "journal"}):
        with pytest.raises(OSError):
            sliding.hunt("1x3", shapes="1", **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="prove needs write"):
        sliding.hunt("1x3", shapes="1", prove=True)
    # A proof that a limit stopped is not there.
    found = sliding.hunt("3x3", shapes="1", pieces=8, write=tmp_path, prove=True, time_limit=0)
    assert found.limit == "time" and found.written == ()


def test_the_hardest_puzzle_is_as_hard_as_it_says() -> None:
    hunted = sliding.hunt("3x3", shapes="1,11,1/1", empty=2)
    rows = [row for row in hunted.found if row.puzzle is not None]
    assert rows
    for row in rows:
        assert row.puzzle is not None and row.proven
        assert row.puzzle.solve(hunted.style).moves == row.moves


def test_words_that_say_nothing() -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({"board": "3"}, "4x5"),
        ({"board": "3x3", "shapes": "stars"}, "expected rectangles"),
        ({"board": "3x3", "rule": "left"}, "corner"),
        ({"board": "3x3", "pieces": "8-3"}, "smaller number first"),
        ({"board": "3x3", "exit_row": 2}, "exit"),
        ({"board": "3x3", "shapes": "1", "main": "11"}, "not one of the shapes"),
        ({"board": "3x3", "rule": "any", "random": 3}, "target piece"),
    ]
    for options, message in bad:
        with pytest.raises(ValueError, match=message):
            sliding.hunt(**options)
    with pytest.raises(sliding.RefusedError):
        sliding.hunt("3x3", shapes="1", pieces=20)
    with pytest.raises(sliding.LimitError, match="members"):
        sliding.hunt("6x6", shapes="polyominoes:4", rule="corner", time_limit=0)
