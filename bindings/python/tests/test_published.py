"""The published numbers, which stand in one file for the whole project."""

from __future__ import annotations

import pytest
from conftest import ROOT
from sliding import Puzzle

# Larger ones take long without optimisation.
MOST = 30_000


def rows() -> list[list[str]]:
    text = (ROOT / "tests" / "data" / "published.tsv").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def is_small(file: str) -> bool:
    """Whether the puzzle's levels or its own expectations add up to few positions."""
    text = (ROOT / file).read_text()
    counts = [line.split()[-1] for line in text.splitlines() if line.startswith("# expect: ")]
    sums = [
        sum(map(int, value.split())) for path, _, what, value, _ in rows()
        if (path, what) == (file, "levels")
    ]
    known = sums + [int(count) for count in counts if count.isdecimal()]
    return bool(known) and max(known) <= MOST


@pytest.mark.parametrize("file", sorted({row[0] for row in rows() if row[0].startswith("puzzles/") and is_small(row[0])}))
def test_published_numbers_are_found(file: str) -> None:
    puzzle = Puzzle.read(ROOT / file)
    for path, style, what, value, source in rows():
        if path != file:
            continue
        answer = puzzle.solve(int(style), exhaust=True)
        found = {
            "moves": str(answer.moves or "none"),
            "positions": str(answer.positions),
            "levels": " ".join(map(str, answer.levels)),
        }
        assert found[what] == value, (style, what, source)
