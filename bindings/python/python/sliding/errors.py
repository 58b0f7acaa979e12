"""What can go wrong.

Everything that this package raises by itself is an :class:`Error`, but for two things. A value that no option can have
is a plain ``ValueError`` or ``TypeError``. Ctrl-C is an :class:`Interrupted`, which is a ``KeyboardInterrupt``, so that
nothing swallows it which should not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class Error(Exception):
    """The base of what this package raises."""


@dataclass(frozen=True)
class Problem:
    """Something wrong, or odd, in a text, and its place."""

    line: int
    """The line, from 1."""
    column: int
    """The column, from 1, in characters."""
    message: str
    """What is wrong."""
    expected: str
    """What should have stood there."""


@dataclass(frozen=True)
class Reading:
    """A way to understand a text that leaves something open."""

    text: str
    """What it means, as in ``car X leaves to the right``."""
    options: Mapping[str, str]
    """The options of :meth:`Puzzle.parse` that choose it: ``Puzzle.parse(text, **options)``."""


_ELSEWHERE = {
    "`sliding solve` takes all of a file": "`Puzzle.parse_all` and `Puzzle.read_all` take all",
    "a name that `sliding convert --list` has": "the name of one of `sliding.NOTATIONS`",
}


def in_python(text: str) -> str:
    """Returns a message with options as Python has them: ``target=X`` for ``--target X``."""
    for program, python in _ELSEWHERE.items():
        text = text.replace(program, python)

    def keyword(option: re.Match[str]) -> str:
        name, blank = option.groups()
        return ("as_" if name == "as" else name) + ("=" if blank else "")

    return re.sub(r"(?<=[` ])--([a-z]+)( ?)", keyword, text)


def keywords(options: Mapping[str, str]) -> dict[str, str]:
    """Returns options of the command line as keywords: ``as`` is a word of Python."""
    return {"as_" if name == "as" else name: value for name, value in options.items()}


class ParseError(Error, ValueError):
    """A text that is no puzzle, no position or no list of moves, or could be several puzzles.

    As a string it shows every problem at its place, as ``sliding solve`` does.
    """

    def __init__(
        self,
        shown: str,
        problems: Sequence[tuple[int, int, str, str]],
        readings: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(shown, problems, readings)
        self.problems: tuple[Problem, ...] = tuple(
            Problem(line, column, in_python(message), in_python(expected))
            for line, column, message, expected in problems
        )
        """All that is wrong, in the order of the lines; at least one, at most twenty."""
        self.readings: tuple[Reading, ...] = tuple(
            Reading(text, keywords(json.loads(options))) for text, options in readings
        )
        """The ways to understand the text; empty unless there are several."""

    def __str__(self) -> str:
        return in_python(self.args[0])

    @property
    def line(self) -> int:
        """The line of the first problem, from 1."""
        return self.problems[0].line

    @property
    def column(self) -> int:
        """The column of the first problem, from 1, in characters."""
        return self.problems[0].column


@dataclass(frozen=True)
class Fault:
    """Something wrong in the data of a puzzle."""

    place: str
    """Where, as it would be written in code: ``start[0]``, ``goals[0][1]``. Indices count from 0."""
    message: str
    """What is wrong."""


class SetupError(Error, ValueError):
    """Data that are no puzzle."""

    def __init__(self, shown: str, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__(shown, faults)
        self.faults: tuple[Fault, ...] = tuple(Fault(*fault) for fault in faults)
        """All that is wrong, at least one."""

    def __str__(self) -> str:
        return str(self.args[0])


class RefusedError(Error, ValueError):
    """The request cannot be done: an engine does not support the puzzle or an option, the memory is too little to begin
    with, or a notation cannot express the puzzle."""


class LimitError(Error, RuntimeError):
    """A limit came before the result was whole, and a part of it would be useless."""

    def __init__(self, message: str, limit: str) -> None:
        super().__init__(message, limit)
        self.limit: str = limit
        """Which limit: ``nodes``, ``moves``, ``memory`` or ``time``."""

    def __str__(self) -> str:
        return str(self.args[0])


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted")
        self.result: Any = result
        """What is known by then: what the call would have returned, with ``limit`` being ``cancelled``. None where
        there is nothing."""


class PuzzleWarning(UserWarning):
    """A text is a puzzle, but says something odd."""
