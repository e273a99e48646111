//! Ops that create or move elements: constants, iota, broadcasts, reshapes, transposes.

use smallvec::SmallVec;
use strata_ir::prelude::DYNAMIC;

use crate::{
    Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor, ops::arith, strided::Layout, tensor::strides,
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.constant", arith::constant);
    i.register("stablehlo.iota", |s| {
        let shape = s.result_shape(0)?;
        iota(s, shape)
    });
    i.register("stablehlo.dynamic_iota", |s| {
        let shape = shape_operand(s, 0)?;
        iota(s, shape)
    });
    i.register("stablehlo.reshape", |s| {
        let shape = reshaped(s)?;
        reshape(s, shape)
    });
    i.register("stablehlo.dynamic_reshape", |s| {
        let shape = shape_operand(s, 1)?;
        reshape(s, shape)
    });
    i.register("stablehlo.broadcast_in_dim", |s| {
        let shape = broadcast_shape(s)?;
        broadcast_in_dim(s, shape)
    });
    i.register("stablehlo.dynamic_broadcast_in_dim", |s| {
        let shape = shape_operand(s, 1)?;
        broadcast_in_dim(s, shape)
    });
    i.register("stablehlo.broadcast", |s| {
        let mut shape = s.sizes("broadcast_sizes")?;
        let x = s.tensor(0)?;
        let lead = shape.len();
        shape.extend_from_slice(&x.shape);
        s.elements(&shape)?;
        let dims: Shape = (lead..shape.len()).collect();
        let t = broadcast(x, &shape, &dims);
        s.set_elements(0, t)
    });
    i.register("stablehlo.transpose", |s| {
        let x = s.tensor(0)?;
        let perm = s.dims(&s.ints("permutation")?, x.rank())?;
        s.ensure(perm.len() == x.rank(), || "has a permutation of the wrong length".into())?;
        let t = x.transposed(&perm);
        s.set_elements(0, t)
    });
    i.register("stablehlo.reverse", reverse);
    i.register("stablehlo.concatenate", |s| {
        let dim = s.int_attr("dimension")?;
        concatenate(s, dim)
    });
    i.register("stablehlo.get_dimension_size", |s| {
        let x = s.tensor(0)?;
        let d = s.dims(&[s.int_attr("dimension")?], x.rank())?[0];
        let size =
            i32::try_from(x.shape[d]).map_err(|_| s.fault("gives a size that is no number of 32 bits"))?;
        let t = Tensor::scalar(Elem::I32, Num::Int(size.into()));
        s.set_elements(0, t)
    });
    i.register("stablehlo.set_dimension_size", set_dimension_size);
    i.register("stablehlo.torch_index_select", torch_index_select);
}

/// The shape of a reshaped operand. A dynamic size is the number of elements divided by the product of the other sizes.
fn reshaped(s: &Step<'_, '_>) -> Eval<Shape> {
    let dims = s.dims_of(s.result_type(0)?)?;
    let mut open = (0..dims.len()).filter(|&d| dims[d] == DYNAMIC);
    let (Some(d), None) = (open.next(), open.next()) else { return s.result_shape(0) };
    let known: Option<usize> = dims
        .iter()
        .filter(|&&n| n != DYNAMIC)
        .try_fold(1usize, |n, &m| n.checked_mul(usize::try_from(m).ok()?));
    let n = s.tensor(0)?.len();
    let size = known.and_then(|known| n.checked_div(known)).ok_or_else(|| s.fault("leaves a size open"))?;
    Ok((0..dims.len()).map(|k| if k == d { size } else { dims[k] as usize }).collect())
}

/// The shape of a broadcast operand. Dynamic sizes are those of the operand.
fn broadcast_shape(s: &Step<'_, '_>) -> Eval<Shape> {
    let dims = s.dims_of(s.result_type(0)?)?;
    let from = s.ints("broadcast_dimensions")?;
    let x = s.tensor(0)?;
    let size = |(d, &n): (usize, &i64)| match n {
        DYNAMIC => from.iter().position(|&k| k == d as i64).and_then(|i| x.shape.get(i).copied()),
        n => usize::try_from(n).ok(),
    };
    let shape: Option<Shape> = dims.iter().enumerate().map(size).collect();
    let shape = shape.ok_or_else(|| s.fault("leaves a size open"))?;
    s.elements(&shape)?;
    Ok(shape)
}

/// A shape given at run time by operand `i`.
pub(super) fn shape_operand(s: &Step<'_, '_>, i: usize) -> Eval<Shape> {
    let shape: Option<Shape> = s.numbers(i)?.iter().map(|&d| usize::try_from(d).ok()).collect();
    let shape = shape.ok_or_else(|| s.fault("gets a negative size"))?;
    s.elements(&shape)?;
    Ok(shape)
}

fn iota(s: &mut Step<'_, '_>, shape: Shape) -> Eval {
    let elem = s.result_elem(0)?;
    let d = s.dims(&[s.int_attr("iota_dimension")?], shape.len())?[0];
    let n = s.elements(&shape)?;
    let (stride, size) = (strides(&shape)[d].max(1), shape[d].max(1));
    // Each number is repeated for the inner dimensions, and the sequence for each index of the outer dimensions.
    let runs = Data::collect(elem, (0..size.min(n)).map(|i| Num::from_i64(elem, i as i64)));
    let data = runs.view(&Layout::strided(&[n / stride / size, size, stride], &[0, 1, 0], 0));
    s.set_elements(0, Tensor::new(elem, shape, data))
}

fn reshape(s: &mut Step<'_, '_>, shape: Shape) -> Eval {
    let n = s.elements(&shape)?;
    let x = s.tensor(0)?;
    s.ensure(n == x.len(), || format!("gives {} elements a shape of {n}", x.len()))?;
    let t = x.reshaped(shape);
    s.set_elements(0, t)
}

/// Dimension `k` of `x` becomes dimension `dims[k]` of the result; a size of 1 is broadcast.
pub(crate) fn broadcast(x: &Tensor, shape: &[usize], dims: &[usize]) -> Tensor {
    let own = x.strides();
    let mut stride: Shape = SmallVec::from_elem(0, shape.len());
    for (k, &d) in dims.iter().enumerate() {
        stride[d] = if x.shape[k] == 1 { 0 } else { own[k] };
    }
    x.view(shape, &stride, 0)
}

fn broadcast_in_dim(s: &mut Step<'_, '_>, shape: Shape) -> Eval {
    let x = s.tensor(0)?;
    let dims = s.dims(&s.ints("broadcast_dimensions")?, shape.len())?;
    let fits = dims.len() == x.rank() && dims.iter().zip(&x.shape).all(|(&d, &n)| n == 1 || n == shape[d]);
    s.ensure(fits, || format!("cannot stretch {:?} to {:?}", &x.shape[..], &shape[..]))?;
    let t = broadcast(x, &shape, &dims);
    s.set_elements(0, t)
}

fn reverse(s: &mut Step<'_, '_>) -> Eval {
    let x = s.tensor(0)?;
    let dims = s.dims(&s.ints("dimensions")?, x.rank())?;
    let own = x.strides();
    let (mut steps, mut first) = (Vec::with_capacity(x.rank()), 0isize);
    for (d, &stride) in own.iter().enumerate() {
        let reversed = dims.contains(&d);
        first += if reversed { (x.shape[d].max(1) - 1) as isize * stride as isize } else { 0 };
        steps.push(if reversed { -(stride as isize) } else { stride as isize });
    }
    let data = x.data.view(&Layout::new(&x.shape, steps, first));
    let t = Tensor::new(x.elem, x.shape.clone(), data);
    s.set_elements(0, t)
}

/// Concatenates the operands along a dimension.
pub(crate) fn concatenate(s: &mut Step<'_, '_>, dim: i64) -> Eval {
    let parts: Vec<Tensor> = (0..s.num_operands()).map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let Some(first) = parts.first() else { return Err(s.fault("needs an operand")) };
    let d = s.dims(&[dim], first.rank())?[0];
    let mut shape = first.shape.clone();
    for p in &parts[1..] {
        let same = p.rank() == shape.len() && (0..shape.len()).all(|k| k == d || p.shape[k] == shape[k]);
        s.ensure(same, || "has operands whose other sizes differ".into())?;
        shape[d] += p.shape[d];
    }
    s.elements(&shape)?;
    let out = joined(&parts, &shape, d).ok_or_else(|| s.fault("has operands of different types"))?;
    s.set_elements(0, out)
}

/// Concatenates tensors along dimension `d` to a tensor of the given shape; `None` if they do not fill it.
pub(crate) fn joined(parts: &[Tensor], shape: &[usize], d: usize) -> Option<Tensor> {
    let first = parts.first()?;
    let sizes_fit = |p: &Tensor| {
        p.elem == first.elem
            && p.rank() == shape.len()
            && (0..shape.len()).all(|k| k == d || p.shape[k] == shape[k])
    };
    if !parts.iter().all(sizes_fit) || parts.iter().map(|p| p.shape[d]).sum::<usize>() != shape[d] {
        return None;
    }
    let mut out = Tensor::splat(first.elem, shape, Num::zero(first.elem));
    let own = strides(shape);
    let mut start = 0;
    for p in parts {
        out.data.write(&Layout::strided(&p.shape, &own, start), &p.data);
        start += p.shape[d] * own[d];
    }
    Some(out)
}

fn set_dimension_size(s: &mut Step<'_, '_>) -> Eval {
    let x = s.tensor(0)?;
    let d = s.dims(&[s.int_attr("dimension")?], x.rank())?[0];
    let size = s.int(1)?;
    let dims = s.dims_of(s.result_type(0)?)?;
    // A static size in the type of the result stays the size of the operand: values do not carry another size.
    let wanted = if dims.get(d) == Some(&DYNAMIC) { size } else { x.shape[d] as i64 };
    let Some(wanted) = usize::try_from(wanted).ok().filter(|&n| n <= x.shape[d]) else {
        return Err(s.fault(format!("sets a size of {size}, which is not in [0, {}]", x.shape[d])));
    };
    let mut shape = x.shape.clone();
    shape[d] = wanted;
    let t = x.view(&shape, &x.strides(), 0);
    s.set_elements(0, t)
}

fn torch_index_select(s: &mut Step<'_, '_>) -> Eval {
    let (x, index) = (s.tensor(0)?, s.tensor(1)?);
    let (dim, batch) = (s.int_attr("dim")?, s.int_attr("batch_dims")?);
    let dim = s.dims(&[dim], x.rank())?[0];
    let batch = usize::try_from(batch).unwrap_or(0).min(dim).min(index.rank());
    let mut shape: Shape = x.shape[..dim].into();
    shape.extend_from_slice(&index.shape[batch..]);
    shape.extend_from_slice(&x.shape[dim + 1..]);
    let n = s.elements(&shape)?;
    let (xs, is, os) = (x.strides(), index.strides(), strides(&shape));
    let extra = index.rank() - batch;
    let limit = x.shape[dim].saturating_sub(1) as i64;
    let data = x.data.pick(n, |i| {
        let at = |d: usize| i / os[d].max(1) % shape[d].max(1);
        let place: usize = (0..batch).map(|d| at(d) * is[d]).sum::<usize>()
            + (0..extra).map(|k| at(dim + k) * is[batch + k]).sum::<usize>();
        // An unsigned index with its top bit set is larger than every size.
        let v = index.at(place).int();
        let chosen = if index.elem.is_unsigned() && v < 0 { limit } else { v.clamp(0, limit) } as usize;
        (0..dim).map(|d| at(d) * xs[d]).sum::<usize>()
            + chosen * xs[dim]
            + (dim + 1..x.rank()).map(|d| at(d - 1 + extra) * xs[d]).sum::<usize>()
    });
    let t = Tensor::new(x.elem, shape, data);
    s.set_elements(0, t)
}
