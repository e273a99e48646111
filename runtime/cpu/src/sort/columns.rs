//! Sorts along the first of two dimensions on several threads: parts of neighbouring columns, each in copies of its own.

use strata_runtime_kernels::memory::{Collected, filled};
use strata_runtime_kernels::sort::{Input, Output, Task};

use super::{MANY, hosts, run_task};
use crate::context::Context;
use crate::parts::try_for_each;
use crate::sort_memory::Memories;

/// Parts have a multiple of so many columns, which share cache lines and are sorted together.
const TOGETHER: usize = 16;

/// Copies of arrays in the memory of results have at most this part of their columns at a time.
const COPIED: usize = 4;

/// The columns of a part, of `n` elements each, where none are copied from results.
pub(super) fn width(n: usize) -> usize {
    (MANY / n.max(1)).next_multiple_of(TOGETHER).max(TOGETHER)
}

/// The columns of a part of `inner` columns, of `n` elements each, where some are.
pub(super) fn width_of_copies(n: usize, inner: usize) -> usize {
    width(n).min((inner / COPIED).next_multiple_of(TOGETHER).max(TOGETHER))
}

/// The bytes of a result that parts share.
struct Shared {
    data: *mut u8,
    /// Bytes of one element.
    width: usize,
}

impl Shared {
    /// A copy of neighbouring columns of an array of so many rows and columns.
    ///
    /// # Safety
    /// The array has that size, and nobody writes these columns meanwhile.
    unsafe fn columns(&self, first: usize, count: usize, [rows, columns]: [usize; 2]) -> Vec<u8> {
        let mut bytes = filled(0, rows * count * self.width);
        for (r, row) in bytes.chunks_exact_mut(count * self.width).enumerate() {
            // SAFETY: guaranteed by the caller.
            unsafe {
                let from = self.data.add((r * columns + first) * self.width);
                std::ptr::copy_nonoverlapping(from, row.as_mut_ptr(), row.len());
            }
        }
        bytes
    }
}

// SAFETY: each part reads and writes its own columns.
unsafe impl Sync for Shared {}

/// Sorts `task.inner` columns.
pub(super) fn sort(
    ctx: Option<&Context>,
    memories: &Memories,
    task: &Task,
    inputs: &[Input<'_>],
    mut outputs: Vec<Output<'_>>,
) -> Result<(), String> {
    let (n, count, inner) = (task.n, task.count, task.inner);
    let unfit = || "its arrays do not fit".to_owned();
    let fits = |rows: usize, width: usize, bytes: usize| {
        rows.checked_mul(inner).and_then(|all| all.checked_mul(width)) == Some(bytes)
    };
    let hosts = hosts(task, inputs)?;
    let inputs_fit =
        inputs.iter().zip(&hosts).all(|(i, host)| host.is_some() || fits(n, i.width, i.bytes.len()));
    if !inputs_fit || !outputs.iter().all(|o| fits(count, o.width, o.bytes.len())) {
        return Err(unfit());
    }
    let copies = hosts.iter().any(Option::is_some);
    let columns = if copies { width_of_copies(n, inner) } else { width(n) };
    let shared: Vec<Shared> =
        outputs.iter_mut().map(|o| Shared { data: o.bytes.as_mut_ptr(), width: o.width }).collected();
    let [read, written] =
        [inputs.iter().map(|i| i.width).sum::<usize>(), outputs.iter().map(|o| o.width).sum()];
    let bytes = n.checked_mul(read).zip(count.checked_mul(written)).and_then(|(a, b)| a.checked_add(b));
    let bytes = bytes.and_then(|bytes| bytes.checked_mul(columns)).ok_or_else(unfit)?;
    let parts = (0..inner.div_ceil(columns)).map(|k| k * columns..inner.min((k + 1) * columns));
    try_for_each(ctx, parts, bytes, |_, part| {
        let (first, inner_part) = (part.start, part.len());
        let copies: Vec<Vec<u8>> = (inputs.iter().zip(&hosts))
            .map(|(input, host)| match host {
                // SAFETY: the result has `n` rows of `inner` elements, and nobody else writes these columns.
                Some(k) => unsafe { shared[*k].columns(first, inner_part, [n, inner]) },
                None => copy(input, first, inner_part, [n, inner]),
            })
            .collected();
        let copied: Vec<Input<'_>> =
            copies.iter().zip(inputs).map(|(bytes, input)| Input { bytes, width: input.width }).collected();
        let mut results: Vec<Vec<u8>> =
            shared.iter().map(|to| filled(0, count * inner_part * to.width)).collected();
        let mut outputs: Vec<Output<'_>> =
            results.iter_mut().zip(&shared).map(|(bytes, to)| Output { bytes, width: to.width }).collected();
        let task = Task { inner: inner_part, ..task.clone() };
        run_task(ctx, memories, &task, &copied, &mut outputs)?;
        for (result, to) in results.iter().zip(&shared) {
            for (r, row) in result.chunks_exact(inner_part * to.width).enumerate() {
                // SAFETY: the result has `count` rows of `inner` elements, and these columns belong to this part.
                unsafe {
                    let at = to.data.add((r * inner + first) * to.width);
                    std::ptr::copy_nonoverlapping(row.as_ptr(), at, row.len());
                }
            }
        }
        Ok(())
    })
}

/// Neighbouring columns of an array of so many rows and columns.
fn copy(from: &Input<'_>, first: usize, count: usize, [rows, columns]: [usize; 2]) -> Vec<u8> {
    let mut bytes = filled(0, rows * count * from.width);
    for (r, row) in bytes.chunks_exact_mut(count * from.width).enumerate() {
        row.copy_from_slice(&from.bytes[(r * columns + first) * from.width..][..row.len()]);
    }
    bytes
}
