//! Rules for names.

use strata_ir::prelude::*;

/// The name of a definition, `what`, consists of small letters, digits and `_`.
pub fn verify(what: &str, name: &str) -> VerifyResult {
    if name.is_empty() {
        return Err(VerifyError::bare(format!("name of {what} is empty")));
    }
    if name.bytes().any(|c| c.is_ascii_uppercase()) {
        return Err(VerifyError::bare(format!("name of {what} should not contain uppercase letters")));
    }
    if !name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_') {
        return Err(VerifyError::bare(format!(
            "name of {what} must contain only lowercase letters, digits and underscores"
        )));
    }
    Ok(())
}

/// Whether a dialect may have the name.
pub fn is_namespace(name: &str) -> bool {
    let first = name.bytes().next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == b'_')
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'$')
}

/// The names of an op's list, in order.
pub fn list(b: &Body, op: Op, attr: &str) -> Vec<String> {
    let cx = b.cx();
    let array = b.attr(op, attr).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let text = |a: &Attr| cx.attr_str(*a).unwrap_or("").to_owned();
    array.map(|a| a.0.iter().map(text).collect()).unwrap_or_default()
}
