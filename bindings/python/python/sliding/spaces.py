"""What comes back of whole spaces: maps, components, graphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._result import Limit
from .subject import Move, Styled

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import scipy.sparse
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Distances:
    """Positions by their distance from an origin."""

    depth: int
    """The greatest distance."""
    levels: tuple[int, ...]
    """How many positions there are at each distance."""
    farthest: tuple[str, ...]
    """Positions at the greatest distance, in shorthand; no more than were asked for."""


@dataclass(frozen=True)
class Hardest:
    """A start that is farthest from the goals. What a result does not know is None, or empty."""

    start: str
    """The start in shorthand."""
    moves: int
    """The least number of moves to a goal."""
    solution: tuple[Move, ...]
    """A shortest solution from there: of :class:`Map`."""
    end: str | None
    """A nearest goal position: of :class:`Components`, as the next two."""
    goal: int | None
    """Which goal of the puzzle the end meets."""
    positions: int | None
    """The size of the component."""


@dataclass(frozen=True)
class Symmetry:
    """Mirror images and turns of the board after which a puzzle is the same."""

    images: int
    """How many there are, with the identity."""
    positions: int
    """The number of positions up to symmetry."""


@dataclass(frozen=True)
class Asked:
    """The distances of a position of ``distance_of``."""

    position: str
    from_start: int | None
    """None if it was not found."""
    to_goal: int | None
    """To the nearest goal; None if it was not found from there."""


@dataclass(frozen=True, repr=False)
class Map(Styled):
    """All positions that the start reaches."""

    limit: Limit | None
    positions: int
    """How many, the start included."""
    moves: int | None
    """The least number of moves from the start to a goal."""
    goals: int
    """How many of the positions meet a goal."""
    edges: int | None
    """How many pairs of positions are one move apart, if they were counted."""
    dead_ends: int | None
    """Positions with exactly one neighbour, if they were counted."""
    degrees: tuple[int, ...] | None
    """How many positions have 0, 1, 2, ... neighbours; None with the engine ``dense``."""
    from_start: Distances
    from_goals: Distances | None
    hardest: Hardest | None
    symmetry: Symmetry | None
    """The puzzle's symmetries, if the search used them."""
    asked: tuple[Asked, ...]
    elapsed_ms: float = field(compare=False)

    @property
    def boards(self) -> NDArray[np.uint8]:
        """Every position as :attr:`Puzzle.board` has it: shape ``(positions, rows, columns)``, the nearest first."""
        return self._array(0, "u1").reshape(-1, self.size.rows, self.size.cols)

    @property
    def distances(self) -> NDArray[np.uint32]:
        """The distance of each board from the origin of the map: shape ``(positions,)``."""
        return self._array(1, "<u4")

    def _array(self, number: int, kind: str) -> NDArray[Any]:
        import numpy as np

        if self._more is None:
            raise AttributeError("boards are kept with explore(boards=True), if it is not stopped")
        return np.frombuffer(self._more[number], kind)


@dataclass(frozen=True)
class Diameter:
    """The greatest distance between two positions of a component."""

    least: int
    """It is at least this."""
    most: int
    """It is at most this."""
    exact: bool
    """Whether the two are equal."""
    pair: tuple[str, str]
    """Two positions in shorthand that are ``least`` apart."""


@dataclass(frozen=True)
class Component:
    """Positions that reach each other."""

    positions: int
    """How many."""
    start: bool
    """Whether the start is among them."""
    goals: int
    """How many of them meet a goal."""
    first: str
    """One of them in shorthand."""
    diameter: Diameter
    hardest: Hardest | None
    """None without a goal."""


@dataclass(frozen=True, repr=False)
class Components(Styled):
    """All positions, reachable or not, and the components they fall into."""

    limit: Limit | None
    all_positions: int | None
    """How many there are, however many digits that has."""
    components: int
    """How many components they fall into."""
    with_goals: int
    """How many of these have a goal position."""
    sizes: tuple[tuple[int, int], ...]
    """Each size of a component and how many have it, the largest first."""
    sizes_with_goals: tuple[tuple[int, int], ...]
    """The same of components that have a goal."""
    hardest: Hardest | None
    """The hardest start of all components."""
    largest: tuple[Component, ...]
    """The largest components, and those of start and goal."""
    elapsed_ms: float = field(compare=False)


@dataclass(frozen=True)
class Node:
    """A position of a graph."""

    position: str
    """The position in shorthand."""
    from_start: int
    """The least number of moves from the start."""
    to_goal: int | None
    """The least number of moves to a goal; None where none can be reached."""


@dataclass(frozen=True, repr=False)
class Graph(Styled):
    """All positions and their neighbours. Moves can be taken back, so edges have no direction."""

    nodes: tuple[Node, ...]
    """The positions by their distance from the start, which is the first."""
    edges: tuple[tuple[int, int], ...]
    """Pairs of numbers of nodes, from 0, that are one move apart."""

    def to_scipy(self) -> scipy.sparse.csr_array:
        """Returns the symmetric matrix of neighbours, with a 1 for each pair, for SciPy."""
        import numpy as np
        import scipy.sparse

        one, other = np.array(self.edges, dtype=np.int64).reshape(-1, 2).T
        places = np.concatenate([one, other]), np.concatenate([other, one])
        ones = np.ones(2 * len(one), dtype=np.int8)
        return scipy.sparse.csr_array((ones, places), shape=(len(self.nodes), len(self.nodes)))

    def to_networkx(self) -> networkx.Graph[int]:
        """Returns the graph for NetworkX; nodes have ``position``, ``from_start`` and, where a goal can be reached,
        ``to_goal``."""
        import networkx

        graph: networkx.Graph[int] = networkx.Graph()
        for number, node in enumerate(self.nodes):
            graph.add_node(number, **{name: value for name, value in vars(node).items() if value is not None})
        graph.add_edges_from(self.edges)
        return graph

    def __repr__(self) -> str:
        sizes = f"nodes={len(self.nodes)}, edges={len(self.edges)}"
        return f"Graph(puzzle={self.puzzle!r}, style={self.style}, {sizes})"
