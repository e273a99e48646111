//! `promote-buffers-to-stack`: small buffers that nothing frees and that do not leave a scope are on the stack.
//!
//! Before:
//! ```mlir
//! %0 = memref.alloc() : memref<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = memref.alloca() : memref<4xf32>
//! ```
//! A buffer of unknown size is small if its sizes are ranks of memrefs. It stays where it may leave the scope around it: a function, or an iteration
//! of a loop.

use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{AllocaOp, RankOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    placement::{has_known_control_flow, is_loop, on_heap},
    view_flow::ViewFlow,
};

/// Promotes heap-based allocations to automatically managed stack-based allocations
#[pass(name = "promote-buffers-to-stack", class = "PromoteBuffersToStackPass", on = "func.func")]
pub struct PromoteBuffersToStack {
    /// Maximal size in bytes to promote allocations to stack.
    #[option(default = 1024)]
    pub max_alloc_size_in_bytes: u64,
    /// Maximal memref rank to promote dynamic buffers.
    #[option(default = 1)]
    pub max_rank_of_allocated_memref: u64,
}

impl BodyPass for PromoteBuffersToStack {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let flow = ViewFlow::new(body);
        for allocation in on_heap(body) {
            let small = self.is_small(body, allocation.op, allocation.buffer);
            if !small || allocation.free.is_some() || !has_scope(body, &flow, allocation.buffer) {
                continue;
            }
            let Some(info) = body.cx().op_info(AllocaOp::NAME) else { continue };
            let mut state = OpState::new(info, body.loc(allocation.op));
            state.operands = body.operands(allocation.op).collect();
            state.result_types = SmallVec::from_elem(body.ty(allocation.buffer), 1);
            state.attrs = body.attr_slots(allocation.op).collect();
            state.extra = body.extra_attrs(allocation.op).to_vec();
            let new = Builder::before(body, allocation.op).build(state);
            let new = body.result(new, 0);
            body.replace_all_uses(allocation.buffer, new);
            body.erase(allocation.op);
        }
        Ok(())
    }
}

impl PromoteBuffersToStack {
    fn is_small(&self, body: &Body, op: Op, buffer: Value) -> bool {
        let cx = body.cx();
        let Some(ty) = cx.type_as::<MemRefType>(body.ty(buffer)) else { return false };
        if ty.shape.contains(&DYNAMIC) {
            return ty.shape.len() as u64 <= self.max_rank_of_allocated_memref
                && body.operands(op).all(|size| body.def_as::<RankOp>(size).is_some());
        }
        let bits = || {
            let elements =
                ty.shape.iter().try_fold(1_u64, |n, &size| n.checked_mul(u64::try_from(size).ok()?))?;
            elements.checked_mul(element_bits(cx, ty.elem)?)
        };
        bits().is_some_and(|bits| bits <= self.max_alloc_size_in_bytes.saturating_mul(8))
    }
}

/// The bits of an element in memory. The last dimension of a vector takes a power of two.
fn element_bits(cx: &Context, elem: Type) -> Option<u64> {
    if let Some(vector) = cx.type_as::<VectorType>(elem) {
        let (&last, rest) = vector.shape.split_last()?;
        let rows = rest.iter().try_fold(1_u64, |n, &size| n.checked_mul(u64::try_from(size).ok()?))?;
        let last = u64::try_from(last).ok()?.checked_next_power_of_two()?;
        return rows.checked_mul(last)?.checked_mul(element_bits(cx, vector.elem)?);
    }
    match cx.bit_width(elem) {
        Some(bits) => Some(u64::from(bits)),
        None => Some(element_bytes(cx, elem)? as u64 * 8),
    }
}

/// Whether there is a scope around a buffer that neither it nor a view of it leaves.
fn has_scope(body: &Body, flow: &ViewFlow, buffer: Value) -> bool {
    let values = flow.from(buffer);
    let mut region = body.def_block(buffer).and_then(|block| body.block_parent(block));
    while let Some(scope) = region {
        let Some(around) = body.region_parent(scope) else { return false };
        let mut users = values.iter().flat_map(|&value| body.users(value));
        let leaves = |user: Op| {
            let ends =
                body.has_trait(user, Trait::ReturnLike) || user.cast::<dyn RegionTerminator>(body).is_some();
            ends && body.parent_region(user) == Some(scope)
        };
        if body.has_trait(around, Trait::AutomaticAllocationScope) && !users.any(leaves) {
            return true;
        }
        if is_loop(body, around) || !has_known_control_flow(body, around) {
            return false;
        }
        region = body.parent_region(around);
    }
    false
}
