//! Propagation of shardings through the ops of a program.
//!
//! [`rules`] says how the dimensions of the operands and results of an op belong together, as factors. A `projection` sees the
//! shardings of an op by its factors, and `factors` extends them there. The passes read a module as a program of slots and nodes,
//! visit the nodes until nothing changes (`engine`), in rounds by kinds of ops (`rounds`) and by priorities of users
//! (`priorities`), and write the shardings back.

mod build;
mod direction;
mod edges;
mod engine;
mod factors;
mod groups;
mod passes;
mod populate;
mod priorities;
mod program;
pub mod projection;
mod rounds;
pub mod rules;
mod write;

pub use passes::{
    AggressivePropagate, BasicPropagate, OpPriorityPropagate, PropagationStrategy, UserPriorityPropagate,
};
pub use populate::PopulateOpShardingRules;
pub use rules::{Mode, sharding_rule, sharding_rule_in};

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry
        .add::<PopulateOpShardingRules>()
        .add::<BasicPropagate>()
        .add::<AggressivePropagate>()
        .add::<OpPriorityPropagate>()
        .add::<UserPriorityPropagate>();
}
