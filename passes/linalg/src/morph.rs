//! `linalg-morph-ops`: conversions between named ops, `linalg.elementwise` and `linalg.generic`.
//!
//! Before:
//! ```mlir
//! %0 = linalg.add ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%z : tensor<4xf32>) -> tensor<4xf32>
//! ```
//! After, with `named-to-category`:
//! ```mlir
//! %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%z : tensor<4xf32>) -> tensor<4xf32>
//! ```

use strata_ir::prelude::*;
use strata_linalg::{ELEMENTWISE_FUNCTIONS, ElementwiseOp, LinalgOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{generalize::GENERALIZE, patterns::apply, specialize::SPECIALIZE};

/// Convert linalg ops between forms.
#[pass(name = "linalg-morph-ops", class = "LinalgMorphOpsPass", produces = [arith, math], each_body)]
pub struct MorphOps {
    /// convert named ops to category op e.g. `linalg.elementwise`
    pub named_to_category: bool,
    /// convert category ops e.g. `linalg.elementwise` to `linalg.generic`
    pub category_to_generic: bool,
    /// convert named ops e.g. `linalg.add` to `linalg.generic`
    pub named_to_generic: bool,
    /// convert linalg.generic to equivalent named ops
    pub generic_to_named: bool,
}

impl BodyPass for MorphOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        if self.named_to_category {
            patterns.add(&[PatternRow { root: None, name: "to-category", apply: to_category }]);
        }
        if self.named_to_generic || self.category_to_generic {
            patterns.add(GENERALIZE);
        }
        if self.generic_to_named {
            patterns.add(SPECIALIZE);
        }
        apply(body, &patterns)
    }
}

/// A named elementwise op becomes `linalg.elementwise`, except `linalg.max` and `linalg.min`, which upstream leaves.
fn to_category(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let name = rw.op_name(op);
    let &(_, kind) = ELEMENTWISE_FUNCTIONS.iter().find(|(n, _)| *n == name)?;
    if matches!(name, "linalg.max" | "linalg.min") {
        return None;
    }
    let linalg = op.cast::<dyn LinalgOp>(rw)?;
    let (inputs, maps) = (linalg.dps_inputs(rw), linalg.indexing_maps(rw));
    let output = *linalg.dps_inits(rw).first()?;
    let new = ElementwiseOp::create(rw, kind, &inputs, output, &maps).ok()?;
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}
