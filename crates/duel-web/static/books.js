// @ts-check
// The five books and the house rules in a few words, for pages that work without asking the server.

/**
 * `fair` says the rules of the fair variant in two sentences, `own` those of the book as it stands.
 * @type {Record<string, {title: string, short: string, own: string, fair: string, example: string}>}
 */
export const BOOKS = {
  divide: {
    title: "Divisor Duel: Division",
    short: "Divide a number by one of its divisors",
    own: "On your turn divide the number by one of its divisors, but not by 1 and not by the number itself. Whoever cannot move loses.",
    fair: "On your turn divide one of the three numbers by one of its divisors, but not by 1 and not by the number itself. Whoever cannot move loses.",
    example: "divide:60,84",
  },
  dilemma: {
    title: "Divider’s Dilemma",
    short: "Divide by a divisor until none is left",
    own: "On your turn divide the number by one of its divisors, but not by 1 and not by the number itself. Whoever has no divisor left loses.",
    fair: "On your turn divide the number by a prime that is smaller than it, or subtract 1. Whoever cannot move, because 1 is left, loses.",
    example: "dilemma+prime-steps:154",
  },
  subtract: {
    title: "Divisor Duel: Subtraction",
    short: "Subtract a divisor from the number",
    own: "On your turn subtract a divisor of the number, but not 1 and not the number itself. Whoever cannot move loses.",
    fair: "On your turn subtract a divisor of the number, but not 1, not the number itself, and not the divisor that was chosen just before. Whoever cannot move loses.",
    example: "subtract:60",
  },
  digits: {
    title: "Divisor Duel: Digits",
    short: "Append digits until a target divides the number",
    own: "On your turn append a digit to the number. Whoever makes it divisible by the target wins.",
    fair: "On your turn append a digit; the first may not be 0. Whoever makes the number divisible by any target wins; at 18 digits without that, the player who did not begin wins.",
    example: "digits:7:31",
  },
  factor: {
    title: "Factor Duel",
    short: "Subtract factors, each only once",
    own: "On your turn subtract a factor of the number; 1 and the number itself count too. Each factor may be used once in the game, by either player. Whoever cannot move loses.",
    fair: "On your turn subtract a factor of the number whose square is at most the number. Each factor may be used once in the game, by either player. Whoever cannot move wins!",
    example: "factor+no-whole:30",
  },
};

/** @type {Record<string, string>} */
export const HOUSE_RULES = {
  misere: "The player who cannot move wins; in digits, whoever makes the number divisible loses.",
  one: "The number may be divided by 1, once per game.",
  either: "Divide by the chosen divisor or subtract it.",
  "prime-steps": "Divide by a prime smaller than the number, or subtract 1.",
  "no-echo": "The divisor that was chosen just before may not be chosen.",
  once: "Each number (in digits: each digit) may be chosen once per game.",
  root: "Only divisors whose square is at most the number.",
  "no-whole": "The number itself may not be taken while it is above 1.",
  "no-leading-zero": "The first digit may not be 0.",
  "cap-draw": "At the maximum length nobody wins.",
  "cap-second": "At the maximum length the player who did not begin wins.",
};

/** The part of the address behind `/PAGE/`, or nothing. @param {string} page */
export function behind(page) {
  const path = location.pathname;
  if (!path.startsWith(`/${page}/`)) return "";
  try {
    return decodeURIComponent(path.slice(page.length + 2));
  } catch {
    return path.slice(page.length + 2);
  }
}
