"""Games: moves made and taken back."""

from __future__ import annotations

import pytest
from sliding import Game, Puzzle


@pytest.mark.parametrize("style", range(6))
def test_a_solution_is_played_to_the_goal_and_back(style: int, klotski: Puzzle) -> None:
    game = Game(klotski, style)
    solution = klotski.solve(style).solution
    assert solution is not None
    for move in solution:
        assert not game.is_solved
        game.push(move)
        assert game.position == move.after
    assert game.is_solved and game.moves == solution
    assert [game.pop() for _ in solution] == list(reversed(solution))
    assert (game.position, game.moves) == (klotski.start, ())
    with pytest.raises(IndexError):
        game.pop()


def test_legal_moves_can_be_made_and_taken_back(klotski: Puzzle) -> None:
    game = Game(klotski, "slide")
    for _ in range(3):
        before = game.position
        for move in game.legal_moves:
            game.push(move)
            assert before in [back.after for back in game.legal_moves]
            assert game.pop() == move
        game.push(game.legal_moves[-1])


def test_what_is_no_legal_move_changes_nothing(klotski: Puzzle) -> None:
    game = Game(klotski, "step")
    long = next(move for move in klotski.moves("walk") if len(move.steps) > 1)
    with pytest.raises(ValueError, match="not one move in style 0"):
        game.push(long)
    first = game.legal_moves[0]
    game.push(first)
    with pytest.raises(ValueError, match="not a legal move: no piece"):
        game.push(first)
    assert game.moves == (first,) and game.position == first.after


def test_it_is_drawn_with_the_letters_of_its_text() -> None:
    game = Game(Puzzle.parse("EF.\nXX.\n\ngoal:\n...\n.XX\n"), 0)
    for name in ("F", "E"):
        moves = (one for one in game.legal_moves if one.pieces[0].name == name)
        game.push(next(one for one in moves if one.steps == ("right",)))
    assert str(game).splitlines()[1] == "│   │ E │ F │"
    assert game._repr_svg_().startswith("<svg") and repr(game).startswith("<Game '', style 0, 2 moves, at ")
