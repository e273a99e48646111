//! `linalg-hoist-operands`: operands of products that are the same in each iteration are computed in front of the loop.
//!
//! # Before
//! ```mlir
//! scf.while (%h = %start) … {
//!   %w = linalg.generic … ins(%weights) … { arith.mulf %in, %scale } -> tensor<64x64xf32>
//!   %0 = linalg.matvec ins(%w, %h : …) outs(…) -> tensor<64xf32>
//! ```
//! # After
//! ```mlir
//! %w = linalg.generic … ins(%weights) … { arith.mulf %in, %scale } -> tensor<64x64xf32>
//! scf.while (%h = %start) … {
//!   %0 = linalg.matvec ins(%w, %h : …) outs(…) -> tensor<64xf32>
//! ```
//! The product then is a plain one. Only operands of products leave a loop: an elementwise op is merged with others, which costs less than
//! a tensor that is kept. An operand that has more bytes than each of the tensors that it is computed from stays too, as weights that are
//! stored as bytes.

use strata_ir::{
    analysis::{is_memory_effect_free, is_speculatable},
    core::element_bytes,
    prelude::*,
};
use strata_linalg::{BroadcastOp, FillOp, GenericOp, TransposeOp};
use strata_passes_analysis::contraction;
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp};

use crate::structured_op;

/// The longest chain of ops that computes an operand.
const MAX_CHAIN: usize = 64;

/// Moves operands out of the loops of a body. Returns how many.
pub(crate) fn hoist(body: &mut Body) -> usize {
    let mut hoisted = 0;
    // Inner loops first, so that what leaves them can leave the outer ones too.
    for op in body.post_order() {
        let Some(of_loop) = op.cast::<dyn LoopLike>(body) else { continue };
        for region in of_loop.loop_regions(body) {
            for block in body.blocks(region).to_vec() {
                hoisted += from_block(body, op, block);
            }
        }
    }
    hoisted
}

/// Moves operands of the products of a block, which is executed repeatedly, in front of the loop.
fn from_block(body: &mut Body, of_loop: Op, block: Block) -> usize {
    let mut hoisted = 0;
    let ops: Vec<Op> = body.block_ops(block).collect();
    for product in ops {
        let Some(s) = structured_op::structured(body, product) else { continue };
        if contraction::product(body, &s).is_none() {
            continue;
        }
        for &input in &s.inputs {
            let mut chain = Chain { block, ops: Vec::new(), largest: 0 };
            if body.def_op(input).is_none_or(|op| !body.parent_block(op).is_some_and(|b| b == block))
                || !chain.collect(body, input)
                || bytes(body, input).is_none_or(|n| n > chain.largest)
            {
                continue;
            }
            for op in chain.ops {
                let at = InsertPoint::before(body, of_loop);
                body.move_op(op, at);
            }
            hoisted += 1;
        }
    }
    hoisted
}

/// The ops of a block that compute a value from what is outside of the loop.
struct Chain {
    block: Block,
    /// In the order in which they can be moved.
    ops: Vec<Op>,
    /// The bytes of the largest tensor that is read.
    largest: i64,
}

impl Chain {
    /// Adds the ops that compute a value; false if it is not the same in each iteration, or is not computed by such ops.
    fn collect(&mut self, body: &Body, value: Value) -> bool {
        let Some(op) = body.def_op(value) else { return self.from_outside(body, value) };
        if body.parent_block(op) != Some(self.block) {
            return self.from_outside(body, value);
        }
        if self.ops.contains(&op) {
            return true;
        }
        let moves = body.has_trait(op, Trait::ConstantLike)
            || op.isa::<EmptyOp>(body)
            || op.isa::<FillOp>(body)
            || op.isa::<BroadcastOp>(body)
            || op.isa::<TransposeOp>(body)
            || op.isa::<ExpandShapeOp>(body)
            || op.isa::<CollapseShapeOp>(body)
            || op.isa::<GenericOp>(body)
                && structured_op::structured(body, op).is_some_and(|s| s.is_elementwise());
        // Values that payloads use count too.
        let inner = body.ops_in(op);
        let captured = inner.iter().flat_map(|&o| body.operands(o)).filter(|&v| {
            let own = body.def_block(v).and_then(|b| body.block_parent_op(b));
            !own.is_some_and(|p| p == op || body.is_ancestor(op, p))
        });
        let read: Vec<Value> = body.operands(op).chain(captured).collect();
        if !moves
            || self.ops.len() >= MAX_CHAIN
            || !is_memory_effect_free(body, op)
            || !is_speculatable(body, op)
            || !read.into_iter().all(|v| self.collect(body, v))
        {
            return false;
        }
        self.ops.push(op);
        true
    }

    /// Notes a value from outside; those of the block itself change.
    fn from_outside(&mut self, body: &Body, value: Value) -> bool {
        let region = body.block_parent(self.block);
        if body.def_block(value).and_then(|block| body.block_parent(block)) == region {
            return false;
        }
        self.largest = self.largest.max(bytes(body, value).unwrap_or(0));
        true
    }
}

/// The bytes of a tensor of static sizes.
fn bytes(body: &Body, value: Value) -> Option<i64> {
    let shaped = body.cx().shaped(body.ty(value))?;
    shaped.num_elements()?.checked_mul(element_bytes(body.cx(), shaped.elem)? as i64)
}
