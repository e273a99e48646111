//! `stablehlo-rng-bit-generator-expander`: random bits as arithmetic on counters, bit-identical to XLA's.
//!
//! Before:
//! ```mlir
//! %state, %bits = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
//! ```
//! After: an `iota` of counters, rounds of `add`, `xor` and shifts on `tensor<4xui32>`, a `concatenate` of the two words of each call,
//! and the state with the counter advanced.
//!
//! Threefry-2x32 with 20 rounds and Philox-4x32 with 10 rounds: J. Salmon and others, "Parallel Random Numbers: As Easy
//! as 1, 2, 3", 2011.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use super::each;
use crate::hlo_builder::{HloBuilder, elem};

/// Expand `stablehlo.rng_bit_generator`.
#[pass(
    name = "stablehlo-rng-bit-generator-expander",
    class = "StablehloRngBitGeneratorExpanderPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct RngBitGeneratorExpander;

impl BodyPass for RngBitGeneratorExpander {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each(body, &[("stablehlo.rng_bit_generator", expand)])
    }
}

fn expand(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let cx = h.b.cx_arc().clone();
    let given = h.b.operand(op, 0);
    let words = h.known_shape(given)?;
    let out = h.b.ty(h.b.result(op, 1));
    let shape = h.known_shape(h.b.result(op, 1))?;
    let (wide, state_elem) = (cx.bit_width(cx.elem_or_self(out)), elem(h.b, given));
    let wide = match wide {
        Some(64) => true,
        Some(1..64) => false,
        _ => return Err("its elements have no known width"),
    };
    let three_fry = h.b.attr(op, "rng_algorithm").and_then(|a| cx.attr_as::<RngAlgorithm>(a));
    let three_fry = three_fry == Some(&RngAlgorithm::ThreeFry);
    let fits = if three_fry { words == [2] } else { words == [2] || words == [3] };
    if cx.bit_width(state_elem) != Some(64) || !fits {
        return Err("its state must be two words of 64 bits, or three");
    }
    let u64s = cx.tensor(&words, unsigned(&cx, 64));
    let state = if h.b.ty(given) == u64s { given } else { h.op::<BitcastConvertOp>(&[given], &[], u64s) };
    let word = |h: &mut HloBuilder<'_, '_>, i: i64| {
        let one = h.slice(state, 0, i, i + 1);
        h.reshape(one, &[])
    };
    let mut state: Vec<Value> = (0..words[0]).map(|i| word(h, i)).collect();
    let bits = if three_fry {
        threefry_bits(h, &mut state, &shape, wide)
    } else {
        philox_bits(h, &mut state, &shape, wide)
    };

    // Narrower types take the low bits; other types of the same width take all bits.
    let narrow = unsigned(&cx, cx.bit_width(cx.elem_or_self(out)).unwrap_or(64));
    let bits = h.convert(bits, narrow);
    let bits = if h.b.ty(bits) == out { bits } else { h.op::<BitcastConvertOp>(&[bits], &[], out) };
    let parts: Vec<Value> = state.into_iter().map(|w| h.reshape(w, &[1])).collect();
    let state = h.concatenate(&parts, 0);
    let ty = h.b.ty(given);
    let state = if h.b.ty(state) == ty { state } else { h.op::<BitcastConvertOp>(&[state], &[], ty) };
    Ok(vec![state, bits])
}

/// The unsigned integer type of this width.
fn unsigned(cx: &Context, width: u32) -> Type {
    cx.ty(IntegerType { width, signedness: Signedness::Unsigned })
}

impl HloBuilder<'_, '_> {
    /// The elements converted; integers of fewer bits are the low ones.
    fn convert(&mut self, x: Value, to: Type) -> Value {
        if elem(self.b, x) == to {
            return x;
        }
        let ty = self.b.cx().tensor(crate::hlo_builder::sizes(self.b, x), to);
        self.op::<ConvertOp>(&[x], &[], ty)
    }
    fn u32s(&mut self, x: Value) -> Value {
        let to = unsigned(self.b.cx(), 32);
        self.convert(x, to)
    }
    fn u64s(&mut self, x: Value) -> Value {
        let to = unsigned(self.b.cx(), 64);
        self.convert(x, to)
    }
    /// The two halves of words of 64 bits, the low ones first.
    fn halves(&mut self, x: Value) -> [Value; 2] {
        let ty = self.b.ty(x);
        let by = self.int(32, ty);
        let high = self.like::<ShiftRightLogicalOp>(&[x, by]);
        [self.u32s(x), self.u32s(high)]
    }
    /// Joins words of 64 bits from their halves.
    fn joined(&mut self, low: Value, high: Value) -> Value {
        let (low, high) = (self.u64s(low), self.u64s(high));
        let ty = self.b.ty(high);
        let by = self.int(32, ty);
        let high = self.like::<ShiftLeftOp>(&[high, by]);
        self.like::<OrOp>(&[low, high])
    }
    /// The sum of `x` and a constant.
    fn plus(&mut self, x: Value, n: u64) -> Value {
        let ty = self.b.ty(x);
        let n = self.int(n, ty);
        self.like::<AddOp>(&[x, n])
    }
    fn rotated(&mut self, x: Value, by: u64) -> Value {
        let ty = self.b.ty(x);
        let (left, right) = (self.int(by, ty), self.int(32 - by, ty));
        let (high, low) =
            (self.like::<ShiftLeftOp>(&[x, left]), self.like::<ShiftRightLogicalOp>(&[x, right]));
        self.like::<OrOp>(&[high, low])
    }
    /// `counter + 0, counter + 1, …`, for `n` calls.
    fn counters(&mut self, counter: Value, n: i64) -> Value {
        let counter = self.broadcast(counter, &[], &[n]);
        let (ty, zero) = (self.b.ty(counter), self.b.cx().i64_attr(0));
        let calls = self.op::<IotaOp>(&[], &[("iota_dimension", zero)], ty);
        self.like::<AddOp>(&[counter, calls])
    }
    /// Adds a number to a counter of 128 bits, low word first.
    fn advanced(&mut self, [low, high]: [Value; 2], new_low: Value) -> [Value; 2] {
        let cx = self.b.cx_arc().clone();
        let flags = cx.tensor(crate::hlo_builder::sizes(self.b, low), cx.i1());
        let direction = cx.attr(ComparisonDirection::Lt);
        let carry = self.op::<CompareOp>(&[new_low, low], &[("comparison_direction", direction)], flags);
        let carry = self.u64s(carry);
        [new_low, self.like::<AddOp>(&[high, carry])]
    }
}

/// Threefry-2x32 on all counters at once.
fn threefry(h: &mut HloBuilder<'_, '_>, key: Value, counters: Value, n: i64) -> [Value; 2] {
    let key = h.broadcast(key, &[], &[n]);
    let [k0, k1] = h.halves(key);
    let ty = h.b.ty(k0);
    let parity = h.int(0x1BD1_1BDA, ty);
    let k2 = h.like::<XorOp>(&[k0, k1]);
    let keys = [k0, k1, h.like::<XorOp>(&[k2, parity])];
    let [a, b] = h.halves(counters);
    let (mut a, mut b) = (h.like::<AddOp>(&[a, keys[0]]), h.like::<AddOp>(&[b, keys[1]]));
    for i in 0..5_usize {
        let rotations = if i.is_multiple_of(2) { [13, 15, 26, 6] } else { [17, 29, 16, 24] };
        for by in rotations {
            a = h.like::<AddOp>(&[a, b]);
            b = h.rotated(b, by);
            b = h.like::<XorOp>(&[b, a]);
        }
        a = h.like::<AddOp>(&[a, keys[(i + 1) % 3]]);
        b = h.like::<AddOp>(&[b, keys[(i + 2) % 3]]);
        b = h.plus(b, i as u64 + 1);
    }
    [a, b]
}

/// The bits; the counter in the state moves on.
fn threefry_bits(h: &mut HloBuilder<'_, '_>, state: &mut [Value], shape: &[i64], wide: bool) -> Value {
    let n: i64 = shape.iter().product();
    let (key, counter) = (state[0], state[1]);
    // The dimension along which the two words of a call alternate.
    let even = shape.iter().position(|d| d % 2 == 0);
    let largest = || (0..shape.len()).rev().max_by_key(|&d| shape[d]);
    let split = if wide { None } else { even.or_else(largest) };
    let (calls, sizes) = match split {
        None => (if wide { n } else { 1 }, [1, 1, n]),
        Some(d) => {
            let [outer, inner] = [&shape[..d], &shape[d + 1..]].map(|s| s.iter().product::<i64>());
            let half = (shape[d] + 1) / 2;
            (outer * half * inner, [outer, half, inner])
        }
    };
    let counters = h.counters(counter, calls);
    let [a, b] = threefry(h, key, counters, calls);
    state[1] = h.plus(counter, calls as u64);
    let bits = match split {
        None if wide => h.joined(a, b),
        None => a,
        Some(d) => {
            let [outer, half, inner] = sizes;
            let parts = [a, b].map(|v| h.reshape(v, &[outer, half, 1, inner]));
            let both = h.concatenate(&parts, 2);
            let both = h.reshape(both, &[outer, 2 * half, inner]);
            h.slice(both, 1, 0, shape[d])
        }
    };
    h.reshape(bits, shape)
}

/// Philox-4x32 on all counters at once, with the key in two words.
fn philox(h: &mut HloBuilder<'_, '_>, mut key: [Value; 2], mut words: [Value; 4]) -> [Value; 4] {
    for round in 0..10 {
        if round > 0 {
            key = [h.plus(key[0], 0x9E37_79B9), h.plus(key[1], 0xBB67_AE85)];
        }
        let [[low0, high0], [low1, high1]] =
            [(0, 0xD251_1F53), (2, 0xCD9E_8D57)].map(|(i, by): (usize, u64)| {
                let word = h.u64s(words[i]);
                let ty = h.b.ty(word);
                let by = h.int(by, ty);
                let product = h.like::<MulOp>(&[word, by]);
                h.halves(product)
            });
        let [first, third] =
            [(high1, words[1], key[0]), (high0, words[3], key[1])].map(|(high, word, key)| {
                let mixed = h.like::<XorOp>(&[high, word]);
                h.like::<XorOp>(&[mixed, key])
            });
        words = [first, low1, third, low0];
    }
    words
}

/// The bits; the counter in the state moves on.
fn philox_bits(h: &mut HloBuilder<'_, '_>, state: &mut [Value], shape: &[i64], wide: bool) -> Value {
    let n: i64 = shape.iter().product();
    let per_call = if wide { 2 } else { 4 };
    let calls = (n + per_call - 1) / per_call;
    let (key, low) = (state[0], state[1]);
    let high = state.get(2).copied().unwrap_or(key);
    let [lows, highs] = [low, high].map(|v| h.broadcast(v, &[], &[calls]));
    let counters = h.counters(low, calls);
    let [new_lows, new_highs] = h.advanced([lows, highs], counters);
    let [l, m] = [new_lows, new_highs].map(|v| h.halves(v));
    let key = h.broadcast(key, &[], &[calls]);
    let key = h.halves(key);
    let words = philox(h, key, [l[0], l[1], m[0], m[1]]);
    let words =
        if wide { vec![h.joined(words[0], words[1]), h.joined(words[2], words[3])] } else { words.to_vec() };
    let next = h.plus(low, calls as u64);
    let [next, carried] = h.advanced([low, high], next);
    state[1] = next;
    if let Some(slot) = state.get_mut(2) {
        *slot = carried;
    }
    let columns: Vec<Value> = words.into_iter().map(|w| h.reshape(w, &[calls, 1])).collect();
    let rows = h.concatenate(&columns, 1);
    let flat = h.reshape(rows, &[calls * per_call]);
    let flat = h.slice(flat, 0, 0, n);
    h.reshape(flat, shape)
}
