//! `--split-input-file`: one file with several inputs.
//!
//! As in MLIR's tools, a marker ends an input even in the middle of a line; the text after it is the beginning of the next
//! input. Text that begins like a marker and continues differently is a near miss, for which there is a warning.

/// The marker between inputs.
pub const MARKER: &str = "// -----";

/// The length of the end of a marker without which it is a near miss.
const CHECKED: usize = 2;

/// The parts of a file, and near misses of markers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parts<'t> {
    /// The inputs, each with its byte offset.
    pub inputs: Vec<(usize, &'t str)>,
    /// The byte offsets after near misses.
    pub near_misses: Vec<usize>,
}

/// The parts of a file between markers, each with its byte offset.
pub fn split_input(text: &str) -> Vec<(usize, &str)> {
    split_at(text, MARKER).inputs
}

/// The parts of a file between markers of one's own.
pub fn split_at<'t>(text: &'t str, marker: &str) -> Parts<'t> {
    let mut parts = Parts::default();
    if marker.is_empty() {
        parts.inputs.push((0, text));
        return parts;
    }
    let cut = marker.len().saturating_sub(CHECKED);
    let (head, tail) =
        marker.split_at(if cut > 0 && marker.is_char_boundary(cut) { cut } else { marker.len() });
    let (mut start, mut from) = (0, 0);
    while let Some(at) = text[from..].find(head).map(|i| from + i) {
        let rest = &text[at + head.len()..];
        from = at + head.len();
        // A marker at the very end of a file ends nothing.
        let ends = rest.strip_prefix(tail).is_some_and(|after| !after.is_empty() && !after.starts_with('0'));
        if ends {
            parts.inputs.push((start, &text[start..at]));
            from += tail.len();
            start = from;
        } else {
            parts.near_misses.push(from);
        }
    }
    parts.inputs.push((start, &text[start..]));
    parts
}

/// The warning of a near miss at an offset, as MLIR's tools print it.
pub fn near_miss(file: &str, text: &str, at: usize) -> String {
    let (before, after) = text.split_at(at);
    let line = before.matches('\n').count() + 1;
    let start = before.rsplit('\n').next().unwrap_or_default();
    let column = start.chars().count() + 1;
    let indent: String = start.chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
    let rest = after.lines().next().unwrap_or_default();
    format!("{file}:{line}:{column}: warning: near miss with file split marker\n{start}{rest}\n{indent}^\n")
}

/// A part of a text with nothing but blanks before it, so that its lines and columns keep their numbers.
pub fn blanked(text: &str, offset: usize, len: usize) -> String {
    let before = &text[..offset];
    let newlines = before.bytes().filter(|&b| b == b'\n').count();
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
    let mut out = "\n".repeat(newlines) + &" ".repeat(column);
    out.push_str(&text[offset..offset + len]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_places() {
        let text = "a\n// -----\nb\n";
        let parts = split_input(text);
        assert_eq!(parts, [(0, "a\n"), (10, "\nb\n")]);
        assert_eq!(blanked(text, 10, 3), "\n        \nb\n");
    }

    #[test]
    fn markers_are_what_they_are_to_mlir() {
        let inputs = |text: &'static str| -> Vec<&str> {
            split_at(text, MARKER).inputs.into_iter().map(|(_, part)| part).collect()
        };
        assert_eq!(inputs("a // x // -----\nb"), ["a // x ", "\nb"]);
        assert_eq!(inputs("a\n// ----- foo\nb"), ["a\n", " foo\nb"]);
        assert_eq!(inputs("a\n// --------\nb"), ["a\n", "---\nb"]);
        for (near, at) in [("a\n// ----\nb", 8), ("a\n// -----", 8), ("a\n// -----0\nb", 8)] {
            assert_eq!(split_at(near, MARKER), Parts { inputs: vec![(0, near)], near_misses: vec![at] });
        }
        assert_eq!(split_at("a#b", "#").inputs, [(0, "a"), (2, "b")]);
    }
}
