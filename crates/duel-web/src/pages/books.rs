//! The books as a script, so that pages and server use the same texts.

use duel_books::{BOOKS, Book, Fair, Picture, house::meaning};
use duel_core::{
    Append, Cap, Choice, Echo, HouseRule, LeadingZero, Op, Pass, Play, Reach, Reuse, Take, TakeStep,
};
use serde_json::{Value, json};

/// The script `/static/books.js`, which exports the books and the house rules; made of `duel-books`.
pub fn script() -> String {
    // One line each, so that they keep their order.
    let books = BOOKS.map(|each| format!("  {}: {},\n", json!(each.slug), book(each)));
    let rules =
        HouseRule::ALL.map(|rule| format!("  {}: {},\n", json!(rule.name()), json!(meaning(rule))));
    format!(
        "// The books and the house rules.\nexport const BOOKS = {{\n{}}};\n\
         export const HOUSE_RULES = {{\n{}}};\n",
        books.concat(),
        rules.concat()
    )
}

fn book(book: &Book) -> Value {
    let Fair { house, count, length, brief, from: _, to: _ } = book.fair;
    // In the order of text forms.
    let house = HouseRule::ALL.into_iter().filter(|rule| house.contains(rule));
    json!({
        "title": book.title,
        "short": book.short,
        "brief": book.brief,
        "example": book.example,
        "picture": picture(book.picture),
        "rules": rules(book.rules.play()),
        "fair": {
            "brief": brief,
            "house": house.map(HouseRule::name).collect::<Vec<_>>(),
            "count": count,
            "length": length,
        },
    })
}

fn picture(picture: Picture) -> &'static str {
    match picture {
        Picture::Lattice => "lattice",
        Picture::Tiles => "tiles",
        Picture::Line => "line",
        Picture::Wheel => "wheel",
        Picture::Pairs => "pairs",
    }
}

/// The rules as `engine.js` has them. Every part is named: a new one does not compile until the
/// scripts know of it.
fn rules(play: Play) -> Value {
    match play {
        Play::Take(Take {
            step,
            or_step,
            reach,
            reuse,
            echo,
            pass,
            #[cfg(feature = "recipes")]
                half: _,
        }) => {
            let steps: Vec<Value> = std::iter::once(step).chain(or_step).map(one_step).collect();
            json!({ "take": {
                "steps": steps,
                "root": reach == Reach::Root,
                "once": reuse == Reuse::Once,
                "noEcho": echo == Echo::Barred,
                "pass": pass == Pass::OncePerGame,
            } })
        }
        Play::Append(Append { leading_zero, reuse, cap }) => json!({ "append": {
            "noLeadingZero": leading_zero == LeadingZero::Barred,
            "once": reuse == Reuse::Once,
            "cap": match cap {
                Cap::Open => Value::Null,
                Cap::Draw(length) => json!({ "length": length, "winner": null }),
                Cap::Second(length) => json!({ "length": length, "winner": 2 }),
            },
        } }),
    }
}

fn one_step(TakeStep { op, choice }: TakeStep) -> Value {
    let op = match op {
        Op::Divide => "/",
        Op::Subtract => "-",
    };
    let choice = match choice {
        Choice::Proper => "proper",
        Choice::All => "all",
        Choice::BelowWhole => "below-whole",
        Choice::Prime => "prime",
        Choice::One => "one",
        #[cfg(feature = "recipes")]
        Choice::Smaller => "smaller",
    };
    json!({ "op": op, "choice": choice })
}
