//! `bufferization.dealloc` as tests of pointers and `memref.dealloc`.
//!
//! Before:
//! ```mlir
//! %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r : memref<2xf32>)
//! ```
//! After: `%a` is freed if `%c` holds and it is not `%r`; if it is, `%0` is `%c`.
//!
//! Several buffers are compared with each other, and with those that are retained, by a function that is added to the module.

use strata_arith::{AndIOp, CmpIPredicate, XOrIOp, constant_index, constant_int};
use strata_bufferization::DeallocOp;
use strata_func::CallOp;
use strata_ir::prelude::*;
use strata_memref::{AllocOp, CastOp, DeallocOp as FreeOp, ExtractAlignedPointerAsIndexOp, LoadOp, StoreOp};
use strata_passes_analysis::index_arith::compare;
use strata_scf::IfOp;

/// The operands of the op.
struct Parts {
    memrefs: Vec<Value>,
    conditions: Vec<Value>,
    retained: Vec<Value>,
}

fn parts(body: &Body, op: DeallocOp) -> Parts {
    Parts {
        memrefs: op.memrefs(body).collect(),
        conditions: op.conditions(body).collect(),
        retained: op.retained(body).collect(),
    }
}

/// Whether an op of a body has several buffers.
pub(crate) fn needs_helper(body: &Body) -> bool {
    let several = |op: Op| op.as_op::<DeallocOp>(body).is_some_and(|op| op.memrefs(body).len() > 1);
    body.all_ops().into_iter().any(several)
        || body
            .children()
            .any(|(_, child)| child.op_name(Op::SELF) != "builtin.module" && needs_helper(child))
}

/// Lowers all ops of a body; `helper` is the name of the function.
pub(crate) fn lower(body: &mut Body, helper: &str) {
    for op in body.all_ops() {
        let Some(dealloc) = op.as_op::<DeallocOp>(body) else { continue };
        let parts = parts(body, dealloc);
        let mut b = Builder::before(body, op);
        let values = match parts.memrefs.len() {
            0 => {
                let no = bool_constant(&mut b, false);
                vec![no; parts.retained.len()]
            }
            1 => one(&mut b, &parts),
            _ => several(&mut b, &parts, helper),
        };
        let results = body.results(op).to_vec();
        for (old, new) in results.into_iter().zip(values) {
            body.replace_all_uses(old, new);
        }
        body.erase(op);
    }
}

pub(crate) fn bool_constant(b: &mut Builder<'_>, value: bool) -> Value {
    let i1 = b.cx().i1();
    constant_int(b, i64::from(value), i1)
}

fn pointer(b: &mut Builder<'_>, buffer: Value) -> Value {
    let index = b.cx().index();
    ExtractAlignedPointerAsIndexOp::build(b, buffer, index)
}

fn free_if(b: &mut Builder<'_>, condition: Value, buffer: Value) {
    IfOp::create_then(b, condition, &[], |b| {
        FreeOp::build(b, buffer);
        Vec::new()
    });
}

/// One buffer is compared with those that are retained.
fn one(b: &mut Builder<'_>, parts: &Parts) -> Vec<Value> {
    let (buffer, condition) = (parts.memrefs[0], parts.conditions[0]);
    if parts.retained.is_empty() {
        free_if(b, condition, buffer);
        return Vec::new();
    }
    let own = pointer(b, buffer);
    let mut differ = Vec::new();
    let mut all = None;
    for &retained in &parts.retained {
        let other = pointer(b, retained);
        let here = compare(b, CmpIPredicate::Ne, own, other);
        differ.push(here);
        all = Some(match all {
            Some(all) => AndIOp::build(b, all, here),
            None => here,
        });
    }
    let Some(all) = all else { return Vec::new() };
    let freed = AndIOp::build(b, all, condition);
    free_if(b, freed, buffer);
    let yes = bool_constant(b, true);
    differ
        .into_iter()
        .map(|differ| {
            let same = XOrIOp::build(b, differ, yes);
            AndIOp::build(b, same, condition)
        })
        .collect()
}

fn list(b: &mut Builder<'_>, elem: Type, n: usize) -> Value {
    let ty = b.cx().memref(&[n as i64], elem);
    AllocOp::create(b, ty, &[])
}

fn open(b: &mut Builder<'_>, list: Value) -> Value {
    let elem = b.cx().elem_or_self(b.ty(list));
    let ty = b.cx().memref(&[DYNAMIC], elem);
    CastOp::build(b, list, ty)
}

fn store_all(b: &mut Builder<'_>, list: Value, values: &[Value], pointers: bool) {
    for (i, &value) in values.iter().enumerate() {
        let value = if pointers { pointer(b, value) } else { value };
        let i = constant_index(b, i as i64);
        StoreOp::create(b, value, list, &[i]);
    }
}

fn load(b: &mut Builder<'_>, list: Value, i: usize) -> Value {
    let i = constant_index(b, i as i64);
    LoadOp::create(b, list, &[i])
}

/// Lists of pointers and conditions are given to the function, which tells what is to be freed and what became owned.
fn several(b: &mut Builder<'_>, parts: &Parts, helper: &str) -> Vec<Value> {
    let (index, i1) = (b.cx().index(), b.cx().i1());
    let (n, n_retained) = (parts.memrefs.len(), parts.retained.len());
    let pointers = list(b, index, n);
    let conditions = list(b, i1, n);
    let kept = list(b, index, n_retained);
    store_all(b, pointers, &parts.memrefs, true);
    store_all(b, conditions, &parts.conditions, false);
    store_all(b, kept, &parts.retained, true);
    let (open_pointers, open_conditions, open_kept) = (open(b, pointers), open(b, conditions), open(b, kept));
    let (freed, owned) = (list(b, i1, n), list(b, i1, n_retained));
    let (open_freed, open_owned) = (open(b, freed), open(b, owned));
    let name = b.cx().symbol_ref(helper);
    let operands = [open_pointers, open_kept, open_conditions, open_freed, open_owned];
    CallOp::build(b, name, &operands, None, None, None, &[]);
    for (i, &buffer) in parts.memrefs.iter().enumerate() {
        let condition = load(b, freed, i);
        free_if(b, condition, buffer);
    }
    let out = (0..n_retained).map(|i| load(b, owned, i)).collect();
    for buffer in [pointers, kept, conditions, freed, owned] {
        FreeOp::build(b, buffer);
    }
    out
}
