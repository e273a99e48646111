//! Collectives among the processes of one program, and the engines that carry them out.
//!
//! ```text
//! members of a group, with their arrays ──► Job ──► Engine: SharedMemory, or one that also reaches other machines
//! ```
//! - A [`Job`] is a collective with the types of its arrays and its group. [`Member`]s are the processes of the group that are in this
//!   process of the operating system, with the memory of their arrays: an engine reads and writes it in place.
//! - Reductions are in the order of the group, element by element, and each step rounds to the type of the elements. So results are equal
//!   on all members, and independent of time, of the number of threads and of the engine.
//! - [`DeviceMember`]s have their arrays in memory of devices, and a [`DeviceEngine`] does the job there, or [`ThroughHost`].
//! - The crate knows nothing of threads: who calls an engine has brought the members together.

mod collective;
mod config;
mod device;
mod distributed;
mod element;
mod engine;
mod group;
mod layout;
mod ragged;
mod reduction;
mod shared_memory;
mod small_float;
mod transport;

pub use collective::{Array, Collective, Job, Member};
pub use config::{entry, numbers};
pub use device::{DeviceEngine, DeviceMember, ThroughHost};
pub use distributed::Distributed;
pub use element::Element;
pub use engine::{Engine, Serial, Workers};
pub use group::{GridSize, Place, find_group, permutation};
pub use reduction::{Reduction, combine};
pub use shared_memory::SharedMemory;
pub use transport::Transport;
