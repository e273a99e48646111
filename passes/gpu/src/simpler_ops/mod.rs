//! Ops of kernels by simpler ones that any device has: upstream's set of patterns `gpu.gpu_rewrite_patterns`.
//!
//! - The number of a thread in a launch is that in its block and that of the block.
//! - 64 bits are exchanged between lanes as two numbers of 32 bits.
//! - A reduction over a block is one over each warp, whose results are in shared memory, and one over these ([`reduce_blocks`]).

mod block_reduction;

pub use block_reduction::reduce_blocks;

use strata_arith::{
    AddIOp, AndIOp, BitcastOp, ExtUIOp, MulIOp, OrIOp, ShLIOp, ShRUIOp, TruncIOp, constant_int,
};
use strata_gpu::{BlockDimOp, BlockIdOp, Dimension, GlobalIdOp, ShuffleOp, ThreadIdOp};
use strata_ir::{prelude::*, rewrite::patterns};

/// Numbers of threads in launches, and exchanges of 64 bits.
pub const SIMPLER_OPS: &[PatternRow] = patterns! {
    GlobalIdOp => "global-id-by-block": global_id,
    ShuffleOp => "shuffle-halves": shuffle_halves,
};

fn global_id(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dimension = *rw.cx().attr_as::<Dimension>(rw.attr(op, "dimension")?)?;
    let block = BlockIdOp::create(rw, dimension);
    let size = BlockDimOp::create(rw, dimension);
    let first = MulIOp::build(rw, block, size, None);
    let thread = ThreadIdOp::create(rw, dimension);
    let id = AddIOp::build(rw, thread, first, None);
    rw.replace_op(op, &[id]);
    Some(())
}

fn shuffle_halves(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let shuffle = op.as_op::<ShuffleOp>(rw)?;
    let (value, offset, width) = (shuffle.value(rw), shuffle.offset(rw), shuffle.width(rw));
    let (ty, mode) = (rw.ty(value), rw.attr(op, "mode")?);
    let (i1, i32, i64) = (rw.cx().i1(), rw.cx().i32(), rw.cx().i64());
    let float = rw.cx().as_float(ty).is_some();
    if !float && rw.cx().as_int(ty).is_none() || rw.cx().bit_width(ty) != Some(64) {
        return None;
    }
    let bits = if float { BitcastOp::build(rw, value, i64) } else { value };
    let low = TruncIOp::build(rw, bits, None, i32);
    let half = constant_int(rw, 32, i64);
    let high = ShRUIOp::build(rw, bits, half, None);
    let high = TruncIOp::build(rw, high, None, i32);
    let [low, high] = [low, high].map(|part| ShuffleOp::build(rw, part, offset, width, mode, i1));
    let valid = [low, high].map(|part| part.valid(rw));
    let [low, high] = [low, high].map(|part| part.shuffle_result(rw));
    let low = ExtUIOp::build(rw, low, i64);
    let high = ExtUIOp::build(rw, high, i64);
    let high = ShLIOp::build(rw, high, half, None);
    let bits = OrIOp::build(rw, high, low);
    let value = if float { BitcastOp::build(rw, bits, ty) } else { bits };
    let valid = AndIOp::build(rw, valid[0], valid[1]);
    rw.replace_op(op, &[value, valid]);
    Some(())
}
