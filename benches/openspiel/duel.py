"""The five duels as Python games of OpenSpiel.

The rules are those of the books, with `no-whole` for `factor` where it is asked for. What a state
needs again and again (the divisors of every number) is worked out once per game, so that no time
goes into anything but the states themselves.
"""

import pyspiel

BOOKS = ("divide", "dilemma", "subtract", "digits", "factor", "factor+no-whole")

# At this length a game of digits ends without a winner.
LONGEST = 1000

GAME_TYPE = pyspiel.GameType(
    short_name="python_duel",
    long_name="Python Divisor Duel",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"book": "divide", "start": 60, "longest": LONGEST},
)


class Table:
    """What all states of a game share. Copies of a state share it too."""

    def __init__(self, book, start, longest):
        self.start = start
        self.longest = longest
        self.divides = book in ("divide", "dilemma")
        self.choices = None if book == "digits" else choices(book, start)

    def __deepcopy__(self, memo):
        return self


class Duel(pyspiel.Game):
    """One book with one start; for `digits` the start is the target."""

    def __init__(self, params=None):
        params = {"book": "divide", "start": 60, "longest": LONGEST, **(params or {})}
        book, start, longest = params["book"], params["start"], params["longest"]
        if book not in BOOKS:
            raise ValueError(f"there is no book {book}")
        self.table = Table(book, start, longest)
        if book == "digits":
            self.state = DigitsState
        elif book in ("factor", "factor+no-whole"):
            self.state = UsedState
        else:
            self.state = TakeState
        info = pyspiel.GameInfo(
            num_distinct_actions=10 if book == "digits" else start + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest if book == "digits" else start + 1,
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self):
        return self.state(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        raise NotImplementedError


def choices(book, start):
    """The divisors that may be chosen from each number up to the start, ascending."""
    lists = [[] for _ in range(start + 1)]
    for divisor in range(1, start + 1):
        for number in range(divisor, start + 1, divisor):
            if book == "factor":
                allowed = True
            elif book == "factor+no-whole":
                allowed = divisor < number or number == 1
            else:
                allowed = 1 < divisor < number
            if allowed:
                lists[number].append(divisor)
    return lists


class DuelState(pyspiel.State):
    """What all states share: who is to move, and that the last mover wins."""

    def __init__(self, game):
        super().__init__(game)
        self._table = game.table
        self._player = 0
        self._over = False
        self._nobody = False

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self._over else self._player

    def is_terminal(self):
        return self._over

    def returns(self):
        if not self._over or self._nobody:
            return [0.0, 0.0]
        return [-1.0, 1.0] if self._player == 0 else [1.0, -1.0]

    def _action_to_string(self, player, action):
        return str(action)


class TakeState(DuelState):
    """One number, and divisors that never wear out."""

    def __init__(self, game):
        super().__init__(game)
        self._number = game.table.start
        self._over = not game.table.choices[self._number]

    def _legal_actions(self, player):
        return self._table.choices[self._number]

    def _apply_action(self, action):
        if self._table.divides:
            self._number //= action
        else:
            self._number -= action
        self._player = 1 - self._player
        self._over = not self._table.choices[self._number]

    def key(self):
        return (self._number, self._player)

    def __str__(self):
        return f"{self._number}/{self._player + 1}"


class UsedState(DuelState):
    """One number, and every divisor may be taken once."""

    def __init__(self, game):
        super().__init__(game)
        self._number = game.table.start
        self._used = set()
        self._legal = game.table.choices[self._number]
        self._over = not self._legal

    def _legal_actions(self, player):
        return self._legal

    def _apply_action(self, action):
        self._number -= action
        self._used.add(action)
        self._player = 1 - self._player
        used = self._used
        self._legal = [d for d in self._table.choices[self._number] if d not in used]
        self._over = not self._legal

    def key(self):
        return (self._number, frozenset(self._used))

    def __str__(self):
        return f"{self._number}~{','.join(map(str, sorted(self._used)))}"


class DigitsState(DuelState):
    """A number that grows until the target divides it."""

    DIGITS = list(range(10))

    def __init__(self, game):
        super().__init__(game)
        self._digits = []
        self._residue = 0

    def _legal_actions(self, player):
        return self.DIGITS

    def _apply_action(self, action):
        self._digits.append(action)
        self._residue = (10 * self._residue + action) % self._table.start
        self._player = 1 - self._player
        if self._residue == 0:
            self._over = True
        elif len(self._digits) >= self._table.longest:
            self._over = self._nobody = True

    def key(self):
        return tuple(self._digits)

    def __str__(self):
        return "".join(map(str, self._digits))


pyspiel.register_game(GAME_TYPE, Duel)
