"""A bot for all five books and every house rule, in plain Python. It plays any legal move."""
import math, random, sys, types

def read(text):  # BOOK[+RULE...]:STATE[~BARRED][/2]; in digits, STATE is TARGETS:DIGITS
    head, state = text.removesuffix("/2").split(":", 1)
    (book, *rules), (state, _, barred) = head.split("+"), state.partition("~")
    (state, _, digits), numbers = state.partition(":"), lambda text: [int(n) for n in text.split(",") if n]
    signs = "/-" if {"either", "prime-steps"} & {*rules} else "/" if book in ("divide", "dilemma") else "-"
    cap = max([int(rule.split("=")[1]) for rule in rules if "=" in rule], default=math.inf)
    return types.SimpleNamespace(
        book=book, rules={rule.split("=")[0] for rule in rules}, numbers=numbers(state), digits=digits,
        barred=numbers(barred), signs=signs, cap=cap, turn=2 if text.endswith("/2") else 1)

def complete(g): return any(int(g.digits or 1) % target == 0 for target in g.numbers)

def may_choose(g, n, sign, d):  # a divisor d of n, to divide by or to subtract
    step = d == 1 if sign == "-" else d > 1 and all(d % p for p in range(2, math.isqrt(d) + 1))
    choice = d < n or n == 1 or "no-whole" not in g.rules if g.book == "factor" else d < n and (
        step if "prime-steps" in g.rules else d > 1)
    return choice and d not in g.barred and (d * d <= n or "root" not in g.rules)

def moves(g):
    if g.book == "digits":
        barred = (g.digits if "once" in g.rules else "") + ("" if g.digits or "no-leading-zero" not in g.rules else "0")
        return [] if complete(g) or len(g.digits) >= g.cap else [d for d in "0123456789" if d not in barred]
    found = ["1"] if "one" in g.rules and 1 not in g.barred else []
    for i, n in enumerate(g.numbers, 1):
        small = [d for d in range(1, min(math.isqrt(n), 10**6) + 1) if n % d == 0]
        found += [(f"{i}:" if g.numbers[1:] else "") + (sign if g.signs == "/-" else "") + str(d)
                  for d in {*small, *(n // d for d in small)} for sign in g.signs if may_choose(g, n, sign, d)]
    return found

def play(g, move):
    g.turn, (index, _, chosen) = 3 - g.turn, move.rpartition(":")
    i, sign, d = int(index or 1) - 1, (chosen if chosen[0] in "/-" else g.signs)[0], int(chosen.lstrip("/-"))
    one, once = "one" in g.rules, "once" in g.rules or g.book == "factor"
    if g.book == "digits": g.digits += move
    elif not (move == "1" and one):
        g.numbers[i] = g.numbers[i] // d if sign == "/" else g.numbers[i] - d
    g.barred = [b for b in g.barred if once or one and b == 1] + [d] * (once or "no-echo" in g.rules or one and d == 1)

def result(g):
    if len(g.digits) >= g.cap and not complete(g): return "p2win" if "cap-second" in g.rules else "draw"
    return "none" if moves(g) else f"p{g.turn if 'misere' in g.rules else 3 - g.turn}win"

sys.set_int_max_str_digits(0), sys.stdout.reconfigure(line_buffering=True)
g, waiting = read("divide:60"), False
for line in sys.stdin.buffer:
    match line.decode(errors="replace").split():
        case ["ugi"]: print("id name Python example\nid author the authors of Divisor Duel\nugiok")
        case ["isready"]: print("readyok")
        case ["position", *words] if words:
            g = read(words[1] if words[0] == "fen" else "divide:60")
            for move in words[words.index("moves") + 1:] if "moves" in words else []: play(g, move)
        case ["go", *how]: waiting = how == ["infinite"] or print("bestmove", random.choice(moves(g) or ["(none)"]))
        case ["stop"] if waiting: waiting = print("bestmove", random.choice(moves(g) or ["(none)"]))
        case ["query", "gameover" | "p1turn" | "result" as what]:
            print("response", {"gameover": str(not moves(g)), "p1turn": str(g.turn == 1)}.get(what, result(g)).lower())
        case ["quit"]: break
