//! The number of threads of a context.

/// More threads than this are never started.
const MAX_THREADS: usize = 1024;

/// The number of threads, counting the caller: `requested` if it is positive, otherwise `STRATA_NUM_THREADS` if that is a positive
/// number, otherwise the number that the affinity mask and the control group's quota leave to this process.
#[must_use]
pub fn thread_count(requested: i32) -> usize {
    let requested = usize::try_from(requested).ok().filter(|&n| n > 0);
    let environment = || std::env::var("STRATA_NUM_THREADS").ok()?.trim().parse().ok().filter(|&n| n > 0);
    // The standard library takes the affinity mask and both versions of control groups into account.
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    requested.or_else(environment).unwrap_or_else(available).min(MAX_THREADS)
}
