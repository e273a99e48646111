//! Ops that gather elements of several rows at the same positions: the rows are processed together, so that the positions are computed
//! once.
//!
//! ```mlir
//! scf.for %row = %c0 to %c64 step %c4 {
//!   scf.for %i = %c0 to %c96 step %c8 {
//!     %p = vector.load %positions[%i] : memref<96xi32>, vector<8xi32>
//! // gather elements %p of rows %row, %row + 1, %row + 2 and %row + 3, then store the results of each
//!   }
//! }
//! ```

use strata_ir::prelude::*;

use super::{
    lane_loops::{self, full_loop},
    lane_plan::Plan,
    payload::{self, Known, Lanes, Place, clone_vector},
    store,
};
use crate::structured_op::Structured;

/// How many rows: what is shared is a fourth of its cost, and the positions of the lanes and the rows stay in registers.
const ROWS_AT_ONCE: i64 = 4;
/// How many gathers a payload may have: the positions of more do not stay in registers.
const MAX_GATHERS: usize = 2;

/// How many iterations of loop `d`, the innermost one around the lanes, are done together.
pub(super) fn together(b: &Body, s: &Structured, plan: &Plan, d: usize) -> i64 {
    let writes_only = s.is_elementwise() && (0..s.outputs.len()).all(|i| !s.reads_output(b, i));
    let gathers = payload::gathers_beside(b, s, &plan.classes, d);
    let few = gathers.is_some_and(|n| (1..=MAX_GATHERS).contains(&n));
    if writes_only && few && plan.sizes[d] % ROWS_AT_ONCE == 0 { ROWS_AT_ONCE } else { 1 }
}

/// The lanes of `count` rows, beginning with the row of `ivs`. `known` values hold for all of them.
pub(super) fn emit(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    d: usize,
    count: i64,
    ivs: &[Option<Value>],
    known: &Known,
) {
    let zero = strata_arith::constant_index(b, 0);
    let mut rows: Vec<(Vec<Value>, Known)> = Vec::new();
    for number in 0..count {
        let mut ivs = ivs.to_vec();
        if let Some(first) = ivs[d].filter(|_| number > 0) {
            let number = strata_arith::constant_index(b, number);
            ivs[d] = Some(strata_arith::AddIOp::build(b, first, number, None));
        }
        let known = lane_loops::uniform(b, s, plan, &ivs, known.clone());
        rows.push((ivs.iter().map(|v| v.unwrap_or(zero)).collect(), known));
    }
    let n = plan.sizes[plan.dim];
    let full = n - n % plan.lanes;
    if full > 0 {
        full_loop(b, full, plan.lanes, &[], |b, start, _| {
            vectors(b, s, plan, &rows, start, None);
            Vec::new()
        });
    }
    if n > full {
        let start = strata_arith::constant_index(b, full);
        vectors(b, s, plan, &rows, start, Some(n - full));
    }
}

/// One vector of each row. All are computed before the first is stored, as a store may alias the loads of another row.
fn vectors(
    b: &mut Builder<'_>,
    s: &Structured,
    plan: &Plan,
    rows: &[(Vec<Value>, Known)],
    start: Value,
    valid: Option<i64>,
) {
    let n_in = s.inputs.len();
    let zero = strata_arith::constant_index(b, 0);
    let mut results: Vec<(Vec<Value>, Vec<Value>)> = Vec::new();
    for (ivs, known) in rows {
        let mut at = ivs.clone();
        at[plan.dim] = start;
        let mut args = Vec::new();
        for i in 0..n_in {
            let arg = b.block_args(s.block)[i];
            args.push(match known.get(&arg) {
                Some(&lanes) => lanes,
                None => lane_loops::operand(b, s, plan, i, &at, valid),
            });
        }
        args.resize(n_in + s.outputs.len(), Lanes::Uniform(zero));
        let place = Place { ivs: &at, dim: plan.dim, lanes: plan.lanes, valid };
        let yielded = clone_vector(b, s.block, &args, &place, known);
        let vectors = yielded.into_iter().map(|l| l.vector(b, plan.lanes)).collect();
        results.push((at, vectors));
    }
    for (at, vectors) in results {
        for (i, v) in vectors.into_iter().enumerate() {
            let indices = lane_loops::indices(b, s, n_in + i, &at);
            store(b, v, s.outputs[i], &indices, valid);
        }
    }
}
