//! `vector` to `llvm`: accesses, element movement, reductions and masks of one-dimensional vectors; arithmetic and
//! extraction also of vectors with more dimensions.
//!
//! Before: `%v = vector.load %m[%i] : memref<64xf32>, vector<8xf32>`
//! After: `%v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>`

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::{
    arith::{Flags, elementwise},
    engine::{Dialect, Handler, Lower, Lowered},
    memref::{address, size_of, strides_of},
};

/// The handlers of `vector`.
pub const VECTOR: Dialect = Dialect { name: "vector", handler };

fn handler(op: &str) -> Option<Handler> {
    Some(match op {
        "load" => load,
        "store" => store,
        "maskedload" => masked_load,
        "maskedstore" => masked_store,
        "gather" => gather,
        "transfer_read" => transfer_read,
        "transfer_write" => transfer_write,
        "fma" => fma,
        "broadcast" | "splat" => broadcast,
        "extract" => extract,
        "insert" => insert,
        "reduction" => reduction,
        "step" => step,
        "shape_cast" => shape_cast,
        "bitcast" => bitcast,
        "shuffle" => shuffle,
        "create_mask" => create_mask,
        "constant_mask" => constant_mask,
        "extract_strided_slice" => extract_slice,
        "insert_strided_slice" => insert_slice,
        "interleave" => interleave,
        "from_elements" => from_elements,
        "to_elements" => to_elements,
        _ => return None,
    })
}

/// The alignment in bytes of an access to elements of a type, unless the op says another one.
fn alignment(l: &Lower<'_>, elem: Type) -> i64 {
    l.attr_i64("alignment").unwrap_or_else(|| llvm::layout(l.cx(), elem).map_or(1, |x| x.align as i64))
}

/// The address of a vector access: neighbouring elements have to be neighbours in memory.
fn vector_address(
    l: &mut Lower<'_>,
    memref: usize,
    indices: std::ops::Range<usize>,
) -> Lowered<(Value, Type)> {
    let ty = l.operand_type(memref);
    let m = l.cx().type_as::<MemRefType>(ty).ok_or("does not access a ranked memref")?;
    let last = strides_of(l.cx(), m).and_then(|s| s.strides.last().copied());
    if last.is_some_and(|s| s != 1) && m.shape.last() != Some(&1) {
        return Err("accesses elements that are not neighbours".to_owned());
    }
    let descriptor = l.operand(memref)?;
    let indices = l.operands(indices)?;
    address(l, ty, descriptor, &indices)
}

/// A converted type that is a scalar or a vector of one dimension.
fn flat(l: &Lower<'_>, ty: Type) -> Lowered<Type> {
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only supported for vectors of one dimension".to_owned());
    }
    Ok(ty)
}

fn load(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let (pointer, elem) = vector_address(l, 0, 1..n)?;
    let value = load_from(l, pointer, elem, ty);
    l.replace_one(value)
}

fn load_from(l: &mut Lower<'_>, pointer: Value, elem: Type, ty: Type) -> Value {
    let mut attrs = vec![("alignment", l.cx().i64_attr(alignment(l, elem)))];
    attrs.extend(nontemporal(l));
    l.build(llvm::LoadOp::info(), &[pointer], ty, &attrs)
}

fn nontemporal(l: &Lower<'_>) -> Option<(&'static str, Attr)> {
    let yes = l.attr_i64("nontemporal").is_some_and(|n| n != 0);
    yes.then(|| ("nontemporal", l.cx().unit()))
}

fn store(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let value = l.operand(0)?;
    flat(l, l.body.ty(value))?;
    let (pointer, elem) = vector_address(l, 1, 2..n)?;
    store_to(l, value, pointer, elem)
}

fn store_to(l: &mut Lower<'_>, value: Value, pointer: Value, elem: Type) -> Lowered {
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer]);
    state.set_attr(l.cx(), "alignment", l.cx().i64_attr(alignment(l, elem)));
    if let Some((name, attr)) = nontemporal(l) {
        state.set_attr(l.cx(), name, attr);
    }
    l.at().build(state);
    Ok(())
}

fn masked_load_from(l: &mut Lower<'_>, pointer: Value, mask: Value, other: Value, elem: Type) -> Value {
    let ty = l.body.ty(other);
    let align = l.cx().int_attr(alignment(l, elem), l.cx().i32());
    l.build(llvm::MaskedLoadOp::info(), &[pointer, mask, other], ty, &[("alignment", align)])
}

fn masked_load(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let n = l.body.num_operands(op);
    let (mask, other) = (l.operand(n - 2)?, l.operand(n - 1)?);
    flat(l, l.body.ty(other))?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 2)?;
    let value = masked_load_from(l, pointer, mask, other, elem);
    l.replace_one(value)
}

fn masked_store(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let (mask, value) = (l.operand(n - 2)?, l.operand(n - 1)?);
    flat(l, l.body.ty(value))?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 2)?;
    let align = l.cx().int_attr(alignment(l, elem), l.cx().i32());
    llvm::MaskedStoreOp::build(&mut l.at(), value, pointer, mask, align);
    Ok(())
}

fn gather(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 3)?;
    let v = l.operands(n - 3..n)?;
    let cx = l.body.cx_arc().clone();
    let pointers = cx.with_elem(ty, llvm::ptr(&cx));
    let (indices, elem_attr) = (cx.i32_array(&[llvm::DYNAMIC_INDEX]), cx.type_attr(elem));
    let addresses = llvm::GEPOp::build(&mut l.at(), pointer, &v[..1], indices, elem_attr, None, pointers);
    let align = cx.int_attr(alignment(l, elem), cx.i32());
    let value = l.build(llvm::MaskedGatherOp::info(), &[addresses, v[1], v[2]], ty, &[("alignment", align)]);
    l.replace_one(value)
}

/// What a transfer does along its vector.
enum Along {
    /// Neighbouring elements of the last dimension.
    Last,
    /// One element for all lanes.
    Broadcast,
}

/// The direction of a transfer with a one-dimensional vector.
fn along(l: &Lower<'_>, memref: Type) -> Lowered<Along> {
    let cx = l.cx();
    let rank = cx.type_as::<MemRefType>(memref).ok_or("does not access a ranked memref")?.shape.len();
    let map =
        l.attr("permutation_map").and_then(|a| cx.attr_as::<AffineMapAttr>(a)).ok_or("misses its map")?;
    match map.0.results() {
        [one] if one.as_dim().is_some_and(|d| d as usize + 1 == rank) => Ok(Along::Last),
        [one] if one.as_const() == Some(0) => Ok(Along::Broadcast),
        _ => Err("is only supported for a vector along the last dimension".to_owned()),
    }
}

fn in_bounds(l: &Lower<'_>) -> bool {
    let all = l.attr("in_bounds").and_then(|a| l.cx().attr_as::<ArrayAttr>(a));
    all.is_some_and(|a| a.0.iter().all(|&b| l.cx().attr_i64(b).is_some_and(|n| n != 0)))
}

/// The lanes that are inside of the memref, and in the mask of the op; `None` for all.
fn transfer_mask(
    l: &mut Lower<'_>,
    memref: usize,
    last: Option<usize>,
    mask: Option<usize>,
    lanes: usize,
) -> Lowered<Option<Value>> {
    let given = mask.map(|i| l.operand(i)).transpose()?;
    if in_bounds(l) {
        return Ok(given);
    }
    let ty = l.operand_type(memref);
    let descriptor = l.operand(memref)?;
    let rank = l.cx().type_as::<MemRefType>(ty).map_or(0, |m| m.shape.len());
    let (Some(index), Some(dim)) = (last, rank.checked_sub(1)) else { return Ok(given) };
    let (index, size) = (l.operand(index)?, size_of(l, ty, descriptor, dim)?);
    if let (Some(i), Some(n)) = (l.known(index), l.known(size))
        && i >= 0
        && i.checked_add(lanes as i64).is_some_and(|end| end <= n)
    {
        return Ok(given);
    }
    let left = llvm::SubOp::build(&mut l.at(), size, index, None);
    let inside = mask_below(l, left, lanes);
    Ok(Some(match given {
        Some(given) => llvm::AndOp::build(&mut l.at(), inside, given),
        None => inside,
    }))
}

/// A mask of the lanes whose number is below `n`.
fn mask_below(l: &mut Lower<'_>, n: Value, lanes: usize) -> Value {
    let cx = l.body.cx_arc().clone();
    let (ty, mask_ty) = (cx.vector(&[lanes as i64], cx.i64()), cx.vector(&[lanes as i64], cx.i1()));
    let numbers: Vec<i64> = (0..lanes as i64).collect();
    let numbers = cx.dense_i64s(ty, &numbers).unwrap_or_else(|| cx.i64_attr(0));
    let numbers = llvm::ConstantOp::build(&mut l.at(), numbers, ty);
    let n = l.splat(n, ty);
    let slt = cx.i64_attr(2);
    l.build(llvm::ICmpOp::info(), &[numbers, n], mask_ty, &[("predicate", slt)])
}

fn transfer_read(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let memref = l.operand_type(0);
    let along = along(l, memref)?;
    let indices = l.body.operand_group(op, 1);
    let padding = l.operand(l.body.operand_group(op, 2).start)?;
    let mask = l.body.operand_group(op, 3).next();
    let last = indices.clone().last();
    if let Along::Broadcast = along {
        if mask.is_some() {
            return Err("broadcasts under a mask".to_owned());
        }
        let descriptor = l.operand(0)?;
        let indices = l.operands(indices)?;
        let (pointer, elem) = address(l, memref, descriptor, &indices)?;
        let scalar = l.build(llvm::LoadOp::info(), &[pointer], elem, &[]);
        let value = l.splat(scalar, ty);
        return l.replace_one(value);
    }
    let lanes = l.lanes(ty);
    let mask = transfer_mask(l, 0, last, mask, lanes)?;
    let (pointer, elem) = vector_address(l, 0, indices)?;
    let value = match mask {
        None => load_from(l, pointer, elem, ty),
        Some(mask) => {
            let other = l.splat(padding, ty);
            masked_load_from(l, pointer, mask, other, elem)
        }
    };
    l.replace_one(value)
}

fn transfer_write(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let value = l.operand(0)?;
    let ty = flat(l, l.body.ty(value))?;
    let memref = l.operand_type(1);
    if let Along::Broadcast = along(l, memref)? {
        return Err("writes all lanes to one place".to_owned());
    }
    let indices = l.body.operand_group(op, 2);
    let mask = l.body.operand_group(op, 3).next();
    let last = indices.clone().last();
    let lanes = l.lanes(ty);
    let mask = transfer_mask(l, 1, last, mask, lanes)?;
    let (pointer, elem) = vector_address(l, 1, indices)?;
    match mask {
        None => store_to(l, value, pointer, elem),
        Some(mask) => {
            let align = l.cx().int_attr(alignment(l, elem), l.cx().i32());
            llvm::MaskedStoreOp::build(&mut l.at(), value, pointer, mask, align);
            Ok(())
        }
    }
}

/// `vector.fma` on floats is one rounding.
fn fma(l: &mut Lower<'_>) -> Lowered {
    elementwise(l, llvm::FMAOp::info(), Flags::None)
}

fn broadcast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let source = l.operand_type(0);
    let shape = |t: Type| l.cx().type_as::<VectorType>(t).map(|v| v.shape.to_vec()).unwrap_or_default();
    let (from, to) = (shape(source), shape(l.result_type(0)));
    let extra = to.len().saturating_sub(from.len());
    let out = broadcast_to(l, value, &from, ty, extra)?;
    l.replace_one(out)
}

/// Repeats `value`, of shape `from`, to `ty`; the first `extra` dimensions are new.
fn broadcast_to(l: &mut Lower<'_>, value: Value, from: &[i64], ty: Type, extra: usize) -> Lowered<Value> {
    let array = l.cx().type_as::<llvm::ArrayType>(ty).copied();
    let Some(array) = array else {
        // The innermost dimension: a scalar, one lane, or the vector itself.
        return Ok(match from {
            [] if l.cx().type_as::<VectorType>(l.body.ty(value)).is_none() => l.splat(value, ty),
            [] | [1] if l.body.ty(value) != ty => {
                let zero = l.index(0);
                let scalar = llvm::ExtractElementOp::build(&mut l.at(), value, zero);
                l.splat(scalar, ty)
            }
            _ => value,
        });
    };
    let inner = if extra > 0 { from } else { from.get(1..).unwrap_or(&[]) };
    let repeated = extra > 0 || from.first() == Some(&1) && array.len != 1;
    let mut out = l.poison(ty);
    let mut same = None;
    for i in 0..array.len as i64 {
        let part = match same {
            Some(part) => part,
            None => {
                let row = if extra > 0 { value } else { l.part(value, &[if repeated { 0 } else { i }])? };
                broadcast_to(l, row, inner, array.elem, extra.saturating_sub(1))?
            }
        };
        same = repeated.then_some(part);
        out = l.with_part(out, part, &[i]);
    }
    Ok(out)
}

/// The positions of an extraction or insertion: constants, or the last one a value.
fn positions(l: &mut Lower<'_>, first_dynamic: usize) -> Lowered<Vec<Value>> {
    let mut next = first_dynamic;
    l.array("static_position")
        .into_iter()
        .map(|n| {
            if n != DYNAMIC {
                return Ok(l.index(n));
            }
            next += 1;
            l.operand(next - 1)
        })
        .collect()
}

/// Splits positions into those of the arrays around a vector and that of the element in it.
fn split(l: &Lower<'_>, source: Type, positions: &[Value]) -> Lowered<(Vec<i64>, Option<Value>)> {
    let mut ty = source;
    let mut outer = Vec::new();
    let mut rest = positions.iter();
    while let (Some(array), false) = (l.cx().type_as::<llvm::ArrayType>(ty), rest.as_slice().is_empty()) {
        if let Some(&v) = rest.next() {
            outer.push(l.known(v).ok_or("has a position that is known only at run time")?);
        }
        ty = array.elem;
    }
    Ok((outer, rest.next().copied()))
}

fn extract(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let positions = positions(l, 1)?;
    let (outer, element) = split(l, l.body.ty(value), &positions)?;
    let part = if outer.is_empty() { value } else { l.part(value, &outer)? };
    let want = l.new_result_type(0)?;
    let element = match element {
        // A vector without dimensions has one element.
        None if l.body.ty(part) != want => Some(l.index(0)),
        other => other,
    };
    let out = match element {
        Some(at) => llvm::ExtractElementOp::build(&mut l.at(), part, at),
        None => part,
    };
    l.replace_one(out)
}

fn insert(l: &mut Lower<'_>) -> Lowered {
    let (value, target) = (l.operand(0)?, l.operand(1)?);
    let positions = positions(l, 2)?;
    let (outer, element) = split(l, l.body.ty(target), &positions)?;
    let element = match element {
        None if outer.is_empty() && l.body.ty(value) != l.body.ty(target) => Some(l.index(0)),
        other => other,
    };
    let part = match element {
        Some(at) => {
            let row = if outer.is_empty() { target } else { l.part(target, &outer)? };
            llvm::InsertElementOp::build(&mut l.at(), row, value, at)
        }
        None => value,
    };
    let out = if outer.is_empty() { part } else { l.with_part(target, part, &outer) };
    l.replace_one(out)
}

fn reduction(l: &mut Lower<'_>) -> Lowered {
    let vector = l.operand(0)?;
    flat(l, l.body.ty(vector))?;
    let start = if l.body.num_operands(l.op()) > 1 { Some(l.operand(1)?) } else { None };
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let kind = l.words("kind").into_iter().next().unwrap_or_default();
    let float = llvm::types::is_float(&cx, ty);
    let mut flags = llvm::FastmathFlags(0);
    if let Some(attr) = l.fastmath().and_then(|a| cx.attr_as::<llvm::FastmathFlags>(a)) {
        flags = *attr;
    }
    if l.options.reassociate_reductions {
        flags.0 |= llvm::FastmathFlags::REASSOC.0;
    }
    if float && (kind == "add" || kind == "mul") {
        let info =
            if kind == "add" { llvm::VectorReduceFAddOp::info() } else { llvm::VectorReduceFMulOp::info() };
        let neutral = cx.float_attr(if kind == "add" { 0.0 } else { 1.0 }, ty);
        let start = start.unwrap_or_else(|| llvm::ConstantOp::build(&mut l.at(), neutral, ty));
        let value = l.build(info, &[start, vector], ty, &[("fastmathFlags", flags.attr(&cx))]);
        return l.replace_one(value);
    }
    // The reduction of the lanes, and how the start value is combined with it.
    let (reduce, combine): (&'static OpInfo, &'static OpInfo) = match (kind.as_str(), float) {
        ("add", false) => (llvm::VectorReduceAddOp::info(), llvm::AddOp::info()),
        ("mul", false) => (llvm::VectorReduceMulOp::info(), llvm::MulOp::info()),
        ("and", false) => (llvm::VectorReduceAndOp::info(), llvm::AndOp::info()),
        ("or", false) => (llvm::VectorReduceOrOp::info(), llvm::OrOp::info()),
        ("xor", false) => (llvm::VectorReduceXorOp::info(), llvm::XOrOp::info()),
        ("minsi", false) => (llvm::VectorReduceSMinOp::info(), llvm::SMinOp::info()),
        ("maxsi", false) => (llvm::VectorReduceSMaxOp::info(), llvm::SMaxOp::info()),
        ("minui", false) => (llvm::VectorReduceUMinOp::info(), llvm::UMinOp::info()),
        ("maxui", false) => (llvm::VectorReduceUMaxOp::info(), llvm::UMaxOp::info()),
        ("minnumf", true) => (llvm::VectorReduceFMinOp::info(), llvm::MinNumOp::info()),
        ("maxnumf", true) => (llvm::VectorReduceFMaxOp::info(), llvm::MaxNumOp::info()),
        ("minimumf", true) => (llvm::VectorReduceFMinimumOp::info(), llvm::MinimumOp::info()),
        ("maximumf", true) => (llvm::VectorReduceFMaximumOp::info(), llvm::MaximumOp::info()),
        _ => return Err(format!("has no reduction '{kind}' for type '{}'", cx.type_to_string(ty))),
    };
    let attrs: &[(&str, Attr)] = if float { &[("fastmathFlags", flags.attr(&cx))] } else { &[] };
    let mut value = l.build(reduce, &[vector], ty, attrs);
    if let Some(start) = start {
        value = l.build(combine, &[value, start], ty, attrs);
    }
    l.replace_one(value)
}

fn step(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let numbers: Vec<i64> = (0..l.lanes(ty) as i64).collect();
    let value = cx.dense_i64s(ty, &numbers).ok_or("has no constant")?;
    let value = llvm::ConstantOp::build(&mut l.at(), value, ty);
    l.replace_one(value)
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
    if row == lanes && at % row == 0 {
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

/// Reinterprets the row-major sequence of elements.
fn shape_cast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    if l.body.ty(value) == ty {
        return l.replace_one(value);
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

fn bitcast(l: &mut Lower<'_>) -> Lowered {
    elementwise(l, llvm::BitcastOp::info(), Flags::None)
}

fn shuffle(l: &mut Lower<'_>) -> Lowered {
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let ty = l.new_result_type(0)?;
    let mask: Vec<i32> = l.array("mask").iter().map(|&n| n as i32).collect();
    if l.body.ty(a) == l.body.ty(b) && l.cx().type_as::<llvm::ArrayType>(ty).is_none() {
        let mask = l.cx().i32_array(&mask);
        let value = llvm::ShuffleVectorOp::build(&mut l.at(), a, b, mask, ty);
        return l.replace_one(value);
    }
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only supported for vectors of one dimension".to_owned());
    }
    let n = l.lanes(l.body.ty(a)) as i32;
    let mut out = l.poison(ty);
    for (i, &k) in mask.iter().enumerate() {
        let (source, k) = if k < n { (a, k) } else { (b, k - n) };
        let (from, to) = (l.index(k.into()), l.index(i as i64));
        let element = llvm::ExtractElementOp::build(&mut l.at(), source, from);
        out = llvm::InsertElementOp::build(&mut l.at(), out, element, to);
    }
    l.replace_one(out)
}

fn create_mask(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let n = l.operand(0)?;
    let lanes = l.lanes(ty);
    let value = mask_below(l, n, lanes);
    l.replace_one(value)
}

fn constant_mask(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let n = l.array("mask_dim_sizes").first().copied().unwrap_or(1);
    let cx = l.body.cx_arc().clone();
    let bits: Vec<u8> = (0..l.lanes(ty) as i64).map(|i| u8::from(i < n)).collect();
    let value = cx.dense_attr(ty, bits).ok_or("has no constant")?;
    let value = llvm::ConstantOp::build(&mut l.at(), value, ty);
    l.replace_one(value)
}

/// The numbers in an array attribute.
fn numbers(l: &Lower<'_>, name: &str) -> Vec<i64> {
    let all = l.attr(name).and_then(|a| l.cx().attr_as::<ArrayAttr>(a));
    all.map(|a| a.0.iter().filter_map(|&n| l.cx().attr_i64(n)).collect()).unwrap_or_default()
}

fn extract_slice(l: &mut Lower<'_>) -> Lowered {
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

fn insert_slice(l: &mut Lower<'_>) -> Lowered {
    let (value, target) = (l.operand(0)?, l.operand(1)?);
    flat(l, l.body.ty(value))?;
    let offsets = numbers(l, "offsets");
    let step = numbers(l, "strides").first().copied().unwrap_or(1);
    // A slice into a row of an array goes into that row.
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

fn interleave(l: &mut Lower<'_>) -> Lowered {
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let n = l.lanes(l.body.ty(a)) as i32;
    let mask: Vec<i32> = (0..n).flat_map(|i| [i, n + i]).collect();
    let mask = l.cx().i32_array(&mask);
    let out = llvm::ShuffleVectorOp::build(&mut l.at(), a, b, mask, ty);
    l.replace_one(out)
}

fn from_elements(l: &mut Lower<'_>) -> Lowered {
    let values = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let mut rest = values.into_iter();
    let out = l.each_vector(&[], ty, &mut |l, _, ty| {
        let mut out = l.poison(ty);
        for i in 0..l.lanes(ty) as i64 {
            let value = rest.next().ok_or("has too few elements")?;
            let at = l.index(i);
            out = llvm::InsertElementOp::build(&mut l.at(), out, value, at);
        }
        Ok(out)
    })?;
    l.replace_one(out)
}

fn to_elements(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let (mut parts, mut out) = (Vec::new(), Vec::new());
    rows(l, value, &mut parts)?;
    for part in parts {
        for i in 0..l.lanes(l.body.ty(part)) as i64 {
            let at = l.index(i);
            out.push(llvm::ExtractElementOp::build(&mut l.at(), part, at));
        }
    }
    l.replace(&out)
}
