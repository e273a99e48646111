//! Sorts by keys (`docs/adr/0015-sorts-by-keys.md`): `strata_sort`.
//!
//! The configuration has the lines `dimension=`, `keys=` and `results=`. A key is `input:offset:format:order:direction`, such as
//! `0:0:f32:zeros-nans:up`; a result is the number of an input, or `place`. Results may be shorter than inputs along the dimension.

mod columns;

use std::sync::{Mutex, PoisonError};

use strata_runtime_kernels::memory::Collected;
use strata_runtime_kernels::sort::{Format, Input, Key, Order, Output, Source, Task};

use crate::context::Context;
use crate::parts;
use crate::reservation::{self, Reservation};
use crate::routine::Call;
use crate::sort_memory::Memories;

/// The number of elements from which on lines are distributed to threads.
const MANY: usize = 1 << 15;
/// The most parts of many lines, and the least number of elements of a part: there are as many for any number of threads.
const PARTS: usize = 64;
const OF_PART: usize = MANY / 16;

pub(crate) fn run(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let (mut task, dim) = read(call)?;
    let shape = call.inputs.first().map(|i| i.shape.clone()).ok_or("it has no argument")?;
    let (Some(&n), Some(&count)) = (shape.get(dim), call.outputs.first().and_then(|o| o.shape.get(dim)))
    else {
        return Err("the dimension does not exist".to_owned());
    };
    let mut kept = shape.clone();
    kept[dim] = count;
    if call.inputs.iter().any(|i| i.shape != shape) || call.outputs.iter().any(|o| o.shape != kept) {
        return Err("the sizes of its arrays do not fit".to_owned());
    }
    if u32::try_from(n).is_err() {
        return Err(format!("a line has {n} elements, which are too many"));
    }
    (task.n, task.count) = (n, count);
    (task.outer, task.inner) = (shape[..dim].iter().product(), shape[dim + 1..].iter().product());
    let inputs: Vec<Input<'_>> =
        call.inputs.iter().map(|i| Input { bytes: i.bytes, width: i.element.bytes() }).collect();
    let outputs: Vec<Output<'_>> =
        call.outputs.iter_mut().map(|o| Output { width: o.element.bytes(), bytes: &mut *o.bytes }).collect();
    in_parts(ctx, &task, &inputs, outputs)
}

/// Sorts on this thread.
fn run_task(
    ctx: Option<&Context>,
    memories: &Memories,
    task: &Task,
    inputs: &[Input<'_>],
    outputs: &mut [Output<'_>],
) -> Result<(), String> {
    let _reservation = Reservation::new(ctx, task.memory(inputs))?;
    let mut memory = memories.take();
    let outcome = task.run(inputs, outputs, &mut memory);
    memories.keep(memory);
    outcome
}

/// Sorts, on several threads if there are many lines, or one that is long.
fn in_parts(
    ctx: Option<&Context>,
    task: &Task,
    inputs: &[Input<'_>],
    mut outputs: Vec<Output<'_>>,
) -> Result<(), String> {
    let own = Memories::default();
    let memories = ctx.map_or(&own, Context::sorting);
    let each = task.n.saturating_mul(task.inner);
    let several =
        ctx.is_some_and(Context::divides) && task.outer.saturating_mul(each) >= MANY && task.count > 0;
    if let (Some(ctx), true) = (ctx, several && task.outer == 1 && task.inner > columns::width(task.n)) {
        return columns::sort(ctx, memories, task, inputs, outputs);
    }
    let Some(ctx) = ctx.filter(|_| several) else {
        return run_task(ctx, memories, task, inputs, &mut outputs);
    };
    if task.outer == 1 {
        // One line, or few columns.
        return parts::divided(ctx, || run_task(Some(ctx), memories, task, inputs, &mut outputs));
    }
    let rows = task.outer.div_ceil(PARTS).max(OF_PART / each.max(1)).max(1);
    let part = |k: usize| (k * rows, rows.min(task.outer - k * rows));
    let parts = task.outer.div_ceil(rows);
    let mut slices: Vec<Mutex<Vec<Output<'_>>>> = (0..parts).map(|_| Mutex::default()).collected();
    for output in outputs {
        let size = rows * task.count * task.inner * output.width;
        for (slot, bytes) in slices.iter_mut().zip(output.bytes.chunks_mut(size.max(1))) {
            let slot = slot.get_mut().unwrap_or_else(PoisonError::into_inner);
            slot.push(Output { bytes, width: output.width });
        }
    }
    let failure = Mutex::new(None);
    ctx.parallel_for(parts as u64, |k| {
        let (first, outer) = part(k as usize);
        let size = |width: usize| task.n * task.inner * width;
        let inputs: Vec<Input<'_>> = inputs
            .iter()
            .map(|i| Input { bytes: &i.bytes[first * size(i.width)..][..outer * size(i.width)], ..*i })
            .collect();
        let mut outputs = slices[k as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let part = Task { outer, ..task.clone() };
        if let Err(why) =
            reservation::caught(Some(ctx), || run_task(Some(ctx), memories, &part, &inputs, &mut outputs))
        {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        }
    })?;
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Parses the configuration: the task without its sizes, and the dimension.
fn read(call: &Call<'_>) -> Result<(Task, usize), String> {
    let entry = |name: &str| call.entry(name).ok_or_else(|| format!("its configuration has no '{name}'"));
    let bad = |what: &str| format!("'{what}' in its configuration is not known");
    let dim = entry("dimension")?;
    let keys = entry("keys")?.split(',').map(|k| key(k).ok_or_else(|| bad(k))).collect::<Result<_, _>>()?;
    let source = |s: &str| match s {
        "place" => Ok(Source::Place),
        s => s.parse().map(Source::Input).map_err(|_| bad(s)),
    };
    let results = entry("results")?.split(',').map(source).collect::<Result<_, _>>()?;
    Ok((Task { outer: 0, n: 0, inner: 0, count: 0, keys, results }, dim.parse().map_err(|_| bad(dim))?))
}

fn key(text: &str) -> Option<Key> {
    let parts: Vec<&str> = text.split(':').collect();
    let &[input, offset, format, order, direction] = &parts[..] else { return None };
    let format = match format {
        "f16" => Format::F16,
        "bf16" => Format::Bf16,
        "f32" => Format::F32,
        "f64" => Format::F64,
        int => {
            let (unsigned, bits) = (int.strip_prefix('u'), int.strip_prefix('i'));
            let width = unsigned.or(bits)?.parse().ok()?;
            if unsigned.is_some() { Format::Unsigned(width) } else { Format::Signed(width) }
        }
    };
    let order = match order {
        "partial" => Order::Partial,
        "total" => Order::Total { zeros: false, nans: false },
        "zeros" => Order::Total { zeros: true, nans: false },
        "nans" => Order::Total { zeros: false, nans: true },
        "zeros-nans" => Order::Total { zeros: true, nans: true },
        _ => return None,
    };
    let descending = match direction {
        "up" => false,
        "down" => true,
        _ => return None,
    };
    Some(Key { input: input.parse().ok()?, offset: offset.parse().ok()?, format, order, descending })
}
