//! Messages between ranks by MPI, for the collectives of programs whose processes are on several machines.
//!
//! - The library is loaded at run time: nothing of MPI is needed to build or to link this crate, and [`World::open`] returns an error where
//!   there is none.
//! - Three binary interfaces are known ([`Abi`]): the standard one of MPI 5, and those of Open MPI and of MPICH (which Intel MPI and MVAPICH
//!   have, too). Which one it is, the library says itself.
//! - Messages are bytes, sent and received without blocking. A rank that does not answer in time is an error with its number; one on this
//!   machine that has ended is an error at once (`life`).
//! - Somebody else in the process may use MPI, too: it is initialized if nobody has, and left by whoever initialized it.

mod abi;
mod library;
mod life;
mod options;
mod world;

pub use abi::Abi;
pub use library::LIBRARY;
pub use options::{Options, TIMEOUT};
pub use world::{News, World};
