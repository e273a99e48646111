//! Communicators: one for each group and the devices of its members.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ptr;
use std::sync::Arc;

use strata_runtime_collectives::{DeviceMember, Job, Transport};
use strata_runtime_device::Queue;

use crate::library::{Handle, IN_PROGRESS, Library, SUCCESS, UniqueId};

/// The ranks that processes are divided among.
pub(crate) struct World {
    pub transport: Arc<dyn Transport>,
    /// The processes of each rank.
    pub each: usize,
}

/// A member's part of a communicator.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    pub comm: Handle,
    pub stream: Handle,
}

/// The seats of the members that are here, in their order.
pub(crate) struct Communicator {
    library: Arc<Library>,
    pub seats: Vec<Seat>,
    /// Whether a call failed, after which members elsewhere may wait in it.
    failed: bool,
}

// SAFETY: communicators may be used from any thread, by one at a time.
unsafe impl Send for Communicator {}

/// The stream of a member's device, which becomes the current one of this thread.
pub(crate) fn queue(member: &DeviceMember<'_>) -> Result<Queue, String> {
    let queue = member.device.queue()?;
    queue.ok_or_else(|| format!("{} has no streams that NCCL could use", member.device.name()))
}

impl Communicator {
    /// A communicator of the group of a job, whose other members make theirs meanwhile.
    pub(crate) fn new(
        library: &Arc<Library>,
        world: Option<&World>,
        job: &Job,
        members: &[DeviceMember<'_>],
    ) -> Result<Self, String> {
        let id = unique_id(library, world, job)?;
        let count = i32::try_from(job.group.len()).map_err(|_| "its group is too large")?;
        let mut comms = vec![ptr::null_mut(); members.len()];
        let mut streams = Vec::new();
        let outcome = group(library, || {
            for (member, comm) in members.iter().zip(&mut comms) {
                let stream = queue(member)?.0 as usize;
                // SAFETY: the first argument is where the handle goes, at the latest when the group of calls ends.
                let status =
                    unsafe { (library.call.init_rank)(&raw mut *comm, count, id, member.place as i32) };
                library.check("ncclCommInitRank", status)?;
                streams.push(ptr::with_exposed_provenance_mut(stream));
            }
            Ok(())
        });
        let seats = comms.into_iter().zip(streams).map(|(comm, stream)| Seat { comm, stream }).collect();
        let made = Self { library: Arc::clone(library), seats, failed: outcome.is_err() };
        outcome.map(|()| made)
    }
    /// Makes calls that the library begins together.
    pub(crate) fn group(&self, calls: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        group(&self.library, calls)
    }
    /// Whether a call can be made: not after one that failed.
    pub(crate) fn is_sound(&self) -> bool {
        !self.failed
    }
    /// Does something, and remembers whether it failed, here or on a device.
    pub(crate) fn attempt(&mut self, work: impl FnOnce(&Self) -> Result<(), String>) -> Result<(), String> {
        let outcome = work(self).and_then(|()| self.seats.iter().try_for_each(|seat| self.look(*seat)));
        self.failed |= outcome.is_err();
        outcome
    }
    /// The error of a device so far.
    fn look(&self, seat: Seat) -> Result<(), String> {
        let mut status = SUCCESS;
        // SAFETY: the communicator is alive; the second argument is where the status goes.
        let asked = unsafe { (self.library.call.async_error)(seat.comm, &raw mut status) };
        self.library.check("ncclCommGetAsyncError", asked)?;
        if status == IN_PROGRESS { Ok(()) } else { self.library.check("a GPU", status) }
    }
}

fn group(library: &Library, calls: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    // SAFETY: it may be called at any time; each call is ended below.
    library.check("ncclGroupStart", unsafe { (library.call.group_start)() })?;
    let outcome = calls();
    // SAFETY: as above.
    let ended = library.check("ncclGroupEnd", unsafe { (library.call.group_end)() });
    outcome.and(ended)
}

/// The id of a communicator: the rank of the first member makes it, and sends it to the others.
fn unique_id(library: &Library, world: Option<&World>, job: &Job) -> Result<UniqueId, String> {
    let mut id = UniqueId([0; 128]);
    let mut make = || {
        // SAFETY: the argument is where the id goes.
        library.check("ncclGetUniqueId", unsafe { (library.call.unique_id)(&raw mut id) })
    };
    let Some(World { transport, each }) = world else {
        make()?;
        return Ok(id);
    };
    let mut ranks: Vec<usize> = job.group.iter().map(|process| process / each).collect();
    let (first, own) = (ranks.first().copied().unwrap_or(0), transport.rank());
    ranks.sort_unstable();
    ranks.dedup();
    let mut hasher = DefaultHasher::new();
    ("nccl", &job.group).hash(&mut hasher);
    let (what, label) = ("a communicator of NCCL", hasher.finish());
    if own == first {
        make()?;
        let others = ranks.into_iter().filter(|&rank| rank != own);
        transport.exchange(what, label, others.map(|rank| (rank, id.0.to_vec())).collect(), &[])?;
        return Ok(id);
    }
    let received = transport.exchange(what, label, Vec::new(), &[(first, id.0.len())])?;
    let bytes = received.first().and_then(|bytes| bytes.as_slice().try_into().ok());
    Ok(UniqueId(bytes.ok_or("the id of a communicator is short")?))
}

impl Drop for Communicator {
    fn drop(&mut self) {
        let end = if self.failed { self.library.call.abort } else { self.library.call.destroy };
        for seat in self.seats.iter().filter(|seat| !seat.comm.is_null()) {
            // SAFETY: the communicator is alive, and nobody else has it.
            unsafe { end(seat.comm) };
        }
    }
}
