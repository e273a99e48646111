//! Reductions whose operands are divided along the reduced dimensions: each device reduces its part, and the initial value counts once.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_passes_stablehlo::hlo_builder::ints;
use strata_stablehlo as hlo;

use super::super::{combiner::Combiner, place, scalars::is_number};
use super::Localizer;

impl Localizer<'_> {
    /// `reduce`: the initial value of one device alone, where it would count several times.
    pub(super) fn reduce(&mut self, op: Op) -> PassResult {
        let dims: Vec<usize> = ints(self.body, op, "dimensions").iter().map(|&dim| dim as usize).collect();
        let input = self.body.operand(op, 0);
        if !dims.iter().any(|&dim| self.is_split(input, dim)) {
            return Ok(());
        }
        let combiner =
            self.body.regions(op).first().and_then(|&region| Combiner::of_region(self.body, region));
        let Some(combiner) = combiner else { return Ok(()) };
        let init = self.body.operand(op, 1);
        if combiner.is_idempotent() || is_number(self.body, init, neutral(combiner)) {
            return Ok(());
        }
        let axes: Vec<_> = dims.iter().flat_map(|&dim| self.axes(input, dim).to_vec()).collect();
        let Some(mesh) = self.mesh(input).cloned() else { return Ok(()) };
        let ty = self.body.ty(init);
        let own = self.before(op, |h| {
            let cx = h.b.cx_arc().clone();
            let first = place::is_first(h, &axes, &mesh);
            // Converted, as elements may be complex.
            let number = h.int(neutral(combiner), cx.tensor(&[], cx.i64()));
            let neutral = h.op::<hlo::ConvertOp>(&[number], &[], ty);
            h.op::<hlo::SelectOp>(&[first, init, neutral], &[], ty)
        });
        self.body.set_operand(op, 1, own);
        Ok(())
    }
}

/// The number that a sum or a product does not change by.
fn neutral(combiner: Combiner) -> u64 {
    u64::from(combiner == Combiner::Mul)
}
