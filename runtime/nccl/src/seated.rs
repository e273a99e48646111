//! [`Seated`]: a job at a communicator, and its calls.

use std::ffi::{c_int, c_void};
use std::ptr;

use strata_runtime_collectives::{Collective, DeviceMember, Job};

use crate::communicators::{Communicator, Seat, queue};
use crate::library::{Handle, Library, Status};
use crate::plan::{Parts, divided};
use crate::types::{BYTES, Sum, reduction};

/// A job with the seats of its members.
pub(crate) struct Seated<'a> {
    pub library: &'a Library,
    pub job: &'a Job,
    pub members: &'a [DeviceMember<'a>],
    pub communicator: &'a Communicator,
}

/// Memory of a device that is used by one job.
pub(crate) struct Temporary<'a> {
    member: &'a DeviceMember<'a>,
    pub address: u64,
}

impl<'a> Temporary<'a> {
    pub(crate) fn new(member: &'a DeviceMember<'a>, bytes: usize) -> Result<Self, String> {
        Ok(Self { member, address: member.device.alloc(bytes)? })
    }
}

/// It is free for requests after those that use it.
impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        drop(self.member.device.free(self.address));
    }
}

pub(crate) fn pointer(address: u64) -> *mut c_void {
    ptr::without_provenance_mut(address as usize)
}

impl<'a> Seated<'a> {
    /// Does a job whose parts have lengths that the program says.
    pub(crate) fn run(&self) -> Result<(), String> {
        if self.job.operands.len() != self.job.results.len() {
            return Err("it has another number of results than of operands".to_owned());
        }
        (0..self.job.operands.len()).try_for_each(|k| self.operand(k))
    }
    /// Calls a function for the seat of each member, in one group of calls.
    pub(crate) fn each(
        &self,
        call: impl Fn(usize, &DeviceMember<'a>, Seat) -> Result<(), String>,
    ) -> Result<(), String> {
        self.communicator.group(|| {
            self.members.iter().zip(&self.communicator.seats).enumerate().try_for_each(
                |(i, (member, seat))| {
                    // The library takes the device of the thread.
                    queue(member)?;
                    call(i, member, *seat)
                },
            )
        })
    }
    pub(crate) fn check(&self, call: &str, status: Status) -> Result<(), String> {
        self.library.check(call, status)
    }
    fn temporaries(&self, bytes: usize) -> Result<Vec<Temporary<'a>>, String> {
        self.members.iter().map(|member| Temporary::new(member, bytes)).collect()
    }
    fn operand(&self, k: usize) -> Result<(), String> {
        let (operand, result) = (&self.job.operands[k], &self.job.results[k]);
        let (n, bytes) = (self.job.group.len(), operand.bytes());
        if bytes == 0 && result.bytes() == 0 {
            return Ok(());
        }
        let same = |size: usize| match result.bytes() == size {
            true => Ok(()),
            false => Err("its group has another size than the program was compiled for".to_owned()),
        };
        match &self.job.collective {
            Collective::AllReduce(..) | Collective::Reduce(..) => {
                same(bytes)?;
                self.reduce(k, bytes)
            }
            Collective::ReduceScatter { dim, .. } => {
                let parts = Parts::new(&divided(operand, *dim, n)?, *dim, n)?;
                same(parts.bytes())?;
                self.reduce_scatter(k, parts)
            }
            Collective::AllGather { dim } => {
                same(bytes.saturating_mul(n))?;
                self.all_gather(k, Parts::new(operand, *dim, n)?)
            }
            Collective::Stack => {
                let rest = result.bytes().checked_sub(bytes.saturating_mul(n));
                let rest = rest.ok_or("its group has another size than the program was compiled for")?;
                self.gather(bytes, |_, member| (member.inputs[k], member.outputs[k]))?;
                self.clear(k, |_| rest, bytes * n)
            }
            Collective::AllToAll { split, concat } => {
                let part = divided(operand, *split, n)?;
                same(part.bytes().saturating_mul(n))?;
                self.all_to_all(k, Parts::new(&part, *split, n)?, Parts::new(&part, *concat, n)?)
            }
            Collective::Permute(sources) => {
                same(bytes)?;
                self.permute(k, sources)
            }
            Collective::Broadcast => {
                same(bytes)?;
                self.each(|_, member, Seat { comm, stream }| {
                    let (from, to) = (pointer(member.inputs[k]), pointer(member.outputs[k]));
                    // SAFETY: the arrays have so many bytes; the communicator and the stream are alive.
                    let status =
                        unsafe { (self.library.call.broadcast)(from, to, bytes, BYTES, 0, comm, stream) };
                    self.check("ncclBroadcast", status)
                })
            }
            Collective::BroadcastFrom | Collective::RaggedAllToAll | Collective::Barrier => {
                Err("it is for another engine".to_owned())
            }
        }
    }
    /// Fills the end of a result with zeros, where a member has some.
    fn clear(&self, k: usize, bytes: impl Fn(usize) -> usize, from: usize) -> Result<(), String> {
        self.members.iter().try_for_each(|member| match bytes(member.place) {
            0 => Ok(()),
            count => member.device.fill(member.outputs[k] + from as u64, &[0], count),
        })
    }
    fn sum(&self) -> Result<Sum, String> {
        let sum = self.job.collective.reduction();
        let sum = sum.and_then(|(r, e)| reduction(r, e, self.library.version()));
        sum.ok_or_else(|| "it has no such reduction".to_owned())
    }
    fn reduce(&self, k: usize, bytes: usize) -> Result<(), String> {
        let Sum { ty, op, bytes: each } = self.sum()?;
        let for_first = matches!(self.job.collective, Collective::Reduce(..));
        self.each(|_, member, Seat { comm, stream }| {
            let (from, to) = (pointer(member.inputs[k]), pointer(member.outputs[k]));
            // SAFETY: the arrays have so many elements; the communicator and the stream are alive.
            unsafe {
                match for_first {
                    true => {
                        let status =
                            (self.library.call.reduce)(from, to, bytes / each, ty, op, 0, comm, stream);
                        self.check("ncclReduce", status)
                    }
                    false => {
                        let status =
                            (self.library.call.all_reduce)(from, to, bytes / each, ty, op, comm, stream);
                        self.check("ncclAllReduce", status)
                    }
                }
            }
        })?;
        self.clear(k, |place| if for_first && place > 0 { bytes } else { 0 }, 0)
    }
    fn reduce_scatter(&self, k: usize, parts: Parts) -> Result<(), String> {
        let Sum { ty, op, bytes: each } = self.sum()?;
        let packed = self.packed(k, parts)?;
        self.each(|i, member, Seat { comm, stream }| {
            let from = pointer(packed.as_ref().map_or(member.inputs[k], |list| list[i].address));
            let (to, count) = (pointer(member.outputs[k]), parts.bytes() / each);
            // SAFETY: the result has so many elements, the operand as many for each member; the handles are alive.
            let status = unsafe { (self.library.call.reduce_scatter)(from, to, count, ty, op, comm, stream) };
            self.check("ncclReduceScatter", status)
        })
    }
    /// The operands in blocks of the members, if they are not so already.
    fn packed(&self, k: usize, parts: Parts) -> Result<Option<Vec<Temporary<'a>>>, String> {
        if parts.is_in_blocks() {
            return Ok(None);
        }
        let all = self.temporaries(parts.bytes() * self.job.group.len())?;
        for (member, temporary) in self.members.iter().zip(&all) {
            for (to, from, rows) in parts.to_blocks() {
                member.device.copy_rows(temporary.address + to, member.inputs[k] + from, rows)?;
            }
        }
        Ok(Some(all))
    }
    /// Brings blocks of the members to the results.
    fn unpack(&self, k: usize, parts: Parts, blocks: &[Temporary<'a>]) -> Result<(), String> {
        for (member, temporary) in self.members.iter().zip(blocks) {
            for (to, from, rows) in parts.from_blocks() {
                member.device.copy_rows(member.outputs[k] + to, temporary.address + from, rows)?;
            }
        }
        Ok(())
    }
    fn gather(
        &self,
        bytes: usize,
        places: impl Fn(usize, &DeviceMember<'a>) -> (u64, u64),
    ) -> Result<(), String> {
        self.each(|i, member, Seat { comm, stream }| {
            let (from, to) = places(i, member);
            // SAFETY: the operand has so many bytes, the result as many for each member; the handles are alive.
            let status = unsafe {
                (self.library.call.all_gather)(pointer(from), pointer(to), bytes, BYTES, comm, stream)
            };
            self.check("ncclAllGather", status)
        })
    }
    fn all_gather(&self, k: usize, parts: Parts) -> Result<(), String> {
        if parts.is_in_blocks() {
            return self.gather(parts.bytes(), |_, member| (member.inputs[k], member.outputs[k]));
        }
        let blocks = self.temporaries(parts.bytes() * self.job.group.len())?;
        self.gather(parts.bytes(), |i, member| (member.inputs[k], blocks[i].address))?;
        self.unpack(k, parts, &blocks)
    }
    fn all_to_all(&self, k: usize, split: Parts, concat: Parts) -> Result<(), String> {
        let packed = self.packed(k, split)?;
        let blocks = match concat.is_in_blocks() {
            true => None,
            false => Some(self.temporaries(concat.bytes() * self.job.group.len())?),
        };
        let bytes = split.bytes();
        self.each(|i, member, seat| {
            let from = packed.as_ref().map_or(member.inputs[k], |list| list[i].address);
            let to = blocks.as_ref().map_or(member.outputs[k], |list| list[i].address);
            (0..self.job.group.len()).try_for_each(|peer| {
                let offset = (peer * bytes) as u64;
                self.send(from + offset, bytes, peer, seat)?;
                self.receive(to + offset, bytes, peer, seat)
            })
        })?;
        blocks.map_or(Ok(()), |blocks| self.unpack(k, concat, &blocks))
    }
    fn permute(&self, k: usize, sources: &[Option<usize>]) -> Result<(), String> {
        let bytes = self.job.operands[k].bytes();
        let source = |place: usize| sources.get(place).copied().flatten();
        self.clear(k, |place| if source(place).is_none() { bytes } else { 0 }, 0)?;
        self.each(|_, member, seat| {
            for (target, _) in sources.iter().enumerate().filter(|(_, s)| **s == Some(member.place)) {
                self.send(member.inputs[k], bytes, target, seat)?;
            }
            source(member.place).map_or(Ok(()), |source| self.receive(member.outputs[k], bytes, source, seat))
        })
    }
    pub(crate) fn send(&self, from: u64, bytes: usize, to: usize, seat: Seat) -> Result<(), String> {
        let Seat { comm, stream }: Seat = seat;
        // SAFETY: the array has so many bytes, and the handles are alive.
        let status =
            unsafe { (self.library.call.send)(pointer(from), bytes, BYTES, to as c_int, comm, stream) };
        self.check("ncclSend", status)
    }
    pub(crate) fn receive(&self, to: u64, bytes: usize, from: usize, seat: Seat) -> Result<(), String> {
        let (comm, stream): (Handle, Handle) = (seat.comm, seat.stream);
        // SAFETY: as in `send`.
        let status =
            unsafe { (self.library.call.receive)(pointer(to), bytes, BYTES, from as c_int, comm, stream) };
        self.check("ncclRecv", status)
    }
}
