"""What the tests have in common: the puzzles of the repository, and its program to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import sliding

ROOT = Path(__file__).parents[3]
PUZZLES = ROOT / "puzzles"


@pytest.fixture
def klotski() -> sliding.Puzzle:
    return sliding.Puzzle.read(PUZZLES / "classics" / "klotski.txt")


@pytest.fixture
def vast() -> sliding.Puzzle:
    """Tiles on a board of 3 x 4: more than anybody wants to wait for."""
    kinds = "".join(f"{name} = 1\n" for name in "123456789ab")
    return sliding.Puzzle.parse(f"3 x 4\n{kinds}123456789ab0\n0ba987654312\n")


@pytest.fixture(scope="session")
def executable() -> Path:
    """The program of the command line."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "sliding" for profile in ("release", "debug")]
    named = os.environ.get("SLIDING")
    there = [path for path in built if path.is_file()]
    # The newest, as an old one may answer otherwise.
    newest = sorted(there, key=lambda path: path.stat().st_mtime, reverse=True)
    found = [Path(named)] if named else newest
    if not found:
        pytest.skip("the program is not there: SLIDING is not set, and none was built")
    return found[0].resolve()


@pytest.fixture(scope="session")
def written(executable: Path) -> Callable[..., str]:
    """Runs the program of the command line, and gives what it writes."""

    def run(*arguments: str | Path) -> str:
        words = [str(argument) for argument in arguments]
        done = subprocess.run([executable, *words], capture_output=True, check=False, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def program(written: Callable[..., str]) -> Callable[..., list[dict[str, Any]]]:
    """Runs the program of the command line, and gives the objects that it writes."""
    return lambda *arguments: [json.loads(line) for line in written(*arguments).splitlines()]


def words_of(options: Mapping[str, Any]) -> list[str]:
    """Options of a call as the command line takes them."""
    words = []
    for name, value in options.items():
        name = {"random": "sample"}.get(name, name)
        if name in ("board", "size"):
            value = value if isinstance(value, str) else "x".join(map(str, value))
        elif isinstance(value, tuple):
            value = "-".join(map(str, value))
        elif isinstance(value, list):
            value = ",".join(value)
        words += [f"--{name.replace('_', '-')}", str(value)]
    return words


def without_times(data: Any) -> Any:
    """An object without what differs from one run to the next."""
    if isinstance(data, list):
        return [without_times(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {key: without_times(one) for key, one in data.items() if not key.endswith("_ms")}
