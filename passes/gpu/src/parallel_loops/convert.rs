//! `convert-parallel-loops-to-gpu`: parallel loops with mappings become launches.
//!
//! Before: `scf.parallel (%i) = (%lb) to (%ub) step (%s) { … } {mapping = [#gpu.loop_dim_map<processor = block_x, …>]}`. After: a `gpu.launch` with
//! `(%ub - %lb) ceildiv %s` blocks, in which `%i` is the block times the step plus the lower bound. Loops in the loop are a part of the same
//! launch; if their upper bound is computed in the launch, a bound for all iterations is derived, and a condition is put around the code. A loop
//! that reduces values, or with effects between its loops, stays.

use rustc_hash::FxHashMap;
use strata_affine::{ApplyOp, MinOp};
use strata_arith::{CmpIPredicate, ConstantOp, MinSIOp, MulIOp, constant, constant_index};
use strata_gpu::{LaunchOp, LaunchShape, LoopDimMapping, Processor};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    analysis::is_memory_effect_free,
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::index_arith::compare;
use strata_scf::{ForOp, IfOp, ParallelOp, YieldOp};

use super::{MAPPING, map::has_parallel_parent};

/// The mark that upstream leaves on launches, as it does on the loops that it has looked at.
const VISITED: &str = "SCFToGPU_visited";

/// Convert mapped scf.parallel ops to gpu launch operations.
#[pass(name = "convert-parallel-loops-to-gpu", class = "ConvertParallelLoopToGpu", produces = [affine, gpu, scf], each_body)]
pub struct ConvertParallelLoopsToGpu;

impl BodyPass for ConvertParallelLoopsToGpu {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if !body.is_live(op) || body.attr(op, MAPPING).is_none() || has_parallel_parent(body, op) {
                continue;
            }
            let Some(parallel) = op.as_op::<ParallelOp>(body) else { continue };
            check_mappings(body, op, cx)?;
            convert(body, parallel);
        }
        Ok(())
    }
}

/// Reports mappings that are none.
fn check_mappings(b: &Body, root: Op, cx: &mut PassCx<'_>) -> PassResult {
    for op in std::iter::once(root).chain(b.ops_in(root)).filter(|op| op.isa::<ParallelOp>(b)) {
        let Some(list) = b.attr(op, MAPPING).and_then(|a| b.cx().attr_as::<ArrayAttr>(a)) else { continue };
        if list.0.iter().any(|&m| b.cx().attr_as::<LoopDimMapping>(m).is_none()) {
            let message = "'scf.parallel' op expected mapping attribute for lowering to GPU";
            return Err(cx.error(b.loc(op), message));
        }
    }
    Ok(())
}

/// Work on the body of a launch, last first.
enum Work {
    /// An op to copy.
    Copy(Op),
    /// The end of the code in a loop or condition.
    Leave(InsertPoint),
}

/// A launch that is being made.
struct Launch {
    op: LaunchOp,
    root: Op,
    /// Where the code of the kernel goes on.
    at: InsertPoint,
    map: IdMap,
    work: Vec<Work>,
    bounds: FxHashMap<Processor, Value>,
    /// Ops before the launch.
    before: Vec<Op>,
}

fn convert(body: &mut Body, parallel: ParallelOp) {
    let root = parallel.op();
    let mut b = Builder::before(body, root);
    let one = constant_index(&mut b, 1);
    let op = LaunchOp::create(&mut b, [one; 3], [one; 3], &LaunchShape::default(), |_, _| {});
    let Some(block) = body.regions(op.op()).first().and_then(|&r| body.blocks(r).first().copied()) else {
        return;
    };
    let mut launch = Launch {
        op,
        root,
        at: InsertPoint::at_start(body, block),
        map: IdMap::new(),
        work: Vec::new(),
        bounds: FxHashMap::default(),
        before: body.def_op(one).into_iter().collect(),
    };
    if launch.fill(body, parallel).is_some() {
        for (processor, &size) in &launch.bounds {
            if let Some(argument) = processor.launch_argument() {
                body.set_operand(op.op(), argument, size);
            }
        }
        body.erase(root);
    } else {
        body.erase(op.op());
        for op in launch.before.into_iter().rev() {
            if body.is_unused(op) {
                body.erase(op);
            }
        }
    }
}

impl Launch {
    /// Copies the code of the loops into the launch; `None` if that is not possible.
    fn fill(&mut self, body: &mut Body, parallel: ParallelOp) -> Option<()> {
        self.enter(body, parallel)?;
        let (mut effects, mut left) = (false, false);
        while let Some(work) = self.work.pop() {
            let op = match work {
                Work::Leave(at) => {
                    (self.at, left, effects) = (at, true, false);
                    continue;
                }
                Work::Copy(op) => op,
            };
            if let Some(inner) = op.as_op::<ParallelOp>(body) {
                if effects {
                    return None;
                }
                self.enter(body, inner)?;
                continue;
            }
            let new = body.clone_op(op, &mut self.map);
            body.insert(new, self.at);
            effects |= !is_memory_effect_free(body, new) || !body.regions(new).is_empty();
            if effects && left {
                return None;
            }
        }
        Some(())
    }
    fn is_known(&self, b: &Body, value: Value) -> bool {
        b.is_defined_outside(value, self.root) || b.def_as::<ConstantOp>(value).is_some()
    }
    fn builder<'b>(&self, body: &'b mut Body, op: Op) -> Builder<'b> {
        let loc = body.loc(op);
        Builder::new(body, self.at, loc)
    }
    fn before<'b>(&self, body: &'b mut Body) -> Builder<'b> {
        Builder::before(body, self.op.op())
    }
    /// Makes what stands for the dimensions of a loop, and puts its body on the list of work.
    fn enter(&mut self, body: &mut Body, op: ParallelOp) -> Option<()> {
        let list = body.attr(op.op(), MAPPING).and_then(|a| body.cx().attr_as::<ArrayAttr>(a))?.0.clone();
        let ivs = op.ivs(body).to_vec();
        if !body.results(op.op()).is_empty() || list.len() < ivs.len() {
            return None;
        }
        let (lower, upper): (Vec<Value>, Vec<Value>) =
            (op.lower_bound(body).collect(), op.upper_bound(body).collect());
        let steps: Vec<Value> = op.step(body).collect();
        for (i, &iv) in ivs.iter().enumerate() {
            let mapping = body.cx().attr_as::<LoopDimMapping>(list[i])?.clone();
            let value = match mapping.processor.launch_argument() {
                Some(argument) => {
                    let range = [lower[i], upper[i], steps[i]];
                    self.processor(body, op.op(), &mapping, argument, range)?
                }
                None => {
                    let [low, high, step] = [lower[i], upper[i], steps[i]].map(|v| self.map.get(v));
                    let mut b = self.builder(body, op.op());
                    let loop_op = ForOp::build(&mut b, low, high, step, &[], None, &[]);
                    let index = b.cx().index();
                    let block = b.region_block(loop_op, 0, &[index], |b, block| {
                        YieldOp::build(b, &[]);
                        block
                    });
                    self.descend(body, block);
                    body.block_args(block)[0]
                }
            };
            self.map.map(iv, value);
        }
        for (name, attr) in body.extra_attrs(op.op()).to_vec() {
            if body.cx().str(name) != MAPPING {
                body.set_extra_attr(self.op.op(), name, Some(attr));
            }
        }
        let unit = body.cx().unit();
        body.set_attr(self.op.op(), VISITED, Some(unit));
        let block = op.reduce_op(body).and_then(|r| body.parent_block(r.op()))?;
        let last = body.last_op(block);
        let ops: Vec<Op> = body.block_ops(block).filter(|&o| Some(o) != last).collect();
        self.work.extend(ops.into_iter().rev().map(Work::Copy));
        Some(())
    }
    /// Goes on in a block, until the work on it is done.
    fn descend(&mut self, body: &Body, block: Block) {
        self.work.push(Work::Leave(self.at));
        self.at = InsertPoint::at_start(body, block);
    }
    /// The index of an iteration that a processor runs; its bound becomes a size of the launch.
    fn processor(
        &mut self,
        body: &mut Body,
        op: Op,
        mapping: &LoopDimMapping,
        argument: usize,
        [lower, upper, step]: [Value; 3],
    ) -> Option<Value> {
        if !self.is_known(body, lower)
            || !self.is_known(body, step)
            || self.bounds.contains_key(&mapping.processor)
        {
            return None;
        }
        if mapping.map.0.n_dims() != 1 || mapping.bound.0.n_dims() != 1 || mapping.map.0.n_results() != 1 {
            return None;
        }
        let id = *self.op.args(body).map(|a| [a.block_ids(), a.thread_ids()].concat())?.get(argument)?;
        let (d0, s0, s1) = (AffineExpr::dim(0), AffineExpr::symbol(0), AffineExpr::symbol(1));
        let scaled = AffineMap::new(1, 2, vec![&d0 * &s0 + &s1]);
        let map = mapping.map.0.compose(&scaled);
        let operands = [id, step, lower];
        let index = ApplyOp::create(&mut self.builder(body, op), map, &operands);
        let precise = self.is_known(body, upper);
        let limit = if precise { upper } else { self.static_upper_bound(body, upper, 0)? };
        let known = [limit, lower, step].map(|v| self.outside_value(body, v));
        let count = AffineMap::new(1, 2, vec![(d0 - s0).ceil_div(&s1)]);
        let bound = mapping.bound.0.compose(&count);
        let size = ApplyOp::create(&mut self.before(body), bound, &known);
        self.before.extend(body.def_op(size));
        self.bounds.insert(mapping.processor, size);
        if !precise {
            let original = self.map.get(upper);
            let mut b = self.builder(body, op);
            let holds = compare(&mut b, CmpIPredicate::Slt, index, original);
            let if_op = IfOp::build(&mut b, holds, &[]);
            let block = b.region_block(if_op, 0, &[], |b, block| {
                YieldOp::build(b, &[]);
                block
            });
            self.descend(body, block);
        }
        Some(index)
    }
    /// The value, or a copy of a constant that is defined in the loop, before the launch.
    fn outside_value(&mut self, body: &mut Body, value: Value) -> Value {
        let inside = !body.is_defined_outside(value, self.root);
        let attr =
            body.def_as::<ConstantOp>(value).filter(|_| inside).and_then(|_| constant_value(body, value));
        let Some(attr) = attr else { return value };
        let copy = constant(&mut self.before(body), attr);
        self.before.extend(body.def_op(copy));
        copy
    }
    /// A constant, before the launch, that the value is never larger than.
    fn static_upper_bound(&mut self, body: &mut Body, value: Value, depth: u32) -> Option<Value> {
        if body.def_as::<ConstantOp>(value).is_some() {
            return Some(value);
        }
        let number = |b: &Body, v: Value| constant_value(b, v).and_then(|a| b.cx().attr_i64(a));
        let def = body.def_op(value).filter(|_| depth < 64)?;
        let known = if let Some(min) = def.as_op::<MinOp>(body) {
            min.value_map(body).map.results().iter().find_map(AffineExpr::as_const)?
        } else if def.isa::<MinSIOp>(body) {
            let (lhs, rhs) = (body.operand(def, 0), body.operand(def, 1));
            let first = self.static_upper_bound(body, lhs, depth + 1);
            return first.or_else(|| self.static_upper_bound(body, rhs, depth + 1));
        } else if def.isa::<MulIOp>(body) {
            let (lhs, rhs) = (body.operand(def, 0), body.operand(def, 1));
            let lhs = self.static_upper_bound(body, lhs, depth + 1)?;
            let rhs = self.static_upper_bound(body, rhs, depth + 1)?;
            let (lhs, rhs) = (number(body, lhs)?, number(body, rhs)?);
            if (lhs < 0) != (rhs < 0) {
                return None;
            }
            lhs.checked_mul(rhs)?
        } else {
            return None;
        };
        let value = constant_index(&mut self.before(body), known);
        self.before.extend(body.def_op(value));
        Some(value)
    }
}
