//! Loads of tensor core fragments from tiles in shared memory.
//!
//! A fragment has 16 rows or 8 columns, of 32 bytes each along the reduction. Lane `4 g + t` holds of each row `g` and `g + 8`, or of
//! column `g`, the bytes `4 t` to `4 t + 3` of both halves.
//!
//! | neighbours in memory | bytes of a number | read by |
//! |---|---|---|
//! | along the sum | any | `ldmatrix` |
//! | along the factor's own loop | 2 | `ldmatrix`, transposed |
//! | along the factor's own loop | 1 | `ldmatrix`, transposed in pairs, and bytes of two registers sorted |
//! | along the factor's own loop | 4 | loads of up to four neighbours, which belong to as many fragments |
//! | along the factor's own loop | 8 | loads of two neighbours, the same |
//! | along the sum | 8 | loads of two neighbours, one for each of two products |
//!
//! A fragment of `f64` has 8 rows or columns of four elements, of which lane `4 g + t` holds element `t` of row or column `g`. Of eight
//! elements along the reduction, those at even places come first.
//!
//! Loads of neighbours along the factor's own loop give a lane neighbouring rows or columns, which belong to different fragments: row `g`
//! of fragment `h` is row `8 w (h / w) + w g + h % w` of the tile, where `w` is the number of neighbours of a lane, the
//! [spread](Lanes::spread).

use strata_arith::{ConstantOp, constant_index};
use strata_gpu::AddressSpace;
use strata_ir::prelude::*;
use strata_memref::{CollapseShapeOp, ViewOp};
use strata_nvgpu::LdMatrixOp;
use strata_passes_analysis::index_arith::{add, add_const, div, mask, rem, times};
use strata_passes_gpu::contractions::constants::zero;
use strata_vector::{BitCastOp, ExtractOp, InsertOp, ShuffleOp};

use super::smem_tile::SmemTile;

/// Bytes of a register, and registers of a row or a column of a fragment.
const REGISTER: i64 = 4;
const HALVES: i64 = 2;

/// How a lane reads its part of a factor's fragments.
pub(super) struct Lanes<'a> {
    tile: &'a SmemTile,
    /// Rows or columns of the warp.
    count: i64,
    first: bool,
    read: Read,
}

enum Read {
    /// `ldmatrix`: the lane's row address of four matrices.
    Matrices([Value; 2]),
    /// `ldmatrix` on the tile as pairs of bytes: its view, and the lane's row address.
    Pairs { buffer: Value, place: [Value; 2] },
    /// Vector loads of `together` neighbours: the place of the first one.
    Words { place: [Value; 2], together: i64 },
    /// Loads of two neighbours: the place of the first one, and whether they are neighbours along the reduction.
    Doubles { place: [Value; 2], along_k: bool },
}

impl<'a> Lanes<'a> {
    /// A lane's part of the first or the second factor; the warp's part of the tile begins at `own` and has `count` rows or columns.
    pub(super) fn new(
        b: &mut Builder<'_>,
        tile: &'a SmemTile,
        (buffer, stages): (Value, i64),
        lane: Value,
        (own, count): (Value, i64),
        first: bool,
    ) -> Result<Self, String> {
        let read = match tile.bytes() {
            1 if !tile.is_along_k() => {
                // Rows `2 i` and `2 i + 1` of a matrix are rows `4 i` and `4 i + 1` of the tile; the next matrix has the two rows behind
                // them.
                let (matrix, row) = (div(b, lane, 8), mask(b, lane, 7));
                let (half, second) = (div(b, matrix, 2), mask(b, matrix, 1));
                let (four, odd) = (div(b, row, 2), mask(b, row, 1));
                let mut at = odd;
                for (v, by) in [(half, 16), (second, 2), (four, 4)] {
                    let v = times(b, v, by);
                    at = add(b, at, v);
                }
                Read::Pairs { buffer: pairs(b, tile, buffer, stages)?, place: [at, own] }
            }
            4 if !tile.is_along_k() => {
                let together = if count % 32 == 0 { 4 } else { 2 };
                let (row, group) = (mask(b, lane, 3), div(b, lane, 4));
                let column = times(b, group, together);
                let column = add(b, own, column);
                Read::Words { place: [row, tile.swizzled(b, row, column)], together }
            }
            8 => {
                let (pair, group) = (mask(b, lane, 3), div(b, lane, 4));
                let pair = times(b, pair, 2);
                let along_k = tile.is_along_k();
                let own_number = if along_k { group } else { times(b, group, 2) };
                let own_number = add(b, own, own_number);
                let place = if along_k { [own_number, pair] } else { [pair, own_number] };
                Read::Doubles { place, along_k }
            }
            _ => Read::Matrices(tile.lane(b, lane, own, !first)),
        };
        Ok(Self { tile, count, first, read })
    }

    /// The number of neighbours along the factor's own loop that a lane loads, each for another fragment.
    pub(super) fn spread(&self) -> i64 {
        match self.read {
            Read::Matrices(_) | Read::Doubles { along_k: true, .. } => 1,
            Read::Pairs { .. } | Read::Doubles { along_k: false, .. } => 2,
            Read::Words { together, .. } => together,
        }
    }

    /// The fragments at `k` of a stage, as operands of products: of 16 rows or 8 columns; of `f64` with the elements of two products.
    pub(super) fn load(&self, b: &mut Builder<'_>, buffer: Value, stage: Value, k: i64) -> Vec<Value> {
        if let (Read::Matrices(place), true) = (&self.read, self.first) {
            let each = (0..self.count).step_by(16);
            return each.map(|own| self.tile.fragments(b, (buffer, stage), *place, own, k)).collect();
        }
        let rows = self.registers(b, buffer, stage, k);
        // A fragment of `f64` has as many rows as columns.
        if !self.first || matches!(self.read, Read::Doubles { .. }) {
            return rows.into_iter().map(|row| operand(b, &row)).collect();
        }
        // The registers of the first eight rows precede those of the second eight.
        let sixteen = |b: &mut Builder<'_>, pair: &[[Value; 2]]| {
            let [x, y] = [pair[0], pair[1]];
            operand(b, &[x[0], y[0], x[1], y[1]])
        };
        rows.chunks_exact(2).map(|pair| sixteen(b, pair)).collect()
    }

    /// The registers of each eight rows or columns: both halves along the reduction, or the elements of both products of `f64`.
    fn registers(&self, b: &mut Builder<'_>, buffer: Value, stage: Value, k: i64) -> Vec<[Value; 2]> {
        let mut out = Vec::new();
        match &self.read {
            Read::Matrices(place) => {
                for own in (0..self.count).step_by(16) {
                    let four = self.tile.fragments(b, (buffer, stage), *place, own, k);
                    let part = [0i64, 1, 2, 3].map(|i| ExtractOp::create(b, four, &[i.into()]));
                    out.extend([[part[0], part[1]], [part[2], part[3]]]);
                }
            }
            Read::Pairs { buffer, place: [row, column] } => {
                let cx = b.cx_arc().clone();
                let bytes = cx.vector(&[REGISTER], self.tile.elem);
                for own in (0..self.count).step_by(16) {
                    let column = add_const(b, *column, own);
                    let column = self.tile.swizzled(b, *row, column);
                    let column = div(b, column, 2);
                    let row = add_const(b, *row, k);
                    let four = LdMatrixOp::create(b, *buffer, &[stage, row, column], 4, true);
                    let part = [0i64, 1, 2, 3].map(|i| {
                        let pairs = ExtractOp::create(b, four, &[i.into()]);
                        BitCastOp::build(b, pairs, bytes)
                    });
                    // Each pair of bytes belongs to two neighbouring rows or columns.
                    for which in 0..2 {
                        let mask = cx.i64_array(&[0, 2, 4, 6].map(|i| i + which));
                        out.push([0, 2].map(|i| ShuffleOp::build(b, part[i], part[i + 1], mask, bytes)));
                    }
                }
            }
            Read::Words { place: [row, column], together } => {
                for own in (0..self.count).step_by(8 * *together as usize) {
                    let column = add_const(b, *column, own);
                    let loaded = [0, REGISTER].map(|half| {
                        let row = add_const(b, *row, k + half);
                        self.neighbours(b, buffer, &[stage, row, column], *together)
                    });
                    out.extend((0..*together as usize).map(|i| [loaded[0][i], loaded[1][i]]));
                }
            }
            Read::Doubles { place: [row, column], along_k: true } => {
                for own in (0..self.count).step_by(8) {
                    let column = add_const(b, *column, k);
                    let column = self.tile.swizzled(b, *row, column);
                    let row = add_const(b, *row, own);
                    let loaded = self.neighbours(b, buffer, &[stage, row, column], 2);
                    out.push([loaded[0], loaded[1]]);
                }
            }
            Read::Doubles { place: [row, column], along_k: false } => {
                for own in (0..self.count).step_by(16) {
                    let column = add_const(b, *column, own);
                    let loaded = [0, 1].map(|second| {
                        let row = add_const(b, *row, k + second);
                        let column = self.tile.swizzled(b, row, column);
                        self.neighbours(b, buffer, &[stage, row, column], 2)
                    });
                    out.extend((0..2).map(|i| [loaded[0][i], loaded[1][i]]));
                }
            }
        }
        out
    }

    /// Loads `together` neighbours from shared memory, each as a vector of one element.
    fn neighbours(&self, b: &mut Builder<'_>, buffer: Value, at: &[Value], together: i64) -> Vec<Value> {
        let cx = b.cx_arc().clone();
        let (many, one) = (cx.vector(&[together], self.tile.elem), cx.vector(&[1], self.tile.elem));
        let align = cx.i64_attr(together * self.tile.bytes());
        let loaded = strata_vector::LoadOp::build(b, buffer, at, None, Some(align), many);
        (0..together)
            .map(|i| {
                let number = ExtractOp::create(b, loaded, &[i.into()]);
                strata_vector::FromElementsOp::build(b, &[number], one)
            })
            .collect()
    }

    /// The place in the warp's tile of a row or column: group `eight` of eight, and the lane's `row` in it.
    pub(super) fn number(&self, b: &mut Builder<'_>, eight: i64, row: Value) -> Value {
        let w = self.spread();
        let row = times(b, row, w);
        add_const(b, row, 8 * w * (eight / w) + eight % w)
    }
}

/// A tile of bytes as pairs of them.
fn pairs(b: &mut Builder<'_>, tile: &SmemTile, buffer: Value, stages: i64) -> Result<Value, String> {
    let cx = b.cx_arc().clone();
    let bytes = CollapseShapeOp::create(b, buffer, &[vec![0, 1, 2]]).ok_or("a tile has no order")?;
    let shape = [stages, tile.rows, tile.columns / 2];
    let ty = AddressSpace::Workgroup.memref(&cx, &shape, cx.int_type(16));
    let zero = constant_index(b, 0);
    Ok(ViewOp::build(b, bytes, zero, &[], ty))
}

/// Combines registers to one operand.
fn operand(b: &mut Builder<'_>, registers: &[Value]) -> Value {
    let cx = b.cx_arc().clone();
    let vector = cx.type_as::<VectorType>(b.ty(registers[0])).cloned();
    let (elem, lanes) = vector.map_or((cx.f16(), HALVES), |v| (v.elem, v.shape.last().copied().unwrap_or(1)));
    let ty = cx.vector(&[registers.len() as i64, lanes], elem);
    let Some(none) = cx.splat_attr(ty, zero(&cx, elem)) else { return registers[0] };
    let mut out = ConstantOp::build(b, none, ty);
    for (i, &register) in registers.iter().enumerate() {
        out = InsertOp::create(b, register, out, &[(i as i64).into()]);
    }
    out
}

/// The registers of an operand.
fn registers(b: &mut Builder<'_>, fragment: Value) -> Vec<Value> {
    let count = b.cx().type_as::<VectorType>(b.ty(fragment)).map_or(0, |v| v.shape[0]);
    (0..count).map(|i| ExtractOp::create(b, fragment, &[i.into()])).collect()
}

/// Each register of an operand as an operand of its own.
pub(super) fn single(b: &mut Builder<'_>, fragment: Value) -> Vec<Value> {
    let each = registers(b, fragment);
    each.into_iter().map(|register| operand(b, &[register])).collect()
}

/// Applies `change` to each register of an operand, and gives one operand for each of its results.
pub(super) fn changed<const N: usize>(
    b: &mut Builder<'_>,
    fragment: Value,
    change: impl Fn(&mut Builder<'_>, Value) -> [Value; N],
) -> [Value; N] {
    let each = registers(b, fragment);
    let each: Vec<[Value; N]> = each.into_iter().map(|register| change(b, register)).collect();
    std::array::from_fn(|n| {
        let all: Vec<Value> = each.iter().map(|r| r[n]).collect();
        operand(b, &all)
    })
}

/// The row of a lane in eight rows of sums, and its first column of eight.
pub(super) fn of_sums(b: &mut Builder<'_>, lane: Value) -> [Value; 2] {
    let column = rem(b, lane, 4);
    [div(b, lane, 4), times(b, column, 2)]
}
