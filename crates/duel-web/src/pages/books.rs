//! The books as a script, so that pages and server use the same texts.

use std::collections::HashMap;

use duel_books::{
    BOOKS, Book, Fair, Picture,
    house::{builds_digits, fitting, in_brief, meaning},
};
use duel_core::HouseRule;
use duel_play::{
    Level, NumberSize,
    daily::{FIRST_DAY, LAST_DAY, difficulty_of},
    date::Date,
};
use serde_json::{Value, json};

/// The script `/static/books.js`, which exports the books, the house rules, which days have a duel, and how
/// hard it is from Monday to Sunday.
pub(super) fn script() -> String {
    // One line each, so that they keep their order.
    let books = BOOKS.map(|each| format!("  {}: {},\n", json!(each.slug), book(each)));
    let rules = HouseRule::ALL.map(|rule| {
        let told =
            json!({ "meaning": meaning(rule), "brief": in_brief(rule), "length": rule.is_cap() });
        format!("  {}: {told},\n", json!(rule.name()))
    });
    let week = (5..12).map(|day| difficulty_of(Date::new(2026, 1, day)).name());
    format!(
        "// The books and the house rules.\nexport const BOOKS = {{\n{}}};\n\
         export const HOUSE_RULES = {{\n{}}};\n\
         export const FIRST_DAY = \"{FIRST_DAY}\";\nexport const LAST_DAY = \"{LAST_DAY}\";\n\
         export const WEEK = {};\nexport const LEVELS = {};\n",
        books.concat(),
        rules.concat(),
        json!(week.collect::<Vec<_>>()),
        json!(HashMap::from(LEVEL_RATINGS.map(|(level, rating)| (level.to_string(), rating))))
    )
}

/// How strong the levels are, as Elo ratings: fitted to the round robin of docs/opponents.md, with 1000 for
/// `medium`.
const LEVEL_RATINGS: [(Level, u32); 6] = [
    (Level::Random, 640),
    (Level::Easy, 740),
    (Level::Medium, 1000),
    (Level::Hard, 1260),
    (Level::Perfect, 1390),
    (Level::Swindler, 1380),
];

fn book(book: &Book) -> Value {
    let Fair { house, count, length, from: _, to: _ } = book.fair;
    let range = |size: NumberSize| {
        let range = size.range(book);
        (size.name(), json!([range.start(), range.end()]))
    };
    let ranges: HashMap<&str, Value> = NumberSize::ALL.map(range).into();
    let (goal, fair_goal) = (book.goal(), book.fair_goal());
    // In the order of text forms.
    let house = HouseRule::ALL.into_iter().filter(|rule| house.contains(rule));
    json!({
        "title": book.title,
        "short": book.short,
        "goal": goal.aim(),
        "brief": goal.brief(),
        "example": book.example,
        "picture": picture(book.picture),
        "digits": builds_digits(book),
        // Who begins is settled before there is a position.
        "house": fitting(book).filter(|rule| *rule != HouseRule::Swap).map(HouseRule::name).collect::<Vec<_>>(),
        "fair": {
            "short": book.name(),
            "goal": fair_goal.aim(),
            "brief": fair_goal.brief(),
            "house": house.map(HouseRule::name).collect::<Vec<_>>(),
            "count": count,
            "length": length,
            "ranges": ranges,
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
