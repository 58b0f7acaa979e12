"""Plays a pack of levels in the terminal: ``python game.py levels.json``."""

import sys
from collections.abc import Callable

import sliding


def play(path: str, choose: Callable[[sliding.Game], int]) -> None:
    """Plays each level of a pack. The player chooses one of the legal moves by its number."""
    pack = sliding.Pack.read(path)
    for level in pack.levels:
        game = sliding.Game(level.puzzle, style=pack.style)
        while not game.is_solved:
            game.push(game.legal_moves[choose(game)])
        print(f"{level.title}: solved in {len(game.moves)} moves, the fewest are {level.moves}")


def ask(game: sliding.Game) -> int:
    """Shows the position and the moves, and asks for one."""
    print(game)
    for number, move in enumerate(game.legal_moves):
        print(f"{number}: {move.pieces[0].name} {' '.join(move.steps)}")
    return int(input("your move: "))


if __name__ == "__main__":
    play(sys.argv[1], ask)
