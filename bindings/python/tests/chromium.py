"""A real browser without a window, spoken to over its debugging protocol: JSON through two pipes."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from types import TracebackType
from typing import Any

import pytest

# The names that the browser goes by.
NAMES = ("chromium", "chromium-browser", "google-chrome")

# Nothing takes longer, on however slow a machine.
PATIENCE = 30.0

OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-sync", "--disable-component-update",
    "--window-size=1000,1300", "--remote-debugging-pipe",
]  # fmt: skip

# It reads from 3 and writes to 4, and not every shell can bring greater numbers there.
BEGIN = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Chromium:
    """A browser with one page open, and with whatever frames and workers that page has."""

    def __init__(self) -> None:
        found = [path for path in map(shutil.which, NAMES) if path is not None]
        if not found:
            # A machine that calls itself `CI` must have one.
            assert os.environ.get("CI") != "true", "no Chromium on the path"
            pytest.skip("there is no Chromium on the path")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs, ours = os.pipe()
        mine, others = os.pipe()
        words = [found[0], *OPTIONS, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, str(theirs), str(others), *words],
            pass_fds=(theirs, others),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(others)
        self._to, self._from, self._heard = os.fdopen(ours, "wb", 0), mine, b""
        self._sent = 0
        self._contexts: list[tuple[str, int]] = []
        self._home = ""
        self.complaints: list[str] = []
        """Whatever the page has complained about, or asked a server for."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.page: str = attached["sessionId"]
        self._watch(self.page)

    def _watch(self, session: str) -> None:
        # Whatever begins within waits until it is listened to.
        self._send("Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=True,
                   flatten=True)  # fmt: skip
        for domain in ("Runtime", "Log", "Network"):
            self._send(f"{domain}.enable", session)
        self._send("Runtime.runIfWaitingForDebugger", session)

    def _send(self, method: str, session: str | None, **parameters: Any) -> int:
        self._sent += 1
        request = {"id": self._sent, "method": method, "params": parameters}
        if session is not None:
            request["sessionId"] = session
        self._to.write(json.dumps(request).encode() + b"\0")
        return self._sent

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Asks for something, and waits for the answer."""
        number = self._send(method, session, **parameters)
        while True:
            message = self._hear()
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._heard:
            ready, _, _ = select.select([self._from], [], [], PATIENCE)
            assert ready, "the browser does not answer"
            read = os.read(self._from, 1 << 16)
            assert read, "the browser is gone"
            self._heard += read
        text, self._heard = self._heard.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        told, session = message.get("params", {}), message.get("sessionId", "")
        match message.get("method"):
            case "Target.attachedToTarget" if session:
                self._watch(told["sessionId"])
            case "Runtime.executionContextCreated":
                self._contexts.append((session, told["context"]["id"]))
            case "Runtime.exceptionThrown" | "Runtime.consoleAPICalled":
                self.complaints.append(str(told))
            case "Log.entryAdded" if told["entry"]["level"] != "verbose":
                self.complaints.append(str(told))
            case "Network.requestWillBeSent":
                address = told["request"]["url"]
                # What a page has made itself comes from nowhere.
                if address != self._home and not address.startswith(("about:", "blob:", "data:")):
                    self.complaints.append(address)
        return message

    def open(self, address: str) -> None:
        """Opens a page, which may ask for itself and for nothing else."""
        self._home = address
        self.call("Page.navigate", self.page, url=address)

    def value(self, expression: str, context: tuple[str, int] | None = None) -> Any:
        """The value of an expression in the page, or in one of its frames."""
        session, number = context or (self.page, None)
        within = {} if number is None else {"contextId": number}
        told = self.call(
            "Runtime.evaluate", session, expression=expression, returnByValue=True, **within
        )
        assert "exceptionDetails" not in told, f"{expression}: {told}"
        return told["result"].get("value")

    def frame(self, expression: str) -> tuple[str, int]:
        """The frame in which an expression is true, once it is."""
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            # Whatever was told before this answer has been heard then.
            self.call("Target.getTargets")
            for context in list(self._contexts):
                try:
                    if self.value(expression, context) is True:
                        return context
                except AssertionError:
                    # It is gone, or is no page.
                    continue
            time.sleep(0.02)
        raise AssertionError(f"in vain: {expression}; {self.complaints}")

    def wait(self, expression: str, context: tuple[str, int]) -> None:
        """Waits for an expression to become true in a frame."""
        begun = time.monotonic()
        while self.value(expression, context) is not True:
            assert time.monotonic() - begun < PATIENCE, f"in vain: {expression}; {self.complaints}"
            time.sleep(0.01)

    def click(self, x: float, y: float) -> None:
        """The mouse is pressed at a place of the page, and let go."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", self.page, type=kind, x=x, y=y, button="left",
                      clickCount=1)  # fmt: skip

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._to.close()
        os.close(self._from)
        self._profile.cleanup()
