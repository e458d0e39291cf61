//! Names, and which characters may reach a screen.

/// The longest name, in characters.
pub const MAX_NAME: usize = 80;

/// Cleans a name for showing and keeping: characters that are not shown are dropped, white space
/// is folded, and what is longer than [`MAX_NAME`] is cut. `None` if nothing is left.
///
/// ```
/// use duel_core::clean_name;
/// assert_eq!(clean_name(" Зоя\t\u{1b}[31m "), Some("Зоя [31m".to_owned()));
/// assert_eq!(clean_name("\u{202e}\n"), None);
/// ```
pub fn clean_name(name: &str) -> Option<String> {
    let mut clean = String::new();
    for word in name.split_whitespace() {
        let word: String = word.chars().filter(|character| is_shown(*character)).collect();
        if !clean.is_empty() && !word.is_empty() {
            clean.push(' ');
        }
        clean.push_str(&word);
        if clean.len() > 4 * MAX_NAME {
            break;
        }
    }
    let clean: String = clean.chars().take(MAX_NAME).collect();
    let clean = clean.trim_end();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// Whether a character may reach a screen: neither a control character nor one that reorders,
/// breaks or hides text. (The joiners that Persian or Hindi names need may.)
pub fn is_shown(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{00ad}'
                | '\u{061c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Any text, fit to be shown on one line: what may not reach a screen is left out.
pub fn shown(text: &str) -> String {
    text.chars().filter(|character| is_shown(*character)).collect()
}

/// A text in at most so many characters: the beginning of a longer one, and dots.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    format!("{}...", text.chars().take(most.saturating_sub(3)).collect::<String>())
}
