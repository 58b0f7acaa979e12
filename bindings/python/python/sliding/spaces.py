"""What comes back of whole spaces: maps, surveys, graphs.

Cells in arrays count from 0, row by row. A distance is a number of moves in the style that was asked
for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _sliding
from ._document import Counts, Field, Limit, restored, counts, frozen
from .subject import InStyle, Move, moves_of
from .table import Column, Table, Texts

if TYPE_CHECKING:
    import networkx
    import rustworkx
    import scipy.sparse


class Distances:
    """Configurations by their distance from an origin."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._depth: int = data["depth"]
        self._levels = counts(data["levels"])
        self._farthest: tuple[str, ...] = tuple(data["farthest"])

    @property
    def depth(self) -> int:
        """The greatest distance."""
        return self._depth

    @property
    def levels(self) -> Counts:
        """How many positions there are at each distance: an array of shape ``(depth + 1,)``."""
        return self._levels

    @property
    def farthest(self) -> tuple[str, ...]:
        """Configurations at the greatest distance, in shorthand; no more than were asked for."""
        return self._farthest

    def __reduce__(self) -> tuple[Any, ...]:
        return Distances, (self._data,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distances) and self._data == other._data

    def __hash__(self) -> int:
        return hash((self._depth, self._farthest))

    def __repr__(self) -> str:
        return f"Distances(depth={self.depth}, farthest={self.farthest})"


@dataclass(frozen=True)
class Hardest:
    """A start that is farthest from its goals. What a result does not know is None."""

    start: str
    """The start in shorthand."""
    moves: int
    """The least number of moves from there to a goal."""
    solution: tuple[Move, ...] | None = None
    """A shortest solution from there: of :class:`Map`."""
    end: str | None = None
    """A nearest goal in shorthand: of :class:`Survey`."""
    goal: int | None = None
    """Which goal of the puzzle the end meets, from 1: of :class:`Survey`."""
    positions: int | None = None
    """The size of the component: of :class:`Survey`."""


@dataclass(frozen=True)
class Symmetry:
    """Mirror images and turns of the board after which a puzzle is the same."""

    images: int
    """How many there are, the one that changes nothing included."""
    positions: int
    """How many positions there are if those that come of each other count once."""


@dataclass(frozen=True)
class Asked:
    """How far a configuration is that was asked for."""

    position: str
    """The configuration in shorthand."""
    from_start: int | None
    """Moves from the start; none if it was not found."""
    to_goal: int | None
    """Moves to the nearest goal; none if it was not found from there."""


def _symmetry(data: dict[str, Any]) -> Symmetry:
    return Symmetry(data["images"], data["positions"])


def _hardest(data: dict[str, Any]) -> Hardest:
    solution = moves_of(data["solution"]) if "solution" in data else None
    return Hardest(**{**data, "solution": solution})


class Map(InStyle):
    """All that can be reached: ``sliding/explore/1``; with ``dump=True`` also as a table."""

    limit = Field[Limit | None]("what stopped the search: ``memory``, ``time`` or ``cancelled``")
    positions = Field[int]("how many positions can be reached, the start included")
    moves = Field[int | None]("the least number of moves from the start to a goal")
    goals = Field[int]("how many of the positions meet a goal")
    edges = Field[int | None](
        "how many pairs of positions are one move apart, if they were counted"
    )
    dead_ends = Field[int | None]("positions with exactly one neighbour, if they were counted")
    degrees = Field[Counts | None](
        "how many positions have 0, 1, 2, ... neighbours; none with ``dense``", counts
    )
    from_start = Field[Distances]("distances from the start", Distances)
    from_goals = Field[Distances | None]("distances from the nearest goal", Distances)
    hardest = Field[Hardest | None]("the first of the starts farthest from all goals", _hardest)
    symmetry = Field[Symmetry | None]("the puzzle's symmetries, if the search used them", _symmetry)
    elapsed_ms = Field[float]("milliseconds that the whole work took")

    def __init__(self, found: _sliding.Map, file: str, rows: tuple[str, int]) -> None:
        super().__init__(lambda: found.json(file))
        object.__setattr__(self, "_found", found)
        object.__setattr__(self, "_rows", rows)

    _found: _sliding.Map
    _rows: tuple[str, int]

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (Map, self.to_json(), {"table": self._kept})

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The distances of the positions in ``distance_of``."""
        return tuple(Asked(**data) for data in self.to_dict().get("asked", ()))

    @property
    def table(self) -> Table:
        """Every configuration, the nearest first; of those equally far in any order.

        Columns ``position`` (text, in shorthand) and ``from_start``, or ``to_goal`` with
        ``origin="goal"`` (uint32, in moves); and the array ``pieces`` of shape ``(positions,
        number of pieces)``: the cells of the pieces' origins, those of the first kind ascending,
        then those of the next. Only with ``dump=True``.
        """
        table = self._kept
        if table is None:
            raise AttributeError("positions are kept with explore(dump=True), if it is not stopped")
        return table

    @property
    def _kept(self) -> Table | None:
        if "table" not in self._values:
            self._values["table"] = _table_of(self._found, self._rows)
        table: Table | None = self._values["table"]
        return table


def _table_of(found: _sliding.Map, rows: tuple[str, int]) -> Table | None:
    kept = found.kept()
    if kept is None:
        return None
    name, number = rows
    distances, pieces, texts = kept
    columns: dict[str, Column] = {
        "position": Texts(*texts),
        name: np.frombuffer(distances, dtype=np.uint32),
    }
    return Table(columns, pieces=np.frombuffer(pieces, dtype=np.uint32).reshape(-1, number))


@dataclass(frozen=True)
class Diameter:
    """The greatest distance between two placements of a component."""

    least: int
    """It is at least this."""
    most: int
    """It is at most this."""
    exact: bool
    """Whether the two are equal."""
    pair: tuple[str, str]
    """Two placements in shorthand that are ``least`` apart."""


@dataclass(frozen=True)
class Component:
    """Placements that lead to each other."""

    positions: int
    """How many."""
    has_start: bool
    """Whether the start is among them."""
    goals: int
    """How many of them meet a goal."""
    first: str
    """One of them in shorthand."""
    diameter: Diameter
    """The greatest distance within."""
    hardest: Hardest | None
    """A placement that is farthest from all goals; None without a goal."""


def _component(data: dict[str, Any]) -> Component:
    diameter = data["diameter"]
    hardest = data["hardest"]
    return Component(
        data["positions"],
        data["start"],
        data["goals"],
        data["first"],
        Diameter(diameter["least"], diameter["most"], diameter["exact"], tuple(diameter["pair"])),
        hardest and _hardest(hardest),
    )


def _components(data: list[dict[str, Any]]) -> tuple[Component, ...]:
    return tuple(map(_component, data))


def _pairs(data: list[list[int]]) -> Counts:
    return frozen(np.array(data, dtype=np.int64).reshape(-1, 2))


class Survey(InStyle):
    """All placements of the pieces, and the components they fall into: ``sliding/explore/1``."""

    limit = Field[Limit | None]("what stopped the survey: ``memory``, ``time`` or ``cancelled``")
    all_positions = Field[int | None](
        "how many positions there are, however many digits that has", int
    )
    components = Field[int]("how many components they fall into")
    with_goals = Field[int]("how many of these have a placement that meets a goal")
    sizes = Field[Counts](
        "sizes of components and how many have this size, largest first: shape ``(n, 2)``", _pairs
    )
    sizes_with_goals = Field[Counts]("the same of components that have a goal", _pairs)
    hardest = Field[Hardest | None]("the hardest start of all components", _hardest)
    largest = Field[tuple[Component, ...]](
        "the largest components, and those of start and goal", _components
    )
    elapsed_ms = Field[float]("milliseconds that the whole work took")


_ARRAYS = ("indptr", "indices", "from_start", "to_goal", "pieces")


class Graph(InStyle):
    """All positions and who is whose neighbour: ``sliding/graph/1``, and arrays.

    Nodes are in the order of their distance from the start, which is node 0. ``indptr`` and
    ``indices`` are the rows of a sparse matrix: the neighbours of node ``i`` are
    ``indices[indptr[i]:indptr[i + 1]]``, ascending. Moves can be taken back, so the matrix is
    symmetric.
    """


    def __init__(self, graph: _sliding.Graph, file: str) -> None:
        super().__init__(lambda: graph.json(file))
        object.__setattr__(self, "_graph", graph)

    _graph: _sliding.Graph

    def _of(self, name: str, make: Callable[[], Any]) -> Any:
        """What the graph has besides its text, made once."""
        if name not in self._values:
            self._values[name] = make()
        return self._values[name]

    def _array(self, name: str) -> NDArray[np.int64]:
        array: NDArray[np.int64] = self._of(
            name, lambda: np.frombuffer(self._graph.array(name), dtype=np.int64)
        )
        return array

    def _number(self, index: int) -> int:
        size: tuple[int, int] = self._of("numbers", lambda: self._graph.size())
        return size[index]

    def __reduce__(self) -> tuple[Any, ...]:
        # All that can be asked of it.
        own: dict[str, Any] = {name: self._array(name) for name in _ARRAYS}
        own |= {"numbers": (self.nodes, self.edges), "names": self._texts}
        return restored, (Graph, self.to_json(), own)

    @property
    def nodes(self) -> int:
        """How many positions there are."""
        return self._number(0)

    @property
    def edges(self) -> int:
        """How many pairs of them are one move apart."""
        return self._number(1)

    @property
    def indptr(self) -> NDArray[np.int64]:
        """Where the neighbours of each node begin in ``indices``: shape ``(nodes + 1,)``."""
        return self._array("indptr")

    @property
    def indices(self) -> NDArray[np.int64]:
        """The neighbours of all nodes: shape ``(2 * edges,)``."""
        return self._array("indices")

    @property
    def from_start(self) -> NDArray[np.int64]:
        """The least number of moves from the start: shape ``(nodes,)``."""
        return self._array("from_start")

    @property
    def to_goal(self) -> NDArray[np.int64]:
        """The least number of moves to a goal, -1 where none can be reached: shape ``(nodes,)``."""
        return self._array("to_goal")

    @property
    def degrees(self) -> NDArray[np.int64]:
        """How many neighbours each node has: shape ``(nodes,)``."""
        return np.diff(self.indptr)

    @property
    def pieces(self) -> NDArray[np.int64]:
        """The cells of the pieces' origins, from 0, row by row: shape ``(nodes, number of pieces)``.

        Those of the first kind ascending, then those of the next."""
        return self._array("pieces").reshape(self.nodes, -1)

    @property
    def positions(self) -> Sequence[str]:
        """The positions in shorthand."""
        return self._texts

    @property
    def _texts(self) -> Texts:
        texts: Texts = self._of("names", lambda: Texts(*self._graph.names()))
        return texts

    @property
    def table(self) -> Table:
        """A row for each node: ``position``, ``from_start``, ``to_goal`` (null where there is none) and
        ``degree``."""
        columns: dict[str, Column] = {
            "position": self._texts,
            "from_start": self.from_start,
            "to_goal": np.ma.masked_equal(self.to_goal, -1),
            "degree": self.degrees,
        }
        return Table(columns, pieces=self.pieces)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The matrix of neighbours, with a 1 for each, for SciPy: it shares the arrays."""
        import scipy.sparse

        ones = np.ones(len(self.indices), dtype=np.int8)
        parts = (ones, self.indices, self.indptr)
        return scipy.sparse.csr_array(parts, shape=(self.nodes, self.nodes))

    def _pairs(self) -> list[tuple[int, int]]:
        sources = np.repeat(np.arange(self.nodes), self.degrees)
        lesser = sources < self.indices
        return list(zip(sources[lesser].tolist(), self.indices[lesser].tolist(), strict=True))

    def _attributes(self) -> list[dict[str, Any]]:
        rows = zip(
            self.positions, self.from_start.tolist(), self.to_goal.tolist(), strict=True
        )
        return [
            {"position": c, "from_start": s, **({"to_goal": g} if g >= 0 else {})}
            for c, s, g in rows
        ]

    def to_networkx(self) -> networkx.Graph[int]:
        """The graph for NetworkX; nodes have ``position``, ``from_start`` and, where a goal can be
        reached, ``to_goal``."""
        import networkx

        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(enumerate(self._attributes()))
        graph.add_edges_from(self._pairs())
        return graph

    def to_rustworkx(self) -> rustworkx.PyGraph[dict[str, Any], None]:
        """The graph for rustworkx; nodes are dictionaries of ``position``, ``from_start`` and, where a
        goal can be reached, ``to_goal``."""
        import rustworkx

        graph = rustworkx.PyGraph[dict[str, Any], None](multigraph=False)
        graph.add_nodes_from(self._attributes())
        graph.add_edges_from_no_data(self._pairs())
        return graph

    def __repr__(self) -> str:
        return f"Graph(puzzle={self.puzzle!r}, style={self.style}, nodes={self.nodes}, edges={self.edges})"
