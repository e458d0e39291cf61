// The rules of all five books and a perfect opponent, for pages that play without a server.
//
// A position is a plain object that never changes: { rules, turn, numbers, barred } or
// { rules, turn, targets, digits }. Its text is the one line that the program uses everywhere,
// BOOK[+RULE...]:STATE[~BARRED][/2]. Numbers are safe integers; larger ones are the server's.
// The rules here are held against those of the program by a test.

const PROPER = 'proper', ALL = 'all', BELOW = 'below-whole', PRIME = 'prime', ONE = 'one';

const take = (op, choice, reuse = false) =>
  ({ steps: [{ op, choice }], root: false, once: reuse, noEcho: false, pass: false });

const BOOKS = {
  divide: () => ({ take: take('/', PROPER) }),
  dilemma: () => ({ take: take('/', PROPER) }),
  subtract: () => ({ take: take('-', PROPER) }),
  digits: () => ({ append: { noLeadingZero: false, once: false, cap: null } }),
  factor: () => ({ take: take('-', ALL, true) }),
};

/** The names of the books, in their order. */
export const books = Object.keys(BOOKS);

const isPlain = (t, op, choice) => t && t.steps[0].op === op && t.steps[0].choice === choice;

// What each house rule changes; false where it does not fit the book. In the order of printing.
const HOUSE = {
  misere: (rules) => (rules.misere = true),
  one: ({ take: t }) => isPlain(t, '/', PROPER) && (t.pass = true),
  either: ({ take: t }) => t?.steps[0].choice === PROPER &&
    (t.steps = [{ op: '/', choice: PROPER }, { op: '-', choice: PROPER }]),
  'prime-steps': ({ take: t }) => isPlain(t, '/', PROPER) &&
    (t.steps = [{ op: '/', choice: PRIME }, { op: '-', choice: ONE }]),
  'no-echo': ({ take: t }) => t && !t.once && (t.noEcho = true),
  once: ({ take: t, append: a }) => (t ? !t.once && (t.once = true) : (a.once = true)),
  root: ({ take: t }) => t && (t.root = true),
  'no-whole': ({ take: t }) => t?.steps[0].choice === ALL && (t.steps[0].choice = BELOW),
  'no-leading-zero': ({ append: a }) => a && (a.noLeadingZero = true),
  'cap-draw': ({ append: a }, length) => a && (a.cap = { length, winner: null }),
  'cap-second': ({ append: a }, length) => a && (a.cap = { length, winner: 2 }),
};
const QUARRELS = [['one', 'prime-steps'], ['either', 'prime-steps'], ['cap-draw', 'cap-second']];
const MAX_CAP = 1_000_000;

/** The house rules that fit a book. */
export const fitting = (book) => Object.keys(HOUSE).filter((name) => fits(book, name));
const fits = (book, name) => Boolean(HOUSE[name](rulesOf(book), 1));
const rulesOf = (book) => ({ book, house: [], misere: false, ...BOOKS[book]() });

const bad = (why) => { throw new Error(why); };

function number(text, least = 1) {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) bad(`"${text}" is not a number: digits only, no zero in front`);
  const value = Number(text);
  if (value < least) bad(`${text} is too small here`);
  if (!Number.isSafeInteger(value)) bad(`${text} is too large for this page`);
  return value;
}

const list = (text, least) => text.split(',').map((part) => number(part, least));
const hasTwice = (numbers) => new Set(numbers).size < numbers.length;

function parseRules(head) {
  const [book, ...words] = head.split('+');
  if (!Object.hasOwn(BOOKS, book)) bad(`there is no book "${book}"; there are ${books.join(', ')}`);
  const rules = rulesOf(book);
  let length = null;
  const names = words.map((word) => {
    const [name, equals] = word.split('=');
    if (!Object.hasOwn(HOUSE, name)) bad(`there is no house rule "${name}"`);
    if (equals !== undefined) {
      length = number(equals);
      if (!name.startsWith('cap-') || length > MAX_CAP) bad('only caps carry a length: cap-draw=18');
    }
    return name;
  });
  if (hasTwice(names)) bad('a house rule is named twice');
  for (const [a, b] of QUARRELS) {
    if (names.includes(a) && names.includes(b)) bad(`${a} and ${b} exclude each other`);
  }
  for (const name of Object.keys(HOUSE).filter((rule) => names.includes(rule))) {
    if (name.startsWith('cap-') && !length) bad(`${name} needs a length: ${name}=18`);
    if (!fits(book, name)) bad(`the house rule ${name} does not fit ${book}`);
    HOUSE[name](rules, length);
    rules.house.push(name);
  }
  return rules;
}

function checkBarred(t, barred) {
  if (hasTwice(barred)) bad('a barred number is named twice');
  for (const d of barred) {
    if (!(t.once || t.noEcho || (t.pass && d === 1))) bad('these rules do not bar that number');
    const can = d === 1
      ? t.pass || t.steps.some((s) => [ALL, BELOW, ONE].includes(s.choice))
      : t.steps[0].choice !== PRIME || isPrime(d);
    if (!can) bad(`${d} cannot have been chosen`);
  }
  const lasting = t.pass && barred.includes(1) ? 1 : 0;
  if (!t.once && barred.length > lasting + 1) bad('only the divisor just chosen is barred');
}

/** Reads the text of a position; an Error says what is wrong with it. */
export function parse(text) {
  const colon = text.indexOf(':');
  if (colon < 0) bad('a position is written BOOK:STATE, for example divide:60');
  const rules = parseRules(text.slice(0, colon));
  const [tail, seat, more] = text.slice(colon + 1).split('/');
  if (more !== undefined || (seat !== undefined && seat !== '2')) bad('only /2 may end a position');
  const turn = seat ? 2 : 1;
  const tilde = tail.indexOf('~');
  const state = tilde < 0 ? tail : tail.slice(0, tilde);
  const listed = tilde < 0 ? null : tail.slice(tilde + 1);
  if (rules.take) {
    const reachesZero = rules.take.steps.some((s) => s.op === '-' && [ALL, BELOW].includes(s.choice));
    const numbers = list(state, reachesZero ? 0 : 1);
    if (numbers.length > 100) bad('at most 100 numbers');
    const barred = listed === null ? [] : list(listed);
    checkBarred(rules.take, barred);
    return { rules, turn, numbers, barred };
  }
  const [targets, digits, extra] = state.split(':');
  if (digits === undefined || extra !== undefined) bad('digits are written TARGETS:DIGITS, digits:7:31');
  if (!/^[0-9]*$/.test(digits)) bad('behind the targets come the digits 0 to 9');
  if (listed !== null &&
    !(rules.append.once && listed.split(',').sort().join() === [...digits].sort().join())) {
    bad('the digits themselves tell which are used');
  }
  let position = { rules, turn, targets: list(targets, 2), digits: '' };
  if (hasTwice(position.targets) || position.targets.length > 100) bad('a target is named twice');
  for (const digit of digits) {
    if (whyNotDigit(position, digit)) bad('those digits could not have been played');
    position = { ...position, digits: position.digits + digit };
  }
  return position;
}

/** The text of a position. */
export function write({ rules, turn, numbers, barred, targets, digits }) {
  const cap = rules.append?.cap;
  const house = rules.house.map((name) =>
    '+' + name + (cap && name.startsWith('cap-') ? `=${cap.length}` : '')).join('');
  const state = numbers
    ? numbers.join() + (barred.length ? '~' + barred.join() : '')
    : `${targets.join()}:${digits}`;
  return `${rules.book}${house}:${state}${turn === 2 ? '/2' : ''}`;
}

// ---- numbers

const known = new Map();

/** The divisors of n, ascending, 1 and n included. */
export function divisors(n) {
  let all = known.get(n);
  if (all) return all;
  const small = [], large = [];
  for (let d = 1; d * d <= n; d += 1) {
    if (n % d === 0) {
      small.push(d);
      if (d * d < n) large.push(n / d);
    }
  }
  all = small.concat(large.reverse());
  if (known.size > 20_000) known.clear();
  known.set(n, all);
  return all;
}

const isPrime = (n) => n > 1 && divisors(n).length === 2;

/** The remainder of a number in digits, however long. */
export function residue(digits, target) {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % target;
  return rest;
}

// ---- moves

function allows(t, choice, n, d, barred) {
  switch (choice) {
    case PROPER: if (d === 1 || d === n) return false; break;
    case BELOW: if (d === n && n !== 1) return false; break;
    case PRIME: if (d === n || !isPrime(d)) return false; break;
    case ONE: if (d !== 1 || n === 1) return false; break;
    default:
  }
  return !(t.root && d * d > n) && !barred.includes(d);
}

/** What is barred after d was chosen. */
function bar(t, barred, d) {
  if (t.once) return [...barred, d];
  const spent = t.pass && (d === 1 || barred.includes(1));
  const after = spent ? [1] : [];
  if (t.noEcho && !(spent && d === 1)) after.push(d);
  return after;
}

/** Calls `visit(index, op, d)` for every move on a number. It may return true to stop. */
function eachTake(t, numbers, barred, visit) {
  for (let index = 0; index < numbers.length; index += 1) {
    const n = numbers[index];
    if (n === 0) continue;
    for (const { op, choice } of t.steps) {
      for (const d of choice === ONE ? [1] : divisors(n)) {
        if (t.root && d * d > n) break;
        if (allows(t, choice, n, d, barred) && visit(index, op, d)) return true;
      }
    }
  }
  return false;
}

const canPass = ({ rules: { take: t }, barred }) => t.pass && !barred.includes(1);
const isComplete = ({ targets, digits }) =>
  digits !== '' && targets.some((target) => residue(digits, target) === 0);

function whyNotDigit({ rules: { append: a }, digits, targets }, digit) {
  if (isComplete({ targets, digits }) || (a.cap && digits.length >= a.cap.length)) return 'over';
  if (!/^[0-9]$/.test(digit)) return 'a move is one digit, 0 to 9';
  if (digits === '' && digit === '0' && a.noLeadingZero) return 'the first digit may not be 0';
  if (a.once && digits.includes(digit)) return `${digit} has been used`;
  return null;
}

/** Every legal move, as texts. */
export function moves(position) {
  const { rules: { take: t }, numbers, barred } = position;
  if (!t) return [...'0123456789'].filter((digit) => !whyNotDigit(position, digit));
  const found = canPass(position) ? ['1'] : [];
  eachTake(t, numbers, barred, (index, op, d) => {
    found.push(moveText(position, index, op, d));
  });
  return found;
}

const moveText = ({ rules: { take: t }, numbers }, index, op, d) =>
  (numbers.length > 1 ? `${index + 1}:` : '') + (t.steps.length > 1 ? op : '') + d;

/** What a move on numbers is about: { index, op, divisor }; null for digits and the pass. */
export function readMove(position, text) {
  const { rules: { take: t }, numbers } = position;
  if (!t || (t.pass && text === '1')) return null;
  const match = /^(?:([1-9][0-9]*):)?([/-]?)([1-9][0-9]*)$/.exec(text);
  const fitsForm = match && Boolean(match[1]) === numbers.length > 1 &&
    Boolean(match[2]) === t.steps.length > 1;
  if (!fitsForm) bad(`"${text}" is not a move here`);
  return { index: Number(match[1] ?? 1) - 1, op: match[2] || t.steps[0].op, divisor: number(match[3]) };
}

/** The position after a move; an Error says why it is not legal. */
export function play(position, text) {
  const { rules, numbers, barred } = position;
  const turn = 3 - position.turn;
  if (!numbers) {
    const why = whyNotDigit(position, text);
    if (why) bad(why);
    return { ...position, turn, digits: position.digits + text };
  }
  const made = readMove(position, text);
  if (!made) {
    if (!canPass(position)) bad('1 has been used');
    return { ...position, turn, barred: bar(rules.take, barred, 1) };
  }
  const { index, op, divisor: d } = made;
  const n = numbers[index];
  const step = rules.take.steps.find((s) => s.op === op);
  if (!n || !step || n % d !== 0) bad(`${d} does not divide ${n ?? 'anything here'}`);
  if (!allows(rules.take, step.choice, n, d, barred)) bad(`${d} may not be chosen now`);
  const after = numbers.map((other, i) => (i === index ? left(n, op, d) : other));
  return { ...position, turn, numbers: after, barred: bar(rules.take, barred, d) };
}

const left = (n, op, d) => (op === '/' ? n / d : n - d);

/** null while the game goes on; else { winner: 1, 2 or null }. */
export function outcome(position) {
  const { rules, turn, numbers, barred, digits } = position;
  const { take: t, append: a } = rules;
  if (t ? canPass(position) || eachTake(t, numbers, barred, () => true)
    : moves(position).length > 0) return null;
  if (a && !isComplete(position) && a.cap && digits.length >= a.cap.length) {
    return { winner: a.cap.winner };
  }
  return { winner: rules.misere ? turn : 3 - turn };
}

// ---- values
//
// A value is one small number: plies + 1 for a win, -(plies + 1) for a loss, of the player to
// move; DRAW and ENDLESS otherwise. The winner hurries, the loser delays.

const DRAW = 1e6, ENDLESS = 2e6, NOTHING = -3e6;
const isEven = (v) => v >= DRAW;

/** The better of what a mover has (from) and another move whose result is `reply` for the opponent. */
function better(best, reply) {
  const v = isEven(reply) ? reply : reply < 0 ? 1 - reply : -1 - reply;
  if (best === NOTHING) return v;
  const r = rank(v), s = rank(best);
  if (r !== s) return r > s ? v : best;
  return v < best ? v : best;
}
const rank = (v) => (isEven(v) ? 1 : v > 0 ? 2 : 0);

const told = (v) => isEven(v)
  ? { value: v === DRAW ? 'draw' : 'endless', plies: null }
  : { value: v > 0 ? 'win' : 'loss', plies: Math.abs(v) - 1 };

const LIMIT = Symbol('limit');

// Below this, every divisor up to the root is a bit of a small integer.
const SMALL = 841;

/** Solves the positions of one game; what it finds out it remembers. */
export class Solver {
  /** `limit` is how many positions it may visit for one question. */
  constructor(limit = 400_000) {
    this.limit = limit;
    this.table = new Map();
    this.key = '';
  }

  /** { value: 'win' | 'loss' | 'draw' | 'endless', plies }, or null if it is beyond the limit. */
  assess(position) {
    const { rules, numbers, barred, targets, digits } = position;
    const game = write({ rules, turn: 1, numbers: numbers && [], barred: [], targets, digits: '' });
    const head = numbers ? game.slice(0, game.indexOf(':')) : game;
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

  /** Every move: { move, to, value (for the player who makes it), plies }. */
  lines(position) {
    return moves(position).map((move) => {
      const to = play(position, move);
      const found = this.assess(to);
      const value = { win: 'loss', loss: 'win' }[found?.value] ?? found?.value ?? 'unknown';
      return { move, to: write(to), value, plies: found?.plies ?? null };
    });
  }

  /** A best move: wins as quickly as possible, or resists as long and as trickily as possible. */
  best(position) {
    const rank = { win: 4, draw: 3, endless: 3, unknown: 2, loss: 1 };
    const lines = this.lines(position);
    const top = Math.max(...lines.map((line) => rank[line.value]));
    const good = lines.filter((line) => rank[line.value] === top);
    const sign = top === 1 ? -1 : 1;
    const plies = Math.min(...good.map((line) => sign * (line.plies ?? 0)));
    const equal = good.filter((line) => sign * (line.plies ?? 0) === plies);
    if (top !== 1 || equal.length === 1) return equal[0]?.move ?? null;
    const traps = equal.map((line) => {
      const replies = this.lines(parse(line.to));
      return replies.filter((reply) => reply.value === 'win').length / replies.length;
    });
    return equal[traps.indexOf(Math.min(...traps))].move;
  }

  #visit() {
    this.left -= 1;
    if (this.left < 0) throw LIMIT;
  }

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

  /** The fair game of factor: one small number, divisors up to its root, a bit for each used one. */
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

  /** Digits that wear out. */
  #worn(game, rest, digits, turn) {
    const { append: { cap, noLeadingZero }, misere, targets, wheel } = game;
    if (cap && digits.length >= cap.length) return atCap(cap, turn);
    const key = `${rest}:${[...digits].sort().join('')}:${turn}`;
    const seen = this.table.get(key);
    if (seen !== undefined) return seen;
    this.#visit();
    let best = NOTHING;
    for (let d = digits === '' && noLeadingZero ? 1 : 0; d < 10; d += 1) {
      if (digits.includes(d)) continue;
      const next = (rest * 10 + d) % wheel;
      const ends = targets.some((target) => next % target === 0);
      best = better(best, ends ? (misere ? 1 : -1) : this.#worn(game, next, digits + d, 3 - turn));
    }
    if (best === NOTHING) best = misere ? 1 : -1;
    this.table.set(key, best);
    return best;
  }
}

const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));
const atCap = (cap, turn) => (cap.winner === null ? DRAW : cap.winner === turn ? 1 : -1);

/** Whether nobody can ever move on this number. */
function isDead(t, n) {
  switch (t.steps[0].choice) {
    case ALL: case BELOW: return n === 0;
    case PRIME: return n <= 1;
    default: return n <= 3 || isPrime(n);
  }
}

/** Whether it can still matter that d is barred. */
function matters(t, d, live) {
  if (d === 1 && t.pass) return true;
  if (!t.once) return live.some((n) => n % d === 0);
  const largest = live[0] ?? 0;
  if (t.root) return d * d <= largest;
  return t.steps[0].choice === ALL ? d <= largest : d === 1 || d <= largest / 2;
}

function firstDigit(game, valueOf) {
  let best = NOTHING;
  for (let d = 1; d < 10; d += 1) {
    const next = d % game.wheel;
    const ends = game.targets.some((target) => next % target === 0);
    best = better(best, ends ? (game.misere ? 1 : -1) : valueOf(next));
  }
  return best;
}

/** Marks the remainders that a target divides. */
function completing({ targets, wheel }) {
  const ends = new Uint8Array(wheel);
  for (const target of targets) for (let rest = 0; rest < wheel; rest += target) ends[rest] = 1;
  return ends;
}

/** A game with a cap, length by length from the end: solved[length][remainder]. */
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
  const solved = [];
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

function endsNext(ends, rest, wheel) {
  for (let d = 0; d < 10; d += 1) if (ends[(rest * 10 + d) % wheel]) return true;
  return false;
}

/** A game that may go round in circles, backwards from its ends: solved[remainder]. */
function circles(game) {
  const { wheel, misere } = game;
  const ends = completing(game);
  const solved = new Int32Array(wheel);
  const open = new Uint8Array(wheel);
  const forced = new Uint8Array(wheel);
  const queue = [];
  for (let rest = 0; rest < wheel; rest += 1) {
    let going = 0;
    let ending = 0;
    for (let d = 0; d < 10; d += 1) ends[(rest * 10 + d) % wheel] ? (ending += 1) : (going += 1);
    open[rest] = going;
    forced[rest] = ending;
  }
  const settle = (rest, value) => { if (!solved[rest]) { solved[rest] = value; queue.push(rest); } };
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

/** The remainders r with 10 r = x modulo the wheel. */
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
