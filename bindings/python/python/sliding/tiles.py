"""Tile puzzles without a file: the 15-puzzle and other sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sliding
from ._document import Document, Field, Limit, Status, frozen
from ._effort import (
    Listener,
    Memory,
    PathLike,
    as_text,
    databases,
    effort,
    finished,
    pair,
    sequence,
    style_number,
    whole,
)
from .subject import Size

Board: TypeAlias = str | ArrayLike
"""A board: a text as ``sliding tiles solve`` takes it (``"8 2 0/4 6 1/3 7 5"``, ``"159d26ae37bf48c0"``, a line
of Korf's list, a scramble), or an array of numbers of shape ``(rows, columns)``, 0 for the blank."""

TileEngine: TypeAlias = Literal["auto", "korf0", "korf1", "pdb", "construct"]
"""The name of a way of solving; docs/internals/tiles.md describes them."""

Metric: TypeAlias = Literal["steps", "slides"]
"""What one move is: of one tile, or of any number of tiles in a row or a column."""

Moves: TypeAlias = Literal["tiles", "blank", "directions"]
"""How moves are written: by the tiles that move, or as L, R, U and D of the blank or of the tiles."""


@dataclass(frozen=True)
class _TilesOptions:
    size: tuple[int, int] | None
    goal: str
    engine: str
    style: int
    moves: str
    cache: str | None


def _board(data: dict[str, Any], cells: list[int]) -> NDArray[np.int64]:
    shape = data["size"]["rows"], data["size"]["cols"]
    return frozen(np.array(cells, dtype=np.int64).reshape(shape))


class TilesAnswer(Document):
    """A board and what came out: ``sliding/solve/1``."""

    size = Field[Size]("the size of the board", lambda data: Size(**data))
    board = Field[str]("the board as it was given")
    rows = Field[int]("rows of the board")
    cols = Field[int]("columns of the board")
    status = Field[Status]("``solved``, ``unsolvable`` or ``limit``")
    limit = Field[Limit | None]("which limit came first: ``moves``, ``time`` or ``cancelled``")
    metric = Field[Metric]("what one move is: ``steps`` or ``slides``")
    moves = Field[int | None]("moves of the solution")
    shortest = Field[bool | None]("whether no solution has fewer")
    at_least = Field[int | None]("no solution has fewer moves than this")
    at_most = Field[int | None]("moves of the shortest solution that is known")
    excess = Field[int | None]("at_most less at_least: no solution is shorter by more")
    per_cube = Field[float | None]("``at_most`` over the number of cells to the power of 3/2")
    notation = Field[Moves]("how the solution is written")
    solution = Field[str | None]("the moves of the shortest solution that is known")
    positions = Field[int]("how many positions were visited")
    elapsed_ms = Field[float]("milliseconds for this board, without databases")
    engine = Field[str]("``parity``, ``korf0``, ``korf1``, ``pdb``, ``beam`` or ``construct``")
    solutions = Field[int | None]("of a list: how many shortest solutions there are, listed or not")

    @property
    def start(self) -> NDArray[np.int64]:
        """What lies on each cell, 0 for the blank: shape ``(rows, columns)``."""
        return _board(self._data, self._data["start"])

    @property
    def goal(self) -> NDArray[np.int64]:
        """What belongs on each cell: shape ``(rows, columns)``."""
        return _board(self._data, self._data["goal"])


class TilesSolution(Document):
    """One of the shortest solutions of a board: ``sliding/count/1``."""

    size = Field[Size]("the size of the board", lambda data: Size(**data))
    board = Field[str]("the board as it was given")
    rows = Field[int]("rows of the board")
    cols = Field[int]("columns of the board")
    number = Field[int]("which one it is, from 1; the order is the same every time")
    metric = Field[Metric]("what one move is")
    moves = Field[int]("moves of each of them")
    notation = Field[Moves]("how the solution is written")
    solution = Field[str]("the moves of this one")

    @property
    def start(self) -> NDArray[np.int64]:
        """What lies on each cell, 0 for the blank: shape ``(rows, columns)``."""
        return _board(self._data, self._data["start"])

    @property
    def goal(self) -> NDArray[np.int64]:
        """What belongs on each cell: shape ``(rows, columns)``."""
        return _board(self._data, self._data["goal"])


class TilesSolutions(Sequence[TilesSolution]):
    """The shortest solutions of a board that were listed."""

    def __init__(self, listed: Sequence[str], answer: str) -> None:
        self._listed = tuple(map(TilesSolution, listed))
        self._answer = TilesAnswer(answer)

    @property
    def answer(self) -> TilesAnswer:
        """The board, and how many solutions there are."""
        return self._answer

    @overload
    def __getitem__(self, index: int) -> TilesSolution: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[TilesSolution]: ...

    def __getitem__(self, index: int | slice) -> TilesSolution | Sequence[TilesSolution]:
        return self._listed[index]

    def __len__(self) -> int:
        return len(self._listed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TilesSolutions):
            return NotImplemented
        return (self._listed, self._answer) == (other._listed, other._answer)

    def __hash__(self) -> int:
        return hash((self._listed, self._answer))

    def __repr__(self) -> str:
        return f"TilesSolutions({len(self)} of {self.answer.solutions}, moves={self.answer.moves})"

    def to_dict(self) -> list[dict[str, Any]]:
        """The objects ``sliding/count/1``, one for each solution that is listed."""
        return [listed.to_dict() for listed in self]


def solve(
    board: Board,
    *,
    size: tuple[int, int] | None = None,
    goal: Board = "last",
    engine: TileEngine = "auto",
    style: int = 0,
    max_moves: int | None = None,
    moves: Moves = "tiles",
    cache: PathLike | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> TilesAnswer:
    """Solves a board: of up to 4 x 4 in the fewest moves, larger ones in few moves.

    ``size`` is for boards whose text does not show it; ``goal`` is ``"last"`` or ``"first"``, where the
    blank goes, or a board. In the styles 0 to 2 a move is of one tile, in the styles 3 to 5 of any
    number of tiles in a row or a column. ``cache`` is the folder of pattern databases, the program's by default.
    Where ``memory`` has no room for these, steps are searched without; slides, and lists, end with
    the ``limit`` ``memory``.
    Raises ``ValueError`` where a text is no board, and :class:`RefusedError` where an engine
    does not take it.
    """
    limits = effort(memory, threads, time_limit, progress, max_moves)
    options = _tiles_options(size, goal, engine, style, moves, cache)
    [found], stop = _sliding.solve_tiles([_text(board)], options, limits)
    return finished(TilesAnswer(found), stop)


def solve_all(
    boards: Iterable[Board],
    *,
    size: tuple[int, int] | None = None,
    goal: Board = "last",
    engine: TileEngine = "auto",
    style: int = 0,
    max_moves: int | None = None,
    moves: Moves = "tiles",
    cache: PathLike | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> list[TilesAnswer]:
    """Solves many boards, each by one thread, as :func:`solve` does; the time limit is for each."""
    limits = effort(memory, threads, time_limit, progress, max_moves)
    options = _tiles_options(size, goal, engine, style, moves, cache)
    found, stop = _sliding.solve_tiles([_text(board) for board in sequence("boards", boards)], options, limits)
    return finished([TilesAnswer(one) for one in found], stop)


def solutions(
    board: Board,
    *,
    limit: int = 100,
    size: tuple[int, int] | None = None,
    goal: Board = "last",
    style: int = 0,
    max_moves: int | None = None,
    moves: Moves = "tiles",
    cache: PathLike | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> TilesSolutions:
    """Lists the shortest solutions of a board, no more than ``limit`` of them, by pattern databases."""
    limits = effort(memory, threads, time_limit, progress, max_moves)
    options = _tiles_options(size, goal, "auto", style, moves, cache)
    most = whole("limit", limit)
    (listed, answer), stop = _sliding.list_tiles(_text(board), most, options, limits)
    return finished(TilesSolutions(listed, answer), stop)


def _tiles_options(
    size: tuple[int, int] | None,
    goal: Board,
    engine: str,
    style: int,
    moves: str,
    cache: PathLike | None,
) -> _TilesOptions:
    return _TilesOptions(
        None if size is None else pair("size", size),
        _text(goal),
        as_text("engine", engine),
        style_number(style),
        as_text("moves", moves),
        databases(cache),
    )


def _text(board: Board) -> str:
    if isinstance(board, str):
        return board
    try:
        cells = np.asarray(board)
    except ValueError:
        # Rows of different lengths.
        cells = np.empty(0)
    if cells.ndim != 2 or cells.dtype.kind not in "iu":
        raise ValueError(f"a board is a text, or whole numbers in rows and columns, not {board!r}")
    return "/".join(" ".join(map(str, row)) for row in cells.tolist())
