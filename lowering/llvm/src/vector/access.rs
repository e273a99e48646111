//! Loads, stores and transfers.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::{flat, lanes::mask_below};
use crate::{
    engine::{Lower, Lowered},
    memref::{address, address_of, poison, size_of, strides_of},
};

/// The alignment in bytes of an access to a vector: that of its elements, or that of the vector if the options say so.
fn alignment(l: &Lower<'_>, elem: Type, vector: Type) -> i64 {
    let ty = if l.options.vector_alignment { vector } else { elem };
    l.attr_i64("alignment").unwrap_or_else(|| llvm::layout(l.cx(), ty).map_or(1, |x| x.align as i64))
}

/// The address of a vector access, whose elements must be contiguous in memory. Under a mask, not even the first element has to exist.
fn vector_address(
    l: &mut Lower<'_>,
    memref: usize,
    indices: std::ops::Range<usize>,
    in_bounds: bool,
) -> Lowered<(Value, Type)> {
    let ty = l.operand_type(memref);
    let m = l.cx().type_as::<MemRefType>(ty).ok_or("does not access a ranked memref")?;
    let last = strides_of(l.cx(), m).and_then(|s| s.strides.last().copied());
    if last.is_some_and(|s| s != 1) && m.shape.last() != Some(&1) {
        return Err("accesses elements that are not neighbours".to_owned());
    }
    element_address(l, memref, indices, in_bounds)
}

/// The address of an element and its type; `in_bounds` says that the element exists.
fn element_address(
    l: &mut Lower<'_>,
    memref: usize,
    indices: std::ops::Range<usize>,
    in_bounds: bool,
) -> Lowered<(Value, Type)> {
    let ty = l.operand_type(memref);
    let descriptor = l.operand(memref)?;
    let indices = l.operands(indices)?;
    if l.options.upstream {
        return crate::memref::upstream_descriptor::address(l, ty, descriptor, &indices, false);
    }
    address_of(l, ty, descriptor, &indices, in_bounds)
}

pub(super) fn load(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let (pointer, elem) = vector_address(l, 0, 1..n, true)?;
    let value = load_from(l, pointer, elem, ty);
    l.replace_one(value)
}

fn load_from(l: &mut Lower<'_>, pointer: Value, elem: Type, ty: Type) -> Value {
    let mut attrs = vec![("alignment", l.cx().i64_attr(alignment(l, elem, ty)))];
    attrs.extend(nontemporal(l));
    let bytes = bytes_of(l, ty);
    let value = l.build(llvm::LoadOp::info(), &[pointer], bytes.unwrap_or(ty), &attrs);
    truths(l, value, ty)
}

/// The type in memory of a vector of booleans, which take a byte each there, like scalars.
fn bytes_of(l: &Lower<'_>, ty: Type) -> Option<Type> {
    let vector = l.cx().type_as::<VectorType>(ty).filter(|v| v.elem == l.cx().i1())?;
    Some(l.cx().vector(&vector.shape, l.cx().int_type(8)))
}

/// The loaded vector; bytes of booleans are converted.
fn truths(l: &mut Lower<'_>, value: Value, ty: Type) -> Value {
    if l.body.ty(value) == ty { value } else { l.build(llvm::TruncOp::info(), &[value], ty, &[]) }
}

/// The vector to store; booleans are converted to bytes.
fn in_memory(l: &mut Lower<'_>, value: Value) -> Value {
    match bytes_of(l, l.body.ty(value)) {
        Some(bytes) => l.build(llvm::ZExtOp::info(), &[value], bytes, &[]),
        None => value,
    }
}

fn nontemporal(l: &Lower<'_>) -> Option<(&'static str, Attr)> {
    let yes = l.attr_i64("nontemporal").is_some_and(|n| n != 0);
    yes.then(|| ("nontemporal", l.cx().unit()))
}

pub(super) fn store(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let value = l.operand(0)?;
    flat(l, l.body.ty(value))?;
    let (pointer, elem) = vector_address(l, 1, 2..n, true)?;
    store_to(l, value, pointer, elem)
}

fn store_to(l: &mut Lower<'_>, value: Value, pointer: Value, elem: Type) -> Lowered {
    let align = alignment(l, elem, l.body.ty(value));
    let value = in_memory(l, value);
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer]);
    state.set_attr(l.cx(), "alignment", l.cx().i64_attr(align));
    if let Some((name, attr)) = nontemporal(l) {
        state.set_attr(l.cx(), name, attr);
    }
    l.at().build(state);
    Ok(())
}

fn masked_load_from(l: &mut Lower<'_>, pointer: Value, mask: Value, other: Value, elem: Type) -> Value {
    let ty = l.body.ty(other);
    let other = in_memory(l, other);
    let bytes = l.body.ty(other);
    let align = l.cx().int_attr(alignment(l, elem, ty), l.cx().i32());
    let value = l.build(llvm::MaskedLoadOp::info(), &[pointer, mask, other], bytes, &[("alignment", align)]);
    truths(l, value, ty)
}

pub(super) fn masked_load(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let n = l.body.num_operands(op);
    let (mask, other) = (l.operand(n - 2)?, l.operand(n - 1)?);
    flat(l, l.body.ty(other))?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 2, false)?;
    let value = masked_load_from(l, pointer, mask, other, elem);
    l.replace_one(value)
}

pub(super) fn masked_store(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let (mask, value) = (l.operand(n - 2)?, l.operand(n - 1)?);
    flat(l, l.body.ty(value))?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 2, false)?;
    let align = l.cx().int_attr(alignment(l, elem, l.body.ty(value)), l.cx().i32());
    let value = in_memory(l, value);
    llvm::MaskedStoreOp::build(&mut l.at(), value, pointer, mask, align);
    Ok(())
}

/// The addresses of the elements at the positions that a vector lists.
fn addresses(l: &mut Lower<'_>, pointer: Value, elem: Type, indices: Value, vector: Type) -> Value {
    let cx = l.body.cx_arc().clone();
    let pointers = cx.with_elem(vector, l.body.ty(pointer));
    let (at, elem) = (cx.i32_array(&[llvm::DYNAMIC_INDEX]), cx.type_attr(elem));
    llvm::GEPOp::build(&mut l.at(), pointer, &[indices], at, elem, None, pointers)
}

pub(super) fn gather(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 3, false)?;
    let v = l.operands(n - 3..n)?;
    let addresses = addresses(l, pointer, elem, v[0], ty);
    let align = l.cx().int_attr(alignment(l, elem, ty), l.cx().i32());
    let value = l.build(llvm::MaskedGatherOp::info(), &[addresses, v[1], v[2]], ty, &[("alignment", align)]);
    l.replace_one(value)
}

pub(super) fn scatter(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let v = l.operands(n - 3..n)?;
    let ty = l.body.ty(v[2]);
    flat(l, ty)?;
    let (pointer, elem) = vector_address(l, 0, 1..n - 3, false)?;
    let addresses = addresses(l, pointer, elem, v[0], ty);
    let align = l.cx().int_attr(alignment(l, elem, ty), l.cx().i32());
    llvm::MaskedScatterOp::build(&mut l.at(), v[2], addresses, v[1], align);
    Ok(())
}

/// Booleans take a byte each in memory, as the elements of these ops do not.
fn no_booleans(l: &Lower<'_>, ty: Type) -> Lowered {
    match bytes_of(l, ty) {
        Some(_) => Err("moves booleans one after the other".to_owned()),
        None => Ok(()),
    }
}

pub(super) fn expand_load(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    no_booleans(l, ty)?;
    let (mask, other) = (l.operand(n - 2)?, l.operand(n - 1)?);
    let (pointer, _) = vector_address(l, 0, 1..n - 2, false)?;
    let value = l.build(llvm::MaskedExpandLoadOp::info(), &[pointer, mask, other], ty, &[]);
    l.replace_one(value)
}

pub(super) fn compress_store(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let (mask, value) = (l.operand(n - 2)?, l.operand(n - 1)?);
    let ty = l.body.ty(value);
    flat(l, ty)?;
    no_booleans(l, ty)?;
    let (pointer, _) = vector_address(l, 0, 1..n - 2, false)?;
    let mut state = OpState::new(llvm::MaskedCompressStoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer, mask]);
    l.at().build(state);
    Ok(())
}

/// The direction of a transfer's vector in memory.
enum Along {
    /// Contiguous elements of the last dimension.
    Last,
    /// One element, broadcast to all lanes.
    Broadcast,
    /// One element, that of a vector without dimensions.
    Element,
}

impl Along {
    /// The address of a transfer's first element, and the type of an element. Only contiguous elements can be several.
    fn address(
        &self,
        l: &mut Lower<'_>,
        memref: usize,
        indices: std::ops::Range<usize>,
        in_bounds: bool,
    ) -> Lowered<(Value, Type)> {
        match self {
            Self::Last => vector_address(l, memref, indices, in_bounds),
            Self::Broadcast | Self::Element => element_address(l, memref, indices, in_bounds),
        }
    }
}

/// The direction of a transfer with a vector of at most one dimension.
fn along(l: &Lower<'_>, memref: Type) -> Lowered<Along> {
    let cx = l.cx();
    let rank = cx.type_as::<MemRefType>(memref).ok_or("does not access a ranked memref")?.shape.len();
    let map =
        l.attr("permutation_map").and_then(|a| cx.attr_as::<AffineMapAttr>(a)).ok_or("misses its map")?;
    match map.0.results() {
        [one] if one.as_dim().is_some_and(|d| d as usize + 1 == rank) => Ok(Along::Last),
        [one] if one.as_const() == Some(0) => Ok(Along::Broadcast),
        [] => Ok(Along::Element),
        _ => Err("is only supported for a vector along the last dimension".to_owned()),
    }
}

fn in_bounds(l: &Lower<'_>) -> bool {
    let all = l.attr("in_bounds").and_then(|a| l.cx().attr_as::<ArrayAttr>(a));
    all.is_some_and(|a| a.0.iter().all(|&b| l.cx().attr_i64(b).is_some_and(|n| n != 0)))
}

/// The mask of the lanes that are inside of the memref and in the mask of the op; `None` for all lanes.
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

pub(super) fn transfer_read(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let memref = l.operand_type(0);
    let along = along(l, memref)?;
    let indices = l.body.operand_group(op, 1);
    let padding = l.body.operand_group(op, 2).start;
    let padding = l.operand(padding)?;
    let mask = l.body.operand_group(op, 3).next();
    // The index of an element without a dimension of the vector is in bounds.
    let last = indices.clone().last().filter(|_| matches!(along, Along::Last));
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
    let (pointer, elem) = along.address(l, 0, indices, mask.is_none())?;
    let value = match mask {
        None => load_from(l, pointer, elem, ty),
        Some(mask) => {
            let other = l.splat(padding, ty);
            masked_load_from(l, pointer, mask, other, elem)
        }
    };
    l.replace_one(value)
}

pub(super) fn transfer_write(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let value = l.operand(0)?;
    let ty = flat(l, l.body.ty(value))?;
    let memref = l.operand_type(1);
    let along = along(l, memref)?;
    if let Along::Broadcast = along {
        return Err("writes all lanes to one place".to_owned());
    }
    let indices = l.body.operand_group(op, 2);
    let mask = l.body.operand_group(op, 3).next();
    let last = indices.clone().last().filter(|_| matches!(along, Along::Last));
    let lanes = l.lanes(ty);
    let mask = transfer_mask(l, 1, last, mask, lanes)?;
    let (pointer, elem) = along.address(l, 1, indices, mask.is_none())?;
    match mask {
        None => store_to(l, value, pointer, elem),
        Some(mask) => {
            let align = l.cx().int_attr(alignment(l, elem, ty), l.cx().i32());
            let value = in_memory(l, value);
            llvm::MaskedStoreOp::build(&mut l.at(), value, pointer, mask, align);
            Ok(())
        }
    }
}

/// `vector.type_cast`: the same memory with larger or smaller vectors as elements.
pub fn type_cast(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    let memref = |ty| l.cx().type_as::<MemRefType>(ty).cloned().ok_or("is no cast between ranked memrefs");
    let (x, y) = (memref(from)?, memref(to)?);
    if x.shape.iter().chain(&y.shape).any(|&n| n == DYNAMIC) {
        return Err("has sizes that are not known".to_owned());
    }
    let (a, b) = (innermost(l, x.elem), innermost(l, y.elem));
    if a != b && ![a, b].into_iter().all(|v| v.is_none_or(|v| is_dense(l, v))) {
        return Err("has elements between which LLVM leaves gaps in one of the types".to_owned());
    }
    let steps = strides_of(l.cx(), &y).ok_or("has a layout that is not strided")?.strides;
    let source = l.operand(0)?;
    let mut d = poison(l, to)?;
    for pointer in 0..2 {
        let part = l.part(source, &[pointer])?;
        d = l.with_part(d, part, &[pointer]);
    }
    let offset = l.index(0);
    let mut d = l.with_part(d, offset, &[2]);
    for (i, (&size, &step)) in y.shape.iter().zip(&steps).enumerate() {
        let size = l.index(size);
        d = l.with_part(d, size, &[3, i as i64]);
        let step = l.index(step);
        d = l.with_part(d, step, &[4, i as i64]);
    }
    l.replace_one(d)
}

/// The elements of the innermost dimension of a vector, and their type.
fn innermost(l: &Lower<'_>, ty: Type) -> Option<(i64, Type)> {
    let vector = l.cx().type_as::<VectorType>(ty)?;
    Some((vector.shape.last().copied().unwrap_or(1), vector.elem))
}

/// Whether a vector takes no more memory than its elements do one by one.
fn is_dense(l: &Lower<'_>, (n, elem): (i64, Type)) -> bool {
    let width = l.cx().bit_width(elem).map_or(0, u64::from);
    width % 8 == 0 && u64::try_from(n).is_ok_and(|n| n.saturating_mul(width).is_power_of_two())
}
