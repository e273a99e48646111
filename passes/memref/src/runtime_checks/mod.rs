//! `generate-runtime-verification`: what the verifier cannot know of an op is asserted when the program runs.
//!
//! Before:
//! ```mlir
//! %0 = memref.load %m[%i] : memref<?xf32>
//! ```
//! After:
//! ```mlir
//! %dim = memref.dim %m, %c0 : memref<?xf32>
//! %1 = arith.cmpi sge, %i, %c0 : index
//! %2 = arith.cmpi slt, %i, %dim : index
//! %3 = arith.andi %1, %2 : i1
//! cf.assert %3, "ERROR: Runtime op verification failed\0A%0 = memref.load %m[%i] : memref<?xf32>\0A^ out-of-bounds access\0ALocation: loc(…)"
//! %0 = memref.load %m[%i] : memref<?xf32>
//! ```
//! Accesses to elements, casts, sizes, copies, alignments and slices of buffers and tensors are checked, and the sizes of the operands of
//! structured ops.

mod access;
mod cast;
mod checker;
mod slice;
mod structured;

use std::ops::Range;

use rustc_hash::FxHashMap;
use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body_with_places, print_op},
};
use strata_linalg::LinalgOp;
use strata_memref as memref;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor as tensor;

use checker::Checker;

/// Generate additional runtime op verification checks
#[pass(
    name = "generate-runtime-verification",
    class = "GenerateRuntimeVerificationPass",
    produces = [affine, arith, cf, index, memref, scf, tensor],
    each_body
)]
pub struct GenerateRuntimeVerification {
    /// Verbosity level for runtime verification messages: 0 = Minimum (only source location), 1 = Detailed (include full operation details,
    /// names, types, shapes, etc.)
    #[option(default = 1)]
    pub verbose_level: u32,
}

/// Makes the checks of an op in front of it.
type Check = fn(&mut Checker<'_, '_>, Op) -> Option<()>;

/// The checks of the ops that have some.
const CHECKS: [(&str, Check); 15] = [
    (memref::AssumeAlignmentOp::NAME, access::alignment),
    (memref::AtomicRMWOp::NAME, |c, op| access::elements(c, op, 1, 2)),
    (memref::CastOp::NAME, cast::buffer),
    (memref::CopyOp::NAME, cast::copy),
    (memref::DimOp::NAME, access::dim),
    (memref::ExpandShapeOp::NAME, slice::expand_shape),
    (memref::GenericAtomicRMWOp::NAME, |c, op| access::elements(c, op, 0, 1)),
    (memref::LoadOp::NAME, |c, op| access::elements(c, op, 0, 1)),
    (memref::StoreOp::NAME, |c, op| access::elements(c, op, 1, 2)),
    (memref::SubViewOp::NAME, slice::subview),
    (tensor::CastOp::NAME, cast::tensor),
    (tensor::DimOp::NAME, access::dim),
    (tensor::ExtractOp::NAME, |c, op| access::elements(c, op, 0, 1)),
    (tensor::ExtractSliceOp::NAME, slice::extract_slice),
    (tensor::InsertOp::NAME, |c, op| access::elements(c, op, 1, 2)),
];

impl BodyPass for GenerateRuntimeVerification {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.verbose_level > 1 {
            let message = "generate-runtime-verification pass: set verboseLevel to 0 or 1";
            return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
        }
        let rules: FxHashMap<&str, Check> = CHECKS.into_iter().collect();
        let checked: Vec<(Op, Check)> = body
            .post_order()
            .into_iter()
            .filter_map(|op| {
                let is_structured = op.cast::<dyn LinalgOp>(body).is_some();
                let check = is_structured.then_some(structured::sizes as Check);
                Some((op, check.or_else(|| rules.get(body.op_name(op)).copied())?))
            })
            .collect();
        let texts = match self.verbose_level {
            0 => FxHashMap::default(),
            _ => texts(body, &checked, cx.print_options()),
        };
        for (op, check) in checked {
            let text = texts.get(&op).map_or("", |text| text);
            check(&mut Checker::new(&mut Builder::before(body, op), op, text), op);
        }
        Ok(())
    }
}

/// The ops as messages quote them, with the names of values before anything is changed.
fn texts(body: &Body, checked: &[(Op, Check)], options: &PrintOptions) -> FxHashMap<Op, String> {
    let brief = PrintOptions {
        local_scope: true,
        skip_regions: true,
        elide_elements_larger_than: Some(16),
        ..options.clone()
    };
    // One text of the whole body has all ops; those with regions are quoted without them.
    let (text, places) = print_body_with_places(body, &PrintOptions { skip_regions: false, ..brief.clone() });
    let places: FxHashMap<Op, Range<usize>> = places
        .into_iter()
        .filter(|place| std::ptr::eq(place.body, body))
        .map(|place| (place.op, place.text))
        .collect();
    let quote = |op: Op| match places.get(&op) {
        Some(place) if body.regions(op).is_empty() => text[place.clone()].to_owned(),
        _ => print_op(body, op, &brief),
    };
    checked.iter().map(|&(op, _)| (op, quote(op))).collect()
}
