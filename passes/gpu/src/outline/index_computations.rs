//! `gpu-launch-sink-index-computations`: copies cheap computations into kernels instead of passing their results.
//!
//! # Before
//! ```mlir
//! %c8 = arith.constant 8 : index
//! %n = memref.dim %x, %c0 : memref<?xf32>
//! gpu.launch … { … %c8 … %n … }
//! ```
//! # After
//! ```mlir
//! gpu.launch … {
//!   %c8 = arith.constant 8 : index
//!   %n = memref.dim %x, %c0 : memref<?xf32>
//!   … %c8 … %n …
//! }
//! ```
//! These are constants, sizes of buffers, comparisons and selections, if they need no additional parameter. Outlining also sinks reshapes
//! of buffers and constant globals, so that a buffer with several shapes is one parameter.

use rustc_hash::FxHashSet;
use strata_gpu::LaunchOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{buffer_alias::is_view, buffer_layout::is_bare};

/// Sink index computations into gpu.launch body.
#[pass(
    name = "gpu-launch-sink-index-computations",
    class = "GpuLaunchSinkIndexComputationsPass",
    each_body,
    idempotent
)]
pub struct SinkIndexComputations;

impl BodyPass for SinkIndexComputations {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if let Some(launch) = op.as_op::<LaunchOp>(body) {
                sink(body, launch, &is_index_computation);
            }
        }
        Ok(())
    }
}

/// Constants, sizes, comparisons and selections.
pub(super) fn is_index_computation(b: &Body, op: Op) -> bool {
    b.has_trait(op, Trait::ConstantLike) && b.num_operands(op) == 0 && b.regions(op).is_empty()
        || matches!(b.op_name(op), "memref.dim" | "arith.select" | "arith.cmpi")
}

/// Also reshapes of a buffer that is passed as a pointer.
pub(super) fn is_cheap_view(b: &Body, op: Op) -> bool {
    let bare = |v: Value| is_bare(b.cx(), b.ty(v));
    match is_view(b, op) {
        true => b.num_operands(op) == 1 && bare(b.operand(op, 0)),
        false => is_index_computation(b, op),
    }
}

/// Copies ops for which `may` holds into a launch, with those that they depend on, where that needs no additional parameters.
pub(super) fn sink(b: &mut Body, launch: LaunchOp, may: &dyn Fn(&Body, Op) -> bool) {
    let captured = super::captured(b, launch);
    let outside: FxHashSet<Value> = captured.iter().copied().collect();
    let mut chosen: Vec<Op> = Vec::new();
    for &value in &captured {
        if let Some(op) = b.def_op(value) {
            choose(b, op, may, &outside, &mut chosen);
        }
    }
    let region = launch.body(b);
    let Some(&block) = b.blocks(region).first() else { return };
    let mut at = InsertPoint::at_start(b, block);
    let mut map = IdMap::new();
    for op in chosen {
        let copy = b.clone_op(op, &mut map);
        b.insert(copy, at);
        at = InsertPoint::after(b, copy);
    }
    b.map_operands_inside(launch.op(), &map);
}

/// Appends an op after those that it depends on; returns whether all of them may be copied.
fn choose(
    b: &Body,
    op: Op,
    may: &dyn Fn(&Body, Op) -> bool,
    outside: &FxHashSet<Value>,
    chosen: &mut Vec<Op>,
) -> bool {
    if chosen.contains(&op) {
        return true;
    }
    if !may(b, op) {
        return false;
    }
    let before = chosen.len();
    for v in b.operands(op).collect::<Vec<_>>() {
        let follows = b.def_op(v).is_some_and(|d| choose(b, d, may, outside, chosen));
        // The source of a view may become a parameter, since it replaces the view as one.
        let stands_for_it = is_view(b, op) && b.operand(op, 0) == v;
        if !follows && !outside.contains(&v) && !stands_for_it {
            chosen.truncate(before);
            return false;
        }
    }
    chosen.push(op);
    true
}
