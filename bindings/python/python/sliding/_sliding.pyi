"""The compiled part of ``sliding``, of which the classes around it are the public face."""

from typing import Any, TypeAlias

__version__: str
Puzzle: TypeAlias = Any
Puzzles: TypeAlias = Any

def __getattr__(name: str) -> Any: ...
