//! Memory accesses, each with all checks.

mod checks;

use super::{Block, Warp};
use crate::{
    address::Place,
    code::{Access, LANES},
    counters::{bank_turns, sectors},
    error::{ErrorKind, Exec},
};

/// The effect of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    Read,
    /// Reads a value that is only stored again, so that it may be uninitialized.
    Copy,
    Write,
    /// Reads and writes atomically.
    Update,
}

impl Does {
    /// Whether the access leaves memory unchanged.
    fn only_reads(self) -> bool {
        matches!(self, Self::Read | Self::Copy)
    }
    fn word(self) -> &'static str {
        match self {
            Self::Read | Self::Copy => "read",
            Self::Write => "write",
            Self::Update => "atomic update",
        }
    }
}

impl Block<'_, '_> {
    #[inline]
    pub fn local_index(&self, w: &Warp, lane: usize, at: u64) -> usize {
        (w.number as usize * LANES + lane) * self.l.code.frame as usize + at as usize
    }

    /// The bytes at a checked place.
    #[inline]
    pub fn bytes_mut(&mut self, w: &Warp, lane: usize, place: Place, n: usize) -> &mut [u8] {
        match place {
            Place::Buffer(b, at) => match self.l.memory.get_mut(b) {
                Some(b) => &mut b.data[at as usize..at as usize + n],
                None => &mut [],
            },
            Place::Shared(at) => &mut self.own.shared.data[at as usize..at as usize + n],
            Place::Peer(rank, at) => &mut self.peers[rank as usize].shared.data[at as usize..at as usize + n],
            Place::Local(at) => {
                let at = self.local_index(w, lane, at);
                &mut self.own.local[at..at + n]
            }
        }
    }

    /// Reads up to eight bytes at a checked place.
    #[inline]
    pub fn read_bits(&mut self, w: &Warp, lane: usize, place: Place, offset: u64, bytes: usize) -> u64 {
        let from = self.bytes_mut(w, lane, shift(place, offset), bytes);
        let mut out = [0; 8];
        out[..from.len()].copy_from_slice(from);
        u64::from_le_bytes(out)
    }
    #[inline]
    pub fn write_bits(&mut self, w: &Warp, lane: usize, place: Place, offset: u64, bytes: usize, v: u64) {
        let to = self.bytes_mut(w, lane, shift(place, offset), bytes);
        let n = to.len();
        to.copy_from_slice(&v.to_le_bytes()[..n]);
    }

    /// `llvm.load`.
    pub fn load(&mut self, w: &mut Warp, a: &Access) -> Exec<()> {
        let mut touched = Touched::default();
        let mask = lanes_of(w, a);
        let code = self.l.code;
        let does = if a.copies { Does::Copy } else { Does::Read };
        for lane in (0..LANES).filter(|l| mask >> l & 1 != 0) {
            let addr = w.regs[a.addr as usize][lane];
            let place = self.resolve(lane, a.space, addr)?;
            self.in_bounds(lane, place, addr, a.bytes.into(), a.align.into(), does)?;
            let pieces = &code.pieces[a.pieces.range()];
            if a.bytes <= 16 {
                self.note(w, lane, place, a.bytes.into(), does, a.atomic)?;
            }
            touched.add(lane, place);
            for p in pieces {
                if a.bytes > 16 {
                    // Padding between members may be uninitialized.
                    self.note(w, lane, shift(place, p.offset.into()), p.bytes.into(), does, a.atomic)?;
                }
                let v = self.read_bits(w, lane, place, p.offset.into(), p.bytes.into());
                w.regs[p.slot as usize][lane] = v & crate::int::mask(p.bits);
                if a.copies {
                    let holes = self.holes(w, lane, shift(place, p.offset.into()), p.bytes.into());
                    w.holes.set(p.slot, lane, holes);
                }
            }
        }
        if a.atomic {
            self.acquire_blocks();
        }
        self.count(&touched, a.bytes.into());
        Ok(())
    }

    /// `llvm.store`.
    pub fn store(&mut self, w: &mut Warp, a: &Access) -> Exec<()> {
        let mut touched = Touched::default();
        let mask = lanes_of(w, a);
        let code = self.l.code;
        for lane in (0..LANES).filter(|l| mask >> l & 1 != 0) {
            let addr = w.regs[a.addr as usize][lane];
            let place = self.resolve(lane, a.space, addr)?;
            self.in_bounds(lane, place, addr, a.bytes.into(), a.align.into(), Does::Write)?;
            touched.add(lane, place);
            for p in &code.pieces[a.pieces.range()] {
                let at = shift(place, p.offset.into());
                let v = w.regs[p.slot as usize][lane];
                if let Err(e) = self.note(w, lane, at, p.bytes.into(), Does::Write, a.atomic) {
                    // Several threads may write the same value without a race.
                    let same = self.read_bits(w, lane, at, 0, p.bytes.into()) == v;
                    if !(same && e.kind == ErrorKind::Race && e.message.contains("an earlier write")) {
                        return Err(e);
                    }
                }
                self.write_bits(w, lane, at, 0, p.bytes.into(), v);
                self.dig(w, lane, at, w.holes.get(p.slot, lane));
            }
        }
        if a.atomic {
            self.publish(false);
        }
        self.count(&touched, a.bytes.into());
        Ok(())
    }

    /// Counts the memory transactions of a warp's access.
    pub fn count(&mut self, t: &Touched, bytes: u64) {
        let c = &mut self.l.counters;
        if t.global != 0 {
            let (touched, ideal) = sectors(&t.list[..t.global], bytes);
            c.global_requests += 1;
            c.global_sectors += touched;
            c.global_ideal += ideal;
        }
        if t.shared != 0 {
            let (turns, ideal) = bank_turns(&t.shared_list[..t.shared], bytes);
            c.shared_requests += 1;
            c.shared_turns += turns;
            c.shared_ideal += ideal;
        }
    }

    /// `llvm.intr.memcpy` and `llvm.intr.memmove`, checked byte by byte.
    pub fn memcpy(&mut self, w: &mut Warp, [dst, src, len]: [u32; 3], [to, from]: [u8; 2]) -> Exec<()> {
        for lane in w.active() {
            let (dst, src) = (w.regs[dst as usize][lane], w.regs[src as usize][lane]);
            let len = w.regs[len as usize][lane];
            if len == 0 {
                continue;
            }
            let (a, b) = (self.resolve(lane, from, src)?, self.resolve(lane, to, dst)?);
            self.in_bounds(lane, a, src, len, 1, Does::Copy)?;
            self.in_bounds(lane, b, dst, len, 1, Does::Write)?;
            self.note(w, lane, a, len, Does::Copy, false)?;
            let gaps = self.gaps(w, lane, a, len);
            self.note(w, lane, b, len, Does::Write, false)?;
            self.dig_gaps(w, lane, b, &gaps);
            let bytes = self.bytes_mut(w, lane, a, len as usize).to_vec();
            self.bytes_mut(w, lane, b, len as usize).copy_from_slice(&bytes);
        }
        Ok(())
    }

    /// `llvm.intr.memset`.
    pub fn memset(&mut self, w: &mut Warp, [dst, v, len]: [u32; 3], space: u8) -> Exec<()> {
        for lane in w.active() {
            let (dst, v) = (w.regs[dst as usize][lane], w.regs[v as usize][lane] as u8);
            let len = w.regs[len as usize][lane];
            if len == 0 {
                continue;
            }
            let place = self.resolve(lane, space, dst)?;
            self.in_bounds(lane, place, dst, len, 1, Does::Write)?;
            self.note(w, lane, place, len, Does::Write, false)?;
            self.bytes_mut(w, lane, place, len as usize).fill(v);
        }
        Ok(())
    }
}

/// The place `by` bytes further.
#[inline]
pub(crate) fn shift(place: Place, by: u64) -> Place {
    match place {
        Place::Buffer(n, at) => Place::Buffer(n, at + by),
        Place::Shared(at) => Place::Shared(at + by),
        Place::Peer(rank, at) => Place::Peer(rank, at + by),
        Place::Local(at) => Place::Local(at + by),
    }
}

fn lanes_of(w: &Warp, a: &Access) -> u32 {
    if a.only == u32::MAX {
        return w.mask;
    }
    let only = w.get(a.only);
    (0..LANES).filter(|&l| only[l] & 1 != 0).fold(0, |m, l| m | 1 << l) & w.mask
}

/// The addresses that the lanes of a warp access, for the counters.
pub(crate) struct Touched {
    list: [(u32, u64); LANES],
    global: usize,
    shared_list: [(u32, u64); LANES],
    shared: usize,
}

impl Default for Touched {
    fn default() -> Self {
        Self { list: [(0, 0); LANES], global: 0, shared_list: [(0, 0); LANES], shared: 0 }
    }
}

impl Touched {
    #[inline]
    pub fn add(&mut self, lane: usize, place: Place) {
        match place {
            Place::Buffer(n, at) => {
                self.list[self.global] = (lane as u32, u64::from(n) << 40 | at);
                self.global += 1;
            }
            Place::Shared(at) => {
                self.shared_list[self.shared] = (lane as u32, at);
                self.shared += 1;
            }
            Place::Local(_) | Place::Peer(..) => {}
        }
    }
}
