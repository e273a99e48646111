//! `wmma.load`, `wmma.mma` and `wmma.store`: matrices of a warp whose layout PTX leaves open.
//!
//! Here, the elements are in the order of rows: each lane holds as many neighbours as there are elements for a lane, again and again until
//! its registers are full.

use super::{Block, Warp, access::Does, matrix};
use crate::{
    code::LANES,
    error::{ErrorKind, Exec, fault},
    nv::{Acc, Addr, Frag, Mma, Tile},
};

/// Bytes to which matrices in memory, and the distances of their rows, are aligned.
const MATRIX_ALIGNMENT: u64 = 32;
const ROW_ALIGNMENT: u64 = 16;

/// Row and column of the elements of a lane.
struct Places {
    columns: usize,
    of_lane: usize,
}

impl Places {
    fn new(rows: u32, columns: u32) -> Self {
        Self { columns: columns as usize, of_lane: (rows * columns) as usize / LANES }
    }
    /// Row and column of element `e` of a lane.
    fn at(&self, lane: usize, e: usize) -> (usize, usize) {
        let i = lane * self.of_lane + e % self.of_lane.max(1);
        (i / self.columns.max(1), i % self.columns.max(1))
    }
}

/// The number of elements in the registers of a lane.
fn held(f: Frag, bits: u32) -> usize {
    (f.n * u32::from(f.bits) / bits.max(1)) as usize
}

/// Whether the registers of a lane hold its elements of a matrix, perhaps several times.
fn fits(f: Frag, rows: u32, columns: u32, bits: u32) -> bool {
    let of_lane = (rows * columns) as usize / LANES;
    of_lane > 0 && held(f, bits) >= of_lane && held(f, bits) % of_lane == 0
}

impl Block<'_, '_> {
    /// Loads a matrix into registers, or stores it from them.
    fn wmma_move(&mut self, w: &mut Warp, t: &Tile, does: Does) -> Exec<()> {
        self.whole_warp(w, if does == Does::Read { "wmma.load" } else { "wmma.store" })?;
        if !fits(t.frag, t.rows, t.columns, t.bits) {
            let what = format!("a matrix of {}x{} elements with these registers", t.rows, t.columns);
            return fault(ErrorKind::Unsupported, None, what);
        }
        let bytes = u64::from(t.bits / 8);
        let distance = w.uniform(t.stride, "the distance of rows")? as u32;
        if u64::from(distance) * bytes % ROW_ALIGNMENT != 0 {
            let what =
                format!("the distance of rows, {distance} elements, is no multiple of {ROW_ALIGNMENT} bytes");
            return fault(ErrorKind::Misaligned, None, what);
        }
        let Addr { slot, space } = t.addr;
        let start = w.uniform(slot, "the address of the matrix")?;
        let places = Places::new(t.rows, t.columns);
        let place = self.resolve(0, space, start)?;
        self.in_bounds(0, place, start, bytes, MATRIX_ALIGNMENT, does)?;
        let count = if does == Does::Read { held(t.frag, t.bits) } else { places.of_lane };
        for lane in 0..LANES {
            for e in 0..count {
                let (row, column) = places.at(lane, e);
                let (outer, inner) = if t.by_columns { (column, row) } else { (row, column) };
                let offset = (outer as u64).wrapping_mul(distance.into()).wrapping_add(inner as u64);
                let address = start.wrapping_add(offset.wrapping_mul(bytes));
                let place = self.resolve(lane, space, address)?;
                self.in_bounds(lane, place, address, bytes, bytes, does)?;
                self.note(w, lane, place, bytes, does, false)?;
                if does == Does::Read {
                    let v = self.read_bits(w, lane, place, 0, bytes as usize);
                    matrix::set_part(w, t.frag, lane, e as u32, t.bits, v);
                } else {
                    let v = matrix::part(w, t.frag, lane, e as u32, t.bits);
                    self.write_bits(w, lane, place, 0, bytes as usize, v);
                }
            }
        }
        Ok(())
    }

    /// `wmma.load`.
    pub fn wmma_load(&mut self, w: &mut Warp, t: &Tile) -> Exec<()> {
        self.wmma_move(w, t, Does::Read)
    }

    /// `wmma.store`.
    pub fn wmma_store(&mut self, w: &mut Warp, t: &Tile) -> Exec<()> {
        self.wmma_move(w, t, Does::Write)
    }

    /// `wmma.mma`: products are exact, and sums are rounded once.
    pub fn wmma(&mut self, w: &mut Warp, m: &Mma) -> Exec<()> {
        self.whole_warp(w, "wmma.mma")?;
        let (a_bits, b_bits, bits) = (m.a_type.bits(), m.b_type.bits(), matrix::sum_bits(m.acc));
        let known = fits(m.a, m.m, m.k, a_bits)
            && fits(m.b, m.k, m.n, b_bits)
            && fits(m.c, m.m, m.n, bits)
            && fits(m.d, m.m, m.n, bits);
        if !known {
            let what = format!("a product of shape m{}n{}k{} with these registers", m.m, m.n, m.k);
            return fault(ErrorKind::Unsupported, None, what);
        }
        let (rows, columns, depth) = (m.m as usize, m.n as usize, m.k as usize);
        let left = Places::new(m.m, m.k);
        let right = Places::new(m.k, m.n);
        let sums = Places::new(m.m, m.n);
        let (mut a, mut b) = (vec![0.0; rows * depth], vec![0.0; depth * columns]);
        for lane in 0..LANES {
            for e in 0..left.of_lane {
                let (r, k) = left.at(lane, e);
                a[r * depth + k] = matrix::number(m.a_type, matrix::part(w, m.a, lane, e as u32, a_bits));
            }
            for e in 0..right.of_lane {
                let (k, c) = right.at(lane, e);
                b[k * columns + c] = matrix::number(m.b_type, matrix::part(w, m.b, lane, e as u32, b_bits));
            }
        }
        for lane in 0..LANES {
            for e in 0..held(m.d, bits) {
                let (r, c) = sums.at(lane, e);
                let start = matrix::sum_number(m.acc, matrix::part(w, m.c, lane, e as u32, bits));
                let factors = (0..depth).map(|k| (a[r * depth + k], b[k * columns + c]));
                let v = if m.acc == Acc::F64 {
                    factors.fold(start, |sum, (x, y): (f64, f64)| x.mul_add(y, sum))
                } else {
                    start + factors.map(|(x, y)| x * y).sum::<f64>()
                };
                matrix::set_part(w, m.d, lane, e as u32, bits, matrix::sum_to_bits(m.acc, v, m.saturate));
            }
        }
        self.l.counters.mma += 1;
        Ok(())
    }
}
