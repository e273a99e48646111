//! `gpu-map-loops`: maps loops and branches of the host whose parts are small to kernels of one block, and parallel loops over such parts
//! to kernels with a block for each iteration.
//!
//! Before:
//! ```mlir
//! scf.for %i = %c0 to %c10 step %c1 {
//!   %row = memref.load %rows[%i] : memref<10xindex>
//!   %to = memref.subview %x[%row, 0] [1, 128] [1, 1] : …
//!   linalg.generic … outs(%to) { … }
//! }
//! ```
//! After:
//! ```mlir
//! gpu.launch blocks(…) in (%gx = %c1, …) threads(%t, …) in (%bx = %c128, …) {
//!   scf.for %i = %c0 to %c10 step %c1 {
//!     %row = memref.load %rows[%i] : memref<10xindex>
//!     %to = memref.subview %x[%row, 0] [1, 128] [1, 1] : …
//!     scf.for %j = %t to %c128 step %c128 { … }
//!     gpu.barrier
//!   }
//!   gpu.terminator
//! }
//! ```
//! Neighbouring small ops form one kernel if one of them is a loop, a branch, or writes scalars. Scalars that the host needs afterwards are
//! passed through buffers. A loop with a large part stays on the host, around the kernels of its parts. Loops whose iterations are
//! independent (`independent`) are made parallel before; if these are scalar code, `gpu-map-parallel` gives each iteration a thread.

use strata_arith::constant_index;
mod op_kinds;
mod run_partition;

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_memref::{AllocOp, AllocaOp, CopyOp, DeallocOp, LoadOp, StoreOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{
    buffer_alias::{self, Root, touches_nothing},
    index_arith::is_zero,
};
use strata_scf::{ForOp, ForallOp, IfOp, ParallelOp};

use crate::{
    cooperative::{ThreadBlock, is_scalar},
    host_ops::{failure, host_ops},
    iteration_space::IterationSpace,
    launch::{Number, blocks_for, launch, launch_with_shared, product},
    memory::kernel_buffers::{self, LaunchBuffers},
    parallelize_loops,
    single_block::{SingleBlockLimit, busy_threads, gives_what_it_writes},
};
use op_kinds::{is_grid, is_parallel, makes_vector, run_is_free};
use run_partition::RunPartition;

/// Map loops and branches with small parts to kernels of one block.
#[pass(
    name = "gpu-map-loops",
    class = "GpuMapLoops",
    produces = [arith, gpu, memref, scf],
    statistics = [
        "num-regions": "Number of kernels of one block",
        "num-parallel": "Number of loops whose iterations are independent",
        "num-grids": "Number of kernels with a block for each iteration"
    ],
    each_body
)]
pub struct MapLoops {
    /// The most iterations of a structured op that is small.
    #[option(default = 4096)]
    pub max_elements: u64,
}

impl BodyPass for MapLoops {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        let limit = SingleBlockLimit(i64::try_from(self.max_elements).unwrap_or(i64::MAX));
        free_stack_buffers(body);
        erase_copies_of_nothing(body);
        let loops: Vec<Op> = host_ops(body)
            .into_iter()
            .filter(|&op| op.isa::<ForOp>(body) && (is_scalar(body, op) || limit.holds(body, op)))
            .collect();
        let outer: Vec<Op> = loops.into_iter().filter(|&op| !is_in_parallel(body, op)).collect();
        cx.count("num-parallel", parallelize_loops::parallelize(body, &outer) as u64);
        let mut mapper = Mapper { limit, errors: Vec::new(), regions: 0, grids: 0 };
        if let Some(&region) = body.regions(Op::SELF).first() {
            mapper.region(body, region);
        }
        cx.count("num-regions", mapper.regions);
        cx.count("num-grids", mapper.grids);
        if mapper.errors.is_empty() { Ok(()) } else { Err(mapper.errors.into()) }
    }
}

/// Whether an op is in a parallel loop.
fn is_in_parallel(b: &Body, op: Op) -> bool {
    let around =
        std::iter::successors(b.parent_op(op), |&p| if p == Op::SELF { None } else { b.parent_op(p) });
    around.into_iter().any(|p| p != Op::SELF && (p.isa::<ParallelOp>(b) || p.isa::<ForallOp>(b)))
}

/// Replaces `memref.alloca` of the host with `memref.alloc`, and frees the buffers at the end of their block.
fn free_stack_buffers(b: &mut Body) {
    for op in host_ops(b) {
        let Some(alloca) = op.as_op::<AllocaOp>(b) else { continue };
        let (old, sizes) = (alloca.memref(b), alloca.dynamic_sizes(b).collect::<Vec<_>>());
        let end = b.parent_block(op).and_then(|block| b.terminator(block));
        let mut at = Builder::before(b, op);
        let ty = at.ty(old);
        let new = AllocOp::create(&mut at, ty, &sizes);
        at.replace_all_uses(old, new);
        at.erase(op);
        if let Some(end) = end {
            DeallocOp::build(&mut Builder::before(b, end), new);
        }
    }
}

/// Erases copies from buffers that are never written, such as the initial values of loops that write all elements.
fn erase_copies_of_nothing(b: &mut Body) {
    let inputs = b.attr(Op::SELF, "strata.num_inputs").and_then(|a| b.cx().attr_i64(a));
    for op in host_ops(b) {
        let Some(copy) = op.as_op::<CopyOp>(b) else { continue };
        let from = buffer_alias::root(b, copy.source(b));
        let (Root::Alloc(v) | Root::Distinct(v)) = from else { continue };
        let first = match b.def_op(v).filter(|d| d.isa::<AllocOp>(b)) {
            Some(alloc) if b.parent_block(alloc) == b.parent_block(op) && from.local(b) == Some(v) => {
                Some(alloc)
            }
            Some(_) => continue,
            // The results of a function are its last arguments.
            None if b.def_op(v).is_none() && b.entry().is_some() && b.entry() == b.parent_block(op) => {
                let number = b.entry().and_then(|e| b.block_args(e).iter().position(|&a| a == v));
                let is_result =
                    inputs.zip(number).is_some_and(|(n, i)| i64::try_from(i).is_ok_and(|i| i >= n));
                if !is_result {
                    continue;
                }
                None
            }
            None => continue,
        };
        let Some(block) = b.parent_block(op) else { continue };
        let wrote = |o: Op| buffer_alias::accesses(b, o).iter().any(|a| a.write && a.root.may_alias(b, from));
        let written = match first {
            // Only users access a buffer that does not escape.
            Some(_) => {
                buffer_alias::users_in(b, v, block).0.into_iter().filter(|&o| b.is_before(o, op)).any(wrote)
            }
            None => b.block_ops(block).take_while(|&o| o != op).any(wrote),
        };
        if !written {
            b.erase(op);
        }
    }
}

struct Mapper {
    limit: SingleBlockLimit,
    errors: Vec<Diagnostic>,
    regions: u64,
    grids: u64,
}

impl Mapper {
    fn region(&mut self, b: &mut Body, region: Region) {
        for block in b.blocks(region).to_vec() {
            self.block(b, block);
        }
    }
    fn block(&mut self, b: &mut Body, block: Block) {
        let mut run: Vec<Op> = Vec::new();
        let ops: Vec<Op> = b.block_ops(block).collect();
        for op in ops {
            // The `dealloc` of a buffer that became part of a kernel has been erased.
            if !b.is_live(op) {
                continue;
            }
            if self.joins(b, op) {
                run.push(op);
                continue;
            }
            self.run(b, &std::mem::take(&mut run));
            self.host(b, op);
        }
        self.run(b, &run);
    }
    /// Whether an op can be part of a kernel of one block, with its neighbours.
    fn joins(&self, b: &Body, op: Op) -> bool {
        if b.has_trait(op, Trait::Terminator) || is_grid(b, op) {
            return false;
        }
        if let Some(alloc) = op.as_op::<AllocOp>(b) {
            return alloc.dynamic_sizes(b).len() == 0;
        }
        op.isa::<DeallocOp>(b) || touches_nothing(b, op) || self.limit.holds(b, op)
    }
    /// An op that stays on the host: its parts may become kernels.
    fn host(&mut self, b: &mut Body, op: Op) {
        if is_grid(b, op) {
            match self.grid(b, op) {
                Ok(()) => {}
                Err((op, why)) => self.errors.push(failure(b, op, &why)),
            }
            return;
        }
        let is_loop = !op.implements::<dyn LinalgOp>(b)
            && !op.isa::<ParallelOp>(b)
            && b.has_trait(op, Trait::RecursiveMemoryEffects)
            && b.op_name(op).starts_with("scf.");
        if is_loop {
            for region in b.regions(op).to_vec() {
                self.region(b, region);
            }
        }
    }

    /// A parallel loop whose iterations are not just scalar code: a block for each if they are small, else a sequential loop of the host.
    fn grid(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        let iterations = IterationSpace::read(b, op).map_err(|why| (op, why))?;
        let inner = |b: &Body| -> Vec<Op> { b.regions(op).iter().flat_map(|&r| b.region_ops(r)).collect() };
        if !inner(b).iter().all(|&o| self.limit.holds_inside(b, o, op)) {
            if let Some(outer) = iterations.serialize(b).map_err(|why| (op, why))? {
                self.host(b, outer);
            }
            return Ok(());
        }
        let alone = gives_what_it_writes(b, op);
        let threads = if alone { 1 } else { busy_threads(b, op) };
        let mut at = Builder::before(b, op);
        let sizes = iterations.sizes(&mut at);
        let count = product(&mut at, &sizes).ok_or_else(|| (op, "it has too many iterations".to_owned()))?;
        let buffers = kernel_buffers::block_buffers(&mut at, op, count).map_err(|why| (op, why))?;
        let blocks = blocks_for(&mut at, count, 1);
        let guarded = count.as_static().is_none();
        let mut result = Ok(());
        let kernel = launch(&mut at, blocks, threads, |b, place| {
            let number = Number::of_index(b, place.block, Number::fits(count));
            if guarded {
                let inside = number.is_less(b, count);
                let only = IfOp::create_then(b, inside, &[], |_| Vec::new());
                let before = only.then_yield(b).map(|y| y.op());
                if let Some(block) = before.and_then(|y| b.parent_block(y)) {
                    b.goto(InsertPoint { block, before });
                }
            }
            buffers.place(b, place.block);
            let coords = number.coordinates(b, &sizes);
            result = iterations.inline(b, &coords);
        });
        result.map_err(|why| (kernel.op(), why))?;
        self.grids += 1;
        self.divide(b, kernel.op(), threads)?;
        buffers.free(&mut Builder::after(b, kernel.op()));
        Ok(())
    }

    /// Divides the ops in a kernel among its threads.
    fn divide(&mut self, b: &mut Body, kernel: Op, threads: i64) -> Result<(), (Op, String)> {
        let Some(&block) = b.regions(kernel).first().and_then(|&r| b.blocks(r).first()) else {
            return Ok(());
        };
        let mut at = Builder::at_start(b, block);
        let Some(thread) = thread_of(&at, kernel) else { return Ok(()) };
        let first = (threads > 1).then(|| is_zero(&mut at, thread));
        ThreadBlock::new(thread, first, threads).block(b, block)
    }

    /// Makes a kernel of neighbouring ops if that pays off.
    fn run(&mut self, b: &mut Body, run: &[Op]) {
        let works = |op: &Op| !run_is_free(b, *op);
        let starts = |op: &Op| works(op) || makes_vector(b, *op);
        let (from, to) = (run.iter().position(starts), run.iter().rposition(works));
        let Some(run) = from.zip(to).and_then(|(from, to)| run.get(from..=to)) else { return };
        let kernels = run.iter().filter(|&op| works(op)).count();
        let serial = run.iter().any(|&op| works(&op) && !is_parallel(b, op));
        if !serial && kernels < 2 {
            return;
        }
        let mut parts = RunPartition::classify(b, run);
        // A buffer that is made of a value in the kernel, and used by others, ends the run.
        if let Some(at) = parts.inside.iter().position(|&op| parts.gives_memref(b, op)) {
            let op = parts.inside[at];
            let place = run.iter().position(|&o| o == op).unwrap_or(0);
            let (before, after) = run.split_at(place);
            self.run(b, before);
            self.run(b, after.get(1..).unwrap_or(&[]));
            return;
        }
        if let Err((op, why)) = self.kernel(b, &mut parts) {
            self.errors.push(failure(b, op, &why));
        }
    }

    fn kernel(&mut self, b: &mut Body, parts: &mut RunPartition) -> Result<(), (Op, String)> {
        let (Some(&first), Some(&last)) = (parts.inside.first(), parts.inside.last()) else { return Ok(()) };
        for &op in &parts.before {
            let at = InsertPoint::before(b, first);
            b.move_op(op, at);
        }
        let threads = parts.inside.iter().map(|&op| busy_threads(b, op)).max().unwrap_or(1);
        let alone = parts.inside.iter().any(|&op| gives_what_it_writes(b, op));
        let threads = if alone { 1 } else { threads };
        let given = parts.given(b);
        let mut at = Builder::before(b, last);
        let mut after: Vec<Value> = Vec::new();
        let results: Vec<Value> = given
            .iter()
            .map(|&v| {
                let ty = at.cx().memref(&[], at.ty(v));
                AllocOp::create(&mut at, ty, &[])
            })
            .collect();
        after.extend(&results);
        let given_buffers: Vec<Op> =
            parts.before.iter().copied().filter(|op| op.isa::<AllocOp>(&at)).collect();
        let buffers = LaunchBuffers::collect(&mut at, &parts.inside, &given_buffers);
        after.extend(&buffers.global);
        let one = constant_index(&mut at, 1);
        let inside = parts.inside.clone();
        let shared = buffers.types(&at);
        let kernel = launch_with_shared(&mut at, one, threads, &shared, |b, _, shared| {
            buffers.place(b, shared);
            let here = b.point();
            for &op in &inside {
                b.move_op(op, here);
            }
        });
        self.regions += 1;
        self.divide(b, kernel.op(), threads)?;
        let Some(end) = b.regions(kernel.op()).first().and_then(|&r| b.terminator(*b.blocks(r).first()?))
        else {
            return Ok(());
        };
        let mut at = Builder::before(b, end);
        if !given.is_empty() {
            let store = |b: &mut Builder<'_>| {
                for (&v, &to) in given.iter().zip(&results) {
                    StoreOp::create(b, v, to, &[]);
                }
            };
            let thread = thread_of(&at, kernel.op()).filter(|_| threads > 1);
            if let Some(thread) = thread {
                let first = is_zero(&mut at, thread);
                IfOp::create_then(&mut at, first, &[], |b| {
                    store(b);
                    Vec::new()
                });
            } else {
                store(&mut at);
            }
        }
        let mut at = Builder::after(b, kernel.op());
        for (&v, &from) in given.iter().zip(&results) {
            let loaded = LoadOp::create(&mut at, from, &[]);
            at.replace_uses_if(v, loaded, |b, user| !b.is_ancestor(kernel.op(), user));
        }
        for buffer in after {
            DeallocOp::build(&mut at, buffer);
        }
        let here = at.point();
        for &op in &parts.after {
            if b.is_live(op) {
                b.move_op(op, here);
            }
        }
        Ok(())
    }
}

/// The index of the thread in a launch.
fn thread_of(b: &Body, launch: Op) -> Option<Value> {
    let block = *b.regions(launch).first().and_then(|&r| b.blocks(r).first())?;
    b.block_args(block).get(3).copied()
}
