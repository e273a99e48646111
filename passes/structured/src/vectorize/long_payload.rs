//! Payloads that are long chains of dependent steps.
//!
//! A function becomes a polynomial of some ten steps, each of which waits for the one before, between a reduction of its argument and a scaling. A
//! processor begins an iteration before the last one has ended, but only within a window of a few hundred instructions, which one or two iterations of
//! such a payload fill. With two vectors in each iteration there are twice as many steps that wait for nothing, and constants are read half as often.

use strata_ir::prelude::*;

/// Steps of functions, by the op; other ops are one step.
const STEPS: [(&str, u32); 6] = [
    ("math.exp", 30),
    ("math.exp2", 30),
    ("math.log", 30),
    ("math.tanh", 30),
    ("math.erf", 30),
    ("math.powf", 35),
];
/// Those of other functions that become polynomials.
const MORE_STEPS: u32 = 60;
const MORE_FUNCTIONS: [&str; 19] = [
    "math.acos",
    "math.acosh",
    "math.asin",
    "math.asinh",
    "math.atan",
    "math.atan2",
    "math.atanh",
    "math.cbrt",
    "math.cos",
    "math.cosh",
    "math.erfc",
    "math.expm1",
    "math.log10",
    "math.log1p",
    "math.log2",
    "math.sin",
    "math.sincos",
    "math.sinh",
    "math.tan",
];
/// From so many steps on, a function and a few ops around it, two vectors are faster than one. Measured on processors of Intel with AVX2 and AVX-512:
/// `exp`, `log` and `tanh` alone take as long, `erf` 1.08 of the time; `gelu` 0.9, and 300 instructions with two of `erf` and `erfc` 0.84.
const LONG: u32 = 36;
/// The narrowest registers for which this is so: without fused multiply-add, functions are calls.
const MIN_VECTOR_BITS: u32 = 256;

/// Whether iterations of `2 lanes` elements of a row of `n` are faster than of `lanes`.
pub(super) fn takes_two_vectors(body: &Body, block: Block, n: i64, lanes: i64, vector_bits: u32) -> bool {
    vector_bits >= MIN_VECTOR_BITS && divides_well(n, lanes) && is_long(body, block)
}

/// Whether pairs of vectors are at most a sixteenth more vectors.
fn divides_well(n: i64, lanes: i64) -> bool {
    let vectors = n.div_euclid(lanes) + i64::from(n % lanes != 0);
    (vectors + vectors % 2).saturating_mul(16) <= vectors.saturating_mul(17)
}

fn is_long(body: &Body, block: Block) -> bool {
    let mut steps = 0;
    for op in body.block_ops(block) {
        let name = body.op_name(op);
        // Reciprocal roots of one vector of AVX-512 are estimated.
        if name == "math.rsqrt" {
            return false;
        }
        let function = STEPS.iter().find(|function| function.0 == name).map(|function| function.1);
        steps += match function {
            Some(steps) => steps,
            None if MORE_FUNCTIONS.contains(&name) => MORE_STEPS,
            None => 1,
        };
    }
    // Many ops without a function are short chains.
    steps >= LONG && body.block_ops(block).any(|op| body.op_name(op).starts_with("math."))
}
