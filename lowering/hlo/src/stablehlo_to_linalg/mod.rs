//! `stablehlo-legalize-to-linalg`: lowers programs on tensors to structured loops, slices and structured control flow.
//!
//! Before:
//! ```mlir
//! func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
//!   %0 = stablehlo.add %x, %y : tensor<4xf32>
//!   return %0 : tensor<4xf32>
//! }
//! ```
//! After:
//! ```mlir
//! func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
//!   %0 = tensor.empty() : tensor<4xf32>
//!   %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
//!       ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
//!   ^bb0(%a: f32, %b: f32, %out: f32):
//!     %2 = arith.addf %a, %b : f32
//!     linalg.yield %2 : f32
//!   } -> tensor<4xf32>
//!   return %1 : tensor<4xf32>
//! }
//! ```
//! With `parallel=true`, ops whose elements depend on each other become a few ops over all elements, for targets that run thousands of
//! threads; otherwise they become serial loops:
//! ```mlir
//! %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({ … }) : (tensor<1000xf32>) -> tensor<1000xf32>
//! ```
//! becomes ten rounds of
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%to : tensor<1000xf32>) {
//! ^bb0(%out: f32):
//!   %i = linalg.index 0 : index
//!   %k = scf.while … // where the element of two merged runs comes from, by a binary search
//!   %v = tensor.extract %from[%k] : tensor<1000xf32>
//!   linalg.yield %v : f32
//! } -> tensor<1000xf32>
//! ```
//!
//! `state` is the common part that all families of ops import, a family lowers one or a few ops, `dispatch` has the table of all ops and
//! imports all families, and `function` walks over the blocks.
//!
//! Unsigned integers become signless ones everywhere, so the function is rebuilt beside the old ops, whose types still give the signs, and
//! the old ops are erased at the end. If an op cannot be lowered, the function is unchanged.

mod bits;
mod broadcast;
mod cast;
mod checked;
mod clone;
mod complex;
mod constants;
mod contraction;
mod control;
mod convolution;
mod custom_call;
mod dispatch;
mod elementwise;
mod emit;
mod factors;
mod function;
mod gather;
mod index_math;
mod indexed;
mod indices;
mod iota;
mod linear;
mod loops;
mod movement;
mod pad;
mod parallel;
mod payload;
mod reduction;
mod reshape;
mod scalar;
mod scan;
mod scatter;
mod scatter_parts;
mod select_and_scatter;
mod shape_operands;
pub(crate) mod size_equality;
mod sizes;
mod slices;
mod sort;
mod state;
mod tuples;
mod types;
mod window;

use strata_ir::{core::Diagnostic, prelude::*};
use strata_linalg::InputPrecision;
use strata_pass::{BodyPass, PassCx, PassResult, Word, pass};
use strata_stablehlo::ScatterOutOfBounds;

pub(crate) use checked::fits;
pub(crate) use dispatch::needs_no_routine;
pub use dispatch::rows;
pub use function::legalize;
pub(crate) use scalar::is_elementwise;
pub(crate) use scan::is_scan_of_elements;
pub use state::Options;
pub use types::signless;

/// Legalize StableHLO to LinAlg.
#[pass(
    name = "stablehlo-legalize-to-linalg",
    class = "StablehloLegalizeToLinalg",
    on = "func.func",
    produces = [arith, cf, complex, linalg, math, scf, tensor],
    establishes = ["no-hlo"],
    idempotent
)]
pub struct LegalizeToLinalg {
    /// Lower sorts, scans, scatters, Fourier transforms and factorizations to ops that compute all elements at once
    pub parallel: bool,
    /// Precision of f32 products whose precision is DEFAULT: tf32, tf32x3 or ieee; without it no product has an input_precision
    pub default_precision: String,
    /// Effect of a scatter window that is partly outside of its input: window drops all of it (XLA, JAX), element drops the elements outside
    /// (StableHLO's specification)
    pub scatter_out_of_bounds: Word<ScatterOutOfBounds>,
}

impl BodyPass for LegalizeToLinalg {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let loc = body.loc(Op::SELF);
        let error = |option: &str, why: String| Diagnostic::error(loc, format!("{option}: {why}"));
        let default_precision = match self.default_precision.as_str() {
            "" => None,
            word => Some(word.parse::<InputPrecision>().map_err(|why| error("default-precision", why))?),
        };
        let Word(scatter_out_of_bounds) = self.scatter_out_of_bounds;
        let options = Options { parallel: self.parallel, default_precision, scatter_out_of_bounds };
        Ok(legalize(body, options)?)
    }
}

/// The result of a lowering; the error is the reason, without the op and its location.
pub(crate) type Lowered<T> = Result<T, String>;

/// The reason why an op without a row in the table cannot be lowered.
const UNKNOWN: &str = "no lowering is known";
