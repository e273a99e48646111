//! Passes that work on any dialect, through traits and interfaces.
//!
//! **Architecture invariants.** Names no dialect but `builtin`. No unbounded recursion over the nesting of the IR.

pub mod canonicalize;
pub mod composite_fixed_point;
pub mod control_flow_sink;
pub mod cse;
pub mod inliner;
pub mod licm;
pub mod mem2reg;
pub mod print;
pub mod reconcile_casts;
pub mod remove_dead_values;
pub mod sccp;
pub mod snapshot_locations;
pub mod sroa;
pub mod strip_debug_info;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;
pub mod view_op_graph;

use strata_pass::PassRegistry;

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<canonicalize::Canonicalize>()
        .add::<composite_fixed_point::CompositeFixedPoint>()
        .add::<cse::Cse>()
        .add::<inliner::Inline>()
        .add::<licm::LoopInvariantCodeMotion>()
        .add::<mem2reg::Mem2Reg>()
        .add::<print::PrintIr>()
        .add::<print::PrintOpStats>()
        .add::<reconcile_casts::ReconcileUnrealizedCasts>()
        .add::<remove_dead_values::RemoveDeadValues>()
        .add::<sccp::Sccp>()
        .add::<snapshot_locations::SnapshotOpLocations>()
        .add::<sroa::Sroa>()
        .add::<control_flow_sink::ControlFlowSink>()
        .add::<strip_debug_info::StripDebugInfo>()
        .add::<symbol_dce::SymbolDce>()
        .add::<symbol_privatize::SymbolPrivatize>()
        .add::<topological_sort::TopologicalSort>()
        .add::<view_op_graph::ViewOpGraph>();
}
