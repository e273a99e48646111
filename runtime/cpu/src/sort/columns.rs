//! Sorts along the first of two dimensions on several threads: parts of neighbouring columns, each in copies of its own.

use strata_runtime_kernels::memory::{Collected, filled};
use strata_runtime_kernels::sort::{Input, Output, Task};

use super::{MANY, run_task};
use crate::context::Context;
use crate::parts::try_for_each;
use crate::sort_memory::Memories;

/// Parts have a multiple of so many columns, which share cache lines and are sorted together.
const TOGETHER: usize = 16;

/// The columns of a part, of `n` elements each.
pub(super) fn width(n: usize) -> usize {
    (MANY / n.max(1)).next_multiple_of(TOGETHER).max(TOGETHER)
}

/// The bytes of a result that parts share.
struct Shared {
    data: *mut u8,
    /// Bytes of one element.
    width: usize,
}

// SAFETY: each part writes its own columns.
unsafe impl Sync for Shared {}

/// Sorts `task.inner` columns.
pub(super) fn sort(
    ctx: &Context,
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
    let inputs_fit = inputs.iter().all(|i| fits(n, i.width, i.bytes.len()));
    if !inputs_fit || !outputs.iter().all(|o| fits(count, o.width, o.bytes.len())) {
        return Err(unfit());
    }
    let columns = width(n);
    let shared: Vec<Shared> =
        outputs.iter_mut().map(|o| Shared { data: o.bytes.as_mut_ptr(), width: o.width }).collected();
    let [read, written] =
        [inputs.iter().map(|i| i.width).sum::<usize>(), outputs.iter().map(|o| o.width).sum()];
    let bytes = n.checked_mul(read).zip(count.checked_mul(written)).and_then(|(a, b)| a.checked_add(b));
    let bytes = bytes.and_then(|bytes| bytes.checked_mul(columns)).ok_or_else(unfit)?;
    let parts = (0..inner.div_ceil(columns)).map(|k| k * columns..inner.min((k + 1) * columns));
    try_for_each(Some(ctx), parts, bytes, |_, part| {
        let (first, inner_part) = (part.start, part.len());
        let copies: Vec<Vec<u8>> = inputs.iter().map(|i| copy(i, first, inner_part, [n, inner])).collected();
        let copied: Vec<Input<'_>> =
            copies.iter().zip(inputs).map(|(bytes, input)| Input { bytes, width: input.width }).collected();
        let mut results: Vec<Vec<u8>> =
            shared.iter().map(|to| filled(0, count * inner_part * to.width)).collected();
        let mut outputs: Vec<Output<'_>> =
            results.iter_mut().zip(&shared).map(|(bytes, to)| Output { bytes, width: to.width }).collected();
        let task = Task { inner: inner_part, ..task.clone() };
        run_task(Some(ctx), memories, &task, &copied, &mut outputs)?;
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
