//! The parts of routines on several threads: matrices of a batch, lines of an array.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

use strata_runtime_kernels::{
    dense::scratch,
    memory::{self, Collected as _, filled},
    parallel::{self, Parallel},
};

use crate::context::Context;
use crate::reservation::{Reservation, caught};

/// The number of operations of a part of a batch, some microseconds: another thread is not worth its call for fewer.
const OPERATIONS: usize = 1 << 16;
/// Parts have a multiple of so many matrices, of which none is in a group of lanes with one of another part: as many as the widest tile of a product
/// has columns.
const GROUP: usize = 32;
/// The least bytes that a matrix whose operations are divided needs beside it.
const MANY: usize = 1 << 16;

/// The number of lines or matrices of a part, for so many operations each. It does not depend on the number of threads, so that results do not
/// either.
pub(crate) fn part_of(operations: usize) -> usize {
    (OPERATIONS / operations.max(1)).max(1)
}

/// The same for matrices that are computed in lanes.
pub(crate) fn part_in_lanes(operations: usize) -> usize {
    match part_of(operations) {
        1 => 1,
        matrices => matrices.next_multiple_of(GROUP),
    }
}

/// Lists of so many numbers beside the results: pivots, or the positions of failures.
pub(crate) fn lists(
    ctx: Option<&Context>,
    sizes: [usize; 2],
) -> Result<([Vec<usize>; 2], Reservation<'_>), String> {
    let bytes = sizes[0].saturating_add(sizes[1]).saturating_mul(size_of::<usize>());
    let reservation = Reservation::new(ctx, Some(bytes))?;
    Ok((sizes.map(|n| filled(0, n)), reservation))
}

/// As [`try_for_each`], for work that cannot fail.
pub(crate) fn for_each<P: Send>(
    ctx: Option<&Context>,
    parts: impl ExactSizeIterator<Item = P>,
    bytes: usize,
    work: impl Fn(usize, P) + Sync,
) -> Result<(), String> {
    try_for_each(ctx, parts, bytes, |k, part| {
        work(k, part);
        Ok(())
    })
}

/// Runs `work` for all parts, each with its number, with so many bytes of memory for each part that is running.
pub(crate) fn try_for_each<P: Send>(
    ctx: Option<&Context>,
    parts: impl ExactSizeIterator<Item = P>,
    bytes: usize,
    work: impl Fn(usize, P) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let count = parts.len();
    let mut parts = parts.enumerate();
    let Some(ctx) = ctx.filter(|ctx| ctx.divides() && count > 1) else {
        if count == 0 {
            return Ok(());
        }
        let _reservation = Reservation::new(ctx, Some(bytes))?;
        return parts.try_for_each(|(k, part)| work(k, part));
    };
    let parts: Vec<Mutex<Option<P>>> = parts.map(|(_, part)| Mutex::new(Some(part))).collected();
    let failure = Mutex::new(None);
    ctx.parallel_for_sized(parts.len() as u64, bytes, |k| {
        let part = parts[k as usize].lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(part) = part else { return };
        let outcome = caught(Some(ctx), || {
            let _reservation = Reservation::new(Some(ctx), Some(bytes))?;
            work(k as usize, part)
        });
        if let Err(why) = outcome {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        }
    })?;
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The threads of a context for the parts of a routine.
struct OfContext<'c>(&'c Context);

impl Parallel for OfContext<'_> {
    fn run(&self, count: usize, operations: usize, part: &(dyn Fn(usize) + Sync)) {
        let refused = Mutex::new(None);
        let outcome = self.0.parallel_for_sized(count as u64, operations, |k| {
            if let Err(why) = memory::caught(|| part(k as usize)) {
                *refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
            }
        });
        if let Some(why) = refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
            memory::refuse(why);
        }
        if let Err(why) = outcome {
            resume_unwind(Box::new(why));
        }
    }
}

/// Runs a routine whose own operations may be divided.
pub(crate) fn divided<R>(ctx: &Context, routine: impl FnOnce() -> R) -> R {
    parallel::with(&OfContext(ctx), routine)
}

/// As [`for_each`] for parts of a batch of matrices; if there is one part, its own operations may be divided.
pub(crate) fn for_each_matrix<P: Send>(
    ctx: Option<&Context>,
    parts: impl ExactSizeIterator<Item = P>,
    bytes: usize,
    work: impl Fn(usize, P) + Sync,
) -> Result<(), String> {
    let Some(ctx) = ctx.filter(|ctx| ctx.divides() && parts.len() == 1 && bytes >= MANY) else {
        return for_each(ctx, parts, bytes, work);
    };
    let more = scratch::divided(ctx.n_threads()).saturating_mul(size_of::<f64>());
    let _reservation = Reservation::new(Some(ctx), bytes.checked_add(more))?;
    divided(ctx, || parts.enumerate().for_each(|(k, part)| work(k, part)));
    Ok(())
}
