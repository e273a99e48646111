//! Atomic updates, in the order of the lanes, and the ordering that they establish.

use super::{
    Block, Warp,
    access::{Does, Touched},
};
use crate::{
    code::{AtomicOp, Inst, IntOp, Kind, LANES},
    error::{ErrorKind, Exec, fault},
    float,
    int::{self, mask},
};

impl Block<'_, '_> {
    /// Orders everything that earlier blocks published before what follows in this block.
    pub fn acquire_blocks(&mut self) {
        if self.own.number != 0 {
            self.own.acquired = Some(self.l.published.clone());
        }
    }
    /// Publishes the block's accesses to later blocks, if a fence precedes the atomic access or it is a release.
    pub fn publish(&mut self, releases: bool) {
        if self.own.fenced || releases {
            let n = self.own.number as usize;
            if self.l.published.len() <= n {
                self.l.published.resize(n + 1, false);
            }
            self.l.published[n] = true;
        }
    }

    /// Checks an update, and returns the place and the old value.
    fn update(
        &mut self,
        w: &Warp,
        lane: usize,
        addr: u64,
        space: u8,
        bytes: u64,
        t: &mut Touched,
    ) -> Exec<(crate::address::Place, u64)> {
        let place = self.resolve(lane, space, addr)?;
        self.in_bounds(lane, place, addr, bytes, bytes, Does::Update)?;
        self.note(w, lane, place, bytes, Does::Update, true)?;
        t.add(lane, place);
        self.l.counters.atomics += 1;
        Ok((place, self.read_bits(w, lane, place, 0, bytes as usize)))
    }

    pub fn atomic(&mut self, w: &mut Warp, inst: &Inst) -> Exec<()> {
        let mut touched = Touched::default();
        let mut width = 4;
        match *inst {
            Inst::AtomicRmw { op, kind, d, addr, space, v } => {
                let bytes = u64::from(kind.bits().div_ceil(8));
                width = bytes;
                for lane in w.active() {
                    let (addr, v) = (w.regs[addr as usize][lane], w.regs[v as usize][lane]);
                    let (place, old) = self.update(w, lane, addr, space, bytes, &mut touched)?;
                    let new = combine(op, kind, old, v);
                    self.write_bits(w, lane, place, 0, bytes as usize, new);
                    w.regs[d as usize][lane] = old;
                }
            }
            Inst::CmpXchg { kind, d, ok, addr, space, cmp, v } => {
                let bytes = u64::from(kind.bits().div_ceil(8));
                width = bytes;
                if !matches!(bytes, 2 | 4 | 8) {
                    return fault(ErrorKind::Unsupported, None, "an exchange of this type");
                }
                for lane in w.active() {
                    let addr = w.regs[addr as usize][lane];
                    let (cmp, v) = (w.regs[cmp as usize][lane], w.regs[v as usize][lane]);
                    let (place, old) = self.update(w, lane, addr, space, bytes, &mut touched)?;
                    if old == cmp {
                        self.write_bits(w, lane, place, 0, bytes as usize, v);
                    }
                    w.regs[d as usize][lane] = old;
                    w.regs[ok as usize][lane] = u64::from(old == cmp);
                }
            }
            _ => {}
        }
        self.publish(false);
        self.acquire_blocks();
        self.count(&touched, width);
        Ok(())
    }
}

/// The new value of an atomic operation.
fn combine(op: AtomicOp, kind: Kind, old: u64, v: u64) -> u64 {
    let bits = kind.bits() as u8;
    match op {
        AtomicOp::Xchg => v,
        AtomicOp::Int(op) => int::int(op, bits, &[old; LANES], &[v; LANES])[0],
        AtomicOp::Nand => !(old & v) & mask(bits),
        AtomicOp::Float(op, ty) => float::bin(op, ty, &[old; LANES], &[v; LANES])[0],
        AtomicOp::UIncWrap => {
            if old >= v {
                0
            } else {
                int::int(IntOp::Add, bits, &[old; LANES], &[1; LANES])[0]
            }
        }
        AtomicOp::UDecWrap => {
            if old == 0 || old > v {
                v
            } else {
                old - 1
            }
        }
    }
}
