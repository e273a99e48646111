//! [`Reservation`]: the memory that routines work in, next to that of programs.

use strata_runtime_kernels::memory::{self, OutOfMemory};

use crate::context::{Context, OUT_OF_MEMORY};

/// Bytes that a routine is about to allocate for itself, as far as it can estimate them. They count as in use until this is dropped.
///
/// Libraries behind routines allocate in many places, of which none can be an error; so it is found out beforehand whether there is so
/// much. What routines themselves are refused all the same, [`memory::caught`] tells.
pub(crate) struct Reservation<'c> {
    ctx: Option<&'c Context>,
    bytes: usize,
}

impl<'c> Reservation<'c> {
    /// Reserves so many bytes; nothing is a number that is too large. Where there are not so many, the error slot says so.
    pub(crate) fn new(ctx: Option<&'c Context>, bytes: Option<usize>) -> Result<Self, String> {
        if let Some(bytes) = bytes
            && ctx.is_none_or(|ctx| ctx.heap().reserve(bytes))
        {
            let reservation = Self { ctx, bytes };
            let mut probe = Vec::<u8>::new();
            if probe.try_reserve_exact(bytes).is_ok() {
                // The compiler would otherwise remove the allocation.
                std::hint::black_box(&mut probe);
                return Ok(reservation);
            }
        }
        Err(refused(ctx, bytes))
    }
}

/// Records the error of a routine that could not allocate `bytes` bytes; `None` is a number that is too large.
fn refused(ctx: Option<&Context>, bytes: Option<usize>) -> String {
    let size = bytes.map_or_else(|| "more than can be counted".to_owned(), |b| b.to_string());
    let why = format!("out of memory: {size} bytes to work in");
    if let Some(ctx) = ctx {
        ctx.set_error(OUT_OF_MEMORY, &why);
    }
    why
}

/// Runs a routine; a failed allocation is an error.
pub(crate) fn caught<R>(
    ctx: Option<&Context>,
    routine: impl FnOnce() -> Result<R, String>,
) -> Result<R, String> {
    memory::caught(routine).unwrap_or_else(|OutOfMemory { bytes }| Err(refused(ctx, Some(bytes))))
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if let Some(ctx) = self.ctx {
            ctx.heap().unreserve(self.bytes);
        }
    }
}
