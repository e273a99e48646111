//! Exchanges between the lanes of a warp.

use super::{Block, Warp, step::broadcast};
use crate::{
    code::{FloatOp, LANES, Lanes, Slot},
    error::{ErrorKind, Exec, fault},
    float,
    int::{self, map1},
    nv::{NONE, Nv, Redux, Shuffle, Vote},
};

impl Block<'_, '_> {
    /// The lanes of a mask, all of which have to be active; they synchronize.
    fn members(&mut self, w: &Warp, mask: Slot) -> Exec<u32> {
        let wanted = match mask {
            NONE => w.mask,
            slot => w.regs[slot as usize][w.mask.trailing_zeros() as usize % LANES] as u32,
        };
        if mask != NONE
            && let Some(l) = w.active().find(|&l| w.regs[mask as usize][l] as u32 != wanted)
        {
            return fault(
                ErrorKind::Divergence,
                l as u32,
                "the mask of lanes is not the same in all of them",
            );
        }
        // Lanes that the block does not have are ignored.
        let here = wanted & w.live;
        if here & !w.mask != 0 {
            let l = (here & !w.mask).trailing_zeros();
            return fault(
                ErrorKind::Divergence,
                l,
                format!("the mask {wanted:#x} names this thread, which is elsewhere"),
            );
        }
        if w.mask & !wanted != 0 {
            let l = (w.mask & !wanted).trailing_zeros();
            return fault(
                ErrorKind::Divergence,
                l,
                format!("the mask {wanted:#x} does not name this thread, which is here"),
            );
        }
        self.own.clocks[w.number as usize].sync();
        Ok(wanted)
    }

    /// Executes an instruction that lanes perform together.
    pub fn together(&mut self, w: &mut Warp, nv: &Nv) -> Exec<()> {
        match *nv {
            Nv::WarpSync { mask } => {
                self.members(w, mask)?;
            }
            Nv::Shuffle { how, d, valid, mask, v, offset, clamp } => {
                self.members(w, mask)?;
                self.shuffle(w, how, [d, valid, v, offset, clamp])?;
            }
            Nv::Vote { how, d, mask, p } => {
                self.members(w, mask)?;
                let p = w.get(p);
                let votes = w.active().filter(|&l| p[l] & 1 != 0).fold(0u32, |m, l| m | 1 << l);
                let v = match how {
                    Vote::Any => u32::from(votes != 0),
                    Vote::All => u32::from(votes == w.mask),
                    Vote::Uni => u32::from(votes == w.mask || votes == 0),
                    Vote::Ballot => votes,
                };
                w.put(d, &broadcast(v.into()));
            }
            Nv::Match { all, d, pred, mask, v } => {
                self.members(w, mask)?;
                let v = w.get(v);
                let mut out: Lanes = [0; LANES];
                for l in w.active() {
                    out[l] = w.active().filter(|&m| v[m] == v[l]).fold(0u64, |m, l| m | 1 << l);
                }
                if all {
                    let same = w.active().all(|l| out[l] == u64::from(w.mask));
                    out = broadcast(if same { w.mask.into() } else { 0 });
                    if pred != NONE {
                        w.put(pred, &broadcast(same.into()));
                    }
                }
                w.put(d, &out);
            }
            Nv::Redux { how, d, mask, v } => {
                self.members(w, mask)?;
                let values: Vec<u64> = w.active().map(|l| w.get(v)[l]).collect();
                let fold = |f: &dyn Fn(u64, u64) -> u64| values.iter().copied().reduce(f).unwrap_or(0);
                let number = |op: FloatOp, abs: bool, a: u64, b: u64| {
                    let a = if abs { a & 0x7fff_ffff } else { a };
                    let b = if abs { b & 0x7fff_ffff } else { b };
                    float::bin(op, crate::code::Float::F32, &[a; LANES], &[b; LANES])[0]
                };
                let out = match how {
                    Redux::Int(op) => fold(&|a, b| int::int(op, 32, &[a; LANES], &[b; LANES])[0]),
                    Redux::Max(abs, nan) => {
                        let op = if nan { FloatOp::Maximum } else { FloatOp::MaxNum };
                        fold(&|a, b| number(op, abs, a, b))
                    }
                    Redux::Min(abs, nan) => {
                        let op = if nan { FloatOp::Minimum } else { FloatOp::MinNum };
                        fold(&|a, b| number(op, abs, a, b))
                    }
                };
                w.put(d, &broadcast(out));
            }
            Nv::Elect { d, mask } => {
                self.members(w, mask)?;
                let first = w.mask.trailing_zeros() as usize;
                let v = std::array::from_fn(|l| u64::from(l == first));
                w.put(d, &v);
            }
            Nv::ActiveMask { d } => {
                let v = broadcast(w.mask.into());
                w.put(d, &v);
            }
            _ => {}
        }
        Ok(())
    }

    fn shuffle(&mut self, w: &mut Warp, how: Shuffle, [d, valid, v, offset, clamp]: [Slot; 5]) -> Exec<()> {
        let (v, offset, clamp) = (*w.get(v), *w.get(offset), *w.get(clamp));
        let (mut out, mut ok): (Lanes, Lanes) = ([0; LANES], [0; LANES]);
        for lane in w.active() {
            let b = offset[lane] as u32 & 31;
            let (limit, segment) = (clamp[lane] as u32 & 31, clamp[lane] as u32 >> 8 & 31);
            let me = lane as u32;
            // The last lane of the segment that this one may read, or for `up` the first one.
            let edge = me & segment | limit & !segment;
            let (from, inside) = match how {
                Shuffle::Up => (me.wrapping_sub(b), me as i32 - b as i32 >= edge as i32),
                Shuffle::Down => (me + b, me + b <= edge),
                Shuffle::Bfly => (me ^ b, me ^ b <= edge),
                Shuffle::Idx => {
                    let from = me & segment | b & !segment;
                    (from, from <= edge)
                }
            };
            let from = if inside { from & 31 } else { me };
            if w.mask >> from & 1 == 0 {
                return fault(
                    ErrorKind::Undefined,
                    me,
                    format!("a shuffle from lane {from}, which does not take part"),
                );
            }
            out[lane] = v[from as usize];
            ok[lane] = inside.into();
        }
        w.put(d, &out);
        if valid != NONE {
            w.put(valid, &ok);
        }
        Ok(())
    }

    /// Executes an instruction that each lane performs for itself.
    pub fn alone(&mut self, w: &mut Warp, nv: &Nv) {
        use crate::nv::Rounding;
        match *nv {
            Nv::Prmt { d, lo, hi, selector, mode } => {
                let (lo, hi, s) = (w.get(lo), w.get(hi), w.get(selector));
                let v = std::array::from_fn(|l| permute(lo[l], hi[l], s[l] as u32, mode).into());
                w.put(d, &v);
            }
            Nv::ToTf32 { d, a, rnd, relu } => {
                let v = map1(w.get(a), |a| {
                    let a = a as u32;
                    let out = if f32::from_bits(a).is_nan() {
                        0x7fff_ffff
                    } else {
                        match rnd {
                            Rounding::Zero => a & !0x1fff,
                            Rounding::NearestAway => a.wrapping_add(0x1000) & !0x1fff,
                            Rounding::NearestEven => a.wrapping_add(0xfff + (a >> 13 & 1)) & !0x1fff,
                        }
                    };
                    u64::from(if relu && out >> 31 != 0 { 0 } else { out })
                });
                w.put(d, &v);
            }
            Nv::PackHalves { d, hi, lo, ty } => {
                let (hi, lo) = (w.get(hi), w.get(lo));
                let half = |v| float::convert(crate::code::Float::F32, ty, v);
                let v = std::array::from_fn(|l| half(hi[l]) << 16 | half(lo[l]));
                w.put(d, &v);
            }
            _ => {}
        }
    }
}

/// `prmt`: selects four of eight bytes.
fn permute(lo: u64, hi: u64, selector: u32, mode: u8) -> u32 {
    let bytes = (hi << 32 | lo & 0xffff_ffff).to_le_bytes();
    let s = selector & 3;
    let pick: [u32; 4] = match mode {
        0 => std::array::from_fn(|i| selector >> (4 * i) & 0xf),
        1 => std::array::from_fn(|i| s + i as u32),
        2 => std::array::from_fn(|i| s.wrapping_sub(i as u32) & 7),
        3 => [s; 4],
        4 => std::array::from_fn(|i| s.max(i as u32)),
        5 => std::array::from_fn(|i| s.min(i as u32)),
        _ => std::array::from_fn(|i| (s & 1) * 2 + (i as u32 & 1)),
    };
    let out = pick.map(|p| {
        let byte = bytes[(p & 7) as usize];
        // The upper bit of a selector replicates the sign of the byte.
        if p & 8 == 0 {
            byte
        } else if byte >> 7 != 0 {
            0xff
        } else {
            0
        }
    });
    u32::from_le_bytes(out)
}
