//! Passes that work on any dialect, through traits and interfaces.
//!
//! **Architecture invariants.** Names no dialect but `builtin`. No unbounded recursion over the nesting of the IR.

pub mod canonicalize;
pub mod cse;
pub mod equivalence;
pub mod inline;
pub mod licm;
pub mod print;
pub mod reconcile_casts;
pub mod regions;
pub mod sccp;
pub mod sink;
pub mod strip_debuginfo;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;

use strata_pass::PassRegistry;

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<canonicalize::Canonicalize>(&canonicalize::INFO)
        .add::<cse::Cse>(&cse::INFO)
        .add::<inline::Inline>(&inline::INFO)
        .add::<licm::LoopInvariantCodeMotion>(&licm::INFO)
        .add::<print::PrintIr>(&print::PRINT_IR)
        .add::<print::PrintOpStats>(&print::PRINT_OP_STATS)
        .add::<reconcile_casts::ReconcileUnrealizedCasts>(&reconcile_casts::INFO)
        .add::<sccp::Sccp>(&sccp::INFO)
        .add::<sink::ControlFlowSink>(&sink::INFO)
        .add::<strip_debuginfo::StripDebugInfo>(&strip_debuginfo::INFO)
        .add::<symbol_dce::SymbolDce>(&symbol_dce::INFO)
        .add::<symbol_privatize::SymbolPrivatize>(&symbol_privatize::INFO)
        .add::<topological_sort::TopologicalSort>(&topological_sort::INFO);
}
