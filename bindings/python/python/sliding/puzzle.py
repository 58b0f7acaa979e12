"""Puzzles: read, made of data, written and drawn."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sliding
from ._effort import Memory, PathLike, as_path, as_text, effort, sequence
from .data import Gate, Kind, Wanted, board_of, cell_of, gate_of, goal_of, kind_index, kind_of, place_of
from .errors import Problem, PuzzleWarning
from .questions import Questions
from .reading import ReadOptions, stated
from .results import ProofCheck
from .subject import NO_FILE, ReadAs, Size

if TYPE_CHECKING:
    from typing_extensions import Unpack

Remark: TypeAlias = tuple[int, int, str, str]
"""Line, column, what is odd there, and what was expected."""


class _All(Iterator["Puzzle"]):
    """Puzzles as they are read."""

    def __init__(self, cls: type[Puzzle], name: str, source: _sliding.Puzzles) -> None:
        self._cls, self._name, self._source = cls, name, source

    def __next__(self) -> Puzzle:
        return self._cls._warned(self._name, *next(self._source))


class Puzzle(Questions):
    """A valid sliding-block puzzle. It cannot be changed, and can be used from any thread.

    Options have the names of the command line's:

    ``style``
        the meaning of one move, 0 to 5: one piece by one step (0), any number of steps in one
        direction (1), any number of steps (2); and the same for any set of pieces together (3, 4,
        5)
    ``start``
        another configuration to start from: shorthand, rows as in ``200/210``, a drawing, or JSON
    ``memory``
        what the process may take: bytes, or a text as in ``"512MiB"``; half of what is free by
        default
    ``threads``
        how many to use; all by default
    ``time_limit``
        seconds after which it stops
    ``progress``
        True for a bar of tqdm, or something to call with a :class:`Progress` now and then
    ``engine``
        the way of searching, by its name; ``auto`` chooses

    A search that meets a limit is no error: the result says so in its field ``limit``. Ctrl-C
    raises :class:`Interrupted`, which has what is known by then. An engine that does not take a
    puzzle, or too little memory to begin with, is :class:`RefusedError`. While a search runs,
    other threads of Python go on.
    """

    __slots__ = ("_file", "_puzzle", "_warnings")

    _puzzle: _sliding.Puzzle
    _file: str
    _warnings: tuple[Problem, ...]

    def __init__(
        self,
        *,
        board: tuple[int, int],
        kinds: Mapping[str, Kind | str | ArrayLike],
        start: Iterable[Wanted],
        goals: Iterable[Iterable[Wanted]],
        blocked: Iterable[tuple[int, int]] = (),
        gates: Iterable[Gate] = (),
        title: str = "",
    ) -> None:
        """Makes a puzzle of data.

        ``board`` has its rows and columns, ``kinds`` a shape or a :class:`Kind` for each name,
        ``start`` the pieces, ``goals`` what is wanted of some cells, each a way to stop,
        ``blocked`` the cells that nothing enters. A goal that names as many pieces as the start
        leaves nothing open. Rows and columns count from 1.

        Raises :class:`SetupError`, with the place of everything that is wrong.
        """
        shape = board_of(board)
        if not isinstance(kinds, Mapping):
            raise TypeError(f"kinds is a dictionary of names and shapes, not {kinds!r}")
        names = {name: index for index, name in enumerate(kinds)}
        wanted = enumerate(sequence("start", start))
        pieces = [place_of(shape, names, f"start[{i}]", piece) for i, piece in wanted]
        made = _sliding.Puzzle.make(
            shape,
            [kind_of(name, kind) for name, kind in kinds.items()],
            [cell_of(shape, f"blocked[{i}]", cell) for i, cell in enumerate(sequence("blocked", blocked))],
            [(cell, kind_index("start", kind)) for cell, kind in pieces],
            [goal_of(shape, names, i, goal, len(pieces)) for i, goal in enumerate(sequence("goals", goals))],
            [gate_of(shape, names, i, gate) for i, gate in enumerate(sequence("gates", gates))],
            [("title", title)] if as_text("title", title) else [],
        )
        self._puzzle, self._file, self._warnings = made, NO_FILE, ()

    @classmethod
    def _of(cls, puzzle: _sliding.Puzzle, file: str, remarks: tuple[Problem, ...] = ()) -> Puzzle:
        made = object.__new__(cls)
        made._puzzle, made._file, made._warnings = puzzle, file, remarks
        return made

    @classmethod
    def parse(cls, text: str, **options: Unpack[ReadOptions]) -> Puzzle:
        """Reads a puzzle in any notation.

        The options state what the text leaves open, or override it; each is an option of the command
        line: ``as_`` a notation, ``tiles``, ``rush``, ``blocks`` or ``types``; ``goal`` rows of a
        board, or a name such as ``spiral``; ``target`` the piece of the goal, and the place where it
        goes ``to`` or its ``exit``; signs of ``empty`` cells and of a ``wall``; the ``gap`` among
        tiles; ``lock`` whether straight pieces move along themselves only. :attr:`read_as` says what
        was assumed.

        Raises :class:`ParseError` with line and column of everything that is wrong. If the text can
        be read in several ways, the error has them as ``readings``. What is only odd is a
        :class:`PuzzleWarning`, listed in :attr:`warnings` as well.
        """
        return cls._warned(NO_FILE, *_sliding.Puzzle.parse(NO_FILE, as_text("text", text), stated(options)))

    @classmethod
    def read(cls, path: PathLike, **options: Unpack[ReadOptions]) -> Puzzle:
        """Reads a puzzle from a file, as :meth:`parse` does: in UTF-8, or in UTF-16 with a mark.

        Raises ``OSError`` where it cannot be read.
        """
        name = as_path("path", path)
        text = _sliding.decode(Path(name).read_bytes())
        return cls._warned(name, *_sliding.Puzzle.parse(name, text, stated(options)))

    @classmethod
    def parse_all(cls, text: str, **options: Unpack[ReadOptions]) -> Iterator[Puzzle]:
        """Reads all puzzles of a text, one after the other, as :meth:`parse` reads one.

        Where one is wrong, ``next`` raises :class:`ParseError`, and goes on with the one after it
        when it is called again.

        >>> import sliding
        >>> boards = "ooooooooooooAAooooooooooBBoooooooooo\\nooooooooooooAAoBoooooBoooooooooooooo\\n"
        >>> [puzzle.solve().moves for puzzle in sliding.Puzzle.parse_all(boards)]
        [1, 2]
        """
        return _All(cls, NO_FILE, _sliding.Puzzles.parse(NO_FILE, as_text("text", text), stated(options)))

    @classmethod
    def read_all(cls, path: PathLike, **options: Unpack[ReadOptions]) -> Iterator[Puzzle]:
        """Reads all puzzles of a file, as :meth:`parse_all` does.

        A file with a puzzle on each line may have any length: it is read some lines at a time.
        """
        name = as_path("path", path)
        return _All(cls, name, _sliding.Puzzles.read(name, name, stated(options)))

    @classmethod
    def _warned(cls, name: str, puzzle: _sliding.Puzzle, remarks: Iterable[Remark]) -> Puzzle:
        problems = tuple(Problem(*remark) for remark in remarks)
        for problem in problems:
            place = f"{name}, line {problem.line}, column {problem.column}"
            warnings.warn(f"{place}: {problem.message}", PuzzleWarning, stacklevel=3)
        return cls._of(puzzle, name, problems)

    def to(self, notation: str) -> str:
        """Writes the puzzle in a notation, by its name.

        Raises :class:`RefusedError` if the notation cannot express it.
        """
        return self._puzzle.write(as_text("notation", notation))

    @property
    def read_as(self) -> ReadAs | None:
        """How the text was understood; None if it says everything."""
        return ReadAs._of(json.loads(self._puzzle.read_as()))

    @property
    def name(self) -> str:
        """Its title, which may be empty."""
        return self._puzzle.name()

    @property
    def file(self) -> str:
        """The path that it was read from, else ``<string>``."""
        return self._file

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is odd in the text that it was read from."""
        return self._warnings

    @property
    def size(self) -> Size:
        """The size of the board."""
        return Size(*self._puzzle.size())

    @property
    def start(self) -> str:
        """The configuration to start from, in shorthand."""
        return self._puzzle.start()

    @property
    def is_solved(self) -> bool:
        """Whether the start meets a goal."""
        return self._puzzle.is_solved()

    @property
    def cells(self) -> NDArray[np.uint8]:
        """What lies on each cell at the start: an array of shape ``(2, rows, columns)``.

        The first layer has the number of a kind from 1 in the order of their definitions, 0 where
        nothing lies, 255 where the board is blocked. The second has a 1 where a piece has its
        origin.
        """
        layers = (np.frombuffer(layer, dtype=np.uint8) for layer in self._puzzle.cells())
        return np.stack([layer.reshape(self._puzzle.size()) for layer in layers])

    def to_json(self) -> str:
        """The object ``sliding/check/1`` as a text, which :meth:`parse` reads."""
        return self._puzzle.check(self._file)

    def to_dict(self) -> dict[str, Any]:
        """What the puzzle is, and what its author would want to know: ``sliding/check/1``."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def starting_at(self, position: str) -> Puzzle:
        """The same puzzle from another configuration: shorthand, rows as in ``200/210``, a drawing, or JSON.

        Raises :class:`ParseError` where that is no configuration of this puzzle.
        """
        return Puzzle._of(self._puzzle.starting_at(as_text("position", position)), self._file)

    def svg(self, *, theme: str = "auto", labels: bool = False) -> str:
        """The start and the goals as a picture in SVG.

        ``theme`` is ``auto``, ``light`` or ``dark``; with ``labels`` pieces bear the names of their
        kinds.
        """
        return self._puzzle.svg(as_text("theme", theme), bool(labels))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.to("sliding")

    def __repr__(self) -> str:
        rows, cols = self._puzzle.size()
        return f"<Puzzle {self.name!r}, {rows} x {cols}, start {self.start}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._puzzle == other._puzzle

    def __hash__(self) -> int:
        return hash(str(self))

    def __copy__(self) -> Puzzle:
        return self

    def __deepcopy__(self, memo: object) -> Puzzle:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._puzzle.state(), self._file, self._warnings)


def check_proof(
    file: PathLike,
    *,
    puzzle: Puzzle | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> ProofCheck:
    """Checks a proof file, with an independent move generator: docs/proofs.md lists what must be trusted.

    It may be packed by gzip. With ``puzzle`` a proof about another one is refused. Raises
    ``OSError`` where the file cannot be read. A file that proves nothing is no error, and neither
    is a limit of ``memory`` or time: the result has the ``reason`` or the ``limit``.
    """
    path = as_path("file", file)
    wanted = None if puzzle is None else puzzle._puzzle
    return ProofCheck(_sliding.check_proof(path, path, wanted, effort(memory, threads, time_limit)))


def _unpickled(state: Any, file: str, remarks: tuple[Problem, ...]) -> Puzzle:
    return Puzzle._of(_sliding.Puzzle.restored(state), file, remarks)
