//! Kernels of attention: their launch, and their loops over the keys.

use strata_arith::{
    AddIOp, CmpIPredicate, DivSIOp, DivUIOp, MaxSIOp, MinSIOp, MinUIOp, RemUIOp, SubIOp, constant_index,
    constant_int,
};
use strata_gpu::{AllReduceOp, AllReduceOperation, BarrierOp};
use strata_ir::prelude::*;
use strata_nvgpu::{DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp};
use strata_passes_analysis::index_arith::{add, add_const, compare, mask, shift, times, up};
use strata_passes_gpu::launch::{WARP, launch_with_shared};
use strata_scf::{ForOp, IfOp};

use super::{
    causal::Causal,
    emit_expr::Known,
    online_softmax::OnlineSoftmax,
    plan::{KEYS, Plan, STAGES, Thread},
    smem_tile::{SIDE, lane_place},
};

impl Plan {
    /// Puts the kernel into the place of the last op, and erases all ops that it stands for.
    pub(super) fn emit(&self, b: &mut Body) -> Result<(), String> {
        let cx = b.cx_arc().clone();
        let [query, key, value] = self.tiles();
        let types = [
            query.buffer(&cx, &self.axes, 1),
            key.buffer(&cx, &self.axes, STAGES),
            value.buffer(&cx, &self.axes, STAGES),
        ];
        let per_batch = up(self.queries(), self.division.queries());
        let mut result = Ok(());
        let mut builder = Builder::before(b, self.last);
        let b = &mut builder;
        let blocks = constant_index(b, self.axes.size(&self.attention.batch) * per_batch);
        launch_with_shared(b, blocks, self.division.warps * WARP, &types, |b, place, shared| {
            let (block, thread) = (place.block, place.thread);
            let n = constant_index(b, per_batch);
            let batch = DivUIOp::build(b, block, n, None);
            let mut number = RemUIOp::build(b, block, n);
            if self.causal.is_some() {
                // Blocks with the most visible keys come first.
                let last = constant_index(b, per_batch - 1);
                number = SubIOp::build(b, last, number, None);
            }
            let first = times(b, number, self.division.queries());
            let mut known = Known::default();
            known.number(b, &self.axes, &self.attention.batch, batch);
            let (lane, warp) = (mask(b, thread, WARP - 1), shift(b, thread, WARP));
            let row = times(b, warp, self.division.tiles * SIDE);
            let row = add(b, first, row);
            let buffers = [shared[0], shared[1], shared[2]];
            let me = Thread { thread, lane, row, buffers, known };
            result = self.block(b, &me, first, warp);
        });
        result?;
        let b = builder.body();
        for &op in &self.dead {
            b.erase(op);
        }
        Ok(())
    }

    /// Emits the body of a block.
    fn block(&self, b: &mut Builder<'_>, me: &Thread, first: Value, warp: Value) -> Result<(), String> {
        let threads = self.division.warps * WARP;
        let zero = constant_index(b, 0);
        let [query, ..] = self.tiles();
        let copy =
            query.copy(b, (&self.axes, &me.known), (me.thread, threads), (me.buffers[0], zero), first)?;
        let group = DeviceAsyncCreateGroupOp::create(b, &copy);
        DeviceAsyncWaitOp::create(b, group, 0);
        BarrierOp::build(b);
        let [row, column] = lane_place(b, me.lane, false);
        let own = times(b, warp, self.division.tiles * SIDE);
        let at = [add(b, own, row), column];
        let rows = OnlineSoftmax::new(self, b, me, at);
        let steps = constant_index(b, up(self.keys(), KEYS));
        let start = rows.start(b);
        let Some(causal) = &self.causal else {
            let state = self.steps(b, me, &rows, group, [zero, steps], &start)?;
            return rows.epilogue(b, me, &state);
        };
        let seen = self.seen(b, me, causal, first)?;
        let (one, two) = (constant_index(b, 1), constant_index(b, 2));
        let mut carried = start.clone();
        carried.extend([zero, seen]);
        let mut result = Ok(());
        // The second phase covers the masked keys, which count only in rows whose scores are all as small as the mask.
        let phases = ForOp::create(b, [zero, two, one], &carried, |b, _, carried| {
            let (state, bounds) = carried.split_at(start.len());
            let mut next = match self.steps(b, me, &rows, group, [bounds[0], bounds[1]], state) {
                Ok(next) => next,
                Err(why) => {
                    result = Err(why);
                    return carried.to_vec();
                }
            };
            let counts = rows.counts(b, &next, causal.masked);
            let i32 = b.cx().i32();
            let counts = strata_arith::ExtUIOp::build(b, counts, i32);
            let any = all(b, counts);
            let none = constant_int(b, 0, i32);
            let any = compare(b, CmpIPredicate::Ne, any, none);
            // A barrier, so that no copy overwrites a stage that other threads still read.
            BarrierOp::build(b);
            let end = strata_arith::SelectOp::build(b, any, steps, bounds[1]);
            next.extend([bounds[1], end]);
            next
        });
        result?;
        let state = b.results(phases.op())[..start.len()].to_vec();
        rows.epilogue(b, me, &state)
    }

    /// The number of steps whose keys are visible to queries of the block.
    fn seen(&self, b: &mut Builder<'_>, me: &Thread, causal: &Causal, first: Value) -> Result<Value, String> {
        let last = add_const(b, first, self.division.queries() - 1);
        let end = constant_index(b, self.queries() - 1);
        let last = MinUIOp::build(b, last, end);
        let mut known = me.known.clone();
        known.number(b, &self.axes, &self.attention.rows, last);
        let query = known.index(b, &self.axes, &causal.query)?;
        // The number of visible keys, rounded up to whole steps.
        let more = constant_index(b, causal.offset + 1);
        let keys = AddIOp::build(b, query, more, None);
        let (zero, all) = (constant_index(b, 0), constant_index(b, self.keys()));
        let keys = MaxSIOp::build(b, keys, zero);
        let keys = MinSIOp::build(b, keys, all);
        let keys = add_const(b, keys, KEYS - 1);
        let step = constant_index(b, KEYS);
        Ok(DivSIOp::build(b, keys, step, None))
    }

    /// Emits the loop over some steps of keys, with double buffering.
    fn steps(
        &self,
        b: &mut Builder<'_>,
        me: &Thread,
        rows: &OnlineSoftmax<'_>,
        group: Value,
        [from, to]: [Value; 2],
        state: &[Value],
    ) -> Result<Vec<Value>, String> {
        let mut result = Ok(());
        let any = compare(b, CmpIPredicate::Ult, from, to);
        let stage = mask(b, from, STAGES - 1);
        IfOp::create_then(b, any, &[], |b| {
            result = self.copy(b, me, from, stage);
            Vec::new()
        });
        DeviceAsyncCreateGroupOp::create(b, &[group]);
        let one = constant_index(b, 1);
        let looped = ForOp::create(b, [from, to, one], state, |b, step, state| {
            DeviceAsyncWaitOp::create(b, group, 0);
            BarrierOp::build(b);
            let next = add(b, step, one);
            let more = compare(b, CmpIPredicate::Ult, next, to);
            IfOp::create_then(b, more, &[], |b| {
                let stage = mask(b, next, STAGES - 1);
                let copied = self.copy(b, me, next, stage);
                result = std::mem::replace(&mut result, Ok(())).and(copied);
                Vec::new()
            });
            DeviceAsyncCreateGroupOp::create(b, &[group]);
            let stage = mask(b, step, STAGES - 1);
            match rows.step(b, me, step, stage, state) {
                Ok(state) => state,
                Err(why) => {
                    result = Err(why);
                    state.to_vec()
                }
            }
        });
        result?;
        Ok(b.results(looped.op()).to_vec())
    }

    /// Starts the copies of a step's keys and values.
    fn copy(&self, b: &mut Builder<'_>, me: &Thread, step: Value, stage: Value) -> Result<(), String> {
        let threads = self.division.warps * WARP;
        let first = times(b, step, KEYS);
        let [_, key, value] = self.tiles();
        for (tile, buffer) in [(key, me.buffers[1]), (value, me.buffers[2])] {
            tile.copy(b, (&self.axes, &me.known), (me.thread, threads), (buffer, stage), first)?;
        }
        Ok(())
    }
}

/// The maximum of a value over the threads of the block.
fn all(b: &mut Builder<'_>, value: Value) -> Value {
    let operation = AllReduceOperation::MaxUi.attr(b.cx());
    AllReduceOp::build(b, value, Some(operation), None).result(b)
}
