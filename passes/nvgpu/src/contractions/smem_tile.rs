//! Tiles of factors in shared memory: asynchronous copies into them, and fragments for tensor cores out of them.
//!
//! A tile has the layout of its factor in memory, except for the [swizzle](Swizzle) of its rows.

use strata_gpu::AddressSpace;
use strata_ir::prelude::*;
use strata_nvgpu::{DeviceAsyncCopyOp, LdMatrixOp};
use strata_passes_analysis::index_arith::{
    add, add_const, both, div, is_multiple, less, mask, rem, select, times, xor,
};
use strata_passes_gpu::contractions::product::Factor;
use strata_tensor::MixedIndex;

use super::swizzle::{Reader, Swizzle};

/// A factor's part of the kernel.
pub(super) struct SmemTile {
    /// Rows and columns in memory's order.
    pub rows: i64,
    pub columns: i64,
    /// Elements of 16 bytes.
    chunk: i64,
    swizzle: Swizzle,
    pub along_k: bool,
    /// Elements of a piece.
    pub together: i64,
    /// The sizes of the factor along its own loop and along the reduction.
    pub own_size: MixedIndex,
    pub k_size: MixedIndex,
    /// Whether the sizes are multiples of the tile's sizes.
    pub own_fits: bool,
    pub k_fits: bool,
    pub factor: Factor,
    pub elem: Type,
}

/// Maps the indices of an element along its factor's own loop and along the reduction to its position.
pub(super) type Position<'a> = dyn Fn(&mut Builder<'_>, &Factor, Value, Value) -> Vec<Value> + 'a;

/// The pieces of a tile that a thread copies; the place of the first one.
pub(super) struct Pieces {
    row: Value,
    column: Value,
    /// Rows between two pieces of a thread, and the number of pieces.
    step: i64,
    pub count: i64,
}

/// The swizzled columns of a thread's pieces: they repeat with the period of the swizzle.
pub(super) struct Places(Vec<Value>);

impl Places {
    /// The place of a thread's piece `i` in the tile.
    pub(super) fn piece(&self, b: &mut Builder<'_>, pieces: &Pieces, i: i64) -> [Value; 2] {
        let row = add_const(b, pieces.row, i * pieces.step);
        [row, self.0[i as usize % self.0.len()]]
    }
}

impl SmemTile {
    pub(super) fn new(
        b: &Body,
        factor: &Factor,
        elem: Type,
        (own_tile, own_size): (i64, MixedIndex),
        (k_tile, k_size): (i64, MixedIndex),
        reader: Reader,
    ) -> Self {
        let (rows, columns) = if factor.along_k { (own_tile, k_tile) } else { (k_tile, own_tile) };
        let bits = b.cx().bit_width(elem).unwrap_or(16);
        let chunk = 128 / i64::from(bits);
        Self {
            rows,
            columns,
            chunk,
            swizzle: Swizzle::for_reader(reader, factor.along_k, chunk, columns / chunk),
            along_k: factor.along_k,
            together: factor.together,
            own_size,
            k_size,
            own_fits: is_multiple(own_size, own_tile),
            k_fits: is_multiple(k_size, k_tile),
            factor: factor.clone(),
            elem,
        }
    }
    /// The type of the buffer with all stages.
    pub(super) fn buffer(&self, cx: &Context, stages: i64) -> Type {
        AddressSpace::Workgroup.memref(cx, &[stages, self.rows, self.columns], self.elem)
    }
    /// Bytes of an element.
    pub(super) fn bytes(&self) -> i64 {
        16 / self.chunk
    }
    /// The swizzled column of `column` in row `row`.
    pub(super) fn swizzled(&self, b: &mut Builder<'_>, row: Value, column: Value) -> Value {
        let Some(key) = self.swizzle.key(b, row) else { return column };
        let key = times(b, key, self.chunk);
        xor(b, column, key)
    }
    /// The pieces that thread `thread` copies.
    pub(super) fn pieces(&self, b: &mut Builder<'_>, thread: Value, threads: i64) -> Pieces {
        let per_row = self.columns / self.together;
        let row = div(b, thread, per_row);
        let column = rem(b, thread, per_row);
        let column = times(b, column, self.together);
        Pieces { row, column, step: threads / per_row, count: self.rows * per_row / threads }
    }
    /// The columns of a thread's pieces.
    pub(super) fn places(&self, b: &mut Builder<'_>, pieces: &Pieces) -> Places {
        let period = self.swizzle.period();
        let different = (period / pieces.step.min(period)).min(pieces.count).max(1);
        let place = |i: i64| {
            let row = add_const(b, pieces.row, i * pieces.step);
            self.swizzled(b, row, pieces.column)
        };
        Places((0..different).map(place).collect())
    }
    /// The indices of a thread's piece `i` along the factor's own loop and along the reduction.
    pub(super) fn element(
        &self,
        b: &mut Builder<'_>,
        pieces: &Pieces,
        i: i64,
        first: Value,
        k: Value,
    ) -> [Value; 2] {
        let row = add_const(b, pieces.row, i * pieces.step);
        let (own, along) = if self.along_k { (row, pieces.column) } else { (pieces.column, row) };
        [add(b, first, own), add(b, k, along)]
    }
    /// Whether asynchronous copies can take the pieces.
    pub(super) fn is_asynchronous(&self) -> bool {
        self.together * 16 >= self.chunk * 4
    }
    /// Starts a thread's copies for the step at `k` into stage `stage`, and returns their tokens.
    pub(super) fn copy(
        &self,
        b: &mut Builder<'_>,
        pieces: &Pieces,
        (buffer, stage): (Value, Value),
        first: Value,
        k: Value,
        position: &Position<'_>,
    ) -> Vec<Value> {
        let places = self.places(b, pieces);
        let mut tokens = Vec::new();
        for i in 0..pieces.count {
            let [row, column] = places.piece(b, pieces, i);
            let [own, along] = self.element(b, pieces, i, first, k);
            let own_inside = (!self.own_fits).then(|| less(b, own, self.own_size));
            let k_inside = (!self.k_fits).then(|| less(b, along, self.k_size));
            let inside = both(b, own_inside, k_inside);
            let read = inside.map(|inside| {
                let all = strata_arith::constant_index(b, self.together);
                let none = strata_arith::constant_index(b, 0);
                select(b, inside, all, none)
            });
            let from = position(b, &self.factor, own, along);
            let l1 = self.together == self.chunk;
            let to = [stage, row, column];
            let from = (self.factor.buffer, &from[..]);
            tokens.push(DeviceAsyncCopyOp::create(b, (buffer, &to), from, self.together, read, l1));
        }
        tokens
    }

    /// Whether neighbours in the tile are neighbours along the reduction.
    pub(super) fn is_along_k(&self) -> bool {
        self.along_k
    }
    /// Loads four contiguous elements of 32 bits.
    pub(super) fn four(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        row: Value,
        column: Value,
    ) -> Value {
        let column = self.swizzled(b, row, column);
        let ty = b.cx().vector(&[4], self.elem);
        let align = b.cx().i64_attr(16);
        strata_vector::LoadOp::build(b, buffer, &[stage, row, column], None, Some(align), ty)
    }

    /// The row address that a lane gives for four matrices: 16 rows along the factor's own loop from `own`, 32 bytes along the reduction.
    ///
    /// `second` is set for the second factor, whose matrices have another order.
    pub(super) fn lane(&self, b: &mut Builder<'_>, lane: Value, own: Value, second: bool) -> [Value; 2] {
        let low = mask(b, lane, 7);
        let middle = div(b, lane, 8);
        let middle = mask(b, middle, 1);
        let high = div(b, lane, 16);
        // The first factor's matrices are ordered along its own loop first, the second factor's along the reduction.
        let (of_own, of_k) = if second { (high, middle) } else { (middle, high) };
        let of_own = times(b, of_own, 8);
        let of_k = times(b, of_k, self.chunk);
        if self.along_k {
            let row = add(b, of_own, low);
            [add(b, own, row), of_k]
        } else {
            let row = add(b, of_k, low);
            [row, add(b, own, of_own)]
        }
    }
    /// The fragments of four matrices, from a lane's place moved by `own` and `k`.
    pub(super) fn fragments(
        &self,
        b: &mut Builder<'_>,
        (buffer, stage): (Value, Value),
        [row, column]: [Value; 2],
        own: i64,
        k: i64,
    ) -> Value {
        let (rows, columns) = if self.along_k { (own, k) } else { (k, own) };
        // An offset of a multiple of sixteen rows does not change the swizzle.
        let column = add_const(b, column, columns);
        let column = self.swizzled(b, row, column);
        let row = add_const(b, row, rows);
        LdMatrixOp::create(b, buffer, &[stage, row, column], 4, !self.along_k)
    }
}

/// Whether asynchronous copies can take the elements of a factor that are contiguous.
pub(super) fn is_asynchronous(b: &Body, factor: &Factor) -> bool {
    let elem = b.cx().elem_or_self(b.ty(factor.buffer));
    factor.together * i64::from(b.cx().bit_width(elem).unwrap_or(8)) >= 32
}
