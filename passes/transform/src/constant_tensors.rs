//! Ops on tensors that are known as constants.
//!
//! ```mlir
//! %c = arith.constant dense<[1, 2]> : tensor<2xi32>
//! %p = tensor.pad %c low[1] high[0] { ^bb0(%i: index): tensor.yield %c0_i32 : i32 } : tensor<2xi32> to tensor<3xi32>
//! ```
//! becomes
//! ```mlir
//! %p = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
//! ```

use strata_ir::{prelude::*, rewrite::constant_value};
use strata_tensor::{CastOp, GenerateOp, PadOp, YieldOp, cast_compatible};

/// The largest number of bytes of a constant that is made.
const MAX_BYTES: i64 = 1 << 24;

/// Adds the patterns; a constant that has other uses is padded too if `aggressive` is set.
pub fn add_patterns(set: &mut PatternSet, aggressive: bool) {
    set.add_fn(Some(GenerateOp::NAME), "generate-constant", 1, std::sync::Arc::new(generate));
    let pad = move |op: Op, rw: &mut Rewriter<'_>| pad(op, aggressive, rw);
    set.add_fn(Some(PadOp::NAME), "pad-constant", 1, std::sync::Arc::new(pad));
}

/// A tensor of which all elements are one constant.
fn generate(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let generate = op.as_op::<GenerateOp>(rw)?;
    let ty = rw.ty(generate.result(rw));
    rw.cx().shaped(ty)?.num_elements()?;
    let element = rw.terminator(generate.body_block(rw))?.as_op::<YieldOp>(rw)?.value(rw);
    let splat = rw.cx().splat_attr(ty, constant_value(rw, element)?)?;
    let value = rw.constant("arith", splat, ty)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// The constant with its padding, in row-major order.
fn padded(
    cx: &Context,
    source: &DenseElementsAttr,
    padding: &[u8],
    low: &[i64],
    shape: &[i64],
) -> Option<Vec<u8>> {
    let from = cx.shaped(source.ty)?.shape?;
    let (bytes, n) = (padding.len(), shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d))?);
    if n.checked_mul(bytes as i64)? > MAX_BYTES {
        return None;
    }
    let mut out = padding.repeat(usize::try_from(n).ok()?);
    let mut at = vec![0; from.len()];
    for i in 0..source.num_elements(cx) {
        let place = at.iter().zip(low).zip(shape).fold(0, |n, ((&x, &low), &size)| n * size + x + low);
        let start = usize::try_from(place).ok()? * bytes;
        out.get_mut(start..start + bytes)?.copy_from_slice(source.element(cx, i));
        for d in (0..at.len()).rev() {
            at[d] += 1;
            if at[d] < from[d] {
                break;
            }
            at[d] = 0;
        }
    }
    Some(out)
}

/// A constant with constant padding.
fn pad(op: Op, aggressive: bool, rw: &mut Rewriter<'_>) -> Option<()> {
    let pad = op.as_op::<PadOp>(rw)?;
    let (source, result) = (pad.source(rw), pad.result(rw));
    let cx = rw.cx();
    let dense = cx.attr_as::<DenseElementsAttr>(constant_value(rw, source)?)?.clone();
    let padding = constant_value(rw, pad.constant_padding(rw)?)?;
    let numbers = |list: Vec<strata_tensor::MixedIndex>| -> Option<Vec<i64>> {
        list.into_iter().map(|n| n.constant(rw)).collect()
    };
    let (low, high) = (numbers(pad.mixed_low(rw))?, numbers(pad.mixed_high(rw))?);
    let is_kept = rw.attr(op, "nofold").is_some() || !aggressive && rw.uses_of(source).count() != 1;
    if is_kept || low.iter().chain(&high).any(|&n| n < 0) {
        return None;
    }
    let ty = PadOp::infer_type(cx, rw.ty(source), &low, &high)?;
    let one = cx.attr_as::<DenseElementsAttr>(cx.splat_attr(ty, padding)?)?;
    let shape = cx.shaped(ty)?.shape?;
    let want = rw.ty(result);
    if ty != want && !cast_compatible(cx, ty, want) {
        return None;
    }
    let data = padded(cx, &dense, one.data.get(..dense.elem_bytes(cx))?, &low, shape)?;
    let data = cx.dense_attr(ty, data)?;
    let mut value = rw.constant("arith", data, ty)?;
    if ty != want {
        value = CastOp::build(rw, value, want);
    }
    rw.replace_op(op, &[value]);
    Some(())
}
