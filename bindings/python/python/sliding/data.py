"""Puzzles as data: shapes, pieces, goals, and what is wrong with them before the library sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ._effort import pair, sequence
from .errors import SetupError
from .subject import Piece

# No board has such a number, and the library says so.
MOST = (1 << 32) - 1


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its shape, and the axis that it is locked to."""

    shape: str | ArrayLike
    """Rows of cells, a 1 for each cell of the piece: ``"11/10"``, ``[[1, 1], [1, 0]]`` or an array."""
    lock: Literal["horizontal", "vertical"] | None = None
    """``horizontal``: it moves only right and left; ``vertical``: only up and down."""


@dataclass(frozen=True)
class Gate:
    """Cells that only pieces of some kinds may cover."""

    kinds: str
    """The names of the kinds that may, one character each."""
    cells: Sequence[tuple[int, int]]
    """Row and column of each cell, from 1."""


Wanted: TypeAlias = "Piece | tuple[str, int, int]"
"""A piece of a start or a goal: the kind's name, and row and column of the origin, from 1. In a goal the
name ``0`` wants the cell to be empty."""


def _wrong(place: str, message: str) -> SetupError:
    return SetupError(f"{place}: {message}", [(place, message)])


def board_of(board: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns; the library refuses numbers that are too large."""
    rows, cols = pair("board", board)
    return min(rows, MOST), min(cols, MOST)


def cell_of(board: tuple[int, int], place: str, cell: tuple[int, int]) -> int:
    """The number of a cell, of which the library says whether it is one."""
    rows, cols = board
    row, col = pair(place, cell)
    if not (1 <= row <= rows and 1 <= col <= cols):
        raise _wrong(place, f"there is no row {row}, column {col} on the board")
    return min((row - 1) * cols + (col - 1), MOST)


def place_of(
    board: tuple[int, int], names: Mapping[str, int], place: str, piece: Wanted
) -> tuple[int, int | None]:
    """A cell, and the index of the kind that is wanted there, None for nothing."""
    if isinstance(piece, Piece):
        piece = (piece.kind, piece.row, piece.col)
    if isinstance(piece, str) or len(parts := sequence(place, piece)) != 3:
        raise TypeError(f"{place} is a Piece, or its kind, row and column, not {piece!r}")
    name, row, col = parts
    if not isinstance(name, str):
        raise TypeError(f"{place}: the name of a kind is a text, not {name!r}")
    cell = cell_of(board, place, (row, col))
    if name == "0":
        return cell, None
    if name not in names:
        raise _wrong(place, f"there is no kind `{name}`")
    return cell, min(names[name], 255)


def kind_index(place: str, kind: int | None) -> int:
    if kind is None:
        raise _wrong(place, "`0` is no piece: it is wanted of goals alone")
    return kind


def kind_of(
    name: str, kind: Kind | str | ArrayLike
) -> tuple[str, list[tuple[int, int]], str | None]:
    place = f"kinds[{name!r}]"
    if not isinstance(name, str) or len(name) != 1:
        raise _wrong(place, "the name of a kind is one character")
    kind = kind if isinstance(kind, Kind) else Kind(kind)
    shape = kind.shape
    if isinstance(shape, str):
        rows = shape.split("/")
        if not set(shape) <= set("01/"):
            raise _wrong(place, f"a shape has rows of 0 and 1 joined by /, not {shape!r}")
        cells = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "1"]
    else:
        drawn = np.asarray(shape)
        if drawn.dtype.kind not in "biuf":
            raise TypeError(f"{place}: a shape is a text or an array of numbers, not {shape!r}")
        if drawn.ndim != 2:
            raise _wrong(place, f"a shape has rows and columns, not {drawn.ndim} dimensions")
        cells = [(int(r), int(c)) for r, c in np.argwhere(drawn)]
    return name, cells, kind.lock


def goal_of(
    board: tuple[int, int],
    names: Mapping[str, int],
    number: int,
    goal: Iterable[Wanted],
    pieces: int,
) -> tuple[bool, list[tuple[int, int | None]]]:
    places = enumerate(sequence(f"goals[{number}]", goal))
    wanted = [place_of(board, names, f"goals[{number}][{i}]", piece) for i, piece in places]
    return len(wanted) == pieces, wanted


def gate_of(
    board: tuple[int, int], names: Mapping[str, int], number: int, gate: Gate
) -> tuple[list[int], list[int]]:
    place = f"gates[{number}]"
    if not isinstance(gate, Gate):
        raise TypeError(f"{place} is a Gate, not {gate!r}")
    for name in gate.kinds:
        if name not in names:
            raise _wrong(place, f"there is no kind `{name}`")
    cells = [cell_of(board, place, cell) for cell in gate.cells]
    return [min(names[name], 255) for name in gate.kinds], cells
