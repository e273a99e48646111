//! [`LinalgOp`], the interface of structured ops.

use strata_ir::{
    affine::{AffineMap, concat_maps},
    core::DYNAMIC,
    prelude::*,
};
use strata_tensor::{DestinationStyle, DimOp, MixedIndex};

use crate::{IteratorType, YieldOp};

/// A structured op: loops around a payload, whose operands are addressed by one affine map each.
pub trait LinalgOp: DestinationStyle {
    /// For each operand, the map from loop numbers to positions in it.
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap>;
    /// The iterator type of each loop.
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType>;

    /// The number of loops.
    fn num_loops(&self, b: &Body) -> usize {
        self.iterator_types(b).len()
    }
    /// The number of parallel loops.
    fn num_parallel_loops(&self, b: &Body) -> usize {
        self.iterator_types(b).iter().filter(|&&t| t == IteratorType::Parallel).count()
    }
    /// The number of reduction loops.
    fn num_reduction_loops(&self, b: &Body) -> usize {
        self.iterator_types(b).iter().filter(|&&t| t == IteratorType::Reduction).count()
    }
    /// The block that computes one element of each output.
    fn payload(&self, b: &Body) -> Option<Block> {
        b.blocks(*b.regions(self.as_op()).first()?).first().copied()
    }
    /// The terminator of the payload.
    fn payload_yield(&self, b: &Body) -> Option<YieldOp> {
        b.terminator(self.payload(b)?)?.as_op(b)
    }
    /// Whether the payload reads the element of operand `i`.
    fn payload_uses(&self, b: &Body, i: usize) -> bool {
        self.payload(b).and_then(|p| b.block_args(p).get(i).copied()).is_some_and(|a| b.has_uses(a))
    }
    /// The map of operand `i`.
    fn indexing_map(&self, b: &Body, i: usize) -> Option<AffineMap> {
        self.indexing_maps(b).into_iter().nth(i)
    }
    /// Whether the payload asks for loop numbers.
    fn has_index_semantics(&self, b: &Body) -> bool {
        b.regions(self.as_op()).iter().any(|&r| b.region_ops(r).any(|op| op.isa::<crate::IndexOp>(b)))
    }
    /// For each loop, an operand and a dimension of it that has the size of the loop.
    fn loop_sources(&self, b: &Body) -> Option<Vec<(usize, usize)>> {
        let maps = self.indexing_maps(b);
        (0..self.num_loops(b) as u32)
            .map(|l| maps.iter().enumerate().find_map(|(i, m)| Some((i, m.result_position(l)?))))
            .collect()
    }
    /// The sizes of the loops that the types of the operands determine; [`DYNAMIC`] for the others.
    fn static_loop_ranges(&self, b: &Body) -> Vec<i64> {
        let mut ranges = vec![DYNAMIC; self.num_loops(b)];
        for (map, v) in self.indexing_maps(b).iter().zip(b.operands(self.as_op())) {
            for (r, &size) in map.results().iter().zip(crate::payload::shape(b.cx(), b.ty(v))) {
                if let Some(l) = r.as_dim()
                    && size != DYNAMIC
                    && let Some(range) = ranges.get_mut(l as usize)
                    && *range == DYNAMIC
                {
                    *range = size;
                }
            }
        }
        ranges
    }
    /// The sizes of the loops: constants where types determine them, else `tensor.dim` or `memref.dim` of operands.
    fn loop_ranges(&self, b: &mut Builder<'_>) -> Option<Vec<MixedIndex>> {
        let (known, sources) = (self.static_loop_ranges(b), self.loop_sources(b)?);
        let op = self.as_op();
        known
            .into_iter()
            .zip(sources)
            .map(|(size, (operand, dim))| match size {
                DYNAMIC => {
                    let v = b.operand(op, operand);
                    dim_of(b, v, dim)
                }
                size => Some(MixedIndex::Static(size)),
            })
            .collect()
    }
    /// The map from loop numbers to positions in all operands, one after the other.
    fn loops_to_shapes(&self, b: &Body) -> AffineMap {
        concat_maps(&self.indexing_maps(b))
    }
}

/// The size of a dimension of a tensor or memref.
pub fn dim_of(b: &mut Builder<'_>, v: Value, dim: usize) -> Option<MixedIndex> {
    let ty = b.ty(v);
    if b.cx().type_as::<MemRefType>(ty).is_none() {
        return DimOp::create_or_fold(b, v, dim);
    }
    match *b.cx().shaped(ty)?.shape?.get(dim)? {
        DYNAMIC => {
            let index = MixedIndex::Static(dim as i64).materialize(b)?;
            let mut state = OpState::new(b.cx().op_info("memref.dim")?, b.cur_loc());
            state.operands.extend([v, index]);
            state.result_types.push(b.cx().index());
            let op = b.build(state);
            Some(MixedIndex::Value(b.result(op, 0)))
        }
        n => Some(MixedIndex::Static(n)),
    }
}

/// The memory effects of structured ops on memrefs: inputs are read, outputs are written, and read when the payload
/// uses their old elements.
pub(crate) fn structured_effects(op: &dyn LinalgOp, b: &Body, out: &mut Vec<Effect>) {
    let is_memref = |v| b.cx().type_as::<MemRefType>(b.ty(v)).is_some();
    let inits = op.dps_init_range(b);
    for (i, v) in b.operands(op.as_op()).enumerate().filter(|&(_, v)| is_memref(v)) {
        let init = inits.contains(&i);
        if !init || op.payload_uses(b, i) {
            out.push(Effect { kind: EffectKind::Read, on: Some(v) });
        }
        if init {
            out.push(Effect { kind: EffectKind::Write, on: Some(v) });
        }
    }
}

/// Implements the interfaces that all structured ops share; `$inits` gives the range of the inits.
macro_rules! structured_op {
    ($($op:ty: $out_name:literal;)*) => {$(
        impl ::strata_tensor::DestinationStyle for $op {
            fn as_op(&self) -> Op {
                OpDef::op(*self)
            }
            fn dps_init_range(&self, b: &Body) -> std::ops::Range<usize> {
                b.operand_group(OpDef::op(*self), 1)
            }
        }
        impl ::strata_tensor::ReifyShape for $op {
            fn reify_shape(&self, b: &mut Builder<'_>, result: usize) -> Option<Vec<::strata_tensor::MixedIndex>> {
                let init = ::strata_tensor::DestinationStyle::tied_init(self, b, result)?;
                ::strata_tensor::DimOp::all(b, init)
            }
        }
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                $crate::interfaces::structured_effects(self, b, out);
            }
        }
        impl VerifyRegions for $op {
            fn verify_regions(&self, b: &Body) -> VerifyResult {
                $crate::verify::structured(self, b)
            }
        }
        impl BlockArgNames for $op {
            fn name_block_args(&self, b: &Body, region: Region, name: &mut dyn FnMut(Value, &str)) {
                let inputs = ::strata_tensor::DestinationStyle::dps_init_range(self, b).start;
                if let Some(&block) = b.blocks(region).first() {
                    for (i, &arg) in b.block_args(block).iter().enumerate() {
                        name(arg, if i < inputs { "in" } else { $out_name });
                    }
                }
            }
        }
    )*};
}
pub(crate) use structured_op;
