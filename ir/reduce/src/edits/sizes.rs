//! Sizes in types. A size is changed in the whole text, since the sizes of operands, results and attributes depend on each other.

use std::collections::BTreeSet;

use strata_core::Body;
use strata_text::{ParseOptions, PrintOptions, parse_module, print_body};

/// The name of this edit.
pub(crate) const NAME: &str = "sizes";
/// Sizes that are tried in place of a larger one, beside the half of it.
const SMALL: [u64; 3] = [1, 2, 4];

/// Replaces a number by another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    from: u64,
    to: u64,
    /// Whether all numbers change, and not only those of types.
    everywhere: bool,
}

/// The changes for a module, the largest sizes first.
pub(crate) fn changes(module: &Body) -> Vec<Change> {
    let text = print_body(module, &PrintOptions::default());
    let sizes: BTreeSet<u64> = numbers(&text).filter(|n| n.is_size).map(|n| n.value).collect();
    let mut all = Vec::new();
    for from in sizes.into_iter().rev() {
        for to in SMALL.into_iter().chain([from / 2]).filter(|&to| to < from && to > 0) {
            all.extend([true, false].map(|everywhere| Change { from, to, everywhere }));
        }
    }
    all
}

/// The module after a change; none if nothing changed or the text is no module then.
pub(crate) fn changed(module: &Body, change: Change) -> Option<Box<Body>> {
    let text = print_body(module, &PrintOptions::default());
    let (mut next, mut done) = (String::with_capacity(text.len()), 0);
    for n in numbers(&text).filter(|n| n.value == change.from && (change.everywhere || n.is_size)) {
        next.push_str(&text[done..n.start]);
        next.push_str(&change.to.to_string());
        done = n.end;
    }
    if done == 0 {
        return None;
    }
    next.push_str(&text[done..]);
    let options = ParseOptions { skip_verify: true, ..ParseOptions::default() };
    parse_module(module.cx_arc(), "reduced.mlir", next, options).ok()
}

/// A number in a text.
struct Number {
    start: usize,
    end: usize,
    value: u64,
    /// Whether it is a size of a type: `x` follows.
    is_size: bool,
}

/// The decimal numbers of a text that are no parts of names or other numbers.
fn numbers(text: &str) -> impl Iterator<Item = Number> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while !bytes.get(at)?.is_ascii_digit() {
                at += 1;
            }
            let start = at;
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            let before = start.checked_sub(1).map_or(b' ', |i| bytes[i]);
            let after = bytes.get(at).copied().unwrap_or(b' ');
            // A size follows another one, as in `4x5xf32`.
            let follows = before == b'x' && start >= 2 && bytes[start - 2].is_ascii_digit();
            let is_size = after == b'x' && (follows || b"<[,( ".contains(&before));
            let is_name = before.is_ascii_alphanumeric() || b"_%#@!.$^".contains(&before);
            let is_part = after.is_ascii_alphanumeric() || b"_.".contains(&after);
            if !is_size && (is_name || is_part) {
                continue;
            }
            if let Ok(value) = text[start..at].parse() {
                return Some(Number { start, end: at, value, is_size });
            }
        }
    })
}
