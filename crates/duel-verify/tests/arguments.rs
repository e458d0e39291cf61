//! Arguments: for numbers of any size, for their own rules, and only with true factors.

mod brute;

use brute::{check, proof};
use duel_numbers::Natural;
use duel_solver::Solver;
use duel_verify::{Fault, Method, Value};

fn power(base: u8, exponent: u32) -> Natural {
    Natural::from(base).pow(exponent)
}

fn fault(text: &str) -> Fault {
    match check(text) {
        Err(error) => error.fault,
        Ok(verified) => panic!("{} is accepted as a {}", verified.position, verified.value),
    }
}

/// A certificate with this body.
fn written(position: &str, value: &str, body: &str) -> String {
    format!("certificate 1\nposition {position}\nvalue {value}\n{body}\n")
}

#[test]
fn numbers_of_a_thousand_digits() {
    let ten = power(10, 1_000);
    let two = power(2, 3_320);
    let odd = &ten + &Natural::one();
    let smooth = &power(6, 1_280) * &Natural::from(35_u8);
    let mersenne = &power(2, 521) - &Natural::one();
    let mut solver = Solver::default();
    for (position, value) in [
        (format!("subtract:{ten}"), Value::Win),
        (format!("subtract:{odd}"), Value::Loss),
        (format!("subtract:{two}"), Value::Win),
        (format!("subtract:{}", &two * &Natural::from(2_u8)), Value::Loss),
        (format!("subtract:{ten},{smooth}/2"), Value::Win),
        (format!("subtract:{ten},{ten}"), Value::Loss),
        (format!("divide:{smooth}"), Value::Win),
        (format!("divide+misere:{smooth}"), Value::Win),
        (format!("divide+misere:{}", &mersenne * &Natural::from(7_u8)), Value::Loss),
        (format!("divide+one:{}", &mersenne * &mersenne), Value::Loss),
        (format!("dilemma:{smooth},{smooth}"), Value::Loss),
        (format!("dilemma+misere+one:{smooth},{mersenne},12"), Value::Win),
        (format!("divide+either:{smooth}"), Value::Win),
        (format!("divide+either+misere:{smooth}"), Value::Win),
        (format!("subtract+either+misere:{}", &mersenne * &Natural::from(7_u8)), Value::Loss),
        (format!("factor:{ten}"), Value::Win),
        (format!("digits:{ten}:"), Value::Win),
        (format!("digits+no-leading-zero:{ten}:"), Value::Endless),
        (format!("digits+misere:{ten}:123"), Value::Endless),
        (format!("digits:{odd}:{}/2", "7".repeat(1_500)), Value::Endless),
    ] {
        let position = duel_books::position(&position).unwrap();
        let text = proof(&mut solver, &position).to_string();
        let verified = check(&text).unwrap();
        assert_eq!(verified.value, value, "{text}");
        assert!(matches!(verified.method, Method::Argument(_)));
    }
}

#[test]
fn a_number_whose_factors_are_unknown() {
    // The product of two Mersenne primes, each too large to be found.
    let number = &(&power(2, 521) - &Natural::one()) * &(&power(2, 607) - &Natural::one());
    let position = duel_books::position(&format!("divide:{number}")).unwrap();
    let text = proof(&mut Solver::default(), &position).to_string();
    assert!(text.ends_with("plies 1\nargument composite\n"), "{text}");
    check(&text).unwrap();
    for book in ["divide+misere", "divide+one", "divide+no-echo", "subtract", "divide+root"] {
        let text = text.replace("divide:", &format!("{book}:"));
        assert!(matches!(fault(&text), Fault::NotCovered), "{book}");
    }
}

#[test]
fn factors_must_be_primes_in_order_and_give_the_number() {
    let body = |factors: &str| {
        written("divide+misere:60", "win", &format!("argument nim 6\nfactors {factors}"))
    };
    let verified = check(&body("2^2 3 5")).unwrap();
    assert_eq!(verified.method, Method::Argument("nim"));
    for wrong in [
        "4 15",
        "2^2 15",
        "2 3 5",
        "2^2 3 5 1",
        "1 2^2 3 5",
        "3 2^2 5",
        "2 2 3 5",
        "2^2 3^1 5",
        "60",
        "2^2 3 5 ",
        "2^2  3 5",
        "02^2 3 5",
        "2^4294967295",
        "2^99999999999",
        "2^-2",
        "^2",
        "2^",
        "",
        "0",
        "2^2 3 7",
        "1",
    ] {
        assert!(matches!(fault(&body(wrong)), Fault::Factors(_)), "{wrong}");
    }
    // 3215031751 passes the strong tests to bases 2, 3, 5 and 7; 341 passes Fermat's to base 2.
    for composite in [341_u64, 3_215_031_751] {
        let text = written(
            &format!("divide+misere:{}", 2 * composite),
            "loss",
            &format!("argument nim\nfactors 2 {composite}"),
        );
        assert!(matches!(fault(&text), Fault::Factors("a factor is not prime")));
    }
    let missing = written("divide+misere:60,4", "win", "argument nim 1:6\nfactors 2^2 3 5");
    assert!(matches!(fault(&missing), Fault::Missing));
}

#[test]
fn an_argument_is_for_its_own_rules_only() {
    let nim = |rules: &str| {
        written(&format!("{rules}:12,18"), "loss", "argument nim\nfactors 2^2 3\nfactors 2 3^2")
    };
    check(&nim("divide")).unwrap();
    check(&nim("dilemma+misere")).unwrap();
    for rules in [
        "divide+no-echo",
        "divide+once",
        "divide+root",
        "divide+either",
        "divide+prime-steps",
        "subtract",
        "factor",
        "factor+no-whole",
        "divide+misere+no-echo",
    ] {
        assert!(matches!(fault(&nim(rules)), Fault::NotCovered), "{rules}");
    }
    // With the pass it is won.
    assert!(check(&nim("divide+one")).is_err());

    let subtract = |rules: &str| written(&format!("{rules}:15"), "loss", "argument subtract");
    check(&subtract("subtract")).unwrap();
    for rules in [
        "subtract+misere",
        "subtract+no-echo",
        "subtract+once",
        "subtract+root",
        "subtract+either",
        "divide",
        "factor",
        "factor+no-whole",
    ] {
        assert!(matches!(fault(&subtract(rules)), Fault::NotCovered), "{rules}");
    }

    let either = |rules: &str| {
        written(&format!("{rules}:35"), "loss", "argument either-misere\nfactors 5 7")
    };
    check(&either("divide+misere+either")).unwrap();
    for rules in [
        "divide+either",
        "divide+misere",
        "divide+misere+either+root",
        "divide+misere+either+one",
        "divide+misere+either+no-echo",
        "divide+misere+either+once",
        "divide+misere+prime-steps",
    ] {
        assert!(matches!(fault(&either(rules)), Fault::NotCovered), "{rules}");
    }

    let safe = |rules: &str, targets: &str| {
        written(&format!("{rules}:{targets}:1"), "endless", "argument safe-digit 0")
    };
    check(&safe("digits", "97")).unwrap();
    check(&safe("digits+no-leading-zero", "97")).unwrap();
    for (rules, targets) in [
        ("digits+misere", "97"),
        ("digits+once", "97"),
        ("digits+cap-draw=9", "97"),
        ("digits+cap-second=9", "97"),
        ("digits", "97,89"),
    ] {
        assert!(matches!(fault(&safe(rules, targets)), Fault::NotCovered), "{rules}");
    }
    let never = |rules: &str| written(&format!("{rules}:97:1"), "endless", "argument never-forced");
    check(&never("digits+misere")).unwrap();
    for rules in ["digits", "digits+misere+once", "digits+misere+cap-draw=9"] {
        assert!(matches!(fault(&never(rules)), Fault::NotCovered), "{rules}");
    }
}

#[test]
fn arguments_that_do_not_hold() {
    for (position, value, body) in [
        ("subtract:12", "win", "argument subtract 2"),
        ("subtract:12", "win", "argument subtract"),
        ("subtract:12", "loss", "argument subtract"),
        ("subtract:12", "win", "argument subtract 5"),
        ("subtract:9", "win", "argument subtract 3"),
        ("subtract:12,12", "win", "argument subtract"),
        ("subtract:12,9", "loss", "argument subtract"),
        ("divide:13", "win", "argument composite"),
        ("divide:1", "win", "argument composite"),
        ("divide:4,6", "win", "argument composite"),
        ("divide:12", "win", "argument ends 3"),
        ("divide:12", "loss", "argument ends 4"),
        ("divide+misere:12", "win", "argument ends 4"),
        ("divide:12", "loss", "argument over"),
        ("divide:13", "win", "argument over"),
        ("divide:12", "loss", "argument nim\nfactors 2^2 3"),
        ("divide:12,8", "win", "argument nim 1:2\nfactors 2^2 3\nfactors 2^3"),
        ("divide+misere:35", "win", "argument nim 5\nfactors 5 7"),
        ("divide+misere+either:9", "win", "argument either-misere\nfactors 3^2"),
        ("divide+misere+either:15", "loss", "argument either-misere\nfactors 3 5"),
        ("divide+misere+either:8", "loss", "argument either-misere\nfactors 2^3"),
        ("digits:97:1", "endless", "argument safe-digit 9"),
        ("digits:97:9", "endless", "argument safe-digit 0"),
        ("digits:10:1", "endless", "argument safe-digit 1"),
        ("digits+no-leading-zero:11:", "endless", "argument safe-digit 1"),
        ("digits+misere:7:14", "endless", "argument never-forced"),
        ("digits:97:1", "endless", "argument safe-digit"),
        ("digits:97:1", "endless", "argument"),
        ("divide:12", "win", "argument magic"),
        ("divide:12", "win", "strategy 12"),
        ("divide:12", "endless", "stay 1\nstay 2"),
        ("digits:97:1", "draw", "stay 1\nstay 2"),
        ("digits+once:97:1", "endless", "stay 1\nstay 2"),
        ("digits+cap-second=3:97:1", "draw", "stay 1\nstay 2"),
    ] {
        let text = written(position, value, body);
        assert!(check(&text).is_err(), "{text}");
    }
}

#[test]
fn circles_prove_nothing() {
    // Appending 1 for ever to 1 never makes a multiple of 10: true, but no win for anybody.
    let text = written("digits+misere:10:1", "win", "strategy\n. 1 3\n11 1 1");
    assert!(check(&text).is_err());
    // A strategy for numbers whose divisors nobody can list.
    let number = &(&power(2, 521) - &Natural::one()) * &(&power(2, 607) - &Natural::one());
    let text = written(&format!("divide+no-echo:{number}"), "win", "strategy");
    assert!(matches!(fault(&text), Fault::TooLarge));
}
