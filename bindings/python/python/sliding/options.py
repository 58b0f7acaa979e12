"""Options that many calls share: styles, limits, folders and progress."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, TypeVar

from ._result import R, Result, load
from .errors import Interrupted

T = TypeVar("T")

PathLike: TypeAlias = str | os.PathLike[str]

Style: TypeAlias = int | Literal["step", "slide", "walk", "step+", "slide+", "walk+"]
"""The meaning of one move, by name or number: one piece by one step (0), any number of steps in one direction (1), any
number of steps (2); and the same for any set of pieces together (3, 4, 5)."""

Engine: TypeAlias = Literal["auto", "ring", "sparse", "meet", "dense", "beam", "korf0", "korf1", "pdb", "construct"]
"""The name of a way of searching; docs/engines.md describes them."""


@dataclass(frozen=True)
class Limits:
    """How much a search may take. A limit that comes first is no error: the result says so in its field ``limit``."""

    memory: int | str | None = None
    """Bytes, or a text as in ``"512MiB"``; half of what is free by default."""
    threads: int | None = None
    """How many to use; all by default."""
    time: float | None = None
    """Seconds."""
    moves: int | None = None
    """The most moves of a solution."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "memory", bytes_of("memory", self.memory))
        for name, kind, least in (("threads", Integral, 1), ("time", Real, 0), ("moves", Integral, 0)):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, kind) and float(value) >= least):
                whole = "a whole number" if kind is Integral else "a number"
                raise ValueError(f"{name} is {whole} from {least} up, not {value!r}")


@dataclass(frozen=True)
class Disk:
    """A folder for a search beyond memory."""

    folder: PathLike
    limit: int | str | None = None
    """The most bytes in it: a number, or a text as in ``"4GB"``."""
    resume: bool = False
    """Whether to continue the search that is there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", bytes_of("limit", self.limit))


def bytes_of(name: str, amount: int | str | None) -> int | None:
    """Returns a number of bytes; a text may have a unit: in steps of 1000, or with an ``i`` of 1024."""
    if isinstance(amount, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", amount, re.IGNORECASE)
        if match is None:
            raise ValueError(f"{name} is a number of bytes, perhaps with a unit as in 512MiB, not {amount!r}")
        number, unit, binary = match.groups()
        return int(float(number) * (1024 if binary else 1000) ** " kmgt".index(unit.lower() or " "))
    if amount is not None and not (isinstance(amount, Integral) and amount >= 0):
        raise ValueError(f"{name} is a number of bytes, not {amount!r}")
    return amount


@dataclass(frozen=True, repr=False)
class Progress(Result):
    """How far a search has come. What is not reported is None.

    A search by levels reports ``distance``, ``frontier``, ``positions``, ``bytes`` and ``elapsed_ms``. A search for
    tile puzzles reports one set of numbers at a time: ``moves`` and ``positions`` of a pass without a solution;
    ``positions`` of ``total`` of a database that is being built; or ``done`` of ``boards``.
    """

    distance: int | None
    """The distance that is being searched."""
    frontier: int | None
    """How many positions there are at the distance before it."""
    positions: int | None
    """How many positions have been found, or looked at."""
    bytes: int | None
    """About how much memory the search takes, or files on disk."""
    part: float | None
    """Which part of the work for this distance is done, from 0 to 1."""
    elapsed_ms: float | None
    """Milliseconds since the search began."""
    moves: int | None
    """The number of moves that no solution has, or of a shorter solution that was found."""
    at_least: int | None
    """No solution has fewer moves."""
    building: tuple[int, ...]
    """The tiles of the database that is being built."""
    total: int | None
    """All positions of that database."""
    done: int | None
    """Boards that are solved."""
    boards: int | None
    """All boards."""
    tried: int | None
    """Boards tried for the puzzles that are made."""


Listener: TypeAlias = Callable[[Progress], object]
"""A callback for the progress of a search, called about ten times a second. What it raises stops the search."""


def reader(progress: Listener | bool | None) -> Callable[[str], object] | None:
    """Returns the callback that the compiled part calls with texts."""
    if not progress:
        return None
    listener = _bar() if progress is True else progress
    return lambda text: listener(load(Progress, text))


def _bar() -> Listener:
    """Returns a bar of tqdm. Its total is not known."""
    try:
        from tqdm.auto import tqdm
    except ImportError as missing:
        raise ImportError("progress=True needs tqdm: pip install 'sliding[progress]'") from missing
    bar: Any = tqdm(unit=" positions", unit_scale=True, leave=False)

    def report(progress: Progress) -> None:
        if progress.distance is not None:
            bar.set_postfix(distance=progress.distance, refresh=False)
        bar.update(max((progress.positions or progress.done or 0) - bar.n, 0))

    return report


@dataclass(frozen=True)
class Asked:
    """What is asked besides the question itself, for the compiled part."""

    style: Style
    limits: Limits
    progress: Callable[[str], object] | None
    engine: str = "auto"
    disk: Disk | None = None

    def __post_init__(self) -> None:
        expect("limits", self.limits, Limits)
        expect("engine", self.engine, str)
        if self.disk is not None:
            expect("disk", self.disk, Disk)


def expect(name: str, value: object, kind: type) -> None:
    """Raises an error if a value has another type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is of the type {kind.__name__}, not {value!r}")


def finished(result: T, stop: BaseException | None) -> T:
    """Returns a result, unless something was raised during the search."""
    if stop is None:
        return result
    if isinstance(stop, KeyboardInterrupt):
        raise Interrupted(result) from None
    raise stop


def answered(kind: type[R], answer: tuple[str, BaseException | None], more: Any = None) -> R:
    """Returns the result of a text, unless something was raised during the search."""
    text, stop = answer
    return finished(load(kind, text, more), stop)


def all_answered(kind: type[R], answers: tuple[Iterable[str], BaseException | None]) -> tuple[R, ...]:
    """Returns the results of several texts."""
    texts, stop = answers
    return finished(tuple(load(kind, text) for text in texts), stop)


def known(options: Any, kind: Any) -> dict[str, Any]:
    """Returns the options that are set, all of which a ``TypedDict`` has."""
    unknown = options.keys() - kind.__annotations__.keys()
    if unknown:
        raise TypeError(f"no option {min(unknown)!r}: expected one of {', '.join(kind.__annotations__)}")
    return {name: value for name, value in options.items() if value is not None}


def joined(value: Any, between: str = "-") -> str | None:
    """Returns a number, several, or a text, as the command line takes them."""
    if value is None or isinstance(value, str):
        return value
    return between.join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
