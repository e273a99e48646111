//! Programs built from Rust, operation by operation, in the way of XLA's client library.
//!
//! ```
//! use strata_xla::{Client, Literal, PrimitiveType::F32, Shape, XlaBuilder};
//! let b = XlaBuilder::new("axpy");
//! let a = b.parameter(0, &Shape::scalar(F32), "a")?;
//! let x = b.parameter(1, &Shape::array(F32, &[3]), "x")?;
//! let y = b.parameter(2, &Shape::array(F32, &[3]), "y")?;
//! let sum = b.add(b.mul(a, x, &[])?, y, &[])?;
//! let program = b.build(sum)?;
//! let run = Client::interpreter().compile(&program)?;
//! let arguments = [Literal::from(2.0f32), [1.0f32, 2.0, 3.0].into(), [10.0f32, 20.0, 30.0].into()];
//! assert_eq!(run.execute(&arguments)?, [Literal::from([12.0f32, 24.0, 36.0])]);
//! # Ok::<(), strata_xla::Error>(())
//! ```
//!
//! [`XlaBuilder`] has a method for every operation, under its name in snake case and with its order of arguments. Where
//! XLA has optional arguments at the end, the methods take all of them: an empty list, `None` or `false` is the default.
//! An operation whose name is a Rust keyword ends in an underscore: [`XlaBuilder::while_`]. Where several forms share a
//! name, the others have the name of what is special: [`XlaBuilder::reshape_explicit`].
//!
//! The result is StableHLO: [`XlaBuilder::build`] gives an [`XlaComputation`], whose module any pass or tool takes.
//! [`Client`] runs it: in the reference interpreter, or as native code with the feature `cpu`.
//!
//! Multiple results are a tuple, as in XLA. Tuples exist in the builder only: the module has several values, and an op
//! `stablehlo.tuple` only where an operation needs the tuple as a value.

mod builder;
mod client;
#[cfg(feature = "cpu")]
mod compiled;
mod computation;
mod custom_call;
mod emit;
mod error;
mod executable;
mod literal;
mod native;
mod op;
mod ops;
mod primitive;
mod shape;
mod types;

pub use builder::XlaBuilder;
pub use client::{Client, eval};
pub use computation::XlaComputation;
pub use error::{Error, Result};
pub use executable::{DeviceResults, DeviceRun, Executable, Outfeed};
pub use literal::Literal;
pub use native::NativeType;
pub use op::{IntoRoot, Root, XlaOp};
pub use ops::Branch;
pub use primitive::PrimitiveType;
pub use shape::{ArrayShape, Shape, UNBOUNDED};
pub use strata_interp::Options;
pub use types::*;
