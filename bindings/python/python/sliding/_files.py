"""Files that are there in full, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import TracebackType


class Draft:
    """A file that is written beside its place, and goes there when it is kept."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self.folder = os.path.dirname(os.path.abspath(self._path))
        """The folder of both."""
        handle, self.beside = tempfile.mkstemp(dir=self.folder, prefix=".sliding-")
        os.close(handle)

    def keep(self) -> None:
        """Puts it in its place, with the permissions of new files: temporary ones are for their owner alone."""
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(self.beside, 0o666 & ~mask)
        os.replace(self.beside, self._path)

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        Path(self.beside).unlink(missing_ok=True)


def put(path: Path, text: str) -> None:
    """Writes a text."""
    with Draft(path) as draft:
        Path(draft.beside).write_bytes(text.encode())
        draft.keep()
