//! Copies that become partial results: of a sum, one device has the tensor and the others zeros, so that the sum is the tensor.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_sdy::attrs::{AxisRefList, Reduction, TensorSharding};
use strata_stablehlo as hlo;

use super::Localizer;
use crate::export::place;

impl Localizer<'_> {
    pub(super) fn replicated_to_unreduced(&mut self, op: Op) -> PassResult {
        let cx = self.body.cx_arc().clone();
        let out = self.body.attr(op, "out_sharding").and_then(|a| cx.attr_as::<TensorSharding>(a));
        let axes = self.body.attr(op, "axes").and_then(|a| cx.attr_as::<AxisRefList>(a));
        let (Some(out), Some(axes)) = (out, axes) else { return Err(self.error(op, "is not known here")) };
        // The largest and the smallest of copies are the copies.
        if out.reduction != Reduction::Sum {
            return self.forward(op);
        }
        let Some(mesh) = self.meshes.get(&cx, out.mesh_or_ref).cloned() else {
            return Err(self.error(op, "names a mesh that does not exist"));
        };
        let operand = self.body.operand(op, 0);
        let (ty, sizes) = (self.body.ty(operand), self.sizes(operand));
        let value = self.before(op, |h| {
            let first = place::is_first(h, &axes.0, &mesh);
            // Converted, as elements may be complex.
            let zero = h.int(0, cx.tensor(&[], cx.i64()));
            let zero = h.op::<hlo::ConvertOp>(&[zero], &[], cx.tensor(&[], cx.elem_or_self(ty)));
            let zeros = h.broadcast(zero, &[], &sizes);
            h.op::<hlo::SelectOp>(&[first, operand, zeros], &[], ty)
        });
        self.replace(op, value);
        Ok(())
    }
}
