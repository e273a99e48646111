//! Matrices in the registers of one warp: `ldmatrix`, `stmatrix` and `mma.sync`, with the fragments of the PTX ISA.

use half::f16;
use strata_ir::num::FloatFormat;

use super::{Block, Warp, access::Does};
use crate::{
    address::Place,
    code::LANES,
    error::{ErrorKind, Exec, fault},
    nv::{Acc, Addr, Elem, Frag, Mma},
};

/// The value of the bits of a factor's element.
#[inline]
pub(crate) fn number(elem: Elem, bits: u64) -> f64 {
    match elem {
        Elem::F16 => f64::from(f16::from_bits(bits as u16).to_f32()),
        Elem::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        // The hardware ignores the lower bits.
        Elem::TF32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
        Elem::F64 => f64::from_bits(bits),
        Elem::S8 => f64::from(bits as u8 as i8),
        Elem::U8 => f64::from(bits as u8),
        Elem::E4M3 => FloatFormat::F8E4M3FN.to_f64(bits.into()),
        Elem::E5M2 => FloatFormat::F8E5M2.to_f64(bits.into()),
    }
}

/// Element `e` of a lane's fragment of elements of `bits` bits.
#[inline]
pub(crate) fn part(w: &Warp, f: Frag, lane: usize, e: u32, bits: u32) -> u64 {
    if u32::from(f.bits) == bits {
        return w.regs[(f.slot + e) as usize][lane];
    }
    let per = u32::from(f.bits) / bits;
    let word = w.regs[(f.slot + e / per) as usize][lane];
    word >> (e % per * bits) & if bits == 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Sets element `e` of a lane's fragment.
#[inline]
pub(crate) fn set_part(w: &mut Warp, f: Frag, lane: usize, e: u32, bits: u32, v: u64) {
    if u32::from(f.bits) == bits {
        w.regs[(f.slot + e) as usize][lane] = v;
        return;
    }
    let per = u32::from(f.bits) / bits;
    let by = e % per * bits;
    let word = &mut w.regs[(f.slot + e / per) as usize][lane];
    *word = *word & !(((1 << bits) - 1) << by) | v << by;
}

/// Row and column of element `e` of a lane's fragment of sums of `m` rows.
#[inline]
pub(crate) fn sum_at(m: u32, lane: u32, e: u32) -> (usize, usize) {
    let (g, t) = (lane / 4, lane % 4);
    let row = if m == 8 { g } else { g + 8 * (e / 2 % 2) };
    // Wider products repeat the layout every eight columns.
    let col = 8 * (if m == 8 { e / 2 } else { e / 4 }) + 2 * t + e % 2;
    (row as usize, col as usize)
}

/// Row and column of element `e` of a lane's fragment of a first factor of `m` rows.
#[inline]
pub(crate) fn left_at(m: u32, lane: u32, e: u32, per: u32) -> (usize, usize) {
    let (g, t, r, j) = (lane / 4, lane % 4, e / per, e % per);
    let (row, step) = if m == 8 { (g, r) } else { (g + 8 * (r % 2), r / 2) };
    (row as usize, (t * per + j + 4 * per * step) as usize)
}

/// The number of elements per register.
pub(crate) fn per_register(elem: Elem) -> u32 {
    (32 / elem.bits()).max(1)
}

/// The bits of a sum.
pub(crate) fn sum_bits(acc: Acc) -> u32 {
    match acc {
        Acc::F16 => 16,
        Acc::F32 | Acc::S32 => 32,
        Acc::F64 => 64,
    }
}
pub(crate) fn sum_number(acc: Acc, bits: u64) -> f64 {
    match acc {
        Acc::F16 => f64::from(f16::from_bits(bits as u16).to_f32()),
        Acc::F32 => f64::from(f32::from_bits(bits as u32)),
        Acc::F64 => f64::from_bits(bits),
        Acc::S32 => f64::from(bits as u32 as i32),
    }
}
/// Rounds a sum to its type; sums of integers are exact in `f64`.
pub(crate) fn sum_to_bits(acc: Acc, v: f64, saturate: bool) -> u64 {
    match acc {
        Acc::F16 => FloatFormat::F16.from_f64(v) as u64,
        Acc::F32 => (v as f32).to_bits().into(),
        Acc::F64 => v.to_bits(),
        Acc::S32 if saturate => (v as i32 as u32).into(),
        Acc::S32 => (v as i64 as u32).into(),
    }
}

impl Block<'_, '_> {
    /// Reads matrices of eight rows of 16 bytes, whose addresses the lanes give.
    pub fn ldmatrix(&mut self, w: &mut Warp, d: u32, n: u8, trans: bool, addr: Addr) -> Exec<()> {
        self.whole_warp(w, "ldmatrix")?;
        for q in 0..u32::from(n) {
            let rows = self.matrix_rows(w, q, addr, Does::Read)?;
            let mut matrix = [[0u16; 8]; 8];
            for (row, &(lane, at)) in matrix.iter_mut().zip(&rows) {
                self.note(w, lane, Place::Shared(at), 16, Does::Read, false)?;
                let bytes = &self.own.shared.data[at as usize..at as usize + 16];
                for (v, b) in row.iter_mut().zip(bytes.chunks_exact(2)) {
                    *v = u16::from_le_bytes([b[0], b[1]]);
                }
            }
            for lane in 0..LANES {
                let (r, c) = (lane / 4, lane % 4 * 2);
                let pair =
                    if trans { [matrix[c][r], matrix[c + 1][r]] } else { [matrix[r][c], matrix[r][c + 1]] };
                w.regs[(d + q) as usize][lane] = u64::from(pair[0]) | u64::from(pair[1]) << 16;
            }
        }
        Ok(())
    }

    /// Writes matrices in the same layout.
    pub fn stmatrix(&mut self, w: &Warp, v: [u32; 4], n: u8, trans: bool, addr: Addr) -> Exec<()> {
        self.whole_warp(w, "stmatrix")?;
        for q in 0..u32::from(n) {
            let rows = self.matrix_rows(w, q, addr, Does::Write)?;
            let mut matrix = [[0u16; 8]; 8];
            for lane in 0..LANES {
                let (r, c) = (lane / 4, lane % 4 * 2);
                let pair = w.regs[v[q as usize] as usize][lane];
                let [a, b] = [pair as u16, (pair >> 16) as u16];
                if trans {
                    (matrix[c][r], matrix[c + 1][r]) = (a, b);
                } else {
                    (matrix[r][c], matrix[r][c + 1]) = (a, b);
                }
            }
            for (row, &(lane, at)) in matrix.iter().zip(&rows) {
                self.note(w, lane, Place::Shared(at), 16, Does::Write, false)?;
                let bytes = &mut self.own.shared.data[at as usize..at as usize + 16];
                for (v, b) in row.iter().zip(bytes.chunks_exact_mut(2)) {
                    b.copy_from_slice(&v.to_le_bytes());
                }
            }
        }
        Ok(())
    }

    /// The rows of matrix `q`: the lane that gives the address, and the address.
    fn matrix_rows(&mut self, w: &Warp, q: u32, addr: Addr, does: Does) -> Exec<[(usize, u64); 8]> {
        let mut rows = [(0, 0); 8];
        for (i, row) in rows.iter_mut().enumerate() {
            let lane = (8 * q) as usize + i;
            let address = w.get(addr.slot)[lane];
            let Place::Shared(at) = self.resolve(lane, addr.space, address)? else {
                return fault(ErrorKind::WrongSpace, lane as u32, "the matrix is not in shared memory");
            };
            self.in_bounds(lane, Place::Shared(at), address, 16, 16, does)?;
            *row = (lane, at);
        }
        // Eight rows of 16 bytes take one cycle if they are in different banks.
        let mut used = [0u8; 8];
        for (i, (_, at)) in rows.iter().enumerate() {
            if !rows[..i].iter().any(|r| r.1 == *at) {
                used[(at / 16 % 8) as usize] += 1;
            }
        }
        let turns = u64::from(used.into_iter().max().unwrap_or(1));
        let c = &mut self.l.counters;
        c.matrix_phases += 1;
        c.matrix_conflicts += u64::from(turns > 1);
        c.shared_requests += 1;
        c.shared_turns += turns;
        c.shared_ideal += 1;
        Ok(rows)
    }

    /// `mma.sync`: products are exact, and sums are rounded once.
    pub fn mma(&mut self, w: &mut Warp, m: &Mma) -> Exec<()> {
        self.whole_warp(w, "mma.sync")?;
        let (rows, cols, depth) = (m.m as usize, m.n as usize, m.k as usize);
        let known = matches!((m.m, m.n), (8, 8) | (16, 8)) && depth <= 64;
        let a_count = m.m * m.k / LANES as u32;
        let b_count = m.n * m.k / LANES as u32;
        let c_count = m.m * m.n / LANES as u32;
        let fits = |f: Frag, count: u32, bits: u32| f.n * u32::from(f.bits) == count * bits;
        let bits = sum_bits(m.acc);
        if !known
            || !fits(m.a, a_count, m.a_type.bits())
            || !fits(m.b, b_count, m.b_type.bits())
            || !fits(m.c, c_count, bits)
            || !fits(m.d, c_count, bits)
        {
            return fault(
                ErrorKind::Unsupported,
                None,
                format!("a product of shape m{}n{}k{} with these registers", m.m, m.n, m.k),
            );
        }
        let (mut a, mut b) = ([[0.0f64; 64]; 16], [[0.0f64; 64]; 8]);
        let (pa, pb) = (per_register(m.a_type), per_register(m.b_type));
        for lane in 0..LANES {
            for e in 0..a_count {
                let (r, c) = left_at(m.m, lane as u32, e, pa);
                a[r][c] = number(m.a_type, part(w, m.a, lane, e, m.a_type.bits()));
            }
            // The second factor has the layout of a transposed first factor of eight rows.
            for e in 0..b_count {
                let (n, k) = left_at(8, lane as u32, e, pb);
                b[n][k] = number(m.b_type, part(w, m.b, lane, e, m.b_type.bits()));
            }
        }
        let mut sums = [[0.0f64; 8]; 16];
        for (row, out) in a.iter().zip(sums.iter_mut()).take(rows) {
            for (col, sum) in b.iter().zip(out.iter_mut()).take(cols) {
                *sum = row[..depth].iter().zip(&col[..depth]).map(|(x, y)| x * y).sum();
            }
        }
        for lane in 0..LANES {
            for e in 0..c_count {
                let (r, c) = sum_at(m.m, lane as u32, e);
                let start = sum_number(m.acc, part(w, m.c, lane, e, bits));
                let v = if m.acc == Acc::F64 {
                    // Doubles are accumulated one by one.
                    a[r][..depth].iter().zip(&b[c][..depth]).fold(start, |s, (x, y)| x.mul_add(*y, s))
                } else {
                    start + sums[r][c]
                };
                set_part(w, m.d, lane, e, bits, sum_to_bits(m.acc, v, m.saturate));
            }
        }
        self.l.counters.mma += 1;
        Ok(())
    }
}
