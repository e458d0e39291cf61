//! What a mistyped name may have been meant as.

/// The known name that is nearest to a mistyped one, if any is near enough.
pub(crate) fn nearest<'a>(
    asked: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let asked = asked.trim().to_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&asked, known);
    let is_near = |(distance, known): &(usize, &str)| *distance <= 1 + known.len() / 6;
    let near = known.into_iter().map(|known| (distance(known), known)).filter(is_near);
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// The known word that the first word of a line may have been meant as; nothing where that is one.
pub(crate) fn mistyped<'a>(
    line: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let is_known = || known.clone().into_iter().any(|known| known == word);
    if word.chars().count() < 2 || !word.chars().all(char::is_alphabetic) || is_known() {
        return None;
    }
    nearest(&word, known)
}

/// A remark on what was meant, to stand after a message; empty if nothing is near.
pub(crate) fn remark<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(asked, known).map(|meant| format!(" (did you mean {meant}?)")).unwrap_or_default()
}
