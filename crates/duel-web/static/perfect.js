// @ts-check
// A perfect opponent: the value of every position of the games that the fair deals give, by a search
// that remembers. What would take too long has no answer here; the server's solver knows more.
//
// A value is one small number: plies + 1 for a win, -(plies + 1) for a loss, of the player to
// move; DRAW and ENDLESS otherwise. The winner hurries, the loser delays.

import {
  ALL, BELOW, PRIME, bar, eachTake, isComplete, isPrime, left, moves, parse, play, residue, write,
} from "./engine.js";

const DRAW = 1e6, ENDLESS = 2e6, NOTHING = -3e6;
/**
 * @typedef {import("./engine.js").Take} Take
 * @typedef {import("./engine.js").Cap} Cap
 * @typedef {import("./engine.js").Rules} Rules
 * @typedef {import("./engine.js").Position} Position
 * @typedef {Rules & { targets: number[], wheel: number, rest: number }} Game digits on a wheel of remainders
 */

const isEven = (/** @type {number} */ v) => v >= DRAW;

/** The better of what a mover has (from) and another move whose result is `reply` for the opponent. @param {number} best @param {number} reply */
function better(best, reply) {
  const v = isEven(reply) ? reply : reply < 0 ? 1 - reply : -1 - reply;
  if (best === NOTHING) return v;
  const r = rank(v), s = rank(best);
  if (r !== s) return r > s ? v : best;
  return v < best ? v : best;
}
const rank = (/** @type {number} */ v) => (isEven(v) ? 1 : v > 0 ? 2 : 0);

const told = (/** @type {number} */ v) => isEven(v)
  ? { value: v === DRAW ? "draw" : "endless", plies: null }
  : { value: v > 0 ? "win" : "loss", plies: Math.abs(v) - 1 };

const LIMIT = Symbol("limit");

/** What the value of a position is for the player who moved there. @type {Record<string, string>} */
const OPPOSITE = { win: "loss", loss: "win", draw: "draw", endless: "endless", unknown: "unknown" };

/** How players like the values of their moves. @type {Record<string, number>} */
const LIKED = { win: 4, draw: 3, endless: 3, unknown: 2, loss: 1 };

// Below this, every divisor up to the root is a bit of a small integer.
const SMALL = 841;

/** Solves the positions of one game; what it finds out it remembers. */
export class Solver {
  /** `limit` is how many positions it may visit for one question. */
  constructor(limit = 400_000) {
    this.limit = limit;
    this.left = 0;
    /** @type {Map<string | number, number>} */
    this.table = new Map();
    this.key = "";
    /** What is solved of a game of digits. @type {any} */
    this.wheels = null;
  }

  /** { value: 'win' | 'loss' | 'draw' | 'endless', plies }, or null if it is beyond the limit. @param {Position} position */
  assess(position) {
    const { rules, numbers, barred, targets, digits } = position;
    const game = write({ rules, turn: 1, numbers: numbers && [], barred: [], targets, digits: "" });
    const head = numbers ? game.slice(0, game.indexOf(":")) : game;
    if (head !== this.key) {
      this.key = head;
      this.table = new Map();
      this.wheels = null;
    }
    this.left = this.limit;
    try {
      return told(numbers ? this.#numbers(rules, numbers, barred) : this.#digits(position));
    } catch (error) {
      // Thousands of moves one after another are more than the stack holds.
      if (error === LIMIT || error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Every move: { move, to, value (for the player who makes it), plies }. @param {Position} position */
  lines(position) {
    return moves(position).map((move) => {
      const to = play(position, move);
      const found = this.assess(to);
      const value = OPPOSITE[found?.value ?? "unknown"];
      return { move, to: write(to), value, plies: found?.plies ?? null };
    });
  }

  /** A best move: wins as quickly as possible, or resists as long and as trickily as possible. @param {Position} position */
  best(position) {
    const lines = this.lines(position);
    const top = Math.max(...lines.map((line) => LIKED[line.value]));
    const good = lines.filter((line) => LIKED[line.value] === top);
    const sign = top === 1 ? -1 : 1;
    const plies = Math.min(...good.map((line) => sign * (line.plies ?? 0)));
    const equal = good.filter((line) => sign * (line.plies ?? 0) === plies);
    if (top !== 1 || equal.length === 1) return equal[0]?.move ?? null;
    const traps = equal.map((line) => {
      const replies = this.lines(parse(line.to));
      // Nothing to reply to: that is the end, and no trap at all.
      return replies.length ? replies.filter((reply) => reply.value === "win").length / replies.length : 1;
    });
    return equal[traps.indexOf(Math.min(...traps))].move;
  }

  #visit() {
    this.left -= 1;
    if (this.left < 0) throw LIMIT;
  }

  /** @param {Rules} rules @param {number[]} numbers @param {number[]} barred @returns {number} */
  #numbers(rules, numbers, barred) {
    const t = rules.take;
    const live = numbers.filter((n) => !isDead(t, n)).sort((a, b) => b - a);
    const bars = barred.filter((d) => matters(t, d, live)).sort((a, b) => a - b);
    if (live.length === 1 && live[0] < SMALL && t.once && t.root && t.steps[0].choice === BELOW) {
      return this.#used(live[0], bars.reduce((mask, d) => mask | (1 << d), 0), rules.misere ? 1 : -1);
    }
    const key = `${live}~${bars}`;
    const seen = this.table.get(key);
    if (seen !== undefined) return seen;
    this.#visit();
    let best = NOTHING;
    if (t.pass && !bars.includes(1)) {
      best = better(best, this.#numbers(rules, live, bar(t, bars, 1)));
    }
    eachTake(t, live, bars, (index, op, d) => {
      if (index > 0 && live[index] === live[index - 1]) return;
      const after = live.slice();
      after[index] = left(live[index], op, d);
      best = better(best, this.#numbers(rules, after, bar(t, bars, d)));
    });
    if (best === NOTHING) best = rules.misere ? 1 : -1;
    this.table.set(key, best);
    return best;
  }

  /** The fair game of factor: one small number, divisors up to its root, a bit for each used one. @param {number} n @param {number} mask @param {number} stuck */
  #used(n, mask, stuck) {
    if (n === 0) return stuck;
    const bits = mask & ((2 << Math.sqrt(n)) - 1);
    const key = bits * SMALL + n;
    const seen = this.table.get(key);
    if (seen !== undefined) return seen;
    this.#visit();
    let best = NOTHING;
    for (let d = 1; d * d <= n; d += 1) {
      if (n % d || (bits >> d) & 1) continue;
      best = better(best, this.#used(n - d, bits | (1 << d), stuck));
    }
    if (best === NOTHING) best = stuck;
    this.table.set(key, best);
    return best;
  }

  /** @param {Position} position @returns {number} */
  #digits({ rules, turn, targets, digits }) {
    const a = rules.append;
    if (isComplete({ targets, digits })) return rules.misere ? 1 : -1;
    const wheel = targets.reduce((m, target) => (m / gcd(m, target)) * target, 1);
    if (wheel > 1e12) throw LIMIT;
    const game = { ...rules, targets, wheel, rest: residue(digits, wheel) };
    if (a.once) return this.#worn(game, game.rest, digits, turn);
    if (wheel > 1e6 || (a.cap && wheel * (a.cap.length + 1) > 4e7)) throw LIMIT;
    const length = digits.length;
    if (!a.cap) {
      const solved = (this.wheels ??= circles(game));
      return length === 0 && a.noLeadingZero ? firstDigit(game, (r) => solved[r]) : solved[game.rest];
    }
    // At the cap it matters who began, which only the turn and the length tell together.
    const parity = (turn + length) % 2;
    this.wheels ??= [];
    const solved = (this.wheels[parity] ??= layers(game, a.cap, parity));
    return solved[length][game.rest];
  }

  /** Digits that wear out. @param {Game} game @param {number} rest @param {string} digits @param {number} turn */
  #worn(game, rest, digits, turn) {
    const { append: { cap, noLeadingZero }, misere, targets, wheel } = game;
    if (cap && digits.length >= cap.length) return atCap(cap, turn);
    const key = `${rest}:${[...digits].sort().join("")}:${turn}`;
    const seen = this.table.get(key);
    if (seen !== undefined) return seen;
    this.#visit();
    let best = NOTHING;
    for (let d = digits === "" && noLeadingZero ? 1 : 0; d < 10; d += 1) {
      if (digits.includes(String(d))) continue;
      const next = (rest * 10 + d) % wheel;
      const ends = targets.some((target) => next % target === 0);
      best = better(best, ends ? (misere ? 1 : -1) : this.#worn(game, next, digits + d, 3 - turn));
    }
    if (best === NOTHING) best = misere ? 1 : -1;
    this.table.set(key, best);
    return best;
  }
}

/** @type {(a: number, b: number) => number} */
const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));
const atCap = (/** @type {Cap} */ cap, /** @type {number} */ turn) => (cap.winner === null ? DRAW : cap.winner === turn ? 1 : -1);

/** Whether nobody can ever move on this number. @param {Take} t @param {number} n */
function isDead(t, n) {
  switch (t.steps[0].choice) {
    case ALL: case BELOW: return n === 0;
    case PRIME: return n <= 1;
    default: return n <= 3 || isPrime(n);
  }
}

/** Whether it can still matter that d is barred. @param {Take} t @param {number} d @param {number[]} live */
function matters(t, d, live) {
  if (d === 1 && t.pass) return true;
  if (!t.once) return live.some((n) => n % d === 0);
  const largest = live[0] ?? 0;
  if (t.root) return d * d <= largest;
  return t.steps[0].choice === ALL ? d <= largest : d === 1 || d <= largest / 2;
}

/** @param {Game} game @param {(rest: number) => number} valueOf */
function firstDigit(game, valueOf) {
  let best = NOTHING;
  for (let d = 1; d < 10; d += 1) {
    const next = d % game.wheel;
    const ends = game.targets.some((target) => next % target === 0);
    best = better(best, ends ? (game.misere ? 1 : -1) : valueOf(next));
  }
  return best;
}

/** Marks the remainders that a target divides. @param {Game} game */
function completing({ targets, wheel }) {
  const ends = new Uint8Array(wheel);
  for (const target of targets) for (let rest = 0; rest < wheel; rest += target) ends[rest] = 1;
  return ends;
}

/**
 * A game with a cap, length by length from the end: solved[length][remainder].
 * @param {Game} game @param {Cap} cap @param {number} parity
 */
function layers(game, cap, parity) {
  const { wheel, misere } = game;
  const ends = completing(game);
  const stop = misere ? 1 : -1;
  // Whoever finds one of these may end the game at once; only the others need looking at.
  const quiet = [];
  const now = new Int32Array(wheel).fill(2);
  for (let rest = 0; rest < wheel; rest += 1) {
    if (ends[rest] || (!misere && endsNext(ends, rest, wheel))) continue;
    quiet.push(rest);
  }
  const solved = /** @type {Int32Array[]} */ ([]);
  for (let length = cap.length; length >= 0; length -= 1) {
    const next = solved[0];
    const turn = (parity + length) % 2 === 1 ? 1 : 2;
    if (!next) {
      solved.unshift(new Int32Array(wheel).fill(atCap(cap, turn)));
      continue;
    }
    const here = length === 0 ? new Int32Array(1) : now.slice();
    // Remainders that no number of this length has are never asked for.
    const most = length > 9 ? wheel : 10 ** length;
    for (const rest of length === 0 ? [0] : quiet) {
      if (rest >= most) break;
      let best = NOTHING;
      let after = (rest * 10) % wheel;
      for (let d = 0; d < 10; d += 1) {
        if (d > 0 || length > 0 || !game.append.noLeadingZero) {
          best = better(best, ends[after] ? stop : next[after]);
        }
        after += 1;
        if (after === wheel) after = 0;
      }
      here[rest] = best;
    }
    solved.unshift(here);
  }
  return solved;
}

/** @param {Uint8Array} ends @param {number} rest @param {number} wheel */
function endsNext(ends, rest, wheel) {
  for (let d = 0; d < 10; d += 1) if (ends[(rest * 10 + d) % wheel]) return true;
  return false;
}

/** A game that may go round in circles, backwards from its ends: solved[remainder]. @param {Game} game */
function circles(game) {
  const { wheel, misere } = game;
  const ends = completing(game);
  const solved = new Int32Array(wheel);
  const open = new Uint8Array(wheel);
  const forced = new Uint8Array(wheel);
  const queue = /** @type {number[]} */ ([]);
  for (let rest = 0; rest < wheel; rest += 1) {
    let going = 0;
    let ending = 0;
    for (let d = 0; d < 10; d += 1) ends[(rest * 10 + d) % wheel] ? (ending += 1) : (going += 1);
    open[rest] = going;
    forced[rest] = ending;
  }
  const settle = (/** @type {number} */ rest, /** @type {number} */ value) => { if (!solved[rest]) { solved[rest] = value; queue.push(rest); } };
  // A remainder counts as a position even where a target divides it: the empty number is 0.
  for (let rest = 0; rest < wheel; rest += 1) {
    if (forced[rest] && !misere) settle(rest, 2);
    if (misere && open[rest] === 0) settle(rest, -2);
  }
  for (let place = 0; place < queue.length; place += 1) {
    const rest = queue[place];
    if (ends[rest]) continue;
    // Who can append a digit and come here?
    for (let d = 0; d < 10; d += 1) {
      for (const before of sources(rest - d, wheel)) {
        if (solved[before]) continue;
        if (solved[rest] < 0) settle(before, 1 - solved[rest]);
        else if ((open[before] -= 1) === 0) settle(before, -1 - solved[rest]);
      }
    }
  }
  for (let rest = 0; rest < wheel; rest += 1) if (!solved[rest]) solved[rest] = ENDLESS;
  return solved;
}

/** The remainders r with 10 r = x modulo the wheel. @param {number} x @param {number} wheel */
function sources(x, wheel) {
  const common = gcd(10, wheel);
  const part = wheel / common;
  const rest = ((x % wheel) + wheel) % wheel;
  if (rest % common) return [];
  const found = [];
  let first = 0;
  const goal = rest / common;
  // 10 / common is prime to the part, so one of ten multiples of the part fits.
  const by = 10 / common;
  for (let k = 0; k < by; k += 1) if ((goal + k * part) % by === 0) { first = (goal + k * part) / by; break; }
  for (let k = 0; k < common; k += 1) found.push((first + k * part) % wheel);
  return found;
}
