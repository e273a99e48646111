//! Scalar computations, from regions of HLO ops.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::{
    Lowered, constants, scalar,
    state::{Lowering, terminator},
    types,
};

/// Builds the ops of a region on tensors of rank 0 as ops on scalars.
pub(super) struct Payload<'l> {
    outer: &'l Lowering,
    map: FxHashMap<Value, Value>,
}

impl<'l> Payload<'l> {
    /// A computation in a function that is being lowered.
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
            // A value defined outside of the region.
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
        // Reshapes of a single element are the element.
        let moves = op.isa::<hlo::ReshapeOp>(b)
            || op.isa::<hlo::BroadcastInDimOp>(b)
            || op.isa::<hlo::TransposeOp>(b)
            || op.isa::<hlo::OptimizationBarrierOp>(b);
        let info = b.info(op);
        let known = info.dialect() == "stablehlo" && (moves || scalar::is_elementwise(info));
        if !known || b.results(op).len() != 1 || !types::shape(b, b.ty(b.result(op, 0)))?.is_empty() {
            return Err("it cannot be applied to single elements".into());
        }
        let operands: Vec<Value> = b.operands(op).collect();
        let args: Vec<Value> = operands.into_iter().map(|v| self.get(b, v)).collect::<Lowered<_>>()?;
        if moves { Ok(args[0]) } else { scalar::lower(b, op, &args) }
    }
}
