//! Collectives between several processes that run one program, each on a thread of its own.
//!
//! Each kind of op is a routine; all are carried out by the engine of the grid ([`strata_runtime_collectives`]).

mod grid;
mod process;
mod rendezvous;
mod transfer;
mod transit;
mod watch;

#[cfg(test)]
mod tests;

use crate::context::Context;
pub use crate::live_host::LiveHost;
use crate::reservation::Reservation;
use crate::routine::Call;
pub use grid::Grid;
pub use process::Process;
pub use strata_runtime_collectives::{Distributed, Engine, GridSize, Transport};
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

/// Runs a collective or a transfer.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    // A program that runs alone is a grid of one.
    let own = ctx.and_then(Context::process).unwrap_or_else(|| Process::new(Grid::new(1, 1), 0));
    match name {
        "strata_process_id" => process_id(&own, call),
        "strata_meet" => meet(&own, call, ctx),
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
        _ => {
            let site = own.site(name, call.config)?;
            if site.place.is_none() && call.entry("must") != Some("1") {
                call.outputs.iter_mut().for_each(|o| o.bytes.fill(0));
                return Ok(());
            }
            own.meet(&site, call, ctx)
        }
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

/// Meets the other members of the group, for reductions that the program computes itself. All results except the last are the inputs of
/// all members, in their order; the last one is the position of this process, or -1. If groups have different sizes (`short=1`), the
/// results are as large as for the largest group, and the second to last result is the number of members.
fn meet(own: &Process, call: &mut Call<'_>, ctx: Option<&Context>) -> Result<(), String> {
    let site = own.site("strata_meet", call.config)?;
    let mut number = |n: i32| match call.outputs.pop() {
        Some(output) if output.bytes.len() == 4 => {
            output.bytes.copy_from_slice(&n.to_le_bytes());
            Ok(())
        }
        _ => Err("its last result is no number".to_owned()),
    };
    number(site.place.map_or(-1, |place| place as i32))?;
    if strata_runtime_collectives::entry(call.config, "short") == Some("1") {
        number(site.members as i32)?;
    }
    if site.place.is_none() && call.entry("must") != Some("1") {
        call.outputs.iter_mut().for_each(|o| o.bytes.fill(0));
        return Ok(());
    }
    own.meet(&site, call, ctx)
}
