//! Dialect conversion: each op is replaced once, by the row that a table has for ops of its type.
//!
//! [`convert_ops`] is the driver of all conversions of this project. It visits ops in the order that the conversion
//! chooses, asks for the [`Rule`] of their kind, applies the conversion of the row, and turns refusals into
//! diagnostics at the op. There are no rounds and nothing is rolled back, so the cost is linear in the number of ops.
//! The state of a conversion is a type of its own, which implements [`Conversion`].
//!
//! Most conversions replace ops in place and change types. [`InPlace`] is the state for them: the body, the
//! [`TypeConverter`], and the [`ValueMap`] from values to their replacements. Definitions are converted
//! before uses, so that no casts arise between two converted ops; a `builtin.unrealized_conversion_cast` stands only
//! between an op that is converted and one that is not. [`convert_body`] does all of it for a table of functions:
//!
//! ```text
//! const TOY: DialectConversions<Handler> = DialectConversions {
//!     name: "toy",
//!     rows: conversions! {
//!         ConstantOp => constant,
//!         WarmerOp => |c| replace_by(c, MaxSIOp::info()),
//!     },
//!     otherwise: Some("has no conversion to arith"),
//! };
//!
//! let types = TypeConverter::new().with(|_, cx, ty| is_celsius(cx, ty).then(|| Ok(cx.i64())));
//! convert_body(body, types, &ConversionTable::new([TOY]), Blocks::Convert)?;
//! ```
//! `examples/toy-dialect/src/to_arith.rs` is this conversion in full.

mod casts;
mod driver;
mod fold;
mod in_place;
mod order;
mod table;
mod types;
mod values;

pub use casts::{reconcile_casts, unrealized_cast};
pub use driver::{Conversion, Converted, Failure, Outcome, Rule, convert_ops, failure};
pub use fold::{Folding, fold_op, materialize_constant};
pub use in_place::{Blocks, Handler, InPlace, convert_body};
pub use order::{definitions_first, outermost_and_last_first};
pub use table::{ConversionTable, DialectConversions, Row};
pub use types::{TypeConverter, convert_function_type};
pub use values::{ConvertedArgs, ValueMap};
