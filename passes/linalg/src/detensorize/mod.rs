//! `linalg-detensorize`: tensors without dimensions that control flow depends on become scalars.
//!
//! Before:
//! ```mlir
//! ^bb1(%i: tensor<i32>):
//!   %c = linalg.generic {… iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) { … arith.cmpi slt … }
//!   %go = tensor.extract %c[] : tensor<i1>
//!   cf.cond_br %go, ^bb2(%i : tensor<i32>), ^bb3(%i : tensor<i32>)
//! ```
//! After:
//! ```mlir
//! ^bb1(%i: i32):
//!   %go = arith.cmpi slt, %i, %extracted : i32
//!   cf.cond_br %go, ^bb2(%i : i32), ^bb3(%i : i32)
//! ```
//! [`component`] finds the structured ops and the arguments of blocks, or all of them in aggressive mode; [`convert`] makes them scalars.
//! The arguments of the function stay tensors. What ops of `scf` carry stays, too: `scalarize-carried-tensors` rewrites it.

mod component;
mod convert;

use strata_ir::{
    core::Trait,
    prelude::*,
    rewrite::{GreedyConfig, RegionSimplification, patterns, rewrite_greedily},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::ExtractOp;

/// Detensorize linalg ops.
#[pass(name = "linalg-detensorize", class = "LinalgDetensorizePass", produces = [arith, tensor], each_body)]
pub struct Detensorize {
    /// Detensorize all ops that qualify for detensoring along with branch operands and basic-block arguments.
    pub aggressive_mode: bool,
}

impl BodyPass for Detensorize {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let found = match self.aggressive_mode {
            true => component::everything(body),
            false => component::of_control_flow(body),
        };
        convert::convert(body, &found);
        constants_first(body);
        let mut patterns = PatternSet::new();
        patterns.add(patterns! { ExtractOp => "extract-from-index-cast": extract_from_index_cast });
        let config = GreedyConfig {
            canonicalize: false,
            top_down: false,
            visit_created: true,
            regions: RegionSimplification::Aggressive,
            ..GreedyConfig::default()
        };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Puts constants at the start of the function, each in front of those before it, as upstream does.
fn constants_first(body: &mut Body) {
    let Some(entry) = body.entry() else { return };
    for op in body.all_ops() {
        if body.has_trait(op, Trait::ConstantLike) {
            let at = InsertPoint::at_start(body, entry);
            body.move_op(op, at);
        }
    }
}

/// An element of a cast to or from `index` is the cast of an element.
fn extract_from_index_cast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let tensor = op.as_op::<ExtractOp>(rw)?.tensor(rw);
    let def = rw.def_op(tensor)?;
    (rw.op_name(def) == "arith.index_cast").then(|| op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw))?
}
