//! The secret that tells the user's page from others.

use std::fmt::Write;
use std::io;

/// Random bytes of a token: more than anybody can guess.
const BYTES: usize = 32;

/// A token from the system's source of randomness.
pub(super) fn fresh() -> io::Result<String> {
    let mut bytes = [0_u8; BYTES];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    let mut text = String::with_capacity(2 * BYTES);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Whether a token is the right one, in a time that depends on the lengths alone: how much of a
/// guess is right must not show.
pub(super) fn is_same(given: &str, wanted: &str) -> bool {
    if given.len() != wanted.len() {
        return false;
    }
    let pairs = given.bytes().zip(wanted.bytes());
    let differ = pairs.fold(0_u8, |seen, (a, b)| std::hint::black_box(seen | (a ^ b)));
    differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_new_each_time() {
        let (one, other) = (fresh().expect("a token"), fresh().expect("a token"));
        assert_eq!(one.len(), 64);
        assert!(one.bytes().all(|b| b.is_ascii_hexdigit()));
        assert_ne!(one, other);
    }

    #[test]
    fn only_the_same_token_is_the_same() {
        assert!(is_same("abc", "abc"));
        for other in ["", "ab", "abd", "xbc", "abcc"] {
            assert!(!is_same(other, "abc"), "{other}");
        }
    }
}
