//! Transposes, broadcasts, extractions and stores move past elementwise ops, and past loads and broadcasts.
//!
//! ```mlir
//! %x = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! %y = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! %r = arith.addf %x, %y : vector<4x2xf32>
//! ```
//! becomes
//! ```mlir
//! %s = arith.addf %a, %b : vector<2x4xf32>
//! %r = vector.transpose %s, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! ```

use std::sync::Arc;

use strata_arith::IntegerOverflowFlags;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_memref::{LoadOp as ElementLoad, StoreOp as ElementStore};
use strata_tensor::index_list::statics;
use strata_vector::{BroadcastOp, ExtractOp, LoadOp, StoreOp, TransposeOp};

/// Moves extractions to the addresses of loads, and stores of one element to the element.
pub const SINK_MEMORY: &[PatternRow] = patterns! {
    ExtractOp => "extract-of-load": extract_of_load,
    StoreOp => "store-of-broadcast": store_of_broadcast,
};

/// Adds the patterns around elementwise ops.
pub fn add_sink_patterns(set: &mut PatternSet) {
    set.add_fn(None, "transpose-after-elementwise", 1, Arc::new(transposes));
    set.add_fn(None, "broadcast-after-elementwise", 1, Arc::new(broadcasts));
    set.add_fn(Some("vector.extract"), "extract-before-elementwise", 1, Arc::new(extract_of_elementwise));
}

fn is_vector(b: &Body, v: Value) -> bool {
    b.cx().type_as::<VectorType>(b.ty(v)).is_some()
}

/// Whether an op computes the elements of its only result, a vector, one by one.
pub fn is_elementwise(b: &Body, op: Op) -> bool {
    op != Op::SELF
        && b.has_trait(op, Trait::Elementwise)
        && b.num_operands(op) > 0
        && matches!(*b.results(op), [result] if is_vector(b, result))
}

/// The type with the shape of another one.
fn with_shape(b: &Body, elem: Type, shape: Type) -> Option<Type> {
    let ty = b.cx().type_as::<VectorType>(shape)?;
    Some(b.cx().ty(VectorType { elem: b.cx().elem_or_self(elem), ..ty.clone() }))
}

/// The same op on other operands.
pub fn on_operands(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], ty: Type) -> Value {
    let new = rw.body().clone_op(op, &mut IdMap::new());
    rw.insert_op(new);
    rw.body().set_operands(new, operands);
    let result = rw.result(new, 0);
    rw.body().set_type(result, ty);
    rw.touch(new);
    result
}

fn transposes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !is_elementwise(rw, op) {
        return None;
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let result = rw.ty(rw.result(op, 0));
    let first = operands.iter().find_map(|&v| rw.def_as::<TransposeOp>(v))?;
    let order = statics(rw, first.op(), "permutation").to_vec();
    let shape = rw.ty(first.vector(rw));
    let mut sources = Vec::new();
    for &v in &operands {
        match rw.def_as::<TransposeOp>(v) {
            Some(t) => {
                let same = statics(rw, t.op(), "permutation") == order;
                sources.push(Some(t.vector(rw)).filter(|_| same)?);
            }
            None => {
                let constant = strata_ir::rewrite::constant_value(rw, v)?;
                let splat = rw.cx().splat_value(constant)?;
                let ty = with_shape(rw, rw.ty(v), shape)?;
                let attr = rw.cx().splat_attr(ty, splat)?;
                sources.push(rw.constant("arith", attr, ty)?);
            }
        }
    }
    let ty = with_shape(rw, result, shape)?;
    let value = on_operands(rw, op, &sources, ty);
    let order = rw.cx().i64_array(&order);
    let value = TransposeOp::build(rw, value, order, result);
    rw.replace_op(op, &[value]);
    Some(())
}

fn broadcasts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !is_elementwise(rw, op) {
        return None;
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let result = rw.ty(rw.result(op, 0));
    let sources: Option<Vec<Value>> =
        operands.iter().map(|&v| rw.def_as::<BroadcastOp>(v).map(|b| b.source(rw))).collect();
    let sources = sources?;
    let shape = rw.ty(sources[0]);
    let shape_of =
        |v: Value| rw.cx().type_as::<VectorType>(rw.ty(v)).map(|t| (t.shape.clone(), t.scalable.clone()));
    let wanted = shape_of(sources[0]);
    if sources.iter().any(|&v| shape_of(v) != wanted) {
        return None;
    }
    let ty = if wanted.is_some() { with_shape(rw, result, shape)? } else { rw.cx().elem_or_self(result) };
    let value = on_operands(rw, op, &sources, ty);
    let value = BroadcastOp::build(rw, value, result);
    rw.replace_op(op, &[value]);
    Some(())
}

fn extract_of_elementwise(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractOp>(rw)?;
    let source = extract.source(rw);
    let def = rw.def_op(source).filter(|&def| is_elementwise(rw, def) && rw.has_one_use(source))?;
    let at = extract.mixed_position(rw);
    let result = rw.ty(extract.result(rw));
    let operands: Vec<Value> = rw.operands(def).collect();
    let parts: Vec<Value> = operands
        .into_iter()
        .map(|v| if is_vector(rw, v) { ExtractOp::create(rw, v, &at) } else { v })
        .collect();
    let value = on_operands(rw, def, &parts, result);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The indices of a part of a vector in memory.
fn indices_of_part(
    rw: &mut Rewriter<'_>,
    indices: &[Value],
    at: &[strata_tensor::MixedIndex],
    rank: usize,
) -> Option<Vec<Value>> {
    let first = indices.len().checked_sub(rank)?;
    let mut out = indices.to_vec();
    for (i, m) in at.iter().enumerate() {
        let slot = out.get_mut(first + i)?;
        if m.constant(rw) == Some(0) {
            continue;
        }
        let offset = m.materialize(rw)?;
        // The element is in the buffer, whose indices do not overflow.
        let nsw = rw.cx().attr(IntegerOverflowFlags::NSW);
        *slot = strata_arith::AddIOp::build(rw, *slot, offset, Some(nsw));
    }
    Some(out)
}

fn extract_of_load(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractOp>(rw)?;
    let source = extract.source(rw);
    let load = rw.def_as::<LoadOp>(source).filter(|_| rw.has_one_use(source))?;
    let ty = rw.cx().type_as::<VectorType>(rw.ty(source))?.clone();
    let base = load.base(rw);
    let is_scalar_memory = rw.cx().elem_or_self(rw.ty(base)) == ty.elem;
    let at = extract.mixed_position(rw);
    let next = rw.parent_block(op) == rw.parent_block(load.op());
    // Nothing may write between the load and the extraction, which takes its place.
    let quiet = next && {
        let ops: Vec<Op> = std::iter::successors(rw.next_op(load.op()), |&o| rw.next_op(o))
            .take_while(|&o| o != op)
            .collect();
        ops.into_iter().all(|o| strata_ir::analysis::is_memory_effect_free(rw, o))
    };
    if !is_scalar_memory || ty.scalable.contains(&true) || !quiet {
        return None;
    }
    let indices: Vec<Value> = load.indices(rw).collect();
    let indices = indices_of_part(rw, &indices, &at, ty.shape.len())?;
    let (result, nontemporal) = (rw.ty(extract.result(rw)), rw.attr(load.op(), "nontemporal"));
    let value = if rw.cx().type_as::<VectorType>(result).is_some() {
        LoadOp::build(rw, base, &indices, nontemporal, None, result)
    } else {
        ElementLoad::build(rw, base, &indices, nontemporal, None)
    };
    rw.replace_op(op, &[value]);
    Some(())
}

fn store_of_broadcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let store = op.as_op::<StoreOp>(rw)?;
    let value = store.value_to_store(rw);
    let ty = rw.cx().type_as::<VectorType>(rw.ty(value))?;
    if ty.shape.iter().any(|&n| n != 1) || ty.scalable.contains(&true) {
        return None;
    }
    let mut source = rw.def_as::<BroadcastOp>(value)?.source(rw);
    let base = store.base(rw);
    if let Some(from) = rw.cx().type_as::<VectorType>(rw.ty(source)) {
        let zeros = vec![strata_tensor::MixedIndex::Static(0); from.shape.len()];
        source = ExtractOp::create(rw, source, &zeros);
    }
    if rw.cx().elem_or_self(rw.ty(base)) != rw.ty(source) {
        return None;
    }
    let indices: Vec<Value> = store.indices(rw).collect();
    let (nontemporal, alignment) = (rw.attr(op, "nontemporal"), rw.attr(op, "alignment"));
    ElementStore::build(rw, source, base, &indices, nontemporal, alignment);
    rw.erase_op(op);
    Some(())
}
