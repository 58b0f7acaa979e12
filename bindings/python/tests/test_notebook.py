"""A solution as a notebook shows it, in a real browser."""

from __future__ import annotations

from pathlib import Path

import sliding
from chromium import Chromium


def test_a_solution_is_stepped_through_by_mouse(klotski: sliding.Puzzle, tmp_path: Path) -> None:
    answer = klotski.solve()
    assert answer.solution is not None
    notebook = tmp_path / "notebook.html"
    shown = answer._repr_html_()
    head = "<!DOCTYPE html><meta charset=utf-8><link rel=icon href='data:,'><title>Notebook</title>"
    notebook.write_text(f"{head}<p>Above.</p><div>{shown}</div><p>Below.</p>", encoding="utf-8")
    with Chromium() as browser:
        browser.open(notebook.as_uri())
        frame = browser.frame("document.querySelector('[data-ready=all]') !== null")

        def press(button: str) -> None:
            place = "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
            left, top = browser.value(
                "(({x, y}) => [x, y])(document.querySelector('iframe').getBoundingClientRect())"
            )
            browser.value(f"document.getElementById('{button}').scrollIntoView()", frame)
            within = f"document.getElementById('{button}').getBoundingClientRect()"
            x, y = browser.value(f"{place}({within})", frame)
            browser.click(left + x, top + y)

        def is_at(configuration: str) -> None:
            browser.wait(
                f"document.getElementById('board').dataset.position === '{configuration}'", frame
            )

        is_at(klotski.start)
        for move in answer.solution[:3]:
            press("forward")
            is_at(move.after)
        press("back")
        is_at(answer.solution[1].after)
        assert browser.value("document.getElementById('where').textContent", frame) == "2 of 81"
        press("last")
        is_at(answer.solution[-1].after)
        press("first")
        is_at(klotski.start)
        # And it can be played: beside the solution, the page searches for itself.
        press("leave")
        press("hint")
        said = "document.getElementById('said').textContent.startsWith('Hint: piece ')"
        browser.wait(said, frame)
        press("hint")
        is_at(answer.solution[0].after)
        # What was complained about before this answer has been heard then.
        browser.value("0", frame)
        assert browser.complaints == []
