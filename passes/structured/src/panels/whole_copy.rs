//! The copy of a whole operand into panels, as a function: a parallel loop, of which each chunk makes a few panels.

use strata_func::CallOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_memref::{AllocOp, DeallocOp};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_scf::{ForallOp, InParallelOp, syntax::Mixed};

use super::{
    emit::interleave_panels,
    nest_op::{Dim, copy_elements},
    order::PanelOrder,
};
use crate::{outline_kernels, vectorize::contract::loop_nest::Memory};

/// How often the whole operand would be copied, at least, for one copy of all of it to be worth its time.
pub(super) const COPIES: i64 = 3;
/// Panels that a chunk of the copy makes at most: parts of rows that it reads are as long.
const PANELS: i64 = 4;
/// Steps of a chunk at least: as many as a transpose in registers makes.
const FEWEST_STEPS: i64 = 16;
/// Bytes that a chunk of the copy reads at least, which take about a microsecond, where the block that it is a part of has so many.
const CHUNK_BYTES: i64 = 8 << 10;

/// Defines a function that makes panels of a buffer by a parallel loop. Returns its symbol and the type of the panels.
pub(super) fn define_copy(
    module: &mut Body,
    symbols: &mut SymbolTable,
    of: &str,
    order: &PanelOrder,
    from: Type,
    loc: Location,
) -> Option<(Attr, Type)> {
    let cx = module.cx_arc().clone();
    let (_, elements) = order.batches()?;
    let to = cx.memref(&[elements], cx.elem_or_self(from));
    let name = symbols.fresh(&cx, &format!("{of}_panels"));
    let copy = outline_kernels::define(module, symbols, &name, &[to, from], loc, |body, entry| {
        let args = body.block_args(entry).to_vec();
        build_copy(&mut Builder::new(body, InsertPoint::at_end(entry), loc), order, args[0], args[1]);
    })?;
    outline_kernels::outline_function(module, symbols, copy);
    Some((cx.symbol_ref(&name), to))
}

/// Builds the parallel loops that copy `from` into `panels`: a chunk copies some steps of a few panels of one matrix.
fn build_copy(b: &mut Builder<'_>, order: &PanelOrder, panels: Value, from: Value) {
    let width = order.shape[order.lanes];
    let (whole, rest) = (width / order.nr, width % order.nr);
    let group = (1..=PANELS).rev().find(|n| whole % n == 0).unwrap_or(1);
    let wide = Group { first: 0, panels: group, columns: order.nr, count: whole / group };
    let narrow = Group { first: whole, panels: 1, columns: rest, count: 1 };
    let steps = order.shape[order.steps[0]];
    let (blocks, left) = (steps / order.depth, steps % order.depth);
    for group in [wide, narrow].into_iter().filter(|group| group.columns > 0 && group.count > 0) {
        for (first, blocks, size) in [(0, blocks, order.depth), (blocks, 1, left)] {
            if blocks > 0 && size > 0 {
                let piece = piece(b, order, group, size, b.ty(from));
                build_loop(b, order, [panels, from], group, Steps { first, blocks, size, piece });
            }
        }
    }
}

/// The steps of a chunk, which divide those of a block.
fn piece(b: &Builder<'_>, order: &PanelOrder, group: Group, block: i64, from: Type) -> i64 {
    let width = b.cx().bit_width(b.cx().elem_or_self(from)).map_or(1, |bits| i64::from(bits.div_ceil(8)));
    let inner: i64 = order.steps[1..].iter().map(|&d| order.shape[d]).product();
    let columns = group.panels * order.nr * order.group.0;
    let step = width.saturating_mul(inner).saturating_mul(columns).max(1);
    let least = (CHUNK_BYTES / step).max(FEWEST_STEPS).min(block);
    (least..=block).find(|piece| block % piece == 0).unwrap_or(block)
}

/// Panels that chunks make.
#[derive(Clone, Copy)]
struct Group {
    /// The first panel of the first chunk.
    first: i64,
    panels: i64,
    /// Columns of a panel that exist.
    columns: i64,
    /// How many such groups there are.
    count: i64,
}

/// Steps that chunks copy.
#[derive(Clone, Copy)]
struct Steps {
    /// The first block of steps.
    first: i64,
    blocks: i64,
    /// The steps of a block, and those of a chunk.
    size: i64,
    piece: i64,
}

/// Builds the loop over all matrices, groups of panels of each, and pieces of the blocks of their steps.
fn build_loop(
    b: &mut Builder<'_>,
    order: &PanelOrder,
    [panels, from]: [Value; 2],
    group: Group,
    steps: Steps,
) {
    let sizes = order.batch.iter().map(|&d| order.shape[d]);
    let sizes = sizes.chain([group.count, steps.blocks, steps.size / steps.piece]).filter(|&n| n > 1);
    let upper: Vec<Mixed> = sizes.map(Mixed::Static).collect();
    let upper = if upper.is_empty() { vec![Mixed::Static(1)] } else { upper };
    let [lower, step] = [0, 1].map(|n| vec![Mixed::Static(n); upper.len()]);
    ForallOp::create(b, [&lower, &upper, &step], &[], None, |b, ivs, _| {
        copy_group(b, order, [panels, from], group, steps, ivs);
        InParallelOp::create(b, |_| {});
    });
}

/// Copies steps of a group of panels.
fn copy_group(
    b: &mut Builder<'_>,
    order: &PanelOrder,
    [panels, from]: [Value; 2],
    group: Group,
    steps: Steps,
    ivs: &[Value],
) -> Option<()> {
    let strides = &order.strides;
    let (batches, _) = order.batches()?;
    let step = order.step()?;
    let inner: i64 = step / order.count();
    let (first, columns) = (strides[order.steps[0]], strides[order.lanes] * order.nr);
    let panel = steps.size * inner;
    // By how many elements of the operand, and of the panels, each loop moves.
    let loops = order.batch.iter().zip(&batches).map(|(&d, &by)| (order.shape[d], strides[d], by));
    let loops = loops.chain([
        (group.count, group.panels * columns, group.panels * panel),
        (steps.blocks, steps.size * first, steps.size * step),
        (steps.size / steps.piece, steps.piece * first, steps.piece * inner),
    ]);
    // Loops of one iteration have no induction variable.
    let (mut source, mut target): (Vec<(Value, i64)>, Vec<(Value, i64)>) = Default::default();
    for ((_, from, to), &iv) in loops.filter(|&(n, ..)| n > 1).zip(ivs) {
        source.push((iv, from));
        target.push((iv, to));
    }
    let block = steps.first * order.depth;
    let from = Memory::from_buffer(b, from)?;
    let from = from.moved(b, group.first * columns + block * first, &source);
    let to = Memory { base: panels, offset: strata_tensor::MixedIndex::Static(0) };
    let to = to.moved(b, group.first * panel + block * step, &target);
    let dim = |size: i64, stride: i64, place: i64, reduction: bool| Dim {
        size,
        reduction,
        strides: [stride; 3],
        place,
    };
    let mut loops = Vec::new();
    if group.panels > 1 {
        loops.push(dim(group.panels, columns, panel, false));
    }
    let mut place = inner;
    for (i, &d) in order.steps.iter().enumerate() {
        let size = if i == 0 { steps.piece } else { order.shape[d] };
        place = if i == 0 { inner } else { place / order.shape[d] };
        loops.push(dim(size, strides[d], place, true));
    }
    let (members, apart) = order.group;
    loops.push(dim(group.columns, strides[order.lanes], members, false));
    if members > 1 {
        loops.push(dim(members, apart, 1, true));
    }
    interleave_panels(&mut loops, 0);
    copy_elements(b, &loops, (from, 0), to, |_, element| element);
    Some(())
}

/// Allocates panels before an op, calls the function that makes them, and frees them behind the op.
pub(super) fn panels_before(body: &mut Body, op: Op, from: Value, (copy, to): (Attr, Type)) -> Value {
    let alignment = body.cx().i64_attr(BUFFER_ALIGNMENT);
    let mut b = Builder::before(body, op);
    let panels = AllocOp::build(&mut b, &[], &[], Some(alignment), to);
    CallOp::build(&mut b, copy, &[panels, from], None, None, None, &[]);
    DeallocOp::build(&mut Builder::after(body, op), panels);
    panels
}
