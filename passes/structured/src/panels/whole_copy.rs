//! The copy of a whole operand into panels, as a function: a parallel loop, of which each chunk makes a few panels.

use strata_func::CallOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_memref::{AllocOp, DeallocOp};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_scf::{ForallOp, InParallelOp, syntax::Mixed};

use super::{
    emit::{interleave_panels, parts},
    nest_op::{Dim, copy_elements},
    order::PanelOrder,
};
use crate::{outline_kernels, vectorize::contract::loop_nest::Memory};

/// How often the whole operand would be copied, at least, for one copy of all of it to be worth its time.
pub(super) const COPIES: i64 = 3;
/// Panels that a chunk of the copy makes at most: parts of rows that it reads are as long.
const PANELS: i64 = 4;

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

/// Builds the parallel loop that copies `from` into `panels`: a chunk copies a few panels of one matrix.
fn build_copy(b: &mut Builder<'_>, order: &PanelOrder, panels: Value, from: Value) {
    let width = order.shape[order.lanes];
    let (whole, rest) = (width / order.nr, width % order.nr);
    let group = (1..=PANELS).rev().find(|n| whole % n == 0).unwrap_or(1);
    if whole > 0 {
        build_loop(
            b,
            order,
            [panels, from],
            Group { first: 0, panels: group, columns: order.nr },
            whole / group,
        );
    }
    if rest > 0 {
        build_loop(b, order, [panels, from], Group { first: whole, panels: 1, columns: rest }, 1);
    }
}

/// Panels that one chunk makes.
#[derive(Clone, Copy)]
struct Group {
    /// The first panel of the first chunk.
    first: i64,
    panels: i64,
    /// Columns of a panel that exist.
    columns: i64,
}

/// Builds the loop over all matrices and `groups` groups of panels of each.
fn build_loop(
    b: &mut Builder<'_>,
    order: &PanelOrder,
    [panels, from]: [Value; 2],
    group: Group,
    groups: i64,
) {
    let sizes = order.batch.iter().map(|&d| order.shape[d]).chain([groups]).filter(|&n| n > 1);
    let upper: Vec<Mixed> = sizes.map(Mixed::Static).collect();
    let upper = if upper.is_empty() { vec![Mixed::Static(1)] } else { upper };
    let [lower, step] = [0, 1].map(|n| vec![Mixed::Static(n); upper.len()]);
    ForallOp::create(b, [&lower, &upper, &step], &[], None, |b, ivs, _| {
        copy_group(b, order, [panels, from], group, ivs, groups);
        InParallelOp::create(b, |_| {});
    });
}

/// Copies a group of panels, block of steps by block of steps.
fn copy_group(
    b: &mut Builder<'_>,
    order: &PanelOrder,
    [panels, from]: [Value; 2],
    group: Group,
    ivs: &[Value],
    groups: i64,
) -> Option<()> {
    let strides = strata_memref::layout::row_major(&order.shape);
    let (batches, _) = order.batches()?;
    let (step, count) = (order.step()?, order.count());
    let inner: i64 = step / count;
    let first = order.steps[0];
    // Loops of one iteration have no induction variable.
    let mut ivs = ivs.iter().copied();
    let mut source: Vec<(Value, i64)> = Vec::new();
    let mut target: Vec<(Value, i64)> = Vec::new();
    for (&d, &by) in order.batch.iter().zip(&batches).filter(|(d, _)| order.shape[**d] > 1) {
        let iv = ivs.next()?;
        source.push((iv, strides[d]));
        target.push((iv, by));
    }
    let iv = if groups > 1 { ivs.next() } else { None };
    let (memory, columns) = (Memory::from_buffer(b, from)?, strides[order.lanes] * order.nr);
    let memory = memory.moved(b, group.first * columns, &source);
    parts(b, order.shape[first], order.depth, false, &mut |b, block, part, _| {
        // All steps of a panel, in this block.
        let panel = part.size * inner;
        let of_group = |stride: i64| iv.map(|iv| (iv, group.panels * stride));
        let moves: Vec<(Value, i64)> =
            of_group(columns).into_iter().chain([(block, strides[first])]).collect();
        let from = memory.moved(b, 0, &moves);
        let moves: Vec<(Value, i64)> =
            target.iter().copied().chain(of_group(panel)).chain([(block, step)]).collect();
        let to = Memory { base: panels, offset: strata_tensor::MixedIndex::Static(0) };
        let to = to.moved(b, group.first * panel, &moves);
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
            let size = if i == 0 { part.size } else { order.shape[d] };
            place = if i == 0 { inner } else { place / order.shape[d] };
            loops.push(dim(size, strides[d], place, true));
        }
        loops.push(dim(group.columns, strides[order.lanes], 1, false));
        interleave_panels(&mut loops, 0);
        copy_elements(b, &loops, (from, 0), to, |_, element| element);
    });
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
