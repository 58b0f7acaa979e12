"""What the tests have in common: the puzzles of the repository, and its program to compare with."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sliding

ROOT = Path(__file__).parents[3]
PUZZLES = ROOT / "puzzles"

# Pattern databases of the tests, and of the program beside them.
CACHE = tempfile.TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = CACHE.name


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
    """The program of the command line: the newest, as an old one may answer otherwise."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for profile in ("release", "debug") if (path := target / profile / "sliding").is_file()]
    found = os.environ.get("SLIDING") or max(built, key=lambda path: path.stat().st_mtime, default=None)
    if not found:
        pytest.skip("the program is not there: SLIDING is not set, and none was built")
    return Path(found).resolve()


@pytest.fixture(scope="session")
def written(executable: Path) -> Callable[..., str]:
    """Runs the program of the command line, and returns what it writes."""

    def run(*words: str | Path) -> str:
        done = subprocess.run([executable, *words], capture_output=True, check=False, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def program(written: Callable[..., str]) -> Callable[..., list[Any]]:
    """Runs the program of the command line, and returns the objects that it writes, without times."""
    return lambda *words: [timeless(json.loads(line)) for line in written(*words, "--format", "json").splitlines()]


def timeless(data: Any) -> Any:
    """Returns an object without what differs from one run to the next."""
    if isinstance(data, list):
        return [timeless(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {key: timeless(one) for key, one in data.items() if not key.endswith("_ms")}
