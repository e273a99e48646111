//! `stablehlo-fold-index-tables`: folds the computation of the indices of `gather`.
//!
//! Before:
//! ```mlir
//! %i = stablehlo.iota dim = 0 : tensor<8xi32>
//! %c = stablehlo.constant dense<2> : tensor<8xi32>
//! %k = stablehlo.divide %i, %c : tensor<8xi32>
//! %0 = "stablehlo.gather"(%x, %k) …
//! ```
//! After:
//! ```mlir
//! %k = stablehlo.constant dense<[0, 0, 1, 1, 2, 2, 3, 3]> : tensor<8xi32>
//! %0 = "stablehlo.gather"(%x, %k) …
//! ```
//! Only integers are folded, and tables of at most [`LARGEST`] elements: larger grids remain broadcasts of tables.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{ConstantOp, GatherOp};

use crate::Evaluator;

/// The most elements of a table.
const LARGEST: i64 = 4096;
/// The most ops that are visited in one function.
const MOST_OPS: usize = 10_000;

/// Folds the computation of gather indices.
#[pass(
    name = "stablehlo-fold-index-tables",
    class = "StablehloFoldIndexTablesPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent,
    statistics = ["num-folded": "Number of ops that became constants"]
)]
pub struct FoldIndexTables;

impl BodyPass for FoldIndexTables {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let wanted = sources(body);
        if wanted.is_empty() {
            return Ok(());
        }
        let evaluator = Evaluator::new(body.cx(), LARGEST, false).with_broadcasts();
        // In program order, so that operands are folded before their users.
        for op in body.all_ops() {
            if !wanted.contains(&op) || body.has_trait(op, Trait::ConstantLike) {
                continue;
            }
            let Some(values) = evaluator.evaluate(body, op) else { continue };
            for (i, value) in values.into_iter().enumerate() {
                let old = body.result(op, i);
                let ty = body.ty(old);
                let new = ConstantOp::build(&mut Builder::before(body, op), value, ty);
                body.replace_all_uses(old, new);
            }
            body.erase(op);
            cx.count("num-folded", 1);
        }
        Ok(())
    }
}

/// The ops that gather indices are computed from.
fn sources(body: &Body) -> FxHashSet<Op> {
    let mut found = FxHashSet::default();
    let gathers = body.all_ops().into_iter().filter_map(|op| op.as_op::<GatherOp>(body));
    let mut left: Vec<Value> = gathers.map(|op| op.start_indices(body)).collect();
    while let Some(value) = left.pop() {
        let Some(op) = body.def_op(value) else { continue };
        if found.len() < MOST_OPS && body.regions(op).is_empty() && found.insert(op) {
            left.extend(body.operands(op));
        }
    }
    found
}
