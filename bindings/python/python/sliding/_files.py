"""Files that are there in full, or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from types import TracebackType


class Draft:
    """A file that is written beside its place, and goes there when it is kept.

    A new file has the permissions that the umask leaves; one that is there keeps its own, and has to be
    writable. Where the path is a link, its target is written. What is no regular file, as a pipe or a
    device, is written as it comes.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._target = os.path.realpath(path)
        self.folder = os.path.dirname(self._target)
        """The folder of both."""
        try:
            mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        self._is_direct = mode is not None and not stat.S_ISREG(mode)
        if self._is_direct:
            self.beside = self._target
            return
        if mode is not None:
            # Raises where it may not be written.
            os.close(os.open(self._target, os.O_WRONLY))
        self.beside = os.path.join(self.folder, f".sliding-{secrets.token_hex(8)}")
        kept = 0o666 if mode is None else mode & 0o777
        # The system takes from these permissions what the umask forbids.
        os.close(os.open(self.beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, kept))
        if mode is not None:
            os.chmod(self.beside, kept)

    def keep(self) -> None:
        """Puts it in its place."""
        if not self._is_direct:
            os.replace(self.beside, self._target)

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._is_direct:
            Path(self.beside).unlink(missing_ok=True)


def put(path: Path, text: str) -> None:
    """Writes a text."""
    with Draft(path) as draft:
        Path(draft.beside).write_bytes(text.encode())
        draft.keep()
