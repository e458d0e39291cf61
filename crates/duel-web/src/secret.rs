//! Identifiers that cannot be guessed, of games and classrooms, and tokens of players.
//!
//! A token is given to the player once and stored only as its hash. It is compared in constant time.

use std::fmt;

use rand::RngExt as _;

/// Letters and digits that are hard to mistake for each other.
const LETTERS: &[u8; 54] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456";

/// For codes that are read aloud and typed from a projector: no vowels, so no words.
const ROOM_CODE_LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

fn random_text(letters: &[u8], length: usize) -> String {
    let mut source = rand::rng();
    (0..length).map(|_| char::from(letters[source.random_range(0..letters.len())])).collect()
}

/// A name for a game: 69 bits, enough that games are found by their link alone.
pub fn game_id() -> String {
    random_text(LETTERS, 12)
}

/// Whether a text could be the name of a game.
pub fn is_game_id(text: &str) -> bool {
    // What LETTERS has: all letters and digits but these.
    let mistakable = b"lIO01789";
    let fits = |byte: u8| byte.is_ascii_alphanumeric() && !mistakable.contains(&byte);
    text.len() == 12 && text.bytes().all(fits)
}

/// The name of the rematch of this game, the same on every node.
pub fn next_id(id: &str) -> String {
    id_from(&format!("rematch of {id}"))
}

fn id_from(text: &str) -> String {
    let hash = blake3::hash(text.as_bytes());
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    hash.as_bytes().iter().take(12).map(letter).collect()
}

/// A code to join a classroom by.
pub fn room_code() -> String {
    random_text(ROOM_CODE_LETTERS, 6)
}

/// Normalises the code of a classroom as typed; `None` if it cannot be one.
pub fn read_room_code(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    (code.len() == 6 && code.bytes().all(|byte| ROOM_CODE_LETTERS.contains(&byte))).then_some(code)
}

/// The secret that allows moves: 184 bits drawn here, or by the client; the pages draw 128.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn fresh() -> Token {
        Token(random_text(LETTERS, 32))
    }

    /// Whether it is long enough to have been drawn at random.
    pub fn is_strong(&self) -> bool {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (32..=64).contains(&self.0.len()) && self.0.bytes().all(plain)
    }

    /// The name of the game that is begun with this token. Beginning it again finds the same.
    pub fn game_id(&self) -> String {
        id_from(&format!("game begun with {}", self.0))
    }

    /// A token of a request, not checked yet.
    pub fn claimed(text: &str) -> Token {
        Token(text.to_owned())
    }

    /// The text, to be sent to its owner only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash, to be stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash(blake3::hash(self.0.as_bytes()))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The hash of a token: enough to recognise it, not enough to use it.
#[derive(Clone, Copy)]
pub struct TokenHash(blake3::Hash);

impl TokenHash {
    /// As hexadecimal digits.
    pub fn written(&self) -> String {
        self.0.to_hex().to_string()
    }

    /// Reads hexadecimal digits.
    pub fn read(text: &str) -> Option<TokenHash> {
        blake3::Hash::from_hex(text).ok().map(TokenHash)
    }

    /// Whether this is the same, in constant time, as hashes compare.
    pub fn is(&self, other: &TokenHash) -> bool {
        self.0 == other.0
    }

    /// Whether this is the hash of that token, in constant time.
    pub fn fits(&self, token: &Token) -> bool {
        self.is(&token.hash())
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_fits_its_own_hash_alone() {
        let (mine, yours) = (Token::fresh(), Token::fresh());
        let kept = TokenHash::read(&mine.hash().written()).unwrap();
        assert!(kept.fits(&mine));
        assert!(kept.fits(&Token::claimed(mine.reveal())));
        assert!(!kept.fits(&yours));
        assert!(!kept.fits(&Token::claimed("")));
        assert!(!format!("{mine:?} {kept:?}").contains(mine.reveal()));
    }

    #[test]
    fn names_have_their_form() {
        assert!(is_game_id(&game_id()));
        for letter in 0..=u8::MAX {
            let name = String::from_utf8(vec![letter; 12]);
            assert_eq!(name.is_ok_and(|name| is_game_id(&name)), LETTERS.contains(&letter));
        }
        assert!(!is_game_id("abcdefghijk") && !is_game_id("abcdefghijkmn"));
        assert!(is_game_id(&next_id("abcdefghijkm")));
        assert_eq!(next_id("abcdefghijkm"), next_id("abcdefghijkm"));
        assert_ne!(next_id("abcdefghijkm"), next_id("abcdefghijkn"));
        let code = room_code();
        assert_eq!(read_room_code(&format!(" {} ", code.to_lowercase())), Some(code));
        assert_eq!(read_room_code("AEIOU1"), None);
    }
}
