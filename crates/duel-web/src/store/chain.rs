//! Checksums of what is stored.
//!
//! Every text of a stream is stored with a checksum of itself and of everything before it in the
//! stream, so a changed, exchanged or missing text is noticed when the stream is read. Texts that
//! were stored before there were checksums have none; after the first that has one, all must.

use std::fmt::{self, Write as _};

use thiserror::Error;

/// A stored text does not fit its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what is stored as event {seq} does not fit its checksum; what comes before it is good")]
pub struct Damaged {
    /// The number of the event; 0 for the head.
    pub seq: u64,
}

/// The checksum of the last text of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    checksum: Checksum,
    /// Whether one of the texts had a checksum.
    is_sealed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checksum([u8; 8]);

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", u64::from_be_bytes(self.0))
    }
}

/// The characters of a checksum with the space before it.
const SEAL: usize = 17;

/// Takes a stored text apart.
fn apart(text: &str) -> (&str, Option<&str>) {
    let at = text.len().checked_sub(SEAL).filter(|at| text.is_char_boundary(*at));
    match at.map(|at| text.split_at(at)) {
        Some((body, seal))
            if seal.starts_with(' ') && seal[1..].bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            (body, Some(&seal[1..]))
        }
        _ => (text, None),
    }
}

/// A stored text without its checksum, which is not checked.
pub fn body(text: &str) -> &str {
    apart(text).0
}

impl Chain {
    /// The chain of a stream of this name.
    pub fn new(id: &str) -> Chain {
        let hash = blake3::hash(id.as_bytes());
        Chain { checksum: Checksum::first_bytes(&hash), is_sealed: false }
    }

    /// The text to be stored as this event (0 for the head), and the chain with it as the last.
    pub fn seal(&self, seq: u64, mut body: String) -> (String, Chain) {
        let checksum = self.checksum.after(seq, &body);
        // Writing into a String does not fail.
        let _ = write!(body, " {checksum}");
        (body, Chain { checksum, is_sealed: true })
    }

    /// The body of a text that is stored as this event, which becomes the last.
    pub fn open<'a>(&mut self, seq: u64, text: &'a str) -> Result<&'a str, Damaged> {
        let (body, seal) = apart(text);
        let checksum = self.checksum.after(seq, body);
        match seal {
            Some(seal) if seal != checksum.to_string() => return Err(Damaged { seq }),
            // Texts are JSON objects: this one has lost its checksum.
            None if self.is_sealed || !body.ends_with('}') => return Err(Damaged { seq }),
            _ => {}
        }
        *self = Chain { checksum, is_sealed: self.is_sealed || seal.is_some() };
        Ok(body)
    }
}

impl Checksum {
    fn after(self, seq: u64, body: &str) -> Checksum {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0).update(&seq.to_be_bytes()).update(body.as_bytes());
        Checksum::first_bytes(&hasher.finalize())
    }

    fn first_bytes(hash: &blake3::Hash) -> Checksum {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[..8]);
        Checksum(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(bodies: &[&str]) -> Vec<String> {
        let mut chain = Chain::new("game");
        let seal = |(seq, body): (u64, &&str)| {
            let (text, sealed) = chain.seal(seq, (*body).to_owned());
            chain.open(seq, &text).unwrap();
            assert_eq!(chain, sealed);
            text
        };
        (0..).zip(bodies).map(seal).collect()
    }

    /// How many texts are good.
    fn good(texts: &[String]) -> u64 {
        let mut chain = Chain::new("game");
        for (seq, text) in (0..).zip(texts) {
            if let Err(damaged) = chain.open(seq, text) {
                assert_eq!(damaged, Damaged { seq });
                return seq;
            }
        }
        texts.len() as u64
    }

    #[test]
    fn a_change_anywhere_is_noticed_there() {
        let texts = stored(&["{\"v\":1}", "{\"move\":\"2\"}", "{\"move\":\"6\"}", "{}"]);
        assert_eq!(good(&texts), 4);
        for place in 0..4 {
            for at in 0..texts[place].len() {
                for other in ["7", "x", " "] {
                    let mut changed = texts.clone();
                    changed[place].replace_range(at..=at, other);
                    if changed != texts {
                        assert_eq!(good(&changed), place as u64, "{:?}", changed[place]);
                    }
                }
            }
            if place < 3 {
                let mut missing = texts.clone();
                missing.remove(place);
                assert_eq!(good(&missing), place as u64);
                let mut exchanged = texts.clone();
                exchanged.swap(place, place + 1);
                assert_eq!(good(&exchanged), place as u64);
            }
        }
    }

    #[test]
    fn texts_of_older_programs_are_read_until_the_first_checksum() {
        let mut texts: Vec<String> = ["{}", "{\"a\":1}"].map(str::to_owned).into();
        let mut chain = Chain::new("game");
        for (seq, text) in (0..).zip(&texts) {
            assert_eq!(chain.open(seq, text), Ok(text.as_str()));
        }
        texts.push(chain.seal(2, "{\"b\":2}".to_owned()).0);
        assert_eq!(good(&texts), 3);
        texts.push("{}".to_owned());
        assert_eq!(good(&texts), 3);
        texts[1] = "{\"a\":2}".to_owned();
        assert_eq!(good(&texts), 2, "noticed at the first checksum after it");
    }

    #[test]
    fn bodies_are_found_without_checking() {
        assert_eq!(body("{\"k\":1} 0123456789abcdef"), "{\"k\":1}");
        assert_eq!(body("{\"k\":1}"), "{\"k\":1}");
        assert_eq!(body("é0123456789abcdef"), "é0123456789abcdef");
    }
}
