//! Folds and simplifications of `vector.insert`.

use strata_ir::prelude::*;
use strata_tensor::{MixedIndex, index_list};
use strata_ub::PoisonAttr;

use crate::{
    BroadcastOp, ExtractOp, FromElementsOp, InsertOp, ToElementsOp,
    broadcast::{is_broadcastable, repeated_scalar},
    constraints::vector_of,
    fold::{all_bytes, count, fixed_shape, linear, may_copy, scalar_bytes, statics},
};

impl Fold for InsertOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let at = self.mixed_position(b);
        let (value, dest) = (self.value_to_store(b), self.dest(b));
        if at.is_empty() && b.ty(value) == b.ty(dest) {
            return Some(value.into());
        }
        if let Some(folded) = index_list::fold_constants(b, &at, |c| c >= 0) {
            let shape = vector_of(b, dest)?.shape.clone();
            if folded.iter().zip(&shape).all(|(m, &d)| m.as_static().is_none_or(|p| p < d)) {
                index_list::set_mixed(b, self.op(), "dynamic_position", "static_position", &folded);
                return Some(Folded::InPlace);
            }
        }
        if at.contains(&MixedIndex::Static(-1)) {
            return Some(PoisonAttr::get(b.cx()).into());
        }
        // Inserting a part where it was extracted from changes nothing.
        if let Some(extract) = b.def_as::<ExtractOp>(value)
            && extract.source(b) == dest
            && extract.mixed_position(b) == at
        {
            return Some(dest.into());
        }
        // This insertion overwrites an earlier one at the same position.
        if let Some(before) = b.def_as::<InsertOp>(dest)
            && before.mixed_position(b) == at
        {
            let v = before.dest(b);
            self.set_dest(b, v);
            return Some(Folded::InPlace);
        }
        // An element of which the vector has nothing but copies.
        let part = repeated_scalar(b, value).or_else(|| vector_of(b, value).is_none().then_some(value));
        if part.is_some() && part == repeated_scalar(b, dest) {
            return Some(dest.into());
        }
        let cx = b.cx();
        let (v, d) = (consts.first().copied()??, consts.get(1).copied()??);
        if let (Some(x), Some(y)) = (cx.splat_value(v).or(Some(v)), cx.splat_value(d))
            && x == y
        {
            return Some(d.into());
        }
        constant(*self, &statics(&at)?, v, d, b)
    }
}

/// The constant with another part.
fn constant(op: InsertOp, at: &[i64], value: Attr, dest: Attr, b: &Body) -> Option<Folded> {
    let cx = b.cx();
    let dense = cx.attr_as::<DenseElementsAttr>(dest)?;
    let shape = fixed_shape(b, op.dest(b))?;
    if !may_copy(b, op.dest(b), count(shape)?) {
        return None;
    }
    let part = match cx.attr_as::<DenseElementsAttr>(value) {
        Some(part) => all_bytes(cx, part),
        None => scalar_bytes(cx, value)?,
    };
    let mut data = all_bytes(cx, dense);
    let start = linear(shape, at)?.checked_mul(dense.elem_bytes(cx))?;
    data.get_mut(start..start.checked_add(part.len())?)?.copy_from_slice(&part);
    cx.dense_attr(dense.ty, data).map(Into::into)
}

impl Canonicalize for InsertOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        all_of_it(*self, rw).or_else(|| every_element(*self, rw))
    }
}

/// An insertion that replaces all elements is a broadcast that adds dimensions of size one.
fn all_of_it(op: InsertOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (value, ty) = (op.value_to_store(rw), rw.ty(op.dest(rw)));
    let (part, whole) = (count(&vector_of(rw, value)?.shape)?, count(&vector_of(rw, op.dest(rw))?.shape)?);
    if part != whole || is_broadcastable(rw.cx(), rw.ty(value), ty).is_err() {
        return None;
    }
    let new = BroadcastOp::build(rw, value, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// A chain of insertions of every element becomes `vector.from_elements`.
fn every_element(op: InsertOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let result = op.result(rw);
    let goes_on = |user: Op| user.as_op::<InsertOp>(rw).is_some_and(|next| next.dest(rw) == result);
    if rw.users(result).any(goes_on) {
        return None;
    }
    let shape = fixed_shape(rw, result)?.to_vec();
    let n = count(&shape).filter(|&n| n <= rw.cx().limits().op_values as usize)?;
    // For each element, the inserted value that provides it and the element's number in it; later insertions take
    // precedence.
    let mut sources: Vec<Option<(usize, usize)>> = vec![None; n];
    let (mut missing, mut next, mut values) = (n, op, Vec::new());
    while missing > 0 {
        let at = statics(&next.mixed_position(rw)).filter(|at| !at.contains(&-1))?;
        let value = next.value_to_store(rw);
        let size = vector_of(rw, value).map_or(Some(1), |v| count(&v.shape))?;
        let (first, before) = (linear(&shape, &at)?, missing);
        for (i, slot) in sources.get_mut(first..first.checked_add(size)?)?.iter_mut().enumerate() {
            if slot.is_none() {
                *slot = Some((values.len(), i));
                missing -= 1;
            }
        }
        values.push(Some(value).filter(|_| missing < before));
        if missing > 0 {
            let dest = next.dest(rw);
            if rw.uses_of(dest).take(2).count() != 1 {
                return None;
            }
            next = rw.def_of::<InsertOp>(dest)?;
        }
    }
    let mut parts: Vec<Vec<Value>> = Vec::new();
    for value in values.into_iter().rev() {
        parts.push(match value {
            Some(v) if vector_of(rw, v).is_some() => ToElementsOp::create(rw, v)?,
            v => v.into_iter().collect(),
        });
    }
    parts.reverse();
    let elements: Vec<Value> = sources.into_iter().flatten().map(|(part, i)| parts[part][i]).collect();
    let ty = rw.ty(result);
    let new = FromElementsOp::build(rw, &elements, ty);
    rw.replace_op(op, &[new]);
    Some(())
}
