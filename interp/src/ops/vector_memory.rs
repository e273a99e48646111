//! `vector`: transfers between vectors and memory or tensors.

use strata_ir::prelude::VectorType;

use super::vector_lanes::{Masking, Selected};
use crate::{
    Data, Eval, Flow, Interpreter, MemRef, Num, Shape, Signed, Step, Tensor, Value,
    error_text::NOT_INTERPRETED, tensor::for_each_position,
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("vector.load", |s| {
        let pos = s.ints_from(1)?;
        load_at(s, 0, &pos)
    });
    i.register("vector.store", |s| {
        let pos = s.ints_from(2)?;
        store_at(s, 0, 1, &pos)
    });
    i.register("vector.maskedload", |s| read_lanes(s, Lanes::InOrder));
    i.register("vector.maskedstore", |s| write_lanes(s, Lanes::InOrder));
    i.register("vector.expandload", |s| read_lanes(s, Lanes::Packed));
    i.register("vector.compressstore", |s| write_lanes(s, Lanes::Packed));
    i.register("vector.gather", |s| read_lanes(s, Lanes::Listed));
    i.register("vector.scatter", |s| write_lanes(s, Lanes::Listed));
    i.register("vector.transfer_read", transfer_read);
    i.register("vector.transfer_write", transfer_write);
    // A memref of vectors is kept with the dimensions of the vectors behind its own.
    i.register("vector.type_cast", |s| {
        let m = s.memref(0)?.clone();
        s.set(0, Value::MemRef(m))
    });
}

/// A position in a memref, which may leave out the dimensions of vectors that are its elements.
fn whole_position(pos: &[i64], m: &MemRef) -> Signed {
    let missing = m.rank().saturating_sub(pos.len());
    pos.iter().copied().chain(std::iter::repeat_n(0, missing)).collect()
}

/// Reads consecutive elements of memref operand `base`.
pub(super) fn load_at(s: &mut Step<'_, '_>, base: usize, pos: &[i64]) -> Eval {
    let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
    let m = s.memref(base)?;
    let pos = whole_position(pos, m);
    let lead = m.rank().checked_sub(shape.len()).ok_or_else(|| s.fault("has a vector of too high a rank"))?;
    let mut out: Result<Vec<Num>, String> = Ok(Vec::new());
    for_each_position(&shape, |p| {
        let at: Signed =
            pos.iter().enumerate().map(|(d, &b)| if d < lead { b } else { b + p[d - lead] as i64 }).collect();
        if let Ok(list) = &mut out {
            match m.load(&at) {
                Ok(n) => list.push(n),
                Err(e) => out = Err(e),
            }
        }
    });
    let nums = s.check(out)?;
    s.set(0, Value::Vector(Tensor::new(elem, shape, Data::collect(elem, nums.into_iter()))))
}

/// Writes consecutive elements.
pub(super) fn store_at(s: &mut Step<'_, '_>, value: usize, base: usize, pos: &[i64]) -> Eval {
    let (t, m) = (s.tensor(value)?, s.memref(base)?);
    let pos = whole_position(pos, m);
    let lead = m.rank().checked_sub(t.rank()).ok_or_else(|| s.fault("has a vector of too high a rank"))?;
    let (mut out, mut k) = (Ok(()), 0);
    for_each_position(&t.shape, |p| {
        let at: Signed =
            pos.iter().enumerate().map(|(d, &b)| if d < lead { b } else { b + p[d - lead] as i64 }).collect();
        if out.is_ok() {
            out = m.store(&at, t.at(k));
        }
        k += 1;
    });
    s.check(out)?;
    Ok(Flow::Next)
}

/// The element that a selected lane accesses, counted from a position along the last dimension.
#[derive(Clone, Copy, PartialEq)]
enum Lanes {
    /// The one with the number of the lane.
    InOrder,
    /// The next one that no lane before has taken.
    Packed,
    /// The one given by a vector of indices.
    Listed,
}

/// The position of the element of each lane; none where the mask leaves the lane out. The operands are the base, the
/// position, the indices if there are any, the mask and a vector.
fn lane_positions(s: &mut Step<'_, '_>, lanes: Lanes) -> Eval<Vec<Option<Signed>>> {
    let outer = Selected::take(s);
    let n = s.num_operands();
    let fixed = if lanes == Lanes::Listed { 4 } else { 3 };
    s.ensure(n > fixed, || "has too few operands".into())?;
    let first: Signed = (1..=n - fixed).map(|i| s.int(i)).collect::<Eval<_>>()?;
    let mask = s.tensor(n - 2)?;
    s.ensure(lanes == Lanes::Listed || mask.rank() == 1, || {
        format!("has a vector of more than one dimension, which is {NOT_INTERPRETED}")
    })?;
    let indices = if lanes == Lanes::Listed { Some(s.tensor(n - 3)?) } else { None };
    let mut taken = 0;
    let position = |lane: usize| {
        if mask.at(lane).int() == 0 || !outer.has(lane) {
            return None;
        }
        let by = match (lanes, indices) {
            (Lanes::Listed, Some(x)) => x.elem.signed(x.at(lane).int()),
            (Lanes::Packed, _) => taken,
            _ => lane as i64,
        };
        taken += 1;
        let mut at = first.clone();
        if let Some(last) = at.last_mut() {
            *last = last.saturating_add(by);
        }
        Some(at)
    };
    Ok((0..mask.len()).map(position).collect())
}

/// Reads an element for each lane that takes part; the others are those of the last operand.
fn read_lanes(s: &mut Step<'_, '_>, lanes: Lanes) -> Eval {
    let positions = lane_positions(s, lanes)?;
    let pass = s.tensor(s.num_operands() - 1)?;
    s.ensure(pass.len() == positions.len(), || "has a mask of another size".into())?;
    let base = s.operand(0)?;
    let read = |(lane, at): (usize, Option<Signed>)| match (at, base) {
        (None, _) => Ok(pass.at(lane)),
        (Some(at), Value::MemRef(m)) => s.check(m.load(&at)),
        (Some(at), Value::Tensor(t)) => t.index_of(&at).map(|i| t.at(i)).ok_or_else(|| outside(s, &at)),
        (_, other) => Err(s.fault(format!("cannot read from {}", other.describe()))),
    };
    let nums = positions.into_iter().enumerate().map(read).collect::<Eval<Vec<_>>>()?;
    let t = Tensor::new(pass.elem, pass.shape.clone(), Data::collect(pass.elem, nums.into_iter()));
    s.set(0, Value::Vector(t))
}

/// Writes the elements of the lanes that take part in order, so that the last of several lanes with one position
/// wins.
fn write_lanes(s: &mut Step<'_, '_>, lanes: Lanes) -> Eval {
    let positions = lane_positions(s, lanes)?;
    let values = s.tensor(s.num_operands() - 1)?.clone();
    s.ensure(values.len() == positions.len(), || "has a mask of another size".into())?;
    let places = positions.into_iter().enumerate().filter_map(|(lane, at)| Some((lane, at?)));
    if let Ok(m) = s.memref(0) {
        for (lane, at) in places {
            s.check(m.store(&at, values.at(lane)))?;
        }
        return Ok(Flow::Next);
    }
    let mut t = s.take_tensor(0)?;
    for (lane, at) in places {
        let i = t.index_of(&at).ok_or_else(|| outside(s, &at))?;
        t.data.set(i, values.at(lane));
    }
    s.set_elements(0, t)
}

fn outside(s: &Step<'_, '_>, at: &[i64]) -> crate::Fault {
    s.fault(format!("has a lane at {at:?}, outside of the tensor"))
}

/// For every element of a vector in order the position in the shaped operand, none where it is masked out.
fn transfer_positions(
    s: &Step<'_, '_>,
    shape: &[usize],
    first: &[i64],
    mask: Option<&Tensor>,
) -> Eval<Vec<Option<Signed>>> {
    let map = s.map("permutation_map")?;
    s.ensure(map.n_results() == shape.len(), || "has a map of the wrong rank".into())?;
    // A mask has the shape of the elements that are read, before they are permuted and broadcast.
    let used: Shape = (0..map.n_dims()).filter_map(|d| map.result_position(d).map(|_| d as usize)).collect();
    let mut out = Vec::new();
    for_each_position(shape, |p| {
        let mut at: Signed = first.into();
        for (r, expr) in map.results().iter().enumerate() {
            if let Some(slot) = expr.as_dim().and_then(|d| at.get_mut(d as usize)) {
                *slot = slot.saturating_add(p[r] as i64);
            }
        }
        let masked = mask.is_some_and(|m| {
            let rel: Signed = used.iter().map(|&d| at[d] - first[d]).collect();
            m.index_of(&rel).is_none_or(|i| m.at(i).int() == 0)
        });
        out.push((!masked).then_some(at));
    });
    Ok(out)
}

/// Refuses memory whose elements are vectors.
fn scalars_only(s: &Step<'_, '_>, base: usize) -> Eval<()> {
    let ty = s.body().operands(s.op).nth(base).map(|v| s.cx().elem_or_self(s.body().ty(v)));
    let vectors = ty.is_some_and(|ty| s.cx().type_as::<VectorType>(ty).is_some());
    s.ensure(!vectors, || format!("transfers elements that are vectors, which is {NOT_INTERPRETED}"))
}

fn transfer_read(s: &mut Step<'_, '_>) -> Eval {
    let outer = s.m.masking.take();
    scalars_only(s, 0)?;
    let first: Signed = s.segment(1)?.map(|i| s.int(i)).collect::<Eval<_>>()?;
    let padding = s.scalar(s.segment(2)?.start)?.1;
    let mask = s.segment(3)?;
    let mask = own_or_outer(s, mask, outer.as_ref())?;
    let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
    let positions = transfer_positions(s, &shape, &first, mask)?;
    let source = s.operand(0)?;
    let passthru = outer.as_ref().and_then(|m| m.passthru.as_ref());
    let read = |(lane, at): (usize, Option<Signed>)| -> Eval<Num> {
        let Some(at) = at else { return Ok(passthru.map_or(padding, |t| t.at(lane))) };
        match source {
            Value::MemRef(m) if inside(&at, &m.sizes) => s.check(m.load(&at)),
            Value::Tensor(t) => Ok(t.index_of(&at).map_or(padding, |i| t.at(i))),
            _ => Ok(padding),
        }
    };
    let nums = positions.into_iter().enumerate().map(read).collect::<Eval<Vec<_>>>()?;
    s.set(0, Value::Vector(Tensor::new(elem, shape, Data::collect(elem, nums.into_iter()))))
}

/// The mask of a transfer: an operand of its own, or that of the `vector.mask` around.
fn own_or_outer<'s>(
    s: &'s Step<'_, '_>,
    own: std::ops::Range<usize>,
    outer: Option<&'s Masking>,
) -> Eval<Option<&'s Tensor>> {
    if own.is_empty() { Ok(outer.map(|m| &m.mask)) } else { s.tensor(own.start).map(Some) }
}

fn inside(at: &[i64], sizes: &[usize]) -> bool {
    at.iter().zip(sizes).all(|(&p, &n)| p >= 0 && (p as usize) < n)
}

fn transfer_write(s: &mut Step<'_, '_>) -> Eval {
    let outer = s.m.masking.take();
    scalars_only(s, 1)?;
    let first: Signed = s.segment(2)?.map(|i| s.int(i)).collect::<Eval<_>>()?;
    let mask = s.segment(3)?;
    let mask = own_or_outer(s, mask, outer.as_ref())?;
    let t = s.tensor(0)?.clone();
    let positions = transfer_positions(s, &t.shape, &first, mask)?;
    if let Ok(m) = s.memref(1) {
        for (k, at) in positions.into_iter().enumerate() {
            // Elements out of bounds are not written.
            if let Some(at) = at.filter(|at| inside(at, &m.sizes)) {
                s.check(m.store(&at, t.at(k)))?;
            }
        }
        return Ok(Flow::Next);
    }
    let mut dest = s.take_tensor(1)?;
    for (k, at) in positions.into_iter().enumerate() {
        if let Some(i) = at.and_then(|at| dest.index_of(&at)) {
            dest.data.set(i, t.at(k));
        }
    }
    s.set_elements(0, dest)
}
