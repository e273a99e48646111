//! Ops whose sizes do not depend on the induction variables of loops around them.
//!
//! ```mlir
//! scf.for %i = %lb to %ub step %s {
//!   %n = affine.min affine_map<(d0)[s0, s1] -> (s1, -d0 + s0)>(%i)[%ub, %s]
//!   %x = tensor.empty(%n) : tensor<?xf32>
//! ```
//! becomes
//! ```mlir
//!   %m = affine.apply affine_map<()[s0, s1] -> (s0 - s1)>()[%ub, %lb]
//!   %y = tensor.empty(%m) : tensor<?xf32>
//!   %x = tensor.extract_slice %y[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
//! ```

mod bounds;

pub use bounds::Loops;

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::{AllocaOp, SubViewOp};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{DimOp, EmptyOp, ExtractSliceOp, MixedIndex, PadOp};

use crate::{
    multibuffer::{replace_buffer, users_can_follow},
    tiling::index_math::apply,
};

/// Sizes with bounds in the places of values; `None` if one has none.
fn bounded(b: &mut Builder<'_>, loops: &Loops, sizes: &[MixedIndex]) -> Option<Vec<MixedIndex>> {
    sizes
        .iter()
        .map(|&size| match size {
            MixedIndex::Static(_) => Some(size),
            MixedIndex::Value(v) => loops.upper_bound(b, v),
        })
        .collect()
}

/// A list of the same number for each size.
fn all(sizes: &[MixedIndex], n: i64) -> Vec<MixedIndex> {
    vec![MixedIndex::Static(n); sizes.len()]
}

/// Rewrites `tensor.empty` or `tensor.pad`; returns the slice that replaces it, or the op itself if its sizes do not depend on the loops.
pub fn tensor(body: &mut Body, op: Op, loops: &Loops) -> Option<Op> {
    let mut b = Builder::before(body, op);
    let slice = match op.as_op::<EmptyOp>(&b) {
        Some(empty) => empty_tensor(&mut b, empty, loops)?,
        None => {
            let pad = op.as_op::<PadOp>(&b)?;
            padded_tensor(&mut b, pad, loops)?
        }
    };
    let Some(slice) = slice else { return Some(op) };
    crate::loops::replace(body, op, &[slice]);
    body.def_op(slice)
}

fn empty_tensor(b: &mut Builder<'_>, op: EmptyOp, loops: &Loops) -> Option<Option<Value>> {
    let sizes = op.mixed_sizes(b);
    let new = bounded(b, loops, &sizes)?;
    if new == sizes {
        return Some(None);
    }
    let ty = b.ty(op.result(b));
    let elem = b.cx().elem_or_self(ty);
    let whole = EmptyOp::create(b, &new, elem);
    Some(Some(ExtractSliceOp::of_type(b, whole, &all(&sizes, 0), &sizes, &all(&sizes, 1), ty)))
}

fn padded_tensor(b: &mut Builder<'_>, op: PadOp, loops: &Loops) -> Option<Option<Value>> {
    let padding = op.constant_padding(b)?;
    // A value of its region stays there.
    if b.def_op(padding).is_some_and(|def| b.parent_op(def) == Some(op.op())) {
        return None;
    }
    let (low, high) = (op.mixed_low(b), op.mixed_high(b));
    let (new_low, new_high) = (bounded(b, loops, &low)?, bounded(b, loops, &high)?);
    if new_low == low && new_high == high {
        return Some(None);
    }
    let (source, ty) = (op.source(b), b.ty(op.result(b)));
    let shape = b.cx().shaped(ty)?.shape?.to_vec();
    let whole = PadOp::create(b, source, &new_low, &new_high, padding);
    if let Some(nofold) = b.attr(op.op(), "nofold")
        && let Some(new) = b.def_op(whole)
    {
        b.body().set_attr(new, "nofold", Some(nofold));
    }
    let mut sizes = Vec::new();
    for (d, &n) in shape.iter().enumerate() {
        let size = match n {
            n if n >= 0 => n.into(),
            _ => {
                let inner = DimOp::create_or_fold(b, source, d)?;
                let sum = AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::symbol(0);
                composed_apply(b, &AffineMap::new(2, 1, vec![sum]), &[low[d], high[d], inner])?
            }
        };
        sizes.push(size);
    }
    let mut offsets = Vec::new();
    for (&old, &new) in low.iter().zip(&new_low) {
        let difference = AffineExpr::dim(0) - AffineExpr::dim(1);
        offsets.push(if new == old { MixedIndex::Static(0) } else { apply(b, &difference, &[new, old]) });
    }
    Some(Some(ExtractSliceOp::of_type(b, whole, &offsets, &sizes, &all(&sizes, 1), ty)))
}

/// Rewrites `memref.alloca`; returns the view that replaces it, or the op itself if its sizes do not depend on the loops.
pub fn memref(body: &mut Body, op: Op, loops: &Loops) -> Option<Op> {
    let alloca = op.as_op::<AllocaOp>(body)?;
    let buffer = alloca.memref(body);
    let ty = body.cx().type_as::<MemRefType>(body.ty(buffer))?.clone();
    let mut dynamic = body.operand_group(op, 0).map(|i| body.operand(op, i)).collect::<Vec<_>>().into_iter();
    let size = |n: &i64| if *n >= 0 { Some((*n).into()) } else { dynamic.next().map(MixedIndex::Value) };
    let sizes: Vec<MixedIndex> = ty.shape.iter().map(size).collect::<Option<_>>()?;
    if ty.layout.is_some() || body.operand_group(op, 1).next().is_some() || !users_can_follow(body, buffer) {
        return None;
    }
    let mut b = Builder::before(body, op);
    let new = bounded(&mut b, loops, &sizes)?;
    if new == sizes {
        return Some(op);
    }
    let (shape, values) = strata_tensor::index_list::split(&new);
    let whole = b.cx().ty(MemRefType { shape: shape.as_slice().into(), ..ty });
    let alignment = b.attr(op, "alignment");
    let whole = AllocaOp::build(&mut b, &values, &[], alignment, whole);
    let view = SubViewOp::create(&mut b, whole, &all(&sizes, 0), &sizes, &all(&sizes, 1))?;
    replace_buffer(body, buffer, view)?;
    body.erase(op);
    body.def_op(view)
}
