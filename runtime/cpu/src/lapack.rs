//! Calls of LAPACK: arrays of all types are converted to complex numbers of `f64`, and results are rounded.

use strata_runtime_kernels::memory::Collected;
use strata_runtime_kernels::{
    C64,
    lapack::{self, Array},
};

use crate::context::Context;
use crate::reservation::Reservation;
use crate::routine::{Call, ElementType};

/// Runs a routine.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    let call_config = Call { config: call.config, inputs: Vec::new(), outputs: Vec::new() };
    let letter = |name: &str| {
        let value = call_config.entry(name)?.parse::<u8>().ok()?;
        Some(char::from(value))
    };
    run_with(ctx, name, &letter, call, |_| ())
}

/// Runs a routine with letters in place of those of the configuration, and modifies its results. A call of the Cholesky factorization may
/// omit the result for the position of a failure.
pub(crate) fn run_with(
    ctx: Option<&Context>,
    name: &str,
    letter: &dyn Fn(&str) -> Option<char>,
    call: &mut Call<'_>,
    change: impl FnOnce(&mut [Array]),
) -> Result<(), String> {
    let shapes = call.inputs.iter().map(|i| &i.shape[..]).chain(call.outputs.iter().map(|o| &o.shape[..]));
    let _reservation = Reservation::new(ctx, lapack::memory(shapes))?;
    let inputs = call
        .inputs
        .iter()
        .map(|i| Ok(Array { shape: i.shape.clone(), values: read(i.element, i.bytes)? }))
        .collect::<Result<Vec<_>, String>>()?;
    let mut outputs: Vec<Array> =
        call.outputs.iter().map(|o| Array { shape: o.shape.clone(), values: Vec::new() }).collected();
    if let ("lapack_zpotrf_ffi", [factors]) = (name, &outputs[..]) {
        let lead = factors.shape.len().saturating_sub(2);
        outputs.push(Array { shape: outputs[0].shape[..lead].to_vec(), values: Vec::new() });
    }
    lapack::call(name, letter, &inputs, &mut outputs)?;
    change(&mut outputs);
    for (to, from) in call.outputs.iter_mut().zip(&outputs) {
        write(to.element, &from.values, to.bytes)?;
    }
    Ok(())
}

fn unknown(element: ElementType) -> String {
    format!("arrays of type code {} with {} bits are not supported", element.code, element.bits)
}

/// The elements as numbers.
fn read(element: ElementType, bytes: &[u8]) -> Result<Vec<C64>, String> {
    macro_rules! numbers {
        ($ty:ty) => {
            bytes
                .as_chunks::<{ size_of::<$ty>() }>()
                .0
                .iter()
                .map(|c| C64::new(<$ty>::from_le_bytes(*c) as f64, 0.0))
                .collected()
        };
    }
    macro_rules! pairs {
        ($ty:ty) => {{
            let parts = bytes.as_chunks::<{ size_of::<$ty>() }>().0;
            let part = |c: [u8; size_of::<$ty>()]| <$ty>::from_le_bytes(c) as f64;
            parts.as_chunks::<2>().0.iter().map(|&[re, im]| C64::new(part(re), part(im))).collected()
        }};
    }
    Ok(match (element.code, element.bits) {
        (2, 32) => numbers!(f32),
        (2, 64) => numbers!(f64),
        (5, 64) => pairs!(f32),
        (5, 128) => pairs!(f64),
        (0, 32) => numbers!(i32),
        (0, 64) => numbers!(i64),
        _ => return Err(unknown(element)),
    })
}

/// Rounds numbers to the elements of an array.
fn write(element: ElementType, values: &[C64], bytes: &mut [u8]) -> Result<(), String> {
    if values.len().checked_mul(element.bytes()) != Some(bytes.len()) {
        return Err("a result has another size than its array".to_owned());
    }
    let slots = bytes.chunks_exact_mut(element.bytes()).zip(values);
    match (element.code, element.bits) {
        (2, 32) => slots.for_each(|(s, v)| s.copy_from_slice(&(v.re as f32).to_le_bytes())),
        (2, 64) => slots.for_each(|(s, v)| s.copy_from_slice(&v.re.to_le_bytes())),
        (5, 64) => slots.for_each(|(s, v)| {
            s[..4].copy_from_slice(&(v.re as f32).to_le_bytes());
            s[4..].copy_from_slice(&(v.im as f32).to_le_bytes());
        }),
        (5, 128) => slots.for_each(|(s, v)| {
            s[..8].copy_from_slice(&v.re.to_le_bytes());
            s[8..].copy_from_slice(&v.im.to_le_bytes());
        }),
        (0, 32) => slots.for_each(|(s, v)| s.copy_from_slice(&(v.re as i32).to_le_bytes())),
        (0, 64) => slots.for_each(|(s, v)| s.copy_from_slice(&(v.re as i64).to_le_bytes())),
        _ => return Err(unknown(element)),
    }
    Ok(())
}
