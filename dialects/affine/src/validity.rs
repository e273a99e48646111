//! Which values may be dimensions and symbols of affine maps.
//!
//! A symbol does not change inside of the affine scope (a function): values defined directly in the scope, constants,
//! and values computed from them. A dimension may also be an induction variable of an affine loop.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};

use crate::{ApplyOp, DelinearizeIndexOp, ForOp, LinearizeIndexOp, ParallelOp};

/// The number of values that the search visits before it gives up with the answer no.
const SEARCH_LIMIT: usize = 4096;

/// The region of the nearest affine scope around `op`.
pub fn affine_scope(b: &Body, op: Op) -> Option<Region> {
    let mut region = b.parent_region(op)?;
    loop {
        let parent = b.region_parent(region)?;
        if b.has_trait(parent, Trait::AffineScope) {
            return Some(region);
        }
        region = b.parent_region(parent)?;
    }
}

/// Whether a value is defined directly in the region of an affine scope.
fn is_top_level(b: &Body, value: Value) -> bool {
    let parent = b.def_block(value).and_then(|block| b.block_parent_op(block));
    parent.is_some_and(|op| b.has_trait(op, Trait::AffineScope))
}

fn is_in(b: &Body, value: Value, region: Region) -> bool {
    b.def_block(value).and_then(|block| b.block_parent(block)) == Some(region)
}

/// Whether `value` may be a symbol of an affine op in `region`, the region of its scope.
pub fn is_valid_symbol_in(b: &Body, value: Value, region: Option<Region>) -> bool {
    all_reachable(value, |v, todo| {
        if !b.cx().is_index(b.ty(v)) {
            return false;
        }
        if region.is_some_and(|r| is_in(b, v, r)) {
            return true;
        }
        let Some(op) = b.def_op(v) else { return dominates_open_region(b, v, region) };
        if b.has_trait(op, Trait::ConstantLike) {
            return true;
        }
        if let Some(source) = dim_source(b, op) {
            return is_top_level(b, source) || size_operand(b, op, source, todo);
        }
        if b.has_trait(op, Trait::Pure) && b.regions(op).is_empty() && is_memory_effect_free(b, op) {
            todo.extend(b.operands(op));
            return true;
        }
        dominates_open_region(b, v, region)
    })
}

/// Whether `value` may be a dimension of an affine op in `region`, the region of its scope.
pub fn is_valid_dim_in(b: &Body, value: Value, region: Option<Region>) -> bool {
    all_reachable(value, |v, todo| {
        if !b.cx().is_index(b.ty(v)) {
            return false;
        }
        let composed =
            |op: Op| op.isa::<ApplyOp>(b) || op.isa::<DelinearizeIndexOp>(b) || op.isa::<LinearizeIndexOp>(b);
        // The result of a composed op on symbols is a symbol, and every symbol is a dimension.
        if let Some(op) = b.def_op(v).filter(|&op| composed(op)) {
            if !region.is_some_and(|r| is_in(b, v, r)) {
                todo.extend(b.operands(op));
            }
            return true;
        }
        if is_valid_symbol_in(b, v, region) {
            return true;
        }
        match b.def(v) {
            Def::Arg { block, .. } => is_induction_block(b, block),
            Def::Result { op, .. } => dim_source(b, op).is_some_and(|source| is_top_level(b, source)),
            Def::Forward => false,
        }
    })
}

/// Whether `value` may be a symbol, seen from where it is defined.
pub fn is_valid_symbol(b: &Body, value: Value) -> bool {
    if !b.cx().is_index(b.ty(value)) {
        return false;
    }
    is_top_level(b, value)
        || b.def_op(value).is_some_and(|op| is_valid_symbol_in(b, value, affine_scope(b, op)))
}

/// Whether `value` may be a dimension, seen from where it is defined.
pub fn is_valid_dim(b: &Body, value: Value) -> bool {
    match b.def(value) {
        Def::Result { op, .. } => is_valid_dim_in(b, value, affine_scope(b, op)),
        Def::Arg { block, .. } => {
            b.cx().is_index(b.ty(value)) && (is_top_level(b, value) || is_induction_block(b, block))
        }
        Def::Forward => false,
    }
}

/// Whether the arguments of `block` are induction variables of an affine loop; carried values are treated alike.
fn is_induction_block(b: &Body, block: Block) -> bool {
    b.block_parent_op(block).is_some_and(|op| op.isa::<ForOp>(b) || op.isa::<ParallelOp>(b))
}

/// A scope that is not isolated may use symbols of the scopes around it.
fn dominates_open_region(b: &Body, value: Value, region: Option<Region>) -> bool {
    let mut region = region;
    while let Some(r) = region {
        let Some(parent) = b.region_parent(r).filter(|&op| !b.has_trait(op, Trait::IsolatedFromAbove)) else {
            return false;
        };
        region = b.parent_region(parent);
        if region.is_some_and(|r| is_in(b, value, r)) {
            return true;
        }
    }
    false
}

/// The shaped value that an op asks for a size.
fn dim_source(b: &Body, op: Op) -> Option<Value> {
    matches!(b.op_name(op), "memref.dim" | "tensor.dim").then(|| b.operand(op, 0))
}

/// The op that makes a memref, looking through casts of ranked ones.
fn through_casts(b: &Body, value: Value) -> Option<Op> {
    let mut def = b.def_op(value)?;
    while b.op_name(def) == "memref.cast" {
        let source = b.operand(def, 0);
        b.cx().type_as::<MemRefType>(b.ty(source))?;
        def = b.def_op(source)?;
    }
    Some(def)
}

/// If the size is an operand of the op that creates the shaped value, that operand decides.
fn size_operand(b: &Body, dim: Op, source: Value, todo: &mut Vec<Value>) -> bool {
    let Some(def) = through_casts(b, source) else { return false };
    // Where the sizes are among the operands.
    let sizes = match b.op_name(def) {
        "memref.alloc" => b.operand_group(def, 0),
        "memref.view" | "memref.subview" => b.operand_group(def, 2),
        _ => return false,
    };
    let index = b.operands(dim).nth(1).and_then(|v| constant_value(b, v)).and_then(|a| b.cx().attr_i64(a));
    let shape = b.cx().shaped(b.ty(b.result(def, 0))).and_then(|s| s.shape);
    let (Some(index), Some(shape)) = (index.and_then(|i| usize::try_from(i).ok()), shape) else {
        return false;
    };
    match shape.get(index) {
        Some(&DYNAMIC) => {
            let before = shape[..index].iter().filter(|&&d| d == DYNAMIC).count();
            let Some(size) = sizes.clone().nth(before) else { return false };
            todo.push(b.operand(def, size));
            true
        }
        Some(_) => true,
        None => false,
    }
}

/// Whether `valid` holds for `value` and for every value that it adds to the worklist; each is visited once.
fn all_reachable(value: Value, mut valid: impl FnMut(Value, &mut Vec<Value>) -> bool) -> bool {
    let mut todo = vec![value];
    let mut seen = FxHashSet::default();
    while let Some(v) = todo.pop() {
        if !seen.insert(v) {
            continue;
        }
        if seen.len() > SEARCH_LIMIT || !valid(v, &mut todo) {
            return false;
        }
    }
    true
}

/// Verifies the operands of a map or set of which the first `n_dims` are dimensions.
pub(crate) fn verify_operands(
    b: &Body,
    op: Op,
    operands: impl Iterator<Item = Value>,
    n_dims: usize,
) -> VerifyResult {
    let region = affine_scope(b, op);
    for (i, v) in operands.enumerate() {
        if i < n_dims {
            ensure!(is_valid_dim_in(b, v, region), "operand cannot be used as a dimension id");
        } else {
            ensure!(is_valid_symbol_in(b, v, region), "operand cannot be used as a symbol");
        }
    }
    Ok(())
}
