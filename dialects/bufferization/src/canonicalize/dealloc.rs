//! Canonicalisations of `bufferization.dealloc`.

use strata_ir::prelude::*;
use strata_memref::{AllocOp, ExtractStridedMetadataOp};

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
            match source.filter(|&s| rw.def_of::<AllocOp>(s).is_some()) {
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

/// An allocation that is only freed, in any case, is not needed.
fn unused_alloc(op: DeallocOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = freed(op, rw);
    let yes = |v: Value| constant_value(rw, v).is_some_and(|a| rw.cx().attr_i64(a).is_some_and(|n| n != 0));
    let only_here = |v: Value| rw.def_of::<AllocOp>(v).is_some() && rw.uses_of(v).count() == 1;
    let i = old.iter().position(|&(memref, condition)| yes(condition) && only_here(memref))?;
    let alloc = rw.def_of::<AllocOp>(old[i].0)?;
    let mut new = old;
    new.remove(i);
    let retained: Vec<Value> = op.retained(rw).collect();
    let results: Vec<usize> = (0..retained.len()).collect();
    rebuild(op, rw, &new, &retained, &results)?;
    rw.erase_op(alloc);
    Some(())
}
