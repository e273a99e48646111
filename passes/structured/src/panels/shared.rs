//! Operands that many chunks of a parallel loop read, packed once before the loop.
//!
//! ```mlir
//! call @main_parallel(%out, %a, %b)                        // before: each of 8 chunks copies half of %b
//!
//! %panels = memref.alloc() : memref<1048576xf32>           // after
//! call @main_kernel_panels(%panels, %b)                    // a parallel loop, too
//! call @main_parallel(%out, %a, %panels)
//! memref.dealloc %panels
//! ```
//! The panels are in the order that those of constants have ([`PanelOrder`]), so that a slab is a view of them for any tile of columns.
//! No chunk writes the operand while others read it: buffers that an outlined loop captures are distinct arguments, and views of them are
//! moved into the kernel, where any use but the reads of contractions is seen and keeps the operand as it is.

use strata_func::CallOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_scf::{ForallOp, InParallelOp, syntax::Mixed};

use super::{
    blocking::Machine,
    emit::{Dim, copy_elements, interleave_panels, parts},
    order::PanelOrder,
    program::{Program, symbol, update_function_type},
    reads::{PackedRead, contractions, row_major_shape},
};
use crate::{
    outline_kernels::{self, CHUNKS_ATTR, KERNEL_ATTR},
    vectorize::contract::loop_nest::Memory,
};

/// How often chunks copy the whole operand, at least, for one copy before the loop to be worth its time.
const COPIES: i64 = 3;
/// Panels that a chunk of the copy makes at most: parts of rows that it reads are as long.
const PANELS: i64 = 4;

/// A parallel loop that is a function, its kernel, and an argument of both that is packed.
struct Shared {
    launcher: Op,
    kernel: Op,
    /// The number of the argument of the launcher and of the kernel.
    arguments: [usize; 2],
    reads: Vec<PackedRead>,
}

/// Packs the operands of a module that are worth it. Returns how many, and how many contractions read them.
pub(super) fn pack(module: &mut Body, machine: Machine) -> (usize, usize) {
    let program = Program::from_module(module);
    let mut launchers: Vec<Op> =
        program.functions.values().copied().filter(|&f| module.attr(f, KERNEL_ATTR).is_some()).collect();
    launchers.sort_unstable();
    let mut symbols = SymbolTable::new(module);
    let (mut packed, mut read) = (0, 0);
    for launcher in launchers {
        let arguments =
            module.child(launcher).and_then(|f| Some(f.block_args(f.entry()?).len())).unwrap_or(0);
        for i in 0..arguments {
            let Some(shared) = Shared::find(module, &program, launcher, i, machine) else { continue };
            if let Some(contractions) = shared.rewrite(module, &mut symbols, &program, machine) {
                packed += 1;
                read += contractions;
            }
        }
    }
    (packed, read)
}

impl Shared {
    /// Looks at argument `i` of a parallel loop.
    fn find(module: &Body, program: &Program, launcher: Op, i: usize, machine: Machine) -> Option<Shared> {
        let chunks = module.cx().attr_i64(module.attr(launcher, CHUNKS_ATTR)?)?;
        let kernel = *program.functions.get(&symbol(module, launcher, KERNEL_ATTR)?)?;
        let &[(caller, call)] = &program.calls.get(&kernel)?[..] else { return None };
        if caller != launcher {
            return None;
        }
        // Nothing but the call of the kernel uses the argument.
        let body = module.child(launcher)?;
        let argument = *body.block_args(body.entry()?).get(i)?;
        let mut uses = body.uses_of(argument);
        let (Some((user, k)), None) = (uses.next(), uses.next()) else { return None };
        if user != call {
            return None;
        }
        let body = module.child(kernel)?;
        let source = *body.block_args(body.entry()?).get(k)?;
        let elements: i64 = row_major_shape(body, source)?.iter().product();
        let mut reads: Vec<PackedRead> = Vec::new();
        for (user, _) in body.uses_of(source) {
            reads.extend(contractions(body, kernel, source, user, machine)?);
        }
        let order = &reads.first()?.order;
        let of_view = |r: &PackedRead| body.cx().shaped(body.ty(r.view)).and_then(|s| s.num_elements());
        let read =
            reads.iter().map(of_view).try_fold(0i64, |sum, n| sum.checked_add(i64::try_from(n?).ok()?))?;
        let is_worth_it = read.checked_mul(chunks)? >= elements.checked_mul(COPIES)?;
        (is_worth_it && reads.iter().all(|r| r.order == *order)).then_some(Shared {
            launcher,
            kernel,
            arguments: [i, k],
            reads,
        })
    }

    /// Makes the loop that packs the argument, and lets the other loop read the panels. Returns how many contractions read them.
    fn rewrite(
        &self,
        module: &mut Body,
        symbols: &mut SymbolTable,
        program: &Program,
        machine: Machine,
    ) -> Option<usize> {
        let cx = module.cx_arc().clone();
        let order = &self.reads.first()?.order;
        let (_, elements) = order.batches()?;
        let kernel = module.child(self.kernel)?;
        let source = *kernel.block_args(kernel.entry()?).get(self.arguments[1])?;
        let from = kernel.ty(source);
        let to = cx.memref(&[elements], cx.elem_or_self(from));
        let kernel_name = module.symbol_name(self.kernel)?;
        let name = symbols.fresh(&cx, &format!("{}_panels", cx.str(kernel_name)));
        let loc = module.loc(self.launcher);
        let copy = outline_kernels::define(module, symbols, &name, &[to, from], loc, |body, entry| {
            let args = body.block_args(entry).to_vec();
            build_copy(&mut Builder::new(body, InsertPoint::at_end(entry), loc), order, args[0], args[1]);
        })?;
        outline_kernels::outline_function(module, symbols, copy);
        let body = module.child_mut(self.kernel)?;
        let read = self.reads.iter().filter(|r| r.replace(body, machine).is_some()).count();
        for (function, i) in [(self.launcher, self.arguments[0]), (self.kernel, self.arguments[1])] {
            let body = module.child_mut(function)?;
            let argument = *body.block_args(body.entry()?).get(i)?;
            body.set_type(argument, to);
            update_function_type(body);
        }
        let callee = cx.symbol_ref(&name);
        for &(caller, call) in program.calls.get(&self.launcher).map_or(&[][..], |list| list) {
            let Some(body) = module.child_mut(caller) else { continue };
            let given = body.operand(call, self.arguments[0]);
            let mut b = Builder::before(body, call);
            let panels =
                strata_memref::AllocOp::build(&mut b, &[], &[], Some(cx.i64_attr(BUFFER_ALIGNMENT)), to);
            CallOp::build(&mut b, callee, &[panels, given], None, None, None, &[]);
            body.set_operand(call, self.arguments[0], panels);
            strata_memref::DeallocOp::build(&mut Builder::after(body, call), panels);
        }
        Some(read)
    }
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
