//! Ops that make tensors as ops that write to empty ones.
//!
//! ```mlir
//! %r = tensor.from_elements %x, %y : tensor<2xf32>
//! ```
//! becomes
//! ```mlir
//! %e = tensor.empty() : tensor<2xf32>
//! %s = tensor.insert %x into %e[%c0] : tensor<2xf32>
//! %r = tensor.insert %y into %s[%c1] : tensor<2xf32>
//! ```
//! `tensor.generate` becomes a `linalg.generic`, `tensor.pad` a fill, or such an op, into which the source is inserted.

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_linalg::{FillOp, GenericOp, IndexOp, IteratorType, YieldOp, attrs};
use strata_passes_analysis::reify;
use strata_tensor::{DimOp, EmptyOp, FromElementsOp, GenerateOp, InsertOp, InsertSliceOp, MixedIndex, PadOp};

/// The most elements that are inserted one by one.
const MAX_ELEMENTS: i64 = 1 << 16;

/// Rewrites an op, and returns the op that defines the result. `None`, with nothing changed, if it is not one of those.
pub fn rewrite(body: &mut Body, op: Op) -> Option<Op> {
    if let Some(op) = op.as_op::<FromElementsOp>(body) {
        return from_elements(body, op);
    }
    if let Some(op) = op.as_op::<GenerateOp>(body) {
        return generate(body, op);
    }
    pad(body, op.as_op::<PadOp>(body)?)
}

fn shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    Some(b.cx().shaped(b.ty(v))?.shape?.to_vec())
}

fn done(body: &mut Body, op: Op, value: Value) -> Option<Op> {
    let new = body.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(new)
}

fn from_elements(body: &mut Body, op: FromElementsOp) -> Option<Op> {
    let old = body.result(op.op(), 0);
    let shape = shape(body, old)?;
    let elements: Vec<Value> = body.operands(op.op()).collect();
    if elements.len() as i64 > MAX_ELEMENTS || elements.is_empty() {
        return None;
    }
    let mut b = Builder::before(body, op.op());
    let elem = b.cx().elem_or_self(b.ty(old));
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
    let mut value = EmptyOp::create(&mut b, &sizes, elem);
    let largest = shape.iter().copied().max().unwrap_or(0);
    let numbers: Vec<Value> = (0..largest).map(|n| strata_arith::constant_index(&mut b, n)).collect();
    let mut at = vec![0usize; shape.len()];
    for element in elements {
        let indices: Vec<Value> = at.iter().map(|&i| numbers[i]).collect();
        value = InsertOp::build(&mut b, element, value, &indices);
        for d in (0..shape.len()).rev() {
            at[d] += 1;
            if (at[d] as i64) < shape[d] {
                break;
            }
            at[d] = 0;
        }
    }
    done(body, op.op(), value)
}

/// A generic op without inputs whose payload is that of an op that computes elements from their indices; that op loses it.
fn computed(b: &mut Builder<'_>, op: Op, init: Value) -> Option<Value> {
    let (ty, rank) = (b.ty(init), b.cx().shaped(b.ty(init))?.rank()?);
    let maps = attrs::maps_attr(b.cx(), &[AffineMap::identity(rank as u32)]);
    let kinds = attrs::iterator_types_attr(b.cx(), &vec![IteratorType::Parallel; rank]);
    let new = GenericOp::build(b, &[], &[init], maps, kinds, None, None, &[ty]);
    let elem = b.cx().elem_or_self(ty);
    let block = b.region_block(new, 0, &[elem], |_, block| block);
    let old = *b.blocks(*b.regions(op).first()?).first()?;
    let end = b.last_op(old)?;
    let value = b.operand(end, 0);
    let saved = b.point();
    b.goto_end(block);
    let indices: Vec<Value> = (0..rank).map(|d| IndexOp::create(b, d)).collect();
    let params = b.block_args(old).to_vec();
    let value = params.iter().position(|&p| p == value).map_or(value, |i| indices[i]);
    b.body().erase(end);
    let at = InsertPoint::at_end(block);
    b.body().inline_block(old, at, &indices);
    b.goto_end(block);
    YieldOp::build(b, &[value]);
    b.goto(saved);
    b.results(new.op()).first().copied()
}

fn generate(body: &mut Body, op: GenerateOp) -> Option<Op> {
    let old = body.result(op.op(), 0);
    body.cx().type_as::<TensorType>(body.ty(old))?;
    let mut b = Builder::before(body, op.op());
    let (sizes, elem) = (op.mixed_sizes(&b), b.cx().elem_or_self(b.ty(old)));
    let empty = EmptyOp::create(&mut b, &sizes, elem);
    let value = computed(&mut b, op.op(), empty)?;
    done(body, op.op(), value)
}

fn pad(body: &mut Body, op: PadOp) -> Option<Op> {
    let (old, source) = (op.result(body), op.source(body));
    let (low, known) = (op.mixed_low(body), shape(body, old)?);
    let mut b = Builder::before(body, op.op());
    let mut sizes = Vec::new();
    for (d, &n) in known.iter().enumerate() {
        sizes.push(if n == DYNAMIC { reify::size(&mut b, op.op(), 0, d)? } else { n.into() });
    }
    let elem = b.cx().elem_or_self(b.ty(old));
    let empty = EmptyOp::create(&mut b, &sizes, elem);
    let filled = match op.constant_padding(&b) {
        Some(value) => {
            let value = match b.def_op(value).filter(|&def| b.parent_op(def) == Some(op.op())) {
                // A constant in the region moves out of it.
                Some(constant) => {
                    let at = InsertPoint::before(&b, op.op());
                    b.body().move_op(constant, at);
                    value
                }
                None => value,
            };
            let fill = FillOp::create(&mut b, &[value], empty).ok()?.op();
            b.result(fill, 0)
        }
        None => computed(&mut b, op.op(), empty)?,
    };
    let sizes = DimOp::all(&mut b, source)?;
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    let value = InsertSliceOp::create(&mut b, source, filled, &low, &sizes, &ones);
    done(body, op.op(), value)
}
