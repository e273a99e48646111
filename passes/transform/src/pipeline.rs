//! Software pipelining of loops: iterations overlap, each in another stage.
//!
//! ```mlir
//! scf.for %i = %c0 to %c4 step %c1 { %a = "load"(%i)  "use"(%a) }
//! ```
//! with the load in stage 0 and its use in stage 1 becomes
//! ```mlir
//! %a0 = "load"(%c0)
//! %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %a0) { "use"(%a)  %n = "load"(%i + 1)  scf.yield %n }
//! "use"(%l)
//! ```

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use strata_arith::{
    AddIOp, CmpIPredicate, DivSIOp, MaxSIOp, MulIOp, SelectOp, SubIOp, constant_index, constant_int,
};
use strata_ir::prelude::*;
use strata_nvgpu::DeviceAsyncCopyOp;
use strata_passes_analysis::index_arith::compare;
use strata_scf::{ForOp, YieldOp};
use strata_vector::TransferReadOp;

/// Stages that are kept apart.
const MAX_STAGES: usize = 64;

/// The stage of each op of a loop, in the order in which a kernel runs them.
pub type Schedule = Vec<(Op, usize)>;

/// A schedule by latencies: reads of vectors take `read_latency` cycles, other ops one, and a new iteration starts every `interval` cycles.
fn schedule(body: &Body, op: ForOp, interval: u64, read_latency: u64) -> Schedule {
    let bounds = op.constant_bounds(body);
    // Latencies beyond the number of iterations gain nothing.
    let limit =
        bounds.and_then(|[lower, upper, _]| u64::try_from(upper.checked_sub(lower)?.checked_sub(1)?).ok());
    let latency = |def: Op| {
        let n = if def.isa::<TransferReadOp>(body) { read_latency } else { 1 };
        limit.map_or(n, |limit| n.min(limit))
    };
    let mut cycles: FxHashMap<Op, u64> = FxHashMap::default();
    let mut slots: std::collections::BTreeMap<u64, Vec<Op>> = std::collections::BTreeMap::new();
    for inner in body.block_ops(op.body_block(body)).filter(|o| !o.isa::<YieldOp>(body)) {
        let defs = body.operands(inner).filter_map(|v| body.def_op(v));
        let earliest = defs.map(|def| cycles.get(&def).copied().unwrap_or(0) + latency(def)).max();
        let cycle = earliest.unwrap_or(0);
        cycles.insert(inner, cycle);
        slots.entry(cycle % interval).or_default().push(inner);
    }
    let stage = |op: Op| usize::try_from(cycles[&op] / interval).unwrap_or(usize::MAX);
    slots.into_values().flatten().map(|op| (op, stage(op))).collect()
}

/// A value that is used in a later stage than the one that computes it.
#[derive(Clone, Copy, Default)]
struct Range {
    def: usize,
    last_use: usize,
}

/// How the last iterations end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Epilogue {
    /// By ops after the kernel.
    Peeled,
    /// In the kernel, which does not begin iterations beyond the last one.
    Predicated,
}

struct Pipeline {
    op: ForOp,
    order: Schedule,
    epilogue: Epilogue,
    stages: FxHashMap<Op, usize>,
    last: usize,
    /// The versions of the values of the loop.
    versions: FxHashMap<Value, Vec<Option<Value>>>,
    yields: Vec<Value>,
    args: Vec<Value>,
}

/// Pipelines a loop; returns the loop of the kernel. `None`, with nothing changed, if the loop has unknown bounds or fewer iterations than
/// stages, or a value takes more than one iteration to come back.
pub fn pipeline(body: &mut Body, op: ForOp, interval: u64, read_latency: u64) -> Option<Op> {
    let order = schedule(body, op, interval.max(1), read_latency);
    pipeline_by(body, op, order, Epilogue::Peeled)
}

/// [`pipeline`] by a schedule. With predicates, ops of all stages but the last one have to be copies or harmless.
pub fn pipeline_by(body: &mut Body, op: ForOp, order: Schedule, epilogue: Epilogue) -> Option<Op> {
    let last = order.iter().map(|s| s.1).max()?;
    let trips = usize::try_from(op.trip_count(body)?).ok()?;
    let [_, _, step] = op.constant_bounds(body)?;
    if last > MAX_STAGES || trips <= last || step <= 0 {
        return None;
    }
    let stages: FxHashMap<Op, usize> = order.iter().copied().collect();
    let yields: Vec<Value> = body.operands(op.terminator(body)?.op()).collect();
    let known = |v: &Value| {
        body.def_op(*v).is_some_and(|def| stages.contains_key(&def) || !body.is_ancestor(op.op(), def))
    };
    if !yields.iter().all(known) {
        return None;
    }
    let args = op.region_iter_args(body).to_vec();
    let mut this =
        Pipeline { op, order, epilogue, stages, last, versions: FxHashMap::default(), yields, args };
    let cross = this.cross_stage_values(body)?;
    this.prologue(body);
    let (kernel, slots) = this.kernel_loop(body, &cross)?;
    this.kernel(body, kernel, &cross, &slots);
    let results = match epilogue {
        Epilogue::Peeled => this.epilogue(body, kernel),
        Epilogue::Predicated => body.results(kernel.op())[..this.args.len()].to_vec(),
    };
    crate::loops::replace(body, op.op(), &results);
    Some(kernel.op())
}

/// Lets a copy to shared memory read nothing where there is no iteration.
fn predicate_copy(b: &mut Builder<'_>, old: Op, copy: Op, predicate: Value, map: &mut IdMap) {
    let Some(op) = copy.as_op::<DeviceAsyncCopyOp>(b) else { return };
    let before = InsertPoint::before(b, copy);
    b.goto(before);
    let n = b.attr(copy, "dstElements").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
    let all = constant_index(b, n);
    let read = op.src_elements(b).unwrap_or(all);
    let none = constant_index(b, 0);
    let read = SelectOp::build(b, predicate, read, none);
    let (dst, src) = (op.dst(b), op.src(b));
    let (to, from): (Vec<Value>, Vec<Value>) = (op.dst_indices(b).collect(), op.src_indices(b).collect());
    let bypass_l1 = op.bypass_l1(b).is_some();
    let new = DeviceAsyncCopyOp::create(b, (dst, &to), (src, &from), n, Some(read), bypass_l1);
    map.map(b.result(old, 0), new);
    b.body().erase(copy);
}

impl Pipeline {
    fn set(&mut self, v: Value, new: Value, version: usize) {
        let list = self.versions.entry(v).or_insert_with(|| vec![None; self.last + 1]);
        if list.len() <= version {
            list.resize(version + 1, None);
        }
        list[version] = Some(new);
    }
    fn version(&self, v: Value, version: usize) -> Option<Value> {
        self.versions.get(&v)?.get(version).copied().flatten()
    }
    fn stage_of_def(&self, body: &Body, v: Value) -> Option<usize> {
        self.stages.get(&body.def_op(v)?).copied()
    }
    /// The op that defines a value, and how many iterations before.
    fn definition(&self, body: &Body, v: Value) -> Option<(Op, usize)> {
        match self.args.iter().position(|&a| a == v) {
            Some(i) => Some((body.def_op(self.yields[i])?, 1)),
            None => Some((body.def_op(v)?, 0)),
        }
    }
    /// The operands of an op and of the ops in it.
    fn all_operands(body: &Body, op: Op) -> Vec<Value> {
        let mut all: Vec<Value> = body.operands(op).collect();
        for inner in body.ops_in(op) {
            all.extend(body.operands(inner));
        }
        all
    }
    /// The values that live across stages. `None` if one is used before the stage that computes it.
    fn cross_stage_values(&self, body: &Body) -> Option<IndexMap<Value, Range>> {
        let mut out: IndexMap<Value, Range> = IndexMap::new();
        for &(op, stage) in &self.order {
            for v in Self::all_operands(body, op) {
                let Some((def, distance)) = self.definition(body, v) else { continue };
                let Some(&def) = self.stages.get(&def) else { continue };
                if def == stage || def == stage + distance {
                    continue;
                }
                if stage < def {
                    return None;
                }
                let range = out.entry(v).or_default();
                range.def = def;
                range.last_use = range.last_use.max(stage);
            }
        }
        Some(out)
    }
    /// A copy of an op whose operands, also those in it, are these versions.
    fn copy(&self, b: &mut Builder<'_>, op: Op, version: usize) -> Op {
        let new = b.body().clone_op(op, &mut IdMap::new());
        b.insert_op(new);
        let mut ops = vec![new];
        ops.extend(b.ops_in(new));
        for inner in ops {
            for i in 0..b.num_operands(inner) {
                if let Some(v) = self.version(b.operand(inner, i), version) {
                    b.body().set_operand(inner, i, v);
                }
            }
        }
        new
    }
    /// The first iterations, as far as they come before the kernel.
    fn prologue(&mut self, body: &mut Body) {
        let op = self.op;
        for (arg, init) in self.args.clone().into_iter().zip(op.init_args(body).collect::<Vec<_>>()) {
            self.set(arg, init, 0);
        }
        let (lower, step, iv) = (op.lower_bound(body), op.step(body), op.induction_var(body));
        let ty = body.ty(lower);
        let mut b = Builder::before(body, op.op());
        for i in 0..self.last {
            let number = constant_int(&mut b, i as i64, ty);
            let distance = MulIOp::build(&mut b, step, number, None);
            let at = AddIOp::build(&mut b, lower, distance, None);
            self.set(iv, at, i);
            for (inner, stage) in self.order.clone() {
                if stage > i {
                    continue;
                }
                let new = self.copy(&mut b, inner, i - stage);
                let (olds, news) = (b.results(inner).to_vec(), b.results(new).to_vec());
                for (old, new) in olds.into_iter().zip(news) {
                    for n in 0..self.yields.len() {
                        if self.yields[n] == old {
                            self.set(self.args[n], new, i - stage + 1);
                        }
                    }
                    self.set(old, new, i - stage);
                }
            }
        }
    }
    /// The loop of the kernel without its ops, and the numbers of the carried versions of values, by the distances of their uses.
    #[expect(clippy::type_complexity, reason = "one table that only this file sees")]
    fn kernel_loop(
        &self,
        body: &mut Body,
        cross: &IndexMap<Value, Range>,
    ) -> Option<(ForOp, FxHashMap<(Value, usize), usize>)> {
        let mut inits = Vec::new();
        for (n, &v) in self.yields.iter().enumerate() {
            inits.push(match self.stage_of_def(body, v) {
                Some(stage) => self.version(self.args[n], self.last - stage)?,
                None => self.op.init_args(body).nth(n)?,
            });
        }
        let mut slots = FxHashMap::default();
        for (&v, range) in cross {
            for i in 0..range.last_use - range.def {
                inits.push(self.version(v, self.last - range.last_use + i)?);
                slots.insert((v, range.last_use - range.def - i), inits.len() - 1);
            }
        }
        let (lower, upper, step) = (self.op.lower_bound(body), self.op.upper_bound(body), self.op.step(body));
        let ty = body.ty(upper);
        let unsigned = body.attr(self.op.op(), "unsignedCmp");
        let mut b = Builder::before(body, self.op.op());
        let end = match self.epilogue {
            Epilogue::Peeled => {
                let number = constant_int(&mut b, -(self.last as i64), ty);
                let distance = MulIOp::build(&mut b, step, number, None);
                AddIOp::build(&mut b, upper, distance, None)
            }
            Epilogue::Predicated => upper,
        };
        let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
        let new = ForOp::build(&mut b, lower, end, step, &inits, unsigned, &types);
        let mut args = vec![ty];
        args.extend(types);
        b.region_block(new, 0, &args, |_, _| ());
        Some((new, slots))
    }
    /// The value that an op of the kernel uses in the place of an operand.
    fn kernel_operand(
        &self,
        b: &mut Builder<'_>,
        new: ForOp,
        (v, stage): (Value, usize),
        map: &IdMap,
        slots: &FxHashMap<(Value, usize), usize>,
    ) -> Option<Value> {
        if v == self.op.induction_var(b) {
            let step = self.op.step(b);
            let ty = b.ty(step);
            let number = constant_int(b, (self.last - stage) as i64, ty);
            let offset = MulIOp::build(b, step, number, None);
            let iv = new.induction_var(b);
            return Some(AddIOp::build(b, iv, offset, None));
        }
        let mut source = v;
        if let Some(n) = self.args.iter().position(|&a| a == v) {
            let def = self.stage_of_def(b, self.yields[n])?;
            if def == stage {
                return None;
            }
            if def == stage + 1 {
                return Some(map.get(self.yields[n]));
            }
            source = self.yields[n];
        }
        let def = self.stage_of_def(b, source).filter(|&def| def < stage)?;
        let slot = *slots.get(&(v, stage - def))?;
        new.region_iter_args(b).get(slot).copied()
    }
    /// The ops of the kernel.
    fn kernel(
        &mut self,
        body: &mut Body,
        new: ForOp,
        cross: &IndexMap<Value, Range>,
        slots: &FxHashMap<(Value, usize), usize>,
    ) {
        self.versions.clear();
        let block = new.body_block(body);
        let mut map = IdMap::new();
        map.map(self.op.induction_var(body), new.induction_var(body));
        for (&old, &arg) in self.args.iter().zip(new.region_iter_args(body)) {
            map.map(old, arg);
        }
        let mut b = Builder::at_end(body, block);
        let predicates = self.predicates(&mut b, new);
        for &(op, stage) in &self.order {
            let copy = b.body().clone_op(op, &mut map);
            b.insert_op(copy);
            let pairs = |b: &Body, op: Op| {
                let mut ops = vec![op];
                ops.extend(b.ops_in(op));
                ops
            };
            let (olds, news) = (pairs(&b, op), pairs(&b, copy));
            for (old, new_op) in olds.into_iter().zip(news) {
                for i in 0..b.num_operands(old) {
                    let v = b.operand(old, i);
                    let before = InsertPoint::before(&b, copy);
                    b.goto(before);
                    if let Some(v) = self.kernel_operand(&mut b, new, (v, stage), &map, slots) {
                        b.body().set_operand(new_op, i, v);
                    }
                }
            }
            if let Some(&predicate) = predicates.get(stage) {
                predicate_copy(&mut b, op, copy, predicate, &mut map);
            }
            b.goto_end(block);
        }
        let results = b.results(new.op()).to_vec();
        let carried = new.region_iter_args(&b).to_vec();
        let mut values = self.carried_values(&mut b, &map, &carried, &predicates);
        for (&v, range) in cross {
            let mut version = self.last - range.last_use + 1;
            for _ in 1..range.last_use - range.def {
                self.set(v, results[values.len()], version);
                values.push(carried[values.len() + 1]);
                version += 1;
            }
            self.set(v, results[values.len()], version);
            values.push(map.get(v));
        }
        for n in 0..self.yields.len() {
            let (arg, v) = (self.args[n], self.yields[n]);
            match self.stage_of_def(&b, v) {
                None => (1..=self.last).for_each(|i| self.set(arg, v, i)),
                Some(0) => {}
                Some(stage) => self.set(arg, results[n], self.last - stage + 1),
            }
        }
        YieldOp::build(&mut b, &values);
    }
    /// For each stage but the last one, whether its iteration exists; nothing if the epilogue is peeled.
    fn predicates(&self, b: &mut Builder<'_>, kernel: ForOp) -> Vec<Value> {
        let stages = if self.epilogue == Epilogue::Predicated { self.last } else { 0 };
        let (upper, step, iv) = (self.op.upper_bound(b), self.op.step(b), kernel.induction_var(b));
        let ty = b.ty(step);
        let predicate = |stage: usize| {
            let number = constant_int(b, (self.last - stage) as i64, ty);
            let distance = MulIOp::build(b, step, number, None);
            let end = SubIOp::build(b, upper, distance, None);
            compare(b, CmpIPredicate::Slt, iv, end)
        };
        (0..stages).map(predicate).collect()
    }
    /// The values of the loop that the kernel yields; those of iterations that do not exist stay as they are.
    fn carried_values(
        &self,
        b: &mut Builder<'_>,
        map: &IdMap,
        carried: &[Value],
        predicates: &[Value],
    ) -> Vec<Value> {
        let mut out = Vec::new();
        for (n, &v) in self.yields.iter().enumerate() {
            let new = map.get(v);
            let predicate = self.stage_of_def(b, v).and_then(|stage| predicates.get(stage));
            let used = b.has_uses(b.result(self.op.op(), n));
            out.push(match predicate.filter(|_| used) {
                Some(&predicate) => SelectOp::build(b, predicate, new, carried[n]),
                None => new,
            });
        }
        out
    }
    /// The number of the first iteration that the kernel did not end.
    fn first_open(&self, b: &mut Builder<'_>) -> [Value; 2] {
        let (lower, upper, step) = (self.op.lower_bound(b), self.op.upper_bound(b), self.op.step(b));
        let ty = b.ty(lower);
        let [zero, one] = [0, 1].map(|n| constant_int(b, n, ty));
        let negative = compare(b, CmpIPredicate::Slt, step, zero);
        let minus = constant_int(b, -1, ty);
        let towards = SelectOp::build(b, negative, one, minus);
        let range = SubIOp::build(b, upper, lower, None);
        let range = AddIOp::build(b, range, step, None);
        let range = AddIOp::build(b, range, towards, None);
        let total = DivSIOp::build(b, range, step, None);
        let stages = constant_int(b, self.last as i64, ty);
        let first = SubIOp::build(b, total, stages, None);
        [MaxSIOp::build(b, zero, first), one]
    }
    /// The rest of the last iterations; returns the results of the loop.
    fn epilogue(&mut self, body: &mut Body, kernel: ForOp) -> Vec<Value> {
        let mut results = body.results(kernel.op())[..self.args.len()].to_vec();
        let (lower, step, iv) = (self.op.lower_bound(body), self.op.step(body), self.op.induction_var(body));
        let mut b = Builder::before(body, self.op.op());
        let [mut number, one] = self.first_open(&mut b);
        for i in 1..=self.last {
            let distance = MulIOp::build(&mut b, step, number, None);
            let at = AddIOp::build(&mut b, lower, distance, None);
            self.set(iv, at, i);
            number = AddIOp::build(&mut b, number, one, None);
        }
        for i in 1..=self.last {
            for (op, stage) in self.order.clone() {
                if stage < i {
                    continue;
                }
                let version = self.last - stage + i;
                let new = self.copy(&mut b, op, version);
                let (olds, news) = (b.results(op).to_vec(), b.results(new).to_vec());
                for (old, new) in olds.into_iter().zip(news) {
                    self.set(old, new, version);
                    for n in 0..self.yields.len() {
                        if self.yields[n] == old {
                            results[n] = new;
                            self.set(self.args[n], new, version + 1);
                        }
                    }
                }
            }
        }
        results
    }
}
