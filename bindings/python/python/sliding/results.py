"""What comes back: objects of the schemas of docs/json.md.

Every result has ``to_dict()``, its fields as attributes of the same names, and cannot be changed.
Rows, columns, lines and goals count from 1, as everywhere in those schemas; cells in arrays count
from 0, row by row. A distance is a number of moves in the style that was asked for.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, overload

from . import _sliding
from ._document import Counts, Document, Field, Limit, Status, counts, restored
from ._effort import as_text
from .subject import (
    NO_FILE,
    InStyle,
    Move,
    Piece,
    Size,
    Subject,
    WithPuzzle,
    move_of,
    moves_of,
    pieces_of,
    size_of,
)

if TYPE_CHECKING:
    from .puzzle import Puzzle


_SUMMARY = ("status", "limit", "moves", "positions", "elapsed_ms", "engine")


class Answer(WithPuzzle):
    """What ``solve`` found: ``sliding/solve/1``.

    In a notebook it is a page on which the solution can be stepped through and the puzzle played.
    As a string it is every move, drawn with characters.
    """

    status = Field[Status](
        "``solved``, ``unsolvable`` if that is proven, or ``limit`` if one came first"
    )
    limit = Field[Limit | None](
        "which limit came first: ``moves``, ``memory``, ``time``, ``cancelled``, ``disk`` or"
        " ``rounds``"
    )
    moves = Field[int | None]("the least number of moves, unless ``shortest`` is false")
    at_least = Field[int | None](
        "where a limit came first, or ``shortest`` is false: no solution has fewer moves"
    )
    shortest = Field[bool | None]("whether no solution has fewer moves")
    levels = Field[Counts]("how many positions there are at distance 0, 1, 2, ...", counts)
    positions = Field[int]("how many positions were found, or visited")
    elapsed_ms = Field[float]("milliseconds that the search took")
    engine = Field[str]("the engine that searched")
    seed = Field[int | None]("the seed of the engine ``beam``")
    width = Field[int | None]("the most positions of a level that the engine ``beam`` kept")
    rounds = Field[int | None]("the rounds that the engine ``beam`` began")
    start = Field[str]("the start in shorthand")
    pieces = Field[tuple[Piece, ...]]("the pieces of the start, with their names", pieces_of)
    solution = Field[tuple[Move, ...] | None]("the moves in order", moves_of)
    verified = Field[bool | None]("whether the solution stood up when it was replayed, if it was")

    def __init__(self, answer: _sliding.Answer, file: str) -> None:
        super().__init__(lambda: answer.json(file))
        object.__setattr__(self, "_answer", answer)
        # What is asked for most is there without a look into the whole text.
        self._values.update(zip(_SUMMARY, answer.summary(), strict=True))

    _answer: _sliding.Answer

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_answer, (self._answer.puzzle().state(), self.to_json())

    def __str__(self) -> str:
        return self._answer.text(self.puzzle or (self.file if self.file != NO_FILE else "puzzle"))

    @property
    def optimal(self) -> bool | None:
        """Whether no solution has fewer moves, as ``shortest``; None without a solution."""
        return self.shortest

    def svg(self, *, theme: str = "auto", labels: bool = False) -> str:
        """A sheet with all boards of the solution, as SVG.

        ``theme`` is ``auto``, ``light`` or ``dark``; with ``labels`` pieces bear the names of their
        kinds.
        """
        return self._answer.svg(as_text("theme", theme), bool(labels))

    def svg_animated(self, *, theme: str = "auto", labels: bool = False, speed: float = 2.0) -> str:
        """A moving picture as SVG, with ``speed`` moves a second, from 0.1 to 20."""
        return self._answer.animated(as_text("theme", theme), bool(labels), speed)

    def page(self) -> str:
        """A page to play on, as one HTML file that needs nothing else."""
        return self._answer.page()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        # A page of its own within the notebook: neither can disturb the other.
        page = html.escape(self.page(), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" title="{html.escape(self.puzzle)}" '
            'style="width:100%;height:640px;border:0"></iframe>'
        )


@dataclass(frozen=True)
class _AnswerFields:
    """What an answer is made of again."""

    status: str
    limit: str | None
    moves: int | None
    shortest: bool | None
    positions: int
    elapsed_ms: float
    engine: str
    has_solution: bool
    at_least: int | None = None
    seed: int | None = None
    width: int | None = None
    rounds: int | None = None
    verified: bool | None = None


def _restored_answer(state: Any, text: str) -> Answer:
    data = json.loads(text)
    names = (one.name for one in fields(_AnswerFields) if one.name in data)
    known = {name: data[name] for name in names}
    puzzle = _sliding.Puzzle.restored(state)
    found = _AnswerFields(has_solution=data["solution"] is not None, **known)
    answer = _sliding.Answer.restored(puzzle, data["style"], found, data["levels"], text)
    made = restored(Answer, text, {})
    object.__setattr__(made, "_answer", answer)
    return made


class Hint(InStyle):
    """The next move of a shortest solution: ``sliding/solve/1``."""

    status = Field[Status]("``solved``, ``unsolvable`` or ``limit``")
    limit = Field[Limit | None]("which limit came first")
    start = Field[str]("the start in shorthand")
    moves = Field[int | None]("the least number of moves")
    shortest = Field[bool | None]("whether no solution has fewer moves")
    next = Field[Move | None](
        "the first move; None without one, and where the start is a goal", move_of
    )
    left = Field[int | None]("how many moves are left after it")


@dataclass(frozen=True)
class Choice:
    """How much choice there is before one move of the shortest solutions."""

    positions: int
    """The positions here that some shortest solution passes."""
    least: int
    """The least number of neighbours of one of these through which a shortest solution goes on."""
    most: int
    """The greatest such number."""
    shown: int
    """The same number for the configuration of the solution that is given."""


def _choices(data: list[dict[str, int]]) -> tuple[Choice, ...]:
    return tuple(Choice(**choice) for choice in data)


class Count(InStyle):
    """How many shortest solutions there are: ``sliding/count/1``."""

    limit = Field[Limit | None]("what stopped the count: ``memory``, ``time`` or ``cancelled``")
    moves = Field[int | None]("the least number of moves; None if no goal was met")
    solutions = Field[int | None](
        "how many shortest solutions there are, however many digits that has", int
    )
    goals = Field[int]("how many goal positions there are at the least distance")
    choices = Field[tuple[Choice, ...]]("the choice before each move", _choices)
    solution = Field[tuple[Move, ...] | None]("one of the shortest solutions", moves_of)
    positions = Field[int]("how many positions were found")
    elapsed_ms = Field[float]("milliseconds that the whole work took")


class ListedSolution(InStyle):
    """One of the shortest solutions: ``sliding/count/1``."""

    number = Field[int]("which one it is, from 1; the order is the same every time")
    solutions = Field[int]("how many shortest solutions there are, listed or not", int)
    classes = Field[int | None]("how many, if the order of moves that commute is left out")
    moves = Field[int]("the moves of each of them")
    start = Field[str]("the start in shorthand")
    solution = Field[tuple[Move, ...]]("the moves of this one", moves_of)


class Solutions(Sequence[ListedSolution]):
    """The shortest solutions that were listed, in an order that is the same every time."""

    def __init__(self, listed: Sequence[str], count: str) -> None:
        self._listed = tuple(map(ListedSolution, listed))
        self._counted = Count(count)

    @property
    def counted(self) -> Count:
        """How many there are, listed or not, and which limit came before they were counted."""
        return self._counted

    @overload
    def __getitem__(self, index: int) -> ListedSolution: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[ListedSolution]: ...

    def __getitem__(self, index: int | slice) -> ListedSolution | Sequence[ListedSolution]:
        return self._listed[index]

    def __len__(self) -> int:
        return len(self._listed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solutions):
            return NotImplemented
        return (self._listed, self._counted) == (other._listed, other._counted)

    def __hash__(self) -> int:
        return hash((self._listed, self._counted))

    def __repr__(self) -> str:
        return f"Solutions({len(self)} of {self.counted.solutions}, moves={self.counted.moves})"

    def to_dict(self) -> list[dict[str, Any]]:
        """The objects ``sliding/count/1``, one for each solution that is listed."""
        return [listed.to_dict() for listed in self]


@dataclass(frozen=True)
class StyleRow:
    """One style of :class:`Styles`."""

    style: int
    """The style, 0 to 5."""
    status: Status
    """``solved``, ``unsolvable`` or ``limit``."""
    limit: Limit | None
    """Which limit came first."""
    moves: int | None
    """The least number of moves."""
    positions: int
    """How many positions can be reached."""
    depth: int
    """The greatest distance from the start."""
    engine: str
    """The engine that searched."""
    elapsed_ms: float = field(compare=False)
    """Milliseconds that this search took."""


def _style_rows(data: list[dict[str, Any]]) -> tuple[StyleRow, ...]:
    return tuple(StyleRow(**row) for row in data)


class Styles(Subject):
    """All six meanings of a move side by side: ``sliding/solve/1``."""

    styles = Field[tuple[StyleRow, ...]]("one for each style, in order", _style_rows)


def _in_styles(data: list[int | None]) -> tuple[int | None, ...]:
    return tuple(data)


@dataclass(frozen=True)
class Variant:
    """What the search for a variant of the puzzle found."""

    moves: int | None
    """The least number of moves; None without a solution, or if a limit came first."""
    limit: Limit | None
    """Which limit came first."""


@dataclass(frozen=True)
class PieceRole:
    """How much a piece of the start matters."""

    piece: Piece
    """The piece."""
    always: bool
    """Whether every shortest solution moves it."""
    nailed: Variant
    """With the piece nailed down where it is."""
    left_out: Variant | None
    """Without the piece; None if a goal demands it."""
    freed: Variant | None
    """With the piece freed of its axis; None if it is not locked."""


@dataclass(frozen=True)
class WallRole:
    """How much a wall matters."""

    row: int
    """From 1."""
    col: int
    """From 1."""
    opened: Variant
    """With this cell opened."""


@dataclass(frozen=True)
class Passed:
    """A position that every shortest solution passes."""

    distance: int
    """Its distance from the start."""
    position: str
    """The position in shorthand."""


@dataclass(frozen=True)
class Superpiece:
    """Pieces that move together in a shortest solution."""

    kinds: tuple[str, ...]
    """The names of their kinds, one for each piece."""
    without: Variant
    """If pieces of just these kinds never move together."""
    before: str
    """A position in which they do so, in shorthand."""
    distance: int
    """Its distance from the start."""
    pieces: tuple[Piece, ...]
    """The pieces, where they are in that position."""


def _variant(data: dict[str, Any] | None) -> Variant | None:
    return None if data is None else Variant(**data)


def _variants(data: list[dict[str, Any]]) -> tuple[Variant, ...]:
    return tuple(Variant(**one) for one in data)


def _piece_roles(data: list[dict[str, Any]]) -> tuple[PieceRole, ...]:
    return tuple(
        PieceRole(
            Piece(one["kind"], one["row"], one["col"], one["name"]),
            one["always"],
            Variant(**one["nailed"]),
            _variant(one["left_out"]),
            _variant(one["freed"]),
        )
        for one in data
    )


def _wall_roles(data: list[dict[str, Any]]) -> tuple[WallRole, ...]:
    return tuple(WallRole(one["row"], one["col"], Variant(**one["opened"])) for one in data)


def _passed(data: list[dict[str, Any]]) -> tuple[Passed, ...]:
    return tuple(Passed(**one) for one in data)


def _superpieces(data: list[dict[str, Any]]) -> tuple[Superpiece, ...]:
    return tuple(
        Superpiece(
            tuple(one["kinds"]),
            Variant(**one["without"]),
            one["before"],
            one["distance"],
            pieces_of(one["pieces"]),
        )
        for one in data
    )


class Why(InStyle):
    """What makes a puzzle hard: ``sliding/why/1``."""

    limit = Field[Limit | None]("what stopped it: ``memory``, ``time`` or ``cancelled``")
    moves = Field[int | None]("the least number of moves")
    solutions = Field[int | None]("how many shortest solutions there are", int)
    passed = Field[tuple[Passed, ...]]("the positions that every shortest solution passes", _passed)
    pieces = Field[tuple[PieceRole, ...]]("the pieces of the start", _piece_roles)
    walls = Field[tuple[WallRole, ...]]("the walls beside open cells", _wall_roles)
    gates = Field[tuple[Variant, ...]]("for each gate the puzzle without it", _variants)
    one_by_one = Field[Variant | None]("in styles 3 to 5: if pieces move one by one", _variant)
    superpieces = Field[tuple[Superpiece, ...] | None](
        "in styles 3 to 5: the pieces that move together in shortest solutions", _superpieces
    )
    superpieces_limit = Field[Limit | None]("what kept ``superpieces`` from being found in full")
    elapsed_ms = Field[float]("milliseconds that the whole work took")


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle feels, and the numbers behind it."""

    difficulty: float | None
    """The felt difficulty: the player's moves for each of the fewest; None if these are 0 or unknown."""
    player_moves: float
    """The moves of 1,000 plays of a simulated player, for each play that it solved."""
    unsolved_plays: int
    """How many plays were ended without a solution; if all, the difficulty is a lower bound."""
    moves: int | None
    """The fewest moves; None if the positions do not fit into the memory."""
    pieces: int | None
    """How many pieces a shortest solution moves that moves few."""
    in_the_way: int
    """How many pieces are in the direct way, or wanted elsewhere."""


def rating_of(fields: dict[str, Any]) -> Rating:
    """A rating from its fields in a report."""
    return Rating(**fields)


class Rate(InStyle):
    """How hard a puzzle feels: ``sliding/rate/1``."""

    limit = Field[Limit | None]("None: where a limit comes first, an error is raised")
    rating = Field[Rating | None]("the rating; None if there is no solution", rating_of)

    @property
    def difficulty(self) -> float | None:
        """The felt difficulty; None if it is unknown, or there is no solution."""
        return None if self.rating is None else self.rating.difficulty


class Improvement(InStyle):
    """A step to a better puzzle: ``sliding/make/1``. Its subject is the puzzle that was given."""

    moves = Field[int]("the fewest moves")
    pieces = Field[int]("how many pieces there are")
    difficulty = Field[float | None]("the felt difficulty, if that is the aim")
    changes = Field[tuple[str, ...]]("what was changed last; empty for the puzzle as given", tuple)
    text = Field[str]("the better puzzle as a text")

    @property
    def better(self) -> Puzzle:
        """The better puzzle."""
        # Puzzles know their results, so these get to know puzzles late.
        from .puzzle import Puzzle

        return Puzzle.parse(self.text)


class Improvements(Sequence[Improvement]):
    """The steps to a better puzzle, the puzzle as given first."""

    def __init__(self, steps: Sequence[str], limit: Limit | None) -> None:
        self._steps = tuple(map(Improvement, steps))
        self._limit = limit

    @property
    def best(self) -> Puzzle:
        """The puzzle of the last step."""
        return self._steps[-1].better

    @property
    def limit(self) -> Limit | None:
        """Which limit ended it; None if all rounds were made."""
        return self._limit

    @overload
    def __getitem__(self, index: int) -> Improvement: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Improvement]: ...

    def __getitem__(self, index: int | slice) -> Improvement | Sequence[Improvement]:
        return self._steps[index]

    def __len__(self) -> int:
        return len(self._steps)

    def __eq__(self, other: object) -> bool:
        return self._steps == other._steps if isinstance(other, Improvements) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._steps)

    def __repr__(self) -> str:
        return f"Improvements({[step.moves for step in self]}, limit={self.limit!r})"

    def to_dict(self) -> list[dict[str, Any]]:
        """The objects ``sliding/make/1``, one for each step."""
        return [step.to_dict() for step in self]


class Verification(Subject):
    """What came of replaying a solution: ``sliding/verify/1``."""

    source = Field[str]("where the solution is from")
    start = Field[str]("the start in shorthand")
    legal = Field[bool]("whether every move can be made, in whatever style")
    solved = Field[bool]("whether a goal is met after all of them")
    made = Field[int]("how many moves were made, as they were written")
    of_blank = Field[bool]("whether the moves were read as letters for the ways of the blank")
    line = Field[int | None]("the line of the move that cannot be made")
    flaw = Field[str | None]("what is wrong with that move")
    moves = Field[tuple[int | None, ...]](
        "how many moves the steps are in each style, 0 to 5; None where the style has no such moves",
        _in_styles,
    )
    end = Field[str]("the configuration at the end, in shorthand")


class Proof(InStyle):
    """A proof that was written: ``sliding/prove/1``."""

    proof = Field[str]("the path of the proof as it was given")
    written = Field[bool]("whether there is a proof; false where a limit came first")
    kind = Field[str | None]("``levels``, ``closed`` or ``two-sided``: docs/proofs.md")
    moves = Field[int | None](
        "the least number of moves; None where there is no solution, or a limit"
    )
    levels = Field[int]("how many levels are listed")
    positions = Field[int]("how many positions are listed")
    bytes = Field[int | None]("the size of the file")
    searched_ms = Field[float]("milliseconds until the solution was known")
    elapsed_ms = Field[float]("milliseconds until all was written")


class ProofCheck(Document):
    """What came of checking a proof: ``sliding/verify/1``. True if the claim is proven."""

    file = Field[str]("the path of the proof as it was given")
    proven = Field[bool]("whether the claim is proven; what follows is None where nothing is known")
    limit = Field[Limit | None](
        "what stopped the check before it knew: ``memory``, ``time`` or ``cancelled``"
    )
    line = Field[int | None]("the line that is refused, or at which the check was stopped")
    reason = Field[str | None]("why")
    puzzle = Field[str | None]("the name of the puzzle that it is about")
    size = Field[Size | None]("the size of its board", size_of)
    start = Field[str | None]("its start in shorthand")
    style = Field[int | None]("the meaning of one move, 0 to 5")
    kind = Field[str | None]("``levels``, ``closed`` or ``two-sided``")
    moves = Field[int | None](
        "the least number of moves; None with ``proven``: there is no solution"
    )
    levels = Field[int | None]("how many levels are listed")
    positions = Field[int | None]("how many positions are listed")
    elapsed_ms = Field[float]("milliseconds that it took")

    def __bool__(self) -> bool:
        return self.proven
