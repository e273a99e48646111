//! The epilogue: sums of values, divided, go through what follows the second product, and to memory.

use strata_arith::{AddFOp, CmpFPredicate, DivFOp, MulFOp, SelectOp};
use strata_ir::prelude::*;
use strata_memref::StoreOp;
use strata_passes_analysis::index_arith::{add_const, less};
use strata_passes_gpu::{
    launch::only_if,
    vector_access::{element_bits, is_aligned},
    warp_shuffle::shuffle_xor,
};
use strata_vector::{ExtractOp, FromElementsOp};

use super::{
    online_softmax::{OnlineSoftmax, State, compare},
    plan::{Thread, float},
    smem_tile::SIDE,
};

/// Neighbouring columns of a fragment.
const COLUMNS: i64 = 8;

impl OnlineSoftmax<'_> {
    /// Writes the results.
    pub(super) fn epilogue(&self, b: &mut Builder<'_>, me: &Thread, state: &[Value]) -> Result<(), String> {
        let plan = self.plan;
        for tile in 0..plan.division.tiles {
            let state = self.state(state, tile as usize);
            for half in 0..2usize {
                let row = add_const(b, self.row, tile * SIDE + half as i64 * 8);
                let [max, sum] = self.whole(b, &state, half);
                let factor = self.factor(b, max, sum);
                let fits = plan.queries() % plan.division.queries() == 0;
                let inside = (!fits).then(|| less(b, row, plan.queries()));
                only_if(b, inside, |b| {
                    for (j, &out) in state.out.iter().enumerate() {
                        let pair: Vec<Value> = (0..2)
                            .map(|k| {
                                let v = ExtractOp::create(b, out, &[(half as i64).into(), k.into()]);
                                MulFOp::build(b, v, factor, None)
                            })
                            .collect();
                        self.write(b, me, row, j as i64 * COLUMNS, &pair, [max, sum])?;
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// The maximum and the sum of a whole row; the sum is NaN where all scores are minus infinity.
    fn whole(&self, b: &mut Builder<'_>, state: &State<'_>, half: usize) -> [Value; 2] {
        let mut sum = state.sums[half];
        for offset in [1, 2] {
            let other = shuffle_xor(b, sum, offset);
            sum = AddFOp::build(b, sum, other, None);
        }
        let (low, nan) = (float(b, f64::NEG_INFINITY), float(b, f64::NAN));
        let none = compare(b, CmpFPredicate::Oeq, state.maxima[half], low);
        [state.maxima[half], SelectOp::build(b, none, nan, sum)]
    }

    /// The factor of the sums of values, which is NaN where all scores are minus infinity.
    fn factor(&self, b: &mut Builder<'_>, max: Value, sum: Value) -> Value {
        let one = float(b, 1.0);
        if self.plan.attention.normalized {
            return DivFOp::build(b, one, sum, None);
        }
        let (low, nan) = (float(b, f64::NEG_INFINITY), float(b, f64::NAN));
        let none = compare(b, CmpFPredicate::Oeq, max, low);
        SelectOp::build(b, none, nan, one)
    }

    /// Writes two neighbouring columns of a row.
    fn write(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        row: Value,
        from: i64,
        pair: &[Value],
        [max, sum]: [Value; 2],
    ) -> Result<(), String> {
        let plan = self.plan;
        let (axes, a) = (&plan.axes, &plan.attention);
        let width = axes.size(&a.width);
        if from >= width {
            return Ok(());
        }
        let mut of_row = me.known.clone();
        of_row.number(b, axes, &a.rows, row);
        for (parts, value) in [(&a.sums, sum), (&a.maxima, max)] {
            for &part in parts {
                of_row.part(part, value);
            }
        }
        let (mut places, mut results) = (Vec::new(), Vec::new());
        for (k, &v) in pair.iter().enumerate() {
            let column = add_const(b, self.column, from + k as i64);
            let mut known = of_row.clone();
            known.number(b, axes, &a.width, column);
            known.part(a.second, v);
            results.push(known.value(b, (axes, &plan.nodes), a.result)?);
            places.push(known.indices(b, axes, &plan.place)?);
        }
        let last = plan.place.last().map(|dim| axes.resolve(dim));
        let together = last.is_some_and(|l| l.ends_with(&a.width)) && is_aligned(b, plan.out);
        match element_bits(b, plan.out).filter(|_| together) {
            Some(bits) => {
                let cx = b.cx();
                let ty = cx.vector(&[2], cx.elem_or_self(b.ty(plan.out)));
                let align = cx.i64_attr(i64::from(bits / 8) * 2);
                let both = FromElementsOp::build(b, &results, ty);
                strata_vector::StoreOp::build(b, both, plan.out, &places[0], None, Some(align));
            }
            None => {
                for (&v, at) in results.iter().zip(&places) {
                    StoreOp::create(b, v, plan.out, at);
                }
            }
        }
        Ok(())
    }
}
