//! Leading dimensions of size one are no part of ops on vectors.
//!
//! ```mlir
//! %r = arith.addf %a, %b : vector<1x4xf32>
//! ```
//! becomes
//! ```mlir
//! %x = vector.extract %a[0] : vector<4xf32> from vector<1x4xf32>
//! %y = vector.extract %b[0] : vector<4xf32> from vector<1x4xf32>
//! %s = arith.addf %x, %y : vector<4xf32>
//! %r = vector.broadcast %s : vector<4xf32> to vector<1x4xf32>
//! ```
//! The last dimension stays. Contractions lose one dimension at a time, masks of them only their first one.

use std::sync::Arc;

use strata_ir::{affine::AffineMap, prelude::*, rewrite::patterns};
use strata_tensor::{MixedIndex, index_list::statics};
use strata_vector::{
    BroadcastOp, ConstantMaskOp, ContractionOp, ExtractOp, ExtractStridedSliceOp, InsertOp,
    InsertStridedSliceOp, IteratorType, ShapeCastOp, TransferReadOp, TransferWriteOp, infer_mask,
    is_broadcastable,
};

use crate::{
    contraction::Contraction,
    masked::{is_masked, under_mask},
    shapes::{fixed, is_scalable, vector},
    sinking::{is_elementwise, on_operands},
    transpose::transposed,
};

const ROWS: &[PatternRow] = patterns! {
    ExtractStridedSliceOp => "leading-ones-of-extract-slice": extract_slice,
    InsertStridedSliceOp => "leading-ones-of-insert-slice": insert_slice,
    InsertOp => "leading-ones-of-insert": insert,
    ConstantMaskOp => "leading-ones-of-mask": constant_mask,
    TransferReadOp => "leading-ones-of-read": read,
    TransferWriteOp => "leading-ones-of-write": write,
    ContractionOp => "leading-ones-of-contraction": contraction,
};

/// Adds the patterns of this file.
pub fn add_leading_one_patterns(set: &mut PatternSet) {
    set.add(ROWS);
    set.add_fn(None, "leading-ones-of-elementwise", 1, Arc::new(elementwise));
}

/// The number of leading dimensions of size one, of which the last dimension of all is none.
fn leading(ty: &VectorType) -> usize {
    let ones = (0..ty.shape.len()).take_while(|&d| ty.shape[d] == 1 && !is_scalable(ty, d)).count();
    ones.min(ty.shape.len().saturating_sub(1))
}

/// The vector without its first `n` dimensions.
fn tail(ty: &VectorType, n: usize) -> VectorType {
    let scalable = if ty.scalable.is_empty() { SmallVec::new() } else { ty.scalable[n..].into() };
    VectorType { shape: ty.shape[n..].into(), scalable, elem: ty.elem }
}

/// The part of a vector behind its first `n` dimensions, which have size one.
fn part(rw: &mut Rewriter<'_>, v: Value, n: usize) -> Value {
    if n == 0 { v } else { ExtractOp::create(rw, v, &fixed(&vec![0; n])) }
}

/// Replaces an op by a value with leading dimensions of size one in front.
fn replace(rw: &mut Rewriter<'_>, op: Op, value: Value) {
    let ty = rw.ty(rw.result(op, 0));
    let value = if rw.ty(value) == ty { value } else { BroadcastOp::build(rw, value, ty) };
    rw.replace_op(op, &[value]);
}

/// The numbers of an attribute.
fn numbers(b: &Body, op: Op, name: &str) -> Vec<i64> {
    let cx = b.cx();
    let list = b.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    list.map_or(Vec::new(), |list| list.0.iter().filter_map(|&a| cx.attr_i64(a)).collect())
}

fn numbers_attr(cx: &Context, numbers: &[i64]) -> Attr {
    cx.array_attr(numbers.iter().map(|&n| cx.i64_attr(n)).collect())
}

fn extract_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<ExtractStridedSliceOp>(rw)?.source(rw);
    let n = leading(&vector(rw, source)?);
    let ty = vector(rw, rw.result(op, 0))?;
    let lists = ["offsets", "sizes", "strides"].map(|name| numbers(rw, op, name));
    if n == 0 || lists.iter().any(|list| list.len() <= n) {
        return None;
    }
    let [offsets, sizes, strides] = lists.map(|list| numbers_attr(rw.cx(), &list[n..]));
    let source = part(rw, source, n);
    let ty = rw.cx().ty(tail(&ty, n));
    let value = ExtractStridedSliceOp::build(rw, source, offsets, sizes, strides, ty);
    replace(rw, op, value);
    Some(())
}

fn insert_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<InsertStridedSliceOp>(rw)?;
    let (source, dest) = (slice.value_to_store(rw), slice.dest(rw));
    let [from, to] = [vector(rw, source)?, vector(rw, dest)?];
    let (of_source, of_dest) = (leading(&from), leading(&to));
    if of_source == 0 && of_dest == 0 {
        return None;
    }
    let offsets = numbers(rw, op, "offsets").get(of_dest..).map(|list| numbers_attr(rw.cx(), list))?;
    let strides = numbers(rw, op, "strides").get(of_source..).map(|list| numbers_attr(rw.cx(), list))?;
    let source = part(rw, source, of_source);
    let dest = part(rw, dest, of_dest);
    let value = InsertStridedSliceOp::build(rw, source, dest, offsets, strides);
    replace(rw, op, value);
    Some(())
}

fn insert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertOp>(rw)?;
    let (source, dest) = (insert.value_to_store(rw), insert.dest(rw));
    let from = vector(rw, source);
    let to = vector(rw, dest)?;
    let (of_source, of_dest) = (from.as_ref().map_or(0, leading), leading(&to));
    if of_source == 0 && of_dest == 0 {
        return None;
    }
    let rank = from.map_or(0, |from| from.shape.len() - of_source);
    let mut position = insert.mixed_position(rw);
    // Dimensions of the position that the vector loses, and those that the part loses, which the position takes.
    position.drain(..of_dest.min(position.len()));
    position.resize((to.shape.len() - of_dest).checked_sub(rank)?, MixedIndex::Static(0));
    let source = part(rw, source, of_source);
    let dest = part(rw, dest, of_dest);
    let value = InsertOp::create(rw, source, dest, &position);
    replace(rw, op, value);
    Some(())
}

fn constant_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let ty = vector(rw, rw.result(op, 0))?;
    let n = leading(&ty);
    let sizes = statics(rw, op, "mask_dim_sizes").to_vec();
    if n == 0 || sizes.len() <= n {
        return None;
    }
    // A dimension without lanes turns off all of them.
    let mut rest = sizes[n..].to_vec();
    rest[0] = sizes[..n].iter().fold(rest[0], |size, &s| if s == 0 { 0 } else { size });
    if rest[0] == 0 {
        rest.fill(0);
    }
    let (ty, sizes) = (rw.cx().ty(tail(&ty, n)), rw.cx().i64_array(&rest));
    let value = ConstantMaskOp::build(rw, sizes, ty);
    replace(rw, op, value);
    Some(())
}

/// A transfer without the first dimensions of its vector.
struct Transfer {
    n: usize,
    ty: VectorType,
    map: AffineMap,
    bounds: Attr,
}

impl Transfer {
    fn read(b: &Body, op: Op, base: Value, v: Value, map: AffineMap, bounds: &[bool]) -> Option<Self> {
        let ty = vector(b, v)?;
        let n = leading(&ty);
        let of_scalars = b.cx().elem_or_self(b.ty(base)) == ty.elem;
        if n == 0 || map.n_results() == 0 || !of_scalars || is_masked(b, op) || bounds.len() < n {
            return None;
        }
        let map = AffineMap::new(map.n_dims(), map.n_symbols(), map.results()[n..].to_vec());
        let bounds = b.cx().array_attr(bounds[n..].iter().map(|&x| b.cx().bool_attr(x)).collect());
        Some(Self { n, ty: tail(&ty, n), map, bounds })
    }
    /// The mask without the dimensions.
    fn mask(&self, rw: &mut Rewriter<'_>, mask: Option<Value>) -> Option<Value> {
        let mask = mask?;
        let ty = infer_mask(rw.cx(), &self.ty, &self.map);
        let rank = |b: &Body, ty: Type| b.cx().type_as::<VectorType>(ty).map_or(0, |v| v.shape.len());
        let dropped = rank(rw, rw.ty(mask)).saturating_sub(rank(rw, ty));
        let is_tail = is_broadcastable(rw.cx(), ty, rw.ty(mask)).is_ok();
        Some(if is_tail { part(rw, mask, dropped) } else { ShapeCastOp::build(rw, mask, ty) })
    }
}

fn read(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let base = read.base(rw);
    let new = Transfer::read(rw, op, base, read.vector(rw), read.map(rw), &read.bounds(rw))?;
    let mask = read.mask(rw);
    let mask = new.mask(rw, mask);
    let indices: Vec<Value> = read.indices(rw).collect();
    let (padding, map, ty) = (read.padding(rw), rw.cx().affine_map_attr(new.map), rw.cx().ty(new.ty));
    let value = TransferReadOp::build(rw, base, &indices, map, padding, mask, new.bounds, ty);
    replace(rw, op, value);
    Some(())
}

fn write(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    let (base, value) = (write.base(rw), write.value_to_store(rw));
    let new = Transfer::read(rw, op, base, value, write.map(rw), &write.bounds(rw))?;
    let value = part(rw, value, new.n);
    let mask = write.mask(rw);
    let mask = new.mask(rw, mask);
    let indices: Vec<Value> = write.indices(rw).collect();
    let map = rw.cx().affine_map_attr(new.map);
    let types: Vec<Type> = rw.result_types(op).collect();
    let new = TransferWriteOp::build(rw, value, base, &indices, map, mask, new.bounds, &types);
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}

fn elementwise(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !is_elementwise(rw, op) {
        return None;
    }
    let ty = vector(rw, rw.result(op, 0))?;
    let n = leading(&ty);
    if n == 0 {
        return None;
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let parts: Vec<Value> =
        operands.into_iter().map(|v| if vector(rw, v).is_some() { part(rw, v, n) } else { v }).collect();
    let ty = rw.cx().ty(tail(&ty, n));
    let value = on_operands(rw, op, &parts, ty);
    replace(rw, op, value);
    Some(())
}

fn contraction(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut c = Contraction::read(rw, op)?;
    let acc =
        vector(rw, c.acc).filter(|acc| acc.shape.len() > 1 && acc.shape[0] == 1 && !is_scalable(acc, 0))?;
    let dim = c.maps[2].result_dims()?.first().copied()?;
    let is_parallel = c.iterators.get(dim as usize) == Some(&IteratorType::Parallel);
    if !is_parallel || (c.mask.is_some() && (dim != 0 || c.iterators.len() < 2)) {
        return None;
    }
    let dims: Vec<Vec<u32>> = c.maps.iter().map(AffineMap::result_dims).collect::<Option<_>>()?;
    // A factor of one dimension would become a number.
    if dims[..2].iter().any(|dims| dims[..] == [dim]) || dims.iter().any(Vec::is_empty) {
        return None;
    }
    let (root, ty) = (c.root, tail(&acc, 1));
    c.start(rw);
    for (v, dims) in [&mut c.lhs, &mut c.rhs, &mut c.acc].into_iter().zip(&dims) {
        let Some(at) = dims.iter().position(|&d| d == dim) else { continue };
        if at != 0 {
            let others = (0..dims.len()).filter(|&i| i != at);
            let order: Vec<i64> = [at].into_iter().chain(others).map(|i| i as i64).collect();
            *v = transposed(rw, *v, &order)?;
        }
        *v = part(rw, *v, 1);
    }
    let n = c.iterators.len() as u32 - 1;
    for (map, dims) in c.maps.iter_mut().zip(&dims) {
        let rest: Vec<u32> =
            dims.iter().filter(|&&d| d != dim).map(|&d| if d > dim { d - 1 } else { d }).collect();
        *map = AffineMap::select(n, &rest);
    }
    c.iterators.remove(dim as usize);
    let mask = c.mask.map(|mask| part(rw, mask, 1));
    let ty = rw.cx().ty(ty);
    let value = under_mask(rw, mask, ty, |b| c.build(b));
    replace(rw, root, value);
    Some(())
}
