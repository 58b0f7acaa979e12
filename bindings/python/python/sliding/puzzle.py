"""Puzzles, and what can be asked of them."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sliding
from ._effort import (
    Engine,
    Listener,
    Memory,
    amount,
    as_path,
    as_text,
    databases,
    effort,
    finished,
    renamed,
    sequence,
    text_of,
    whole,
)
from .data import (
    MOST,
    Gate,
    Kind,
    Wanted,
    board_of,
    cell_of,
    gate_of,
    goal_of,
    kind_index,
    kind_of,
    place_of,
)
from .errors import Problem, PuzzleWarning
from .reading import ReadOptions, stated
from .results import (
    Answer,
    Count,
    Hint,
    Proof,
    ProofCheck,
    Solutions,
    Styles,
    Verification,
    Why,
)
from .spaces import Graph, Map, Survey
from .subject import NO_FILE, Move, ReadAs, Size, moves_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

Remark: TypeAlias = tuple[int, int, str, str]
"""Line, column, what is odd there, and what was expected."""

PathLike: TypeAlias = str | os.PathLike[str]

_OnDisk = tuple[Path | None, int | None, bool]


def _on_disk(disk: PathLike | None, disk_limit: Memory | None, resume: bool) -> _OnDisk:
    """A folder for a search, how many bytes may be in it, and whether to go on with what is there."""
    if disk is None and (disk_limit is not None or resume):
        raise ValueError("disk_limit and resume are about a folder: expected disk")
    limit = None if disk_limit is None else amount(disk_limit)
    return None if disk is None else Path(as_path("disk", disk)), limit, bool(resume)


@dataclass(frozen=True)
class _Wishes:
    engine: str
    cache: str | None
    ring_words: int | None
    ring_file: Path | None
    on_disk: _OnDisk
    quiet: bool
    exhaust: bool
    verify: bool
    symmetry: bool = True


class _All(Iterator["Puzzle"]):
    """Puzzles as they are read."""

    def __init__(self, cls: type[Puzzle], name: str, source: _sliding.Puzzles) -> None:
        self._cls, self._name, self._source = cls, name, source

    def __next__(self) -> Puzzle:
        return self._cls._warned(self._name, *next(self._source))


class Puzzle:
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
        be read in several ways, the error has them as ``readings``. What is only odd is warned of
        with :class:`PuzzleWarning`, and told by :attr:`warnings`.
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
        told: dict[str, Any] = json.loads(self.to_json())
        return told

    def starting_at(self, position: str) -> Puzzle:
        """The same puzzle from another configuration: shorthand, rows as in ``200/210``, a drawing, or JSON.

        Raises :class:`ParseError` where that is no configuration of this puzzle.
        """
        return Puzzle._of(self._puzzle.starting_at(as_text("position", position)), self._file)

    @renamed(most="limit")
    def moves(
        self, style: int = 2, *, start: str | None = None, limit: int = 10_000
    ) -> tuple[Move, ...]:
        """The moves that can be made at the start, one for each configuration that is one move away.

        Raises :class:`LimitError` if there are more than ``limit``, as is likely if pieces move
        together.
        """
        puzzle = self._from(start)
        return moves_of(json.loads(puzzle.moves(style_number(style), whole("limit", limit))))

    @renamed(no_symmetry="symmetry")
    def solve(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        max_moves: int | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
        symmetry: bool = True,
        cache: PathLike | None = None,
        ring_words: int | None = None,
        ring_file: PathLike | None = None,
        disk: PathLike | None = None,
        disk_limit: Memory | None = None,
        resume: bool = False,
        quiet: bool = False,
        exhaust: bool = False,
        verify: bool = False,
    ) -> Answer:
        """A shortest solution, or the proof that there is none.

        It stops after ``max_moves``. With ``symmetry=False`` mirror images and turns of the board
        are searched one by one, with the same result. ``cache`` is a folder of pattern databases for tile
        puzzles. A search beyond memory goes on in the folder ``disk``, with no more than
        ``disk_limit`` bytes; with ``resume`` it goes on with the search that is there.
        ``ring_words`` and ``ring_file`` are the size and the folder of the ring engine's ring. With
        ``quiet`` there are no moves, which takes less memory; with ``exhaust`` all that can be
        reached is found; with ``verify`` independent code replays the solution.
        """
        limits = effort(memory, threads, time_limit, progress, max_moves)
        wishes = _Wishes(
            as_text("engine", engine),
            databases(cache),
            None if ring_words is None else whole("ring_words", ring_words),
            None if ring_file is None else Path(as_path("ring_file", ring_file)),
            _on_disk(disk, disk_limit, resume),
            bool(quiet),
            bool(exhaust),
            bool(verify),
            bool(symmetry),
        )
        found, stop = _sliding.solve(self._from(start), style_number(style), limits, wishes)
        return finished(Answer(found, self._file), stop)

    def hint(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
    ) -> Hint:
        """The next move of a shortest solution, and how many are left."""
        limits = effort(memory, threads, time_limit, progress)
        wishes = _Wishes(
            "auto", databases(None), None, None, _on_disk(None, None, False), False, False, False
        )
        found, stop = _sliding.solve(self._from(start), style_number(style), limits, wishes)
        return finished(Hint(found.hint(self._file)), stop)

    def count(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
    ) -> Count:
        """How many shortest solutions there are, and how forced each step is."""
        limits = effort(memory, threads, time_limit, progress)
        found, stop = _sliding.count(
            self._from(start), style_number(style), limits, as_text("engine", engine), self._file
        )
        return finished(Count(found), stop)

    def solutions(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        limit: int = 100,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
    ) -> Solutions:
        """The shortest solutions, no more than ``limit`` of them. The order is the same every time."""
        limits = effort(memory, threads, time_limit, progress)
        most = whole("limit", limit)
        (listed, count), stop = _sliding.solutions(
            self._from(start), style_number(style), most, limits, as_text("engine", engine), self._file
        )
        return finished(Solutions(listed, count), stop)

    @renamed(most="limit", from_="origin", no_symmetry="symmetry")
    def explore(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        origin: Literal["start", "goal"] = "start",
        limit: int = 12,
        dump: bool = False,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
        symmetry: bool = True,
        disk: PathLike | None = None,
        disk_limit: Memory | None = None,
        resume: bool = False,
        distance_of: Sequence[str] = (),
    ) -> Map:
        """The whole map: distances, degrees, farthest positions (at most ``limit``), hardest start.

        With ``dump`` every configuration is kept as well, with its distance from the start, or to
        the nearest goal with ``origin="goal"``: the map's ``table``. Raises :class:`LimitError` if these With ``symmetry=False`` mirror images and turns of the board
        are searched one by one. In the folder ``disk`` the map is kept, with no more than ``disk_limit`` bytes; with
        ``resume`` it is gone on with, and the distances of the positions in ``distance_of`` are looked up there.
        """
        limits = effort(memory, threads, time_limit, progress)
        if disk is None and distance_of:
            raise ValueError("distances are looked up in a folder: expected disk")
        way = (as_text("engine", engine), bool(symmetry), _on_disk(disk, disk_limit, resume))
        found, stop = _sliding.explore(
            self._from(start),
            style_number(style),
            as_text("origin", origin),
            whole("limit", limit),
            bool(dump),
            limits,
            way,
            [as_text("distance_of", position) for position in sequence("distance_of", distance_of)],
        )
        name = "from_start" if origin == "start" else "to_goal"
        pieces = int(self.cells[1].sum())
        return finished(Map(found, self._file, (name, pieces)), stop)

    @renamed(most="limit")
    def survey(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        limit: int = 3,
        max_placements: int = 10_000_000,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
    ) -> Survey:
        """All placements of the pieces, reachable or not, and the components that moves make of them.

        The ``limit`` largest components are described, besides those of the start and the goals.
        Raises :class:`LimitError` if there are more than ``max_placements``: 10 million take some seconds.
        """
        limits = effort(memory, threads, time_limit, progress)
        bounds = (whole("limit", limit), whole("max_placements", max_placements))
        found, stop = _sliding.survey(
            self._from(start), style_number(style), bounds, limits, as_text("engine", engine), self._file
        )
        return finished(Survey(found), stop)

    def graph(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        max_nodes: int = 10_000,
        memory: Memory | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
    ) -> Graph:
        """All configurations and who is whose neighbour.

        Raises :class:`LimitError` if there are more than ``max_nodes``, or a limit came first: a
        graph is whole or not there.
        """
        limits = effort(memory, None, time_limit, progress)
        most = min(whole("max_nodes", max_nodes), MOST)
        found, stop = _sliding.graph(self._from(start), style_number(style), most, limits, as_text("engine", engine))
        return finished(Graph(found, self._file), stop)

    def styles(
        self,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
    ) -> Styles:
        """All six meanings of a move side by side. Limits are for each of them."""
        limits = effort(memory, threads, time_limit, progress)
        found, stop = _sliding.styles(self._from(start), limits, as_text("engine", engine), self._file)
        return finished(Styles(found), stop)

    def why(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
    ) -> Why:
        """What makes the puzzle hard: which pieces, walls and gates matter.

        Searches the puzzle again with each piece nailed down or left out, and with each wall or
        gate opened. Limits are for all searches together.
        """
        limits = effort(memory, threads, time_limit, progress)
        found, stop = _sliding.why(self._from(start), style_number(style), limits, self._file)
        return finished(Why(found), stop)

    def verify(
        self,
        solution: str | Answer | Iterable[Move],
        *,
        start: str | None = None,
        source: str = NO_FILE,
    ) -> Verification:
        """Replays a solution with code that is independent of the searches.

        It is an :class:`Answer`, a list of :class:`Move`, or a text: moves in words, one a line,
        JSON, or the moves of other programs (docs/internals/format.md). Raises :class:`ParseError` where the
        text says no moves of this puzzle; a move that cannot be made is no error, but told by the
        result. ``source`` is what the result calls the text.
        """
        if isinstance(solution, Answer):
            text = solution.to_json()
        elif isinstance(solution, str):
            text = solution
        else:
            moves = sequence("solution", solution)
            for move in moves:
                if not isinstance(move, Move):
                    raise TypeError(f"a solution is an Answer, a text or a list of Move, not of {move!r}")
            text = text_of([move.to_dict() for move in moves])
        puzzle = self._from(start)
        return Verification(_sliding.verify(puzzle, text, source, self._file))

    def prove(
        self,
        output: PathLike,
        style: int = 2,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
        progress: Listener | bool | None = None,
        engine: Engine = "auto",
        disk: PathLike | None = None,
        disk_limit: Memory | None = None,
        resume: bool = False,
    ) -> Proof:
        """Writes a file that proves the least number of moves, or that there is no solution.

        Anybody can check it: :func:`check_proof`, or ``sliding check-proof``. The file is there in
        full at the end, or not at all. It is packed by gzip if its name ends in ``.gz``. A search beyond
        memory goes on in the folder ``disk``, as that of :meth:`solve`. Raises ``OSError`` where it cannot be
        written.
        """
        path = as_path("output", output)
        way = (as_text("engine", engine), _on_disk(disk, disk_limit, resume))
        limits = effort(memory, threads, time_limit, progress)
        found, stop = _sliding.prove(
            self._from(start), style_number(style), path, limits, way, self._file
        )
        return finished(Proof(found), stop)

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

    def _from(self, start: str | None) -> _sliding.Puzzle:
        return self._puzzle if start is None else self._puzzle.starting_at(as_text("start", start))


def check_proof(
    file: PathLike,
    *,
    puzzle: Puzzle | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> ProofCheck:
    """Checks a proof file, with an independent move generator: docs/proofs.md says what has to be trusted.

    It may be packed by gzip. With ``puzzle`` a proof about another one is refused. Raises
    ``OSError`` where the file cannot be read. A file that proves nothing is no error, and neither
    is a limit of ``memory`` or time: the result has the ``reason`` or the ``limit``.
    """
    path = as_path("file", file)
    wanted = None if puzzle is None else puzzle._puzzle
    return ProofCheck(_sliding.check_proof(path, path, wanted, effort(memory, threads, time_limit)))


def _unpickled(state: Any, file: str, remarks: tuple[Problem, ...]) -> Puzzle:
    return Puzzle._of(_sliding.Puzzle.restored(state), file, remarks)


def style_number(style: int) -> int:
    """A style, checked."""
    number = whole("style", style)
    if number > 5:
        raise ValueError(f"a style is a number from 0 to 5, not {style}")
    return number
