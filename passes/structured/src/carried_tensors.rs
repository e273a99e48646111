//! `scalarize-carried-tensors`: computes tensors of one element and no dimensions as scalars.
//!
//! # Before
//! ```mlir
//! %r = scf.while (%i = %start) : (tensor<i32>) -> tensor<i32> {
//!   %c = linalg.generic {… iterator_types = []} ins(%i : tensor<i32>) outs(%e : tensor<i1>) { … arith.cmpi … }
//!   %go = tensor.extract %c[] : tensor<i1>
//!   scf.condition(%go) %i : tensor<i32>
//! } do { … }
//! ```
//! # After
//! ```mlir
//! %s = tensor.extract %start[] : tensor<i32>
//! %r = scf.while (%i = %s) : (i32) -> i32 {
//!   %go = arith.cmpi …
//!   scf.condition(%go) %i : i32
//! } do { … }
//! ```
//! Where such a tensor is still used, `tensor.from_elements` makes it; pairs of this op and `tensor.extract` fold. The values that a loop
//! carries are then in registers, not in buffers that are copied in every iteration. An element that is taken as a slice without dimensions
//! is extracted from the tensor itself, and one that is inserted as such a slice is inserted as a scalar.

use strata_ir::prelude::*;
use strata_scf::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use strata_tensor::{
    ExtractOp, ExtractSliceOp, FromElementsOp, InsertOp, InsertSliceOp, MixedIndex, OffsetSizeStride,
};

use crate::{inline_payload::clone_payload, structured_op};

/// Rewrites structured ops without loops, and tensors that control flow carries. Returns the number of ops that changed.
pub fn scalarize(body: &mut Body) -> usize {
    let mut changed = 0;
    for op in body.all_ops() {
        // The ops of a payload are erased with their op.
        changed += usize::from(body.is_live(op) && payload(body, op).is_some());
    }
    for op in body.all_ops() {
        let places = carried(body, op);
        changed += usize::from(!places.is_empty());
        for place in places {
            convert(body, op, place);
        }
    }
    for op in body.all_ops() {
        changed +=
            usize::from(body.is_live(op) && (element_of(body, op).or_else(|| put(body, op)).is_some()));
    }
    changed
}

/// The indices of the only element of a slice.
fn indices(b: &mut Builder<'_>, offsets: &[MixedIndex]) -> Option<Vec<Value>> {
    offsets.iter().map(|o| o.materialize(b)).collect()
}

/// Extracts an element from the tensor of which the only slice without dimensions has it.
fn element_of(b: &mut Body, op: Op) -> Option<()> {
    let extract = op.as_op::<ExtractOp>(b)?;
    let slice = b.def_as::<ExtractSliceOp>(extract.tensor(b))?;
    element(b, slice.result(b))?;
    let (source, offsets) = (slice.source(b), slice.mixed_offsets(b));
    let old = b.result(op, 0);
    let mut builder = Builder::before(b, op);
    let at = indices(&mut builder, &offsets)?;
    let new = ExtractOp::build(&mut builder, source, &at);
    b.replace_all_uses(old, new);
    b.erase(op);
    Some(())
}

/// Inserts a scalar instead of a tensor without dimensions that is made of it.
fn put(b: &mut Body, op: Op) -> Option<()> {
    let insert = op.as_op::<InsertSliceOp>(b)?;
    let made = b.def_as::<FromElementsOp>(insert.source(b))?;
    element(b, insert.source(b))?;
    let scalar = made.elements(b).next()?;
    let (dest, offsets) = (insert.dest(b), insert.mixed_offsets(b));
    let old = b.result(op, 0);
    let mut builder = Builder::before(b, op);
    let at = indices(&mut builder, &offsets)?;
    let new = InsertOp::build(&mut builder, scalar, dest, &at);
    b.replace_all_uses(old, new);
    b.erase(op);
    Some(())
}

/// The element type of `v` if it is a tensor without dimensions.
fn element(b: &Body, v: Value) -> Option<Type> {
    let tensor = b.cx().type_as::<TensorType>(b.ty(v))?;
    (tensor.shape.is_empty() && tensor.encoding.is_none()).then_some(tensor.elem)
}

/// The element of `v`, read in front of `op`.
fn extracted(b: &mut Body, v: Value, op: Op) -> Value {
    ExtractOp::build(&mut Builder::before(b, op), v, &[])
}

/// Replaces a structured op without loops by its payload.
fn payload(b: &mut Body, op: Op) -> Option<()> {
    let s = structured_op::structured(b, op)?;
    let values = || s.inputs.iter().chain(&s.outputs).copied();
    let scalar = |b: &Body, v: Value| element(b, v).is_some() || b.cx().shaped(b.ty(v)).is_none();
    if !s.iterators.is_empty() || !values().all(|v| scalar(b, v)) || b.results(op).len() != s.outputs.len() {
        return None;
    }
    let args = b.block_args(s.block).to_vec();
    let mut map = IdMap::new();
    for (v, arg) in values().collect::<Vec<_>>().into_iter().zip(args) {
        if b.has_uses(arg) {
            let new = if element(b, v).is_some() { extracted(b, v, op) } else { v };
            map.map(arg, new);
        }
    }
    let yielded = clone_payload(&mut Builder::before(b, op), s.block, &mut map, None);
    for (i, v) in yielded.into_iter().enumerate() {
        let old = b.result(op, i);
        let ty = b.ty(old);
        let new = FromElementsOp::build(&mut Builder::before(b, op), &[v], ty);
        b.replace_all_uses(old, new);
    }
    b.erase(op);
    Some(())
}

/// A value that control flow carries, with all operands and values through which it passes.
#[derive(Default)]
struct Place {
    elem: Option<Type>,
    /// Operands that the value is passed in by.
    operands: Vec<(Op, usize)>,
    /// Block arguments and results that are this value.
    values: Vec<Value>,
}

/// The last op of the only block of region `i`.
fn terminator(b: &Body, op: Op, i: usize) -> Option<Op> {
    b.last_op(*b.blocks(*b.regions(op).get(i)?).first()?)
}

fn args(b: &Body, op: Op, region: usize) -> &[Value] {
    b.regions(op).get(region).and_then(|&r| b.blocks(r).first()).map_or(&[], |&block| b.block_args(block))
}

/// The tensors without dimensions that an op of `scf` carries.
fn carried(b: &Body, op: Op) -> Vec<Place> {
    let mut places = Vec::new();
    let results = b.results(op).to_vec();
    if let Some(loop_op) = op.as_op::<ForOp>(b) {
        let Some(end) = terminator(b, loop_op.op(), 0) else { return places };
        for (i, &result) in results.iter().enumerate() {
            let Some(&arg) = args(b, op, 0).get(i + 1) else { continue };
            let operands = vec![(op, 3 + i), (end, i)];
            places.push(Place { elem: element(b, result), operands, values: vec![arg, result] });
        }
    } else if op.isa::<WhileOp>(b) {
        let (Some(condition), Some(end)) = (terminator(b, op, 0), terminator(b, op, 1)) else {
            return places;
        };
        for (i, &arg) in args(b, op, 0).iter().enumerate() {
            places.push(Place {
                elem: element(b, arg),
                operands: vec![(op, i), (end, i)],
                values: vec![arg],
            });
        }
        for (&arg, (i, &result)) in args(b, op, 1).iter().zip(results.iter().enumerate()) {
            let operands = vec![(condition, i + 1)];
            places.push(Place { elem: element(b, result), operands, values: vec![arg, result] });
        }
    } else if op.isa::<IfOp>(b) || op.isa::<IndexSwitchOp>(b) || op.isa::<ExecuteRegionOp>(b) {
        for (i, &result) in results.iter().enumerate() {
            let ends = b.regions(op).iter().flat_map(|&r| b.blocks(r)).filter_map(|&block| b.last_op(block));
            let operands = ends.filter(|end| end.isa::<YieldOp>(b)).map(|end| (end, i)).collect();
            places.push(Place { elem: element(b, result), operands, values: vec![result] });
        }
    }
    places.retain(|p| p.elem.is_some());
    places
}

/// Makes a carried tensor a scalar.
fn convert(b: &mut Body, op: Op, place: Place) {
    let Some(elem) = place.elem else { return };
    for (user, i) in place.operands {
        let tensor = b.operand(user, i);
        let scalar = extracted(b, tensor, user);
        b.set_operand(user, i, scalar);
    }
    for v in place.values {
        let tensor = b.ty(v);
        b.set_type(v, elem);
        if !b.has_uses(v) {
            continue;
        }
        let mut builder = match b.def(v) {
            Def::Arg { block, .. } => Builder::at_start(b, block),
            _ => Builder::after(b, op),
        };
        // The new op is the only user of the result that needs the scalar.
        let new = FromElementsOp::build(&mut builder, &[v], tensor);
        let made = b.def_op(new);
        b.replace_uses_if(v, new, |_, user| Some(user) != made);
    }
}
