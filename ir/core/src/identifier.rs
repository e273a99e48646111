//! Which texts are identifiers of MLIR's syntax.

/// Whether `s` is a bare identifier: `(letter|_)(letter|digit|_|$|.)*`.
pub fn is_bare_id(s: &str) -> bool {
    let b = s.as_bytes();
    matches!(b.first(), Some(c) if c.is_ascii_alphabetic() || *c == b'_')
        && b.iter().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.'))
}
