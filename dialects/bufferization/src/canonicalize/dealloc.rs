//! Canonicalisations of `bufferization.dealloc`.

use strata_ir::{analysis::effects_of, prelude::*};
use strata_memref::ExtractStridedMetadataOp;

use crate::DeallocOp;

impl Canonicalize for DeallocOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        duplicates(*self, rw)
            .or_else(|| duplicates_retained(*self, rw))
            .or_else(|| nothing(*self, rw))
            .or_else(|| never(*self, rw))
            .or_else(|| metadata_of_alloc(*self, rw))
            .or_else(|| unused_alloc(*self, rw))
    }
}

/// Replaces the op by one with other lists; `results` has the new result for each old one.
fn rebuild(
    op: DeallocOp,
    rw: &mut Rewriter<'_>,
    freed: &[(Value, Value)],
    retained: &[Value],
    results: &[usize],
) -> Option<()> {
    let (memrefs, conditions): (Vec<Value>, Vec<Value>) = freed.iter().copied().unzip();
    let types = vec![rw.cx().i1(); retained.len()];
    let new = DeallocOp::build(rw, &memrefs, &conditions, retained, &types);
    let new_results: Vec<Value> = new.updated_conditions(rw).to_vec();
    let values: Vec<Value> = results.iter().map(|&i| new_results.get(i).copied()).collect::<Option<_>>()?;
    rw.replace_op(op, &values);
    Some(())
}

fn freed(op: DeallocOp, b: &Body) -> Vec<(Value, Value)> {
    op.memrefs(b).zip(op.conditions(b)).collect()
}

/// A buffer that is listed twice is freed when either condition holds.
fn duplicates(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = freed(op, rw);
    let mut new: Vec<(Value, Value)> = Vec::new();
    for &(memref, condition) in &old {
        match new.iter().position(|n| n.0 == memref) {
            None => new.push((memref, condition)),
            Some(i) if new[i].1 == condition => {}
            Some(i) => new[i].1 = strata_arith::OrIOp::build(rw, new[i].1, condition),
        }
    }
    if new.len() == old.len() {
        return None;
    }
    let retained: Vec<Value> = op.retained(rw).collect();
    let results: Vec<usize> = (0..retained.len()).collect();
    rebuild(op, rw, &new, &retained, &results)
}

/// A buffer that is retained twice has one condition.
fn duplicates_retained(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old: Vec<Value> = op.retained(rw).collect();
    let (mut new, mut results): (Vec<Value>, Vec<usize>) = Default::default();
    for v in &old {
        let i = new.iter().position(|n| n == v).unwrap_or_else(|| {
            new.push(*v);
            new.len() - 1
        });
        results.push(i);
    }
    if new.len() == old.len() {
        return None;
    }
    let freed = freed(op, rw);
    rebuild(op, rw, &freed, &new, &results)
}

/// Without buffers to free all conditions are false.
fn nothing(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.memrefs(rw).len() != 0 {
        return None;
    }
    let n = op.updated_conditions(rw).len();
    let mut values = Vec::new();
    if n != 0 {
        let (no, ty) = (rw.cx().bool_attr(false), rw.cx().i1());
        values = vec![rw.constant("arith", no, ty)?; n];
    }
    rw.replace_op(op, &values);
    Some(())
}

/// Buffers that are never freed leave the list.
fn never(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = freed(op, rw);
    let no = |v: Value| constant_value(rw, v).is_some_and(|a| rw.cx().attr_i64(a) == Some(0));
    let new: Vec<(Value, Value)> = old.iter().copied().filter(|f| !no(f.1)).collect();
    if new.len() == old.len() {
        return None;
    }
    let retained: Vec<Value> = op.retained(rw).collect();
    let results: Vec<usize> = (0..retained.len()).collect();
    rebuild(op, rw, &new, &retained, &results)
}

/// The base of an allocation is the allocation.
fn metadata_of_alloc(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut changed = false;
    let new: Vec<(Value, Value)> = freed(op, rw)
        .into_iter()
        .map(|(memref, condition)| {
            let source = rw.def_of::<ExtractStridedMetadataOp>(memref).map(|m| m.source(rw));
            match source.filter(|&s| allocation(rw, s).is_some()) {
                Some(source) => {
                    changed = true;
                    (source, condition)
                }
                None => (memref, condition),
            }
        })
        .collect();
    if !changed {
        return None;
    }
    let retained: Vec<Value> = op.retained(rw).collect();
    let results: Vec<usize> = (0..retained.len()).collect();
    rebuild(op, rw, &new, &retained, &results)
}

/// The op that allocates a buffer, if the buffer is not a view.
fn allocation(b: &Body, v: Value) -> Option<Op> {
    let op = b.def_op(v)?;
    let effects = effects_of(b, op)?;
    effects.iter().any(|e| e.kind == EffectKind::Alloc && e.on == Some(v)).then_some(op)
}

/// Allocations that are only freed are not needed.
fn unused_alloc(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = freed(op, rw);
    let allocates = |v: Value| {
        let alloc = allocation(rw, v).filter(|_| rw.has_one_use(v))?;
        (effects_of(rw, alloc)?.len() == 1).then_some(alloc)
    };
    let allocs: Vec<Option<Op>> = old.iter().map(|f| allocates(f.0)).collect();
    if allocs.iter().all(Option::is_none) {
        return None;
    }
    let kept = old.iter().zip(&allocs).filter(|(_, alloc)| alloc.is_none());
    let kept: Vec<(Value, Value)> = kept.map(|(&f, _)| f).collect();
    let retained: Vec<Value> = op.retained(rw).collect();
    let results: Vec<usize> = (0..retained.len()).collect();
    rebuild(op, rw, &kept, &retained, &results)?;
    for alloc in allocs.into_iter().flatten() {
        rw.erase_op(alloc);
    }
    Some(())
}
