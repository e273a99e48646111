//! `gather` and `scatter`: slices at computed places of an input.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{AddOp, AndOp, GatherOp, MaxOp, MinOp, MulOp, OrOp, ScatterOp};

use super::Mode;
use super::builder::{At, Factor, Kind, RuleBuilder, each, shape};

/// The op whose slices these are.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Gather,
    /// A scatter, with whether updates of one place can be joined before.
    Scatter {
        joins: bool,
    },
}

/// The common parts of the two ops.
struct Slices<'a> {
    of: Of,
    input: &'a [i64],
    indices: &'a [i64],
    slices: &'a [i64],
    index_vector_dim: usize,
    /// Dimensions of the slices that lie within one slice.
    offset_dims: &'a [i64],
    /// Dimensions of the input that slices lack.
    collapsed: &'a [i64],
    input_batching: &'a [i64],
    indices_batching: &'a [i64],
}

/// Where a factor is: in the input, in the indices, in the slices.
type Places = [Option<usize>; 3];

impl Slices<'_> {
    /// All factors, with their places.
    fn factors(&self) -> Option<Vec<(Factor, Places)>> {
        let mut factors = Vec::new();
        let mut windows = (0..self.input.len()).filter(|&dim| {
            ![self.collapsed, self.input_batching].iter().any(|list| list.contains(&(dim as i64)))
        });
        let mut batches = (0..self.indices.len()).filter(|&dim| dim != self.index_vector_dim);
        for (dim, &size) in self.slices.iter().enumerate() {
            if self.offset_dims.contains(&(dim as i64)) {
                self.window(windows.next()?, dim, size, &mut factors)?;
            } else {
                factors.push(self.batch(batches.next()?, dim, size)?);
            }
        }
        for &dim in self.collapsed {
            let dim = usize::try_from(dim).ok()?;
            // Each device gathers what it has, and the results are added up.
            let kind = if self.of == Of::Gather { Kind::Reduction } else { Kind::PassThrough };
            factors.push((Factor::new(*self.input.get(dim)?).kind(kind), [Some(dim), None, None]));
        }
        if let Some(&size) = self.indices.get(self.index_vector_dim) {
            let factor = Factor::new(size).kind(Kind::NeedReplication);
            factors.push((factor, [None, Some(self.index_vector_dim), None]));
        }
        Some(factors)
    }
    /// The factors of a dimension of the input, of which slices have all or a part.
    fn window(&self, dim: usize, own: usize, part: i64, factors: &mut Vec<(Factor, Places)>) -> Option<()> {
        let size = *self.input.get(dim)?;
        if size == part {
            factors.push((Factor::new(size), [Some(dim), None, Some(own)]));
        } else if self.of != Of::Gather || part == 1 {
            let kind = if self.of == Of::Gather { Kind::Reduction } else { Kind::NeedReplication };
            factors.push((Factor::new(size).kind(kind), [Some(dim), None, None]));
            factors.push((Factor::new(part).kind(Kind::NeedReplication), [None, None, Some(own)]));
        } else {
            let factor = Factor::new(size).kind(Kind::NeedReplication).blocked(true);
            factors.push((factor, [Some(dim), None, Some(own)]));
        }
        Some(())
    }
    /// A dimension along which slices are counted. The updates of a scatter are joined along it, but for batches of the input.
    fn batch(&self, dim: usize, own: usize, size: i64) -> Option<(Factor, Places)> {
        let number = self.indices_batching.iter().position(|&batch| batch == dim as i64);
        let input = match number {
            Some(number) => Some(usize::try_from(*self.input_batching.get(number)?).ok()?),
            None => None,
        };
        let kind = match self.of {
            Of::Scatter { joins: true } if input.is_none() => Kind::Reduction,
            Of::Scatter { joins: false } if input.is_none() => Kind::NeedReplication,
            _ => Kind::PassThrough,
        };
        Some((Factor::new(size).kind(kind), [input, Some(dim), Some(own)]))
    }
}

pub(super) fn gather(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let gather = op.as_op::<GatherOp>(b)?;
    let dims = gather.dimension_numbers(b).get(b.cx());
    let slices = Slices {
        of: Of::Gather,
        input: shape(b, gather.operand(b)),
        indices: shape(b, gather.start_indices(b)),
        slices: shape(b, gather.result(b)),
        index_vector_dim: usize::try_from(dims.index_vector_dim.0).ok()?,
        offset_dims: &dims.offset_dims,
        collapsed: &dims.collapsed_slice_dims,
        input_batching: &dims.operand_batching_dims,
        indices_batching: &dims.start_indices_batching_dims,
    };
    let mut rule = RuleBuilder::new(b, op)?;
    for (factor, [input, indices, slices]) in slices.factors()? {
        let operands: Vec<At> = at(0, input).chain(at(1, indices)).collect();
        let results: Vec<At> = at(0, slices).collect();
        rule.add(factor, &operands, &results);
    }
    rule.build()
}

fn at(value: usize, dim: Option<usize>) -> impl Iterator<Item = At> {
    dim.map(|dim| (value, dim)).into_iter()
}

/// Whether all parts of an update are joined by one kind of op, which devices can do among themselves.
fn joins(b: &Body, scatter: ScatterOp) -> bool {
    let block = b.blocks(scatter.update_computation(b)).first().copied();
    let Some((block, end)) = block.and_then(|block| Some((block, b.last_op(block)?))) else { return false };
    let (args, count) = (b.block_args(block), b.num_operands(end));
    let mut kinds = Vec::new();
    for (i, value) in b.operands(end).enumerate() {
        let Some(op) = b.def_op(value) else { return false };
        let operands: Vec<Value> = b.operands(op).collect();
        let [Some(own), Some(update)] = [args.get(i), args.get(count + i)] else { return false };
        if operands != [*own, *update] && operands != [*update, *own] {
            return false;
        }
        let is_bit = b.cx().elem_or_self(b.ty(value)) == b.cx().i1();
        let is_join = match b.op_name(op) {
            AddOp::NAME | MulOp::NAME | MaxOp::NAME | MinOp::NAME => true,
            AndOp::NAME | OrOp::NAME => is_bit,
            _ => false,
        };
        if !is_join {
            return false;
        }
        kinds.push(b.op_name(op));
    }
    kinds.windows(2).all(|pair| pair[0] == pair[1])
}

pub(super) fn scatter(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let scatter = op.as_op::<ScatterOp>(b)?;
    let dims = scatter.scatter_dimension_numbers(b).get(b.cx());
    let count = scatter.inputs(b).len();
    let slices = Slices {
        of: Of::Scatter { joins: joins(b, scatter) },
        input: shape(b, scatter.inputs(b).next()?),
        indices: shape(b, scatter.scatter_indices(b)),
        slices: shape(b, scatter.updates(b).next()?),
        index_vector_dim: usize::try_from(dims.index_vector_dim.0).ok()?,
        offset_dims: &dims.update_window_dims,
        collapsed: &dims.inserted_window_dims,
        input_batching: &dims.input_batching_dims,
        indices_batching: &dims.scatter_indices_batching_dims,
    };
    let mut rule = RuleBuilder::new(b, op)?;
    for (factor, [input, indices, update]) in slices.factors()? {
        // The operands are the inputs, the indices and the updates.
        let inputs: Vec<At> = input.into_iter().flat_map(|dim| each(0..count, dim)).collect();
        let updates = update.into_iter().flat_map(|dim| each(count + 1..2 * count + 1, dim));
        let operands: Vec<At> = inputs.iter().copied().chain(at(count, indices)).chain(updates).collect();
        rule.add(factor, &operands, &inputs);
    }
    rule.build()
}
