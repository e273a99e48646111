//! Kernels whose warps multiply fragments with `mma.sync`, fed by asynchronous copies several steps ahead.

use strata_arith::{CmpIPredicate, ConstantOp, constant_index};
use strata_ir::prelude::*;
use strata_nvgpu::MmaSyncOp;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp};

use super::{
    end::Place,
    numbers::{add, add_number, and, compare, div, mul, rem, select, times},
    product::Product,
    staged::{Staged, Thread},
    tiles::Tiles,
};

/// Rows, columns and depth of one product of fragments of 16-bit numbers.
const SHAPE: [i64; 3] = [16, 8, 16];
/// Columns of blocks that follow each other before the next rows, so that what they read stays in the cache.
const GROUP: i64 = 8;

/// The kernel of a product of 16-bit factors with sums of 32 bits.
pub(super) fn map(b: &mut Body, product: &Product, t: Tiles) -> Result<(), String> {
    let kernel = Kernel(Staged::new(b, product, t));
    kernel.0.map(b, |b, me, thread| kernel.emit(b, me, thread))
}

struct Kernel<'a>(Staged<'a>);

impl Kernel<'_> {
    fn emit(&self, b: &mut Builder<'_>, me: &Thread, thread: Value) -> Result<(), String> {
        let (t, [of_rows, of_columns]) = (self.0.tiles, &self.0.factors);
        // The place of the warp and of the lane's fragments.
        let [tm, tn] = t.warp();
        let lane = and(b, thread, 31);
        let warp = div(b, thread, 32);
        let warp_row = rem(b, warp, t.warps[0]);
        let warp_column = div(b, warp, t.warps[0]);
        let own = [times(b, warp_row, tm), times(b, warp_column, tn)];
        let places = [of_rows.lane(b, lane, own[0], false), of_columns.lane(b, lane, own[1], true)];
        let start = self.start(b)?;
        let count = (tm / SHAPE[0]) * (tn / SHAPE[1]);
        let sums = self.0.sums(b, me, start, count as usize, |b, stage, sums| {
            for k in (0..t.k).step_by(SHAPE[2] as usize) {
                self.multiply(b, me, &places, stage, k, sums);
            }
        })?;
        self.end(b, me, own, lane, &sums)
    }

    /// What the fragments of sums begin with.
    fn start(&self, b: &mut Builder<'_>) -> Result<Value, String> {
        let cx = b.cx_arc().clone();
        let ty = cx.vector(&[2, 2], self.0.product.sum);
        let constant = self.0.product.start.and_then(|v| constant_value(b, v));
        if let (Some(v), None) = (self.0.product.start, constant) {
            return Ok(BroadcastOp::build(b, v, ty));
        }
        let scalar = constant.unwrap_or_else(|| zero(&cx, self.0.product.sum));
        let all = cx.splat_attr(ty, scalar).ok_or("its sums have no zero")?;
        Ok(ConstantOp::build(b, all, ty))
    }

    /// Multiplies the fragments at `k` of a stage.
    fn multiply(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        places: &[[Value; 2]; 2],
        stage: Value,
        k: i64,
        sums: &mut [Value],
    ) {
        let [tm, tn] = self.0.tiles.warp();
        let (rows, columns) = ((tm / SHAPE[0]) as usize, (tn / SHAPE[1]) as usize);
        let of_a: Vec<Value> = (0..rows)
            .map(|i| self.0.factors[0].fragments(b, (me.buffers[0], stage), places[0], i as i64 * 16, k))
            .collect();
        let mut of_b = Vec::new();
        for j in 0..columns / 2 {
            let four = self.0.factors[1].fragments(b, (me.buffers[1], stage), places[1], j as i64 * 16, k);
            of_b.extend(halves(b, four));
        }
        for i in 0..rows {
            for j in 0..columns {
                // Back and forth, so that one fragment of each two products is the same.
                let j = if i % 2 == 0 { j } else { columns - 1 - j };
                let sum = &mut sums[i * columns + j];
                *sum = MmaSyncOp::of(b, [of_a[i], of_b[j], *sum], SHAPE, false);
            }
        }
    }

    /// Writes the sums of a thread: pairs of neighbours, in rows that are eight apart.
    fn end(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        own: [Value; 2],
        lane: Value,
        sums: &[Value],
    ) -> Result<(), String> {
        let [tm, tn] = self.0.tiles.warp();
        let row = div(b, lane, 4);
        let row = add(b, own[0], row);
        let row = add(b, me.first[0], row);
        let column = and(b, lane, 3);
        let column = times(b, column, 2);
        let column = add(b, own[1], column);
        let column = add(b, me.first[1], column);
        let fits = self.0.fits();
        let columns = tn / SHAPE[1];
        for i in 0..tm / SHAPE[0] {
            for half in 0..2 {
                let row = add_number(b, row, i * SHAPE[0] + half * 8);
                for j in 0..columns {
                    let column = add_number(b, column, j * SHAPE[1]);
                    let fragment = sums[(i * columns + j) as usize];
                    let pair: Vec<Value> =
                        (0..2).map(|k| ExtractOp::of(b, fragment, &[half.into(), k.into()])).collect();
                    let place = Place { batch: &me.batch, row, column };
                    self.0.product.write(b, &place, &pair, fits)?;
                }
            }
        }
        Ok(())
    }
}

/// The batch, the row and the column of a block of threads: groups of columns of blocks come one after another.
pub(super) fn place_of_block(
    b: &mut Builder<'_>,
    product: &Product,
    [rows, columns]: [i64; 2],
    block: Value,
) -> (Vec<Value>, [Value; 2]) {
    let loops = &product.loops;
    let mut batch = vec![None; loops.batch.len()];
    let mut rest = (!loops.batch.is_empty()).then(|| div(b, block, rows * columns));
    for (i, &l) in loops.batch.iter().enumerate().rev() {
        let all = rest.unwrap_or(block);
        let size = product.size(l);
        if i == 0 {
            batch[i] = Some(all);
        } else {
            batch[i] = Some(rem(b, all, size));
            rest = Some(div(b, all, size));
        }
    }
    let tile = if loops.batch.is_empty() { block } else { rem(b, block, rows * columns) };
    let place = if columns <= 1 {
        [tile, constant_index(b, 0)]
    } else if columns <= GROUP {
        [div(b, tile, columns), rem(b, tile, columns)]
    } else if columns % GROUP == 0 {
        let group = div(b, tile, GROUP * rows);
        let inside = rem(b, tile, GROUP * rows);
        let column = rem(b, inside, GROUP);
        let first = times(b, group, GROUP);
        [div(b, inside, GROUP), add(b, first, column)]
    } else {
        // The last group has fewer columns.
        let group = div(b, tile, GROUP * rows);
        let inside = rem(b, tile, GROUP * rows);
        let first = times(b, group, GROUP);
        let (eight, fewer) = (constant_index(b, GROUP), constant_index(b, columns % GROUP));
        let whole = constant_index(b, columns / GROUP);
        let is_whole = compare(b, CmpIPredicate::Ult, group, whole);
        let width = select(b, is_whole, eight, fewer);
        let row = strata_arith::DivUIOp::build(b, inside, width, None);
        let before = mul(b, row, width);
        let column = strata_arith::SubIOp::build(b, inside, before, None);
        [row, add(b, first, column)]
    };
    (batch.into_iter().flatten().collect(), place)
}

/// The two halves of the fragments of four matrices.
fn halves(b: &mut Builder<'_>, four: Value) -> [Value; 2] {
    let cx = b.cx_arc().clone();
    let vector = cx.type_as::<VectorType>(b.ty(four)).cloned();
    let (elem, lanes) = vector.map_or((cx.f16(), 2), |v| (v.elem, v.shape.last().copied().unwrap_or(2)));
    let ty = cx.vector(&[2, lanes], elem);
    let none = cx.splat_attr(ty, zero(&cx, elem));
    [0i64, 2].map(|from| {
        let Some(none) = none else { return four };
        let mut out = ConstantOp::build(b, none, ty);
        for i in 0..2 {
            let part = ExtractOp::of(b, four, &[(from + i).into()]);
            out = InsertOp::of(b, part, out, &[i.into()]);
        }
        out
    })
}

/// The constant that a value is.
pub(super) fn constant_value(b: &Body, v: Value) -> Option<Attr> {
    let op = b.def_op(v)?;
    op.isa::<ConstantOp>(b).then(|| b.attr(op, "value")).flatten()
}

/// Zero of a type.
pub(super) fn zero(cx: &Context, ty: Type) -> Attr {
    if cx.as_float(ty).is_some() { cx.attr(FloatAttr { bits: 0, ty }) } else { cx.int_attr(0, ty) }
}
