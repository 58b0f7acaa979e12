"""Puzzles as data: shapes, pieces and goals, and what is wrong with them before the library sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, SupportsInt, TypeAlias

from .errors import SetupError
from .subject import Piece

Shape: TypeAlias = str | Iterable[Iterable[SupportsInt]]
"""Rows of cells, a 1 for each cell of the piece: ``"11/10"``, ``[[1, 1], [1, 0]]`` or an array."""

Wanted: TypeAlias = Piece | tuple[str, int, int]
"""A piece of a start or a goal: the kind's name, and row and column of the origin, from 1. In a goal the name ``0``
wants the cell to be empty."""


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its shape, and the axis that it is locked to."""

    shape: Shape
    lock: Literal["horizontal", "vertical"] | None = None
    """``horizontal``: it moves only right and left; ``vertical``: only up and down."""


@dataclass(frozen=True)
class Gate:
    """Cells that only pieces of some kinds may cover."""

    kinds: str
    """The names of the kinds that may, one character each."""
    cells: Sequence[tuple[int, int]]
    """Row and column of each cell, from 1."""


def setup_of(
    board: tuple[int, int],
    kinds: Mapping[str, Kind | Shape],
    start: Iterable[Wanted],
    goals: Iterable[Iterable[Wanted]],
    blocked: Iterable[tuple[int, int]],
    gates: Iterable[Gate],
) -> tuple[Any, ...]:
    """Returns the parts of a puzzle with cells and kinds as numbers, for the compiled part."""
    (rows, cols), names = board, list(kinds)

    def cell_of(place: str, cell: Any) -> int:
        try:
            row, col = cell
        except (TypeError, ValueError):
            _wrong(place, f"expected a row and a column, not {cell!r}")
        if not (1 <= row <= rows and 1 <= col <= cols):
            _wrong(place, f"there is no row {row}, column {col} on the board")
        return int((row - 1) * cols + (col - 1))

    def kind_of(place: str, name: Any) -> int:
        return names.index(name) if name in names else _wrong(place, f"there is no kind `{name}`")

    def placed(place: str, piece: Any, empty: str | None = None) -> tuple[int, int | None]:
        if isinstance(piece, Piece):
            piece = piece.kind, piece.row, piece.col
        if isinstance(piece, str) or len(piece) != 3:
            _wrong(place, f"expected a Piece, or its kind, row and column, not {piece!r}")
        name, *cell = piece
        return cell_of(place, cell), None if name == empty else kind_of(place, name)

    pieces = [placed(f"start[{i}]", piece) for i, piece in enumerate(start)]
    wanted = [
        [placed(f"goals[{i}][{j}]", piece, "0") for j, piece in enumerate(goal)] for i, goal in enumerate(goals)
    ]
    return (
        board,
        [_kind(name, kind if isinstance(kind, Kind) else Kind(kind)) for name, kind in kinds.items()],
        [cell_of(f"blocked[{i}]", cell) for i, cell in enumerate(blocked)],
        pieces,
        [(len(goal) == len(pieces), goal) for goal in wanted],
        [
            (
                [kind_of(f"gates[{i}]", name) for name in gate.kinds],
                [cell_of(f"gates[{i}]", cell) for cell in gate.cells],
            )
            for i, gate in enumerate(gates)
        ],
    )


def _kind(name: str, kind: Kind) -> tuple[str, list[tuple[int, int]], str | None]:
    place = f"kinds[{name!r}]"
    if len(name) != 1:
        _wrong(place, "the name of a kind is one character")
    shape = kind.shape.split("/") if isinstance(kind.shape, str) else kind.shape
    try:
        rows = [[("0", "1").index(str(int(cell))) for cell in row] for row in shape]
    except (TypeError, ValueError):
        _wrong(place, f"a shape has rows of 0 and 1, as in '11/10', not {kind.shape!r}")
    return name, [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell], kind.lock


def _wrong(place: str, message: str) -> NoReturn:
    raise SetupError(f"{place}: {message}", [(place, message)])
