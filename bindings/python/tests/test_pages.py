"""The examples of the pages, run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
import sliding
from conftest import ROOT

PAGES = ["docs/programs.md", "bindings/python/GUIDE.md", "bindings/python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_are_true(page: str) -> None:
    for library in ("pandas", "scipy"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(_code(text), {}, page, page, 0)
    assert len(examples.examples) > 3
    output: list[str] = []
    flags = doctest.ELLIPSIS | doctest.REPORT_NDIFF
    results = doctest.DocTestRunner(optionflags=flags).run(examples, out=output.append)
    assert results.failed == 0, "".join(output)


def test_the_examples_of_the_package_are_true() -> None:
    for module in (sliding, sliding.game, sliding.makers, sliding.puzzle):
        results = doctest.testmod(module)
        assert results.attempted and not results.failed, module.__name__


def _code(text: str) -> str:
    """What stands between fences for Python, with empty lines for the rest, so that lines keep numbers."""
    lines, is_code = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = line == "```python"
            line = ""
        lines.append(line if is_code else "")
    return "\n".join(lines) + "\n"


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(sliding.__file__).parent / "py.typed").is_file()
