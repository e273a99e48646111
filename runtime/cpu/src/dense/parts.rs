//! Batches of matrices on several threads.

use std::sync::{Mutex, PoisonError};

use strata_runtime_kernels::memory::filled;

use crate::context::Context;
use crate::reservation::{Reservation, caught};

/// The number of operations of a part of a batch, below which another thread is not worth its call.
const OPERATIONS: usize = 1 << 18;
/// Parts have a multiple of so many matrices, of which none is in a group of lanes with one of another part.
const GROUP: usize = 64;

/// The number of matrices of a part, for matrices of so many operations each. It does not depend on the number of threads, so that results
/// do not either.
pub(super) fn part_of(operations: usize) -> usize {
    match OPERATIONS / operations.max(1) {
        0 | 1 => 1,
        matrices => matrices.next_multiple_of(GROUP),
    }
}

/// Lists of so many numbers beside the results: pivots, or the positions of failures.
pub(super) fn lists(
    ctx: Option<&Context>,
    sizes: [usize; 2],
) -> Result<([Vec<usize>; 2], Reservation<'_>), String> {
    let bytes = sizes[0].saturating_add(sizes[1]).saturating_mul(size_of::<usize>());
    let reservation = Reservation::new(ctx, Some(bytes))?;
    Ok((sizes.map(|n| filled(0, n)), reservation))
}

/// Runs `work` for all parts, each with its number, with so many bytes of memory for each part that is running.
pub(super) fn for_each<P: Send>(
    ctx: Option<&Context>,
    parts: impl Iterator<Item = P>,
    bytes: usize,
    work: impl Fn(usize, P) + Sync,
) -> Result<(), String> {
    let mut parts = parts.enumerate().peekable();
    let Some(first) = parts.next() else { return Ok(()) };
    let Some(ctx) = ctx.filter(|ctx| ctx.n_threads() > 1 && parts.peek().is_some()) else {
        let _reservation = Reservation::new(ctx, Some(bytes))?;
        std::iter::once(first).chain(parts).for_each(|(k, part)| work(k, part));
        return Ok(());
    };
    let parts: Vec<Mutex<Option<P>>> =
        std::iter::once(first).chain(parts).map(|(_, part)| Mutex::new(Some(part))).collect();
    let failure = Mutex::new(None);
    ctx.parallel_for(parts.len() as u64, |k| {
        let part = parts[k as usize].lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(part) = part else { return };
        let outcome = caught(Some(ctx), || {
            let _reservation = Reservation::new(Some(ctx), Some(bytes))?;
            work(k as usize, part);
            Ok(())
        });
        if let Err(why) = outcome {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        }
    })?;
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
