//! Lines broken between words, so that a terminal never breaks a word.
//!
//! Lines that follow are indented like the text that they go on with: the last column of a line such
//! as `  name   meaning`, or the line itself.

use unicode_width::UnicodeWidthStr;

/// A text whose lines are at most so many columns wide, where words allow it.
pub(crate) fn wrap(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if width(line) <= columns {
            wrapped.push_str(line);
        } else {
            wrap_line(line, columns, &mut wrapped);
        }
        wrapped.push_str(end);
    }
    wrapped
}

fn wrap_line(line: &str, columns: usize, wrapped: &mut String) {
    let indent = indent(line, columns);
    let mut used = 0;
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let (space, word_on) = rest.split_at(blanks);
        let word = &word_on[..word_on.find(' ').unwrap_or(word_on.len())];
        rest = &word_on[word.len()..];
        let fits = used + blanks + width(word) <= columns;
        if fits || used <= indent {
            wrapped.push_str(space);
            used += blanks + width(word);
        } else {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            used = indent + width(word);
        }
        wrapped.push_str(word);
    }
}

/// Where the lines that follow begin.
fn indent(line: &str, columns: usize) -> usize {
    let first = line.len() - line.trim_start_matches(' ').len();
    let mut indent = first;
    // Columns are separated by two blanks or more; what is left of them is as a rule short.
    let mut from = first;
    while let Some(gap) = line[from..].find("  ") {
        let text = &line[from + gap..];
        from += gap + (text.len() - text.trim_start_matches(' ').len());
        let at = width(&line[..from]);
        if at > columns / 2 || from == line.len() {
            break;
        }
        indent = at;
    }
    if indent > columns / 2 { 0 } else { indent }
}

/// How many columns a text takes, without the codes of colours.
pub(crate) fn width(text: &str) -> usize {
    if !text.contains('\u{1b}') {
        return text.width();
    }
    let mut width = 0;
    for (place, part) in text.split('\u{1b}').enumerate() {
        let shown =
            if place == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        width += shown.width();
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three\n", 9), "one two\nthree\n");
        assert_eq!(wrap("one two three", 100), "one two three");
        assert_eq!(wrap("\n\n  a\n", 1), "\n\n  a\n");
        assert_eq!(wrap("unbreakable word", 5), "unbreakable\nword");
    }

    #[test]
    fn what_follows_is_aligned() {
        assert_eq!(wrap("  one two three", 9), "  one two\n  three");
        assert_eq!(
            wrap("  no-echo    not what was chosen last", 30),
            "  no-echo    not what was\n             chosen last"
        );
        assert_eq!(
            wrap("a long sentence.  Another sentence", 20),
            "a long sentence.\nAnother sentence"
        );
    }

    #[test]
    fn colours_and_wide_characters_take_their_columns() {
        assert_eq!(width("\u{1b}[1;31mred\u{1b}[0m"), 3);
        assert_eq!(
            wrap("\u{1b}[31mone two\u{1b}[0m three", 7),
            "\u{1b}[31mone two\u{1b}[0m\nthree"
        );
        assert_eq!(wrap("数字 数字", 5), "数字\n数字");
    }

    #[test]
    fn nothing_is_lost() {
        let text = "  1. 60    Ann: 6: threw it away, and so  on   to the very end of the line\n";
        for columns in 1..90 {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&wrap(text, columns)), words(text), "{columns}");
        }
    }
}
