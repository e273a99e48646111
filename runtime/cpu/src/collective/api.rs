//! The C functions by which the threads of a host are the processes of a program.
//!
//! ```c
//! typedef struct strata_rt_communicator strata_rt_communicator;
//! strata_rt_communicator *strata_rt_communicator_new(int64_t replicas, int64_t partitions);   // NULL if there cannot be so many
//! void    strata_rt_communicator_free(strata_rt_communicator *communicator);
//! int32_t strata_rt_join(strata_rt_context *ctx, strata_rt_communicator *communicator, int64_t process);   // 0, or 1
//! ```
//!
//! Each process is a thread with a context of its own, which joins the communicator as number `replica * partitions + partition`; all
//! of them call the program at the same time. A communicator serves any number of calls, one after the other. After a call that failed in
//! any process, the others get errors where they wait for it, and the communicator is at its end: the next calls need a new one.

use std::sync::Arc;

use super::{Grid, Host, Process};
use crate::context::Context;

/// The most processes of a communicator.
const MOST: i64 = 1 << 16;

/// The processes of a program.
pub struct Communicator(Vec<Arc<Process>>);

/// Makes a communicator for so many replicas with so many partitions each; null if there are none, or too many.
#[unsafe(no_mangle)]
pub extern "C" fn strata_rt_communicator_new(replicas: i64, partitions: i64) -> *mut Communicator {
    let count = replicas.checked_mul(partitions).filter(|&n| replicas > 0 && partitions > 0 && n <= MOST);
    let Some(count) = count else { return std::ptr::null_mut() };
    let grid = Grid::new(replicas as usize, partitions as usize);
    grid.begin(Host::default());
    let processes = (0..count as usize).map(|number| Process::new(Arc::clone(&grid), number)).collect();
    Box::into_raw(Box::new(Communicator(processes)))
}

/// Frees a communicator. Contexts that joined it stay processes of it.
///
/// # Safety
/// `communicator` is null, or came from [`strata_rt_communicator_new`] and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_communicator_free(communicator: *mut Communicator) {
    if !communicator.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the caller gives it up.
        drop(unsafe { Box::from_raw(communicator) });
    }
}

/// Makes calls in a context those of a process of a communicator, or, for null, of a program that runs alone. Returns 1 if there is no
/// context or no such process.
///
/// # Safety
/// `ctx` is null or a live context, in which no program runs; `communicator` is null or one that is alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_join(
    ctx: *const Context,
    communicator: *const Communicator,
    process: i64,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let (ctx, communicator) = unsafe { (ctx.as_ref(), communicator.as_ref()) };
    let Some(ctx) = ctx else { return 1 };
    let Some(communicator) = communicator else {
        ctx.join(None);
        return 0;
    };
    let process = usize::try_from(process).ok().and_then(|number| communicator.0.get(number));
    let Some(process) = process else { return 1 };
    ctx.join(Some(Arc::clone(process)));
    0
}
