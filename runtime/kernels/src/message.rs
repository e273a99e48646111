//! Messages with placeholders for numbers, as assertions about sizes have.

/// The message with numbers in place of `{0}`, `{1}` and so on; other text in braces is kept.
#[must_use]
pub fn filled(message: &str, numbers: &[i64]) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let place = rest.find('}').and_then(|end| {
            // Format specifications after a comma or a colon are ignored.
            let index = rest[1..end].split([',', ':']).next()?;
            Some((end, *numbers.get(index.parse::<usize>().ok()?)?))
        });
        match place {
            Some((end, number)) => {
                out.push_str(&number.to_string());
                rest = &rest[end + 1..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn numbers_replace_their_places_only() {
        assert_eq!(filled("{1} of {0}, {x} {2} {{0:d}", &[4, -7]), "-7 of 4, {x} {2} {4");
        assert_eq!(filled("{", &[1]), "{");
        assert_eq!(filled("{0", &[1]), "{0");
        assert_eq!(filled("äö{0}ü{+1}", &[1, 2]), "äö1ü2");
    }
}
