//! The configuration of a collective, as a program gives it at each call: lines `name=value`.

/// The value of an entry.
#[must_use]
pub fn entry<'a>(config: &'a str, name: &str) -> Option<&'a str> {
    config.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
}

/// Lists of numbers: `0,1;2,3`.
///
/// # Errors
/// If something else is among them.
pub fn numbers(text: &str) -> Result<Vec<Vec<usize>>, String> {
    text.split(';').filter(|list| !list.is_empty()).map(|list| row(list, ',')).collect()
}

/// Numbers with a separator.
pub(crate) fn row(text: &str, separator: char) -> Result<Vec<usize>, String> {
    let number = |n: &str| n.parse().map_err(|_| "an id is no number".to_owned());
    text.split(separator).filter(|n| !n.is_empty()).map(number).collect()
}

/// A number of the configuration.
pub(crate) fn number(config: &str, name: &str) -> Result<usize, String> {
    let value = entry(config, name).and_then(|n| n.parse().ok());
    value.ok_or_else(|| format!("its configuration has no number '{name}'"))
}
