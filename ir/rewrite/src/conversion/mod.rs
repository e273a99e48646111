//! Dialect conversion: turns illegal ops into legal ones, with conversion of types.
//!
//! The driver goes over the ops once, in program order, and never takes a rewrite back. A value that was replaced by
//! values of other types is seen by ops not converted yet through a `builtin.unrealized_conversion_cast`; operands of
//! converted ops look through such casts. At the end casts that cancel out or are unused are gone, and the rest is
//! given to the materialisations of the [`TypeConverter`], or stays.
//!
//! ```text
//! let mut target = ConversionTarget::new();
//! target.legal_dialect("llvm").illegal_dialect("arith");
//! let mut patterns = ConversionPatterns::new(Arc::new(converter));
//! patterns.add(LowerAdd);
//! apply_partial_conversion(body, &target, &patterns)?;
//! ```

mod casts;
mod driver;
mod pattern;
mod rewriter;
mod signature;
mod target;
mod types;

pub use casts::reconcile_casts;
pub use driver::{ConversionStats, apply_full_conversion, apply_partial_conversion};
pub use pattern::{Adaptor, ConversionPattern, ConversionPatterns, NoMatch};
pub use rewriter::ConversionRewriter;
pub use signature::{SignatureConversion, add_function_conversion, convert_function_type, is_function_legal};
pub use target::{ConversionTarget, Legality};
pub use types::{Converted, TypeConverter};
