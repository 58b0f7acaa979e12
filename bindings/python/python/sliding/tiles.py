"""Tile puzzles without a file: the 15-puzzle and other sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from . import _sliding
from ._result import Limit, Result, Status
from .options import Asked, Limits, Listener, Style, all_answered, answered, known, reader
from .subject import Size

if TYPE_CHECKING:
    from typing_extensions import Unpack

Board: TypeAlias = str | Iterable[Iterable[int]]
"""A text as ``sliding solve`` takes it (``"8 2 0/4 6 1/3 7 5"``, ``"159d26ae37bf48c0"``, a line of Korf's list, a
scramble), or rows of numbers, 0 for the blank, perhaps as an array."""

Metric: TypeAlias = Literal["steps", "slides"]
"""What one move is: of one tile, or of any number of tiles in a row or a column."""

Moves: TypeAlias = Literal["tiles", "blank", "directions"]
"""How moves are written: by the tiles that move, or as L, R, U and D of the blank or of the tiles."""


class Options(TypedDict, total=False):
    """What is asked of boards."""

    size: tuple[int, int]
    """Rows and columns, for boards whose text does not show them."""
    goal: Board
    """``"last"`` or ``"first"``, where the blank goes, or a board."""
    engine: Literal["auto", "korf0", "korf1", "pdb", "construct"]
    """The way of solving; docs/internals/tiles.md describes them."""
    style: Style
    """In the styles 0 to 2 a move is of one tile, in the styles 3 to 5 of any number in a row or a column."""
    moves: Moves
    """How moves are written."""
    limits: Limits
    progress: Listener | bool


@dataclass(frozen=True, repr=False)
class TilesAnswer(Result):
    """A board and its solution."""

    size: Size
    start: tuple[int, ...]
    """What lies on each cell, row by row, 0 for the blank."""
    goal: tuple[int, ...]
    """What belongs on each cell."""
    board: str
    """The board as it was given."""
    rows: int
    cols: int
    metric: Metric
    notation: Moves
    """How the solution is written."""
    status: Status
    limit: Limit | None
    moves: int | None
    """Moves of the solution."""
    shortest: bool | None
    """Whether no solution has fewer."""
    at_least: int | None
    """No solution has fewer moves than this."""
    at_most: int | None
    """Moves of the shortest solution that is known."""
    excess: int | None
    """``at_most`` less ``at_least``: no solution is shorter by more."""
    per_cube: float | None
    """``at_most`` over the number of cells to the power of 3/2."""
    solution: str | None
    """The moves of the shortest solution that is known."""
    positions: int
    """How many positions were visited."""
    elapsed_ms: float = field(compare=False)
    """Milliseconds for this board, without databases."""
    engine: str
    """``parity``, ``korf0``, ``korf1``, ``pdb``, ``beam`` or ``construct``."""


def solve(board: Board, **options: Unpack[Options]) -> TilesAnswer:
    """Solves a board: of up to 4 x 4 in the fewest moves, larger ones in few moves. :class:`Options` lists the options.

    Where the memory has no room for pattern databases, steps are searched without; slides end with the ``limit``
    ``memory``. Raises ``ValueError`` where a text is no board, and :class:`RefusedError` where an engine does not
    support it.
    """
    [answer], stop = _sliding.solve_tiles([_text(board)], *_asked(options))
    return answered(TilesAnswer, (answer, stop))


def solve_all(boards: Iterable[Board], **options: Unpack[Options]) -> tuple[TilesAnswer, ...]:
    """Solves many boards, each by one thread, as :func:`solve` does; the time limit is for each."""
    return all_answered(TilesAnswer, _sliding.solve_tiles([_text(board) for board in boards], *_asked(options)))


def _asked(options: Options) -> tuple[Asked, dict[str, Any]]:
    stated = known(options, Options)
    style, limits, engine = stated.get("style", 0), stated.get("limits", Limits()), stated.get("engine", "auto")
    texts = {"goal": _text(stated.get("goal", "last")), "moves": stated.get("moves", "tiles")}
    return Asked(style, limits, reader(stated.get("progress")), engine), {**texts, "size": stated.get("size")}


def _text(board: Board) -> str:
    return board if isinstance(board, str) else "/".join(" ".join(map(str, row)) for row in board)
