//! Pieces of factors that asynchronous copies do not support, as they have fewer than four bytes: rows of odd sizes.
//!
//! They are loaded into registers before the products of a step and stored to shared memory after them, so that the products hide the
//! latency of the loads. Behind the end of a factor a thread reads the last elements again: those along the factor's own loop contribute to
//! sums that are not stored, those along the reduction are replaced with zeros.

use strata_arith::{MinUIOp, SubIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::index_arith::{less, select};
use strata_passes_gpu::contractions::constants::zeros;
use strata_tensor::MixedIndex;

use super::smem_tile::{Pieces, Position, SmemTile};

impl SmemTile {
    /// The type of a piece in registers.
    fn piece(&self, cx: &Context) -> Type {
        if self.together == 1 { self.elem } else { cx.vector(&[self.together], self.elem) }
    }
    /// The alignment of a piece.
    fn alignment(&self, cx: &Context) -> Attr {
        let bytes = i64::from(cx.bit_width(self.elem).unwrap_or(8) / 8) * self.together;
        cx.i64_attr(bytes)
    }
    /// The types of the pieces that a thread loads for a step.
    pub(super) fn loaded(&self, cx: &Context, pieces: &Pieces) -> Vec<Type> {
        vec![self.piece(cx); pieces.count as usize]
    }
    /// Loads the pieces of a thread for the step at `k`.
    pub(super) fn load(
        &self,
        b: &mut Builder<'_>,
        pieces: &Pieces,
        first: Value,
        k: Value,
        position: &Position<'_>,
    ) -> Vec<Value> {
        (0..pieces.count)
            .map(|i| {
                let [own, along] = self.element(b, pieces, i, first, k);
                let own = self.inside(b, own, self.own_fits, self.own_size, !self.along_k);
                let along = self.inside(b, along, self.k_fits, self.k_size, self.along_k);
                let at = position(b, &self.factor, own, along);
                let buffer = self.factor.buffer;
                if self.together == 1 {
                    return LoadOp::create(b, buffer, &at);
                }
                let (ty, align) = (self.piece(b.cx()), self.alignment(b.cx()));
                strata_vector::LoadOp::build(b, buffer, &at, None, Some(align), ty)
            })
            .collect()
    }
    /// An index along a loop, clamped to the last one at which a piece can begin.
    fn inside(&self, b: &mut Builder<'_>, at: Value, fits: bool, size: MixedIndex, fast: bool) -> Value {
        if fits {
            return at;
        }
        let behind = if fast { self.together } else { 1 };
        let last = match size {
            MixedIndex::Static(n) => constant_index(b, n - behind),
            MixedIndex::Value(n) => {
                let behind = constant_index(b, behind);
                SubIOp::build(b, n, behind, None)
            }
        };
        MinUIOp::build(b, at, last)
    }
    /// Stores the loaded pieces of the step at `k` into stage `stage`.
    pub(super) fn store(
        &self,
        b: &mut Builder<'_>,
        pieces: &Pieces,
        (buffer, stage): (Value, Value),
        (first, k): (Value, Value),
        loaded: &[Value],
    ) {
        let cx = b.cx_arc().clone();
        let ty = self.piece(&cx);
        let places = self.places(b, pieces);
        for (i, &value) in (0..).zip(loaded) {
            let [row, column] = places.piece(b, pieces, i);
            let [_, along] = self.element(b, pieces, i, first, k);
            let value = if self.k_fits {
                value
            } else {
                let none = zeros(b, ty);
                let inside = less(b, along, self.k_size);
                select(b, inside, value, none)
            };
            let to = [stage, row, column];
            if self.together == 1 {
                StoreOp::create(b, value, buffer, &to);
            } else {
                let align = self.alignment(&cx);
                strata_vector::StoreOp::build(b, value, buffer, &to, None, Some(align));
            }
        }
    }
}
