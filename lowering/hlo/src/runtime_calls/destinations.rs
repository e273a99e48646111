//! Destination tensors for results of calls whose sizes are dynamic.

use strata_arith::{self as arith, CmpIPredicate};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{DimOp, EmptyOp, ExtractOp, MixedIndex};

use crate::stablehlo_to_linalg::fits;

/// The sizes of a result.
pub(super) type Sizes = Vec<Size>;

/// The source of a size.
#[derive(Clone, Copy)]
pub(super) enum Size {
    Known(i64),
    /// A dimension of a tensor.
    Dim(Value, usize),
    /// An element of a vector of sizes.
    Element(Value, usize),
}

/// The sizes of a tensor.
pub(super) fn like(b: &Body, v: Value) -> Option<Sizes> {
    let shape = b.cx().shaped(b.ty(v))?.shape?;
    let size = |(d, &n): (usize, &i64)| if n == DYNAMIC { Size::Dim(v, d) } else { Size::Known(n) };
    Some(shape.iter().enumerate().map(size).collect())
}

/// The sizes of a result of type `ty`, from a vector of sizes.
fn from_vector(b: &Body, v: Value, ty: Type) -> Option<Sizes> {
    let rank = b.cx().shaped(ty)?.rank()?;
    let fits = b.cx().shaped(b.ty(v))?.shape? == [i64::try_from(rank).ok()?];
    fits.then(|| (0..rank).map(|d| Size::Element(v, d)).collect())
}

/// The custom call of an `rng_bit_generator` whose sizes are an operand.
pub(super) const DYNAMIC_RANDOM_BITS: &str = "stablehlo.dynamic_rng_bit_generator";

/// The index of the operand that gives the sizes of the last result.
fn last_shape(b: &Body, op: Op) -> Option<usize> {
    if op.isa::<hlo::RngOp>(b) {
        return Some(2);
    }
    op.as_op::<hlo::CustomCallOp>(b)?;
    let target = b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a));
    (target == Some(DYNAMIC_RANDOM_BITS) && b.num_operands(op) == 2).then_some(1)
}

/// The indices of the operands of a custom call that give the sizes of its results, one for each result.
fn shape_operands(b: &Body, op: Op) -> Option<Vec<usize>> {
    op.as_op::<hlo::CustomCallOp>(b)?;
    let attr = b.attr(op, "indices_of_shape_operands")?;
    let all = b.cx().attr_as::<DenseElementsAttr>(attr)?.to_i64s(b.cx())?;
    all.into_iter().map(|i| usize::try_from(i).ok().filter(|&i| i < b.num_operands(op))).collect()
}

/// The operands that the routine reads: all but those that only give the sizes of results.
pub(super) fn inputs(b: &Body, op: Op) -> Vec<Value> {
    let shapes = shape_operands(b, op).unwrap_or_default();
    let last = last_shape(b, op);
    let read = |i: usize| !shapes.contains(&i) && last != Some(i);
    b.operands(op).enumerate().filter(|&(i, _)| read(i)).map(|(_, v)| v).collect()
}

/// The sizes of all results of an op; what their types know comes first.
pub(super) fn result_sizes(b: &Body, op: Op) -> Option<Vec<Sizes>> {
    let types: Vec<Type> = b.result_types(op).collect();
    let shapes = shape_operands(b, op).filter(|s| s.len() == types.len());
    let mut all = Vec::new();
    for (k, &ty) in types.iter().enumerate() {
        let known = b.cx().shaped(ty)?.shape?;
        let mut sizes = if !known.contains(&DYNAMIC) {
            Vec::new()
        } else if let Some(shapes) = &shapes {
            from_vector(b, b.operands(op).nth(shapes[k])?, ty)?
        } else if let Some(fft) = op.as_op::<hlo::FftOp>(b) {
            transformed(b, fft)?
        } else if let Some(shape) = last_shape(b, op) {
            from_vector(b, b.operands(op).nth(shape)?, ty)?
        } else if op.isa::<hlo::CholeskyOp>(b) {
            like(b, b.operand(op, 0))?
        } else if op.isa::<hlo::TriangularSolveOp>(b) {
            like(b, b.operands(op).nth(1)?)?
        } else {
            return None;
        };
        sizes.resize(known.len(), Size::Known(DYNAMIC));
        for (size, &n) in sizes.iter_mut().zip(known).filter(|(_, n)| **n != DYNAMIC) {
            *size = Size::Known(n);
        }
        all.push(sizes);
    }
    Some(all)
}

/// The sizes of the result of a Fourier transform: those of the operand except for the last one, which follows from the length.
fn transformed(b: &Body, fft: hlo::FftOp) -> Option<Sizes> {
    let cx = b.cx();
    let lengths = &cx.attr_as::<DenseArrayAttr>(fft.fft_length(b).raw())?.values;
    let mut sizes = like(b, b.operand(fft.op(), 0))?;
    let first = sizes.len().checked_sub(lengths.len())?;
    for (size, &n) in sizes[first..].iter_mut().zip(lengths) {
        *size = Size::Known(n);
    }
    if fft.fft_type(b).get(cx).word() == "RFFT" {
        *sizes.last_mut()? = Size::Known(lengths.last()? / 2 + 1);
    }
    Some(sizes)
}

/// A tensor of type `ty` with these sizes; the program ends if one is negative or there are too many elements.
pub(super) fn make(b: &mut Builder<'_>, sizes: &[Size], ty: Type) -> Value {
    let shape = b.cx().shaped(ty).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
    let mut values = Vec::new();
    for (&size, _) in sizes.iter().zip(&shape).filter(|(_, n)| **n == DYNAMIC) {
        let size = match size {
            Size::Known(n) => arith::constant_index(b, n),
            Size::Dim(v, d) => match DimOp::create_or_fold(b, v, d) {
                Some(MixedIndex::Value(size)) => size,
                Some(MixedIndex::Static(n)) => arith::constant_index(b, n),
                None => continue,
            },
            Size::Element(v, i) => element(b, v, i),
        };
        values.push(size);
    }
    let mut open = values.iter();
    let all: Vec<MixedIndex> = shape
        .iter()
        .map(|&n| match n {
            DYNAMIC => open.next().map_or(MixedIndex::Static(0), |&v| v.into()),
            n => n.into(),
        })
        .collect();
    fits(b, &all);
    EmptyOp::build(b, &values, ty)
}

/// Checks at run time that the sizes given for the last result agree with its type.
pub(super) fn promise(b: &mut Builder<'_>, op: Op) {
    let (Some(i), Some(&result)) = (last_shape(b, op), b.results(op).last()) else { return };
    let Some(shape) = b.operands(op).nth(i) else { return };
    let Some(known) = b.cx().shaped(b.ty(result)).and_then(|s| s.shape).map(<[i64]>::to_vec) else { return };
    let constant = b.def_as::<hlo::ConstantOp>(shape);
    let constant = constant.and_then(|c| b.cx().attr_as::<DenseElementsAttr>(c.value(b).raw()));
    if constant.and_then(|dense| dense.to_i64s(b.cx())).is_some_and(|all| all == known) {
        return;
    }
    for (d, &n) in known.iter().enumerate().filter(|(_, n)| **n != DYNAMIC) {
        let (size, wanted) = (element(b, shape, d), arith::constant_index(b, n));
        let predicate = CmpIPredicate::Eq.attr(b.cx());
        let holds = arith::CmpIOp::build(b, predicate, size, wanted);
        let message = b.cx().string_attr("a size is not what the type of the result says");
        strata_cf::AssertOp::build(b, holds, message);
    }
}

/// Extends unsigned numbers to signed ones of 64 bits; those that are too large become negative.
fn wide(b: &mut Builder<'_>, v: Value) -> Value {
    let cx = b.cx_arc().clone();
    let shaped = cx.shaped(b.ty(v));
    let is_unsigned =
        cx.as_int(cx.elem_or_self(b.ty(v))).is_some_and(|t| t.signedness == Signedness::Unsigned);
    let Some(shape) = shaped.and_then(|s| s.shape).filter(|_| is_unsigned) else { return v };
    let ty = cx.tensor(shape, cx.i64());
    let mut state = OpState::new(hlo::ConvertOp::info(), b.cur_loc());
    state.operands.push(v);
    state.result_types.push(ty);
    let op = b.build(state);
    b.result(op, 0)
}

fn element(b: &mut Builder<'_>, v: Value, i: usize) -> Value {
    let (at, index) = (arith::constant_index(b, i as i64), b.cx().index());
    let numbers = wide(b, v);
    let size = ExtractOp::build(b, numbers, &[at]);
    let size = if b.ty(size) == index { size } else { arith::IndexCastOp::build(b, size, index) };
    let zero = arith::constant_index(b, 0);
    let predicate = CmpIPredicate::Sge.attr(b.cx());
    let holds = arith::CmpIOp::build(b, predicate, size, zero);
    let message = b.cx().string_attr("a size is negative");
    strata_cf::AssertOp::build(b, holds, message);
    size
}
