//! Letters as outlines.

use std::{collections::BTreeMap, sync::LazyLock};

use super::path::{Path, Point};

/// How far a space leads, in sizes of letters.
const SPACE: f32 = 0.3;

/// How far the next letter is, and the outline, for letters of size 1.
static LETTERS: LazyLock<BTreeMap<char, (f32, Path)>> =
    LazyLock::new(|| read(include_str!("letters.txt")).unwrap_or_default());

fn read(text: &str) -> Option<BTreeMap<char, (f32, Path)>> {
    let mut lines = text.lines().skip_while(|line| line.starts_with("# O") || is_notice(line));
    let em: f32 = lines.next()?.parse().ok()?;
    let letter = |line: &str| {
        let (letter, rest) = line.split_once(' ')?;
        let (advance, outline) = rest.split_once(' ')?;
        let outline = Path::parse(outline)?.place(1.0 / em, (0.0, 0.0));
        Some((letter.chars().next()?, (advance.parse::<f32>().ok()? / em, outline)))
    };
    lines.map(letter).collect()
}

/// Whether a line belongs to the notice of copyright; the letter `#` has a number after it.
fn is_notice(line: &str) -> bool {
    line.strip_prefix("# ")
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
}

/// How wide a line of text is in letters of size 1. What is not known is left out.
pub(super) fn width(text: &str) -> f32 {
    let advance = |letter: char| match LETTERS.get(&letter) {
        Some((advance, _)) => *advance,
        None if letter == ' ' => SPACE,
        None => 0.0,
    };
    text.chars().map(advance).sum()
}

/// A line of text as outlines, from the left end of its base line.
pub(super) fn line(text: &str, size: f32, (x, y): Point) -> Path {
    let mut path = Path::default();
    let mut before = String::new();
    for letter in text.chars() {
        if let Some((_, outline)) = LETTERS.get(&letter) {
            path.contours.extend(outline.place(size, (x + width(&before) * size, y)).contours);
        }
        before.push(letter);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_that_pictures_need_is_there() {
        let letters = ('0'..='9').chain('a'..='z').chain('A'..='Z');
        for letter in letters.chain("!?.,:;'’-–−+÷×=%/()#&…·".chars()) {
            assert!(LETTERS.contains_key(&letter), "{letter}");
        }
        assert!(width("mm") > width("m") && width("m") > width("i"));
        assert!(width("a b") > width("ab"));
        // Upright, on the base line, and about as tall as it should be.
        let points: Vec<Point> = line("H", 100.0, (0.0, 0.0)).contours.concat();
        assert!(points.iter().all(|(_, y)| (-75.0..=0.5).contains(y)), "{points:?}");
        assert!(points.iter().any(|(_, y)| *y < -70.0));
    }
}
