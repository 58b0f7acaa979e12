"""What results have in common: the puzzle that they are about, its pieces, moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ._result import Result


@dataclass(frozen=True)
class Assumption:
    """Something that a text does not state."""

    text: str
    """What is assumed, as in ``car X leaves to the right``."""
    source: Literal["convention", "option"]
    """Whether it is the only known meaning of such a text, or an option says it."""
    options: Mapping[str, str] = field(hash=False)
    """The options of :meth:`Puzzle.parse` that state it; empty if none is needed."""


@dataclass(frozen=True)
class ReadAs:
    """How a text was understood."""

    convention: str
    """The convention, as in ``Rush Hour``."""
    assumptions: tuple[Assumption, ...]
    """What the text does not state."""

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
    """A piece at the place of its origin: its topmost cell, and of these the leftmost."""

    kind: str
    """The name of the kind, one character."""
    row: int
    col: int
    name: str = field(default="", compare=False, kw_only=True)
    """What the puzzle's text calls the piece, else the name of its kind."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.kind)


@dataclass(frozen=True)
class Move:
    """One move: pieces that take steps together."""

    pieces: tuple[Piece, ...]
    """The pieces that move, where they are before; at least one."""
    steps: tuple[Literal["right", "left", "down", "up"], ...]
    """At least one."""
    after: str
    """The position after the move, in shorthand."""


@dataclass(frozen=True, repr=False)
class Subject(Result):
    """A result about a puzzle."""

    puzzle: str
    """The puzzle's title, which may be empty."""
    file: str
    """The path that the puzzle was read from, else ``<string>``."""
    size: Size
    read_as: ReadAs | None
    """How the text was understood; None if it says everything."""


@dataclass(frozen=True, repr=False)
class Styled(Subject):
    """A result about a puzzle in a style."""

    style: int
    """The meaning of one move, 0 to 5."""


@dataclass(frozen=True)
class KindRow:
    """A kind of piece of a puzzle."""

    name: str
    """One character."""
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
    value: str
