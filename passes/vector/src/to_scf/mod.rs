//! `convert-vector-to-scf`: transfers of vectors of several dimensions become loops over transfers of vectors with one dimension less, and
//! those that do not run along the last dimension of memory loops over scalars.
//!
//! Before:
//! ```mlir
//! %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
//! ```
//! After:
//! ```mlir
//! %buffer = memref.alloca() : memref<vector<2x4xf32>>
//! %rows = vector.type_cast %buffer : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
//! scf.for %k = %c0 to %c2 step %c1 {
//!   %at = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%k)[%i]
//!   %row = vector.transfer_read %m[%at, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//!   memref.store %row, %rows[%k] : memref<2xvector<4xf32>>
//! }
//! %0 = memref.load %buffer[] : memref<vector<2x4xf32>>
//! ```
//! With `full-unroll` there are no buffer and no loop: the rows are put into the vector one by one, up to the limit `unroll_ops`. A row that
//! may be outside of the memref is transferred under a condition. Prints of vectors become prints of their elements.

mod buffers;
mod print;
mod scalable;
mod scalars;
mod transfer;
mod unrolled;

use std::sync::Arc;

use strata_ir::{core::Trait, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vector::{PrintOp, TransferReadOp, TransferWriteOp};

use crate::PERMUTE_TRANSFERS;
use transfer::Transfer;

/// Lower the operations from the vector dialect into the SCF dialect.
#[pass(name = "convert-vector-to-scf", produces = [affine, arith, memref, scf, tensor, vector], each_body)]
pub struct ConvertVectorToScf {
    /// Perform full unrolling when converting vector transfers to SCF.
    pub full_unroll: bool,
    /// Target vector rank to which transfer ops should be lowered.
    #[option(default = 1)]
    pub target_rank: u32,
    /// Lower transfer ops that operate on tensors.
    pub lower_tensors: bool,
    /// Add scalable vector specific lowerings (that introduce loops).
    pub lower_scalable: bool,
}

impl BodyPass for ConvertVectorToScf {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_vector_to_scf(body, self)?)
    }
}

/// A row of the patterns that depend on options.
type Row = fn(Op, &mut Rewriter<'_>, &ConvertVectorToScf) -> Option<()>;

/// Lowers the transfers and prints of `body`, but not those of its children.
pub fn convert_vector_to_scf(body: &mut Body, options: &ConvertVectorToScf) -> Result<(), Vec<Diagnostic>> {
    let mut patterns = PatternSet::new();
    patterns.add(PERMUTE_TRANSFERS);
    apply(body, &patterns)?;
    lower_transfers(body, options)
}

/// The same where transfers may permute dimensions.
pub fn lower_transfers(body: &mut Body, options: &ConvertVectorToScf) -> Result<(), Vec<Diagnostic>> {
    let errors: Vec<Diagnostic> =
        body.all_ops().into_iter().filter_map(|op| refusal(body, op, options)).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut rows: Vec<(&str, &'static str, Row)> = match options.full_unroll {
        true => vec![
            (TransferReadOp::NAME, "unroll-read", unrolled::read),
            (TransferWriteOp::NAME, "unroll-write", unrolled::write),
        ],
        false => vec![
            (TransferReadOp::NAME, "read-through-buffer", buffers::prepare_read),
            (TransferWriteOp::NAME, "write-through-buffer", buffers::prepare_write),
            (TransferReadOp::NAME, "loop-of-reads", buffers::unpack),
            (TransferWriteOp::NAME, "loop-of-writes", buffers::unpack),
        ],
    };
    if options.lower_scalable {
        rows.push((TransferWriteOp::NAME, "scalable-columns", scalable::write_transposed));
    }
    if options.target_rank == 1 {
        rows.push((TransferReadOp::NAME, "scalar-reads", scalars::read));
        rows.push((TransferWriteOp::NAME, "scalar-writes", scalars::write));
    }
    rows.push((PrintOp::NAME, "print-elements", print::elements));
    let mut patterns = PatternSet::new();
    for (op, name, row) in rows {
        let options = options.clone();
        patterns.add_fn(Some(op), name, 1, Arc::new(move |op, rw| row(op, rw, &options)));
    }
    let result = apply(body, &patterns);
    if options.full_unroll {
        transfer::remove_labels(body);
    }
    result
}

fn apply(body: &mut Body, patterns: &PatternSet) -> Result<(), Vec<Diagnostic>> {
    let config = GreedyConfig { canonicalize: false, top_down: false, ..GreedyConfig::default() };
    rewrite_greedily(body, patterns, &config).into_result().map_err(|d| vec![d])
}

/// The error of a transfer that the options ask to lower and that cannot be.
fn refusal(body: &Body, op: Op, options: &ConvertVectorToScf) -> Option<Diagnostic> {
    let t = Transfer::from_op(body, op)?;
    let reason = reason_against(body, &t, options)?;
    let message = format!("'{}' op cannot be lowered to loops: {reason}", body.op_name(op));
    Some(Diagnostic::error(body.loc(op), message))
}

fn reason_against(body: &Body, t: &Transfer, options: &ConvertVectorToScf) -> Option<String> {
    if !t.is_lowered(body, options) {
        return None;
    }
    // Dimensions are unpacked in the order of the vector, and those of the mask are in the order of memory.
    if t.mask.is_some() && !t.map.results().iter().filter_map(|e| e.as_dim()).is_sorted() {
        return Some("the dimensions of its mask are in another order than those of its vector".to_owned());
    }
    let limit = i64::from(body.cx().limits().unroll_ops);
    let unpacked = t.ty.shape.iter().zip(t.scalable()).take_while(|(_, scalable)| !scalable);
    let unpacked =
        unpacked.map(|(&n, _)| n).take(t.ty.shape.len().saturating_sub(options.target_rank as usize));
    let rows = unpacked.into_iter().try_fold(1i64, i64::checked_mul);
    let is_small = !options.full_unroll || rows.is_some_and(|n| n <= limit);
    (!is_small).then(|| "it has more rows than the limit unroll_ops".to_owned())
}

/// Whether ops of this kind bound the lifetime of allocations on the stack.
fn is_allocation_scope(body: &Body, op: Op) -> bool {
    body.has_trait(op, Trait::AutomaticAllocationScope)
}
