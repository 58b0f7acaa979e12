"""What comes back of questions about a puzzle. A distance is a number of moves in the style that was asked for."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from . import _sliding
from ._result import Limit, Result, Status
from .subject import GateMask, Goal, KindRow, Move, Note, Piece, Size, Styled, Subject

ProofKind: TypeAlias = Literal["levels", "closed", "two-sided"]
"""The kind of a proof; docs/internals/proofs.md describes them."""


@dataclass(frozen=True, repr=False)
class Answer(Styled):
    """What ``solve`` found.

    In a notebook it is a page to step through the solution and to play. As a string it is every move, drawn with
    characters.
    """

    status: Status
    limit: Limit | None
    moves: int | None
    """The least number of moves, unless ``shortest`` is false."""
    at_least: int | None
    """Where a limit came first, or ``shortest`` is false: no solution has fewer moves."""
    shortest: bool | None
    """Whether no solution has fewer moves; None without a solution."""
    levels: tuple[int, ...]
    """How many positions there are at distance 0, 1, 2, ..."""
    positions: int
    """How many positions were found, or visited."""
    elapsed_ms: float = field(compare=False)
    engine: str
    """The engine that searched."""
    seed: int | None
    """Of the engine ``beam``, as the next two."""
    width: int | None
    """The most positions of a level that were kept."""
    rounds: int | None
    """The rounds that began."""
    start: str
    """The start in shorthand."""
    pieces: tuple[Piece, ...]
    """The pieces of the start."""
    kinds: tuple[KindRow, ...]
    blocked: tuple[tuple[int, int], ...]
    """Row and column of each wall."""
    goals: tuple[Goal, ...]
    gates: tuple[GateMask, ...]
    notes: tuple[Note, ...]
    solution: tuple[Move, ...] | None
    """The moves in order."""
    verified: bool | None
    """Whether independent code could replay the solution; None without one."""

    def __str__(self) -> str:
        return _sliding.text(self._more._puzzle, self)

    def svg(self, *, theme: str = "auto", labels: bool = False) -> str:
        """Returns a sheet with all boards of the solution, as SVG.

        ``theme`` is ``auto``, ``light`` or ``dark``; with ``labels`` pieces bear the names of their kinds.
        """
        return _sliding.sheet(self._more._puzzle, self, theme, labels)

    def svg_animated(self, *, theme: str = "auto", labels: bool = False, speed: float = 2.0) -> str:
        """Returns a moving picture as SVG, with ``speed`` moves a second, from 0.1 to 20."""
        return _sliding.animation(self._more._puzzle, self, theme, labels, speed)

    def page(self) -> str:
        """Returns a page to play on, as one HTML file that needs nothing else."""
        return _sliding.page(self._more._puzzle, self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        # A page of its own within the notebook: neither can disturb the other.
        return (
            f'<iframe srcdoc="{html.escape(self.page())}" sandbox="allow-scripts" title="{html.escape(self.puzzle)}" '
            'style="width:100%;height:640px;border:0"></iframe>'
        )


@dataclass(frozen=True, repr=False)
class Hint(Styled):
    """The next move of a shortest solution."""

    status: Status
    limit: Limit | None
    start: str
    """The start in shorthand."""
    moves: int | None
    """The least number of moves."""
    at_least: int | None
    """Where a limit came first: no solution has fewer moves."""
    shortest: bool | None
    """Whether no solution has fewer moves."""
    next: Move | None
    """The first move; None without one, and where the start is a goal."""
    left: int | None
    """How many moves are left after it."""


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
    """The same number for the position of the solution that is given."""


@dataclass(frozen=True, repr=False)
class Count(Styled):
    """How many shortest solutions there are."""

    limit: Limit | None
    moves: int | None
    """The least number of moves; None if no goal was met."""
    solutions: int | None
    """How many shortest solutions there are, however many digits that has."""
    goals: int
    """How many goal positions there are at the least distance."""
    choices: tuple[Choice, ...]
    """The choice before each move."""
    solution: tuple[Move, ...] | None
    """One of the shortest solutions."""
    positions: int
    elapsed_ms: float = field(compare=False)


@dataclass(frozen=True, repr=False)
class ListedSolution(Styled):
    """One of the shortest solutions."""

    number: int
    """Which one it is, from 1; the order is the same every time."""
    solutions: int
    """How many shortest solutions there are, listed or not."""
    classes: int | None
    """How many, if the order of moves that commute is left out."""
    moves: int
    start: str
    """The start in shorthand."""
    solution: tuple[Move, ...]


@dataclass(frozen=True)
class StyleRow:
    """One style of :class:`Styles`."""

    style: int
    status: Status
    limit: Limit | None
    moves: int | None
    positions: int
    depth: int
    """The greatest distance from the start."""
    engine: str
    elapsed_ms: float = field(compare=False)


@dataclass(frozen=True, repr=False)
class Styles(Subject):
    """All six meanings of a move side by side."""

    styles: tuple[StyleRow, ...]
    """One for each style, in order."""


@dataclass(frozen=True)
class Variant:
    """What the search for a variant of the puzzle found."""

    moves: int | None
    """The least number of moves; None without a solution, or if a limit came first."""
    limit: Limit | None


@dataclass(frozen=True)
class PieceRole(Piece):
    """A piece of the start, and how much it matters."""

    always: bool
    """Whether every shortest solution moves it."""
    nailed: Variant | None
    """With the piece nailed down where it is."""
    left_out: Variant | None
    """Without the piece; None if a goal demands it."""
    freed: Variant | None
    """With the piece freed of its axis; None if it is not locked."""


@dataclass(frozen=True)
class WallRole:
    """How much a wall matters."""

    row: int
    col: int
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
    distance: int
    before: str
    """A position in which they do so, in shorthand, at this distance from the start."""
    pieces: tuple[Piece, ...]
    """The pieces, where they are in that position."""


@dataclass(frozen=True, repr=False)
class Why(Styled):
    """What makes a puzzle hard."""

    limit: Limit | None
    moves: int | None
    solutions: int | None
    passed: tuple[Passed, ...]
    pieces: tuple[PieceRole, ...]
    walls: tuple[WallRole, ...]
    """The walls beside open cells."""
    gates: tuple[Variant, ...]
    """For each gate the puzzle without it."""
    one_by_one: Variant | None
    """In styles 3 to 5: if pieces move one by one."""
    superpieces: tuple[Superpiece, ...] | None
    """In styles 3 to 5: the pieces that move together in shortest solutions."""
    superpieces_limit: Limit | None
    """What kept ``superpieces`` from being found in full."""
    elapsed_ms: float = field(compare=False)


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle feels, and the numbers behind it."""

    difficulty: float | None
    """The felt difficulty: the player's moves for each of the fewest; None if these are 0."""
    player_moves: float
    """The moves of 1,000 plays of a simulated player, for each play that it solved."""
    lower_bound: bool
    """Whether no play was solved: then the difficulty and the player's moves are lower bounds."""
    unsolved_plays: int
    """How many plays ended without a solution."""
    moves: int
    """The fewest moves."""
    pieces: int
    """How many pieces a shortest solution moves that moves few."""
    in_the_way: int
    """How many pieces are in the direct way, or wanted elsewhere."""


@dataclass(frozen=True, repr=False)
class Rate(Styled):
    """How hard a puzzle feels."""

    limit: Limit | None
    """None: where a limit comes first, an error is raised."""
    rating: Rating | None
    """None if there is no solution."""


@dataclass(frozen=True, repr=False)
class Verification(Subject):
    """What came of replaying a solution."""

    source: str
    """Where the solution is from."""
    start: str
    """The start in shorthand."""
    legal: bool
    """Whether every move can be made, in whatever style."""
    solved: bool
    """Whether a goal is met after all of them."""
    made: int
    """How many moves were made, as they were written."""
    of_blank: bool
    """Whether the moves were read as letters for the directions of the blank."""
    line: int | None
    """The line of the move that cannot be made."""
    flaw: str | None
    """What is wrong with that move."""
    moves: tuple[int | None, ...]
    """How many moves the steps are in each style, 0 to 5; None where the style has no such moves."""
    end: str
    """The position at the end, in shorthand."""


@dataclass(frozen=True, repr=False)
class Proof(Styled):
    """A proof that was written."""

    proof: str
    """The path of the proof as it was given."""
    written: bool
    """Whether there is a proof; false where a limit came first."""
    kind: ProofKind | None
    moves: int | None
    """The least number of moves; None where there is no solution, or a limit."""
    levels: int
    """How many levels are listed."""
    positions: int
    """How many positions are listed."""
    bytes: int | None
    """The size of the file."""
    searched_ms: float = field(compare=False)
    """Milliseconds until the solution was known."""
    elapsed_ms: float = field(compare=False)


@dataclass(frozen=True, repr=False)
class ProofCheck(Result):
    """What came of checking a proof. True if the claim is proven."""

    file: str
    """The path of the proof as it was given."""
    proven: bool
    """Whether the claim is proven; what follows is None where nothing is known."""
    limit: Limit | None
    line: int | None
    """The line that is refused, or at which the check was stopped."""
    reason: str | None
    """Why."""
    puzzle: str | None
    """The title of the puzzle that it is about."""
    size: Size | None
    start: str | None
    """Its start in shorthand."""
    style: int | None
    kind: ProofKind | None
    moves: int | None
    """The least number of moves; None with ``proven``: there is no solution."""
    levels: int | None
    """How many levels are listed."""
    positions: int | None
    """How many positions are listed."""
    elapsed_ms: float = field(compare=False)

    def __bool__(self) -> bool:
        return self.proven
