//! Tiles of queries, keys and values in shared memory.
//!
//! A row is padded by eight elements, so that eight rows at one column are in different banks, and by zeros up to the next multiple of 16.

use strata_arith::{DivUIOp, RemUIOp, constant_index};
use strata_gpu::AddressSpace;
use strata_ir::prelude::*;
use strata_nvgpu::{DeviceAsyncCopyOp, LdMatrixOp};
use strata_passes_analysis::index_arith::{add, add_const, both, less, mask, select, shift, times, up};
use strata_passes_gpu::launch::only_if;
use strata_vector::{ExtractOp, InsertOp};

use super::{
    axes::{Axes, Axis},
    emit_expr::Known,
    pattern::Source,
};

/// Elements of 16 bytes.
const CHUNK: i64 = 8;
/// Rows and columns of the matrices that are loaded together.
pub(super) const SIDE: i64 = 16;

/// A tile: so many rows of a factor.
pub(super) struct SmemTile<'a> {
    pub source: &'a Source,
    pub elem: Type,
    /// The axes of rows, and those along them.
    pub own: &'a [Axis],
    pub fast: &'a [Axis],
    pub rows: i64,
}

impl SmemTile<'_> {
    /// Numbers of a row, with zeros.
    pub(super) fn padded(&self, axes: &Axes) -> i64 {
        up(axes.size(self.fast), SIDE) * SIDE
    }
    /// The type of a buffer of several stages.
    pub(super) fn buffer(&self, cx: &Context, axes: &Axes, stages: i64) -> Type {
        AddressSpace::Workgroup.memref(cx, &[stages, self.rows, self.padded(axes) + CHUNK], self.elem)
    }
    /// Starts a thread's part of the copies of the rows from `first` on.
    pub(super) fn copy(
        &self,
        b: &mut Builder<'_>,
        (axes, known): (&Axes, &Known),
        (thread, threads): (Value, i64),
        (buffer, stage): (Value, Value),
        first: Value,
    ) -> Result<Vec<Value>, String> {
        let chunks = self.padded(axes) / CHUNK;
        let pieces = self.rows * chunks;
        let mut tokens = Vec::new();
        for from in (0..pieces).step_by(threads as usize) {
            let piece = add_const(b, thread, from);
            let is_there = (from + threads > pieces).then(|| less(b, piece, pieces));
            only_if(b, is_there, |b| {
                let n = constant_index(b, chunks);
                let row = DivUIOp::build(b, piece, n, None);
                let column = RemUIOp::build(b, piece, n);
                let column = times(b, column, CHUNK);
                let own = add(b, first, row);
                let read = self.inside(b, axes, own, column);
                let mut known = known.clone();
                known.number(b, axes, self.own, own);
                known.number(b, axes, self.fast, column);
                let from = known.indices(b, axes, &self.source.place)?;
                let to = [stage, row, column];
                let from = (self.source.buffer, &from[..]);
                tokens.push(DeviceAsyncCopyOp::create(b, (buffer, &to), from, CHUNK, read, true));
                Ok(())
            })?;
        }
        Ok(tokens)
    }
    /// The number of elements of a piece that are inside of the factor.
    fn inside(&self, b: &mut Builder<'_>, axes: &Axes, own: Value, column: Value) -> Option<Value> {
        let (rows, columns) = (axes.size(self.own), axes.size(self.fast));
        let row = (rows % self.rows != 0).then(|| less(b, own, rows));
        let column = (columns != self.padded(axes)).then(|| less(b, column, columns));
        let inside = both(b, row, column)?;
        let (all, none) = (constant_index(b, CHUNK), constant_index(b, 0));
        Some(select(b, inside, all, none))
    }
}

/// The place of a lane in 16 by 16 elements of which it loads four parts; `across` if the second part is the next one along the rows.
pub(super) fn lane_place(b: &mut Builder<'_>, lane: Value, across: bool) -> [Value; 2] {
    let low = mask(b, lane, 7);
    let middle = shift(b, lane, 8);
    let middle = mask(b, middle, 1);
    let high = shift(b, lane, 16);
    let (down, right) = if across { (high, middle) } else { (middle, high) };
    let down = times(b, down, 8);
    [add(b, down, low), times(b, right, 8)]
}

/// The fragments of 16 by 16 elements, at a row and a column relative to the lane's place.
pub(super) fn fragments(
    b: &mut Builder<'_>,
    (buffer, stage): (Value, Value),
    [row, column]: [Value; 2],
    at: [i64; 2],
    transpose: bool,
) -> Value {
    let (row, column) = (add_const(b, row, at[0]), add_const(b, column, at[1]));
    LdMatrixOp::create(b, buffer, &[stage, row, column], 4, transpose)
}

/// Both halves of such fragments.
pub(super) fn halves(b: &mut Builder<'_>, four: Value, elem: Type) -> [Value; 2] {
    let ty = b.cx().vector(&[2, 2], elem);
    [0i64, 2].map(|from| {
        let mut out = strata_arith::constant_float(b, 0.0, ty);
        for i in 0..2 {
            let part = ExtractOp::create(b, four, &[(from + i).into()]);
            out = InsertOp::create(b, part, out, &[i.into()]);
        }
        out
    })
}
