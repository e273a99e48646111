//! `slice`, `pad` and their dynamic forms.

use crate::{Eval, Interpreter, Num, Shape, Step, Tensor, strided::Layout, tensor::strides};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.slice", |s| {
        let (start, limit, step) = (s.ints("start_indices")?, s.ints("limit_indices")?, s.ints("strides")?);
        slice(s, &start, &limit, &step)
    });
    i.register("stablehlo.real_dynamic_slice", |s| {
        let (start, limit, step) = (s.numbers(1)?, s.numbers(2)?, s.numbers(3)?);
        slice(s, &start, &limit, &step)
    });
    i.register("stablehlo.dynamic_slice", |s| {
        let sizes = s.sizes("slice_sizes")?;
        let starts = clamped_starts(s, 1, &sizes)?;
        let x = s.tensor(0)?;
        let own = x.strides();
        let t = x.view(&sizes, &own, starts.iter().zip(&own).map(|(a, b)| a * b).sum());
        s.set_elements(0, t)
    });
    i.register("stablehlo.dynamic_update_slice", |s| {
        let update = s.tensor(1)?.clone();
        let starts = clamped_starts(s, 2, &update.shape)?;
        let mut x = s.take_tensor(0)?;
        let own = x.strides();
        let start: usize = starts.iter().zip(&own).map(|(a, b)| a * b).sum();
        x.data.write(&Layout::strided(&update.shape, &own, start), &update.data);
        s.set_elements(0, x)
    });
    i.register("stablehlo.pad", |s| {
        let (low, high) = (s.ints("edge_padding_low")?, s.ints("edge_padding_high")?);
        let interior = s.ints("interior_padding")?;
        pad(s, &low, &high, &interior)
    });
    i.register("stablehlo.dynamic_pad", |s| {
        let (low, high, interior) = (s.numbers(2)?, s.numbers(3)?, s.numbers(4)?);
        pad(s, &low, &high, &interior)
    });
}

fn slice(s: &mut Step<'_, '_>, start: &[i64], limit: &[i64], step: &[i64]) -> Eval {
    let x = s.tensor(0)?;
    let own = x.strides();
    let (mut shape, mut stride, mut offset) = (Shape::new(), Shape::new(), 0);
    s.ensure([start.len(), limit.len(), step.len()] == [x.rank(); 3], || {
        "has lists of the wrong length".into()
    })?;
    for d in 0..x.rank() {
        let ok = 0 <= start[d] && start[d] <= limit[d] && limit[d] <= x.shape[d] as i64 && step[d] > 0;
        s.ensure(ok, || {
            format!("slices {}:{}:{} of a dimension of {}", start[d], limit[d], step[d], x.shape[d])
        })?;
        shape.push(
            (limit[d] - start[d]).div_euclid(step[d]) as usize
                + ((limit[d] - start[d]) % step[d] != 0) as usize,
        );
        stride.push(own[d].saturating_mul(step[d] as usize));
        offset += own[d] * start[d] as usize;
    }
    let t = x.view(&shape, &stride, offset);
    s.set_elements(0, t)
}

/// The start indices from operand `from` on, moved so that a window of `sizes` lies inside of operand 0.
fn clamped_starts(s: &Step<'_, '_>, from: usize, sizes: &[usize]) -> Eval<Shape> {
    let x = s.tensor(0)?;
    let fits = sizes.len() == x.rank() && sizes.iter().zip(&x.shape).all(|(a, b)| a <= b);
    s.ensure(fits && s.num_operands() == from + x.rank(), || "has a window that does not fit".into())?;
    (0..x.rank())
        .map(|d| {
            let (e, v) = s.scalar(from + d)?;
            let v = if e.is_unsigned() { e.zext(v.int()) as i128 } else { v.int() as i128 };
            Ok(v.clamp(0, (x.shape[d] - sizes[d]) as i128) as usize)
        })
        .collect()
}

/// The result of a padding, which may be negative at the edges; `None` if a size comes out negative.
pub(crate) fn padded_shape(shape: &[usize], low: &[i64], high: &[i64], interior: &[i64]) -> Option<Shape> {
    let mut out = Shape::new();
    for (d, &n) in shape.iter().enumerate() {
        let n = i64::try_from(n).ok()?;
        let holes = (n - 1).max(0).checked_mul(*interior.get(d)?)?;
        let size = low.get(d)?.checked_add(*high.get(d)?)?.checked_add(n)?.checked_add(holes)?;
        out.push(usize::try_from(size).ok()?);
    }
    Some(out)
}

/// Pads with a number: `interior[d]` holes between neighbours, then `low` and `high` at the edges.
pub(crate) fn padded(x: &Tensor, pad: Num, shape: &[usize], low: &[i64], interior: &[i64]) -> Tensor {
    let mut out = Tensor::splat(x.elem, shape, pad);
    let (own, to) = (strides(&x.shape), strides(shape));
    // A negative padding cuts elements off: only those that have a place in the result are moved.
    let (mut sizes, mut from, mut at, mut steps) = (Shape::new(), 0, 0, Shape::new());
    for d in 0..shape.len() {
        // Paddings may be any 64-bit numbers, so positions are computed in 128 bits; the remaining elements have
        // positions in both tensors.
        let (step, low) = (i128::from(interior[d]) + 1, i128::from(low[d]));
        let up = |n: i128| (n.max(0) + step - 1) / step;
        let first = up(-low);
        let end = up(shape[d] as i128 - low).min(x.shape[d] as i128);
        if first >= end {
            return out;
        }
        sizes.push((end - first) as usize);
        from += first as usize * own[d];
        at += (low + first * step) as usize * to[d];
        steps.push(if end - first == 1 { 1 } else { to[d].saturating_mul(step as usize) });
    }
    let inner = x.data.view(&Layout::strided(&sizes, &own, from));
    out.data.write(&Layout::strided(&sizes, &steps, at), &inner);
    out
}

fn pad(s: &mut Step<'_, '_>, low: &[i64], high: &[i64], interior: &[i64]) -> Eval {
    let value = s.scalar(1)?.1;
    let x = s.tensor(0)?;
    s.ensure(interior.iter().all(|&v| v >= 0), || "has a negative interior padding".into())?;
    let shape = padded_shape(&x.shape, low, high, interior)
        .ok_or_else(|| s.fault("has a result of a size that is negative or too large"))?;
    s.elements(&shape)?;
    let t = padded(x, value, &shape, low, interior);
    s.set_elements(0, t)
}
