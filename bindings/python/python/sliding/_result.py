"""Results: objects of the schemas of docs/json.md, as frozen dataclasses.

Every result has ``to_dict()``, its fields as attributes of the same names, and cannot be changed. Two are equal if
they found the same, whatever time it took. Rows, columns, lines and goals count from 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import keywords

Status: TypeAlias = Literal["solved", "unsolvable", "limit"]
"""How a search ended: ``unsolvable`` is proven; ``limit``: one came first."""

Limit: TypeAlias = Literal["moves", "memory", "rounds", "time", "cancelled", "disk"]
"""Which limit came first."""

R = TypeVar("R", bound="Result")


class Result:
    """An object of a schema of docs/json.md."""

    _text: str
    _more: Any
    """What is not in the text."""

    def to_json(self) -> str:
        """Returns the object as a text, as the command line writes it with ``--format json``."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as a new dictionary, in its documented schema."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def __repr__(self) -> str:
        values = ((name, value) for name, value in vars(self).items() if not name.startswith("_"))
        shown = (f"{name}={value!r}" for name, value in values if isinstance(value, (str, int, float)))
        return f"{type(self).__name__}({', '.join(shown)})"


def load(kind: type[R], text: str, more: Any = None) -> R:
    """Returns the result that a JSON text describes, with what is not in the text."""
    made: R = value_of(kind, json.loads(text))
    vars(made).update(_text=text, _more=more)
    return made


_hints = cache(get_type_hints)


def value_of(kind: Any, data: Any) -> Any:
    """Returns JSON data as a value of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else value_of(inner[0], data)
    if origin is tuple:
        return tuple(value_of(inner[0], one) for one in data or ())
    if names := getattr(kind, "__dataclass_fields__", None):
        types = _hints(kind)
        return kind(**{name: value_of(types[name], data.get(name)) for name in names})
    if origin is Mapping:
        return keywords(data)
    return int(data) if kind is int else data
