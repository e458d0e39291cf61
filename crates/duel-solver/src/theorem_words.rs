//! Theorems in English: what each states, and its proof.

use crate::claim::Theorem;

impl Theorem {
    /// What is stated.
    pub(crate) fn statement(self) -> &'static str {
        match self {
            Theorem::DivideIsNim => {
                "Dividing takes away some of the prime factors of a number, any number of them, but \
                 always leaves one. So a number with k prime factors is a heap of k - 1 in Nim (and \
                 1 is an empty heap). The player to move loses exactly when the exclusive or of the \
                 heaps is 0."
            }
            Theorem::DivideIsMisereNim => {
                "Dividing takes away some of the prime factors of a number, any number of them, but \
                 always leaves one. So a number with k prime factors is a heap of k - 1 in Nim (and \
                 1 is an empty heap). Here the last mover loses: the player to move loses exactly \
                 when a heap of two or more is left and the exclusive or of the heaps is 0, or when \
                 an odd number of heaps of 1 and no other is left."
            }
            Theorem::PassIsHeap => "The division by 1 that is left is one more heap of 1.",
            Theorem::EqualPairs => {
                "Where every move is on one number, which does not concern the others, and the last \
                 mover wins, equal pairs, and with them any numbers that are lost alone, are lost for \
                 the player to move."
            }
            Theorem::PrimesLost => {
                "Every number that is neither a prime nor 1 can be divided so that a prime is left. So \
                 exactly the primes and 1 are lost."
            }
            Theorem::TwoPrimesLost => {
                "Every number with more than two prime factors can be divided so that two are left. So \
                 exactly the products of two primes are lost."
            }
            Theorem::UnluckyNumbers => {
                "Only 9 and the products of two primes other than 3 are lost: from every other number \
                 that has a move one of these can be left."
            }
            Theorem::SubtractLost => {
                "A single number is lost exactly if it is odd or a power of two with an odd exponent: 2, \
                 8, 32 and so on."
            }
            Theorem::NimbersAdd => {
                "Numbers side by side are worth the exclusive or of what each is worth, and the player \
                 to move loses exactly when that is 0."
            }
            Theorem::SubtractWorth => {
                "What a number is worth depends on how often it can be halved, which is a times, and on \
                 the odd number m that is left then. For m from 17 on it is worth a. For m = 13 it is \
                 worth a, but a + 1 for a above 3; for m = 7, 9, 11 and 15 it is worth a, but a + 1 for \
                 a above 2; for m = 5 it is worth 0, 1, 3, 4, 3, 6 for a = 0 to 5, then a + 2; for m = 3 \
                 it is worth 0, 2, 3, 4, 3, 6 for a = 0 to 5, then a - 2; and for m = 1 it is worth 0 if \
                 a is 0 or odd, 2 if a is 4, and a - 1 otherwise."
            }
            Theorem::WholeDivides => {
                "Every number divides itself. So here the player to move wins at once, whatever the \
                 number is, unless it is used already."
            }
            Theorem::OneIsTakenWhole => "No other number than 1 may be taken whole here.",
            Theorem::AbovePrime => {
                "As long as 1 is free, the player to move wins at once from every number that is one \
                 more than a prime: 3, 4, 6, 8, 12, 14, 18, 20 and so on."
            }
            Theorem::RemainderDecides => {
                "Appending d turns a remainder r into that of 10r + d. So r wins at once exactly if \
                 what is missing from 10r to a multiple of the target is at most 9."
            }
            Theorem::SafeFirstDigit => {
                "For a target D above 11 there is a first digit from 1 to 9 after which no digit makes \
                 the number divisible. From then on all ten digits may come."
            }
            Theorem::AlwaysSafe => {
                "For a target D above 10 exactly nine remainders other than 0 win at once, and from \
                 every other one some digit leads to a remainder that does not."
            }
            Theorem::NeighbouringDigits => {
                "Of two neighbouring digits, such as 1 and 2, at most one makes the number divisible."
            }
        }
    }

    /// Why it holds.
    pub(crate) fn proof(self) -> &'static str {
        match self {
            Theorem::DivideIsNim => {
                "the divisors d with 1 < d < n leave n/d with any number of prime factors from 1 to \
                 one less than n has, and each such count occurs. These are the moves of a Nim heap \
                 of one less. From heaps whose exclusive or is 0 every move makes it another \
                 number, and from all others some move makes it 0."
            }
            Theorem::DivideIsMisereNim => {
                "the divisors d with 1 < d < n leave n/d with any number of prime factors from 1 to \
                 one less than n has, and each such count occurs. These are the moves of a Nim heap \
                 of one less. A player who has balanced the heaps, with two or more of two or more \
                 among them, can balance them again after every move, as in Nim, until a move leaves \
                 a single heap of two or more. Such heaps never balance, and the player to move can \
                 leave an odd number of heaps of 1, whatever the number is; then every move is \
                 forced, and the other player makes the last one."
            }
            Theorem::PassIsHeap => {
                "dividing by 1 can be done once, whatever the numbers are, and changes none of them."
            }
            Theorem::EqualPairs => {
                "a move on one number of a pair can be repeated on the other, which makes them equal \
                 again; a move on a number that is lost alone has an answer there, after which it is \
                 lost alone again, or has no move. So the other player always has an answer, and \
                 makes the last move."
            }
            Theorem::PrimesLost => {
                "if p is a prime factor of a composite n, then n/p is a proper divisor, and \
                 dividing by it leaves p. A prime or 1 has no proper divisor."
            }
            Theorem::TwoPrimesLost => {
                "dividing a product of two primes leaves a prime, on which there is no move, and here \
                 that wins. A number with more prime factors is divided by all of them but two."
            }
            Theorem::UnluckyNumbers => {
                "on a prime or 1 there is no move, and here that wins. Dividing a product of two primes \
                 leaves a prime. Subtracting p from pq leaves \
                 p(q - 1): the prime p if q is 2, and otherwise, q being above 3, a number with \
                 three prime factors or more; and 9 becomes 6. None of these is unlucky. A number \
                 with three prime factors or more can be divided so that 9 or two primes other than \
                 3 are left, and 3p, with p other than 3, becomes 2p by subtracting p."
            }
            Theorem::SubtractLost => {
                "let n be odd and d a proper divisor. Then n - d = d(n/d - 1) is even, and it has \
                 the odd factor d > 1, so it is not a power of two. Let n = 2^k with k odd: a move \
                 takes 2^j, 0 < j < k, and leaves 2^j(2^(k-j) - 1), which is even and not a power of \
                 two unless j = k - 1, when it is 2^(k-1) with an even exponent. From an even number \
                 that is not a power of two, taking the odd part (or any odd divisor above 1) leaves \
                 an odd number; from 2^k with k even and positive, half of it leaves 2^(k-1). So the \
                 lost numbers lead only to won ones, and every won one leads to a lost one."
            }
            Theorem::NimbersAdd => {
                "a number is worth the least number that none of its moves leaves a worth of; so a move \
                 changes what its number is worth, and each smaller worth can be left. If the exclusive \
                 or of all is 0, it is not 0 after a move. If it is not, some number is worth more than \
                 the exclusive or of the others, and can be made worth just that; then the exclusive or \
                 is 0. And where no number has a move, it is 0."
            }
            Theorem::SubtractWorth => {
                "let n = 2^a m with m odd. A move takes 2^b e, where e divides m. For b below a it leaves \
                 2^b (2^(a-b) m - e), of which the second factor is odd; for b = a it leaves \
                 2^a (m - e), which can be halved more than a times. For m from 17 on, the moves with b \
                 below a leave odd parts of 17 and more, and so, by induction, the worths 0 to a - 1, \
                 each of them (with e = m). The others leave 2^(a+k) m' with m' odd and k above 0, where \
                 m - e = 2^k m'. By the table such a number is worth a only if m' is 5, 3 or 1, and then \
                 m is at most 15, or 1 would have to be taken. So the least worth that is not left is a. For m below 17, the \
                 moves with b up to a - 5 leave odd parts above 16 and so the worth b. All others leave \
                 exponents of a - 4 and more, where for a from 12 on each row of the table grows with \
                 the exponent, or alternates with it: so if the table is right for a, it is for a + 2. \
                 Up to a = 100 it was computed."
            }
            Theorem::WholeDivides => {
                "taking the number itself leaves 0, which has no factor to choose."
            }
            Theorem::OneIsTakenWhole => {
                "a number above 1 has a smaller factor, and then may not be taken whole; 1 has none."
            }
            Theorem::AbovePrime => {
                "a prime has two factors, 1 and itself. After 1 was taken, 1 is used, and the number \
                 itself may not be taken, so there is no move."
            }
            Theorem::RemainderDecides => {
                "appending d to a number makes it ten times as large and d larger, and a remainder \
                 does not change if a multiple of the target is left out before."
            }
            Theorem::SafeFirstDigit => {
                "the remainders that win at once, other than 0, are D/10, 2D/10, ..., 9D/10, each \
                 rounded down, and the last of these is at least 10. So at most eight of the nine \
                 digits 1 to 9 are among them."
            }
            Theorem::AlwaysSafe => {
                "a remainder r wins at once if 10r lies at most 9 below a multiple of D, which is \
                 true of one r below each of the nine multiples D, 2D, ..., 9D. The ten digits lead \
                 to ten different remainders, because D is above 10; none of them is 0 if no digit \
                 wins at once; and at most nine of them win at once."
            }
            Theorem::NeighbouringDigits => {
                "the numbers that they make differ by 1. If both were multiples of the target, 1 would \
                 be one too, and the target is at least 2."
            }
        }
    }
}
