//! Values that processes send to each other and to the host. They are copied: who sends does not wait.

use strata_runtime_collectives::numbers;
use strata_runtime_kernels::memory::copied;

use super::process::Process;
use super::transit::{Port, Sent};
use crate::routine::Call;

/// Takes the next value of the infeed.
pub(super) fn infeed(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let arrays = own.grid.watch.lock().transit.infeed.pop_front();
    put(call, &arrays.ok_or("it waits forever for a value: the infeed is empty")?)
}

/// Sends the arguments to the host.
pub(super) fn leave(own: &Process, channel: Option<i64>, call: &Call<'_>) {
    let arrays = call.inputs.iter().map(|i| copied(i.bytes)).collect();
    own.grid.watch.lock().transit.sent.push(Sent { process: own.number, channel, arrays });
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
    let pairs = numbers(call.entry("pairs").unwrap_or_default())?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let pair = pairs.iter().find(|p| p.len() == 2 && p[mine] == own.number);
    Ok(Some(pair.map(|p| p[other])))
}

/// Sends the arguments to another process, or to the host.
pub(super) fn send(own: &Process, call: &Call<'_>) -> Result<(), String> {
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
        None => own.grid.watch.send(Port::Any(channel), arrays),
        Some(Some(target)) if own.grid.here().contains(&target) => {
            own.grid.watch.send(Port::To(channel, target), arrays)
        }
        Some(Some(target)) if target < own.grid.size().processes() => {
            return Err(format!("it sends to process {target}, which is in another rank"));
        }
        Some(Some(target)) => return Err(format!("it sends to {target}, which is no process")),
        // A process that is no source does not send.
        Some(None) => (),
    }
    Ok(())
}

/// Receives the results.
pub(super) fn receive(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
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
            Some(Some(source)) if !own.grid.here().contains(&source) => {
                return Err(format!("it receives from process {source}, which is not in this rank"));
            }
            Some(Some(_)) => Port::To(channel, own.number),
            Some(None) => {
                return Err(format!("it receives in process {}, to which nobody sends", own.number));
            }
        }
    };
    let arrays = own.grid.watch.receive(own.number, &port).map_err(|failure| own.failed(failure))?;
    put(call, &arrays)
}
