//! `cp.async`: copies of single threads, which are performed as late as possible, at the wait.

use super::{
    Block, Warp,
    access::{Does, Touched},
};
use crate::{
    address::Place,
    code::LANES,
    error::{ErrorKind, Exec, fault},
    nv::{Addr, NONE},
};

/// A pending copy.
pub(crate) struct Pending {
    lane: usize,
    /// The lane's group.
    group: u32,
    dst: u64,
    src: Place,
    bytes: u64,
    /// Bytes that are read; the remaining ones are filled with zeros.
    read: u64,
}

/// The copies of a warp.
#[derive(Default)]
pub(crate) struct Copies {
    pending: Vec<Pending>,
    /// The number of groups that each lane has committed.
    groups: [u32; LANES],
    /// Pending arrivals at barriers, which follow the lane's copies: the lane, and the barrier's offset.
    arrivals: Vec<(usize, u64)>,
}

impl Block<'_, '_> {
    /// `cp.async`.
    pub fn copy_async(&mut self, w: &Warp, dst: Addr, src: Addr, bytes: u8, read: u32) -> Exec<()> {
        let mut touched = Touched::default();
        let bytes = u64::from(bytes);
        for lane in w.active() {
            let n = if read == NONE { bytes } else { w.get(read)[lane] & 0xffff_ffff };
            if n > bytes {
                return fault(
                    ErrorKind::Undefined,
                    lane as u32,
                    format!("{n} bytes are read for a copy of {bytes}"),
                );
            }
            let (to, from) = (w.get(dst.slot)[lane], w.get(src.slot)[lane]);
            let Place::Shared(at) = self.resolve(lane, dst.space, to)? else {
                return fault(ErrorKind::WrongSpace, lane as u32, "the copy does not go to shared memory");
            };
            self.in_bounds(lane, Place::Shared(at), to, bytes, bytes, Does::Write)?;
            let place = if n == 0 { Place::Shared(at) } else { self.resolve(lane, src.space, from)? };
            if n != 0 {
                if !matches!(place, Place::Buffer(..)) {
                    return fault(
                        ErrorKind::WrongSpace,
                        lane as u32,
                        "the copy does not come from global memory",
                    );
                }
                self.in_bounds(lane, place, from, n, 1, Does::Read)?;
                if !from.is_multiple_of(bytes) {
                    let what = format!("copy of {bytes} bytes from {from:#x}, which is no multiple of that");
                    return fault(ErrorKind::Misaligned, lane as u32, what);
                }
                self.note(w, lane, place, n, Does::Read, false)?;
                touched.add(lane, place);
            }
            self.note(w, lane, Place::Shared(at), bytes, Does::Write, false)?;
            self.own.shared.flight.begin_write(at, bytes);
            let copies = &mut self.own.copies[w.number as usize];
            let group = copies.groups[lane];
            copies.pending.push(Pending { lane, group, dst: at, src: place, bytes, read: n });
            self.l.counters.async_bytes += bytes;
        }
        self.count(&touched, bytes);
        Ok(())
    }

    /// `cp.async.commit_group`.
    pub fn copy_commit(&mut self, w: &Warp) {
        for lane in w.active() {
            self.own.copies[w.number as usize].groups[lane] += 1;
        }
    }

    /// `cp.async.wait_group`; without `left`, waits for all groups.
    pub fn copy_wait(&mut self, w: &Warp, left: Option<u32>) -> Exec<()> {
        let groups = self.own.copies[w.number as usize].groups;
        let mask = w.mask;
        self.complete(w.number as usize, |p| {
            mask >> p.lane & 1 != 0 && left.is_none_or(|left| p.group + left < groups[p.lane])
        });
        Ok(())
    }

    /// Performs the copies of a warp for which `now` holds.
    fn complete(&mut self, warp: usize, now: impl Fn(&Pending) -> bool) {
        let all = std::mem::take(&mut self.own.copies[warp].pending);
        let mut rest = Vec::with_capacity(all.len());
        let clock = &self.own.clocks[warp];
        let time = clock.now;
        for p in all {
            if !now(&p) {
                rest.push(p);
                continue;
            }
            self.own.shared.flight.end_write(p.dst, p.bytes);
            let to = &mut self.own.shared.data[p.dst as usize..(p.dst + p.bytes) as usize];
            to.fill(0);
            if let Place::Buffer(n, at) = p.src
                && let Some(b) = self.l.memory.get(n)
            {
                let n = p.read as usize;
                to[..n].copy_from_slice(&b.data[at as usize..at as usize + n]);
            }
            let thread = (warp * LANES + p.lane) as u32;
            let epoch = crate::shadow::Epoch::new(self.own.number, thread, time);
            self.own.shared.shadow.set_writer(self.own.number + 1, p.dst, p.bytes, epoch);
        }
        self.own.copies[warp].pending = rest;
    }

    /// `cp.async.mbarrier.arrive`: an arrival after the completion of the lane's copies.
    pub fn copy_arrive(&mut self, w: &Warp, mbar: Addr, noinc: bool) -> Exec<()> {
        for lane in w.active() {
            let at = self.barrier_at(w, lane, mbar)?;
            if !noinc {
                self.barrier(w, lane, at)?.pending += 1;
            }
            self.own.copies[w.number as usize].arrivals.push((lane, at));
        }
        Ok(())
    }

    /// Performs the copies that a wait at a barrier depends on.
    pub fn force_copies(&mut self, at: u64) -> Exec<()> {
        for warp in 0..self.own.copies.len() {
            let (now, later): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.own.copies[warp].arrivals).into_iter().partition(|a| a.1 == at);
            self.own.copies[warp].arrivals = later;
            if now.is_empty() {
                continue;
            }
            self.complete(warp, |p| now.iter().any(|a| a.0 == p.lane));
            let known = self.own.clocks[warp].release();
            for (lane, at) in now {
                self.barrier_arrives(lane, (self.rank, at), 1, &known)?;
            }
        }
        Ok(())
    }
}
