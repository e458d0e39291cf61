"""A bot for all five books and every house rule, in plain Python (3.11 or newer).

`choose` is the one thing to change; below it are the rules and the conversation with the host.

    duel check-bot "python3 examples/bot.py"
    duel play subtract --fair --p2 "cmd:python3 examples/bot.py"

docs/bot-protocol.md explains positions, moves and the protocol.
"""

import math
import random
import sys


def choose(position):
    """Return the move to make. There is always at least one in `position.moves()`.

    `position.after(move)` is where a move leads, `position.turn` is the seat to move (1 or 2), and
    `position.winner()` is a seat, "nobody", or None while the game goes on.
    """
    return random.choice(position.moves())


class Position:
    """A position, read from its text: BOOK[+RULE...]:STATE[~BARRED][/2]."""

    def __init__(self, text):
        self.turn = 2 if text.endswith("/2") else 1
        head, _, state = text.removesuffix("/2").partition(":")
        state, _, barred = state.partition("~")
        self.book, *rules = head.split("+")
        self.rules = {rule.partition("=")[0] for rule in rules}
        caps = [int(rule.partition("=")[2]) for rule in rules if "=" in rule]
        self.cap = caps[0] if caps else math.inf
        # In digits the state is TARGETS:DIGITS, elsewhere it is the numbers on the table.
        numbers, _, self.digits = state.partition(":")
        self.numbers = read_numbers(numbers)
        self.barred = read_numbers(barred)

    def copy(self):
        other = object.__new__(Position)
        other.__dict__ = {**self.__dict__, "numbers": self.numbers[:], "barred": self.barred[:]}
        return other

    def moves(self):
        """All legal moves, as the protocol writes them."""
        return self.digit_moves() if self.book == "digits" else self.divisor_moves()

    def digit_moves(self):
        if self.is_complete() or len(self.digits) >= self.cap:
            return []
        used = self.digits if "once" in self.rules else ""
        leading = "0" if "no-leading-zero" in self.rules and not self.digits else ""
        return [digit for digit in "0123456789" if digit not in used + leading]

    def divisor_moves(self):
        found = []
        if "one" in self.rules and 1 not in self.barred:
            found.append("1")
        signs = self.signs()
        for place, number in enumerate(self.numbers, start=1):
            for divisor in divisors(number):
                for sign in signs:
                    if self.may_choose(number, sign, divisor):
                        which = f"{place}:" if len(self.numbers) > 1 else ""
                        found.append(which + (sign if len(signs) > 1 else "") + str(divisor))
        return found

    def signs(self):
        """What may be done with a divisor: divide by it (/), subtract it (-), or both."""
        if "either" in self.rules or "prime-steps" in self.rules:
            return "/-"
        return "/" if self.book in ("divide", "dilemma") else "-"

    def may_choose(self, number, sign, divisor):
        if divisor in self.barred:
            return False
        if "root" in self.rules and divisor * divisor > number:
            return False
        if self.book == "factor":
            return divisor < number or number == 1 or "no-whole" not in self.rules
        if divisor == number:
            return False
        if "prime-steps" in self.rules:
            return divisor == 1 if sign == "-" else is_prime(divisor)
        return divisor > 1

    def after(self, move):
        """The position that a legal move leads to."""
        position = self.copy()
        position.turn = 3 - self.turn
        if self.book == "digits":
            position.digits += move
            return position
        place, _, chosen = move.rpartition(":")
        divisor = int(chosen.lstrip("/-"))
        is_pass = move == "1" and "one" in self.rules
        if not is_pass:
            index = int(place or 1) - 1
            sign = chosen[0] if chosen[0] in "/-" else self.signs()
            if sign == "/":
                position.numbers[index] //= divisor
            else:
                position.numbers[index] -= divisor
        uses_up = "once" in self.rules or self.book == "factor"
        if not uses_up:
            # Only a spent pass stays barred; what was barred for one move is free again.
            position.barred = [1] if "one" in self.rules and 1 in self.barred else []
        if uses_up or "no-echo" in self.rules or is_pass:
            position.barred.append(divisor)
        return position

    def is_complete(self):
        """Whether a target divides the digits."""
        return self.digits != "" and any(int(self.digits) % target == 0 for target in self.numbers)

    def winner(self):
        if len(self.digits) >= self.cap and not self.is_complete():
            return 2 if "cap-second" in self.rules else "nobody"
        if self.moves():
            return None
        return self.turn if "misere" in self.rules else 3 - self.turn


def read_numbers(text):
    return [int(number) for number in text.split(",") if number]


def divisors(number):
    """All divisors; of numbers from 10^12 on, those that a small divisor leads to."""
    most = 1_000_000 if number < 10**20 else 10_000
    small = [d for d in range(1, min(math.isqrt(number), most) + 1) if number % d == 0]
    return sorted({*small, *(number // d for d in small)})


def is_prime(number):
    """Whether a number is a prime; one too large to find out counts as none."""
    if not 1 < number < 10**12:
        return False
    return all(number % d for d in range(2, math.isqrt(number) + 1))


def talk():
    """Answer the host, line by line, until it says quit or its input ends."""
    position = Position("divide:60")
    is_waiting = False
    for line in sys.stdin.buffer:
        match line.decode(errors="replace").split():
            case ["ugi"]:
                print("id name Python example")
                print("id author the authors of Divisor Duel")
                print("ugiok")
            case ["isready"]:
                print("readyok")
            case ["position", *words] if words:
                position = set_up(words)
            case ["go", "infinite"]:
                is_waiting = True
            case ["go", *_]:
                print("bestmove", best_move(position))
            case ["stop"] if is_waiting:
                is_waiting = False
                print("bestmove", best_move(position))
            case ["query", "gameover"]:
                print("response", "false" if position.winner() is None else "true")
            case ["query", "p1turn"]:
                print("response", "true" if position.turn == 1 else "false")
            case ["query", "result"]:
                print("response", RESULTS[position.winner()])
            case ["quit"]:
                break


RESULTS = {None: "none", 1: "p1win", 2: "p2win", "nobody": "draw"}


def set_up(words):
    """The position of `fen TEXT [moves MOVE...]` or `startpos [moves MOVE...]`."""
    position = Position(words[1] if words[0] == "fen" else "divide:60")
    if "moves" in words:
        for move in words[words.index("moves") + 1 :]:
            position = position.after(move)
    return position


def best_move(position):
    return choose(position) if position.moves() else "(none)"


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # numbers may have thousands of digits
    sys.stdout.reconfigure(line_buffering=True)  # answers must not wait in a buffer
    talk()
