//! `RUN:` lines, in which names of passes stand.

use strata_ir::text::extents::Span;

use crate::lexer::line_start;

/// The text of a `RUN:` line from its start to an offset, if the offset is in one.
pub fn before(text: &str, offset: usize) -> Option<&str> {
    let start = line_start(text, offset);
    let line = text.get(start..offset)?;
    let comment = line.trim_start().strip_prefix("//")?;
    comment.trim_start().starts_with("RUN:").then_some(line)
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_')
}

/// The word without leading dashes around an offset of a `RUN:` line.
pub fn word_at(text: &str, offset: usize) -> Option<Span> {
    before(text, offset)?;
    let bytes = text.as_bytes();
    let mut start = offset;
    while start > 0 && bytes.get(start - 1).is_some_and(|&c| is_name(c)) {
        start -= 1;
    }
    let mut end = offset;
    while bytes.get(end).is_some_and(|&c| is_name(c)) {
        end += 1;
    }
    while bytes.get(start) == Some(&b'-') && start < end {
        start += 1;
    }
    (start < end).then(|| Span::new(start, end))
}

/// Where the name of a pass is being typed: after `--`, or inside of the text of a pipeline.
pub fn pass_prefix(text: &str, offset: usize) -> Option<Span> {
    let line = before(text, offset)?;
    let length = line.bytes().rev().take_while(|&c| is_name(c)).count();
    let (head, word) = line.split_at(line.len() - length);
    let name = word.trim_start_matches('-');
    let dashes = word.len() - name.len();
    let flag = dashes > 0 && head.ends_with([' ', '\t']);
    let pipeline = head.rfind("pass-pipeline=").is_some_and(|at| {
        let rest = head.get(at..).unwrap_or_default();
        rest.matches(['\'', '"']).count() == 1
    });
    (flag || pipeline && dashes == 0).then(|| Span::new(offset - name.len(), offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_passes_are_found() {
        let text = "x\n// RUN: strata-opt %s --cse -canon | FileCheck %s";
        let at = |needle: &str| text.find(needle).expect("there") + needle.len();
        let word = |needle| word_at(text, at(needle)).map(|s| &text[s.range()]);
        assert_eq!(word("--cs"), Some("cse"));
        assert_eq!(word("-can"), Some("canon"));
        assert_eq!(word_at(text, 1), None, "not in a comment");
        let prefix = |needle| pass_prefix(text, at(needle)).map(|s| &text[s.range()]);
        assert_eq!(prefix("-canon"), Some("canon"));
        assert_eq!(prefix("File"), None);
        let text = "// RUN: strata-opt --pass-pipeline='builtin.module(cs";
        assert_eq!(pass_prefix(text, text.len()).map(|s| &text[s.range()]), Some("cs"));
        assert_eq!(pass_prefix("// RUN: a --pass-pipeline='x' b", 31), None);
    }
}
