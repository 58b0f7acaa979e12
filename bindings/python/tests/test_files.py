"""Files that are written: their permissions, links, and what is no file."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sliding
from sliding import Puzzle

EASY = "1 x 3 (Easy)\n1 = 1\n1\n001\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")


@pytest.fixture(params=[0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def written(folder: Path) -> list[Path]:
    """Everything that writes files, once."""
    proof = folder / "easy.proof"
    Puzzle.parse(EASY).prove(proof)
    hunt = sliding.hunt("2x2", shapes="1", write=folder / "found")
    return [proof, *(folder / "found").glob("*.txt")]


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_new_files_have_what_the_umask_leaves(
    umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(mask: int) -> int:
        raise AssertionError("the umask is the process's, and other threads see it")

    monkeypatch.setattr(os, "umask", refused)
    files = written(tmp_path)
    monkeypatch.undo()
    assert len(files) > 1
    assert {mode(file) for file in files} == {0o666 & ~umask}


@pytest.mark.parametrize("kept", [0o600, 0o666])
def test_files_that_are_there_keep_their_permissions(kept: int, tmp_path: Path) -> None:
    for file in written(tmp_path):
        file.chmod(kept)
    assert {mode(file) for file in written(tmp_path)} == {kept}


def test_links_stay_and_their_targets_are_written(tmp_path: Path) -> None:
    target, link = tmp_path / "elsewhere" / "target.proof", tmp_path / "easy.proof"
    target.parent.mkdir()
    link.symlink_to(target)
    for _ in range(2):
        Puzzle.parse(EASY).prove(link)
        assert link.is_symlink() and sliding.check_proof(target).proven
    assert list(target.parent.iterdir()) == [target]


def test_pipes_stay(tmp_path: Path) -> None:
    pipe, plain = tmp_path / "pipe", tmp_path / "easy.proof"
    os.mkfifo(pipe)
    # Read and written, so that nothing waits for the other end.
    end = os.open(pipe, os.O_RDWR)
    try:
        Puzzle.parse(EASY).prove(pipe)
        Puzzle.parse(EASY).prove(plain)
        assert os.read(end, 1 << 16) == plain.read_bytes()
        assert stat.S_ISFIFO(pipe.stat().st_mode)
    finally:
        os.close(end)


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    absent = tmp_path / "nowhere" / "file"
    easy = Puzzle.parse(EASY)
    asked: list[Callable[[], object]] = [
        lambda: Puzzle.read(absent),
        lambda: Puzzle.read_all(absent),
        lambda: sliding.check_proof(absent),
        lambda: sliding.Pack.read(absent),
    ]
    for ask in asked:
        with pytest.raises(FileNotFoundError) as caught:
            ask()
        output = (caught.value.errno, caught.value.strerror, caught.value.filename)
        assert output == (errno.ENOENT, os.strerror(errno.ENOENT), str(absent))
    with pytest.raises(FileNotFoundError, match="nowhere"):
        easy.prove(absent)
