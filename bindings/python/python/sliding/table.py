"""Tables as columns of NumPy arrays, which pandas reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ._document import frozen


class Texts(Sequence[str]):
    """Texts one behind the other in one block of memory."""

    __slots__ = ("ends", "text")

    def __init__(self, ends: bytes, text: bytes) -> None:
        self.ends = np.frombuffer(ends, dtype=np.int64)
        self.text = text

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        return self.text[self.ends[number] : self.ends[number + 1]].decode()

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __iter__(self) -> Iterator[str]:
        ends = self.ends.tolist()
        for begin, end in zip(ends, ends[1:], strict=False):
            yield self.text[begin:end].decode()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Texts):
            return NotImplemented
        return self.text == other.text and np.array_equal(self.ends, other.ends)

    def __reduce__(self) -> tuple[Any, ...]:
        return Texts, (self.ends.tobytes(), self.text)

    def __repr__(self) -> str:
        return f"<{len(self)} positions>"


Column = NDArray[Any] | Texts
"""Numbers, which may be masked, or texts."""


class Table(Mapping[str, Column]):
    """Columns of one length: a mapping of their names to arrays, or to sequences of texts.

    pandas reads it as a dictionary: ``pandas.DataFrame(dict(table))``.
    """

    def __init__(self, columns: Mapping[str, Column], pieces: NDArray[Any]) -> None:
        self._columns = {name: frozen(column) for name, column in columns.items()}
        self._pieces = frozen(pieces)

    @property
    def pieces(self) -> NDArray[Any]:
        """The cells of the pieces' origins, from 0, row by row: shape ``(rows, number of pieces)``."""
        return self._pieces

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self._pieces)

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (
            list(self) == list(other)
            and np.array_equal(self.pieces, other.pieces)
            and all(_is_equal(self[name], other[name]) for name in self)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self._columns, self._pieces)

    def __repr__(self) -> str:
        return f"Table({self.rows} rows of {', '.join(self)})"


def _is_equal(one: Column, other: Column) -> bool:
    if isinstance(one, Texts) or isinstance(other, Texts):
        return one is other or bool(one == other)
    return np.array_equal(np.ma.filled(one, -1), np.ma.filled(other, -1))
