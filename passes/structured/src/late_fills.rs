//! Buffers that are filled shortly before they are used, so that other buffers may have their memory until then.
//!
//! # Before
//! ```mlir
//! linalg.fill ins(%zero) outs(%t)
//! … %t is not used …
//! scf.for … { … %t is read and written … }
//! ```
//! # After
//! ```mlir
//! … %t is not used …
//! linalg.fill ins(%zero) outs(%t)
//! scf.for … { … %t is read and written … }
//! ```
//! Initial values of loops are constants, which stand at the top of a function.

use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_memref::{AllocOp, DeallocOp};
use strata_passes_analysis::buffer_alias;

/// Moves the fills of whole buffers that nothing uses before. `stays` is as [`buffer_alias::stays`].
pub(crate) fn move_back(b: &mut Body, mut stays: impl FnMut(&Body, Value) -> bool) {
    for op in b.all_ops() {
        if b.is_live(op)
            && let Some(next) = next_user(b, op, &mut stays)
        {
            let at = InsertPoint::before(b, next);
            b.move_op(op, at);
        }
    }
}

/// The op before which a fill may be, if that is further back: the next one that uses the buffer.
fn next_user(b: &Body, fill: Op, stays: &mut impl FnMut(&Body, Value) -> bool) -> Option<Op> {
    let buffer = fill.as_op::<FillOp>(b).map(|f| b.operand(f.op(), 1))?;
    let block = b.parent_block(fill)?;
    let alloc = b.def_op(buffer).filter(|a| a.isa::<AllocOp>(b))?;
    if b.parent_block(alloc) != Some(block) || !stays(b, buffer) {
        return None;
    }
    let (users, others) = buffer_alias::users_in(b, buffer, block);
    if others || users.iter().any(|&user| b.is_before(user, fill)) {
        return None;
    }
    let later = users.into_iter().filter(|&user| user != fill && !user.isa::<DeallocOp>(b));
    let next = later.min_by_key(|&user| b.order(user))?;
    (b.next_op(fill) != Some(next)).then_some(next)
}
