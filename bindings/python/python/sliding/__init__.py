r"""Sliding-block puzzles of any shape, solved in the fewest moves, under six meanings of one move.

>>> import sliding
>>> puzzle = sliding.Puzzle.parse("2 x 3 (swap the two)\n1 = 1\n2 = 1\n1002\n2??1\n")
>>> puzzle.solve(style=2).moves
3

:class:`Puzzle` is where to begin; bindings/python/GUIDE.md of the repository shows everything by examples.
Results are objects of the schemas in docs/json.md.
"""

from . import tiles
from ._effort import Progress
from ._sliding import __version__
from .data import Gate, Kind
from .errors import (
    Error,
    Fault,
    Interrupted,
    LimitError,
    ParseError,
    Problem,
    PuzzleWarning,
    Reading,
    RefusedError,
    SetupError,
)
from .game import Game
from .hunts import Hunt, HuntRow, hunt
from .makers import Level, Pack, generate, pack
from .puzzle import Puzzle, check_proof
from .reading import NOTATIONS, Notation
from .results import (
    Answer,
    Count,
    Hint,
    Improvement,
    Improvements,
    ListedSolution,
    Proof,
    ProofCheck,
    Rate,
    Rating,
    Solutions,
    Styles,
    Verification,
    Why,
)
from .spaces import Graph, Map, Survey
from .subject import Assumption, Move, Piece, ReadAs, Size
from .table import Table
from .tiles import TilesAnswer, TilesSolution, TilesSolutions

__all__ = [
    "NOTATIONS",
    "Answer",
    "Assumption",
    "Count",
    "Error",
    "Fault",
    "Game",
    "Gate",
    "Graph",
    "Hint",
    "Hunt",
    "HuntRow",
    "Improvement",
    "Improvements",
    "Interrupted",
    "Kind",
    "Level",
    "LimitError",
    "ListedSolution",
    "Map",
    "Move",
    "Notation",
    "Pack",
    "ParseError",
    "Piece",
    "Problem",
    "Progress",
    "Proof",
    "ProofCheck",
    "Puzzle",
    "PuzzleWarning",
    "Rate",
    "Rating",
    "ReadAs",
    "Reading",
    "RefusedError",
    "SetupError",
    "Size",
    "Solutions",
    "Styles",
    "Survey",
    "Table",
    "TilesAnswer",
    "TilesSolution",
    "TilesSolutions",
    "Verification",
    "Why",
    "__version__",
    "check_proof",
    "generate",
    "hunt",
    "pack",
    "tiles",
]
