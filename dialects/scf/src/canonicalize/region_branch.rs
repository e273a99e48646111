//! Values that pass between the regions of an op: the rules that hold for all ops with such regions.
//!
//! The arguments of regions and the results of the op are *inputs*; the operands that are passed to them are
//! forwarded. An input that only one value reaches is replaced by it, inputs that the same values reach are merged,
//! and unused inputs are removed, together with the inputs that are tied to them by a common operand.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;

use super::copy_attrs;
use crate::{ConditionOp, IfOp, WhileOp, YieldOp};

/// Operand number `operand` of `source` becomes `input`.
#[derive(Clone, Copy)]
struct Edge {
    source: Op,
    operand: usize,
    input: Value,
}

/// Applies the first of the rules that holds.
pub(super) fn simplify(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let edges = edges(rw, op)?;
    if edges.is_empty() {
        return None;
    }
    replace_by_only_value(rw, op, &edges)
        .or_else(|| merge_duplicates(rw, &edges))
        .or_else(|| remove_dead(rw, op, &edges))
}

/// Where control may go, whatever the constants among the operands.
fn successors(b: &Body, op: Op, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
    use RegionPoint::{Parent, Region};
    if op.isa::<WhileOp>(b) && from == Region(0) {
        return smallvec![Parent, Region(1)];
    }
    if let Some(conditional) = op.as_op::<IfOp>(b)
        && from == Parent
    {
        let otherwise = if conditional.else_region_block(b).is_some() { Region(1) } else { Parent };
        return smallvec![Region(0), otherwise];
    }
    op.cast::<dyn RegionBranchOp>(b).map_or_else(SmallVec::new, |r| r.successors(b, from))
}

/// All forwarded operands with the inputs that they become. Forwarded operands are the last ones of their op.
fn edges(b: &Body, op: Op) -> Option<Vec<Edge>> {
    let branch = op.cast::<dyn RegionBranchOp>(b)?;
    let mut out = Vec::new();
    let mut connect = |source: Op, forwarded: usize, to: RegionPoint| {
        let first = b.num_operands(source).checked_sub(forwarded)?;
        let inputs = branch.successor_inputs(b, to);
        // An op that control only passes by gives no values to its results.
        if inputs.len() != forwarded {
            return (forwarded == 0).then_some(());
        }
        out.extend(inputs.into_iter().enumerate().map(|(i, input)| Edge {
            source,
            operand: first + i,
            input,
        }));
        Some(())
    };
    for to in successors(b, op, RegionPoint::Parent) {
        connect(op, branch.entry_operands(b, to).len(), to)?;
    }
    for (i, &region) in b.regions(op).iter().enumerate() {
        for &block in b.blocks(region) {
            let Some(last) = b.last_op(block) else { continue };
            let forwarded = if last.isa::<YieldOp>(b) {
                b.num_operands(last)
            } else if let Some(condition) = last.as_op::<ConditionOp>(b) {
                condition.args(b).len()
            } else {
                continue;
            };
            for to in successors(b, op, RegionPoint::Region(i)) {
                connect(last, forwarded, to)?;
            }
        }
    }
    Some(out)
}

/// The inputs, each once: the arguments and results in the order of their numbers.
fn inputs(b: &Body, edges: &[Edge]) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    let mut list: Vec<Value> = edges.iter().map(|e| e.input).filter(|&v| seen.insert(v)).collect();
    list.sort_by_key(|&v| number(b, v));
    list
}

fn number(b: &Body, v: Value) -> usize {
    match b.def(v) {
        Def::Result { index, .. } | Def::Arg { index, .. } => index,
        Def::Forward => 0,
    }
}

/// The edges of each input, by their numbers.
struct ByInput(FxHashMap<Value, SmallVec<[usize; 4]>>);

impl ByInput {
    fn new(edges: &[Edge]) -> Self {
        let mut map = FxHashMap::<Value, SmallVec<[usize; 4]>>::default();
        for (i, e) in edges.iter().enumerate() {
            map.entry(e.input).or_default().push(i);
        }
        Self(map)
    }
    fn edges_to<'a>(&'a self, edges: &'a [Edge], input: Value) -> impl Iterator<Item = &'a Edge> {
        self.0.get(&input).into_iter().flatten().map(|&i| &edges[i])
    }
}

/// An input that only one value reaches, however far it is forwarded, is that value.
fn replace_by_only_value(rw: &mut Rewriter<'_>, op: Op, edges: &[Edge]) -> Option<()> {
    let mut changed = None;
    let by_input = ByInput::new(edges);
    for input in inputs(rw, edges) {
        if !rw.has_uses(input) {
            continue;
        }
        let Some(value) = only_value(rw, edges, &by_input, input) else { continue };
        let visible = match (rw.def(value), rw.def(input)) {
            _ if rw.is_defined_outside(value, op) => true,
            (Def::Arg { block, .. }, Def::Arg { block: own, .. }) => block == own,
            _ => false,
        };
        if visible {
            rw.replace_value(input, value);
            changed = Some(());
        }
    }
    changed
}

/// The value that is no input itself and the only one that reaches `input`.
fn only_value(b: &Body, edges: &[Edge], by_input: &ByInput, input: Value) -> Option<Value> {
    let (mut visited, mut seen) = (vec![input], FxHashSet::from_iter([input]));
    let mut found = None;
    let mut next = 0;
    while let Some(&at) = visited.get(next) {
        next += 1;
        let mut is_input = false;
        for e in by_input.edges_to(edges, at) {
            is_input = true;
            let value = b.operand(e.source, e.operand);
            if seen.insert(value) {
                visited.push(value);
            }
        }
        if !is_input {
            if found.is_some() {
                return None;
            }
            found = Some(at);
        }
    }
    found
}

/// Of inputs of one block or op that get the same value along each edge, one is used.
fn merge_duplicates(rw: &mut Rewriter<'_>, edges: &[Edge]) -> Option<()> {
    let list = inputs(rw, edges);
    let by_input = ByInput::new(edges);
    let signature = |b: &Body, input: Value| -> SmallVec<[(Op, Value); 4]> {
        by_input.edges_to(edges, input).map(|e| (e.source, b.operand(e.source, e.operand))).collect()
    };
    let owner = |b: &Body, v: Value| match b.def(v) {
        Def::Arg { block, .. } => Some(block),
        _ => None,
    };
    let mut changed = None;
    // A replacement may make the values of earlier inputs equal; the op is then visited again.
    let mut known = FxHashMap::default();
    for input in list {
        let key = (owner(rw, input), rw.ty(input), signature(rw, input));
        match known.entry(key) {
            Entry::Vacant(free) => {
                free.insert(input);
            }
            Entry::Occupied(first) if rw.has_uses(input) => {
                let first = *first.get();
                rw.replace_value(input, first);
                changed = Some(());
            }
            Entry::Occupied(_) => {}
        }
    }
    changed
}

/// Removes the inputs that nothing uses, when nothing uses those tied to them either.
fn remove_dead(rw: &mut Rewriter<'_>, op: Op, edges: &[Edge]) -> Option<()> {
    let list = inputs(rw, edges);
    let mut tied = Tied((0..list.len()).collect());
    let index: FxHashMap<Value, usize> = list.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    // The first input of each operand.
    let mut first: FxHashMap<(Op, usize), usize> = FxHashMap::default();
    for e in edges {
        let input = index[&e.input];
        let other = *first.entry((e.source, e.operand)).or_insert(input);
        tied.unite(other, input);
    }
    let mut live = vec![false; list.len()];
    for (i, &v) in list.iter().enumerate() {
        if rw.has_uses(v) {
            let root = tied.root(i);
            live[root] = true;
        }
    }
    let dead: FxHashSet<Value> = (0..list.len()).filter(|&i| !live[tied.root(i)]).map(|i| list[i]).collect();
    if dead.is_empty() {
        return None;
    }
    let mut sources: Vec<Op> = Vec::new();
    let mut gone: FxHashSet<(Op, usize)> = FxHashSet::default();
    for e in edges.iter().filter(|e| dead.contains(&e.input)) {
        gone.insert((e.source, e.operand));
        if !sources.contains(&e.source) {
            sources.push(e.source);
        }
    }
    for source in sources {
        let gone = |i: usize| gone.contains(&(source, i));
        let values: Vec<Value> =
            rw.operands(source).enumerate().filter(|&(i, _)| !gone(i)).map(|(_, v)| v).collect();
        let defs: Vec<Op> = rw.operands(source).filter_map(|v| rw.def_op(v)).collect();
        rw.set_operands(source, &values);
        rw.touch(source);
        for def in defs {
            rw.touch(def);
        }
    }
    for region in rw.regions(op).to_vec() {
        for block in rw.blocks(region).to_vec() {
            rw.retain_block_args(block, |_, arg| !dead.contains(&arg));
        }
    }
    if rw.results(op).iter().any(|v| dead.contains(v)) {
        let keep: Vec<bool> = rw.results(op).iter().map(|v| !dead.contains(v)).collect();
        keep_results(rw, op, &keep);
    } else {
        rw.touch(op);
    }
    Some(())
}

/// Makes an op again, with its operands, attributes and regions, but only some of its results; the others are unused.
pub(super) fn keep_results(rw: &mut Rewriter<'_>, op: Op, keep: &[bool]) -> Op {
    let mut state = OpState::new(rw.info(op), rw.loc(op));
    state.operands = rw.operands(op).collect();
    state.result_types = super::kept(&rw.result_types(op).collect::<Vec<_>>(), keep).into();
    copy_attrs(rw, op, &mut state);
    for from in rw.regions(op).to_vec() {
        let to = rw.body().new_region();
        rw.move_blocks(from, to);
        state.regions.push(to);
    }
    let new = rw.create(state);
    super::replace_kept(rw, op, new, keep);
    new
}

/// Disjoint sets of numbers.
struct Tied(Vec<usize>);

impl Tied {
    fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }
    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
