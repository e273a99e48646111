//! Collectives between several processes that run one program, each on a thread of its own.

use std::sync::Arc;
use strata_runtime_kernels::memory::copied;

use crate::context::Context;
use crate::grid::Port;
pub use crate::grid::{Grid, Host, Process, Sent};
pub use crate::live_host::LiveHost;
use crate::reservation::Reservation;
use crate::routine::Call;

/// The routines for collectives and transfers to and from the host.
pub(crate) const ROUTINES: [&str; 8] = [
    "strata_meet",
    "strata_ragged_all_to_all",
    "strata_permute",
    "strata_process_id",
    "strata_infeed",
    "strata_outfeed",
    "strata_send",
    "strata_recv",
];

/// Runs a collective or a transfer.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    // The data that it sends to others is copied.
    let _reservation =
        Reservation::new(ctx, call.inputs.iter().try_fold(0usize, |n, i| n.checked_add(i.bytes.len())))?;
    // A program that runs alone is a grid of one.
    let own = ctx.and_then(Context::process).unwrap_or_else(|| Arc::new(Process::new(Grid::new(1, 1), 0)));
    match name {
        "strata_process_id" => process_id(&own, call),
        "strata_meet" => meet(&own, call),
        "strata_ragged_all_to_all" => ragged_all_to_all(&own, call),
        "strata_infeed" => {
            let arrays = own.grid.lock().infeed.pop_front();
            put(call, &arrays.ok_or("it waits forever for a value: the infeed is empty")?)
        }
        "strata_outfeed" => {
            leave(&own, None, call);
            Ok(())
        }
        "strata_send" => send(&own, call),
        "strata_recv" => receive(&own, call),
        _ => permute(&own, call),
    }
}

fn process_id(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let number = if call.entry("ids") == Some("partition") { own.partition() } else { own.replica() };
    let [output] = &mut call.outputs[..] else { return Err("it has one result".to_owned()) };
    let bytes = (number as u64).to_le_bytes();
    let n = output.bytes.len().min(8);
    output.bytes[..n].copy_from_slice(&bytes[..n]);
    Ok(())
}

/// Lists of numbers: `0,1;2,3`.
fn lists(text: &str) -> Result<Vec<Vec<usize>>, String> {
    let numbers = |list: &str| {
        list.split(',').map(|n| n.parse().map_err(|_| "an id is no number".to_owned())).collect()
    };
    text.split(';').filter(|l| !l.is_empty()).map(numbers).collect()
}

/// Meets the other members of the group. All results except the last are the inputs of all members, in their order; the last one is the
/// position of this process, or -1. If groups have different sizes (`short=1`), the results are as large as for the largest group, and
/// the second to last result is the number of members.
fn meet(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let groups =
        own.groups(call.entry("ids").unwrap_or_default(), &lists(call.entry("groups").unwrap_or_default())?)?;
    let found = groups.iter().find_map(|g| Some((g, g.iter().position(|&p| p == own.number)?)));
    let Some((place_out, stacked)) = call.outputs.split_last_mut() else {
        return Err("it has no result".to_owned());
    };
    let place = found.map_or(-1, |(_, place)| place as i32);
    if place_out.bytes.len() != 4 {
        return Err("its last result is no number".to_owned());
    }
    place_out.bytes.copy_from_slice(&place.to_le_bytes());
    let short = call.config.contains("short=1");
    let members = found.map_or(0, |(group, _)| group.len() as i32);
    let stacked = match stacked.split_last_mut() {
        Some((count, rest)) if short && count.bytes.len() == 4 => {
            count.bytes.copy_from_slice(&members.to_le_bytes());
            rest
        }
        _ if short => return Err("it does not ask how many take part".to_owned()),
        _ => stacked,
    };
    let Some((group, place)) = found else {
        if call.config.contains("must=1") {
            return Err(format!("it runs in process {}, which is in none of its groups", own.number));
        }
        stacked.iter_mut().for_each(|o| o.bytes.fill(0));
        return Ok(());
    };
    let brought = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    let all = own.meet(group, call.config, place, brought)?;
    for (k, output) in stacked.iter_mut().enumerate() {
        let parts: Vec<&[u8]> = all.iter().filter_map(|b| b.get(k).map(Vec::as_slice)).collect();
        let size: usize = parts.iter().map(|p| p.len()).sum();
        if size > output.bytes.len() || size != output.bytes.len() && !short {
            return Err("its group has another size than the program was compiled for".to_owned());
        }
        let mut rest = &mut output.bytes[..];
        for part in parts {
            let (slot, after) = rest.split_at_mut(part.len());
            slot.copy_from_slice(part);
            rest = after;
        }
        rest.fill(0);
    }
    Ok(())
}

/// Sends rows of the first operand to positions in the second operand of each member. The other operands are offsets in the input,
/// numbers of rows to send, offsets in the receiver, and numbers of rows to receive.
fn ragged_all_to_all(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let groups =
        own.groups(call.entry("ids").unwrap_or_default(), &lists(call.entry("groups").unwrap_or_default())?)?;
    let found = groups.iter().find_map(|g| Some((g, g.iter().position(|&p| p == own.number)?)));
    let (group, place) =
        found.ok_or_else(|| format!("it runs in process {}, which is in none of its groups", own.number))?;
    let (6, [output]) = (call.inputs.len(), &mut call.outputs[..]) else {
        return Err("it has six operands and one result".to_owned());
    };
    if call.inputs[1].bytes.len() != output.bytes.len() {
        return Err("its result is not like its second operand".to_owned());
    }
    let rows = output.shape.first().copied().unwrap_or(0);
    let row = output.bytes.len().checked_div(rows).unwrap_or(0);
    // Offsets and sizes are integers of one width.
    let widths: Vec<usize> = call.inputs[2..].iter().map(|list| list.element.bytes()).collect();
    output.bytes.copy_from_slice(call.inputs[1].bytes);
    let brought = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    let all = own.meet(group, call.config, place, brought)?;
    let members = all.len();
    for sender in all.iter() {
        let [input, _, lists @ ..] = &sender[..] else {
            return Err("a member brought too little".to_owned());
        };
        let number = |list: usize, at: usize| -> Option<usize> {
            let width = widths[list];
            let bytes = lists.get(list)?.get(at * width..(at + 1) * width)?;
            let mut wide = [if bytes.last()? & 0x80 != 0 { 0xFF } else { 0 }; 8];
            wide[..width.min(8)].copy_from_slice(bytes.get(..width.min(8))?);
            usize::try_from(i64::from_le_bytes(wide)).ok()
        };
        let updates = lists[0].len() / (widths[0].max(1) * members.max(1));
        for k in 0..updates {
            let at = place * updates + k;
            let moved = number(0, at).zip(number(1, at)).zip(number(2, at)).and_then(|((from, n), to)| {
                let range =
                    |start: usize| Some(start.checked_mul(row)?..start.checked_add(n)?.checked_mul(row)?);
                let source = input.get(range(from)?)?;
                output.bytes.get_mut(range(to)?)?.copy_from_slice(source);
                Some(())
            });
            moved.ok_or("it moves rows that do not exist")?;
        }
    }
    Ok(())
}

/// Sends the input of one process to another; processes that are no target get zeros.
fn permute(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let across = call.entry("ids") == Some("partition");
    let (mine, count) =
        if across { (own.partition(), own.grid.partitions) } else { (own.replica(), own.grid.replicas) };
    let pairs = lists(call.entry("pairs").unwrap_or_default())?;
    let mut ids: Vec<usize> = pairs.iter().flatten().copied().collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.iter().any(|&id| id >= count) || pairs.iter().any(|p| p.len() != 2) {
        return Err("it has an id that no process has".to_owned());
    }
    let process = |id: usize| {
        let (r, p) = if across { (own.replica(), id) } else { (id, own.partition()) };
        own.grid.process(r, p)
    };
    let group: Option<Vec<usize>> = ids.iter().map(|&id| process(id)).collect();
    let group = group.ok_or("it has an id that no process has")?;
    call.outputs.iter_mut().for_each(|o| o.bytes.fill(0));
    let Some(place) = ids.iter().position(|&id| id == mine) else { return Ok(()) };
    let brought = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    let all = own.meet(&group, call.config, place, brought)?;
    let source = pairs.iter().find(|p| p[1] == mine).and_then(|p| ids.iter().position(|&id| id == p[0]));
    let Some(sent) = source.and_then(|s| all.get(s)) else { return Ok(()) };
    for (output, from) in call.outputs.iter_mut().zip(sent) {
        if output.bytes.len() != from.len() {
            return Err("it gets an array of another size".to_owned());
        }
        output.bytes.copy_from_slice(from);
    }
    Ok(())
}

/// Sends the arguments to the host.
fn leave(own: &Process, channel: Option<i64>, call: &Call<'_>) {
    let arrays = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    own.grid.lock().sent.push(Sent { process: own.number, channel, arrays });
}

/// Fills the results.
fn put(call: &mut Call<'_>, arrays: &[Vec<u8>]) -> Result<(), String> {
    let fits = arrays.len() == call.outputs.len()
        && arrays.iter().zip(&call.outputs).all(|(a, o)| a.len() == o.bytes.len());
    if !fits {
        return Err("it gets arrays of other sizes than its results have".to_owned());
    }
    call.outputs.iter_mut().zip(arrays).for_each(|(output, array)| output.bytes.copy_from_slice(array));
    Ok(())
}

fn channel(call: &Call<'_>) -> i64 {
    call.entry("channel").and_then(|c| c.parse().ok()).unwrap_or(0)
}

/// The partner of this process in the pairs of the call; `None` without pairs.
fn partner(
    own: &Process,
    call: &Call<'_>,
    mine: usize,
    other: usize,
) -> Result<Option<Option<usize>>, String> {
    let pairs = lists(call.entry("pairs").unwrap_or_default())?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let pair = pairs.iter().find(|p| p.len() == 2 && p[mine] == own.number);
    Ok(Some(pair.map(|p| p[other])))
}

fn send(own: &Process, call: &Call<'_>) -> Result<(), String> {
    let channel = channel(call);
    if call.entry("host") == Some("1") {
        if let Some(host) = own.grid.live() {
            let arrays: Vec<&[u8]> = call.inputs.iter().map(|input| input.bytes).collect();
            return host.send(own.number, channel, &arrays);
        }
        leave(own, Some(channel), call);
        return Ok(());
    }
    let arrays = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    match partner(own, call, 0, 1)? {
        None => own.grid.send(Port::Any(channel), arrays),
        Some(Some(target)) if target < own.grid.processes() => {
            own.grid.send(Port::To(channel, target), arrays)
        }
        Some(Some(target)) => return Err(format!("it sends to {target}, which is no process")),
        // A process that is no source does not send.
        Some(None) => (),
    }
    Ok(())
}

fn receive(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let channel = channel(call);
    let port = if call.entry("host") == Some("1") {
        if let Some(host) = own.grid.live() {
            let mut arrays: Vec<&mut [u8]> =
                call.outputs.iter_mut().map(|output| &mut *output.bytes).collect();
            return host.receive(own.number, channel, &mut arrays);
        }
        Port::FromHost(channel)
    } else {
        match partner(own, call, 1, 0)? {
            None => Port::Any(channel),
            Some(Some(_)) => Port::To(channel, own.number),
            Some(None) => {
                return Err(format!("it receives in process {}, to which nobody sends", own.number));
            }
        }
    };
    let arrays = own.grid.receive(&port)?;
    put(call, &arrays)
}
