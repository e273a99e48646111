//! `gather`: a `linalg.generic` whose payload reads the element that an index vector selects, or a broadcast of a part of the operand if
//! the index vectors are known and consecutive.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::{CollapseShapeOp, ExtractOp, ExtractSliceOp, MixedIndex};

use super::{
    Lowered, constants,
    indexed::indexed,
    indices::{Indices, Start},
    loops::index_op,
    sizes::fixed,
    state::Lowering,
    types,
};

/// A gather: its operands, result type and dimension numbers.
struct Gather {
    operand: Value,
    start_indices: Value,
    result: Value,
    numbers: hlo::GatherDimensionNumbers,
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::GatherOp>(b) else { return Err("it is not known".into()) };
    let (operand, start_indices, result) = (op.operand(b), op.start_indices(b), op.result(b));
    let numbers = op.dimension_numbers(b).get(b.cx()).clone();
    let sizes = op.sizes(b).to_vec();
    Gather { operand, start_indices, result, numbers }.slices(l, b, &sizes)
}

impl Gather {
    /// The dimensions of slices that are dimensions of the result.
    fn kept(&self, rank: usize) -> Vec<i64> {
        let n = &self.numbers;
        let dropped = |d: &i64| n.collapsed_slice_dims.contains(d) || n.operand_batching_dims.contains(d);
        (0..rank as i64).filter(|d| !dropped(d)).collect()
    }
    /// Gathers slices of these sizes.
    fn slices(&self, l: &Lowering, b: &mut Builder<'_>, sizes: &[i64]) -> Lowered<Value> {
        let numbers = &self.numbers;
        let operand = l.get(self.operand)?;
        let from = types::shape(b, b.ty(self.operand))?;
        let to = types::shape(b, b.ty(self.result))?;
        let elem = b.cx().elem_or_self(b.ty(operand));
        if sizes.contains(&0) && !to.contains(&0) {
            return Err("a slice of size 0 has no element to take".into());
        }
        let indices = Indices::new(
            l,
            b,
            self.start_indices,
            numbers.index_vector_dim.0,
            &numbers.start_index_map,
            [&numbers.operand_batching_dims, &numbers.start_indices_batching_dims],
        )?;
        if let Some(result) = self.repeated(b, &indices, operand, sizes, &from, &to) {
            return Ok(result);
        }
        let kept = self.kept(from.len());
        let is_offset = |d: usize| numbers.offset_dims.contains(&(d as i64));
        let to: Vec<MixedIndex> = to.into_iter().map(MixedIndex::Static).collect();
        indexed(b, &to, elem, |b, at| {
            let batch: Vec<Value> = (0..to.len()).filter(|&d| !is_offset(d)).map(|d| at[d]).collect();
            let start = indices.start(b, &batch, from.len())?;
            let mut place = Vec::with_capacity(from.len());
            for (d, start) in start.into_iter().enumerate() {
                // Start indices are clamped so that slices are inside.
                let start = match start {
                    Start::Selected(v) => Some(indices.clamped(b, v, from[d] - sizes[d])?),
                    Start::Batch(v) => Some(v),
                    Start::Zero => None,
                };
                let offset = kept
                    .iter()
                    .position(|&k| k as usize == d)
                    .and_then(|k| numbers.offset_dims.get(k))
                    .map(|&o| at[o as usize]);
                place.push(match (start, offset) {
                    (Some(s), Some(o)) => index_op(b, "arith.addi", s, o)?,
                    (Some(v), None) | (None, Some(v)) => v,
                    (None, None) => strata_arith::constant_index(b, 0),
                });
            }
            Ok(ExtractOp::build(b, operand, &place))
        })
    }

    /// Gathers by a broadcast of a part of the operand, if the indices are known and consecutive along each dimension, each repeated
    /// equally often: `[3, 3, 4, 4, 5, 5]`.
    fn repeated(
        &self,
        b: &mut Builder<'_>,
        indices: &Indices,
        operand: Value,
        sizes: &[i64],
        from: &[i64],
        to: &[i64],
    ) -> Option<Value> {
        let n = &self.numbers;
        if !n.operand_batching_dims.is_empty() || n.start_index_map.is_empty() || to.contains(&0) {
            return None;
        }
        let is_offset = |d: usize| n.offset_dims.contains(&(d as i64));
        let batch: Vec<usize> = (0..to.len()).filter(|&d| !is_offset(d)).collect();
        // For each dimension of the operand: the first index, the number of indices, and the dimension of the result that runs over them.
        let mut part: Vec<(i64, i64, Option<usize>)> = sizes.iter().map(|&size| (0, size, None)).collect();
        let mut repeats = vec![1; to.len()];
        for (k, &d) in n.start_index_map.iter().enumerate() {
            let d = usize::try_from(d).ok()?;
            let (dim, table) = indices.known(k, from[d] - sizes[d])?;
            let (dim, times) = (*batch.get(dim)?, times(&table)?);
            if sizes[d] != 1 || part.iter().any(|p| p.2 == Some(dim)) {
                return None;
            }
            part[d] = (*table.first()?, table.len() as i64 / times, Some(dim));
            repeats[dim] = times;
        }
        for (d, &offset) in self.kept(from.len()).iter().zip(&n.offset_dims) {
            let d = usize::try_from(*d).ok()?;
            part.get(d).filter(|p| p.2.is_none())?;
            part[d].2 = Some(usize::try_from(offset).ok()?);
        }
        // The shape of the result with each repeated dimension split into indices and repetitions.
        let (mut shape, mut groups, mut loops) = (Vec::new(), Vec::new(), Vec::new());
        for (d, &size) in to.iter().enumerate() {
            let first = shape.len();
            loops.push(AffineExpr::dim(first as u32));
            shape.push(size / repeats[d]);
            if repeats[d] > 1 {
                shape.push(repeats[d]);
            }
            groups.push((first as i64..shape.len() as i64).collect::<Vec<_>>());
        }
        let read: Vec<AffineExpr> = part.iter().map(|p| Some(loops[p.2?].clone())).collect::<Option<_>>()?;
        let rank = shape.len() as u32;
        let [starts, extents]: [Vec<i64>; 2] =
            [part.iter().map(|p| p.0).collect(), part.iter().map(|p| p.1).collect()];
        let mut source = operand;
        if extents != from {
            let ones = fixed(&vec![1; from.len()]);
            source = ExtractSliceOp::of(b, operand, &fixed(&starts), &fixed(&extents), &ones);
        }
        let init = constants::empty(b, &shape, b.cx().elem_or_self(b.ty(operand)));
        let maps = [AffineMap::new(rank, 0, read), AffineMap::identity(rank)];
        let (parallel, ty) = (vec![IteratorType::Parallel; shape.len()], b.ty(init));
        let generic =
            GenericOp::build_with(b, &[source], &[init], &maps, &parallel, &[ty], |_, args| vec![args[0]]);
        let result = b.result(generic.op(), 0);
        Some(if shape.len() > to.len() { CollapseShapeOp::of(b, result, &groups) } else { result })
    }
}

/// The number of repetitions of each index in a table of consecutive indices; `None` for other tables.
fn times(table: &[i64]) -> Option<i64> {
    let first = *table.first()?;
    let times = table.iter().take_while(|&&n| n == first).count();
    let counts = (0..).zip(table).all(|(i, &n)| n - first == i / times as i64);
    (counts && table.len() % times == 0).then_some(times as i64)
}
