//! Limits on type texts: what is valid MLIR but would make LLVM abort or explode is rejected before LLVM sees it.

use crate::error::{CodegenError, Result};

/// LLVM's widest integer type.
const MAX_INTEGER_WIDTH: u64 = 1 << 23;
/// The widest vector: LLVM splits wider ones into registers one by one, in quadratic time.
const MAX_VECTOR_ELEMENTS: u64 = 1 << 16;

/// Looks for integer types and vector types beyond the limits; the insides of string literals are skipped.
pub(crate) fn check(text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let starts_word = i == 0 || !is_word(bytes[i - 1]);
        match bytes[i] {
            b'"' => i = skip_string(bytes, i),
            b'i' if starts_word || (i > 0 && bytes[i - 1] == b'x') => i = integer(bytes, i)?,
            b'v' if starts_word && bytes[i..].starts_with(b"vector<") => i = vector(bytes, i + 7)?,
            b'v' if starts_word && bytes[i..].starts_with(b"vec<") => i = vector(bytes, i + 4)?,
            _ => i += 1,
        }
    }
    Ok(())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'%' | b'@' | b'^' | b'#')
}

fn skip_string(bytes: &[u8], open: usize) -> usize {
    let mut i = open + 1;
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i + 1
}

/// Reads digits at `i`, saturating; returns the value and the first position after them.
fn number(bytes: &[u8], mut i: usize) -> (u64, usize) {
    let mut value = 0u64;
    while i < bytes.len() && bytes[i].is_ascii_digit() {
        value = value.saturating_mul(10).saturating_add(u64::from(bytes[i] - b'0'));
        i += 1;
    }
    (value, i)
}

fn integer(bytes: &[u8], at: usize) -> Result<usize> {
    let (width, end) = number(bytes, at + 1);
    if end < bytes.len() && is_word(bytes[end]) {
        return Ok(end);
    }
    if width > MAX_INTEGER_WIDTH {
        return Err(CodegenError::Limit(format!(
            "integer type i{width} is wider than LLVM's {MAX_INTEGER_WIDTH} bits"
        )));
    }
    Ok(end)
}

fn vector(bytes: &[u8], mut i: usize) -> Result<usize> {
    let mut elements = 1u64;
    while i < bytes.len() && (bytes[i].is_ascii_digit() || matches!(bytes[i], b'[' | b']' | b'?' | b' ')) {
        if !bytes[i].is_ascii_digit() {
            i += 1;
            continue;
        }
        let (extent, end) = number(bytes, i);
        elements = elements.saturating_mul(extent.max(1));
        i = end;
        while i < bytes.len() && matches!(bytes[i], b']' | b' ') {
            i += 1;
        }
        if bytes.get(i) == Some(&b'x') {
            i += 1;
        }
    }
    if elements > MAX_VECTOR_ELEMENTS {
        return Err(CodegenError::Limit(format!(
            "a vector type of {elements} elements is larger than the limit of {MAX_VECTOR_ELEMENTS}; tile the computation first"
        )));
    }
    Ok(i)
}
