//! Converts host code to code that the threads of one block run together.
//!
//! All threads compute the scalars and take the same branches. Structured ops are divided among the threads, and one thread stores scalars.
//! A barrier is inserted before an access that conflicts with an access of another thread since the last barrier; at the end of a loop's
//! body if its accesses conflict with those of the next iteration.

use strata_arith::constant_index;
use strata_gpu::BarrierOp;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::CopyOp;
use strata_passes_analysis::buffer_alias::{Access, accesses, conflict, is_memref, touches_nothing};
use strata_scf::{ForOp, ForallOp, IfOp, ParallelOp, WhileOp};
use strata_tensor::MixedIndex;
use strata_vector::MaskOp;

use crate::{
    iteration_space::IterationSpace,
    launch::{Number, only_if, product},
    loop_nest::LoopNest,
    parallel::{divided_sizes, element, generic_of_copy},
    vector_access::VectorAccess,
};

/// The threads that perform an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    /// All of them, the same access.
    All,
    /// The first one.
    First,
    /// Each of them another access.
    Each,
}

/// The threads of a block, and what they accessed since the last barrier.
pub(crate) struct ThreadBlock {
    thread: Value,
    /// Whether a thread is the first one; `None` if there is only one.
    first: Option<Value>,
    threads: i64,
    since: Vec<(Access, Who)>,
}

impl ThreadBlock {
    pub(crate) fn new(thread: Value, first: Option<Value>, threads: i64) -> Self {
        Self { thread, first, threads, since: Vec::new() }
    }
    /// Whether there is one thread, which needs neither guards nor barriers.
    fn is_alone(&self) -> bool {
        self.threads == 1
    }

    /// Divides the ops of a block among the threads.
    pub(crate) fn block(&mut self, b: &mut Body, block: Block) -> Result<(), (Op, String)> {
        let ops: Vec<Op> = b.block_ops(block).collect();
        for op in ops {
            if !b.has_trait(op, Trait::Terminator) {
                self.op(b, op)?;
            }
        }
        Ok(())
    }

    fn op(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        let fail = |why: String| (op, why);
        if op.isa::<CopyOp>(b) {
            let new = generic_of_copy(b, op).map_err(fail)?;
            return self.structured(b, new);
        }
        if op.implements::<dyn LinalgOp>(b) {
            return self.structured(b, op);
        }
        if op.isa::<ParallelOp>(b) || op.isa::<ForallOp>(b) {
            return self.parallel(b, op);
        }
        if touches_nothing(b, op) {
            return Ok(());
        }
        if op.isa::<ForOp>(b) || op.isa::<WhileOp>(b) {
            return self.repeated(b, op);
        }
        if b.has_trait(op, Trait::RecursiveMemoryEffects) && !op.isa::<MaskOp>(b) {
            return self.branches(b, op);
        }
        let found = accesses(b, op);
        if found.iter().all(|a| !a.write) {
            self.access(b, op, &found, Who::All);
            return Ok(());
        }
        self.access(b, op, &found, Who::First);
        let Some(first) = self.first else { return Ok(()) };
        let mut at = Builder::before(b, op);
        let only = IfOp::create_then(&mut at, first, &[], |_| Vec::new());
        let Some(end) = only.then_yield(b) else { return Ok(()) };
        let place = InsertPoint::before(b, end.op());
        b.move_op(op, place);
        Ok(())
    }

    /// Records the accesses of an op, after a barrier if they conflict with earlier ones.
    fn access(&mut self, b: &mut Body, op: Op, found: &[Access], who: Who) {
        if self.is_alone() {
            return;
        }
        let waits = self.since.iter().any(|(old, by)| {
            let same_thread = who == Who::First && *by == Who::First;
            !same_thread && found.iter().any(|a| a.conflicts(b, old))
        });
        if waits {
            self.barrier(&mut Builder::before(b, op));
        }
        for &a in found {
            if !self.since.contains(&(a, who)) {
                self.since.push((a, who));
            }
        }
    }
    fn barrier(&mut self, b: &mut Builder<'_>) {
        if !self.is_alone() {
            BarrierOp::build(b);
        }
        self.since.clear();
    }

    fn structured(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        let found = accesses(b, op);
        self.access(b, op, &found, Who::Each);
        self.divide(b, op).map_err(|why| (op, why))?;
        b.erase(op);
        Ok(())
    }
    /// Emits a loop over the elements of a structured op that the thread computes.
    fn divide(&mut self, b: &mut Body, op: Op) -> Result<(), String> {
        let nest = LoopNest::read(b, op)?;
        let access = VectorAccess::none();
        let mut at = Builder::before(b, op);
        let b = &mut at;
        let sizes = nest.sizes(b)?;
        let divided = divided_sizes(&nest, &sizes, &access);
        let count = product(b, &divided).ok_or("it has too many iterations")?;
        let narrow = divided.len() > 1 && Number::fits(count);
        self.each(b, count, |b, v| {
            let number = Number::of_index(b, v, narrow);
            let coords = element(b, number, &divided, &access);
            nest.emit(b, &coords, &sizes, &access)
        })
    }
    /// Emits `body` for the indices below `count` that belong to the thread.
    fn each(
        &self,
        b: &mut Builder<'_>,
        count: MixedIndex,
        body: impl FnOnce(&mut Builder<'_>, Value) -> Result<(), String>,
    ) -> Result<(), String> {
        if count == MixedIndex::Static(1) {
            let zero = constant_index(b, 0);
            return only_if(b, self.first, |b| body(b, zero));
        }
        let end = count.materialize(b).ok_or("the 'arith' dialect is not registered")?;
        let step = constant_index(b, self.threads);
        let mut result = Ok(());
        ForOp::create(b, [self.thread, end, step], &[], |b, v, _| {
            result = body(b, v);
            Vec::new()
        });
        result
    }

    /// A parallel loop: its iterations are divided among the threads if they are scalar code only.
    fn parallel(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        let iterations = IterationSpace::read(b, op).map_err(|why| (op, why))?;
        if is_scalar(b, op) && !self.is_alone() {
            let found = accesses(b, op);
            self.access(b, op, &found, Who::Each);
            let mut at = Builder::before(b, op);
            let sizes = iterations.sizes(&mut at);
            let count =
                product(&mut at, &sizes).ok_or_else(|| (op, "it has too many iterations".to_owned()))?;
            let narrow = sizes.len() > 1 && Number::fits(count);
            return self
                .each(&mut at, count, |b, v| {
                    let number = Number::of_index(b, v, narrow);
                    let coords = number.coordinates(b, &sizes);
                    iterations.inline(b, &coords)
                })
                .map_err(|why| (op, why));
        }
        match iterations.serialize(b).map_err(|why| (op, why))? {
            Some(outer) => self.repeated(b, outer),
            None => Ok(()),
        }
    }

    /// A loop that all threads run: a barrier separates conflicting accesses of consecutive iterations.
    fn repeated(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        if self.is_alone() {
            return self.regions(b, op);
        }
        let inside = accesses(b, op);
        let before: Vec<Access> = self.since.iter().map(|s| s.0).collect();
        if conflict(b, &before, &inside) {
            self.barrier(&mut Builder::before(b, op));
        }
        let outside = std::mem::take(&mut self.since);
        let regions: Vec<Region> = b.regions(op).to_vec();
        let mut after = outside;
        for (i, &region) in regions.iter().enumerate() {
            self.region(b, region)?;
            // The second region of a loop runs after the first one, whose accesses are still pending.
            if i + 1 < regions.len() {
                after.extend(self.since.iter().copied());
                continue;
            }
            let open: Vec<Access> = self.since.iter().map(|s| s.0).collect();
            if conflict(b, &open, &inside)
                && let Some(end) = b.blocks(region).last().and_then(|&block| b.terminator(block))
            {
                self.barrier(&mut Builder::before(b, end));
            }
        }
        for s in after {
            if !self.since.contains(&s) {
                self.since.push(s);
            }
        }
        Ok(())
    }
    fn regions(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        for region in b.regions(op).to_vec() {
            self.region(b, region)?;
        }
        Ok(())
    }
    fn region(&mut self, b: &mut Body, region: Region) -> Result<(), (Op, String)> {
        for block in b.blocks(region).to_vec() {
            self.block(b, block)?;
        }
        Ok(())
    }
    /// An op that runs at most one of its regions; all threads run the same one.
    fn branches(&mut self, b: &mut Body, op: Op) -> Result<(), (Op, String)> {
        let before = self.since.clone();
        let mut after = before.clone();
        for region in b.regions(op).to_vec() {
            self.since.clone_from(&before);
            self.region(b, region)?;
            for &s in &self.since {
                if !after.contains(&s) {
                    after.push(s);
                }
            }
        }
        self.since = after;
        Ok(())
    }
}

/// Whether an op and its regions are scalar code, which one thread can run.
pub(crate) fn is_scalar(b: &Body, op: Op) -> bool {
    b.ops_in(op).iter().all(|&o| {
        !o.implements::<dyn LinalgOp>(b)
            && !o.isa::<CopyOp>(b)
            && (!b.results(o).iter().any(|&v| is_memref(b, v)) || is_memory_effect_free(b, o))
    })
}
