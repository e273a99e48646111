//! Custom calls that annotate, and assertions of shapes.

use strata_ir::prelude::*;

use super::{Lowered, constants, sizes, state::Lowering};

/// Annotations return their operands; `stablehlo-legalize-to-runtime-calls` converts other calls.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let target = b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a)).unwrap_or_default();
    match target {
        "Sharding"
        | "SPMDFullToShardShape"
        | "SPMDShardToFullShape"
        | "annotate_device_placement"
        | "LayoutConstraint"
        | "MoveToDevice"
        | "MoveToHost"
        | "mhlo.copy"
        | "stablehlo.shape_refinement_operand_wrapper" => {
            let mut values = l.operands(b, op)?;
            values.truncate(b.results(op).len());
            Ok(values.into())
        }
        "shape_assertion" => {
            let condition = l.get(b.operands(op).next().ok_or("it has no operands")?)?;
            let condition = constants::extract(b, condition);
            let message = b.attr(op, "error_message").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
            let message = message.to_owned();
            sizes::assert(b, condition, &message);
            Ok(smallvec![])
        }
        _ => Err(format!("the target '{target}' is not known")),
    }
}
