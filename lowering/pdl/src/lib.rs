//! Lowering of patterns: `convert-pdl-to-pdl-interp` makes one matcher of all patterns of a module, and a rewriter of each.
//!
//! `predicates` says what a pattern asks of the program, with `roots` for the order in which its roots are reached; `order.rs` sorts the questions of
//! all patterns so that shared ones come first, `tree.rs` makes a tree of decisions of them, and `matcher` writes the tree as branches. `rewriter`
//! writes the change of a pattern as calls that make it.
//!
//! **Architecture invariants.** A pattern is only read. The functions do not depend on hash order: what is iterated has an order of its own.

mod handles;
mod matcher;
mod order;
mod pass;
mod position;
mod predicates;
mod rewriter;
mod roots;
mod tree;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<pass::ConvertPdlToPdlInterp>();
}
