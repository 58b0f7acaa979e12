"""Playing a puzzle move by move."""

from __future__ import annotations

from ._effort import style_number
from .puzzle import Puzzle
from .subject import Move


class Game:
    """A puzzle that is played move by move, with the names of python-chess.

    >>> import sliding
    >>> game = sliding.Game(sliding.Puzzle.parse("1 x 4\\n1 = 1\\n1\\n0001\\n"), style=0)
    >>> game.push(game.legal_moves[0])
    >>> game.position, game.is_solved
    ('01', False)
    >>> game.pop().steps
    ('right',)
    """

    def __init__(self, puzzle: Puzzle, style: int = 2) -> None:
        if not isinstance(puzzle, Puzzle):
            raise TypeError(f"puzzle is a Puzzle, not {puzzle!r}")
        self._style = style_number(style)
        self._puzzles = [puzzle]
        self._moves: list[Move] = []

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, from where the game began."""
        return self._puzzles[0]

    @property
    def style(self) -> int:
        """The meaning of one move, 0 to 5."""
        return self._style

    @property
    def position(self) -> str:
        """The current position in shorthand, as in ``game.puzzle.hint(start=game.position)``."""
        return self._puzzles[-1].start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that can be made now, one for each position that is one move away.

        Raises :class:`LimitError` as :meth:`Puzzle.moves` does.
        """
        return self._puzzles[-1].moves(self._style)

    @property
    def is_solved(self) -> bool:
        """Whether the current position meets a goal."""
        return self._puzzles[-1].is_solved

    def push(self, move: Move) -> None:
        """Makes a move, such as one of :attr:`legal_moves` or of a solution.

        Raises ``ValueError`` if it is not one legal move here; the game is unchanged then.
        """
        if not isinstance(move, Move):
            raise TypeError(f"move is a Move, not {move!r}")
        made = self._puzzles[-1].verify([move])
        if not made.legal:
            flaw = (made.flaw or "").removeprefix("move 1: ")
            raise ValueError(f"not a legal move: {flaw}")
        if made.moves[self._style] != 1:
            raise ValueError(f"not one move in style {self._style}")
        self._puzzles.append(self._puzzles[-1].starting_at(made.end))
        self._moves.append(move)

    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises ``IndexError`` if there is none."""
        if not self._moves:
            raise IndexError("no move to take back")
        move = self._moves.pop()
        self._puzzles.pop()
        return move

    def _repr_svg_(self) -> str:
        return self._puzzles[-1].svg()

    def __repr__(self) -> str:
        name, moves = self.puzzle.name, len(self._moves)
        return f"<Game {name!r}, style {self._style}, {moves} moves, at {self.position}>"
