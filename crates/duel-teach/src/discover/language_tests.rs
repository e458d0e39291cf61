//! The language of conjectures: what parses, what does not and where, and what it means.

use proptest::prelude::*;

use super::{
    Conjecture, DEEPEST, LONGEST, Problem, Sieve,
    conjecture::{Comparison, Formula, Kind, Quantity, Term},
};

fn canonical(text: &str) -> String {
    Conjecture::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

#[test]
fn a_conjecture_has_one_canonical_form() {
    let table = [
        ("ODD", "odd"),
        (" lost exactly when  odd ", "odd"),
        ("Lost if odd", "odd"),
        ("((odd))", "odd"),
        ("odd or even and prime", "odd or even and prime"),
        ("odd or (even and prime)", "odd or even and prime"),
        ("(odd or even) and prime", "(odd or even) and prime"),
        ("odd or (even or prime)", "odd or (even or prime)"),
        ("odd and (even and prime)", "odd and (even and prime)"),
        ("not (odd or even)", "not (odd or even)"),
        ("not not odd", "not not odd"),
        ("not n=1", "not n = 1"),
        ("n mod 4==1", "n mod 4 = 1"),
        ("4<n", "4 < n"),
        ("n <> 3 and n≠4 or n ≤ 5", "n != 3 and n != 4 or n <= 5"),
        ("n in 1,2 ,8 and odd", "n in 1, 2, 8 and odd"),
        ("omega mod 2 in 0", "omega mod 2 in 0"),
        ("Largest Prime>smallest prime", "largest prime > smallest prime"),
        ("digits sum mod 9 = 0", "digit sum mod 9 = 0"),
        ("digit sum = 007", "digit sum = 7"),
        ("power of 10", "power of 10"),
        ("always or never", "always or never"),
        ("twos < divisors", "twos < divisors"),
    ];
    for (text, wanted) in table {
        assert_eq!(canonical(text), wanted, "{text}");
    }
}

#[test]
fn the_page_and_the_help_name_every_word() {
    const PAGE: &str = include_str!("../../../../docs/discover.md");
    let (conditions, quantities) = PAGE.split_once("| quantity |").expect("two tables");
    let column = |part: &'static str| {
        let (table, _) = part.split_once("\nNumbers go up").unwrap_or((part, ""));
        table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next())
    };
    let conditions: Vec<&str> = column(conditions).collect();
    for condition in &conditions {
        assert_eq!(canonical(condition), *condition);
    }
    let quantities: Vec<&str> = column(quantities).collect();
    for quantity in &quantities {
        canonical(&format!("{quantity} = 0"));
    }
    for name in Quantity::ALL.map(Quantity::name).into_iter().chain(Kind::ALL.map(Kind::name)) {
        assert!(quantities.contains(&name) || conditions.contains(&name), "{name}");
        assert!(super::LANGUAGE.contains(name), "{name}");
    }
    let examples = super::LANGUAGE.lines().filter_map(|line| line.strip_prefix("  "));
    for example in examples.filter(|line| !line.starts_with(' ')) {
        assert_eq!(canonical(example), example);
    }
}

#[test]
fn what_is_said_of_n_with_is_is_understood() {
    for (said, meant) in [
        ("n is odd", "odd"),
        ("n is not odd", "not odd"),
        ("n is a prime", "prime"),
        ("n is not a power of 2", "not power of 2"),
        ("n is 8 or n is even", "n = 8 or even"),
        ("omega is not 3", "omega != 3"),
        ("lost exactly when n is odd", "odd"),
    ] {
        assert_eq!(canonical(said), meant, "{said}");
    }
}

#[test]
fn every_mistake_has_its_place_what_was_found_and_what_would_be_right() {
    let table = [
        ("", 0, 0, "there is nothing here; a condition such as `odd` or `n mod 4 = 1` is wanted"),
        ("   ", 3, 0, "there is nothing here"),
        ("oddd", 0, 4, "`oddd` is no word of this language; is `odd` meant?"),
        ("prime or compsite", 9, 8, "is `composite` meant?"),
        ("odd or banana", 7, 6, "`banana` is no word of this language; a condition such as"),
        (
            "odd or",
            6,
            0,
            "found the end, where a condition such as `odd` or `n mod 4 = 1` is wanted",
        ),
        ("odd even", 4, 4, "found `even`, where `and`, `or` or the end is wanted"),
        ("and odd", 0, 3, "found `and`, where a condition"),
        ("(odd", 4, 0, "found the end, where `and`, `or` or `)` is wanted"),
        ("odd)", 3, 1, "found `)`, where `and`, `or` or the end is wanted"),
        ("()", 1, 1, "found `)`, where a condition"),
        (
            "even xor odd",
            5,
            3,
            "`xor` is no word of this language; `and`, `or` or the end is wanted",
        ),
        ("n", 1, 0, "where a comparison (=, !=, <, <=, >, >=, `in` or `is`) is wanted"),
        ("n is", 4, 0, "found the end, where `odd`, `even`, `prime` or a number is wanted"),
        ("omega is odd", 9, 3, "found `odd`, where a number (only `n` is odd, even or prime)"),
        ("n mod 4", 7, 0, "where a comparison"),
        ("n mod = 1", 6, 1, "found `=`, where a number, as in `n mod 4`, is wanted"),
        ("n mod 0 = 1", 6, 1, "nothing can be divided by 0"),
        ("n =", 3, 0, "where a number or a quantity such as `n` or `omega` is wanted"),
        ("n = odd", 4, 3, "found `odd`, where a number or a quantity"),
        ("n = 1, 2", 5, 1, "found `,`, where `and`, `or` or the end (a list comes after `in`)"),
        ("n in", 4, 0, "found the end, where a number, as in `n in 1, 2, 8`, is wanted"),
        ("n in 1,", 7, 0, "where a number, as in `n in 1, 2, 8`, is wanted"),
        ("power 2", 6, 1, "found the number 2, where `of`, as in `power of 2`, is wanted"),
        ("power of two", 9, 3, "`two` is no word of this language; is `twos` meant?"),
        ("power of 1", 9, 1, "1 has no powers of its own; 2 or more is wanted"),
        ("largest = 3", 8, 1, "found `=`, where `prime`, as in `largest prime`, is wanted"),
        ("digit = 3", 6, 1, "found `=`, where `sum`, as in `digit sum`, is wanted"),
        ("n = 1000000000001", 4, 13, "this number is too large; numbers go up to 1000000000000"),
        ("n = 99999999999999999999999", 4, 23, "this number is too large"),
        ("odd & even", 4, 1, "`&` has no meaning here; is `and` meant?"),
        ("odd && even", 4, 1, "is `and` meant?"),
        ("odd || even", 4, 1, "`|` has no meaning here; is `or` meant?"),
        ("!odd", 0, 1, "`!` has no meaning here; is `not` meant?"),
        ("n % 2 = 1", 2, 1, "`%` has no meaning here; is `mod` meant, as in `n mod 4 = 1`?"),
        ("odd # even", 4, 1, "`#` has no meaning here; words, numbers, commas"),
        ("odd or -3 < n", 7, 1, "`-` has no meaning here"),
        ("é ∧", 0, 1, "`é` is no word of this language"),
        ("odd \u{7}", 4, 1, "a character that cannot be seen has no meaning here"),
        ("lost odd", 5, 3, "found `odd`, where `exactly when` is wanted"),
    ];
    for (text, at, length, message) in table {
        let error = Conjecture::parse(text).expect_err(text);
        assert_eq!((error.at, error.length), (at, length), "{text}: {error}");
        let said = error.to_string();
        assert!(said.starts_with(&format!("at character {}: ", at + 1)), "{text}: {said}");
        assert!(said.contains(message), "{text}: {said}");
    }
}

#[test]
fn the_place_of_a_mistake_is_marked() {
    let marked = |text: &str| Conjecture::parse(text).expect_err(text).marked(text);
    assert_eq!(marked("odd orr even"), "odd orr even\n    ^^^");
    assert_eq!(marked("odd or"), "odd or\n      ^");
    assert_eq!(marked(""), "\n^");
    assert_eq!(marked("n ≤ 3 & odd"), "n ≤ 3 & odd\n      ^");
    // What may not reach a screen is left out, and the mark is where it should be.
    assert_eq!(marked("odd\tand\u{1b} even"), "oddand even\n      ^");
    let long = format!("{}xyz", "odd or ".repeat(20));
    let marks = marked(&long);
    let (line, carets) = marks.split_once('\n').unwrap();
    assert!(line.len() < 80 && line.starts_with("..."), "{line}");
    let place = carets.find('^').unwrap();
    assert_eq!(&line[place..place + 3], "xyz");
}

#[test]
fn length_and_depth_are_bounded() {
    let deepest = DEEPEST as usize;
    let nested = |depth: usize| format!("{}odd{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Conjecture::parse(&nested(deepest)).is_ok());
    let error = Conjecture::parse(&nested(deepest + 1)).unwrap_err();
    assert_eq!((error.at, error.problem), (deepest + 1, Problem::TooDeep));
    let negated = |depth: usize| format!("{}odd", "not ".repeat(depth));
    assert_eq!(canonical(&negated(deepest)), negated(deepest));
    assert_eq!(Conjecture::parse(&negated(deepest + 1)).unwrap_err().problem, Problem::TooDeep);
    let error = Conjecture::parse(&"(".repeat(LONGEST)).unwrap_err();
    assert_eq!(error.problem, Problem::TooDeep);
    let error = Conjecture::parse(&"é".repeat(LONGEST + 7)).unwrap_err();
    assert_eq!((error.at, error.length, error.problem), (LONGEST, 7, Problem::TooLong));
}

/// The prime factors of a number by trial division.
fn primes(number: u64) -> Vec<u64> {
    let mut rest = number;
    let mut primes = Vec::new();
    let mut divisor = 2;
    while rest > 1 {
        while rest.is_multiple_of(divisor) {
            primes.push(divisor);
            rest /= divisor;
        }
        divisor += 1;
    }
    primes
}

#[test]
fn conditions_mean_what_naive_arithmetic_says() {
    type Naive = fn(u64, &[u64]) -> bool;
    let divisors = |n: u64| (1..=n).filter(|d| n.is_multiple_of(*d)).count();
    let digit_sum = |n: u64| n.to_string().chars().filter_map(|c| c.to_digit(10)).sum::<u32>();
    let table: [(&str, Naive); 20] = [
        ("odd", |n, _| n & 1 == 1),
        ("even", |n, _| n & 1 == 0),
        ("prime", |_, primes| primes.len() == 1),
        ("composite", |_, primes| primes.len() > 1),
        ("square", |n, _| (1..=100).any(|root| root * root == n)),
        ("power of 2", |n, _| n.is_power_of_two()),
        ("power of 3", |n, _| [1, 3, 9, 27, 81, 243, 729, 2187, 6561].contains(&n)),
        ("power of 6", |n, _| [1, 6, 36, 216, 1296, 7776].contains(&n)),
        ("n mod 4 = 1", |n, _| n & 3 == 1),
        ("n mod 7 != 3", |n, _| (n + 4) % 7 != 0),
        ("omega = 3", |_, primes| primes.len() == 3),
        ("omega >= 4 and omega <= 5", |_, primes| (4..=5).contains(&primes.len())),
        ("largest prime > 50", |_, primes| primes.iter().any(|prime| *prime > 50)),
        ("smallest prime < 5 and n > 1", |n, _| n % 2 == 0 || n % 3 == 0),
        ("largest prime = smallest prime", |n, primes| {
            n == 1 || primes.iter().all(|prime| *prime == primes[0])
        }),
        ("twos mod 2 = 1", |_, primes| primes.iter().filter(|prime| **prime == 2).count() % 2 == 1),
        ("twos > 3", |n, _| n % 16 == 0),
        ("n in 1, 2, 8", |n, _| n == 1 || n == 2 || n == 8),
        ("always and not never", |_, _| true),
        ("odd or even and 5000 < n", |n, _| n % 2 == 1 || n > 5_000),
    ];
    let sieve = Sieve::to(5_000);
    let parsed = table.map(|(text, naive)| (Conjecture::parse(text).expect(text), naive));
    let counted = Conjecture::parse("divisors mod 3 = 2 or divisors > 20").unwrap();
    let summed = Conjecture::parse("digit sum mod 9 = 4").unwrap();
    // The sieve ends in the middle: what lies beyond is found without it.
    for number in 1..=10_000 {
        let primes = primes(number);
        for (conjecture, naive) in &parsed {
            let holds = conjecture.holds_for(number, &sieve);
            assert_eq!(holds, naive(number, &primes), "{conjecture} for {number}");
        }
        let count = divisors(number);
        assert_eq!(counted.holds_for(number, &sieve), count % 3 == 2 || count > 20, "{number}");
        assert_eq!(summed.holds_for(number, &sieve), digit_sum(number) % 9 == 4, "{number}");
    }
}

#[test]
fn facts_name_what_is_compared() {
    let conjecture = Conjecture::parse("twos mod 2 = 1 and n > 3 or not omega < twos").unwrap();
    let sieve = Sieve::to(100);
    assert_eq!(conjecture.facts(24, &sieve), ["twos mod 2 = 1", "omega = 4", "twos = 3"]);
    assert!(Conjecture::parse("odd or n = 7").unwrap().facts(24, &sieve).is_empty());
}

fn term() -> impl Strategy<Value = Term> {
    let quantity = prop::sample::select(Quantity::ALL.to_vec());
    prop_oneof![
        (0..=1_000_000_000_000_u64).prop_map(Term::Number),
        (quantity, prop::option::of(1..=1_000_u64))
            .prop_map(|(quantity, modulus)| Term::Of(quantity, modulus)),
    ]
}

fn formula() -> impl Strategy<Value = Formula> {
    let comparison = prop::sample::select(Comparison::ALL.to_vec());
    let leaf = prop_oneof![
        Just(Formula::Always),
        Just(Formula::Never),
        prop::sample::select(Kind::ALL.to_vec()).prop_map(Formula::Is),
        (2..=100_u64).prop_map(Formula::PowerOf),
        (term(), comparison, term()).prop_map(|(left, comparison, right)| Formula::Compared {
            left,
            comparison,
            right
        }),
        (term(), prop::collection::vec(0..=100_u64, 1..5))
            .prop_map(|(left, list)| Formula::In { left, list }),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|formula| Formula::Not(Box::new(formula))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Formula::All),
            prop::collection::vec(inner, 2..4).prop_map(Formula::Any),
        ]
    })
}

/// Texts that are nearly conjectures.
fn word_salad() -> impl Strategy<Value = String> {
    let words = [
        "odd",
        "n",
        "mod",
        "4",
        "0",
        "=",
        "<",
        "(",
        ")",
        ",",
        "in",
        "and",
        "or",
        "not",
        "power",
        "of",
        "largest",
        "prime",
        "digit",
        "sum",
        "lost",
        "exactly",
        "when",
        "≥",
        "!",
        "Ω",
        "İ",
        "99999999999999999999",
        "\u{0}",
        "",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..40)
        .prop_map(|words| words.join(" "))
}

/// Whatever a text is, it is read or refused with a place in it, and the place can be marked.
fn read_or_refused(text: &str) {
    match Conjecture::parse(text) {
        Ok(conjecture) => assert_eq!(canonical(&conjecture.to_string()), conjecture.to_string()),
        Err(error) => {
            assert!(error.at + error.length <= text.chars().count(), "{text:?}: {error}");
            assert_eq!(error.marked(text).lines().count(), 2, "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn what_is_printed_parses_to_the_same(formula in formula()) {
        let conjecture = Conjecture(formula);
        let printed = conjecture.to_string();
        prop_assume!(printed.chars().count() <= LONGEST);
        prop_assert_eq!(Conjecture::parse(&printed).unwrap(), conjecture);
    }

    #[test]
    fn no_text_causes_a_panic(text in any::<String>()) {
        read_or_refused(&text);
    }

    #[test]
    fn no_word_salad_causes_a_panic(text in word_salad()) {
        read_or_refused(&text);
    }
}
