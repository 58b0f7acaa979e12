"""Playing a puzzle move by move."""

from __future__ import annotations

from . import _sliding
from .options import Style, expect
from .puzzle import Puzzle
from .subject import Move


class Game:
    """A puzzle that is played move by move, with the names of python-chess.

    >>> import sliding
    >>> game = sliding.Game(sliding.Puzzle.parse("1 x 4\\n1 = 1\\n1\\n0001\\n"), style="step")
    >>> game.push(game.legal_moves[0])
    >>> print(game)
    ┌───┬───┬───────┐
    │   │ 1 │       │
    └───┴───┴───────┘
    >>> game.position, game.is_solved
    ('01', False)
    >>> game.pop().steps
    ('right',)
    """

    def __init__(self, puzzle: Puzzle, style: Style = "walk") -> None:
        expect("puzzle", puzzle, Puzzle)
        self.style: int = _sliding.style_number(style)
        """The meaning of one move, 0 to 5."""
        self._puzzles = [puzzle]
        self._moves: list[Move] = []

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, from where the game began."""
        return self._puzzles[0]

    @property
    def current(self) -> Puzzle:
        """The puzzle from the current position."""
        return self._puzzles[-1]

    @property
    def position(self) -> str:
        """The current position in shorthand, as in ``game.puzzle.hint(start=game.position)``."""
        return self.current.start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that can be made now, one for each position that is one move away.

        Raises :class:`LimitError` as :meth:`Puzzle.moves` does.
        """
        return self.current.moves(self.style)

    @property
    def is_solved(self) -> bool:
        """Whether the current position meets a goal."""
        return self.current.is_solved

    def push(self, move: Move) -> None:
        """Makes a move, such as one of :attr:`legal_moves` or of a solution.

        Raises ``ValueError`` if it is not one legal move here; the game is unchanged then.
        """
        made = self.current.verify([move])
        if not made.legal:
            raise ValueError(f"not a legal move: {(made.flaw or '').removeprefix('move 1: ')}")
        if made.moves[self.style] != 1:
            raise ValueError(f"not one move in style {self.style}")
        self._puzzles.append(self.current.starting_at(made.end))
        self._moves.append(move)

    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises ``IndexError`` if there is none."""
        move = self._moves.pop()
        self._puzzles.pop()
        return move

    def __str__(self) -> str:
        return self.current.drawing()

    def _repr_svg_(self) -> str:
        return self.current.svg()

    def __repr__(self) -> str:
        return f"<Game {self.puzzle.name!r}, style {self.style}, {len(self._moves)} moves, at {self.position}>"
