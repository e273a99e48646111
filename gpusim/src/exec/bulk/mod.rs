//! Bulk copies by the asynchronous engine: of blocks of bytes, and of boxes of tensors.

mod stores;

use strata_runtime_device::TensorMap;

use super::{Block, Warp, access::Does, clock::Known};
use crate::{
    address::{self, Place, space},
    code::{LANES, Slot},
    error::{ErrorKind, Exec, fault},
    nv::{Addr, NONE, Tma},
    shadow::{AGENTS, ENGINE, Epoch},
    tensor_map::{decode_tensor_map, swizzle},
};

/// A pending load.
#[derive(Clone)]
pub(crate) struct Load {
    mbar: u64,
    /// Destination offset, source and size of each part; parts without a source are filled.
    parts: Vec<(u64, Option<Place>, u64)>,
    /// The pattern that fills bytes outside of the tensor.
    fill: Vec<u8>,
    bytes: u64,
    known: Known,
}

/// A pending store.
pub(crate) struct Store {
    warp: usize,
    lane: usize,
    group: u32,
    /// Ranges of shared memory that are not read yet.
    reading: Vec<(u64, u64)>,
    /// The destinations, with the data.
    writes: Vec<(Place, Vec<u8>)>,
}

/// The pending copies of a block.
#[derive(Default)]
pub(crate) struct Engine {
    loads: Vec<Load>,
    stores: Vec<Store>,
    /// The number of groups that each thread has committed.
    groups: Vec<u32>,
    /// The logical time of the engine.
    now: u32,
}

/// A row of a box: its offset in shared memory, the address of its first element in the tensor, the number of bytes before the tensor, and
/// the number of bytes inside of it.
struct Row {
    offset: u64,
    address: u64,
    before: u64,
    inside: u64,
    bytes: u64,
}

/// The rows of the box at `coords`.
fn rows(map: &TensorMap, coords: &[i32]) -> Vec<Row> {
    let elem = map.element_bytes().unwrap_or(1);
    let inner = i64::from(map.box_sizes[0]);
    let bytes = inner as u64 * elem;
    let others: u64 = map.box_sizes[1..].iter().map(|&n| u64::from(n)).product();
    let first = i64::from(coords[0]);
    let before = (-first).clamp(0, inner);
    let inside = (map.sizes[0] as i64 - first - before).clamp(0, inner - before);
    (0..others)
        .map(|n| {
            let (mut rest, mut address, mut outside) = (n, map.address, false);
            for d in 1..map.sizes.len() {
                let size = u64::from(map.box_sizes[d]);
                let at = i64::from(coords[d]) + (rest % size) as i64;
                rest /= size;
                outside |= at < 0 || at as u64 >= map.sizes[d];
                address = address.wrapping_add((at as u64).wrapping_mul(map.strides[d - 1]));
            }
            address = address.wrapping_add(((first + before) as u64).wrapping_mul(elem));
            let inside = if outside { 0 } else { inside as u64 * elem };
            Row { offset: n * bytes, address, before: before as u64 * elem, inside, bytes }
        })
        .collect()
}

impl Block<'_, '_> {
    /// Reads the tensor map at an address.
    fn tensor_map(&mut self, w: &Warp, lane: usize, map: Addr) -> Exec<TensorMap> {
        let addr = w.get(map.slot)[lane];
        let place = self.resolve(lane, map.space, addr)?;
        self.in_bounds(lane, place, addr, 128, 64, Does::Read)?;
        let mut bytes = [0; 128];
        bytes.copy_from_slice(self.bytes_mut(w, lane, place, 128));
        match decode_tensor_map(&bytes) {
            Some(map) => Ok(map),
            None => fault(ErrorKind::Undefined, lane as u32, format!("there is no tensor map at {addr:#x}")),
        }
    }

    /// The parts of a tensor copy: pieces of at most 16 bytes if there is a swizzle.
    fn pieces(&self, w: &Warp, lane: usize, t: &Tma, map: &TensorMap) -> Exec<(u64, Vec<(u64, u64, Row)>)> {
        if map.sizes.len() != usize::from(t.rank) {
            let what = format!("{} coordinates for a tensor of rank {}", t.rank, map.sizes.len());
            return fault(ErrorKind::Undefined, lane as u32, what);
        }
        let addr = w.get(t.shared.slot)[lane];
        let Place::Shared(at) = self.resolve(lane, t.shared.space, addr)? else {
            return fault(ErrorKind::WrongSpace, lane as u32, "the box is not in shared memory");
        };
        // The swizzle is a function of the address, so a box must be aligned to its pattern.
        let align = map.swizzle_bytes().map_or(128, |row| row * 8);
        self.in_bounds(lane, Place::Shared(at), at, map.box_bytes(), align, Does::Write)?;
        let coords: Vec<i32> =
            t.coords[..usize::from(t.rank)].iter().map(|&c| w.get(c)[lane] as u32 as i32).collect();
        let mut out = Vec::new();
        for row in rows(map, &coords) {
            let step = if map.swizzle_bytes().is_some() { 16 } else { row.bytes };
            for from in (0..row.bytes).step_by(step as usize) {
                let to = at + row.offset + from;
                let to = map.swizzle_bytes().map_or(to, |width| swizzle(to, width));
                let end = from + step;
                // The part of the piece inside of the tensor.
                let (a, b) = (from.max(row.before), end.min(row.before + row.inside));
                let piece = Row {
                    offset: a.saturating_sub(from),
                    address: row.address.wrapping_add(a.wrapping_sub(row.before)),
                    before: 0,
                    inside: b.saturating_sub(a),
                    bytes: step,
                };
                out.push((to, step, piece));
            }
        }
        Ok((at, out))
    }

    /// Starts the copy of a box to shared memory.
    pub fn tma_load(&mut self, w: &Warp, t: &Tma) -> Exec<()> {
        for lane in Self::chosen(w, t.pred) {
            let map = self.tensor_map(w, lane, t.map)?;
            let (at, pieces) = self.pieces(w, lane, t, &map)?;
            let mbar = self.barrier_at(w, lane, t.mbar)?;
            let bytes = map.box_bytes();
            let blocks = self.targets(w, lane, t.mask, (mbar, at, bytes))?;
            let mut parts = Vec::with_capacity(pieces.len());
            for (to, len, p) in pieces {
                if p.inside < len {
                    parts.push((to, None, len));
                }
                if p.inside != 0 {
                    let from = self.global(w, lane, p.address, p.inside, Does::Read)?;
                    parts.push((to + p.offset, Some(from), p.inside));
                }
            }
            let nan = if map.fill == 1 { nan(map.element) } else { vec![0] };
            self.begin_load(w, &blocks, (mbar, at, bytes), parts, nan);
        }
        Ok(())
    }

    /// A checked place in global memory that the engine accesses for a thread.
    fn global(&mut self, w: &Warp, lane: usize, addr: u64, len: u64, does: Does) -> Exec<Place> {
        let Some(place @ Place::Buffer(..)) = address::place(space::GLOBAL, addr) else {
            return fault(ErrorKind::WrongSpace, lane as u32, format!("{addr:#x} is not in global memory"));
        };
        self.in_bounds(lane, place, addr, len, 1, does)?;
        if does == Does::Read {
            self.note(w, lane, place, len, does, false)?;
        }
        Ok(place)
    }

    /// The ranks of the blocks that a copy is written to; checks that each has the barrier and that its memory may be written.
    fn targets(
        &mut self,
        w: &Warp,
        lane: usize,
        mask: Slot,
        (mbar, at, bytes): (u64, u64, u64),
    ) -> Exec<Vec<usize>> {
        let mut blocks = vec![self.rank];
        if mask != NONE {
            let mask = w.get(mask)[lane] & 0xffff;
            if mask == 0 || mask >> self.peers.len() != 0 {
                let what = format!("a copy to the blocks {mask:#x} of a cluster of {}", self.peers.len());
                return fault(ErrorKind::Undefined, lane as u32, what);
            }
            blocks = (0..self.peers.len()).filter(|rank| mask >> rank & 1 != 0).collect();
        }
        for &rank in &blocks {
            self.barrier_of(w, lane, (rank, mbar))?;
            let place = match rank == self.rank {
                true => Place::Shared(at),
                false => Place::Peer(rank as u32, at),
            };
            self.note(w, lane, place, bytes, Does::Write, false)?;
        }
        Ok(blocks)
    }

    /// Starts a load to the same offset in each block, and with the barrier at the same offset.
    fn begin_load(
        &mut self,
        w: &Warp,
        blocks: &[usize],
        (mbar, at, bytes): (u64, u64, u64),
        mut parts: Vec<(u64, Option<Place>, u64)>,
        fill: Vec<u8>,
    ) {
        self.l.counters.bulk_bytes += bytes;
        let known = self.own.clocks[w.number as usize].known.clone();
        // The last part marks the whole range as written.
        parts.push((at, Some(Place::Shared(at)), bytes));
        let load = Load { mbar, parts, fill, bytes, known };
        for &rank in blocks {
            let cta = self.cta(rank);
            cta.shared.flight.begin_write(at, bytes);
            cta.engine.loads.push(load.clone());
        }
    }

    /// Starts the copy of a block of bytes to shared memory.
    pub fn bulk_load(
        &mut self,
        w: &Warp,
        dst: Addr,
        src: Addr,
        mbar: Addr,
        [bytes, mask]: [Slot; 2],
    ) -> Exec<()> {
        for lane in w.active() {
            let n = w.get(bytes)[lane] & 0xffff_ffff;
            let (to, from) = (w.get(dst.slot)[lane], w.get(src.slot)[lane]);
            let at = self.bulk_range(lane, dst, to, n, Does::Write)?;
            if from % 16 != 0 {
                return fault(ErrorKind::Misaligned, lane as u32, format!("{from:#x} is no multiple of 16"));
            }
            let mbar = self.barrier_at(w, lane, mbar)?;
            let blocks = self.targets(w, lane, mask, (mbar, at, n))?;
            let place = self.global(w, lane, from, n, Does::Read)?;
            self.begin_load(w, &blocks, (mbar, at, n), vec![(at, Some(place), n)], vec![0]);
        }
        Ok(())
    }

    /// Checks the shared memory side of a bulk copy.
    fn bulk_range(&self, lane: usize, side: Addr, addr: u64, n: u64, does: Does) -> Exec<u64> {
        let Place::Shared(at) = self.resolve(lane, side.space, addr)? else {
            return fault(ErrorKind::WrongSpace, lane as u32, "the copy is not in shared memory");
        };
        if n == 0 || n % 16 != 0 {
            return fault(
                ErrorKind::Misaligned,
                lane as u32,
                format!("a copy of {n} bytes, which is no multiple of 16"),
            );
        }
        self.in_bounds(lane, Place::Shared(at), at, n, 16, does)?;
        Ok(at)
    }

    /// Performs the pending loads of a barrier.
    pub fn force_loads(&mut self, mbar: u64) {
        let (now, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.own.engine.loads).into_iter().partition(|l| l.mbar == mbar);
        self.own.engine.loads = later;
        for load in now {
            self.own.engine.now += 1;
            let epoch = Epoch::agent(self.own.number, ENGINE, self.own.engine.now);
            for (at, from, len) in load.parts {
                let to = &mut self.own.shared.data[at as usize..(at + len) as usize];
                match from {
                    None => {
                        for (i, byte) in to.iter_mut().enumerate() {
                            *byte = load.fill[i % load.fill.len()];
                        }
                    }
                    Some(Place::Buffer(n, from)) => {
                        if let Some(b) = self.l.memory.get(n) {
                            to.copy_from_slice(&b.data[from as usize..(from + len) as usize]);
                        }
                    }
                    Some(_) => {
                        self.own.shared.flight.end_write(at, len);
                        self.own.shared.written.set(at, len);
                        self.own.shared.shadow.set_writer(self.own.number + 1, at, len, epoch);
                    }
                }
            }
            let mut known = load.known;
            let engine = self.rank * AGENTS + ENGINE;
            known.seen[engine] = self.own.engine.now;
            known.fenced[engine] = self.own.engine.now;
            self.barrier_gets(load.mbar, load.bytes, &known);
        }
    }

    /// Checks a read of shared memory by the asynchronous proxy: as a read by a thread, and for a proxy fence after writes of threads.
    pub fn engine_reads(&mut self, w: &Warp, lane: usize, at: u64, len: u64, who: Epoch) -> Exec<()> {
        self.note_as(w, lane, Place::Shared(at), len, Does::Read, who)?;
        let clock = &self.own.clocks[w.number as usize];
        let first = self.own.number - self.rank as u32;
        let unseen = |e: Epoch| {
            if e.is_none() || e.is_engine() {
                return false;
            }
            let warp = (e.block().wrapping_sub(first) as usize) * AGENTS + e.thread() as usize / LANES;
            let own = if warp == clock.warp { clock.fenced } else { 0 };
            clock.known.fenced.get(warp).is_none_or(|&t| own.max(t) < e.time())
        };
        match self.own.shared.shadow.find_writer(self.own.number + 1, at, len, unseen) {
            None => Ok(()),
            Some(e) => fault(
                ErrorKind::MissingFence,
                lane as u32,
                format!(
                    "an asynchronous operation reads shared memory at {at:#x}, which {} wrote, without a fence.proxy.async between",
                    self.who(e)
                ),
            ),
        }
    }

    /// The epoch of a thread's access at the current time.
    pub fn epoch(&self, w: &Warp, lane: usize) -> Epoch {
        let thread = w.number * LANES as u32 + lane as u32;
        Epoch::new(self.own.number, thread, self.own.clocks[w.number as usize].now)
    }
}

/// The NaN pattern that fills floats outside of a tensor; zero for other types.
fn nan(element: u32) -> Vec<u8> {
    match element {
        6 => 0x7fffu16.to_le_bytes().to_vec(),
        9 => 0x7fffu16.to_le_bytes().to_vec(),
        7 | 10..=12 => 0x7fff_ffffu32.to_le_bytes().to_vec(),
        8 => 0x7fff_ffff_ffff_ffffu64.to_le_bytes().to_vec(),
        _ => vec![0],
    }
}
