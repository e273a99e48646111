//! Expansions of ops to simpler ones: batch normalization, Einstein sums, selection by index, random bits, factorizations of large
//! matrices.
//!
//! Each pass replaces its ops and leaves all others alone.

mod batch_norm;
mod block_factorizations;
mod einsum;
mod rng_bit_generator;
mod torch_index_select;

pub use batch_norm::BatchNormExpander;
pub use block_factorizations::BlockFactorizations;
pub use einsum::EinsumToDotGeneral;
pub use rng_bit_generator::RngBitGeneratorExpander;
pub use torch_index_select::TorchIndexSelectToGather;

use strata_ir::prelude::*;
use strata_pass::PassResult;

use crate::hlo_builder::HloBuilder;

/// The outcome of an expander: a value for each result, or the reason why the op stays.
type Expansion = fn(&mut HloBuilder<'_, '_>, Op) -> Result<Vec<Value>, &'static str>;

/// Replaces every op that the table names by its expansion. An op whose expansion fails stays, and the error is reported.
fn each(body: &mut Body, table: &[(&str, Expansion)]) -> PassResult {
    for op in body.all_ops() {
        let name = body.op_name(op);
        let Some(&(_, expand)) = table.iter().find(|(known, _)| *known == name) else { continue };
        let outcome = expand(&mut HloBuilder { b: &mut Builder::before(body, op) }, op);
        let values = match outcome {
            Ok(values) => values,
            Err(why) => {
                let name = body.op_name(op);
                return Err(Diagnostic::error(
                    body.loc(op),
                    format!("'{name}' op cannot be expanded: {why}"),
                )
                .into());
            }
        };
        for (i, value) in values.into_iter().enumerate() {
            let old = body.result(op, i);
            body.replace_all_uses(old, value);
        }
        body.erase(op);
    }
    Ok(())
}
