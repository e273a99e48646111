//! Outputs whose elements the payload does not read have no contents.

use strata_ir::prelude::*;
use strata_linalg::{DestinationStyle, GenericOp};
use strata_passes_analysis::structured_op::Structured;
use strata_tensor::{DimOp, EmptyOp};

/// Inits that are not read become `tensor.empty`.
pub(super) fn drop_contents(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    // Most ops that are looked at have no other inits, which is found without taking them apart.
    let mut inits = op.as_op::<GenericOp>(rw)?.dps_init_range(rw);
    inits.any(|i| rw.def_of::<EmptyOp>(rw.operand(op, i)).is_none()).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    let mut changed = None;
    for (i, &v) in (s.inputs.len()..).zip(&s.outputs) {
        let Some(ty) = rw.cx().type_as::<TensorType>(rw.ty(v)).filter(|t| t.encoding.is_none()) else {
            continue;
        };
        let is_read = rw.block_args(s.block).get(i).is_none_or(|&a| rw.has_uses(a));
        if is_read || rw.def_of::<EmptyOp>(v).is_some() {
            continue;
        }
        let sizes = DimOp::all(rw, v)?;
        let empty = EmptyOp::create(rw, &sizes, ty.elem);
        rw.set_operand(op, i, empty);
        changed = Some(());
    }
    changed
}
