//! `gather` and `dynamic_gather`: a `linalg.generic` whose payload reads the element that an index vector selects, or a broadcast of a part of the operand
//! where the index vectors are known and count on.

use strata_arith::CmpIPredicate;
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
    shape_operands::numbers,
    sizes::{self, ONE, ZERO, fixed},
    state::Lowering,
    types,
};

/// A gather: its operands, result type and dimension numbers.
struct Gather {
    operand: Value,
    numbers: hlo::GatherDimensionNumbers,
    indices: Indices,
    /// The sizes of the operand, of slices and of the result.
    from: Vec<MixedIndex>,
    extents: Vec<MixedIndex>,
    to: Vec<MixedIndex>,
    /// The dimensions of slices that those of the result show.
    kept: Vec<usize>,
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (operand, start_indices) = (l.get(b.operand(op, 0))?, b.operand(op, 1));
    let (numbers, extents) = if let Some(op) = op.as_op::<hlo::GatherOp>(b) {
        (op.dimension_numbers(b).get(b.cx()).clone(), fixed(op.sizes(b)))
    } else if let Some(op) = op.as_op::<hlo::DynamicGatherOp>(b) {
        let extents = op.slice_sizes(b);
        (op.dimension_numbers(b).get(b.cx()).clone(), numbers(l, b, extents)?)
    } else {
        return Err("it is not known".into());
    };
    let from = sizes::mixed_sizes(b, operand)?;
    let kept = (0..from.len())
        .filter(|&d| {
            let d = d as i64;
            !numbers.collapsed_slice_dims.contains(&d) && !numbers.operand_batching_dims.contains(&d)
        })
        .collect();
    let indices = Indices::new(
        l,
        b,
        start_indices,
        numbers.index_vector_dim.0,
        &numbers.start_index_map,
        [&numbers.operand_batching_dims, &numbers.start_indices_batching_dims],
    )?;
    let mut gather = Gather { operand, numbers, indices, from, extents, to: Vec::new(), kept };
    let result = b.ty(b.result(op, 0));
    let to = types::sizes(b, result)?;
    if to.contains(&0) && sizes::constants(&gather.from).is_some() && !to.contains(&DYNAMIC) {
        return Ok(constants::empty(b, &to, b.cx().elem_or_self(b.ty(operand))));
    }
    let start_indices = l.get(start_indices)?;
    let index_sizes = sizes::mixed_sizes(b, start_indices)?;
    let last = gather.last(b, &index_sizes)?;
    gather.to = sizes::refined(b, gather.result_sizes(index_sizes)?, result)?;
    match gather.repeated(b) {
        Some(result) => Ok(result),
        None => gather.elements(b, &last),
    }
}

impl Gather {
    /// The last place of a slice in each dimension. Ends the program unless slices are no larger than the operand.
    fn last(&self, b: &mut Builder<'_>, index_sizes: &[MixedIndex]) -> Lowered<Vec<MixedIndex>> {
        for (_, &extent) in self.extents.iter().enumerate().filter(|(d, _)| !self.kept.contains(d)) {
            let message = "a size of slices that is left out is not 1";
            sizes::require(b, CmpIPredicate::Eq, extent, ONE, message)?;
        }
        // A slice may not be larger than the operand, which also means that there is something to take.
        let mut last = Vec::with_capacity(self.from.len());
        for (&n, &extent) in self.from.iter().zip(&self.extents) {
            sizes::require(b, CmpIPredicate::Sge, extent, ZERO, "a size of slices is negative")?;
            sizes::require(b, CmpIPredicate::Sle, extent, n, "a slice is larger than its operand")?;
            last.push(sizes::left(b, n, extent)?);
        }
        let numbers = &self.numbers;
        for (&d, &i) in numbers.operand_batching_dims.iter().zip(numbers.start_indices_batching_dims.iter()) {
            let (n, m) = (self.from[d as usize], index_sizes[i as usize]);
            sizes::require(b, CmpIPredicate::Eq, n, m, "sizes of batching dimensions differ")?;
        }
        Ok(last)
    }

    /// Whether a dimension of the result runs through slices.
    fn is_offset(&self, d: usize) -> bool {
        self.numbers.offset_dims.contains(&(d as i64))
    }

    /// The sizes of the result, by those of the start indices.
    fn result_sizes(&self, mut index_sizes: Vec<MixedIndex>) -> Lowered<Vec<MixedIndex>> {
        let vector = usize::try_from(self.numbers.index_vector_dim.0).unwrap_or(usize::MAX);
        if vector < index_sizes.len() {
            index_sizes.remove(vector);
        }
        let rank = index_sizes.len() + self.numbers.offset_dims.len();
        let (mut batches, mut offsets) = (index_sizes.into_iter(), self.kept.iter());
        (0..rank)
            .map(|d| {
                let next =
                    if self.is_offset(d) { offsets.next().map(|&d| self.extents[d]) } else { batches.next() };
                next.ok_or_else(|| "its dimensions are off".to_owned())
            })
            .collect()
    }

    /// Reads each element where an index vector says; slices begin at `last` at most.
    fn elements(&self, b: &mut Builder<'_>, last: &[MixedIndex]) -> Lowered<Value> {
        let elem = b.cx().elem_or_self(b.ty(self.operand));
        indexed(b, &self.to, elem, |b, at| {
            let batch: Vec<Value> = (0..at.len()).filter(|&d| !self.is_offset(d)).map(|d| at[d]).collect();
            let start = self.indices.start(b, &batch, self.from.len())?;
            let mut place = Vec::with_capacity(self.from.len());
            for (d, start) in start.into_iter().enumerate() {
                // Start indices are clamped so that slices are inside.
                let start = match start {
                    Start::Selected(v) => Some(self.indices.clamped(b, v, last[d])?),
                    Start::Batch(v) => Some(v),
                    Start::Zero => None,
                };
                let offset = self
                    .kept
                    .iter()
                    .position(|&k| k == d)
                    .and_then(|k| self.numbers.offset_dims.get(k))
                    .map(|&o| at[o as usize]);
                place.push(match (start, offset) {
                    (Some(s), Some(o)) => index_op(b, "arith.addi", s, o)?,
                    (Some(v), None) | (None, Some(v)) => v,
                    (None, None) => strata_arith::constant_index(b, 0),
                });
            }
            Ok(ExtractOp::build(b, self.operand, &place))
        })
    }

    /// Takes the elements as a broadcast of a part of the operand, where the places are known and each dimension of them counts on, with
    /// each number as often as the others: `[3, 3, 4, 4, 5, 5]`.
    fn repeated(&self, b: &mut Builder<'_>) -> Option<Value> {
        let (n, operand) = (&self.numbers, self.operand);
        let from = sizes::constants(&self.from)?;
        let (sizes, to) = (sizes::constants(&self.extents)?, sizes::constants(&self.to)?);
        if !n.operand_batching_dims.is_empty() || n.start_index_map.is_empty() || to.contains(&0) {
            return None;
        }
        let batch: Vec<usize> = (0..to.len()).filter(|&d| !self.is_offset(d)).collect();
        // For each dimension of the operand: the first index, how many, and the dimension of the result that counts them.
        let mut part: Vec<(i64, i64, Option<usize>)> = sizes.iter().map(|&size| (0, size, None)).collect();
        let mut repeats = vec![1; to.len()];
        for (k, &d) in n.start_index_map.iter().enumerate() {
            let d = usize::try_from(d).ok()?;
            let (dim, table) = self.indices.known(k, from[d] - sizes[d])?;
            let (dim, times) = (*batch.get(dim)?, times(&table)?);
            if sizes[d] != 1 || part.iter().any(|p| p.2 == Some(dim)) {
                return None;
            }
            part[d] = (*table.first()?, table.len() as i64 / times, Some(dim));
            repeats[dim] = times;
        }
        for (&d, &offset) in self.kept.iter().zip(&n.offset_dims) {
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
            source = ExtractSliceOp::create(b, operand, &fixed(&starts), &fixed(&extents), &ones);
        }
        let init = constants::empty(b, &shape, b.cx().elem_or_self(b.ty(operand)));
        let maps = [AffineMap::new(rank, 0, read), AffineMap::identity(rank)];
        let (parallel, ty) = (vec![IteratorType::Parallel; shape.len()], b.ty(init));
        let generic =
            GenericOp::build_with(b, &[source], &[init], &maps, &parallel, &[ty], |_, args| vec![args[0]]);
        let result = b.result(generic.op(), 0);
        Some(if shape.len() > to.len() { CollapseShapeOp::create(b, result, &groups) } else { result })
    }
}

/// The number of repetitions of each index in a table of consecutive indices; `None` for other tables.
fn times(table: &[i64]) -> Option<i64> {
    let first = *table.first()?;
    let times = table.iter().take_while(|&&n| n == first).count();
    let counts = (0..).zip(table).all(|(i, &n)| n - first == i / times as i64);
    (counts && table.len() % times == 0).then_some(times as i64)
}
