//! A reason is spoken to the player who is to move. In a review it is said about that player, who need not
//! be the one who reads it: the same sentences in the third person.

/// What is done by a player who can win; a sentence that begins so tells that player what to do.
const IMPERATIVES: [&str; 7] = ["Append", "Choose", "Divide", "Leave", "Pass", "Subtract", "Take"];

/// Words that have no other form in the third person.
const UNCHANGED: [&str; 9] =
    ["can", "cannot", "could", "may", "might", "must", "will", "would", "should"];

/// Words that may stand between a player and what the player does.
const ADVERBS: [&str; 7] = ["also", "always", "just", "never", "now", "only", "then"];

/// Words after which a player is the one to whom something is done.
const BEFORE_OBJECTS: [&str; 7] = ["for", "gives", "leave", "leaves", "lets", "of", "to"];

/// What is said to a player, said about the player of this name.
pub fn about(words: &str, name: &str) -> String {
    let words = words
        .replace("either of you", "either player")
        .replace("both of you", "both players")
        .replace("ou both", "ou")
        .replace("our opponent", "our-opponent");
    let mut text = String::with_capacity(words.len());
    let mut starts = true;
    let mut subject = false;
    let mut told = false;
    let mut last = "";
    for token in words.split_inclusive([' ', '\n']) {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric());
        let (before, after) = token.split_once(word).unwrap_or((token, ""));
        let said = match word {
            "You" | "you" => {
                subject = !BEFORE_OBJECTS.contains(&last);
                name.to_owned()
            }
            "Your-opponent" => "The other player".to_owned(),
            "your-opponent" => {
                told = true;
                "the other player".to_owned()
            }
            "your-opponent's" => "the other player's".to_owned(),
            "Your" | "your" | "yours" => format!("{name}'s"),
            verb if subject && !verb.is_empty() => {
                subject = ADVERBS.contains(&verb);
                if subject { verb.to_owned() } else { third_person(verb) }
            }
            verb if starts && IMPERATIVES.contains(&verb) => {
                format!("{name} can {}", verb.to_lowercase())
            }
            // "Whatever your opponent takes from one, take the same from the other."
            "take" if told && text.trim_end().ends_with(',') => format!("{name} takes"),
            other => other.to_owned(),
        };
        last = word;
        text.push_str(before);
        text.push_str(&said);
        text.push_str(after);
        let ends = |end: char| matches!(end, '.' | '?' | '!');
        starts = token.ends_with('\n') || after.trim_end().ends_with(ends);
        if starts {
            (subject, told, last) = (false, false, "");
        }
    }
    text
}

/// A verb as it follows a name.
fn third_person(verb: &str) -> String {
    match verb {
        "are" => "is".to_owned(),
        "have" => "has".to_owned(),
        unchanged if UNCHANGED.contains(&unchanged) => unchanged.to_owned(),
        hissing if hissing.ends_with(['s', 'x', 'o']) || hissing.ends_with("ch") => {
            format!("{hissing}es")
        }
        other => format!("{other}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn what_is_said_to_a_player_is_said_about_one() {
        for (to, said) in [
            (
                "Append 5: 35 = 7 x 5, and you have won.",
                "Ann can append 5: 35 = 7 x 5, and Ann has won.",
            ),
            ("Whatever you do, your opponent wins.", "Whatever Ann does, the other player wins."),
            (
                "Of your opponent's moves only 1 does not lose at once.",
                "Of the other player's moves only 1 does not lose at once.",
            ),
            ("You can only leave a prime.", "Ann can only leave a prime."),
            ("Neither of you can force a win.", "Neither player can force a win."),
            ("It gives you an odd number.", "It gives Ann an odd number."),
            (
                "Your opponent gets 5. Then you always have a move.",
                "The other player gets 5. Then Ann always has a move.",
            ),
        ] {
            assert_eq!(about(to, "Ann"), said);
        }
    }
}
