"""Families of puzzles, the hardest of each, and puzzles as hard as is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _sliding
from ._result import Limit, Result, load
from .options import Asked, Limits, Listener, PathLike, Style, answered, expect, finished, joined, reader
from .results import Rating
from .subject import Goal, GateMask, KindRow, Move, Note, Piece, ReadAs, Size, Styled

if TYPE_CHECKING:
    from .puzzle import Puzzle

Range: TypeAlias = int | str | tuple[int, int]
"""A number, or the least and the most: ``5``, ``"3-8"``, ``(3, 8)``."""


@dataclass(frozen=True)
class Family:
    """All ways to put pieces of some shapes on a board; docs/makers.md describes families."""

    board: str | tuple[int, int]
    """Rows and columns: ``"4x5"``, ``(4, 5)``."""
    shapes: str | Sequence[str] = "rectangles"
    """``rectangles``, ``polyominoes:N``, ``cars``, ``units``, or patterns as in a puzzle file, with numbers if need be:
    ``"1,11h:2-3"``."""
    rule: Literal["corner", "anywhere", "exit", "nearest", "any"] | None = None
    """What must go where."""
    exit_row: int | None = None
    """The row of the exit, from 1."""
    main: str | Sequence[str] | None = None
    """Which shapes the target piece may have."""
    pieces: Range | None = None
    """How many pieces there are."""
    empty: Range | None = None
    """How many empty cells there are."""

    def _options(self) -> dict[str, Any]:
        texts = {"board": joined(self.board, "x"), "pieces": joined(self.pieces), "empty": joined(self.empty)}
        return {**vars(self), **texts, "shapes": joined(self.shapes, ","), "main": joined(self.main, ",")}


def _source(source: Family | Puzzle) -> Any:
    from .puzzle import Puzzle

    if isinstance(source, Family):
        return source._options()
    expect("source, unless it is a Family,", source, Puzzle)
    return source._puzzle


def _wanted(moves: Range | None, solutions: Range | None, number: int, seed: int, title: str | None) -> Any:
    texts = {"moves": joined(moves), "solutions": joined(solutions)}
    return {**texts, "number": number, "seed": seed, "title": title}


def _parsed(text: str) -> Puzzle:
    # Puzzles know their results, so these get to know puzzles late.
    from .puzzle import Puzzle

    return Puzzle.parse(text)


@dataclass(frozen=True)
class HuntRow:
    """What was found among the members of a family with the same number of pieces."""

    pieces: int
    """The number of pieces."""
    searched: int
    """How many members, or random boards, were searched to their end."""
    stopped: int
    """How many were stopped by a limit."""
    positions: int
    """The number of positions that were found."""
    moves: int | None
    """The least number of moves of the hardest puzzle; None where no start reaches a goal."""
    proven: bool
    """Whether it is certain that nothing else in the row is harder."""
    puzzle: str | None
    """The hardest puzzle as a text."""

    @property
    def hardest(self) -> Puzzle | None:
        """The hardest puzzle."""
        return None if self.puzzle is None else _parsed(self.puzzle)


@dataclass(frozen=True, repr=False)
class Hunt(Result):
    """The hardest puzzles of a family by number of pieces."""

    size: Size
    style: int
    limit: Limit | None
    all: int
    """How many members there are, or random boards that were to be made."""
    mirrored: int
    """Members that are the mirror image of another, which are left out."""
    stuck: int
    """Members in which the target piece has no room to go, which are left out."""
    seed: int | None
    """The seed of random boards."""
    found: tuple[HuntRow, ...]
    """What was found, by number of pieces."""
    elapsed_ms: float = field(compare=False)


def hunt(
    family: Family,
    style: Style = "walk",
    *,
    sample: int | None = None,
    seed: int = 1,
    journal: PathLike | None = None,
    limits: Limits = Limits(),
    progress: Listener | bool | None = None,
) -> Hunt:
    """Finds the hardest puzzles of a family, by number of pieces.

    With ``sample``, that number of random boards is searched instead, from ``seed``. ``journal`` is a file that keeps
    what was searched: the same call goes on from there, however it was ended, and so does the program.

    Raises ``ValueError`` for unknown words and for the journal of another hunt, :class:`RefusedError` for a family
    without members or with too many, :class:`LimitError` if a limit came before they were listed, and ``OSError`` if
    the journal cannot be written.

    >>> import sliding
    >>> hunted = sliding.hunt(sliding.Family("3x3", shapes="1", pieces=8))
    >>> [(row.pieces, row.moves, row.proven) for row in hunted.found]
    [(8, 13, True)]
    """
    expect("family", family, Family)
    asked = Asked(style, limits, reader(progress))
    return answered(Hunt, _sliding.hunt(family._options(), asked, sample, seed, journal))


@dataclass(frozen=True)
class Exit:
    """Where the target piece leaves the board."""

    row: int
    """From 1."""
    side: str


@dataclass(frozen=True)
class LevelPiece(Piece):
    """A piece of a level."""

    id: int = field(kw_only=True)
    """Its number, the same in ``pieces`` and in all moves of the level."""


@dataclass(frozen=True)
class LevelMove(Move):
    """A move of a level's solution."""

    pieces: tuple[LevelPiece, ...]
    """The pieces that move, where they are before; at least one."""


@dataclass(frozen=True)
class Level:
    """A level of a pack."""

    id: str
    """A name for programs: the same in every pack that has this level."""
    number: int
    """Its place in the pack, from 1."""
    title: str
    moves: int
    """The fewest moves."""
    positions: int
    """How many positions can be reached."""
    rating: Rating | None
    """How hard it feels; None if more than 131,072 positions can be reached."""
    size: Size
    pieces: tuple[LevelPiece, ...]
    """The pieces of the start."""
    kinds: tuple[KindRow, ...]
    blocked: tuple[tuple[int, int], ...]
    """Row and column of each wall."""
    start: str
    goals: tuple[Goal, ...]
    gates: tuple[GateMask, ...]
    notes: tuple[Note, ...]
    read_as: ReadAs | None
    text: str
    """The puzzle as a text."""
    solution: tuple[LevelMove, ...]
    """A shortest solution, if the pack has solutions."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return _parsed(self.text)


@dataclass(frozen=True, repr=False)
class Pack(Result):
    """A pack of levels, the easiest first."""

    version: str
    """The version of the program; with another one, the seed may make other levels."""
    seed: int
    family: str | None
    """None if the levels are like an example."""
    exit: Exit | None
    """None if the family has no exit."""
    style: int
    levels: tuple[Level, ...]

    @classmethod
    def read(cls, path: PathLike) -> Pack:
        """Reads a pack from a file, as :meth:`to_json` and ``sliding generate --format json`` write it.

        Raises ``ValueError`` where it is none, and ``OSError`` where it cannot be read.
        """
        text = Path(path).read_text(encoding="utf-8").strip()
        if not text.startswith('{"schema":"sliding/make/1"') or '"levels":' not in text:
            raise ValueError(f"{path} is no pack: expected an object sliding/make/1 with levels")
        return load(cls, text)


@dataclass(frozen=True, repr=False)
class Improvement(Styled):
    """A step to a better puzzle. Its subject is the puzzle that was given."""

    moves: int
    """The fewest moves."""
    pieces: int
    """How many pieces there are."""
    difficulty: float | None
    """The felt difficulty, if that is the aim."""
    changes: tuple[str, ...]
    """What was changed last; empty for the puzzle as given."""
    text: str
    """The better puzzle as a text."""

    @property
    def better(self) -> Puzzle:
        """The better puzzle."""
        return _parsed(self.text)


def generate(
    source: Family | Puzzle,
    style: Style = "walk",
    *,
    moves: Range,
    difficulty: str | tuple[float, float] | None = None,
    solutions: Range | None = None,
    number: int = 1,
    seed: int = 1,
    title: str | None = None,
    limits: Limits = Limits(),
    progress: Listener | bool | None = None,
) -> list[Puzzle]:
    """Makes ``number`` puzzles whose fewest moves are ``moves``. The same ``seed`` makes the same.

    They are of a family, or like an example: with its board, walls, pieces and goals, and another start.
    ``difficulty`` bounds the felt difficulty of each, and ``solutions`` its number of shortest solutions. In the
    ``title``, ``{n}`` becomes the number of the puzzle.

    Raises ``ValueError`` and :class:`RefusedError` as :func:`hunt` does, :class:`LimitError` if a limit came first.

    >>> import sliding
    >>> family = sliding.Family("3x3", shapes="1,11,1/1", pieces=5)
    >>> all(4 <= (puzzle.solve().moves or 0) <= 8 for puzzle in sliding.generate(family, moves=(4, 8), number=3))
    True
    """
    from .puzzle import Puzzle

    asked = Asked(style, limits, reader(progress))
    wanted = _wanted(moves, solutions, number, seed, title)
    made, stop = _sliding.generate(_source(source), asked, joined(difficulty), wanted)
    return finished([Puzzle._of(puzzle) for puzzle in made], stop)


def pack(
    source: Family | Puzzle,
    style: Style = "walk",
    *,
    ramp: Range,
    moves: Range | None = None,
    solutions: Range | None = None,
    number: int = 1,
    seed: int = 1,
    title: str | None = None,
    with_solutions: bool = False,
    limits: Limits = Limits(),
    progress: Listener | bool | None = None,
) -> Pack:
    """Makes a pack of levels that get harder, no two of them alike: ``sliding generate --ramp``.

    The fewest moves rise evenly over the ``ramp``: ``(3, 40)``. With ``"difficulty:1.5-4"`` the felt difficulty rises;
    then ``moves`` bounds the fewest moves. The other options are those of :func:`generate`, and it raises the same. A
    larger ``number`` with the same ``seed`` has all levels of a smaller one. ``with_solutions`` gives each level a
    shortest solution.

    >>> import sliding
    >>> made = sliding.pack(sliding.Family("4x4", shapes="cars", pieces=(3, 5)), ramp=(2, 4), number=3)
    >>> [level.moves for level in made.levels]
    [2, 3, 4]
    """
    asked = Asked(style, limits, reader(progress))
    wanted = _wanted(moves, solutions, number, seed, title)
    return answered(Pack, _sliding.pack(_source(source), asked, joined(ramp), wanted, with_solutions))
