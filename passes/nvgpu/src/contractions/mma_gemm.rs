//! Kernels whose warps multiply fragments with `mma.sync`, with asynchronous copies several steps ahead.

use strata_arith::{AddFOp, ConstantOp};
use strata_ir::prelude::*;
use strata_nvgpu::{IntegerProduct, MmaSyncOp};
use strata_passes_analysis::index_arith::{add, add_const, div, mask, rem, times};
use strata_passes_gpu::{
    contractions::{constants::zero, epilogue::Place, product::Product, tile_shape::TileShape},
    launch::WARP,
};
use strata_vector::{BroadcastOp, ExtractOp};

use super::{
    format::{COLUMNS, Format},
    fragments::{Lanes, changed, of_sums, single},
    smem_pipeline::{SmemPipeline, Thread},
    tf32_split::{rounded, split},
};

/// Bytes that a thread writes at once.
const TOGETHER: i64 = 16;

/// The kernel of a product of factors that tensor cores multiply.
pub(super) fn map(b: &mut Body, product: &Product, t: TileShape, format: Format) -> Result<(), String> {
    let mut builder = Builder::before(b, product.last_op());
    let kernel = Kernel { pipeline: SmemPipeline::new(&mut builder, product, t), format };
    kernel.pipeline.map(&mut builder, |b, me, thread| kernel.emit(b, me, thread)).map(|_| ())
}

struct Kernel<'a> {
    pipeline: SmemPipeline<'a>,
    format: Format,
}

/// A lane's part of a factor's fragment, as operands of `mma.sync`.
#[derive(Clone)]
enum Fragment {
    Whole(Value),
    /// The two terms that its elements are sums of.
    Split {
        small: Value,
        big: Value,
    },
    /// The fragments of consecutive products along the reduction.
    Several(Vec<Value>),
}

impl Kernel<'_> {
    fn emit(&self, b: &mut Builder<'_>, me: &Thread, thread: Value) -> Result<(), String> {
        let t = self.pipeline.tiles;
        // The place of the warp and of the lane's fragments.
        let [tm, tn] = t.warp();
        let lane = mask(b, thread, WARP - 1);
        let warp = div(b, thread, WARP);
        let warp_row = rem(b, warp, t.warps[0]);
        let warp_column = div(b, warp, t.warps[0]);
        let own = [times(b, warp_row, tm), times(b, warp_column, tn)];
        let mut lanes = |side: usize, count: i64| {
            let buffer = (me.buffers[side], t.stages);
            Lanes::new(b, &self.pipeline.factors[side], buffer, lane, (own[side], count), side == 0)
        };
        let lanes = [lanes(0, tm)?, lanes(1, tn)?];
        let start = self.start(b)?;
        let [rows, columns, _] = self.format.shape();
        let count = (tm / rows) * (tn / columns);
        let sums = self.pipeline.sums(b, me, start, count as usize, |b, stage, sums| {
            for k in (0..t.k).step_by(self.format.depth() as usize) {
                self.multiply(b, me, &lanes, stage, k, sums);
            }
        })?;
        self.epilogue(b, me, &lanes, (own, lane), &sums)
    }

    /// Initial value of the fragments of sums.
    fn start(&self, b: &mut Builder<'_>) -> Result<Value, String> {
        let product = self.pipeline.product;
        let constant = product.start.and_then(|v| constant_value(b, v));
        if let (Some(v), None) = (product.start, constant) {
            let ty = self.sums(b.cx());
            return Ok(BroadcastOp::build(b, v, ty));
        }
        let cx = b.cx_arc().clone();
        self.all(b, constant.unwrap_or_else(|| zero(&cx, product.sum)))
    }
    /// The type of a fragment of sums.
    fn sums(&self, cx: &Context) -> Type {
        let [rows, ..] = self.format.shape();
        cx.vector(&[rows / 8, 2], self.pipeline.product.sum)
    }
    /// A fragment of sums that all have one constant value.
    fn all(&self, b: &mut Builder<'_>, scalar: Attr) -> Result<Value, String> {
        let ty = self.sums(b.cx());
        let all = b.cx().splat_attr(ty, scalar).ok_or("its sums have no zero")?;
        Ok(ConstantOp::build(b, all, ty))
    }

    /// Multiplies the fragments at `k` of a stage.
    fn multiply(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        lanes: &[Lanes<'_>; 2],
        stage: Value,
        k: i64,
        sums: &mut [Value],
    ) {
        let [of_a, of_b] = [0, 1].map(|side: usize| {
            let loaded = lanes[side].load(b, me.buffers[side], stage, k);
            loaded.into_iter().map(|v| self.parts(b, v)).collect::<Vec<_>>()
        });
        let columns = of_b.len();
        for (i, x) in of_a.iter().enumerate() {
            for j in 0..columns {
                // Alternating directions, so that consecutive products share a fragment.
                let j = if i % 2 == 0 { j } else { columns - 1 - j };
                let sum = &mut sums[i * columns + j];
                *sum = self.add_product(b, x, &of_b[j], *sum);
            }
        }
    }
    /// Converts a loaded fragment to operands of `mma.sync`.
    fn parts(&self, b: &mut Builder<'_>, fragment: Value) -> Fragment {
        match self.format {
            Format::Halves | Format::Bytes { .. } => Fragment::Whole(fragment),
            Format::Tf32 => {
                let [near] = changed(b, fragment, |b, v| [rounded(b, v)]);
                Fragment::Whole(near)
            }
            Format::Tf32x3 => {
                let [big, small] = changed(b, fragment, split);
                Fragment::Split { small, big }
            }
            Format::Doubles => Fragment::Several(single(b, fragment)),
        }
    }
    /// Adds the product of two fragments to a sum.
    fn add_product(&self, b: &mut Builder<'_>, x: &Fragment, y: &Fragment, sum: Value) -> Value {
        let shape = self.format.shape();
        match (x, y) {
            (&Fragment::Whole(x), &Fragment::Whole(y)) => match self.format {
                Format::Bytes { unsigned } => {
                    let kind = IntegerProduct { unsigned, wraps: true };
                    MmaSyncOp::of_integers(b, [x, y, sum], shape, kind)
                }
                format => MmaSyncOp::create(b, [x, y, sum], shape, format == Format::Tf32),
            },
            (&Fragment::Split { small: of_x, big: x }, &Fragment::Split { small: of_y, big: y }) => {
                // Tensor cores truncate sums instead of rounding them. So only these few products are accumulated there, the small ones
                // first, and their sum is added with rounding.
                let cx = b.cx_arc().clone();
                let Ok(mut few) = self.all(b, zero(&cx, cx.f32())) else { return sum };
                for (x, y) in [(of_x, y), (x, of_y), (x, y)] {
                    few = MmaSyncOp::create(b, [x, y, few], shape, true);
                }
                AddFOp::build(b, sum, few, None)
            }
            (Fragment::Several(x), Fragment::Several(y)) => {
                x.iter().zip(y).fold(sum, |sum, (&x, &y)| MmaSyncOp::create(b, [x, y, sum], shape, false))
            }
            // Both factors have the same format.
            _ => sum,
        }
    }

    /// Writes the sums of a thread: neighbours of several rows.
    fn epilogue(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        [rows, columns]: &[Lanes<'_>; 2],
        (own, lane): ([Value; 2], Value),
        sums: &[Value],
    ) -> Result<(), String> {
        let [tm, tn] = self.pipeline.tiles.warp();
        let first = [add(b, me.first[0], own[0]), add(b, me.first[1], own[1])];
        let [lane_row, lane_column] = of_sums(b, lane);
        let fits = self.pipeline.fits();
        let together = (TOGETHER / self.format.sum_bytes()) as usize;
        let (eights, spread) = (tn / COLUMNS, columns.spread());
        let [halves, ..] = self.format.shape().map(|n| n / 8);
        for eight in 0..tm / 8 {
            let (i, half) = (eight / halves, eight % halves);
            let row = rows.number(b, eight, lane_row);
            let row = add(b, first[0], row);
            for from in (0..eights).step_by(spread as usize) {
                let column = columns.number(b, from, lane_column);
                let column = add(b, first[1], column);
                let mut neighbours = Vec::new();
                for k in 0..2 {
                    for j in from..from + spread {
                        let fragment = sums[(i * eights + j) as usize];
                        neighbours.push(ExtractOp::create(b, fragment, &[half.into(), k.into()]));
                    }
                }
                for (n, values) in neighbours.chunks(together).enumerate() {
                    let column = add_const(b, column, (n * together) as i64);
                    let place = Place { batch: &me.batch, row, column };
                    self.pipeline.product.write(b, &place, values, fits)?;
                }
            }
        }
        Ok(())
    }
}
