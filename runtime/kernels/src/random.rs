//! `rng_bit_generator`: bits generated from a state, and the next state.
//!
//! Threefry-2x32 with 20 rounds and Philox-4x32 with 10 rounds: J. Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3",
//! 2011. The assignment of calls to elements is XLA's.

use crate::memory::{Collected, copied, extend, filled, with_capacity};

/// Threefry-2x32 with 20 rounds.
fn threefry(key: [u32; 2], x: [u32; 2]) -> [u32; 2] {
    let ks = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD1_1BDA];
    let [mut a, mut b] = [x[0].wrapping_add(ks[0]), x[1].wrapping_add(ks[1])];
    for i in 0..5u32 {
        let rotations = if i.is_multiple_of(2) { [13, 15, 26, 6] } else { [17, 29, 16, 24] };
        for r in rotations {
            a = a.wrapping_add(b);
            b = b.rotate_left(r) ^ a;
        }
        a = a.wrapping_add(ks[(i as usize + 1) % 3]);
        b = b.wrapping_add(ks[(i as usize + 2) % 3]).wrapping_add(i + 1);
    }
    [a, b]
}

/// Philox-4x32 with 10 rounds.
fn philox(mut c: [u32; 4], mut k: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let (p0, p1) = (0xD251_1F53u64 * c[0] as u64, 0xCD9E_8D57u64 * c[2] as u64);
        c = [(p1 >> 32) as u32 ^ c[1] ^ k[0], p1 as u32, (p0 >> 32) as u32 ^ c[3] ^ k[1], p0 as u32];
        k = [k[0].wrapping_add(0x9E37_79B9), k[1].wrapping_add(0xBB67_AE85)];
    }
    c
}

/// The numbers, and the increment of the counter.
fn threefry_bits(key: u64, counter: u64, shape: &[usize], n: usize, wide: bool) -> (Vec<u64>, u64) {
    let k = [key as u32, (key >> 32) as u32];
    let call = |c: u64| {
        let at = counter.wrapping_add(c);
        threefry(k, [at as u32, (at >> 32) as u32])
    };
    if wide {
        let out = (0..n as u64).map(call).map(|[a, b]| a as u64 | (b as u64) << 32).collected();
        return (out, n as u64);
    }
    // The dimension along which the two outputs of a call alternate.
    let even = shape.iter().position(|d| d.is_multiple_of(2));
    let largest = || (0..shape.len()).rev().max_by_key(|&d| shape[d]);
    let Some(d) = even.or_else(largest) else {
        return (filled(call(0)[0] as u64, n), 1);
    };
    let inner: usize = shape[d + 1..].iter().product();
    let half = shape[d].div_ceil(2);
    let out = (0..n).map(|i| {
        let (outer, at, rest) = (i / inner / shape[d], i / inner % shape[d], i % inner);
        call(((outer * half + at / 2) * inner + rest) as u64)[at % 2] as u64
    });
    let outer: usize = shape[..d].iter().product();
    (out.collected(), (outer * half * inner) as u64)
}

fn philox_bits(state: &[u64], n: usize, wide: bool) -> (Vec<u64>, Vec<u64>) {
    let (key, low) = (state[0], state[1]);
    let high = state.get(2).copied().unwrap_or(key);
    let counter = low as u128 | (high as u128) << 64;
    let per_call = if wide { 2 } else { 4 };
    let calls = n.div_ceil(per_call);
    let mut out = with_capacity(calls * per_call);
    for c in 0..calls {
        let at = counter.wrapping_add(c as u128);
        let words = [at as u32, (at >> 32) as u32, (at >> 64) as u32, (at >> 96) as u32];
        let w = philox(words, [key as u32, (key >> 32) as u32]).map(u64::from);
        if wide {
            extend(&mut out, [w[0] | w[1] << 32, w[2] | w[3] << 32]);
        } else {
            extend(&mut out, w);
        }
    }
    out.truncate(n);
    let next = counter.wrapping_add(calls as u128);
    let mut new_state = copied(&state);
    new_state[1] = next as u64;
    if let Some(slot) = new_state.get_mut(2) {
        *slot = (next >> 64) as u64;
    }
    (out, new_state)
}

/// The bits for an array of these sizes, one number per element, and the next state.
///
/// # Errors
/// If the algorithm is unknown, the state does not have the number of words that it needs, or there are too many elements.
pub fn bits(
    algorithm: &str,
    state: &[u64],
    shape: &[usize],
    wide: bool,
) -> Result<(Vec<u64>, Vec<u64>), String> {
    let n = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d)).ok_or("it has too many elements")?;
    match (algorithm, state) {
        ("THREE_FRY", &[key, counter]) => {
            let (bits, calls) = threefry_bits(key, counter, shape, n, wide);
            Ok((bits, vec![key, counter.wrapping_add(calls)]))
        }
        ("PHILOX" | "DEFAULT", [_, _] | [_, _, _]) => Ok(philox_bits(state, n, wide)),
        ("THREE_FRY" | "PHILOX" | "DEFAULT", _) => Err(format!("has a state of {} words", state.len())),
        _ => Err(format!("has the unknown algorithm '{algorithm}'")),
    }
}
