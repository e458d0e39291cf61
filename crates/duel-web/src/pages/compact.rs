//! Scripts and styles without comments, empty lines, indentation and spaces around signs: a quarter
//! less to send, also compressed.
//!
//! Nothing is renamed or reordered, and statements keep their lines, so that the line that an error
//! names can be read in the browser. Only our own files come here; `browser/arrive.js` compares the syntax tree of every script
//! and the rules of every style with those of its source.

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Script,
    Style,
}

/// The text without comments and indentation.
pub(super) fn compact(language: Language, text: &str) -> String {
    let mut compactor = Compactor { rest: text, out: String::with_capacity(text.len()) };
    // For each `${` of a template that is open: how many braces are open within it.
    let mut templates: Vec<usize> = Vec::new();
    let is_script = language == Language::Script;
    while let Some(next) = compactor.rest.chars().next() {
        match next {
            '/' if compactor.rest.starts_with("/*") => compactor.skip_comment(),
            '/' if is_script && compactor.rest.starts_with("//") => compactor.skip_line(),
            '/' if is_script && compactor.expects_value() => compactor.copy_regex(),
            '"' | '\'' => compactor.copy_string(next),
            '`' if is_script => compactor.copy_template(&mut templates),
            '{' => {
                if let Some(open) = templates.last_mut() {
                    *open += 1;
                }
                compactor.trim();
                compactor.copy(1);
            }
            '}' => match templates.last_mut() {
                Some(0) => {
                    templates.pop();
                    compactor.copy_template(&mut templates);
                }
                open => {
                    if let Some(open) = open {
                        *open -= 1;
                    }
                    compactor.trim();
                    compactor.copy(1);
                }
            },
            '\n' => {
                compactor.rest = &compactor.rest[1..];
                compactor.end_line();
            }
            '=' | '?' if is_script => {
                compactor.trim();
                compactor.copy(1);
            }
            next if next.is_ascii_whitespace() => {
                compactor.rest = &compactor.rest[1..];
                compactor.space();
            }
            next => compactor.copy(next.len_utf8()),
        }
    }
    compactor.trim();
    compactor.out
}

/// What is left to read, and what was written.
struct Compactor<'a> {
    rest: &'a str,
    out: String,
}

/// Words after which a `/` begins a regular expression.
const BEFORE_VALUES: [&str; 12] = [
    "return", "typeof", "case", "in", "of", "void", "delete", "throw", "new", "else", "yield",
    "await",
];

impl Compactor<'_> {
    /// Copies so many bytes.
    fn copy(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        self.out.push_str(taken);
        self.rest = rest;
    }

    /// Writes a space, where one can matter: neither at the beginning of a line, nor after another one
    /// or a sign that separates by itself.
    fn space(&mut self) {
        let separators = [' ', '\n', '(', '[', '{', ',', ';', ':', '=', '?', '>'];
        if !self.out.is_empty() && !self.out.ends_with(separators) {
            self.out.push(' ');
        }
    }

    /// Removes spaces at the end of a line.
    fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// Begins another line, unless this one is empty.
    fn end_line(&mut self) {
        self.trim();
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Leaves out a comment, which still separates what is around it.
    fn skip_comment(&mut self) {
        let end = self.rest[2..].find("*/").map_or(self.rest.len(), |end| end + 4);
        let has_breaks = self.rest[..end].contains('\n');
        self.rest = &self.rest[end..];
        if has_breaks { self.end_line() } else { self.space() }
    }

    fn skip_line(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
    }

    /// Whether an expression may begin here, so that a `/` is no division.
    fn expects_value(&self) -> bool {
        let before = self.out.trim_end();
        let is_word = |each: char| each.is_alphanumeric() || matches!(each, '_' | '$' | '.');
        let word = &before[before.trim_end_matches(is_word).len()..];
        if word.is_empty() {
            !before.ends_with([')', ']', '}', '"', '\'', '`'])
        } else {
            BEFORE_VALUES.contains(&word)
        }
    }

    fn copy_string(&mut self, quote: char) {
        self.copy_until(|next, _| next == quote);
    }

    /// Copies a regular expression; its flags follow as a word.
    fn copy_regex(&mut self) {
        let mut in_class = false;
        self.copy_until(|next, _| {
            match next {
                '[' => in_class = true,
                ']' => in_class = false,
                _ => {}
            }
            next == '/' && !in_class
        });
    }

    /// Copies a template to its end or to the next expression in it.
    fn copy_template(&mut self, templates: &mut Vec<usize>) {
        self.copy_until(|next, rest| next == '`' || (next == '$' && rest.starts_with('{')));
        if self.out.ends_with('$') {
            self.copy(1);
            templates.push(0);
        }
    }

    /// Copies the first character, and those after it to the one that ends it; what a backslash
    /// precedes does not.
    fn copy_until(&mut self, mut is_end: impl FnMut(char, &str) -> bool) {
        let mut chars = self.rest.char_indices().skip(1);
        let mut end = self.rest.len();
        while let Some((at, next)) = chars.next() {
            if next == '\\' {
                chars.next();
            } else if is_end(next, &self.rest[at + next.len_utf8()..]) {
                end = at + next.len_utf8();
                break;
            }
        }
        self.copy(end);
    }
}

#[cfg(test)]
mod tests {
    use super::{Language::*, *};

    #[test]
    fn comments_indentation_and_empty_lines_go() {
        for (source, sent) in [
            ("// one\nconst a = 1; // two\n", "const a=1;\n"),
            ("/** @type {any} */\nlet b;", "let b;"),
            ("/*\n * three\n */\n  f();", "f();"),
            ("f(/** @type {any} */ (x), y)", "f((x),y)"),
            ("return/* a */b", "return b"),
            ("a +/**/+b", "a + +b"),
            ("const s = \"  // no /* comment */\";", "const s=\"  // no /* comment */\";"),
            (
                "t = `  a ${b /* c */ + `${'}'} // `}\n    d`;",
                "t=`  a ${b + `${'}'} // `}\n    d`;",
            ),
            ("t = `${{ a: {} }}  b`;", "t=`${{a:{}}}  b`;"),
            ("t = `\\`  \\${ /* kept */`;", "t=`\\`  \\${ /* kept */`;"),
            ("x.replace(/\\/\\*[/\"]'/g, y) // z", "x.replace(/\\/\\*[/\"]'/g,y)"),
            ("return /\"/.test(a) ? b / c / d : e", "return /\"/.test(a)?b / c / d :e"),
            ("a = (b) / c; // \"", "a=(b) / c;"),
            ("x = a.of / 2 // '", "x=a.of / 2"),
            ("'it\\'s  // so'", "'it\\'s  // so'"),
            ("“  ÷”", "“ ÷”"),
        ] {
            assert_eq!(compact(Script, source), sent, "{source}");
        }
        let style = "/* a */\n.b   { content: \"/* c */  \"; }\n  a//b { }\n";
        assert_eq!(compact(Style, style), ".b{content:\"/* c */  \";}\na//b{}\n");
    }

    #[test]
    fn what_does_not_end_is_kept() {
        for source in ["\"abc", "`a ${", "a /* b", "= /x", "'\\"] {
            compact(Script, source);
        }
    }
}
