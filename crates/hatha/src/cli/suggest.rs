//! The name that a typo may have meant.

/// The nearest of some names, if one is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |name: &str| strsim::damerau_levenshtein(&word.to_lowercase(), name);
    let near = names.map(|n| (distance(n), n)).min()?;
    (near.0 <= 1 + word.len() / 4).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typos_are_near_and_other_words_are_not() {
        let names = ["timeout", "engine", "entry"];
        assert_eq!(nearest("timout", names.into_iter()), Some("timeout"));
        assert_eq!(nearest("Engien", names.into_iter()), Some("engine"));
        assert_eq!(nearest("banana", names.into_iter()), None);
    }
}
