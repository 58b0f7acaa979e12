"""Families of puzzles, and the hardest of each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from . import _sliding
from ._document import Document, Field, Limit
from ._effort import (
    Listener,
    Memory,
    PathLike,
    as_path,
    as_text,
    effort,
    finished,
    pair,
    style_number,
    whole,
    words_of,
)
from .errors import Interrupted
from .puzzle import Puzzle
from .subject import Size, size_of

Range: TypeAlias = int | str | tuple[int, int]
"""A number, or the least and the most: ``5``, ``"3-8"``, ``(3, 8)``."""

Board: TypeAlias = str | tuple[int, int]
"""Rows and columns: ``"4x5"``, ``(4, 5)``."""

Rule: TypeAlias = Literal["corner", "anywhere", "exit", "nearest", "any"]
"""The kinds of goals of a family; docs/makers.md describes them."""


@dataclass(frozen=True)
class FamilyOptions:
    """A family, in the words of the program's options."""

    board: str
    shapes: str
    rule: str | None
    exit_row: int | None
    main: str | None
    pieces: str | None
    empty: str | None


def range_of(name: str, numbers: Range | None) -> str | None:
    """A range as a text."""
    return None if numbers is None else stated_range(name, numbers)


def stated_range(name: str, numbers: Range) -> str:
    """A required range, as a text."""
    if isinstance(numbers, str):
        return numbers
    if isinstance(numbers, tuple):
        least, most = pair(name, numbers)
        return f"{least}-{most}"
    return str(whole(name, numbers))


def family_of(
    board: Board,
    shapes: str | Sequence[str],
    rule: Rule | None,
    exit_row: int | None,
    main: str | Sequence[str] | None,
    pieces: Range | None,
    empty: Range | None,
) -> FamilyOptions:
    """Reads the description of a family."""
    if not isinstance(board, str):
        rows, cols = pair("board", board)
        board = f"{rows}x{cols}"
    return FamilyOptions(
        as_text("board", board),
        ",".join(words_of("shapes", shapes)),
        None if rule is None else as_text("rule", rule),
        None if exit_row is None else whole("exit_row", exit_row, 1),
        None if main is None else ",".join(words_of("main", main)),
        range_of("pieces", pieces),
        range_of("empty", empty),
    )


@dataclass(frozen=True)
class HuntRow:
    """What was found among the members of a family with the same number of pieces."""

    pieces: int
    """The number of pieces."""
    searched: int
    """How many members, or boards made at random, were searched to their end."""
    stopped: int
    """How many were stopped by a limit."""
    positions: int
    """The number of positions that were found."""
    moves: int | None
    """The least number of moves of the hardest puzzle; None where no start leads to a goal."""
    proven: bool
    """Whether nothing else in the row is harder for certain."""
    puzzle: Puzzle | None
    """The hardest puzzle."""


def _row(data: dict[str, Any]) -> HuntRow:
    text = data["puzzle"]
    return HuntRow(**{**data, "puzzle": None if text is None else Puzzle.parse(text)})


def _rows(data: list[dict[str, Any]]) -> tuple[HuntRow, ...]:
    return tuple(map(_row, data))


class Hunt(Document):
    """The hardest puzzles of a family by number of pieces: ``sliding/make/1``."""

    size = Field[Size]("the size of the board", size_of)
    style = Field[int]("the meaning of one move, 0 to 5")
    limit = Field[Limit | None]("what stopped the hunt before its end")
    all = Field[int]("how many members there are, or boards that were to be made")
    mirrored = Field[int]("members that are the mirror image of another, which are left out")
    stuck = Field[int]("members in which the target piece has no room to go, which are left out")
    seed = Field[int | None]("the seed, where boards are made at random")
    found = Field[tuple[HuntRow, ...]]("what was found, by number of pieces", _rows)
    elapsed_ms = Field[float]("milliseconds that the hunt took")

    def __init__(self, text: str, written: Sequence[Path] = ()) -> None:
        super().__init__(text)
        object.__setattr__(self, "_written", tuple(written))

    _written: tuple[Path, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return Hunt, (self.to_json(), self._written)

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that were written: puzzles, and proofs that were finished."""
        return self._written


def hunt(
    board: Board,
    *,
    shapes: str | Sequence[str] = "rectangles",
    rule: Rule | None = None,
    exit_row: int | None = None,
    main: str | Sequence[str] | None = None,
    pieces: Range | None = None,
    empty: Range | None = None,
    style: int = 2,
    random: int | None = None,
    seed: int = 1,
    journal: PathLike | None = None,
    write: PathLike | None = None,
    prove: bool = False,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
) -> Hunt:
    """The hardest puzzles of a family, by number of pieces.

    A family is all ways to put pieces of some ``shapes`` on a ``board``: ``rectangles``, ``polyominoes:N``,
    ``cars``, ``units``, or patterns as in a puzzle file, with numbers if need be (``"1,11h:2-3"``). ``rule`` says what
    must go where, ``main`` which shapes the target piece may have; ``pieces`` and ``empty`` are how many
    there are. With ``random``, that number of random boards is made instead, from ``seed``.

    ``journal`` is a file that keeps what was searched: the same call goes on from there, in whatever way it was
    ended, and so does the program. ``write`` is a folder for the hardest puzzles as files, and with ``prove`` a
    packed proof beside each, unless a limit or Ctrl-C comes before it is whole; :attr:`Hunt.written` has their
    paths.

    Raises ``ValueError`` for unknown words and for the journal of another hunt, :class:`RefusedError`
    for a family without members or with too many, :class:`LimitError` if a limit came before they
    were listed, and ``OSError`` if something cannot be written.

    >>> import sliding
    >>> hunted = sliding.hunt("3x3", shapes="1", pieces=8)
    >>> [(row.pieces, row.moves, row.proven) for row in hunted.found]
    [(8, 13, True)]
    """
    if prove and write is None:
        raise ValueError("proofs are written beside puzzles: prove needs write")
    begun = time.monotonic()
    limits = effort(memory, threads, time_limit, progress)
    family = family_of(board, shapes, rule, exit_row, main, pieces, empty)
    random = None if random is None else whole("random", random)
    kept = None if journal is None else as_path("journal", journal)
    (data, names), stop = _sliding.hunt_family(family, style_number(style), random, whole("seed", seed), kept, limits)
    written: list[Path] = []
    if write is not None:
        puzzles = _write(Hunt(data), Path(write), names)
        written += [path for path, _ in puzzles]
        for path, puzzle in puzzles if prove and stop is None else []:
            left = None if time_limit is None else max(0.0, begun + time_limit - time.monotonic())
            try:
                proof = puzzle.prove(
                    path.with_suffix(".proof.gz"),
                    style,
                    memory=memory,
                    threads=threads,
                    time_limit=left,
                    progress=progress,
                )
            except Interrupted:
                raise Interrupted(Hunt(data, written)) from None
            if proof.written:
                written.append(Path(proof.proof))
    return finished(Hunt(data, written), stop)


def _write(hunt: Hunt, folder: Path, names: Sequence[str]) -> list[tuple[Path, Puzzle]]:
    """Writes the hardest puzzles into a folder, with the names that they have by number of pieces."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for row, data, name in zip(hunt.found, hunt.to_dict()["found"], names, strict=True):
        if row.puzzle is not None:
            path = folder / f"{name}.txt"
            _sliding.write_file(path, data["puzzle"])
            written.append((path, row.puzzle))
    return written
