//! Texts that were broken into lines, as paragraphs again: to be broken where the screen ends.

/// How wide the lines are into which the books break their rules.
const RULES_WIDTH: usize = 100;

/// The rules of a game without the breaks in their paragraphs.
pub fn of_rules(rules: &str) -> String {
    joined(rules, RULES_WIDTH)
}

/// A text of nothing but paragraphs, without the breaks in them.
pub fn of_prose(text: &str) -> String {
    let paragraphs: Vec<String> =
        text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect();
    paragraphs.join("\n\n")
}

/// A text that was broken into lines of at most so many columns, with these breaks taken out. Lines
/// that end sooner stay.
fn joined(text: &str, columns: usize) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        joined.push_str(line);
        let word = lines.peek().and_then(|next| next.split(' ').next()).unwrap_or_default();
        let is_broken = !word.is_empty() && line.len() + word.len() >= columns;
        if lines.peek().is_some() {
            joined.push(if is_broken { ' ' } else { '\n' });
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::wrapped;

    #[test]
    fn what_was_broken_is_joined() {
        assert_eq!(joined("one two\nthree\n\nfour\nfive\n", 10), "one two three\n\nfour\nfive\n");
        let text = "Two players share one number. A move divides it by one of its divisors.";
        for columns in 20..90 {
            let broken = wrapped(text, columns).join("\n");
            assert_eq!(joined(&broken, usize::from(columns)), text, "{columns}");
        }
    }

    #[test]
    fn paragraphs_of_prose_stay_apart() {
        assert_eq!(of_prose("one\ntwo\n\nthree"), "one two\n\nthree");
    }
}
