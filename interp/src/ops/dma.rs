//! `memref` and `affine`: transfers between buffers. They are completed at their start, which is legal: a program must
//! not rely on their state before it waits for them.

use strata_ir::prelude::MemRefType;

use super::affine::eval;
use crate::{Eval, Flow, Interpreter, MemRef, Signed, Step, tensor::strides};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("memref.dma_start", |s| {
        let mut next = 0;
        let from = place(s, &mut next)?;
        let to = place(s, &mut next)?;
        next += 1;
        let n = s.int(next - 1)?;
        let tag = place(s, &mut next)?;
        start(s, [from, to, tag], n, next)
    });
    i.register("affine.dma_start", |s| {
        let mut next = 0;
        let from = mapped_place(s, "src_map", &mut next)?;
        let to = mapped_place(s, "dst_map", &mut next)?;
        let tag = mapped_place(s, "tag_map", &mut next)?;
        next += 1;
        let n = s.int(next - 1)?;
        start(s, [from, to, tag], n, next)
    });
    i.register("memref.dma_wait", |s| {
        let tag = place(s, &mut 0)?;
        wait(s, &tag)
    });
    i.register("affine.dma_wait", |s| {
        let tag = mapped_place(s, "tag_map", &mut 0)?;
        wait(s, &tag)
    });
}

/// A transfer that was started: its tag, and which element of that.
pub(crate) struct Transfer {
    tag: MemRef,
    element: i64,
}

/// A memref and a position in it.
struct Place {
    memref: MemRef,
    /// The number of the operand with the memref.
    operand: usize,
    pos: Signed,
}

/// The place given by the operands from `next` on: a memref and an index for each dimension.
fn place(s: &Step<'_, '_>, next: &mut usize) -> Eval<Place> {
    let operand = *next;
    let memref = s.memref(operand)?.clone();
    *next += 1 + memref.rank();
    let pos = (operand + 1..*next).map(|i| s.int(i)).collect::<Eval<_>>()?;
    Ok(Place { memref, operand, pos })
}

/// The same, with indices that are results of a map.
fn mapped_place(s: &Step<'_, '_>, map: &str, next: &mut usize) -> Eval<Place> {
    let (operand, map) = (*next, s.map(map)?);
    let memref = s.memref(operand)?.clone();
    *next += 1 + map.n_inputs() as usize;
    let pos = eval(s, map, operand + 1..*next)?.into();
    Ok(Place { memref, operand, pos })
}

/// Moves `n` elements. The operands from `rest` on are a stride and the number of elements per stride, both for the
/// slower memory, which has the lower number.
fn start(s: &mut Step<'_, '_>, [from, to, tag]: [Place; 3], n: i64, rest: usize) -> Eval {
    let n = usize::try_from(n).map_err(|_| s.fault(format!("moves {n} elements")))?;
    s.elements(&[n])?;
    s.charge(n)?;
    let chunks = if rest < s.num_operands() { Some((s.int(rest)?, s.int(rest + 1)?)) } else { None };
    s.ensure(chunks.is_none_or(|(_, per)| per > 0), || "moves no elements for each stride".into())?;
    let slower = if space(s, from.operand) <= space(s, to.operand) { from.operand } else { to.operand };
    let element = |p: &Place, k: usize| -> Eval<Signed> {
        let k = k as i64;
        let by = match chunks {
            Some((stride, per)) if p.operand == slower => {
                (k / per).checked_mul(stride).and_then(|v| v.checked_add(k % per))
            }
            _ => Some(k),
        };
        by.and_then(|by| shifted(p, by)).ok_or_else(|| s.fault("moves elements outside of a buffer"))
    };
    for k in 0..n {
        let v = s.check(from.memref.load(&element(&from, k)?))?;
        s.check(to.memref.store(&element(&to, k)?, v))?;
    }
    let element = s.check(tag.memref.index_of(&tag.pos))?;
    s.m.transfers.push(Transfer { tag: tag.memref, element });
    Ok(Flow::Next)
}

/// The number of the memory that a memref lies in.
fn space(s: &Step<'_, '_>, operand: usize) -> i64 {
    let ty = s.body().operands(s.op).nth(operand).map(|v| s.body().ty(v));
    let ty = ty.and_then(|ty| s.cx().type_as::<MemRefType>(ty));
    ty.and_then(|t| s.cx().attr_i64(t.memory_space?)).unwrap_or(0)
}

/// The position `by` elements behind that of a place, in row-major order.
fn shifted(p: &Place, by: i64) -> Option<Signed> {
    let (sizes, own) = (&p.memref.sizes, strides(&p.memref.sizes));
    let mut index = p
        .pos
        .iter()
        .zip(&own)
        .try_fold(by, |at, (&p, &s)| at.checked_add(p.checked_mul(i64::try_from(s).ok()?)?))?;
    if sizes.contains(&0) || index < 0 {
        return None;
    }
    let mut out = Signed::new();
    for &stride in &own {
        out.push(index / stride as i64);
        index %= stride as i64;
    }
    Some(out)
}

fn wait(s: &mut Step<'_, '_>, tag: &Place) -> Eval {
    let element = s.check(tag.memref.index_of(&tag.pos))?;
    let started = s.m.transfers.iter().position(|t| t.tag.same_buffer(&tag.memref) && t.element == element);
    let started = started.ok_or_else(|| s.fault("waits for a transfer that was not started"))?;
    s.m.transfers.remove(started);
    Ok(Flow::Next)
}
