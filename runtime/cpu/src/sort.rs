//! Sorts by keys (`docs/adr/0015-sorts-by-keys.md`): `strata_sort`.
//!
//! The configuration has the lines `dimension=`, `keys=` and `results=`. A key is `input:offset:format:order:direction`, such as
//! `0:0:f32:zeros-nans:up`; a result is the number of an input, or `place`. Results may be shorter than inputs along the dimension.

mod columns;
mod rows;

use strata_runtime_kernels::sort::{Format, Input, Key, Order, Output, Source, Task};

use crate::context::Context;
use crate::parts;
use crate::reservation::Reservation;
use crate::routine::Call;
use crate::sort_memory::Memories;

/// The number of elements from which on lines are distributed to threads.
const MANY: usize = 1 << 15;

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
    if call.inputs.iter().any(|i| i.is_in_result()) && count != n {
        return Err("an argument is in the memory of a smaller result".to_owned());
    }
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
    // Arrays in the memory of results are copied, a part at a time.
    let copies = each > 0 && task.outer > 0 && inputs.iter().any(|i| i.bytes.is_empty());
    let width = if copies { columns::width_of_copies(task.n, task.inner) } else { columns::width(task.n) };
    if task.outer == 1 && task.inner > width && (several || copies) {
        return columns::sort(ctx, memories, task, inputs, outputs);
    }
    if copies || several && task.outer > 1 {
        return rows::sort(ctx, memories, task, inputs, outputs);
    }
    match ctx.filter(|_| several) {
        // One line, or few columns.
        Some(ctx) => parts::divided(ctx, || run_task(Some(ctx), memories, task, inputs, &mut outputs)),
        None => run_task(ctx, memories, task, inputs, &mut outputs),
    }
}

/// For each input the result in whose memory it is.
fn hosts(task: &Task, inputs: &[Input<'_>]) -> Result<Vec<Option<usize>>, String> {
    let host = |(i, input): (usize, &Input<'_>)| {
        if !input.bytes.is_empty() || task.n == 0 {
            return Ok(None);
        }
        let found = task.results.iter().position(|&source| source == Source::Input(i));
        found.map(Some).ok_or_else(|| "an argument is in the memory of no result".to_owned())
    };
    inputs.iter().enumerate().map(host).collect()
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
