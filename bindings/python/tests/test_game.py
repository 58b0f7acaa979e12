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
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()


@pytest.mark.parametrize("style", range(6))
def test_legal_moves_are_those_of_the_position(style: int, klotski: Puzzle) -> None:
    game = Game(klotski, style)
    for _ in range(3):
        before = game.position
        assert game.legal_moves == klotski.moves(style, start=before)
        for move in game.legal_moves[:9]:
            game.push(move)
            assert before in [back.after for back in game.legal_moves]
            assert game.pop() == move
        game.push(game.legal_moves[-1])


def test_what_is_no_legal_move_changes_nothing(klotski: Puzzle) -> None:
    game = Game(klotski, 0)
    long = next(move for move in klotski.moves(2) if len(move.steps) > 1)
    with pytest.raises(ValueError, match="not one move in style 0"):
        game.push(long)
    first = game.legal_moves[0]
    game.push(first)
    with pytest.raises(ValueError, match="not a legal move: no piece"):
        game.push(first)
    assert game.moves == (first,) and game.position == first.after
    with pytest.raises(ValueError, match="style"):
        Game(klotski, 6)


def test_alike_pieces_keep_their_names() -> None:
    game = Game(Puzzle.parse("EF.\nXX.\n\ngoal:\n...\n.XX\n"))
    for name in ("F", "E"):
        moves = (one for one in game.legal_moves if one.pieces[0].name == name)
        game.push(next(one for one in moves if one.steps == ("right",)))
    places = {(one.pieces[0].name, one.pieces[0].col) for one in game.legal_moves}
    assert {("E", 2), ("F", 3)} <= places


def test_it_is_shown(klotski: Puzzle) -> None:
    game = Game(klotski)
    assert repr(game) == "<Game 'Klotski', style 2, 0 moves, at 121131444004>"
    assert game._repr_svg_().startswith("<svg")
    assert klotski.hint(game.style, start=game.position).moves == 81
    assert (game.puzzle, game.style) == (klotski, 2)
