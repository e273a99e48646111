//! Collectives between several processes that run one program, each on a thread of its own.
//!
//! Each kind of op is a routine; all are carried out by the engine of the grid ([`strata_runtime_collectives`]).

pub mod api;
mod arrays;
mod engines;
mod grid;
mod process;
mod rendezvous;
mod transfer;
mod transit;
mod watch;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use strata_runtime_collectives::entry;

use crate::context::Context;
pub use crate::live_host::LiveHost;
use crate::reservation::Reservation;
use crate::routine::Call;
pub(crate) use arrays::{Arrays, Given};
pub use engines::Engines;
pub use grid::Grid;
pub use process::Process;
pub use strata_runtime_collectives::{DeviceEngine, Distributed, Engine, GridSize, Transport};
pub use transit::{Host, Sent};

/// The routines for collectives and transfers to and from the host.
pub(crate) const ROUTINES: [&str; 14] = [
    "strata_all_reduce",
    "strata_collective_reduce",
    "strata_reduce_scatter",
    "strata_all_gather",
    "strata_all_to_all",
    "strata_collective_broadcast",
    "strata_meet",
    "strata_ragged_all_to_all",
    "strata_permute",
    "strata_process_id",
    "strata_infeed",
    "strata_outfeed",
    "strata_send",
    "strata_recv",
];

/// Those whose arrays may be in memory of a device. The compiler has the same list (`gpu-device-memory`).
const ON_DEVICE: [&str; 9] = [
    "strata_all_reduce",
    "strata_collective_reduce",
    "strata_reduce_scatter",
    "strata_all_gather",
    "strata_all_to_all",
    "strata_collective_broadcast",
    "strata_meet",
    "strata_ragged_all_to_all",
    "strata_permute",
];

/// Whether the arrays of a routine may be in memory of a device.
pub(crate) fn may_be_on_device(name: &str) -> bool {
    ON_DEVICE.contains(&name)
}

/// The process that a context is; a program that runs alone is a grid of one.
fn process(ctx: Option<&Context>) -> Arc<Process> {
    ctx.and_then(Context::process).unwrap_or_else(|| Process::new(Grid::new(1, 1), 0))
}

/// Runs a collective on arrays of any memory.
pub(crate) fn run_on(
    ctx: Option<&Context>,
    name: &str,
    config: &str,
    mut arrays: Arrays,
) -> Result<(), String> {
    let own = process(ctx);
    let site = own.site(name, config)?;
    if name == "strata_meet" {
        // For reductions that the program computes itself. All results except the last are the inputs of all members, in their order;
        // the last one is the position of this process, or -1. If groups have different sizes (`short=1`), the results are as large as
        // for the largest group, and the second to last result is the number of members.
        arrays.give_number(site.place.map_or(-1, |place| place as i32))?;
        if entry(config, "short") == Some("1") {
            arrays.give_number(site.members as i32)?;
        }
    }
    if site.place.is_none() && entry(config, "must") != Some("1") {
        return arrays.clear_results();
    }
    own.meet(&site, arrays, ctx)
}

/// Runs a collective or a transfer.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    let own = process(ctx);
    match name {
        "strata_process_id" => process_id(&own, call),
        "strata_infeed" => transfer::infeed(&own, call),
        "strata_outfeed" | "strata_send" => {
            // The values that it sends are copied.
            let bytes = call.inputs.iter().try_fold(0usize, |n, i| n.checked_add(i.bytes.len()));
            let _reservation = Reservation::new(ctx, bytes)?;
            if name == "strata_send" {
                return transfer::send(&own, call);
            }
            transfer::leave(&own, None, call);
            Ok(())
        }
        "strata_recv" => transfer::receive(&own, call),
        _ => run_on(ctx, name, call.config, Arrays::of_call(call)),
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
