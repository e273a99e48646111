//! Sorts of many lines in parts of neighbouring ones. Arrays in the memory of results are copied, a part at a time.

use strata_runtime_kernels::memory::{Collected, copied};
use strata_runtime_kernels::sort::{Input, Output, Task};

use super::{MANY, hosts, run_task};
use crate::context::Context;
use crate::parts::try_for_each;
use crate::sort_memory::Memories;

/// The most parts of many lines, and the least number of elements of a part: there are as many for any number of threads.
const PARTS: usize = 64;
const OF_PART: usize = MANY / 16;

/// Sorts the lines of `task.outer` arrays.
pub(super) fn sort(
    ctx: Option<&Context>,
    memories: &Memories,
    task: &Task,
    inputs: &[Input<'_>],
    outputs: Vec<Output<'_>>,
) -> Result<(), String> {
    let each = task.n.saturating_mul(task.inner);
    let rows = task.outer.div_ceil(PARTS).max(OF_PART / each.max(1)).max(1);
    let mut parts: Vec<Vec<Output<'_>>> = (0..task.outer.div_ceil(rows)).map(|_| Vec::new()).collected();
    for output in outputs {
        let size = rows * task.count * task.inner * output.width;
        for (part, bytes) in parts.iter_mut().zip(output.bytes.chunks_mut(size.max(1))) {
            part.push(Output { bytes, width: output.width });
        }
    }
    let hosts = hosts(task, inputs)?;
    let width: usize =
        inputs.iter().zip(&hosts).filter(|(_, host)| host.is_some()).map(|(i, _)| i.width).sum();
    let bytes = rows.checked_mul(each).and_then(|n| n.checked_mul(width)).ok_or("a part is too large")?;
    try_for_each(ctx, parts.into_iter(), bytes, |k, mut outputs| {
        let (first, outer) = (k * rows, rows.min(task.outer - k * rows));
        let size = |width: usize| each * width;
        let copies: Vec<Vec<u8>> =
            hosts.iter().map(|host| host.map_or_else(Vec::new, |k| copied(&*outputs[k].bytes))).collected();
        let inputs: Vec<Input<'_>> = (inputs.iter().zip(&hosts).zip(&copies))
            .map(|((i, host), copy)| match host {
                Some(_) => Input { bytes: copy, width: i.width },
                None => Input { bytes: &i.bytes[first * size(i.width)..][..outer * size(i.width)], ..*i },
            })
            .collected();
        let part = Task { outer, ..task.clone() };
        run_task(ctx, memories, &part, &inputs, &mut outputs)
    })
}
