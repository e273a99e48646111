//! `linalg-fold-into-elementwise`: `linalg.elementwise` reads the input of a transpose, by another map.
//!
//! Before:
//! ```mlir
//! %0 = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
//! %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
//! ```
//! After:
//! ```mlir
//! %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, …] ins(%x : tensor<8x4xf32>) …
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_linalg::{DestinationStyle, ElementwiseOp, LinalgOp, TransposeOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::patterns::apply_rows;

/// Fold transpose ops into elementwise.
#[pass(name = "linalg-fold-into-elementwise", class = "LinalgFoldIntoElementwisePass", each_body)]
pub struct FoldIntoElementwise;

impl BodyPass for FoldIntoElementwise {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply_rows(body, patterns! { ElementwiseOp => "fold-transposes": fold })
    }
}

fn fold(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let elementwise = op.as_op::<ElementwiseOp>(rw)?;
    let mut maps = LinalgOp::indexing_maps(&elementwise, rw);
    let mut inputs = elementwise.dps_inputs(rw);
    let output = *elementwise.dps_inits(rw).first()?;
    let mut changed = false;
    for (input, map) in inputs.iter_mut().zip(&mut maps) {
        let Some(transpose) = rw.def_of::<TransposeOp>(*input).filter(|_| map.is_identity()) else {
            continue;
        };
        *input = transpose.input(rw);
        *map = LinalgOp::indexing_map(&transpose, rw, 0)?;
        changed = true;
    }
    if !changed {
        return None;
    }
    let kind = elementwise.function(rw)?;
    let new = ElementwiseOp::create(rw, kind, &inputs, output, &maps).ok()?;
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}
