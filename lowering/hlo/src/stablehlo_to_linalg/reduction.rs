//! `reduce`, and computations on scalars that regions of HLO ops give.

use rustc_hash::FxHashMap;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;

use super::{
    Lowered, constants,
    function::{Lowering, terminator},
    scalar,
    types::{self, signless},
};

/// Builds the ops of a region on tensors of rank 0 as ops on scalars.
pub(super) struct Payload<'l> {
    outer: &'l Lowering,
    map: FxHashMap<Value, Value>,
}

impl<'l> Payload<'l> {
    /// A computation in a function that is lowered.
    pub fn new(outer: &'l Lowering) -> Self {
        Self { outer, map: FxHashMap::default() }
    }
    /// The scalars that the only block of `region` returns for these arguments.
    pub fn region(&mut self, b: &mut Builder<'_>, region: Region, args: &[Value]) -> Lowered<Vec<Value>> {
        let &[block] = b.blocks(region) else { return Err("a region must have one block".into()) };
        for (&old, &new) in b.block_args(block).to_vec().iter().zip(args) {
            types::shape(b, b.ty(old)).and_then(|s| {
                if s.is_empty() {
                    Ok(())
                } else {
                    Err("computations on whole tensors are not supported".to_owned())
                }
            })?;
            self.map.insert(old, new);
        }
        let last = terminator(b, block)?;
        let ops: Vec<Op> = b.block_ops(block).filter(|&op| op != last).collect();
        for op in ops {
            let value = self.op(b, op).map_err(|e| format!("in its region, '{}': {e}", b.op_name(op)))?;
            self.map.insert(b.result(op, 0), value);
        }
        let results: Vec<Value> = b.operands(last).collect();
        results.into_iter().map(|v| self.get(b, v)).collect()
    }
    /// The scalar for an old value.
    fn get(&self, b: &mut Builder<'_>, old: Value) -> Lowered<Value> {
        match self.map.get(&old) {
            Some(&v) => Ok(v),
            // A value from outside of the region.
            None => {
                let new = self.outer.get(old)?;
                if !types::shape(b, b.ty(old))?.is_empty() {
                    return Err("a computation uses a whole tensor".into());
                }
                Ok(constants::scalar_of(b, old, new))
            }
        }
    }
    fn op(&self, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
        if let Some(constant) = op.as_op::<hlo::ConstantOp>(b) {
            let value = constant.value(b).raw();
            let dense = b.cx().attr_as::<DenseElementsAttr>(value).ok_or("the constant is not dense")?;
            let value = constants::first(b.cx(), dense).ok_or("the constant is not a number")?;
            return Ok(constants::scalar(b, value));
        }
        let info = b.info(op);
        let moves =
            matches!(info.mnemonic(), "reshape" | "broadcast_in_dim" | "transpose" | "optimization_barrier");
        let known = info.dialect() == "stablehlo" && (moves || scalar::is_elementwise(info.mnemonic()));
        if !known || b.results(op).len() != 1 || !types::shape(b, b.ty(b.result(op, 0)))?.is_empty() {
            return Err("it cannot be applied to single elements".into());
        }
        let operands: Vec<Value> = b.operands(op).collect();
        let args: Vec<Value> = operands.into_iter().map(|v| self.get(b, v)).collect::<Lowered<_>>()?;
        if moves { Ok(args[0]) } else { scalar::lower(b, op, &args) }
    }
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(reduce) = op.as_op::<hlo::ReduceOp>(b) else { return Err("it is not known".into()) };
    let dims: Vec<i64> = reduce.dims(b).to_vec();
    let olds: Vec<Value> = reduce.inputs(b).collect();
    let init_olds: Vec<Value> = reduce.init_values(b).collect();
    let inputs: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let shape = types::shape(b, b.ty(olds[0]))?;
    let rank = shape.len() as u32;
    let kept: Vec<u32> = (0..rank).filter(|&d| !dims.contains(&(d as i64))).collect();
    let out_shape: Vec<i64> = kept.iter().map(|&d| shape[d as usize]).collect();
    let (mut inits, mut result_types) = (Vec::new(), Vec::new());
    for (i, &old) in init_olds.iter().enumerate() {
        let result = b.ty(b.result(op, i));
        types::shape(b, result)?;
        let (from, to) = (b.cx().elem_or_self(b.ty(old)), b.cx().elem_or_self(result));
        let new = l.get(old)?;
        let start = constants::scalar_of(b, old, new);
        let start = super::cast::convert(b, start, from, to)?;
        inits.push(constants::filled(b, start, &out_shape)?);
        result_types.push(signless(b.cx(), result));
    }
    let n = inputs.len();
    let mut maps = vec![AffineMap::identity(rank); n];
    maps.extend(vec![AffineMap::select(rank, &kept); n]);
    let loops: Vec<IteratorType> = (0..rank)
        .map(|d| if dims.contains(&(d as i64)) { IteratorType::Reduction } else { IteratorType::Parallel })
        .collect();
    let region = reduce.body(b);
    let mut failed = None;
    let generic = GenericOp::build_with(b, &inputs, &inits, &maps, &loops, &result_types, |b, args| {
        // The computation takes accumulators first.
        let (elements, accumulators) = args.split_at(n);
        let mut ordered = accumulators.to_vec();
        for (i, &element) in elements.iter().enumerate() {
            let (from, to) = (b.cx().elem_or_self(b.ty(olds[i])), b.cx().elem_or_self(b.ty(b.result(op, i))));
            match super::cast::convert(b, element, from, to) {
                Ok(v) => ordered.push(v),
                Err(e) => failed = Some(e),
            }
        }
        if dims.is_empty() {
            // Nothing is combined, not even with the initial values.
            return ordered.split_off(n);
        }
        Payload::new(l).region(b, region, &ordered).unwrap_or_else(|e| {
            failed = Some(e);
            accumulators.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(SmallVec::from_slice(b.results(generic.op()))),
    }
}
