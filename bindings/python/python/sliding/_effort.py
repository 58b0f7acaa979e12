"""Options that many calls share: limits and progress."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from . import _sliding
from ._document import Document, Field
from .errors import Interrupted

T = TypeVar("T")

Memory = int | str
"""Bytes: a number, or a text as in ``"512MiB"`` or ``"4GB"``."""

PathLike: TypeAlias = str | os.PathLike[str]

Engine = Literal[
    "auto", "ring", "sparse", "meet", "dense", "beam", "korf0", "korf1", "pdb", "construct"
]
"""The name of a way of searching; docs/engines.md describes them."""


class Progress(Document):
    """How far a search has come: ``sliding/progress/1``.

    A search by levels reports ``distance``, ``frontier``, ``positions``, ``bytes`` and ``elapsed_ms``.
    A search for tile puzzles reports one set of numbers at a time: ``moves`` and ``positions`` of a pass
    without a solution; ``positions`` of ``total`` of a database that is being built; or ``done``
    of ``boards``. What is not reported is None.
    """

    distance = Field[int | None]("the distance that is being searched")
    frontier = Field[int | None]("how many positions there are at the distance before it")
    positions = Field[int | None]("how many positions have been found, or looked at")
    bytes = Field[int | None]("about how much memory the search takes, or files on disk")
    part = Field[float | None]("which part of the work for this distance is done, from 0 to 1")
    elapsed_ms = Field[float | None]("milliseconds since the search began")
    moves = Field[int | None]("the number of moves that no solution has")
    total = Field[int | None]("all positions of that database")
    done = Field[int | None]("boards that are solved")
    boards = Field[int | None]("all boards")


Listener = Callable[[Progress], object]
"""A callback for the progress of a search, called about ten times a second. What it raises stops the search."""


@dataclass(frozen=True)
class Effort:
    """The limits of a search, checked."""

    memory: int | None
    threads: int | None
    time_limit: float | None
    max_moves: int | None
    progress: Callable[[str], object] | None


def effort(
    memory: Memory | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Listener | bool | None = None,
    max_moves: int | None = None,
) -> Effort:
    """Checks the limits."""
    return Effort(
        None if memory is None else amount(memory),
        None if threads is None else whole("threads", threads, 1),
        None if time_limit is None else seconds(time_limit),
        None if max_moves is None else whole("max_moves", max_moves),
        _listener(progress),
    )


def as_text(name: str, value: object) -> str:
    """A text that is one."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {value!r}")
    return value


def as_path(name: str, value: PathLike) -> str:
    """A path that is one."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name} is a path, not {value!r}")
    return os.fspath(value)


def whole(name: str, number: int, least: int = 0) -> int:
    """A number that fits what takes it."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} is a whole number, not {number!r}")
    number = number.__index__()
    if not least <= number < 1 << 63:
        raise ValueError(f"{name} is a number from {least} up, not {number}")
    return number


def style_number(style: int) -> int:
    """A style, checked."""
    number = whole("style", style)
    if number > 5:
        raise ValueError(f"a style is a number from 0 to 5, not {style}")
    return number


def seconds(time_limit: float) -> float:
    """A time limit, checked."""
    if isinstance(time_limit, (str, bytes)) or not hasattr(time_limit, "__float__"):
        raise TypeError(f"time_limit is a number of seconds, not {time_limit!r}")
    number = float(time_limit)
    if not number >= 0:
        raise ValueError(f"time_limit is a number of seconds, not {time_limit!r}")
    return number


def sequence(name: str, values: Any) -> list[Any]:
    """What something holds, one after the other."""
    try:
        return list(values)
    except TypeError:
        raise TypeError(f"{name} is a list, not {values!r}") from None


def words_of(name: str, words: str | Sequence[str]) -> list[str]:
    """Words as a list, or with commas between them."""
    if isinstance(words, str):
        return words.split(",")
    words = sequence(name, words)
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"{name} is a text or a list of texts, not {words!r}")
    return words


def pair(name: str, numbers: Any) -> tuple[int, int]:
    """Two numbers, as a tuple or a list."""
    both = [] if isinstance(numbers, str) else sequence(name, numbers)
    if len(both) != 2:
        raise TypeError(f"{name} is a pair of numbers, as in (5, 4), not {numbers!r}")
    return whole(name, both[0]), whole(name, both[1])


def amount(memory: Memory) -> int:
    """Bytes, perhaps with a unit: in steps of 1000, or with an ``i`` of 1024."""
    if not isinstance(memory, str):
        return whole("memory", memory)
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:([kmgt]?)(i?)b?)\s*", memory, re.IGNORECASE)
    if match is None:
        raise ValueError(
            f"expected a number of bytes, perhaps with a unit as in 512MiB, not {memory!r}"
        )
    number, unit, binary = match.groups()
    step = 1024 if binary else 1000
    return whole("memory", int(float(number) * step ** " kmgt".index(unit.lower() or " ")))


def counted(numbers: int | float | None) -> str:
    """A number for people."""
    return f"{numbers or 0:,}"


def _listener(progress: Listener | bool | None) -> Callable[[str], object] | None:
    if progress is None or progress is False:
        return None
    listener: Listener = _bar() if progress is True else progress
    if not callable(listener):
        raise TypeError(f"progress is True, None or something to call, not {progress!r}")
    return lambda line: listener(Progress(line))


def _bar() -> Listener:
    """A bar of tqdm. Its total is not known."""
    try:
        from tqdm.auto import tqdm
    except ImportError as missing:
        raise ImportError("progress=True needs tqdm: pip install 'sliding[progress]'") from missing
    bar: Any = tqdm(unit=" positions", unit_scale=True, leave=False)

    def report(progress: Progress) -> None:
        done = progress.positions or progress.done or 0
        if progress.distance is not None:
            bar.set_postfix(distance=progress.distance, frontier=counted(progress.frontier), refresh=False)
        bar.update(max(done - bar.n, 0))

    return report


def finished(result: T, stop: BaseException | None) -> T:
    """A result, unless something was raised while it was searched for."""
    if stop is None:
        return result
    if isinstance(stop, KeyboardInterrupt):
        raise Interrupted(result) from None
    raise stop


def databases(cache: PathLike | None) -> str | None:
    """The folder of pattern databases: the one that was named, else that of the program."""
    if cache is not None:
        return as_path("cache", cache)
    folder = _sliding.databases()
    return None if folder is None else os.fspath(folder)


def text_of(objects: Any) -> str:
    """JSON without anything between."""
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":"))
