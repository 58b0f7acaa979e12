"""Notations, and what says how a text is to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from . import _sliding
from ._effort import as_text


@dataclass(frozen=True)
class Notation:
    """A way to write puzzles down; docs/notations.md describes them."""

    name: str
    about: str
    is_written: bool


class ReadOptions(TypedDict, total=False):
    """The options of :meth:`Puzzle.parse`."""

    as_: str | None
    goal: str | None
    target: str | None
    to: str | None
    exit: str | None
    empty: str | None
    wall: str | None
    gap: str | None
    lock: str | None


def stated(options: ReadOptions) -> dict[str, str]:
    """Options by the names that the command line has for them."""
    unknown = options.keys() - ReadOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"no option {min(unknown)!r} for reading a puzzle")
    texts = {}
    for name, value in options.items():
        if value is not None:
            texts[name.rstrip("_")] = as_text(name, value)
    return texts


NOTATIONS: tuple[Notation, ...] = tuple(Notation(*row) for row in _sliding.notations())
"""All notations that :meth:`Puzzle.parse` reads; :meth:`Puzzle.to` writes some of them."""
