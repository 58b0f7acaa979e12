"""Objects of the documented JSON schemas, with their fields as attributes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
D = TypeVar("D", bound="Document")

Status: TypeAlias = Literal["solved", "unsolvable", "limit"]
"""How a search ended: ``unsolvable`` if that is proven, ``limit`` if one came first."""

Limit: TypeAlias = Literal["moves", "memory", "time", "cancelled", "disk", "rounds"]
"""Which limit came first."""

Counts = NDArray[np.int64]
"""Whole numbers of eight bytes, read-only."""


class Field(Generic[T]):
    """A field of a document, read when it is asked for: under its own name, and once."""

    def __init__(self, doc: str, read: Callable[[Any], T] | None = None) -> None:
        self.__doc__ = doc
        self._read = read

    def __set_name__(self, owner: type[object], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, document: None, owner: type[object]) -> Field[T]: ...

    @overload
    def __get__(self, document: Document, owner: type[object]) -> T: ...

    def __get__(self, document: Document | None, owner: type[object]) -> Field[T] | T:
        if document is None:
            return self
        values = document._values
        if self._name not in values:
            data = document._data.get(self._name)
            values[self._name] = data if self._read is None or data is None else self._read(data)
        value: T = values[self._name]
        return value

    def __set__(self, document: Document, value: T) -> None:
        raise FrozenInstanceError(f"cannot assign to field {self._name!r}")


class Document:
    """An object of a documented JSON schema.

    Its fields are attributes with the names and meanings of docs/json.md. It cannot be changed. Two
    are equal if they found the same, whatever time it took.
    """

    __slots__ = ("_cached", "_read_text", "_text", "_values")

    _text: str
    _read_text: Callable[[], str]
    _cached: dict[str, Any] | None
    _values: dict[str, Any]

    def __init__(self, text: str | Callable[[], str]) -> None:
        # Texts may be long: they are made, and read, only for those who look inside.
        put = object.__setattr__
        put(self, "_read_text", (lambda: text) if isinstance(text, str) else text)
        put(self, "_cached", None)
        put(self, "_values", {})

    @property
    def _data(self) -> dict[str, Any]:
        """The object, for internal use."""
        if self._cached is None:
            object.__setattr__(self, "_cached", self.to_dict())
        assert self._cached is not None
        return self._cached

    def to_json(self) -> str:
        """The object as a text, as the command line writes it with ``--format json``."""
        try:
            return self._text
        except AttributeError:
            object.__setattr__(self, "_text", self._read_text())
            return self._text

    def to_dict(self) -> dict[str, Any]:
        """The object as a new dictionary, in its documented schema."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Document):
            return NotImplemented
        return self._timeless() == other._timeless()

    def __hash__(self) -> int:
        return hash(self._timeless())

    def _timeless(self) -> str:
        return json.dumps(_without_times(self._data))

    def __copy__(self: D) -> D:
        return self

    def __deepcopy__(self: D, memo: object) -> D:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), self.to_json(), {})

    def __repr__(self) -> str:
        data = ((name, getattr(self, name)) for name in self._data if hasattr(type(self), name))
        shown = (f"{name}={value!r}" for name, value in data if isinstance(value, (str, int, float)))
        return f"{type(self).__name__}({', '.join(shown)})"


def restored(cls: type[D], text: str, values: dict[str, Any]) -> D:
    """A document that was pickled; with what is not in its text."""
    made = object.__new__(cls)
    Document.__init__(made, text)
    made._values.update((name, frozen(value)) for name, value in values.items())
    return made


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        timeless = (key for key in data if not key.endswith("_ms"))
        return {key: _without_times(data[key]) for key in timeless}
    return [_without_times(value) for value in data] if isinstance(data, list) else data


def frozen(value: T) -> T:
    """The same value; an array becomes read-only."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value


def counts(numbers: list[int]) -> Counts:
    """Numbers as a read-only array."""
    return frozen(np.array(numbers, dtype=np.int64))
