"""Factors the numbers of a file with a Python package; factor.gp does the same with PARI/GP.

    factor.py flint|sympy     reads calls from standard input, a line each, as gp does:

    answers("FILE")           prints the primes of each number, a line each: 2^3 5^1
    time_factors("FILE")      prints the seconds for all, and how many primes there are
    time_divisors("FILE")     the same for sorted lists of divisors, and how many there are
    about()                   prints the version

A file has one number in each line. Only the work itself is timed, not reading the file, and in
time of the processor, so that nobody suffers from what else the machine does.
"""

import ast
import os
import sys
from time import process_time

# SymPy as it comes, without the packages that it would use if it found them.
os.environ["SYMPY_GROUND_TYPES"] = "python"


def flint():
    from flint import __version__, __FLINT_VERSION__, fmpz

    # The package has no list of divisors.
    return f"{__FLINT_VERSION__} (python-flint {__version__})", fmpz, fmpz.factor, None


def sympy():
    from sympy import __version__, divisors, factorint

    return __version__, int, lambda n: list(factorint(n).items()), divisors


def forget():
    """SymPy remembers large primes that it has found, which would make the next turn easy."""
    if "sympy" in sys.modules:
        from sympy.ntheory import factor_

        if hasattr(factor_, "factor_cache"):
            factor_.factor_cache.cache_clear()


VERSION, NUMBER, FACTOR, DIVISORS = {"flint": flint, "sympy": sympy}[sys.argv[1]]()


def read(file):
    with open(file) as lines:
        return [NUMBER(int(line)) for line in lines]


def about():
    print(VERSION)


def answers(file):
    for n in read(file):
        print(" ".join(f"{p}^{e}" for p, e in sorted(FACTOR(n))))


def time_factors(file):
    forget()
    numbers = read(file)
    began = process_time()
    factors = [FACTOR(n) for n in numbers]
    took = process_time() - began
    print(took, sum(e for f in factors for _, e in f))


def time_divisors(file):
    forget()
    numbers = read(file)
    count = 0
    began = process_time()
    for n in numbers:
        count += len(DIVISORS(n))
    print(process_time() - began, count)


CALLS = {call.__name__: call for call in [about, answers, time_factors, time_divisors]}

for line in sys.stdin:
    call = ast.parse(line.strip(), mode="eval").body
    CALLS[call.func.id](*map(ast.literal_eval, call.args))
    sys.stdout.flush()
