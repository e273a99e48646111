//! The buffers of a function and their uses.

use strata_affine::{ApplyOp, LoadOp, PrefetchOp, StoreOp, ValueMap};
use strata_func::{CallOp, ReturnOp};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_memref::{AllocOp, AllocaOp, CastOp, DeallocOp, ReinterpretCastOp, layout::row_major};
use strata_tensor::MixedIndex;

use super::layout::{Normalized, normalized};
use crate::access::{Access, Kind};

/// Whether all buffers with layouts are defined and used in ways that can change with their layouts.
pub(super) fn is_normalizable(b: &Body) -> bool {
    let values = |op: Op| b.operands(op).chain(b.results(op).iter().copied()).collect::<Vec<_>>();
    let args = b.entry().map_or(Vec::new(), |entry| b.block_args(entry).to_vec());
    let all = b.all_ops().into_iter().flat_map(values).chain(args);
    all.filter(|&v| normalized(b.cx(), b.ty(v)).is_some()).all(|v| {
        let definition = is_definition(b, v);
        // Another value keeps its layout, and must not meet those whose layouts change.
        let apart = |user: Op| !user.isa::<CallOp>(b) && !user.isa::<ReturnOp>(b) && !user.isa::<CastOp>(b);
        b.uses_of(v).all(|(user, i)| if definition { is_use(b, user, i) } else { apart(user) })
    })
}

/// Whether a value is an allocation, an argument, a view of other memory, or comes from a function.
fn is_definition(b: &Body, value: Value) -> bool {
    let symbols = normalized(b.cx(), b.ty(value)).map_or(0, |n| n.map.n_symbols());
    match b.def(value) {
        Def::Arg { block, .. } => b.entry() == Some(block) && symbols == 0,
        Def::Result { op, .. } if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) => true,
        Def::Result { op, .. } => {
            let cast = op.isa::<CastOp>(b) && is_cast(b, op);
            (op.isa::<CallOp>(b) || op.isa::<ReinterpretCastOp>(b) || cast) && symbols == 0
        }
        Def::Forward => false,
    }
}

/// Whether an op does the same with a buffer in another layout.
fn is_use(b: &Body, op: Op, operand: usize) -> bool {
    let accesses = |a: Access| a.kind == Kind::Element && b.operand(op, operand) == a.memref;
    let stored = (op.isa::<StoreOp>(b) || op.isa::<strata_memref::StoreOp>(b)) && operand == 0;
    let passes_on = op.isa::<DeallocOp>(b) || op.isa::<CallOp>(b) || op.isa::<ReturnOp>(b);
    !stored
        && (op.isa::<PrefetchOp>(b)
            || Access::all(b, op).next().is_some_and(accesses)
            || passes_on
            || op.isa::<CastOp>(b) && is_cast(b, op))
}

/// Whether the layouts on both sides of a cast are the same map, so that the cast is one of buffers without them as well.
fn is_cast(b: &Body, op: Op) -> bool {
    let types = [b.operand(op, 0), b.result(op, 0)].map(|v| normalized(b.cx(), b.ty(v)));
    matches!(types, [Some(from), Some(to)] if from.map == to.map && from.map.n_symbols() == 0
        && strata_memref::cast_compatible(b.cx(), from.ty, to.ty))
}

/// Gives the buffers of a function their new types and changes their uses.
pub(super) fn normalize(body: &mut Body) {
    let args = body.entry().map_or(Vec::new(), |entry| body.block_args(entry).to_vec());
    let ops = body.all_ops();
    let results = ops.iter().flat_map(|&op| body.results(op).to_vec()).collect::<Vec<_>>();
    for value in results.into_iter().chain(args) {
        if let Some(new) = normalized(body.cx(), body.ty(value)).filter(|_| is_definition(body, value)) {
            one(body, value, &new);
        }
    }
}

/// Changes the type of one buffer, its definition and the accesses to it.
fn one(body: &mut Body, value: Value, new: &Normalized) {
    let mut symbols = Vec::new();
    if let Some(op) = body.def_op(value) {
        if op.isa::<AllocOp>(body) || op.isa::<AllocaOp>(body) {
            symbols = body.operand_group(op, 1).map(|i| body.operand(op, i)).collect();
            allocate(body, op, new);
        } else if let Some(cast) = op.as_op::<ReinterpretCastOp>(body) {
            let shape: Vec<i64> = body.cx().shaped(new.ty).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
            let list = |list: &[i64]| list.iter().map(|&n| MixedIndex::Static(n)).collect::<Vec<_>>();
            let (sizes, strides) = (list(&shape), list(&row_major(&shape)));
            let source = cast.source(body);
            let mut b = Builder::before(body, op);
            let view =
                ReinterpretCastOp::create(&mut b, source, MixedIndex::Static(0), &sizes, &strides, new.ty);
            change_uses(body, value, new, &symbols);
            body.replace_all_uses(value, view);
            body.erase(op);
            return;
        }
    }
    change_uses(body, value, new, &symbols);
    body.set_type(value, new.ty);
}

/// Changes the sizes of an allocation.
fn allocate(body: &mut Body, op: Op, new: &Normalized) {
    let shape: Vec<i64> = body.cx().shaped(new.ty).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
    let mut sizes = Vec::new();
    if shape.contains(&DYNAMIC) {
        let old = body.cx().shaped(body.ty(body.result(op, 0))).and_then(|s| s.shape).unwrap_or(&[]).to_vec();
        let mut given =
            body.operand_group(op, 0).map(|i| body.operand(op, i)).collect::<Vec<_>>().into_iter();
        let mut b = Builder::before(body, op);
        let mut former: Vec<Value> = Vec::new();
        for &n in &old {
            let size = if n == DYNAMIC { given.next() } else { None };
            former.push(size.unwrap_or_else(|| strata_arith::constant_index(&mut b, n)));
        }
        for (expr, _) in new.sizes.iter().zip(&shape).filter(|(_, n)| **n == DYNAMIC) {
            let map = AffineMap::new(former.len() as u32, 0, vec![expr.clone()]);
            sizes.push(ApplyOp::create(&mut b, map, &former));
        }
    }
    body.set_operand_group(op, 1, &[]);
    body.set_operand_group(op, 0, &sizes);
}

/// Maps the indices of all accesses to a buffer.
fn change_uses(body: &mut Body, value: Value, new: &Normalized, symbols: &[Value]) {
    let mut users: Vec<Op> = body.users(value).collect();
    users.dedup();
    for op in users {
        if let Some(prefetch) = op.as_op::<PrefetchOp>(body) {
            let vm = remapped(body, op, new, &prefetch.value_map(body), symbols);
            set_affine(body, op, 1, &vm);
            continue;
        }
        let access = Access::all(body, op).next().filter(|a| a.memref == value);
        if let Some(access) = access {
            let indices = access.operands(body);
            if op.isa::<LoadOp>(body) || op.isa::<StoreOp>(body) {
                let map = body.attr(op, "map").and_then(|a| body.cx().attr_as::<AffineMapAttr>(a));
                let Some(map) = map.map(|m| m.0.clone()) else { continue };
                let vm = remapped(body, op, new, &ValueMap::new(map, indices), symbols);
                set_affine(body, op, access.index_group(), &vm);
            } else {
                let n = indices.len() as u32;
                let vm = remapped(body, op, new, &ValueMap::new(AffineMap::identity(n), indices), symbols);
                let mut b = Builder::before(body, op);
                let positions = ApplyOp::of_each_result(&mut b, &vm.map, &vm.operands);
                body.set_operand_group(op, access.index_group(), &positions);
            }
        }
    }
}

/// The new indices in terms of the operands of the former ones and of the symbols of the layout.
fn remapped(body: &mut Body, op: Op, new: &Normalized, old: &ValueMap, symbols: &[Value]) -> ValueMap {
    // The map is composed of ops, which are erased again, so that operands are in the order in which ops have them.
    let mut made = Vec::new();
    let mut b = Builder::before(body, op);
    let mut apply = |map: &AffineMap, operands: &[Value]| -> Vec<Value> {
        let values = ApplyOp::of_each_result(&mut b, map, operands);
        made.extend_from_slice(&values);
        values
    };
    let indices = if old.map.is_identity() { old.operands.clone() } else { apply(&old.map, &old.operands) };
    let operands: Vec<Value> = indices.iter().chain(symbols).copied().collect();
    let results = apply(&new.map, &operands);
    let n = results.len() as u32;
    let vm = ValueMap::new(AffineMap::identity(n), results).simplified(body).canonicalized(body);
    for value in made.into_iter().rev() {
        if let Some(def) = body.def_op(value).filter(|_| !body.has_uses(value)) {
            body.erase(def);
        }
    }
    vm
}

fn set_affine(body: &mut Body, op: Op, group: usize, vm: &ValueMap) {
    let attr = body.cx().affine_map_attr(vm.map.clone());
    body.set_attr(op, "map", Some(attr));
    body.set_operand_group(op, group, &vm.operands);
}
