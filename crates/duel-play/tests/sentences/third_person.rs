//! The same sentences, said about a player instead of to one.

use duel_play::review::about;

/// What may follow a name, beside verbs in their third person.
const FOLLOW: [&str; 13] = [
    "also", "always", "can", "cannot", "could", "just", "may", "must", "never", "now", "only",
    "then", "will",
];

/// Nobody is "you", and what the player does agrees with the name.
pub(crate) fn check(words: &str) {
    let said = about(words, "Zoe");
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let tokens: Vec<&str> = said.split_whitespace().collect();
    for (place, token) in tokens.iter().enumerate() {
        let word = bare(token);
        assert!(!word.starts_with("you"), "{said}");
        assert!(!token.ends_with("-opponent"), "{said}");
        let is_object = place > 0
            && ["for", "gives", "leave", "leaves", "of", "to"]
                .contains(&bare(tokens[place - 1]).as_str());
        if word != "zoe" || !token.ends_with(char::is_alphabetic) || is_object {
            continue;
        }
        let next = tokens.get(place + 1).map(|next| bare(next)).unwrap_or_default();
        assert!(next.ends_with('s') || FOLLOW.contains(&next.as_str()), "Zoe {next}: {said}");
    }
}
