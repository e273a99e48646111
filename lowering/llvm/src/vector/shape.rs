//! Data movement: extractions, insertions, shuffles and shape casts.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::flat;
use crate::{
    arith::{Flags, elementwise},
    engine::{Lower, Lowered},
};

/// The position of an extraction or insertion.
struct Place {
    /// That in the arrays around a vector.
    outer: Vec<i64>,
    /// That in the vector.
    lane: Option<Lane>,
}

/// A position in a vector.
#[derive(Clone, Copy)]
enum Lane {
    Known(i64),
    Operand(usize),
}

impl Lane {
    fn value(self, l: &mut Lower<'_>) -> Lowered<Value> {
        match self {
            Self::Known(n) => Ok(l.position(n)),
            Self::Operand(i) => l.operand(i),
        }
    }
}

/// The position in a value of type `ty`; the operands from `first_dynamic` on are those that are not constants.
fn place(l: &mut Lower<'_>, ty: Type, first_dynamic: usize) -> Lowered<Place> {
    let (mut ty, mut next) = (ty, first_dynamic);
    let mut place = Place { outer: Vec::new(), lane: None };
    for n in l.array("static_position") {
        let at = if n == DYNAMIC { Lane::Operand(next) } else { Lane::Known(n) };
        next += usize::from(n == DYNAMIC);
        let Some(&array) = l.cx().type_as::<llvm::ArrayType>(ty) else {
            place.lane = Some(at);
            continue;
        };
        let known = match at {
            Lane::Known(n) => Some(n),
            Lane::Operand(i) => {
                let v = l.operand(i)?;
                l.known(v)
            }
        };
        place.outer.push(known.ok_or("has a position that is known only at run time")?);
        ty = array.elem;
    }
    Ok(place)
}

pub(super) fn extract(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let Place { outer, lane } = place(l, l.body.ty(value), 1)?;
    let part = if outer.is_empty() { value } else { l.part(value, &outer)? };
    let want = l.new_result_type(0)?;
    // A vector of rank 0 has one element.
    let lane = lane.or_else(|| (l.body.ty(part) != want).then_some(Lane::Known(0)));
    let out = match lane {
        Some(lane) => {
            let at = lane.value(l)?;
            llvm::ExtractElementOp::build(&mut l.at(), part, at)
        }
        None => part,
    };
    l.replace_one(out)
}

pub(super) fn insert(l: &mut Lower<'_>) -> Lowered {
    let (value, target) = (l.operand(0)?, l.operand(1)?);
    let Place { outer, lane } = place(l, l.body.ty(target), 2)?;
    let single = outer.is_empty() && l.body.ty(value) != l.body.ty(target);
    let part = match lane.or_else(|| single.then_some(Lane::Known(0))) {
        Some(lane) => {
            let row = if outer.is_empty() { target } else { l.part(target, &outer)? };
            let at = lane.value(l)?;
            llvm::InsertElementOp::build(&mut l.at(), row, value, at)
        }
        None => value,
    };
    let out = if outer.is_empty() { part } else { l.with_part(target, part, &outer) };
    l.replace_one(out)
}

/// The elements of a value in row-major order, as one-dimensional vectors or scalars.
fn rows(l: &mut Lower<'_>, value: Value, out: &mut Vec<Value>) -> Lowered {
    let array = l.cx().type_as::<llvm::ArrayType>(l.body.ty(value)).copied();
    let Some(array) = array else {
        out.push(value);
        return Ok(());
    };
    for i in 0..array.len as i64 {
        let part = l.part(value, &[i])?;
        rows(l, part, out)?;
    }
    Ok(())
}

/// Takes `lanes` elements in row-major order from rows of `row` elements each, from element `at` on.
fn take(l: &mut Lower<'_>, rows: &[Value], row: usize, at: usize, lanes: usize, ty: Type) -> Value {
    if row == lanes && at.is_multiple_of(row) {
        return rows[at / row];
    }
    let within = at % row + lanes <= row;
    if within {
        let numbers: Vec<i32> = (at % row..at % row + lanes).map(|i| i as i32).collect();
        let mask = l.cx().i32_array(&numbers);
        let source = rows[at / row];
        let poison = l.poison(l.body.ty(source));
        return llvm::ShuffleVectorOp::build(&mut l.at(), source, poison, mask, ty);
    }
    let mut out = l.poison(ty);
    for i in 0..lanes {
        let (from, to) = (l.index(((at + i) % row) as i64), l.index(i as i64));
        let element = llvm::ExtractElementOp::build(&mut l.at(), rows[(at + i) / row], from);
        out = llvm::InsertElementOp::build(&mut l.at(), out, element, to);
    }
    out
}

/// Reinterprets the elements in row-major order.
pub(super) fn shape_cast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    if l.body.ty(value) == ty {
        return l.replace_one(value);
    }
    // In upstream's form, those with a conversion became extractions and insertions before.
    if l.options.upstream {
        return Err("changes the shape of vectors".to_owned());
    }
    let mut source = Vec::new();
    rows(l, value, &mut source)?;
    let row = source.first().map_or(1, |&v| l.lanes(l.body.ty(v)));
    let mut at = 0;
    let out = l.each_vector(&[], ty, &mut |l, _, ty| {
        let lanes = l.lanes(ty);
        at += lanes;
        Ok(take(l, &source, row, at - lanes, lanes, ty))
    })?;
    l.replace_one(out)
}

pub(super) fn bitcast(l: &mut Lower<'_>) -> Lowered {
    if l.options.upstream {
        flat(l, l.new_result_type(0)?)?;
    }
    elementwise(l, llvm::BitcastOp::info(), Flags::None)
}

pub(super) fn shuffle(l: &mut Lower<'_>) -> Lowered {
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let ty = l.new_result_type(0)?;
    let mask: Vec<i32> = l.array("mask").iter().map(|&n| n as i32).collect();
    if l.body.ty(a) == l.body.ty(b) && l.cx().type_as::<llvm::ArrayType>(ty).is_none() {
        let mask = l.cx().i32_array(&mask);
        let value = llvm::ShuffleVectorOp::build(&mut l.at(), a, b, mask, ty);
        return l.replace_one(value);
    }
    let rows =
        |l: &Lower<'_>, v: Value| l.cx().type_as::<llvm::ArrayType>(l.body.ty(v)).map(|a| a.len as i32);
    let of_rows = rows(l, a).is_some();
    let n = rows(l, a).unwrap_or_else(|| l.lanes(l.body.ty(a)) as i32);
    let mut out = l.poison(ty);
    for (i, &k) in mask.iter().enumerate() {
        let (source, k) = if k < n { (a, k) } else { (b, k - n) };
        if of_rows {
            let row = l.part(source, &[k.into()])?;
            out = l.with_part(out, row, &[i as i64]);
            continue;
        }
        let from = l.index(k.into());
        let element = llvm::ExtractElementOp::build(&mut l.at(), source, from);
        let to = l.index(i as i64);
        out = llvm::InsertElementOp::build(&mut l.at(), out, element, to);
    }
    l.replace_one(out)
}

/// The numbers in an array attribute.
fn numbers(l: &Lower<'_>, name: &str) -> Vec<i64> {
    let all = l.attr(name).and_then(|a| l.cx().attr_as::<ArrayAttr>(a));
    all.map(|a| a.0.iter().filter_map(|&n| l.cx().attr_i64(n)).collect()).unwrap_or_default()
}

pub(super) fn extract_slice(l: &mut Lower<'_>) -> Lowered {
    if l.options.upstream {
        return rows_of(l);
    }
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    flat(l, l.body.ty(value))?;
    let (offset, step) = (numbers(l, "offsets"), numbers(l, "strides"));
    let (offset, step) = (offset.first().copied().unwrap_or(0), step.first().copied().unwrap_or(1));
    let mask: Vec<i32> = (0..l.lanes(ty) as i64).map(|i| (offset + i * step) as i32).collect();
    let mask = l.cx().i32_array(&mask);
    let poison = l.poison(l.body.ty(value));
    let out = llvm::ShuffleVectorOp::build(&mut l.at(), value, poison, mask, ty);
    l.replace_one(out)
}

/// A slice of whole rows, as upstream takes it.
fn rows_of(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|name| numbers(l, name));
    let (&[offset], &[size], &[stride]) = (&offsets[..], &sizes[..], &strides[..]) else {
        return Err("takes parts of rows".to_owned());
    };
    if l.cx().type_as::<llvm::ArrayType>(ty).is_none() {
        return Err("takes lanes of a vector".to_owned());
    }
    let mut out = l.poison(ty);
    for i in 0..size {
        let row = l.part(value, &[offset + i * stride])?;
        out = l.with_part(out, row, &[i]);
    }
    l.replace_one(out)
}

pub(super) fn insert_slice(l: &mut Lower<'_>) -> Lowered {
    let (value, target) = (l.operand(0)?, l.operand(1)?);
    flat(l, l.body.ty(value))?;
    let offsets = numbers(l, "offsets");
    let step = numbers(l, "strides").first().copied().unwrap_or(1);
    // A slice into a row of an array is inserted into that row.
    let (row_at, offset) = match offsets[..] {
        [offset] => (Vec::new(), offset),
        [ref outer @ .., offset] => (outer.to_vec(), offset),
        [] => return Err("misses its offsets".to_owned()),
    };
    let row = if row_at.is_empty() { target } else { l.part(target, &row_at)? };
    flat(l, l.body.ty(row))?;
    let mut out = row;
    for i in 0..l.lanes(l.body.ty(value)) as i64 {
        let (from, to) = (l.index(i), l.index(offset + i * step));
        let element = llvm::ExtractElementOp::build(&mut l.at(), value, from);
        out = llvm::InsertElementOp::build(&mut l.at(), out, element, to);
    }
    let out = if row_at.is_empty() { out } else { l.with_part(target, out, &row_at) };
    l.replace_one(out)
}

/// Whether a value is a vector whose number of lanes is a multiple of `vscale`.
fn is_scalable(l: &Lower<'_>, ty: Type) -> bool {
    l.cx().type_as::<VectorType>(ty).is_some_and(|v| v.scalable.contains(&true))
}

pub(super) fn interleave(l: &mut Lower<'_>) -> Lowered {
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    if is_scalable(l, ty) {
        let value = llvm::VectorInterleave2Op::build(&mut l.at(), a, b, ty);
        return l.replace_one(value);
    }
    let n = l.lanes(l.body.ty(a)) as i32;
    let mask: Vec<i32> = (0..n).flat_map(|i| [i, n + i]).collect();
    let mask = l.cx().i32_array(&mask);
    let out = llvm::ShuffleVectorOp::build(&mut l.at(), a, b, mask, ty);
    l.replace_one(out)
}

pub(super) fn deinterleave(l: &mut Lower<'_>) -> Lowered {
    let source = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    if is_scalable(l, ty) {
        let both = l.cx().ty(llvm::StructType::literal(vec![ty, ty]));
        let both = llvm::VectorDeinterleave2Op::build(&mut l.at(), source, both);
        let parts = [l.part(both, &[0])?, l.part(both, &[1])?];
        return l.replace(&parts);
    }
    let n = l.lanes(ty) as i32;
    let poison = l.poison(l.body.ty(source));
    let parts = [0, 1].map(|first| {
        let mask: Vec<i32> = (0..n).map(|i| 2 * i + first).collect();
        let mask = l.cx().i32_array(&mask);
        llvm::ShuffleVectorOp::build(&mut l.at(), source, poison, mask, ty)
    });
    l.replace(&parts)
}

pub(super) fn from_elements(l: &mut Lower<'_>) -> Lowered {
    let values = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let mut rest = values.into_iter();
    let out = l.each_vector(&[], ty, &mut |l, _, ty| {
        let mut out = l.poison(ty);
        for i in 0..l.lanes(ty) as i64 {
            let value = rest.next().ok_or("has too few elements")?;
            let at = l.position(i);
            out = llvm::InsertElementOp::build(&mut l.at(), out, value, at);
        }
        Ok(out)
    })?;
    l.replace_one(out)
}

pub(super) fn to_elements(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let (mut parts, mut out) = (Vec::new(), Vec::new());
    rows(l, value, &mut parts)?;
    let results = l.body.results(l.op()).to_vec();
    let mut results = results.into_iter();
    for part in parts {
        for (i, result) in (0..l.lanes(l.body.ty(part)) as i64).zip(&mut results) {
            // In upstream's form, elements without uses are not extracted.
            if l.options.upstream && !l.body.has_uses(result) {
                out.push(part);
                continue;
            }
            let at = l.position(i);
            out.push(llvm::ExtractElementOp::build(&mut l.at(), part, at));
        }
    }
    l.replace(&out)
}

/// Extracts a part of a scalable vector.
pub(super) fn scalable_extract(l: &mut Lower<'_>) -> Lowered {
    let (source, ty) = (l.operand(0)?, l.new_result_type(0)?);
    let pos = l.attr("pos").ok_or("has no position")?;
    let value = l.build(llvm::VectorExtractOp::info(), &[source], ty, &[("pos", pos)]);
    l.replace_one(value)
}

/// Inserts a part into a scalable vector.
pub(super) fn scalable_insert(l: &mut Lower<'_>) -> Lowered {
    let (part, dest, ty) = (l.operand(0)?, l.operand(1)?, l.new_result_type(0)?);
    let pos = l.attr("pos").ok_or("has no position")?;
    let value = l.build(llvm::VectorInsertOp::info(), &[dest, part], ty, &[("pos", pos)]);
    l.replace_one(value)
}
