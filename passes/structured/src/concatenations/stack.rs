//! Tensors of one element innermost that are concatenated along it, as `stack(…, axis=-1)` does: one op computes all of them.
//!
//! ```mlir
//! %1 = tensor.insert_slice %a into %0[0, 0] [64, 1] [1, 1] : tensor<64xf32> into tensor<64x2xf32>      // before
//! %2 = tensor.insert_slice %b into %1[0, 1] [64, 1] [1, 1] : tensor<64xf32> into tensor<64x2xf32>
//!
//! %2 = linalg.generic {indexing_maps = [(i, p) -> (i), (i, p) -> (i), (i, p) -> (i, p)], …} ins(%a, %b) outs(%0) {   // after
//!   %p = linalg.index 1
//!   … arith.select %is_first, %a, %b …
//! }
//! ```
//! Elements of the parts alternate in memory, so that a copy of one part writes them one by one. The op writes whole vectors, for which
//! `linalg-vectorize` interleaves those of the parts. What computes a part is merged, if nothing else reads it.

use strata_arith::{CmpIOp, CmpIPredicate, SelectOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap, inverse_permutation},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp};
use strata_tensor::{EmptyOp, InsertSliceOp};

use super::{
    places::{place, shape},
    source::{Part, Source},
};
use crate::{
    inline_payload::{clone_payload_on, replace},
    structured_op::{self, IteratorType, Structured},
};

/// The most parts, whose vectors are interleaved in registers.
const MAX_PARTS: i64 = 4;
/// Fewer elements are not worth vectors.
const MIN_ELEMENTS: i64 = 64;

/// A part of the stack.
enum Element {
    Scalar(Value),
    /// The element of input number so and so.
    Input(usize),
    /// A payload on these inputs.
    Computed(Structured, Vec<usize>),
}

/// Makes one op of the insertions that end in `op`.
pub(super) fn stack(body: &mut Body, op: Op) -> Option<()> {
    let last = op.as_op::<InsertSliceOp>(body)?;
    let ty = body.ty(body.result(op, 0));
    let sizes = shape(body, body.result(op, 0))?.to_vec();
    let (&count, outer) = sizes.split_last()?;
    let elem = body.cx().elem_or_self(ty);
    let is_number = body.cx().bit_width(elem).is_some_and(|w| w >= 8) && body.cx().shaped(elem).is_none();
    if !(2..=MAX_PARTS).contains(&count) || !is_number || outer.iter().product::<i64>() < MIN_ELEMENTS {
        return None;
    }
    let parts = parts(body, last, count, outer)?;
    let rank = sizes.len() as u32;
    let mut b = Builder::before(body, op);
    let mut inputs: Vec<(Value, AffineMap)> = Vec::new();
    let mut elements = Vec::new();
    for part in parts {
        elements.push(element(&mut b, part, rank, &mut inputs));
    }
    let empty = EmptyOp::build(&mut b, &[], ty);
    let (tensors, mut maps): (Vec<Value>, Vec<AffineMap>) = inputs.into_iter().unzip();
    maps.push(AffineMap::identity(rank));
    let iterators = vec![IteratorType::Parallel; sizes.len()];
    let new = structured_op::build_generic(&mut b, &tensors, &[empty], maps, &iterators, &[ty], |b, args| {
        let number = IndexOp::create(b, sizes.len() - 1);
        let mut values: Vec<Value> = elements.iter().map(|e| e.build(b, args)).collect();
        let Some(mut value) = values.pop() else { return Vec::new() };
        while let Some(other) = values.pop() {
            let k = strata_arith::constant_index(b, values.len() as i64);
            let equal = CmpIPredicate::Eq.attr(b.cx());
            let here = CmpIOp::build(b, equal, number, k);
            value = SelectOp::build(b, here, other, value);
        }
        vec![value]
    });
    replace(body, op, new, 0);
    Some(())
}

impl Element {
    fn build(&self, b: &mut Builder<'_>, args: &[Value]) -> Value {
        match self {
            Element::Scalar(value) => *value,
            Element::Input(i) => args[*i],
            Element::Computed(s, inputs) => {
                let read: Vec<Value> = inputs.iter().map(|&i| args[i]).collect();
                clone_payload_on(b, s.block, &read)[0]
            }
        }
    }
}

/// The sources of a chain of insertions that together write all of a tensor, part by part along the last dimension.
fn parts(body: &Body, last: InsertSliceOp, count: i64, outer: &[i64]) -> Option<Vec<Source>> {
    let mut parts: Vec<Option<Source>> = (0..count).map(|_| None).collect();
    let mut insert = last;
    for left in (0..count).rev() {
        let (offsets, sizes) = place(body, &insert)?;
        let (&k, zeros) = offsets.split_last()?;
        let (&one, whole) = sizes.split_last()?;
        let part = parts.get_mut(usize::try_from(k).ok()?)?;
        if one != 1 || whole != outer || zeros.iter().any(|&o| o != 0) || part.is_some() {
            return None;
        }
        // The place of the part in the result, from where it was taken.
        let own = Part::new(body.result(insert.op(), 0), offsets, sizes);
        *part = Some(own.source(body, |_| false));
        if left > 0 {
            let before = insert.dest(body);
            insert = body.def_as::<InsertSliceOp>(before).filter(|_| body.has_one_use(before))?;
        }
    }
    parts.into_iter().collect()
}

/// A part as an element of the new op; the tensors that it reads are added to `inputs`.
fn element(b: &mut Builder<'_>, part: Source, rank: u32, inputs: &mut Vec<(Value, AffineMap)>) -> Element {
    let part = match part {
        Source::Scalar(value) => return Element::Scalar(value),
        Source::Tensor(part) => part,
    };
    let innermost = rank as usize - 1;
    let dims: Vec<usize> = part.dims.iter().flatten().copied().filter(|&d| d != innermost).collect();
    let value = part.build(b, |d| d != innermost);
    let map = AffineMap::new(rank, 0, dims.iter().map(|&d| AffineExpr::dim(d as u32)).collect());
    let mut number = |value: Value, map: AffineMap| {
        inputs.iter().position(|i| *i == (value, map.clone())).unwrap_or_else(|| {
            inputs.push((value, map));
            inputs.len() - 1
        })
    };
    match computed(b, value, &map) {
        Some((s, maps)) => {
            let inputs = s.inputs.iter().zip(maps).map(|(&v, map)| number(v, map)).collect();
            Element::Computed(s, inputs)
        }
        None => Element::Input(number(value, map)),
    }
}

/// The elementwise op that computes a tensor, if nothing else reads it, and the maps of its inputs in loops that index the tensor by
/// `map`: rows or elements of rows.
fn computed(body: &Body, value: Value, map: &AffineMap) -> Option<(Structured, Vec<AffineMap>)> {
    let op = body.def_as::<GenericOp>(value)?.op();
    let s = structured_op::structured(body, op)?;
    let indexes = || body.block_ops(s.block).any(|o| o.isa::<IndexOp>(body) || !body.regions(o).is_empty());
    let tensors = || s.inputs.iter().all(|&v| shape(body, v).is_some());
    if !s.is_elementwise() || s.outputs.len() != 1 || s.reads_output(body, 0) || !body.has_one_use(value) {
        return None;
    }
    let loops = inverse_permutation(s.maps.last()?)?.compose(map);
    let maps: Vec<AffineMap> = s.maps[..s.inputs.len()].iter().map(|m| m.compose(&loops)).collect();
    // Vectors run along the row, the loop around the innermost one.
    let row = loops.n_dims().checked_sub(2)?;
    let in_rows = maps.iter().all(|m| {
        let results = m.results();
        let plain = results.iter().all(|e| e.as_dim().is_some());
        plain && results.iter().rev().skip(1).all(|e| e.as_dim() != Some(row))
    });
    (in_rows && !indexes() && tensors()).then_some((s, maps))
}
