"""What results have in common: the puzzle that they are about, its pieces, moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ._document import Document, Field
from .errors import keywords

NO_FILE = "<string>"
"""What puzzles have for a path that were not read from a file."""


@dataclass(frozen=True)
class Assumption:
    """Something that a text does not state."""

    text: str
    """What is assumed, as in ``car X leaves to the right``."""
    source: Literal["convention", "option"]
    """Whether it is the only known meaning of such a text, or an option says it."""
    options: Mapping[str, str]
    """The options of :meth:`Puzzle.parse` that state it; empty if none is needed."""


@dataclass(frozen=True)
class ReadAs:
    """How a text was understood."""

    convention: str
    """The convention, as in ``Rush Hour``."""
    assumptions: tuple[Assumption, ...]
    """What the text does not state."""

    @classmethod
    def _of(cls, data: dict[str, Any] | None) -> ReadAs | None:
        if data is None:
            return None
        assumed = (
            Assumption(one["text"], one["source"], keywords(one["options"]))
            for one in data["assumptions"]
        )
        return cls(data["convention"], tuple(assumed))

    def __str__(self) -> str:
        assumed = "; ".join(assumption.text for assumption in self.assumptions)
        return f"read as {self.convention}" + (f": {assumed}" if assumed else "")


@dataclass(frozen=True)
class Size:
    """The height and the width of a board, in cells."""

    rows: int
    cols: int


@dataclass(frozen=True)
class Piece:
    """A piece: its kind, and the place of its origin, which is its topmost cell and of these the leftmost."""

    kind: str
    """The name of the kind, one character."""
    row: int
    """From 1."""
    col: int
    """From 1."""
    name: str | None = field(default=None, compare=False)
    """What the puzzle's text calls the piece; else the name of the kind."""


@dataclass(frozen=True)
class Move:
    """One move: pieces that take steps together."""

    pieces: tuple[Piece, ...]
    """The pieces that move, where they are before; at least one."""
    steps: tuple[str, ...]
    """``right``, ``left``, ``down`` or ``up``, at least one."""
    after: str
    """The configuration after the move, in shorthand."""

    def to_dict(self) -> dict[str, Any]:
        """The move as in the field ``solution`` of ``sliding/solve/1``."""
        pieces = [
            {"name": p.name or p.kind, "kind": p.kind, "row": p.row, "col": p.col}
            for p in self.pieces
        ]
        return {"pieces": pieces, "steps": list(self.steps), "after": self.after}


def pieces_of(data: list[dict[str, Any]]) -> tuple[Piece, ...]:
    """Pieces from a report."""
    return tuple(Piece(**piece) for piece in data)


def move_of(data: dict[str, Any]) -> Move:
    """A move from a report."""
    return Move(pieces_of(data["pieces"]), tuple(data["steps"]), data["after"])


def moves_of(data: list[dict[str, Any]]) -> tuple[Move, ...]:
    """Moves from a report."""
    return tuple(map(move_of, data))


def size_of(data: dict[str, int]) -> Size:
    """A size from a report."""
    return Size(**data)


class Subject(Document):
    """A result about a puzzle."""

    puzzle = Field[str]("the puzzle's name, which may be empty")
    file = Field[str]("the path that the puzzle was read from, else ``<string>``")
    size = Field[Size]("the size of the board", size_of)
    read_as = Field[ReadAs | None]("how its text was understood, unless that says everything", ReadAs._of)


class InStyle(Subject):
    """A result about a puzzle in a style."""

    style = Field[int]("the meaning of one move, 0 to 5")


@dataclass(frozen=True)
class KindRow:
    """A kind of piece of a puzzle."""

    name: str
    """Its name, one character."""
    called: str | None
    """What people call it."""
    color: str | None
    """Its colour, as in a style sheet."""
    pieces: int
    """How many pieces there are of it."""
    cells: int
    """How many cells each of them covers."""
    shape: tuple[tuple[int, int], ...]
    """Row and column of each cell, from its origin."""
    lock: Literal["horizontal", "vertical"] | None
    """The axis that it is locked to."""
    definition: str
    """Its line in a puzzle file."""


@dataclass(frozen=True)
class Goal:
    """A goal of a puzzle."""

    position: str
    """The goal as in a puzzle file."""
    complete: bool
    """Whether it places all pieces."""
    pieces: tuple[Piece, ...]
    """The pieces that it wants somewhere."""


@dataclass(frozen=True)
class GateMask:
    """A gate of a puzzle."""

    kinds: str
    """The names of the kinds that may pass."""
    mask: str
    """Its cells as in a puzzle file."""


@dataclass(frozen=True)
class Note:
    """A note of a puzzle."""

    key: str
    """What it is about."""
    value: str
    """The note."""


def _kind_rows(data: list[dict[str, Any]]) -> tuple[KindRow, ...]:
    return tuple(KindRow(**{**one, "shape": _pairs(one["shape"])}) for one in data)


def _goals(data: list[dict[str, Any]]) -> tuple[Goal, ...]:
    return tuple(Goal(**{**one, "pieces": pieces_of(one["pieces"])}) for one in data)


def _gates(data: list[dict[str, str]]) -> tuple[GateMask, ...]:
    return tuple(GateMask(**one) for one in data)


def _notes(data: list[dict[str, str]]) -> tuple[Note, ...]:
    return tuple(Note(**one) for one in data)


def _pairs(data: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((row, col) for row, col in data)


class WithPuzzle(InStyle):
    """A result that says what the puzzle is."""

    kinds = Field[tuple[KindRow, ...]]("the kinds of pieces", _kind_rows)
    blocked = Field[tuple[tuple[int, int], ...]]("row and column of each wall", _pairs)
    goals = Field[tuple[Goal, ...]]("the goals", _goals)
    gates = Field[tuple[GateMask, ...]]("the gates", _gates)
    notes = Field[tuple[Note, ...]]("the notes of the text", _notes)
