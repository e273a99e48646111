//! The shared operand of a block in the order in which tiles read it.
//!
//! Rows that are far from each other are in other pages and, where their distance is a power of two, in few lines of the
//! first cache. Where many rows of tiles read a block, it is copied once: the vectors of one step of a tile are next to those
//! of the next step.

use strata_ir::prelude::*;

use super::{
    emit::{Columns, Contraction, Places, index, plus, tiles},
    nest::Nest,
};
use crate::vectorize::{contract::step::zeros, load, store};

/// Rows of tiles that make a copy worth its time.
const MANY_ROWS: i64 = 32;
/// Bytes between the vectors of two steps that the processor does not foresee.
const FAR: i64 = 1024;
/// Bytes of a block that are near anyway.
const NEAR: i64 = 24 * 1024;

impl<'a> Contraction<'a> {
    /// The steps of a tile in a block of that depth.
    fn steps(&self, depth: i64) -> i64 {
        self.depths(depth).iter().map(|d| d.1).product()
    }

    /// The memory for one block, where blocks are copied.
    pub(super) fn packed_buffer(&self, b: &mut Builder<'_>) -> Option<Value> {
        let p = self.plan;
        if p.elementwise || p.pair.is_some() {
            return None;
        }
        let loops = &self.nest.loops;
        let rows: i64 = p.outer.iter().chain([&p.row]).map(|&d| loops[d].size).product();
        let bytes = i64::from(b.cx().bit_width(self.elem).unwrap_or(32) / 8);
        let far = loops[*p.reductions.last()?].strides[p.shared].saturating_mul(bytes) >= FAR;
        let width = (loops[p.lanes].size + self.lanes - 1) / self.lanes;
        let vectors = p.block.min(width);
        let vectors = (vectors + p.vectors - 1) / p.vectors * p.vectors;
        let elements = self.steps(p.depth) * vectors * self.lanes;
        if rows < MANY_ROWS || !far || elements * bytes <= NEAR {
            return None;
        }
        let ty = b.cx().ty(MemRefType {
            shape: smallvec![elements],
            elem: self.elem,
            layout: None,
            memory_space: None,
        });
        let alignment = b.cx().int_attr(64, b.cx().i64());
        Some(strata_memref::AllocOp::build(b, &[], &[], Some(alignment), ty))
    }

    /// Copies a block of `n` columns; the result has the addresses of the copy for the shared operand.
    pub(super) fn pack(
        &self,
        b: &mut Builder<'_>,
        buffer: Value,
        places: Places,
        n: i64,
        depth: i64,
    ) -> Nest {
        let p = self.plan;
        let other = 1 - p.shared;
        let mut packed = self.nest.clone();
        let mut stride = p.vectors * self.lanes;
        for (d, size) in self.depths(depth).into_iter().rev() {
            packed.loops[d].strides[p.shared] = stride;
            stride *= size;
        }
        // A tile begins at a multiple of the columns of a tile.
        packed.loops[p.lanes].strides[p.shared] = self.steps(depth);
        // In the loops of the copy, the place of the other operand is that of the copy.
        let mut copying = self.nest.clone();
        for (l, target) in copying.loops.iter_mut().zip(&packed.loops) {
            l.strides[other] = target.strides[p.shared];
        }
        let copy = Contraction { nest: &copying, ..*self };
        let mut from = places;
        from[other] = index(b, 0);
        let columns = p.vectors * self.lanes;
        let (whole, rest) = (n / columns, n % columns);
        tiles(b, 0, columns, whole, &mut |b, iv| {
            let at = copy.moved(b, p.lanes, iv, from);
            copy.copy_tile(b, buffer, at, Columns { vectors: p.vectors, valid: None }, depth);
        });
        if rest > 0 {
            let iv = index(b, whole * columns);
            let at = copy.moved(b, p.lanes, iv, from);
            let tail = rest % self.lanes;
            let vectors = (rest + self.lanes - 1) / self.lanes;
            copy.copy_tile(b, buffer, at, Columns { vectors, valid: (tail > 0).then_some(tail) }, depth);
        }
        packed
    }

    /// Copies what one tile reads.
    fn copy_tile(&self, b: &mut Builder<'_>, buffer: Value, places: Places, columns: Columns, depth: i64) {
        let shared = self.plan.shared;
        let (ty, zero) = zeros(b, self.lanes, self.buffers[shared]);
        self.sum(b, &self.depths(depth), places, Vec::new(), &mut |b, places, _| {
            for j in 0..columns.vectors {
                let valid = columns.valid.filter(|_| j + 1 == columns.vectors);
                let from = plus(b, places[shared], j * self.lanes);
                let v = load(b, self.buffers[shared], &[from], ty, valid, zero);
                let v = self.widened(b, shared, v);
                let to = plus(b, places[1 - shared], j * self.lanes);
                store(b, v, buffer, &[to], None);
            }
            Vec::new()
        });
    }

    /// The contraction with a copy of its shared operand.
    pub(super) fn on_packed<'b>(&self, nest: &'b Nest, buffer: Value) -> Contraction<'b>
    where
        'a: 'b,
    {
        let mut out = Contraction { nest, ..*self };
        out.buffers[self.plan.shared] = buffer;
        out.casts[self.plan.shared] = None;
        out
    }
}
