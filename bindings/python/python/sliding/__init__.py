r"""Sliding-block puzzles of any shape, solved in the fewest moves, under six meanings of one move.

>>> import sliding
>>> puzzle = sliding.Puzzle.parse("2 x 3 (swap the two)\n1 = 1\n2 = 1\n1002\n2??1\n")
>>> puzzle.solve("walk").moves
3

:class:`Puzzle` is where to begin; bindings/python/GUIDE.md of the repository shows everything by examples. Results are
objects of the schemas in docs/json.md.
"""

from . import tiles
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
from .makers import Family, Hunt, HuntRow, Improvement, Level, Pack, generate, hunt, pack
from .options import Disk, Limits, Progress
from .puzzle import NOTATIONS, Notation, Puzzle, check_proof
from .results import (
    Answer,
    Count,
    Hint,
    ListedSolution,
    Proof,
    ProofCheck,
    Rate,
    Rating,
    Styles,
    Verification,
    Why,
)
from .spaces import Components, Graph, Map
from .subject import Assumption, Move, Piece, ReadAs, Size
from .tiles import TilesAnswer

__all__ = [
    "Answer",
    "Assumption",
    "Components",
    "Count",
    "Disk",
    "Error",
    "Family",
    "Fault",
    "Game",
    "Gate",
    "Graph",
    "Hint",
    "Hunt",
    "HuntRow",
    "Improvement",
    "Interrupted",
    "Kind",
    "Level",
    "LimitError",
    "Limits",
    "ListedSolution",
    "Map",
    "Move",
    "NOTATIONS",
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
    "Styles",
    "TilesAnswer",
    "Verification",
    "Why",
    "__version__",
    "check_proof",
    "generate",
    "hunt",
    "pack",
    "tiles",
]
