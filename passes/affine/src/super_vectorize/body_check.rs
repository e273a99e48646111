//! Whether the memory accesses and types in a loop permit vectors along it.

use strata_affine::{ForOp, IfOp, LoadOp, StoreOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap, Kind},
    prelude::*,
};
use strata_vector::{TransferReadOp, TransferWriteOp};

use crate::analysis::{
    access::{access_map, accessed_memref},
    region::is_identity_layout,
};

/// How the accesses in a loop vary with its induction variable: the dimension along which all of them do that do, counted from the last one.
/// `None` if they vary along different dimensions or one of them along several, or if an op cannot be in a vectorized loop.
pub fn varying_dim(b: &Body, for_op: ForOp) -> Option<Option<usize>> {
    let iv = for_op.induction_var(b)?;
    let mut varying = None;
    if !fits(b, for_op.op()) {
        return None;
    }
    for op in b.ops_in(for_op.op()) {
        if !fits(b, op) || (!b.regions(op).is_empty() && (op.isa::<IfOp>(b) || !op.isa::<ForOp>(b))) {
            return None;
        }
        if op.isa::<TransferReadOp>(b) || op.isa::<TransferWriteOp>(b) {
            return None;
        }
        if (op.isa::<LoadOp>(b) || op.isa::<StoreOp>(b))
            && let Some(dim) = dim_along(b, op, iv)?
        {
            if varying.is_some_and(|other| other != dim) {
                return None;
            }
            varying = Some(dim);
        }
    }
    Some(varying)
}

/// Whether the values of an op, or what the memrefs among its operands hold, can be elements of vectors.
fn fits(b: &Body, op: Op) -> bool {
    let operand = |v: Value| {
        let ty = b.ty(v);
        is_element(b.cx(), b.cx().type_as::<MemRefType>(ty).map_or(ty, |m| m.elem))
    };
    b.operands(op).all(operand) && b.result_types(op).all(|ty| is_element(b.cx(), ty))
}

/// Whether a scalar type can be that of the elements of a vector.
pub fn is_element(cx: &Context, ty: Type) -> bool {
    cx.as_int(ty).is_some() || cx.as_float(ty).is_some() || cx.is_index(ty)
}

/// The dimension along which an access varies with `iv`, counted from the last one. `None` if several do, or one does in several places.
fn dim_along(b: &Body, op: Op, iv: Value) -> Option<Option<usize>> {
    let ty = b.cx().type_as::<MemRefType>(b.ty(accessed_memref(b, op)?))?;
    if !is_identity_layout(b.cx(), ty) {
        return None;
    }
    let vm = access_map(b, op)?;
    let mut varying = None;
    for (i, e) in vm.map.results().iter().enumerate() {
        for position in occurrences(e, vm.map.n_dims()) {
            if !depends_on(b, *vm.operands.get(position)?, iv) {
                continue;
            }
            if varying.is_some() {
                return None;
            }
            varying = Some(vm.map.n_results() - 1 - i);
        }
    }
    Some(varying)
}

/// The numbers of the operands that an expression uses, once for each place.
fn occurrences(e: &AffineExpr, n_dims: u32) -> Vec<usize> {
    let (mut found, mut stack) = (Vec::new(), vec![e]);
    while let Some(e) = stack.pop() {
        match e.kind() {
            Kind::Dim(i) => found.push(*i as usize),
            Kind::Symbol(i) => found.push((n_dims + i) as usize),
            Kind::Const(_) => (),
            Kind::Binary(_, x, y) => stack.extend([x, y]),
        }
    }
    found
}

/// Whether an index is computed from `iv`, also by `affine.apply` ops.
pub fn depends_on(b: &Body, index: Value, iv: Value) -> bool {
    let vm = ValueMap::new(AffineMap::identity(1), [index]).simplified(b);
    let dim = vm.dims().iter().position(|&v| v == iv);
    dim.is_some_and(|dim| vm.map.uses_dim(dim as u32))
}
