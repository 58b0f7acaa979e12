"""What can be asked of a puzzle: the methods of :class:`Puzzle` that search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from . import _sliding
from ._effort import (
    Engine,
    Listener,
    Memory,
    PathLike,
    amount,
    as_path,
    as_text,
    databases,
    effort,
    finished,
    sequence,
    style_number,
    text_of,
    whole,
    words_of,
)
from .data import MOST
from .results import (
    Answer,
    Count,
    Hint,
    Improvement,
    Improvements,
    Proof,
    Rate,
    Solutions,
    Styles,
    Verification,
    Why,
)
from .spaces import Graph, Map, Survey
from .subject import NO_FILE, Move, moves_of

Aim: TypeAlias = Literal["longer", "harder", "fewer-pieces"]
"""What makes a puzzle better."""

_OnDisk = tuple[Path | None, int | None, bool]


def _on_disk(disk: PathLike | None, disk_limit: Memory | None, resume: bool) -> _OnDisk:
    """A folder for a search, how many bytes may be in it, and whether to go on with what is there."""
    if disk is None and (disk_limit is not None or resume):
        raise ValueError("disk_limit and resume are about a folder: expected disk")
    limit = None if disk_limit is None else amount(disk_limit)
    return None if disk is None else Path(as_path("disk", disk)), limit, bool(resume)


@dataclass(frozen=True)
class _SolveOptions:
    engine: str
    cache: str | None
    on_disk: _OnDisk
    quiet: bool
    exhaust: bool
    verify: bool
    symmetry: bool = True


@dataclass(frozen=True)
class _ImproveOptions:
    aim: str
    pin: list[str]
    rounds: int | None
    seed: int


class Questions:
    """The questions, for a class that has a puzzle and its file."""

    __slots__ = ()

    _puzzle: _sliding.Puzzle
    _file: str

    def _from(self, start: str | None) -> _sliding.Puzzle:
        return self._puzzle if start is None else self._puzzle.starting_at(as_text("start", start))

    def moves(
        self, style: int = 2, *, start: str | None = None, limit: int = 10_000
    ) -> tuple[Move, ...]:
        """The moves that can be made at the start, one for each configuration that is one move away.

        Raises :class:`LimitError` if there are more than ``limit``, as is likely if pieces move
        together.
        """
        puzzle = self._from(start)
        return moves_of(json.loads(puzzle.moves(style_number(style), whole("limit", limit))))

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
        ``disk_limit`` bytes; with ``resume`` it goes on with the search that is there. With
        ``quiet`` there are no moves, which takes less memory; with ``exhaust`` all that can be
        reached is found; with ``verify`` independent code replays the solution.
        """
        limits = effort(memory, threads, time_limit, progress, max_moves)
        options = _SolveOptions(
            as_text("engine", engine),
            databases(cache),
            _on_disk(disk, disk_limit, resume),
            bool(quiet),
            bool(exhaust),
            bool(verify),
            bool(symmetry),
        )
        found, stop = _sliding.solve(self._from(start), style_number(style), limits, options)
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
        options = _SolveOptions(
            "auto", databases(None), _on_disk(None, None, False), False, False, False
        )
        found, stop = _sliding.solve(self._from(start), style_number(style), limits, options)
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
        the nearest goal with ``origin="goal"``: the map's ``table``. Raises :class:`LimitError` if a
        limit came before all of these were known. With ``symmetry=False`` mirror images and turns of
        the board are searched one by one. In the folder ``disk`` the map is kept, with no more than
        ``disk_limit`` bytes; ``resume`` continues it, and the distances of the positions
        in ``distance_of`` are looked up there.
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
        pieces = sum(self._puzzle.cells()[1])
        return finished(Map(found, self._file, (name, pieces)), stop)

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
        """All positions and who is whose neighbour.

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

    def rate(
        self,
        style: int = 2,
        *,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
    ) -> Rate:
        """How hard the puzzle feels: a simulated player plays it 1,000 times.

        docs/makers.md says what that predicts, and on which puzzles. Raises :class:`LimitError` if a
        limit of time came first. If the positions do not fit into the memory, the player plays
        without a view of the distances, and the difficulty is None.
        """
        limits = effort(memory, threads, time_limit)
        found, stop = _sliding.rate(self._from(start), style_number(style), limits, self._file)
        return finished(Rate(found), stop)

    def improve(
        self,
        style: int = 2,
        *,
        aim: Aim = "longer",
        pin: str | Sequence[str] = (),
        rounds: int | None = None,
        seed: int = 1,
        start: str | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        time_limit: float | None = 60,
        progress: Callable[[Improvement], object] | None = None,
    ) -> Improvements:
        """Changes the puzzle at random and keeps what makes it better, step by step.

        ``aim`` is ``longer`` for more moves, ``harder`` for a greater felt difficulty, or
        ``fewer-pieces`` for as many moves with fewer pieces. ``pin`` says what stays: ``walls``,
        ``goal``, and names of pieces, which stay in their places. It ends after ``rounds`` of 16
        changed puzzles, or after ``time_limit`` seconds. With the same ``seed`` and ``rounds`` the
        steps are the same on every machine. ``progress`` is called with the last step, no more than
        ten times a second.

        Raises :class:`RefusedError` if the puzzle has no solution, or needs more than 2^20 positions
        for one, and ``ValueError`` for a name that no piece has.
        """
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is None or something to call, not {progress!r}")
        limits = effort(memory, threads, time_limit)
        if progress is not None:
            limits = replace(limits, progress=lambda step: progress(Improvement(step)))
        options = _ImproveOptions(
            as_text("aim", aim),
            words_of("pin", pin),
            None if rounds is None else whole("rounds", rounds, 1),
            whole("seed", seed),
        )
        (steps, limit), stop = _sliding.improve(
            self._from(start), style_number(style), options, limits, self._file
        )
        return finished(Improvements(steps, limit), stop)

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
        text says no moves of this puzzle; a move that cannot be made is no error: the result
        reports it. ``source`` is what the result calls the text.
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

        Anybody can check it: :func:`check_proof`, or ``sliding verify``. The file is there in
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
