//! Traces an element of a buffer to the expression that computes it, from indices along axes and elements of other buffers.
//!
//! Structured ops, copies and reshapes are followed back to the writers of local buffers. The result does not depend on how the ops were
//! fused, nor on the order of their dimensions. A subexpression that is neither a part of an attention nor cheap to recompute remains a
//! load.

use rustc_hash::FxHashMap;
use strata_arith::{AddFOp, MaximumFOp};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::{FillOp, IndexOp, IteratorType, LinalgOp};
use strata_memref::{CollapseShapeOp, CopyOp, DeallocOp, ExpandShapeOp};
use strata_passes_analysis::{
    buffer_alias::{Root, is_memref, is_view, root},
    contraction::{Product, product_in},
};
use strata_passes_gpu::loop_nest::LoopNest;

use super::axes::{Axes, Axis, Place, plain_shape};

/// The largest number of nodes of a trace.
const LIMIT: usize = 4096;

/// An expression, as the index of its node.
pub(super) type Id = usize;

/// The operation that combines partial results of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Combine {
    Add,
    Max,
}

/// A node of an expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// An element of a buffer, before an op.
    Load { buffer: Value, place: Place, before: Op },
    /// A value of the host.
    Scalar(Value),
    /// The index along some axes.
    Index(Vec<Axis>),
    /// An op of a payload.
    Apply { op: Op, result: usize, operands: Vec<Id> },
    /// A sum of products of 16-bit elements: both buffers, and the places of the elements.
    Dot { op: Op, init: Id, place: Place, sides: [(Value, Place); 2], sum: Vec<Axis> },
    /// A reduction along the columns.
    Reduce { combine: Combine, init: Id, body: Id },
}

/// How far an element is followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Follow {
    /// To the products.
    All,
    /// Through ops that only move elements.
    Copies,
}

/// The kinds of nodes that an expression depends on.
#[derive(Clone, Copy, Default, Debug)]
struct Needs {
    products: bool,
    memory: bool,
}

/// The expressions of one attention.
pub(super) struct Trace<'b> {
    pub b: &'b Body,
    pub axes: Axes,
    pub nodes: Vec<Node>,
    needs: Vec<Needs>,
    /// The product that the others lead to, and the axes that it sums over.
    pub second: Op,
    pub columns: Vec<Axis>,
    /// Local buffers that were traced to their writers, and whether their contents depend on products.
    pub followed: Vec<(Value, bool)>,
    known: FxHashMap<(Value, Place, Op, Follow), Id>,
}

impl<'b> Trace<'b> {
    pub(super) fn new(b: &'b Body, second: Op, columns: &[i64]) -> Self {
        let mut axes = Axes::default();
        let columns = columns.iter().flat_map(|&n| axes.add(n)).collect();
        let (nodes, needs, followed) = (Vec::new(), Vec::new(), Vec::new());
        Self { b, axes, nodes, needs, second, columns, followed, known: FxHashMap::default() }
    }
    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }
    fn push(&mut self, node: Node) -> Option<Id> {
        if self.nodes.len() >= LIMIT {
            return None;
        }
        let of = |ids: &[Id]| {
            let join = |x: Needs, &y: &Id| {
                let y = self.needs[y];
                Needs { products: x.products || y.products, memory: x.memory || y.memory }
            };
            ids.iter().fold(Needs::default(), join)
        };
        let needs = match &node {
            Node::Load { .. } => Needs { products: false, memory: true },
            Node::Scalar(_) | Node::Index(_) => Needs::default(),
            Node::Apply { operands, .. } => of(operands),
            Node::Dot { .. } => Needs { products: true, memory: true },
            Node::Reduce { init, body, .. } => of(&[*init, *body]),
        };
        self.nodes.push(node);
        self.needs.push(needs);
        Some(self.nodes.len() - 1)
    }

    /// The number of buffers traced so far, for [`Self::forget`].
    pub(super) fn mark(&self) -> usize {
        self.followed.len()
    }
    /// Undoes the traces since `mark`, which turned out to be no part of an attention.
    pub(super) fn forget(&mut self, mark: usize) {
        self.followed.truncate(mark);
        self.known.clear();
    }

    /// The expression of an element of a buffer, before an op.
    pub(super) fn element(
        &mut self,
        mut buffer: Value,
        mut place: Place,
        before: Op,
        follow: Follow,
    ) -> Option<Id> {
        let b = self.b;
        while let Some(view) = b.def_op(buffer).filter(|&op| is_reshape(b, op)) {
            let source = b.operand(view, 0);
            let (Some(shape), Some(_)) = (plain_shape(b, source), plain_shape(b, buffer)) else { break };
            place = self.axes.reshape(&place.concat(), &shape)?;
            buffer = source;
        }
        let key = (buffer, self.axes.resolve_place(&place), before, follow);
        if let Some(&id) = self.known.get(&key) {
            return Some(id);
        }
        let made = self.written(buffer, &place, before, follow);
        let id = match made {
            // A value that depends on memory but on no product is loaded, unless it was only moved.
            Some(id) if self.is_worth(id) => {
                self.followed.push((buffer, self.needs[id].products));
                id
            }
            _ => self.push(Node::Load { buffer, place: key.1.clone(), before })?,
        };
        self.known.insert(key, id);
        Some(id)
    }
    fn is_worth(&self, id: Id) -> bool {
        let needs = self.needs[id];
        needs.products || !needs.memory || matches!(self.nodes[id], Node::Load { .. })
    }

    /// The expression that the last writer of a local buffer stored at `place`.
    fn written(&mut self, buffer: Value, place: &Place, before: Op, follow: Follow) -> Option<Id> {
        let b = self.b;
        if !matches!(root(b, buffer), Root::Alloc(v) | Root::Distinct(v) if v == buffer) {
            return None;
        }
        let (writer, view) = self.writer(buffer, before)?;
        // The place in the shape that the writer uses.
        let shape = plain_shape(b, view)?;
        plain_shape(b, buffer)?;
        let place = self.axes.reshape(&place.concat(), &shape)?;
        if writer.isa::<FillOp>(b) {
            return if follow == Follow::All { self.push(Node::Scalar(b.operand(writer, 0))) } else { None };
        }
        if writer.isa::<CopyOp>(b) {
            return self.element(b.operand(writer, 0), place, writer, follow);
        }
        let nest = LoopNest::read(b, writer).ok()?;
        let out = nest.inits.clone().find(|&i| nest.operands[i] == view)?;
        self.structured(&nest, out, &place, follow)
    }

    /// The last op before another one that writes a buffer, and the view that it writes through.
    fn writer(&self, buffer: Value, before: Op) -> Option<(Op, Value)> {
        let b = self.b;
        let mut last: Option<(Op, Value)> = None;
        let mut views = vec![buffer];
        while let Some(v) = views.pop() {
            for (user, i) in b.uses_of(v) {
                if is_view(b, user) {
                    if !is_reshape(b, user) {
                        return None;
                    }
                    views.extend(b.results(user));
                    continue;
                }
                if b.parent_block(user) != b.parent_block(before) {
                    return None;
                }
                if user == before || !b.is_before(user, before) || user.isa::<DeallocOp>(b) {
                    continue;
                }
                let writes = if let Some(linalg) = user.cast::<dyn LinalgOp>(b) {
                    linalg.dps_init_range(b).contains(&i)
                } else if user.isa::<CopyOp>(b) {
                    i == 1
                } else {
                    // Other users may read and write anything.
                    return None;
                };
                if writes && last.is_none_or(|(l, _)| b.is_before(l, user)) {
                    last = Some((user, v));
                }
            }
        }
        last
    }

    /// The expression that a structured op writes to a place of output `out`.
    pub(super) fn structured(
        &mut self,
        nest: &LoopNest,
        out: usize,
        place: &Place,
        follow: Follow,
    ) -> Option<Id> {
        let b = self.b;
        if nest.ranges.contains(&DYNAMIC) || nest.ranges.contains(&0) {
            return None;
        }
        let mut loops: Vec<Option<Vec<Axis>>> = vec![None; nest.ranges.len()];
        for (result, axes) in nest.maps[out].results().iter().zip(place) {
            let l = result.as_dim()? as usize;
            if loops[l].is_some() || self.axes.size(axes) != nest.ranges[l] {
                return None;
            }
            loops[l] = Some(axes.clone());
        }
        let kinds = nest.op.cast::<dyn LinalgOp>(b)?.iterator_types(b);
        let summed: Vec<usize> = (0..loops.len()).filter(|&l| loops[l].is_none()).collect();
        if kinds.iter().enumerate().any(|(l, &k)| (k == IteratorType::Reduction) != summed.contains(&l)) {
            return None;
        }
        let end = b.terminator(nest.payload)?;
        let yielded = b.operand(end, out - nest.inits.start);
        let args = b.block_args(nest.payload);
        if summed.is_empty() {
            if follow == Follow::Copies && !args[..nest.inits.start].contains(&yielded) {
                return None;
            }
            let loops: Vec<Vec<Axis>> = loops.into_iter().flatten().collect();
            return Payload { nest, loops, follow, done: FxHashMap::default() }.value(self, yielded);
        }
        if follow == Follow::Copies || nest.inits.len() != 1 {
            return None;
        }
        let init = self.element(nest.operands[out], place.clone(), nest.op, follow)?;
        let sizes: Vec<i64> = summed.iter().map(|&l| nest.ranges[l]).collect();
        let cx = b.cx();
        let half = |t: Type| t == cx.f16() || t == cx.bf16();
        let of_halves = |p: Product| p.factor().is_some_and(&half) && p.sum == cx.f32();
        let is_dot = out == 2 && product_in(b, nest.payload).is_some_and(of_halves);
        if is_dot && nest.op != self.second {
            // The node is reused if the product was reached before.
            let place = self.axes.resolve_place(place);
            let same = |n: &Node| matches!(n, Node::Dot { op, place: p, .. } if *op == nest.op && self.axes.resolve_place(p) == place);
            if let Some(id) = self.nodes.iter().position(same) {
                return Some(id);
            }
        }
        let own = if is_dot && nest.op != self.second {
            sizes.iter().map(|&n| self.axes.add(n)).collect()
        } else {
            let columns = self.columns.clone();
            let here = self.axes.flat(place);
            if self.axes.resolve(&columns).iter().any(|a| here.contains(a)) {
                return None;
            }
            self.axes.reshape(&columns, &sizes)?
        };
        for (&l, axes) in summed.iter().zip(&own) {
            loops[l] = Some(axes.clone());
        }
        let loops: Vec<Vec<Axis>> = loops.into_iter().flatten().collect();
        if is_dot {
            let side = |i: usize| Some((nest.operands[i], at(nest, i, &loops)?));
            let sides = [side(0)?, side(1)?];
            return self.push(Node::Dot {
                op: nest.op,
                init,
                place: place.clone(),
                sides,
                sum: own.concat(),
            });
        }
        let last = b.def_op(yielded)?;
        let combine = if last.isa::<MaximumFOp>(b) {
            Combine::Max
        } else if last.isa::<AddFOp>(b) {
            Combine::Add
        } else {
            return None;
        };
        let (x, y) = (b.operand(last, 0), b.operand(last, 1));
        let part = match args[out] {
            acc if acc == x => y,
            acc if acc == y => x,
            _ => return None,
        };
        if b.uses_of(args[out]).count() != 1 {
            return None;
        }
        let body = Payload { nest, loops, follow, done: FxHashMap::default() }.value(self, part)?;
        self.push(Node::Reduce { combine, init, body })
    }
}

/// The place of an operand's element in an iteration.
fn at(nest: &LoopNest, i: usize, loops: &[Vec<Axis>]) -> Option<Place> {
    let dim = |l: u32| loops.get(l as usize).cloned();
    nest.maps[i].results().iter().map(|e| e.as_dim().and_then(dim)).collect()
}

/// Whether an op reshapes a buffer.
fn is_reshape(b: &Body, op: Op) -> bool {
    op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b)
}

/// An iteration of a structured op.
struct Payload<'n> {
    nest: &'n LoopNest,
    /// The axes of each loop.
    loops: Vec<Vec<Axis>>,
    follow: Follow,
    done: FxHashMap<Value, Id>,
}

impl Payload<'_> {
    /// The expression of a value of the payload.
    fn value(&mut self, trace: &mut Trace<'_>, v: Value) -> Option<Id> {
        if let Some(&id) = self.done.get(&v) {
            return Some(id);
        }
        let b = trace.b;
        let id = match b.def_op(v) {
            None => match b.block_args(self.nest.payload).iter().position(|&a| a == v) {
                Some(i) if is_memref(b, self.nest.operands[i]) => {
                    let place = at(self.nest, i, &self.loops)?;
                    trace.element(self.nest.operands[i], place, self.nest.op, self.follow)?
                }
                Some(i) => trace.push(Node::Scalar(self.nest.operands[i]))?,
                None => trace.push(Node::Scalar(v))?,
            },
            Some(op) if b.parent_block(op) != Some(self.nest.payload) => trace.push(Node::Scalar(v))?,
            Some(op) if op.isa::<IndexOp>(b) => {
                let l = op.as_op::<IndexOp>(b)?.dim(b).get(b.cx()).as_i64(b.cx())?;
                let axes = self.loops.get(usize::try_from(l).ok()?)?.clone();
                trace.push(Node::Index(axes))?
            }
            Some(op) => {
                if !b.regions(op).is_empty()
                    || !b.has_trait(op, Trait::Pure) && !b.has_trait(op, Trait::ConstantLike)
                {
                    return None;
                }
                let operands: Vec<Value> = b.operands(op).collect();
                let operands = operands.into_iter().map(|v| self.value(trace, v)).collect::<Option<_>>()?;
                let result = b.results(op).iter().position(|&r| r == v)?;
                trace.push(Node::Apply { op, result, operands })?
            }
        };
        self.done.insert(v, id);
        Some(id)
    }
}
