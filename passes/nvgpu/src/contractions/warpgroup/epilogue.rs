//! The epilogue of a tile: its sums are written, 16 bytes of a row at once.
//!
//! The tensor cores leave pairs of neighbouring columns in each thread: four lanes together hold eight neighbouring columns, and those of
//! the columns 8, 16, … further as well. So the lanes exchange pairs, until each has four or eight neighbouring columns.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_nvgpu::types::{accumulator, accumulator_registers};
use strata_passes_analysis::index_arith::{add, add_const, compare, div, is_multiple, mask, select, times};
use strata_passes_gpu::{
    contractions::{epilogue::Place, product::Product},
    launch::WARP,
    warp_shuffle::shuffle_xor,
};

use super::{Kernel, M, Tile};

/// Neighbouring columns in one thread, and in the lanes that hold them together.
const PAIR: i64 = 2;
const ROW: i64 = 8;
/// Bits that one store writes.
const WIDEST: i64 = 128;

/// The number of neighbouring columns that a thread writes at once.
fn width(b: &Body, product: &Product) -> i64 {
    let [_, n, _] = product.matrix;
    let out = match &product.epilogue {
        Some(epilogue) => b.ty(epilogue.nest.operands[epilogue.nest.inits.start]),
        None => product.sum,
    };
    let bits = b.cx().bit_width(b.cx().elem_or_self(out)).map_or(WIDEST, i64::from);
    [ROW, ROW / 2].into_iter().find(|w| w * bits <= WIDEST && is_multiple(n, *w)).unwrap_or(PAIR)
}

/// Writes the sums of a group.
pub(super) fn write(
    b: &mut Builder<'_>,
    kernel: &Kernel<'_>,
    tile: &Tile,
    own: Value,
    me: Value,
    sums: Value,
) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let product = kernel.product;
    let registers = registers(&cx, b.ty(sums)).ok_or("its sums have no registers")?;
    let cast = strata_builtin::UnrealizedConversionCastOp::build(b, &[sums], &[registers]).op();
    let all = b.result(cast, 0);
    let [m, n, _] = product.matrix;
    let fits = [is_multiple(m, M), is_multiple(n, kernel.columns)];
    let lane = mask(b, me, WARP - 1);
    let warp = div(b, me, WARP);
    let row = div(b, lane, 4);
    let of_warp = times(b, warp, 16);
    let row = add(b, row, of_warp);
    let row = add(b, row, own);
    let row = add(b, row, tile.first[0]);
    let lanes = Lanes::new(b, lane, width(b, product) / PAIR);
    let column = lanes.column(b);
    let column = add(b, column, tile.first[1]);
    for half in 0..2 {
        let row = add_const(b, row, half * 8);
        for j in (0..kernel.columns / ROW).step_by(lanes.count as usize) {
            let column = add_const(b, column, j * ROW);
            let mut pairs: Vec<[Value; 2]> = Vec::new();
            for j in j..j + lanes.count {
                pairs.push([0, 1].map(|i| {
                    let position = cx.i64_array(&[0, 4 * j + 2 * half + i]);
                    llvm::ExtractValueOp::build(b, all, position, product.sum)
                }));
            }
            lanes.gather(b, &mut pairs);
            let place = Place { batch: &tile.batch, row, column };
            product.write(b, &place, &pairs.concat(), fits)?;
        }
    }
    Ok(())
}

/// The type of the registers of a group's sums, which is what `nvgpu.warpgroup.accumulator` becomes.
fn registers(cx: &Context, ty: Type) -> Option<Type> {
    let elem = accumulator(cx, ty)?.elem;
    let [pieces, each] = accumulator_registers(cx, ty)?;
    let each = cx.ty(llvm::StructType::literal(vec![elem; each]));
    Some(cx.ty(llvm::StructType::literal(vec![each; pieces])))
}

/// The lanes that exchange pairs: each gets the neighbours of one of `count` places, which are eight columns apart.
struct Lanes {
    /// The index among the four lanes.
    lane: Value,
    count: i64,
    /// For each exchange, whether the lane is the upper one.
    upper: Vec<Value>,
}

impl Lanes {
    fn new(b: &mut Builder<'_>, lane: Value, count: i64) -> Self {
        let lane = mask(b, lane, 3);
        let zero = strata_arith::constant_index(b, 0);
        let bits = [1, 2].into_iter().filter(|&bit| bit < count);
        let upper = bits
            .map(|bit| {
                let set = mask(b, lane, bit);
                compare(b, strata_arith::CmpIPredicate::Ne, set, zero)
            })
            .collect();
        Self { lane, count, upper }
    }
    /// The column of the lane's first element after the exchange.
    fn column(&self, b: &mut Builder<'_>) -> Value {
        let place = mask(b, self.lane, self.count - 1);
        let place = times(b, place, ROW);
        let rest = div(b, self.lane, self.count);
        let rest = times(b, rest, self.count * PAIR);
        add(b, place, rest)
    }
    /// Exchanges the pairs of all places: those of the lane's own place remain, in order.
    fn gather(&self, b: &mut Builder<'_>, pairs: &mut [[Value; 2]]) {
        for (step, &upper) in self.upper.iter().enumerate() {
            let bit = 1 << step;
            for low in (0..pairs.len()).filter(|i| i & bit == 0) {
                for i in 0..2 {
                    // The lower lane keeps the lower place, the upper lane the other one.
                    let (here, there) = (pairs[low][i], pairs[low | bit][i]);
                    let sent = select(b, upper, here, there);
                    let got = shuffle_xor(b, sent, bit as i64);
                    pairs[low][i] = select(b, upper, got, here);
                    pairs[low | bit][i] = select(b, upper, there, got);
                }
            }
        }
    }
}
