"""Random games, and how many positions there are, with OpenSpiel.

    selfplay.py play SECONDS BOOK START            prints the games and the moves in a second
    selfplay.py count BOOK START LONGEST           prints the positions, and those that are over
"""

import random
import sys
import time

import duel  # registers the game
import pyspiel


def load(book, start, longest=duel.LONGEST):
    params = {"book": book, "start": start, "longest": longest}
    return pyspiel.load_game("python_duel", params)


def play(seconds, book, start):
    game = load(book, start)
    pick = random.Random(1).choice
    games = moves = 0
    began = time.perf_counter()
    while True:
        for _ in range(16):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(pick(state.legal_actions()))
                moves += 1
        games += 16
        took = time.perf_counter() - began
        if took >= seconds:
            break
    print(games / took, moves / took)


def count(book, start, longest):
    """Every position once: only the paths are kept, and states are cloned on the way down."""
    seen = {}
    waiting = [load(book, start, longest).new_initial_state()]
    seen[waiting[0].key()] = waiting[0].is_terminal()
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        for action in state.legal_actions():
            after = state.child(action)
            if after.key() not in seen:
                seen[after.key()] = after.is_terminal()
                waiting.append(after)
    print(len(seen), sum(seen.values()))


def main(what, *arguments):
    if what == "play":
        seconds, book, start = arguments
        play(float(seconds), book, int(start))
    elif what == "count":
        book, start, longest = arguments
        count(book, int(start), int(longest))
    else:
        raise SystemExit(__doc__)


main(*sys.argv[1:])
