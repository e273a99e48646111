//! Limits on type texts: valid MLIR that would make LLVM abort, or take excessive time, is rejected before.

use crate::error::{CodegenError, Result};

/// LLVM's widest integer type.
const MAX_INTEGER_WIDTH: u64 = 1 << 23;
/// The widest vector: LLVM splits wider ones into registers one by one, in quadratic time.
const MAX_VECTOR_ELEMENTS: u64 = 1 << 16;

/// The deepest nesting of brackets: MLIR's parser recurses, and a stack overflow ends the process.
const MAX_NESTING: u32 = 256;

/// Checks for types beyond the limits and for deep nesting; string literals are skipped.
pub(crate) fn check(text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let mut i = 0;
    let mut depth = 0u32;
    while i < bytes.len() {
        let starts_word = i == 0 || !is_word(bytes[i - 1]);
        // A type nested in another type of the dialect has no prefix.
        let starts_type = starts_word || bytes[..i].ends_with(b"!llvm.");
        match bytes[i] {
            b'"' => i = skip_string(bytes, i),
            b'(' | b'<' | b'[' | b'{' => {
                depth += 1;
                if depth > MAX_NESTING {
                    return Err(CodegenError::Limit(format!("brackets nest deeper than {MAX_NESTING}")));
                }
                i += 1;
            }
            b')' | b'>' | b']' | b'}' => {
                // The `>` of an arrow closes no bracket.
                let arrow = bytes[i] == b'>' && i > 0 && bytes[i - 1] == b'-';
                depth = depth.saturating_sub(u32::from(!arrow));
                i += 1;
            }
            b'i' if starts_word || (i > 0 && bytes[i - 1] == b'x') => i = integer(bytes, i)?,
            b'v' if starts_word && bytes[i..].starts_with(b"vector<") => i = vector(bytes, i + 7)?,
            b'v' if starts_type && bytes[i..].starts_with(b"vec<") => i = vector(bytes, i + 4)?,
            b'p' if starts_type && bytes[i..].starts_with(b"ppc_fp128") => {
                return Err(CodegenError::Limit("the type ppc_fp128 exists on PowerPC only".to_owned()));
            }
            b't' if starts_type && bytes[i..].starts_with(b"target<") => {
                return Err(CodegenError::Limit("target extension types are not supported".to_owned()));
            }
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

/// Reads digits at `i`, saturating; returns the value and the position behind them.
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

/// Reads the extents of a vector type from `i`, the position behind its opening bracket; returns the position of that bracket.
fn vector(bytes: &[u8], i: usize) -> Result<usize> {
    let mut elements = 1u64;
    let mut at = i;
    loop {
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        match bytes.get(at) {
            Some(b'[' | b'?') => {
                return Err(CodegenError::Limit("scalable vectors are not supported".to_owned()));
            }
            Some(digit) if digit.is_ascii_digit() => {
                let (extent, end) = number(bytes, at);
                elements = elements.saturating_mul(extent.max(1));
                at = end;
                while bytes.get(at) == Some(&b' ') {
                    at += 1;
                }
                if bytes.get(at) == Some(&b'x') {
                    at += 1;
                }
            }
            _ => break,
        }
    }
    if elements > MAX_VECTOR_ELEMENTS {
        return Err(CodegenError::Limit(format!(
            "a vector type of {elements} elements is larger than the limit of {MAX_VECTOR_ELEMENTS}; tile the computation first"
        )));
    }
    Ok(i - 1)
}
