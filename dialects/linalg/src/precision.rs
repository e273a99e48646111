//! `input_precision`: the precision to which the factors of a product of `f32` are rounded.
//!
//! ```mlir
//! linalg.matmul {input_precision = "tf32x3"} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
//! ```
//! A discardable attribute of structured ops. Without it factors are not rounded. The attribute permits a less exact result
//! and does not require one, so it may always be ignored.

use std::{fmt, str::FromStr};

use strata_ir::prelude::*;

const ATTR: &str = "input_precision";

/// How exactly the factors of a product of `f32` count, the least exact first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum InputPrecision {
    /// Each as a `tf32`, with 11 bits.
    Tf32,
    /// Each as a sum of two `tf32`, and a product as three of these: about 21 bits.
    Tf32x3,
    /// With all bits.
    #[default]
    Ieee,
}

const WORDS: [(&str, InputPrecision); 3] =
    [("tf32", InputPrecision::Tf32), ("tf32x3", InputPrecision::Tf32x3), ("ieee", InputPrecision::Ieee)];

impl InputPrecision {
    /// That of an op. A word that is not known asks for all bits.
    pub fn from_op(b: &Body, op: Op) -> Self {
        b.attr(op, ATTR).and_then(|a| b.cx().attr_str(a)?.parse().ok()).unwrap_or_default()
    }

    /// Makes it that of an op.
    pub fn set(self, b: &mut Body, op: Op) {
        let attr = (self != Self::Ieee).then(|| b.cx().string_attr(&self.to_string()));
        b.set_attr(op, ATTR, attr);
    }

    /// Gives the product `to` the precision of `from`, in whose place it comes.
    pub fn keep(b: &mut Body, from: Op, to: Op) {
        Self::from_op(b, from).set(b, to);
    }
}

impl fmt::Display for InputPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(_, p)| p == self).map_or("ieee", |(word, _)| word);
        f.write_str(word)
    }
}

impl FromStr for InputPrecision {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = WORDS.iter().find(|(w, _)| *w == word);
        known.map(|(_, p)| *p).ok_or_else(|| format!("'{word}' is no precision: tf32, tf32x3 or ieee"))
    }
}
