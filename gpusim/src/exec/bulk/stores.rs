//! Copies from shared memory to buffers: their groups, and the waits for these.

use super::Store;
use crate::{
    address::Place,
    code::LANES,
    error::{ErrorKind, Exec, fault},
    exec::{Block, Warp, access::Does},
    nv::{Addr, Tma},
};

impl Block<'_, '_> {
    fn begin_store(
        &mut self,
        w: &Warp,
        lane: usize,
        reading: Vec<(u64, u64)>,
        writes: Vec<(Place, Vec<u8>)>,
    ) {
        for &(at, len) in &reading {
            self.own.shared.flight.begin_read(at, len);
            self.l.counters.bulk_bytes += len;
        }
        let thread = w.number as usize * LANES + lane;
        self.own.engine.groups.resize(self.threads as usize, 0);
        let group = self.own.engine.groups[thread];
        self.own.engine.stores.push(Store { warp: w.number as usize, lane, group, reading, writes });
    }

    /// Starts the copy of a box from shared memory.
    pub fn tma_store(&mut self, w: &Warp, t: &Tma) -> Exec<()> {
        for lane in Self::chosen(w, t.pred) {
            let map = self.tensor_map(w, lane, t.map)?;
            let (at, pieces) = self.pieces(w, lane, t, &map)?;
            let me = self.epoch(w, lane);
            self.engine_reads(w, lane, at, map.box_bytes(), me)?;
            let mut writes = Vec::new();
            for (from, _, p) in pieces {
                if p.inside != 0 {
                    let to = self.global(w, lane, p.address, p.inside, Does::Write)?;
                    let from = (from + p.offset) as usize;
                    writes.push((to, self.own.shared.data[from..from + p.inside as usize].to_vec()));
                }
            }
            self.begin_store(w, lane, vec![(at, map.box_bytes())], writes);
        }
        Ok(())
    }

    /// Starts the copy of a block of bytes from shared memory.
    pub fn bulk_store(&mut self, w: &Warp, dst: Addr, src: Addr, bytes: u32) -> Exec<()> {
        for lane in w.active() {
            let n = w.get(bytes)[lane] & 0xffff_ffff;
            let (to, from) = (w.get(dst.slot)[lane], w.get(src.slot)[lane]);
            let at = self.bulk_range(lane, src, from, n, Does::Read)?;
            if to % 16 != 0 {
                return fault(ErrorKind::Misaligned, lane as u32, format!("{to:#x} is no multiple of 16"));
            }
            let me = self.epoch(w, lane);
            self.engine_reads(w, lane, at, n, me)?;
            let place = self.global(w, lane, to, n, Does::Write)?;
            let data = self.own.shared.data[at as usize..(at + n) as usize].to_vec();
            self.begin_store(w, lane, vec![(at, n)], vec![(place, data)]);
        }
        Ok(())
    }

    pub fn bulk_commit(&mut self, w: &Warp) {
        self.own.engine.groups.resize(self.threads as usize, 0);
        for lane in w.active() {
            self.own.engine.groups[w.number as usize * LANES + lane] += 1;
        }
    }

    /// Waits for groups of stores of the active lanes: until their source has been read, or until they are complete.
    pub fn bulk_wait(&mut self, w: &Warp, left: u32, read: bool) -> Exec<()> {
        self.own.engine.groups.resize(self.threads as usize, 0);
        let groups = self.own.engine.groups.clone();
        let warp = w.number as usize;
        self.finish_stores(w, read, |s| {
            s.warp == warp && w.mask >> s.lane & 1 != 0 && s.group + left < groups[warp * LANES + s.lane]
        })
    }

    fn finish_stores(&mut self, w: &Warp, read: bool, now: impl Fn(&Store) -> bool) -> Exec<()> {
        let mut rest = Vec::new();
        for mut s in std::mem::take(&mut self.own.engine.stores) {
            if now(&s) {
                for (at, len) in s.reading.drain(..) {
                    self.own.shared.flight.end_read(at, len);
                }
                if !read {
                    for (place, data) in &s.writes {
                        self.note(w, s.lane, *place, data.len() as u64, Does::Write, false)?;
                        let to = self.bytes_mut(w, s.lane, *place, data.len());
                        to.copy_from_slice(data);
                    }
                    continue;
                }
            }
            rest.push(s);
        }
        self.own.engine.stores = rest;
        Ok(())
    }

    /// Completes the pending stores at the end of a block; a copy that still reads or writes shared memory is an error.
    pub fn finish_engine(&mut self, warps: &[Warp]) -> Result<(), (Box<crate::error::Fault>, usize)> {
        if let Some(s) = self.own.engine.stores.iter().find(|s| !s.reading.is_empty()) {
            let (warp, lane) = (s.warp, s.lane);
            let what =
                "the thread ends while a copy out of shared memory is still reading: nobody waited for it";
            return fault(ErrorKind::MissingWait, lane as u32, what).map_err(|f| (f, warp));
        }
        for warp in warps {
            let number = warp.number as usize;
            self.finish_stores(warp, false, |s| s.warp == number).map_err(|f| (f, number))?;
        }
        if !self.own.engine.loads.is_empty() {
            let what =
                "the block ends while a copy into its shared memory is under way: nobody waited for it";
            return fault(ErrorKind::MissingWait, None, what).map_err(|f| (f, 0));
        }
        Ok(())
    }
}
