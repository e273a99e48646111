//! `buffer-deallocation-simplification`: `bufferization.dealloc` by what is known of the buffers when the program is compiled.
//!
//! Before:
//! ```mlir
//! %a = memref.alloc() : memref<2xf32>
//! %b = memref.alloc() : memref<2xf32>
//! %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<2xf32>) if (%c, %true) retain (%b : memref<2xf32>)
//! ```
//! After: the buffers differ, so each is freed by an op of its own, and what `%b` is retained for needs no comparison.
//! ```mlir
//! bufferization.dealloc (%a : memref<2xf32>) if (%c)
//! ```
//! with `%true` in the place of `%0`.

use std::sync::Arc;

use strata_arith::{OrIOp, constant_int};
use strata_bufferization::DeallocOp;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_memref::ExtractStridedMetadataOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_alias::base;

use crate::view_flow::ViewFlow;

/// Optimizes `bufferization.dealloc` operation for more efficient codegen
#[pass(
    name = "buffer-deallocation-simplification",
    class = "BufferDeallocationSimplificationPass",
    produces = [arith],
    each_body
)]
pub struct BufferDeallocationSimplification;

impl BodyPass for BufferDeallocationSimplification {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if !body.all_ops().into_iter().any(|op| op.isa::<DeallocOp>(body)) {
            return Ok(());
        }
        let flow = Arc::new(ViewFlow::new(body));
        type Pattern = fn(&ViewFlow, DeallocOp, &mut Rewriter<'_>) -> Option<()>;
        const PATTERNS: [(&str, Pattern); 5] = [
            ("freed-is-retained", freed_is_retained),
            ("retained-is-other", retained_is_other),
            ("split", split),
            ("always-freed", always_freed),
            ("canonicalize-dealloc", |_, op, rw| op.canonicalize(rw)),
        ];
        let mut patterns = PatternSet::new();
        for (name, pattern) in PATTERNS {
            let flow = Arc::clone(&flow);
            let apply = move |op: Op, rw: &mut Rewriter<'_>| pattern(&flow, op.as_op(rw)?, rw);
            patterns.add_fn(Some(DeallocOp::NAME), name, 1, Arc::new(apply));
        }
        let config = GreedyConfig { canonicalize: false, top_down: false, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Whether two buffers are the same allocation; `None` if that is not known.
fn same_allocation(flow: &ViewFlow, b: &Body, x: Value, y: Value) -> Option<bool> {
    let (x, y) = (base(b, x), base(b, y));
    if x == y {
        return Some(true);
    }
    if is_older(b, x, y) || is_older(b, y, x) {
        return Some(false);
    }
    let (x, y) = (flow.origins(x), flow.origins(y));
    if x.is_empty() || y.is_empty() {
        return None;
    }
    if x.len() == 1 && x == y {
        return Some(true);
    }
    if x.iter().any(|v| y.contains(v)) {
        return None;
    }
    let is_new = |&v: &Value| is_new(b, v);
    let is_apart =
        |v: &Value| is_new(v) || matches!(b.def(*v), Def::Arg { block, .. } if b.entry() == Some(block));
    let differ =
        (x.iter().all(is_new) && y.iter().all(is_apart)) || (x.iter().all(is_apart) && y.iter().all(is_new));
    differ.then_some(false)
}

/// Whether the op that defines a buffer allocates it.
fn is_new(b: &Body, v: Value) -> bool {
    let effects = b.def_op(v).and_then(|op| effects_of(b, op)).unwrap_or_default();
    effects.iter().any(|e| e.kind == EffectKind::Alloc && e.on == Some(v))
}

/// Whether `x` is an argument of a block in which, or below which, `y` is allocated.
fn is_older(b: &Body, x: Value, y: Value) -> bool {
    let Def::Arg { block, .. } = b.def(x) else { return false };
    is_new(b, y) && b.def_op(y).is_some_and(|op| b.ancestor_in(op, block).is_some())
}

/// Whether a buffer may be the same allocation as one of a list.
fn may_be_one(flow: &ViewFlow, b: &Body, list: &[Value], v: Value) -> bool {
    list.iter().any(|&other| same_allocation(flow, b, other, v) != Some(false))
}

/// The buffer, and the one that it is the base of.
fn described(b: &Body, memref: Value) -> impl Iterator<Item = Value> {
    let source = b.def_as::<ExtractStridedMetadataOp>(memref).map(|parts| parts.source(b));
    std::iter::once(memref).chain(source)
}

/// The buffers of an op with their conditions.
fn freed(op: DeallocOp, b: &Body) -> Vec<(Value, Value)> {
    op.memrefs(b).zip(op.conditions(b)).collect()
}

/// Changes what an op frees.
fn set_freed(op: DeallocOp, rw: &mut Rewriter<'_>, kept: &[(Value, Value)]) {
    let (memrefs, conditions): (Vec<Value>, Vec<Value>) = kept.iter().copied().unzip();
    rw.body().set_operand_group(op.op(), 0, &memrefs);
    rw.body().set_operand_group(op.op(), 1, &conditions);
    rw.touch(op);
}

/// A buffer that is one of the retained ones is not freed; these are owned if it was.
fn freed_is_retained(flow: &ViewFlow, op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let retained: Vec<Value> = op.retained(rw).collect();
    if (1..retained.len()).any(|i| retained[..i].contains(&retained[i])) {
        return None;
    }
    let old = freed(op, rw);
    let (mut kept, mut owners) = (Vec::new(), Vec::new());
    for &(memref, condition) in &old {
        let relations = described(rw, memref).find_map(|v| {
            let same: Vec<bool> =
                retained.iter().map(|&r| same_allocation(flow, rw, r, v)).collect::<Option<_>>()?;
            same.contains(&true).then_some(same)
        });
        match relations {
            Some(same) => owners.push((same, condition)),
            None => kept.push((memref, condition)),
        }
    }
    if owners.is_empty() {
        return None;
    }
    let results: Vec<Value> = op.updated_conditions(rw).to_vec();
    let mut at = InsertPoint::after(rw, op.op());
    for (same, condition) in owners {
        for (&result, _) in results.iter().zip(same).filter(|(_, same)| *same) {
            rw.goto(at);
            let uses: Vec<(Op, usize)> = rw.uses_of(result).collect();
            let either = OrIOp::build(rw, result, condition);
            at = rw.point();
            for (user, i) in uses {
                rw.set_operand(user, i, either);
            }
        }
    }
    set_freed(op, rw, &kept);
    Some(())
}

/// A buffer that is none of the freed ones need not be compared with them; nobody has to free it.
fn retained_is_other(flow: &ViewFlow, op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let memrefs: Vec<Value> = op.memrefs(rw).collect();
    let old: Vec<Value> = op.retained(rw).collect();
    let kept: Vec<bool> = old.iter().map(|&v| may_be_one(flow, rw, &memrefs, v)).collect();
    if kept.iter().all(|&kept| kept) {
        return None;
    }
    let i1 = rw.cx().i1();
    let mut values: Vec<Option<Value>> =
        kept.iter().map(|&kept| (!kept).then(|| constant_int(rw, 0, i1))).collect();
    let retained: Vec<Value> = old.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&v, _)| v).collect();
    let conditions: Vec<Value> = op.conditions(rw).collect();
    let new = DeallocOp::build(rw, &memrefs, &conditions, &retained, &vec![i1; retained.len()]);
    let mut results = new.updated_conditions(rw).to_vec().into_iter();
    for value in values.iter_mut().filter(|value| value.is_none()) {
        *value = results.next();
    }
    let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
    rw.replace_op(op, &values);
    Some(())
}

/// A buffer that is none of the others is freed by an op of its own.
fn split(flow: &ViewFlow, op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = freed(op, rw);
    if old.len() < 2 {
        return None;
    }
    let alone: Vec<bool> = (0..old.len())
        .map(|i| {
            let others: Vec<Value> =
                old.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, f)| f.0).collect();
            !may_be_one(flow, rw, &others, old[i].0)
        })
        .collect();
    if !alone.contains(&true) {
        return None;
    }
    let retained: Vec<Value> = op.retained(rw).collect();
    let types = vec![rw.cx().i1(); retained.len()];
    let build = |rw: &mut Rewriter<'_>, list: &[(Value, Value)]| -> Vec<Value> {
        let (memrefs, conditions): (Vec<Value>, Vec<Value>) = list.iter().copied().unzip();
        DeallocOp::build(rw, &memrefs, &conditions, &retained, &types).updated_conditions(rw).to_vec()
    };
    let (mut rest, mut parts) = (Vec::new(), Vec::new());
    for (&f, &alone) in old.iter().zip(&alone) {
        if alone {
            parts.push(build(rw, &[f]));
        } else {
            rest.push(f);
        }
    }
    let mut values = build(rw, &rest);
    for part in parts {
        for (value, other) in values.iter_mut().zip(part) {
            *value = OrIOp::build(rw, *value, other);
        }
    }
    rw.replace_op(op, &values);
    Some(())
}

/// A retained buffer that would be freed in any case is owned in any case. If all are, buffers that are one of them are not compared.
fn always_freed(flow: &ViewFlow, op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let retained: Vec<Value> = op.retained(rw).collect();
    let old = freed(op, rw);
    let (mut owned, mut kept) = (vec![None; retained.len()], Vec::new());
    for &(memref, condition) in &old {
        let always =
            constant_value(rw, condition).is_some_and(|a| rw.cx().attr_i64(a).is_some_and(|n| n != 0));
        let mut dropped = false;
        for (i, &r) in retained.iter().enumerate() {
            if always && described(rw, memref).any(|v| same_allocation(flow, rw, r, v) == Some(true)) {
                owned[i].get_or_insert(condition);
                dropped = true;
            }
        }
        if !dropped {
            kept.push((memref, condition));
        }
    }
    let mut changed = false;
    for (result, value) in op.updated_conditions(rw).to_vec().into_iter().zip(&owned) {
        if let Some(value) = value.filter(|_| rw.has_uses(result)) {
            rw.replace_value(result, value);
            changed = true;
        }
    }
    if kept.len() != old.len() && owned.iter().all(Option::is_some) {
        set_freed(op, rw, &kept);
        changed = true;
    }
    changed.then_some(())
}
