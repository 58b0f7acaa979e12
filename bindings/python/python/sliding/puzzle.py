"""Puzzles: read, made of data, written, drawn, and what can be asked of them."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

from . import _sliding
from ._result import load, value_of
from .data import Gate, Kind, Shape, Wanted, setup_of
from .errors import Problem, PuzzleWarning
from .makers import Improvement
from .options import (
    Asked,
    Disk,
    Engine,
    Limits,
    Listener,
    PathLike,
    Style,
    all_answered,
    answered,
    expect,
    finished,
    joined,
    known,
    reader,
)
from .results import (
    Answer,
    Count,
    Hint,
    ListedSolution,
    Proof,
    ProofCheck,
    Rate,
    Styles,
    Verification,
    Why,
)
from .spaces import Components, Graph, Map
from .subject import Move, ReadAs, Size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

NO_FILE = "<string>"
"""What puzzles have for a path that were not read from a file."""


class Notation(NamedTuple):
    """A way to write puzzles down; docs/notations.md describes them."""

    name: str
    about: str
    is_written: bool


NOTATIONS: tuple[Notation, ...] = tuple(Notation(*row) for row in _sliding.notations())
"""All notations that :meth:`Puzzle.parse` reads; :meth:`Puzzle.to` writes some of them."""


class ReadOptions(TypedDict, total=False):
    """The options of :meth:`Puzzle.parse`."""

    as_: str | None
    goal: str | None
    target: str | None
    to: str | None
    exit: str | None
    empty: str | None
    wall: str | None
    gap: str | None
    lock: str | None


def _stated(options: ReadOptions) -> dict[str, str]:
    return {name.rstrip("_"): value for name, value in known(options, ReadOptions).items()}


class _All(Iterator["Puzzle"]):
    """Puzzles as they are read."""

    def __init__(self, source: _sliding.Puzzles) -> None:
        self._source = source

    def __next__(self) -> Puzzle:
        return Puzzle._warned(*next(self._source))


class Puzzle:
    """A valid sliding-block puzzle. It cannot be changed, and can be used from any thread.

    Questions have these options in common:

    ``style``
        the meaning of one move: ``"step"``, ``"slide"``, ``"walk"``, ``"step+"``, ``"slide+"``, ``"walk+"``, or 0 to 5
    ``start``
        another position to start from: shorthand, rows as in ``200/210``, a drawing, or JSON
    ``engine``
        the way of searching, by its name; ``auto`` chooses
    ``limits``
        how much the search may take: :class:`Limits`
    ``disk``
        a folder for a search beyond memory: :class:`Disk`
    ``progress``
        True for a bar of tqdm, or a callback for :class:`Progress`

    A limit that comes first is no error: the result says so in its field ``limit``. Ctrl-C raises
    :class:`Interrupted`, which has what is known by then. An engine that does not support a puzzle, or too little
    memory to begin with, is :class:`RefusedError`. While a search runs, other threads of Python go on.
    """

    _puzzle: _sliding.Puzzle

    def __init__(
        self,
        *,
        board: tuple[int, int],
        kinds: Mapping[str, Kind | Shape],
        start: Iterable[Wanted],
        goals: Iterable[Iterable[Wanted]],
        blocked: Iterable[tuple[int, int]] = (),
        gates: Iterable[Gate] = (),
        title: str = "",
    ) -> None:
        """Makes a puzzle of data.

        ``board`` has its rows and columns, ``kinds`` a shape or a :class:`Kind` for each name, ``start`` the pieces,
        ``goals`` what is wanted of some cells, ``blocked`` the cells that nothing enters. A goal that names as many
        pieces as the start leaves nothing open. Rows and columns count from 1.

        Raises :class:`SetupError`, with the place of what is wrong.
        """
        self._puzzle = _sliding.Puzzle.make(*setup_of(board, kinds, start, goals, blocked, gates), title)

    @classmethod
    def _of(cls, puzzle: _sliding.Puzzle) -> Puzzle:
        made = object.__new__(cls)
        made._puzzle = puzzle
        return made

    @classmethod
    def parse(cls, text: str, **options: Unpack[ReadOptions]) -> Puzzle:
        """Reads a puzzle in any notation.

        The options state what the text leaves open, or override it; each is an option of the command line: ``as_`` a
        notation, ``tiles``, ``rush``, ``blocks`` or ``types``; ``goal`` rows of a board, or a name such as ``spiral``;
        ``target`` the piece of the goal, and the place where it goes ``to`` or its ``exit``; signs of ``empty`` cells
        and of a ``wall``; the ``gap`` among tiles; ``lock`` whether straight pieces move along themselves only.
        :attr:`read_as` says what was assumed.

        Raises :class:`ParseError` with line and column of everything that is wrong. If the text can be read in several
        ways, the error has them as ``readings``. What is only odd is a :class:`PuzzleWarning`.
        """
        return cls._warned(*_sliding.Puzzle.parse(NO_FILE, text, _stated(options)))

    @classmethod
    def read(cls, path: PathLike, **options: Unpack[ReadOptions]) -> Puzzle:
        """Reads a puzzle from a file, as :meth:`parse` does: in UTF-8, or in UTF-16 with a mark.

        Raises ``OSError`` where it cannot be read.
        """
        text = _sliding.decode(Path(path).read_bytes())
        return cls._warned(*_sliding.Puzzle.parse(os.fspath(path), text, _stated(options)))

    @classmethod
    def parse_all(cls, text: str, **options: Unpack[ReadOptions]) -> Iterator[Puzzle]:
        """Reads all puzzles of a text, one after the other, as :meth:`parse` reads one.

        Where one is wrong, ``next`` raises :class:`ParseError`, and goes on with the one after it when it is called
        again.

        >>> import sliding
        >>> boards = "ooooooooooooAAooooooooooBBoooooooooo\\nooooooooooooAAoBoooooBoooooooooooooo\\n"
        >>> [puzzle.solve().moves for puzzle in sliding.Puzzle.parse_all(boards)]
        [1, 2]
        """
        return _All(_sliding.Puzzles.parse(NO_FILE, text, _stated(options)))

    @classmethod
    def read_all(cls, path: PathLike, **options: Unpack[ReadOptions]) -> Iterator[Puzzle]:
        """Reads all puzzles of a file, as :meth:`parse_all` does.

        A file with a puzzle on each line may have any length: it is read some lines at a time.
        """
        return _All(_sliding.Puzzles.read(path, _stated(options)))

    @classmethod
    def _warned(cls, puzzle: _sliding.Puzzle, remarks: Iterable[tuple[int, int, str, str]]) -> Puzzle:
        for problem in (Problem(*remark) for remark in remarks):
            place = f"{puzzle.file}, line {problem.line}, column {problem.column}"
            warnings.warn(f"{place}: {problem.message}", PuzzleWarning, stacklevel=3)
        return cls._of(puzzle)

    def to(self, notation: str) -> str:
        """Returns the puzzle in a notation, by its name.

        Raises :class:`RefusedError` if the notation cannot express it.
        """
        return self._puzzle.write(notation)

    @property
    def read_as(self) -> ReadAs | None:
        """How the text was understood; None if it says everything."""
        return value_of(ReadAs | None, json.loads(self._puzzle.read_as()))

    @property
    def name(self) -> str:
        """Its title, which may be empty."""
        return self._puzzle.name

    @property
    def file(self) -> str:
        """The path that it was read from, else ``<string>``."""
        return self._puzzle.file

    @property
    def size(self) -> Size:
        """The size of the board."""
        return Size(*self._puzzle.size)

    @property
    def start(self) -> str:
        """The position to start from, in shorthand."""
        return self._puzzle.start

    @property
    def is_solved(self) -> bool:
        """Whether the start meets a goal."""
        return self._puzzle.is_solved

    @property
    def board(self) -> NDArray[np.uint8]:
        """What lies on each cell at the start: an array of shape ``(rows, columns)``.

        It has the number of a kind, from 1 in the order of their definitions, 0 where nothing lies, 255 where the
        board is blocked. That says all, as the first cell of a kind, row by row, is always an origin.
        """
        import numpy as np

        return np.frombuffer(self._puzzle.board(), "u1").reshape(self._puzzle.size)

    def drawing(self) -> str:
        """Returns the board at the start, drawn with characters."""
        return self._puzzle.drawing().rstrip()

    def to_json(self) -> str:
        """Returns the object ``sliding/check/1`` as a text, which :meth:`parse` reads."""
        return self._puzzle.check()

    def to_dict(self) -> dict[str, Any]:
        """Returns what the puzzle is, and what its author would want to know: ``sliding/check/1``."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def starting_at(self, position: str) -> Puzzle:
        """Returns the same puzzle from another position: shorthand, rows as in ``200/210``, a drawing, or JSON.

        Raises :class:`ParseError` where that is no position of this puzzle.
        """
        return Puzzle._of(self._puzzle.starting_at(position))

    def svg(self, *, theme: str = "auto", labels: bool = False) -> str:
        """Returns the start and the goals as a picture in SVG.

        ``theme`` is ``auto``, ``light`` or ``dark``; with ``labels`` pieces bear the names of their kinds.
        """
        return self._puzzle.svg(theme, labels)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.to("sliding")

    def __repr__(self) -> str:
        return f"<Puzzle {self.name!r}, {self.size.rows} x {self.size.cols}, start {self.start}>"

    def __eq__(self, other: object) -> bool:
        return self._puzzle == other._puzzle if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._puzzle.state()

    def _from(self, start: str | None) -> Puzzle:
        return self if start is None else self.starting_at(start)

    def moves(self, style: Style = "walk", *, start: str | None = None, limit: int = 10_000) -> tuple[Move, ...]:
        """Returns the moves that can be made at the start, one for each position that is one move away.

        Raises :class:`LimitError` if there are more than ``limit``, as is likely if pieces move together.
        """
        return value_of(tuple[Move, ...], json.loads(self._from(start)._puzzle.moves(style, limit)))

    def solve(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        disk: Disk | None = None,
        exhaust: bool = False,
        quiet: bool = False,
        progress: Listener | bool | None = None,
    ) -> Answer:
        """Returns a shortest solution, or the proof that there is none.

        With ``exhaust`` all that can be reached is found; with ``quiet`` there are no moves, which takes less memory.
        """
        asked = Asked(style, limits, reader(progress), engine, disk)
        puzzle = self._from(start)
        return answered(Answer, _sliding.solve(puzzle._puzzle, asked, exhaust, quiet), puzzle)

    def hint(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Hint:
        """Returns the next move of a shortest solution, and how many are left."""
        return answered(Hint, _sliding.hint(self._from(start)._puzzle, Asked(style, limits, reader(progress))))

    def count(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Count:
        """Returns how many shortest solutions there are, and how forced each step is."""
        asked = Asked(style, limits, reader(progress), engine)
        return answered(Count, _sliding.count(self._from(start)._puzzle, asked))

    def solutions(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        most: int = 100,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> tuple[ListedSolution, ...]:
        """Returns the shortest solutions, no more than ``most`` of them. The order is the same every time.

        Raises :class:`LimitError` if a limit came before they were counted.
        """
        asked = Asked(style, limits, reader(progress), engine)
        return all_answered(ListedSolution, _sliding.solutions(self._from(start)._puzzle, asked, most))

    def explore(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        origin: Literal["start", "goal"] = "start",
        farthest: int = 12,
        boards: bool = False,
        distance_of: Sequence[str] = (),
        engine: Engine = "auto",
        limits: Limits = Limits(),
        disk: Disk | None = None,
        progress: Listener | bool | None = None,
    ) -> Map:
        """Returns the whole map: distances, degrees, up to ``farthest`` of the farthest positions, the hardest start.

        With ``boards`` every position is kept, with its distance from the start, or to the nearest goal with
        ``origin="goal"``: the map's :attr:`Map.boards` and :attr:`Map.distances`. Raises :class:`LimitError` if a
        limit came before all of these were known. On ``disk`` the map is kept; the distances of the positions in
        ``distance_of`` are looked up there.
        """
        asked = Asked(style, limits, reader(progress), engine, disk)
        (text, kept), stop = _sliding.explore(
            self._from(start)._puzzle, asked, origin, farthest, boards, list(distance_of)
        )
        return finished(load(Map, text, kept), stop)

    def components(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        largest: int = 3,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Components:
        """Returns all positions of the pieces, reachable or not, and the components that moves make of them.

        The ``largest`` components are described, besides those of the start and the goals.
        """
        asked = Asked(style, limits, reader(progress), engine)
        return answered(Components, _sliding.components(self._from(start)._puzzle, asked, largest))

    def graph(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        max_nodes: int = 10_000,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Graph:
        """Returns all positions and their neighbours.

        Raises :class:`LimitError` if there are more than ``max_nodes``, or a limit came first: a graph is whole or not
        there.
        """
        asked = Asked(style, limits, reader(progress), engine)
        return answered(Graph, _sliding.graph(self._from(start)._puzzle, asked, max_nodes))

    def styles(
        self,
        *,
        start: str | None = None,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Styles:
        """Returns all six meanings of a move side by side. Limits are for each of them."""
        asked = Asked(0, limits, reader(progress), engine)
        return answered(Styles, _sliding.styles(self._from(start)._puzzle, asked))

    def why(
        self,
        style: Style = "walk",
        *,
        start: str | None = None,
        limits: Limits = Limits(),
        progress: Listener | bool | None = None,
    ) -> Why:
        """Returns what makes the puzzle hard: which pieces, walls and gates matter.

        Searches the puzzle again with each piece nailed down or left out, and with each wall or gate opened. Limits
        are for all searches together.
        """
        return answered(Why, _sliding.why(self._from(start)._puzzle, Asked(style, limits, reader(progress))))

    def rate(self, style: Style = "walk", *, start: str | None = None, limits: Limits = Limits()) -> Rate:
        """Returns how hard the puzzle feels: a simulated player plays it 1,000 times.

        docs/makers.md says what that predicts, and on which puzzles. Raises :class:`LimitError` if a limit of time
        came first. If the positions do not fit into the memory, the player plays without a view of the distances, and
        the difficulty is None.
        """
        return answered(Rate, _sliding.rate(self._from(start)._puzzle, Asked(style, limits, None)))

    def improve(
        self,
        style: Style = "walk",
        *,
        aim: Literal["longer", "harder", "fewer-pieces"] = "longer",
        pin: str | Sequence[str] = (),
        rounds: int | None = None,
        seed: int = 1,
        limits: Limits = Limits(time=60),
        progress: Callable[[Improvement], object] | None = None,
    ) -> tuple[Improvement, ...]:
        """Changes the puzzle at random and keeps what makes it better; returns each step, this puzzle first.

        ``aim`` is ``longer`` for more moves, ``harder`` for a greater felt difficulty, or ``fewer-pieces`` for as many
        moves with fewer pieces. ``pin`` says what stays: ``walls``, ``goal``, and names of pieces, which stay in their
        places. It ends after ``rounds`` of 16 changed puzzles, or at a limit. With the same ``seed`` and ``rounds``
        the steps are the same on every machine. ``progress`` is called with the last step, no more than ten times a
        second.

        Raises :class:`RefusedError` if the puzzle has no solution, or needs more than 2^20 positions for one, and
        ``ValueError`` for a name that no piece has.
        """
        listener = None if progress is None else lambda step: progress(load(Improvement, step))
        asked = Asked(style, limits, listener)
        pins = joined(pin, ",") or None
        return all_answered(Improvement, _sliding.improve(self._puzzle, asked, aim, pins, rounds, seed))

    def verify(
        self, solution: str | Answer | Iterable[Move], *, start: str | None = None, source: str = NO_FILE
    ) -> Verification:
        """Replays a solution with code that is independent of the searches.

        It is an :class:`Answer`, a list of :class:`Move`, or a text: moves in words, one a line, JSON, or the moves of
        other programs (docs/internals/format.md). Raises :class:`ParseError` where the text says no moves of this
        puzzle; a move that cannot be made is no error: the result reports it. ``source`` is what the result calls the
        text.
        """
        if isinstance(solution, Answer):
            solution = solution.to_json()
        elif not isinstance(solution, str):
            moves = list(solution)
            for move in moves:
                expect("a move", move, Move)
            solution = json.dumps([asdict(move) for move in moves])
        return load(Verification, _sliding.verify(self._from(start)._puzzle, solution, source))

    def prove(
        self,
        output: PathLike,
        style: Style = "walk",
        *,
        start: str | None = None,
        engine: Engine = "auto",
        limits: Limits = Limits(),
        disk: Disk | None = None,
        progress: Listener | bool | None = None,
    ) -> Proof:
        """Writes a file that proves the least number of moves, or that there is no solution.

        Anybody can check it: :func:`check_proof`, or ``sliding verify``. The file is there in full at the end, or not
        at all. It is packed by gzip if its name ends in ``.gz``. Raises ``OSError`` where it cannot be written.
        """
        asked = Asked(style, limits, reader(progress), engine, disk)
        return answered(Proof, _sliding.prove(self._from(start)._puzzle, asked, output))


def check_proof(file: PathLike, *, puzzle: Puzzle | None = None, limits: Limits = Limits()) -> ProofCheck:
    """Checks a proof file, with an independent move generator: docs/proofs.md lists what must be trusted.

    It may be packed by gzip. With ``puzzle`` a proof about another one is refused. Raises ``OSError`` where the file
    cannot be read. A file that proves nothing is no error, and neither is a limit of memory or time: the result has
    the ``reason`` or the ``limit``.
    """
    about = None if puzzle is None else puzzle._puzzle
    return load(ProofCheck, _sliding.check_proof(file, about, Asked(0, limits, None)))


def _unpickled(*state: Any) -> Puzzle:
    return Puzzle._of(_sliding.Puzzle.restored(*state))
