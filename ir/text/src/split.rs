//! `--split-input-file`: one file with several inputs.

/// The marker between inputs.
pub const MARKER: &str = "// -----";

/// The parts of a file between lines that are the marker, each with its byte offset.
pub fn split_input(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == MARKER {
            out.push((start, &text[start..at]));
            start = at + line.len();
        }
        at += line.len();
    }
    out.push((start, &text[start..]));
    out
}

/// The same file with everything but the part at `offset` blanked out, so that line numbers stay right.
pub fn blanked(text: &str, offset: usize, len: usize) -> String {
    let newlines = text[..offset].bytes().filter(|&b| b == b'\n').count();
    let mut out = "\n".repeat(newlines);
    out.push_str(&text[offset..offset + len]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_line_numbers() {
        let text = "a\n// -----\nb\n";
        let parts = split_input(text);
        assert_eq!(parts, [(0, "a\n"), (11, "b\n")]);
        assert_eq!(blanked(text, 11, 2), "\n\nb\n");
    }
}
