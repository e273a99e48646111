//! Texts with names, and messages that point into them in LLVM's style.

/// A named text: the check file, the input, or a command-line value.
pub struct Source {
    /// The name shown in messages.
    pub name: String,
    /// The text, after canonicalization.
    pub text: Vec<u8>,
    /// The offsets at which lines start.
    line_starts: Vec<usize>,
}

impl Source {
    /// Makes a source.
    pub fn new(name: impl Into<String>, text: Vec<u8>) -> Self {
        let line_starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', &text).map(|i| i + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// The line (from 1) that an offset lies on.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// Renders `name:line:column: kind: message` with the source line and a caret below.
    /// `length` underlines the bytes of a range, as far as they lie on the line.
    pub fn render(&self, offset: usize, length: usize, kind: &str, message: &str) -> String {
        let offset = offset.min(self.text.len());
        let line = self.line_of(offset);
        let start = self.line_starts[line - 1];
        let end = memchr::memchr2(b'\n', b'\r', &self.text[start..]).map_or(self.text.len(), |i| start + i);
        let column = offset - start;
        let mut shown = Vec::new();
        let mut marks = String::new();
        // Tabs are shown as blanks up to the next multiple of eight, in both lines.
        for at in start..=end.max(offset) {
            let mark = match at {
                _ if at == offset => '^',
                _ if at > offset && at < offset + length && at < end => '~',
                _ => ' ',
            };
            let before = marks.len();
            marks.push(mark);
            if at < end {
                if self.text[at] == b'\t' {
                    let fill = if mark == '~' { '~' } else { ' ' };
                    while !marks.len().is_multiple_of(8) {
                        marks.push(fill);
                    }
                    shown.resize(shown.len() + marks.len() - before, b' ');
                } else {
                    shown.push(self.text[at]);
                }
            }
        }
        format!(
            "{}:{}:{}: {kind}: {message}\n{}\n{}\n",
            self.name,
            line,
            column + 1,
            String::from_utf8_lossy(&shown),
            marks.trim_end()
        )
    }
}

/// Replaces `\r\n` by `\n` and, unless `keep_blanks`, each run of blanks and tabs by one blank.
pub fn canonicalize(text: &[u8], keep_blanks: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        let b = text[i];
        i += 1;
        if b == b'\r' && text.get(i) == Some(&b'\n') {
            continue;
        }
        if keep_blanks || !matches!(b, b' ' | b'\t') {
            out.push(b);
            continue;
        }
        out.push(b' ');
        while matches!(text.get(i), Some(b' ' | b'\t')) {
            i += 1;
        }
    }
    out
}
