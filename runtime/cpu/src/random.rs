//! `rng`: random numbers from a state in the context; and `rng_bit_generator`, whose state is in the program, for sizes that are known
//! only at run time.
//!
//! The numbers are those of a counter through the finalizer of SplitMix64 (S. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom
//! number generators*, 2014). Each context begins with the same state, and continues from call to call.

use strata_runtime_kernels::memory::Collected;

use strata_runtime_kernels::random;

use crate::context::Context;
use crate::reservation::Reservation;
use crate::routine::{Call, ElementType, Input};
use crate::sequence::{Sequence, State};

/// Fills an array with numbers between two bounds, or around a mean with a deviation.
pub(crate) fn run(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let normal = match call.entry("distribution") {
        Some("UNIFORM") => false,
        Some("NORMAL") => true,
        _ => return Err("the distribution is not known".to_owned()),
    };
    let is_unsigned = call.entry("unsigned") == Some("1");
    let ([a, b, ..], [output]) = (&call.inputs[..], &mut call.outputs[..]) else {
        return Err("it has two bounds and one result".to_owned());
    };
    let element = output.element;
    let size = element.bytes();
    // Two numbers of the sequence for each element, so that concurrent calls get different numbers.
    let count = (output.bytes.len() / size.max(1)) as u64;
    let own = State::default();
    let state = ctx.map_or(&own, Context::random);
    let start = state.advance(2 * count);
    let mut sequence = Sequence::new(start);
    let slots = output.bytes.chunks_exact_mut(size);
    if matches!(element.code, 2 | 4) {
        let (low, high) = (float(a)?, float(b)?);
        for slot in slots {
            let value = if normal {
                low + high * sequence.normal()
            } else {
                let value = rounded(element, low + (high - low) * sequence.unit())?;
                // Rounding may give the upper bound, which is excluded.
                if value >= high { low } else { value }
            };
            put(element, value, slot)?;
        }
        return Ok(());
    }
    if normal {
        return Err("the normal distribution is one of floats".to_owned());
    }
    let (low, high) = (integer(a, is_unsigned), integer(b, is_unsigned));
    let span = high.wrapping_sub(low) as u64;
    for slot in slots {
        let offset = if high > low { sequence.next() % span.max(1) } else { 0 };
        let bytes = low.wrapping_add(i128::from(offset)).to_le_bytes();
        slot.copy_from_slice(&bytes[..slot.len()]);
        if element.code == 6 {
            slot[0] &= 1;
        }
    }
    Ok(())
}

fn unknown(element: ElementType) -> String {
    format!("numbers of type code {} with {} bits are not supported", element.code, element.bits)
}

/// The bits of a number of at most eight bytes.
fn bits(input: &Input<'_>) -> u64 {
    let n = input.element.bytes().min(8).min(input.bytes.len());
    input.bytes[..n].iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

fn float(input: &Input<'_>) -> Result<f64, String> {
    let bits = bits(input);
    Ok(match (input.element.code, input.element.bits) {
        (2, 64) => f64::from_bits(bits),
        (2, 32) => f32::from_bits(bits as u32).into(),
        (2, 16) => half::f16::from_bits(bits as u16).to_f64(),
        (4, 16) => half::bf16::from_bits(bits as u16).to_f64(),
        _ => return Err(unknown(input.element)),
    })
}

fn integer(input: &Input<'_>, is_unsigned: bool) -> i128 {
    let width = input.element.bytes().min(8) as u32 * 8;
    let bits = bits(input);
    if is_unsigned || input.element.code == 6 {
        return bits.into();
    }
    let shift = 64 - width;
    (((bits << shift) as i64) >> shift).into()
}

/// The nearest number of an element type.
fn rounded(element: ElementType, value: f64) -> Result<f64, String> {
    Ok(match (element.code, element.bits) {
        (2, 64) => value,
        (2, 32) => f64::from(value as f32),
        (2, 16) => half::f16::from_f64(value).to_f64(),
        (4, 16) => half::bf16::from_f64(value).to_f64(),
        _ => return Err(unknown(element)),
    })
}

fn put(element: ElementType, value: f64, slot: &mut [u8]) -> Result<(), String> {
    match (element.code, element.bits) {
        (2, 64) => slot.copy_from_slice(&value.to_le_bytes()),
        (2, 32) => slot.copy_from_slice(&(value as f32).to_le_bytes()),
        (2, 16) => slot.copy_from_slice(&half::f16::from_f64(value).to_le_bytes()),
        (4, 16) => slot.copy_from_slice(&half::bf16::from_f64(value).to_le_bytes()),
        _ => return Err(unknown(element)),
    }
    Ok(())
}

/// Fills an array with the bits generated from a state, and another one with the next state.
pub(crate) fn run_generator(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let algorithm = call.entry("algorithm").unwrap_or_default();
    let ([state], [next, out]) = (&call.inputs[..], &mut call.outputs[..]) else {
        return Err("it has a state, the next one, and bits".to_owned());
    };
    let words: Vec<u64> = state.bytes.as_chunks::<8>().0.iter().map(|&w| u64::from_le_bytes(w)).collected();
    let width = out.element.bytes();
    if next.bytes.len() != state.bytes.len() || !state.bytes.len().is_multiple_of(8) || width > 8 {
        return Err("its arrays do not fit".to_owned());
    }
    // A word for each element, and up to three more.
    let count = out.bytes.len() / width.max(1);
    let _reservation =
        Reservation::new(ctx, count.checked_add(3).and_then(|n| n.checked_mul(size_of::<u64>())))?;
    let (bits, words) = random::bits(algorithm, &words, &out.shape, width == 8)?;
    next.bytes.chunks_exact_mut(8).zip(words).for_each(|(to, w)| to.copy_from_slice(&w.to_le_bytes()));
    // Types of less than a byte have one each.
    let mask = if out.element.bits < 8 { (1u64 << out.element.bits) - 1 } else { u64::MAX };
    for (slot, v) in out.bytes.chunks_exact_mut(width).zip(bits) {
        slot.copy_from_slice(&(v & mask).to_le_bytes()[..width]);
    }
    Ok(())
}
