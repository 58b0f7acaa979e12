"""Puzzles as hard as is wanted, and packs of levels for games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from . import _sliding
from ._document import Document, Field
from ._effort import (
    Listener,
    Memory,
    PathLike,
    as_path,
    as_text,
    effort,
    finished,
    sequence,
    style_number,
    whole,
)
from .hunts import Board, FamilyOptions, Range, Rule, family_of, range_of, stated_range
from .puzzle import Puzzle
from .results import Rating, rating_of
from .subject import NO_FILE, Move, moves_of

Difficulty: TypeAlias = str | tuple[float, float]
"""The least and the greatest felt difficulty: ``(1.5, 3)``, ``"1.5-3"``."""

_SCHEMA = "sliding/make/1"


@dataclass(frozen=True)
class _LevelOptions:
    style: int
    solutions: str | None
    number: int
    seed: int
    title: str | None


def _level_options(
    style: int, solutions: Range | None, number: int, seed: int, title: str | None
) -> _LevelOptions:
    return _LevelOptions(
        style_number(style),
        range_of("solutions", solutions),
        whole("number", number),
        whole("seed", seed),
        None if title is None else as_text("title", title),
    )


def _source(
    board: Board | None,
    like: Puzzle | None,
    shapes: str | Sequence[str] | None,
    rule: Rule | None,
    exit_row: int | None,
    main: str | Sequence[str] | None,
    pieces: Range | None,
    empty: Range | None,
) -> FamilyOptions | _sliding.Puzzle:
    if like is None:
        if board is None:
            raise TypeError("puzzles are of a family or like an example: expected board or like")
        shapes = "rectangles" if shapes is None else shapes
        return family_of(board, shapes, rule, exit_row, main, pieces, empty)
    if not isinstance(like, Puzzle):
        raise TypeError(f"like is a Puzzle, not {like!r}")
    if any(one is not None for one in (board, shapes, rule, exit_row, main, pieces, empty)):
        raise TypeError("like says the board, the pieces and the goals: expected no others")
    return like._puzzle


def _difficulty(difficulty: Difficulty) -> str:
    if isinstance(difficulty, str):
        return difficulty
    both = sequence("difficulty", difficulty)
    if len(both) != 2 or not all(isinstance(one, (int, float)) for one in both):
        raise TypeError(f"difficulty is a pair of numbers, as in (1.5, 3), not {difficulty!r}")
    return f"{both[0]}-{both[1]}"


def generate(
    board: Board | None = None,
    *,
    moves: Range,
    like: Puzzle | None = None,
    shapes: str | Sequence[str] | None = None,
    rule: Rule | None = None,
    exit_row: int | None = None,
    main: str | Sequence[str] | None = None,
    pieces: Range | None = None,
    empty: Range | None = None,
    style: int = 2,
    difficulty: Difficulty | None = None,
    solutions: Range | None = None,
    number: int = 1,
    seed: int = 1,
    title: str | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> list[Puzzle]:
    """Makes ``number`` puzzles of a family whose fewest moves are ``moves``. The same ``seed`` makes the same.

    The family is described as for :func:`hunt`; or the puzzles are ``like`` an example: with its board,
    walls, pieces and goals, and another start. ``difficulty`` bounds the felt difficulty of each, and
    ``solutions`` its number of shortest solutions. In the ``title``, ``{n}`` becomes the number of the
    puzzle.

    Raises ``ValueError`` and :class:`RefusedError` as :func:`hunt` does, :class:`LimitError` if a
    limit came first.

    >>> import sliding
    >>> easy = sliding.generate("3x3", shapes="1,11,1/1", pieces=5, moves=(4, 8), number=3)
    >>> all(4 <= (puzzle.solve().moves or 0) <= 8 for puzzle in easy)
    True
    """
    limits = effort(memory, threads, time_limit, progress)
    source = _source(board, like, shapes, rule, exit_row, main, pieces, empty)
    options = _level_options(style, solutions, number, seed, title)
    felt = None if difficulty is None else _difficulty(difficulty)
    made, stop = _sliding.generate(source, stated_range("moves", moves), felt, options, limits)
    return finished([Puzzle._of(puzzle, NO_FILE) for puzzle in made], stop)


@dataclass(frozen=True)
class Level:
    """A level of a pack."""

    number: int
    """Its place in the pack, from 1."""
    title: str
    """The title."""
    moves: int
    """The fewest moves."""
    positions: int
    """How many positions can be reached."""
    rating: Rating | None
    """How hard it feels; None if more than 131,072 positions can be reached."""
    puzzle: Puzzle
    """The puzzle."""
    solution: tuple[Move, ...] | None
    """A shortest solution, if the pack has solutions."""

    @property
    def difficulty(self) -> float | None:
        """The felt difficulty; None if it is unknown."""
        return None if self.rating is None else self.rating.difficulty


def _level(data: dict[str, Any]) -> Level:
    rating, solution = data["rating"], data.get("solution")
    return Level(
        data["number"],
        data["title"],
        data["moves"],
        data["positions"],
        None if rating is None else rating_of(rating),
        Puzzle.parse(data["text"]),
        None if solution is None else moves_of(solution),
    )


class Pack(Document):
    """A pack of levels, the easiest first: ``sliding/make/1``."""

    style = Field[int]("the meaning of one move, 0 to 5")
    levels = Field[tuple[Level, ...]]("the levels", lambda data: tuple(map(_level, data)))

    @classmethod
    def read(cls, path: PathLike) -> Pack:
        """Reads a pack from a file, as :meth:`to_json` and ``sliding generate --format json`` write it.

        Raises ``ValueError`` where it is none, and ``OSError`` where it cannot be read.
        """
        name = as_path("path", path)
        text = Path(name).read_text(encoding="utf-8")
        try:
            data = json.loads(text)
        except json.JSONDecodeError:
            data = None
        if not isinstance(data, dict) or data.get("schema") != _SCHEMA:
            raise ValueError(f"{name} is no pack: expected an object {_SCHEMA}")
        return cls(text.strip())


def pack(
    board: Board | None = None,
    *,
    ramp: Range,
    like: Puzzle | None = None,
    shapes: str | Sequence[str] | None = None,
    rule: Rule | None = None,
    exit_row: int | None = None,
    main: str | Sequence[str] | None = None,
    pieces: Range | None = None,
    empty: Range | None = None,
    style: int = 2,
    moves: Range | None = None,
    solutions: Range | None = None,
    number: int = 1,
    seed: int = 1,
    title: str | None = None,
    with_solutions: bool = False,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Pack:
    """A pack of levels that get harder, no two of them alike: ``sliding generate --ramp``.

    The fewest moves rise evenly over the ``ramp``: ``(3, 40)``. With ``"difficulty:1.5-4"`` the felt
    difficulty rises; then ``moves`` bounds the fewest moves. The other options are those of
    :func:`generate`, and it raises the same. A larger ``number`` with the same ``seed`` has all levels of a
    smaller one. ``with_solutions`` gives each level a shortest solution.

    >>> import sliding
    >>> made = sliding.pack("4x4", shapes="cars", pieces=(3, 5), ramp=(2, 4), number=3)
    >>> [level.moves for level in made.levels]
    [2, 3, 4]
    """
    limits = effort(memory, threads, time_limit, progress)
    source = _source(board, like, shapes, rule, exit_row, main, pieces, empty)
    options = _level_options(style, solutions, number, seed, title)
    rising, bounds = stated_range("ramp", ramp), range_of("moves", moves)
    made, stop = _sliding.pack(source, rising, bounds, bool(with_solutions), options, limits)
    return finished(Pack(made), stop)
