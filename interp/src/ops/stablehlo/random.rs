//! `rng`, with seeded numbers of no prescribed algorithm, and `rng_bit_generator`, bit for bit.

use std::f64::consts::TAU;

use strata_runtime_kernels::random::bits;

use super::lapack::in_memory;
use crate::{
    Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor,
    kernels::{Bin, binary_num},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.rng", rng);
    i.register("stablehlo.rng_bit_generator", rng_bit_generator);
}

fn rng(s: &mut Step<'_, '_>) -> Eval {
    let kind = s.word("rng_distribution").unwrap_or_default();
    let ((e, a), (_, b)) = (s.scalar(0)?, s.scalar(1)?);
    let shape = super::shape::shape_operand(s, 2)?;
    let n = s.elements(&shape)?;
    let mut out = Vec::with_capacity(n);
    for _ in 0..n {
        // A number in [0, 1) with 53 bits.
        let mut unit = || (s.m.next_random() >> 11) as f64 / (1u64 << 53) as f64;
        out.push(if kind == "NORMAL" {
            let (u, v) = (1.0 - unit(), unit());
            Num::from_f64(e, a.real() + b.real() * (-2.0 * u.ln()).sqrt() * (TAU * v).cos())
        } else if e.is_int() {
            let span = e.zext(b.int().wrapping_sub(a.int())).max(1);
            let offset = ((s.m.next_random() as u128 * span as u128) >> 64) as i64;
            binary_num(Bin::Add, e, a, Num::Int(offset)).unwrap_or(a)
        } else {
            let v = Num::from_f64(e, a.real() + (b.real() - a.real()) * unit());
            // Rounding must not reach the end of the half-open interval.
            if v.real() >= b.real() { a } else { v }
        });
    }
    s.set_elements(0, Tensor::new(e, shape, Data::collect(e, out.into_iter())))
}

fn rng_bit_generator(s: &mut Step<'_, '_>) -> Eval {
    let shape = s.result_shape(1)?;
    random_bits(s, shape)
}

/// The custom call `stablehlo.dynamic_rng_bit_generator`, whose second operand has the sizes.
pub(super) fn dynamic(s: &mut Step<'_, '_>) -> Eval {
    let shape = super::shape::shape_operand(s, 1)?;
    random_bits(s, shape)
}

fn random_bits(s: &mut Step<'_, '_>, shape: Shape) -> Eval {
    let algorithm = s.word("rng_algorithm").unwrap_or_default();
    let state_tensor = s.tensor(0)?.clone();
    let to: Elem = s.result_elem(1)?;
    s.elements(&shape)?;
    let wide = to.width() == 64;
    let state: Vec<u64> = state_tensor.data.ints().iter().map(|&v| v as u64).collect();
    let (bits, state) = in_memory(|| bits(&algorithm, &state, &shape, wide)).map_err(|why| s.fault(why))?;
    let words = Data::collect(state_tensor.elem, state.iter().map(|&v| Num::Int(v as i64)));
    s.set_elements(0, Tensor::new(state_tensor.elem, state_tensor.shape.clone(), words))?;
    // Narrow types take the low bits.
    let mask = if to.width() >= 64 { u64::MAX } else { (1 << to.width()) - 1 };
    let data = Data::collect(to, bits.iter().map(|&v| Num::from_bits(to, v & mask)));
    s.set_elements(1, Tensor::new(to, shape, data))
}
