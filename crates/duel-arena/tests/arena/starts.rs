//! Starts from lists, ranges and deals.

use duel_arena::starts::{StartsError, dealt, listed, range};
use duel_core::Position;

fn texts(starts: &[Position]) -> Vec<String> {
    starts.iter().map(ToString::to_string).collect()
}

#[test]
fn a_list_may_hold_remarks_and_any_rules() {
    let list = "# three\n\ndivide:60   # the book's own\r\nfactor+no-whole:6~6,3\ndigits:7:\n";
    assert_eq!(texts(&listed(list).unwrap()), ["divide:60", "factor+no-whole:6~6,3", "digits:7:"]);
}

#[test]
fn lists_are_refused_with_the_line() {
    let error = |text| listed(text).unwrap_err().to_string();
    assert!(error("divide:60\nchess:1\n").starts_with("line 2: "));
    assert_eq!(error("divide:7"), "line 1: divide:7 is over before the first move");
    assert_eq!(error("# nothing\n"), StartsError::Nothing.to_string());
}

#[test]
fn ranges_of_every_book() {
    assert_eq!(texts(&range("factor+no-whole:4..5").unwrap()).len(), 2);
    assert_eq!(texts(&range("digits:7..8").unwrap()), ["digits:7:", "digits:8:"]);
    assert_eq!(range("subtract+misere:12..12").unwrap().len(), 1);
    for text in ["divide", "divide:5", "divide:5..", "chess:5..9", "divide:9..5", "divide:0..5"] {
        assert_eq!(range(text), Err(StartsError::Range), "{text}");
    }
    assert_eq!(range("divide:2..3"), Err(StartsError::Nothing));
    assert_eq!(range("divide:1..100001"), Err(StartsError::TooMany));
    assert!(matches!(range("divide+cap-draw:5..9"), Err(StartsError::Position(_))));
}

#[test]
fn deals_differ_from_each_other_and_agree_with_themselves() {
    for book in duel_books::BOOKS {
        let starts = dealt(book.slug, 6, 3).unwrap();
        assert_eq!(starts, dealt(book.slug, 6, 3).unwrap());
        assert_eq!(starts.len(), 6);
        assert_ne!(starts, dealt(book.slug, 6, 4).unwrap());
    }
    let misere = dealt("subtract+misere", 2, 1).unwrap();
    assert!(texts(&misere).iter().all(|text| text.contains("misere")));
    assert_eq!(dealt("chess", 1, 1), Err(StartsError::Book));
    assert!(matches!(dealt("divide+nonsense", 1, 1), Err(StartsError::Terms(_))));
}
