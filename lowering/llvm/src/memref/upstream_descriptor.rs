//! Descriptors as upstream writes them: constants where they are used, sizes and strides dimension by dimension.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{memref_type, strides};
use crate::engine::{Lower, Lowered};

/// An empty descriptor of a memref type.
pub fn poison(l: &mut Lower<'_>, memref: Type) -> Lowered<Value> {
    let ty = l.convert(memref)?;
    Ok(l.poison(ty))
}

/// Inserts the sizes and strides of dimensions into a descriptor, dimension by dimension.
fn with_dims(l: &mut Lower<'_>, mut d: Value, sizes: &[Value], strides: &[Value]) -> Value {
    for (i, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
        d = l.with_part(d, size, &[3, i as i64]);
        d = l.with_part(d, stride, &[4, i as i64]);
    }
    d
}

/// A descriptor of type `ty` from the fields of a flat one.
pub fn packed(l: &mut Lower<'_>, ty: Type, fields: &[Value]) -> Value {
    let rank = (fields.len() - 3) / 2;
    let mut d = l.poison(ty);
    for (i, &field) in fields[..3].iter().enumerate() {
        d = l.with_part(d, field, &[i as i64]);
    }
    with_dims(l, d, &fields[3..3 + rank], &fields[3 + rank..])
}

/// The descriptor of an unranked memref.
pub fn unranked(l: &mut Lower<'_>, ty: Type, rank: Value, memory: Value) -> Lowered<Value> {
    let d = poison(l, ty)?;
    let d = l.with_part(d, rank, &[0]);
    Ok(l.with_part(d, memory, &[1]))
}

/// The descriptor of a memref of static shape at an address.
pub fn descriptor_of_pointer(l: &mut Lower<'_>, ty: Type, pointer: Value) -> Lowered<Value> {
    let shape = memref_type(l, ty)?.shape.clone();
    let known = strides(l, ty)?;
    let mut d = poison(l, ty)?;
    d = l.with_part(d, pointer, &[0]);
    d = l.with_part(d, pointer, &[1]);
    let offset = l.index(known.offset);
    d = l.with_part(d, offset, &[2]);
    for (i, (&size, &stride)) in shape.iter().zip(&known.strides).enumerate() {
        let size = l.index(size);
        d = l.with_part(d, size, &[3, i as i64]);
        let stride = l.index(stride);
        d = l.with_part(d, stride, &[4, i as i64]);
    }
    Ok(d)
}

/// The descriptor of newly allocated memory.
pub fn allocated(
    l: &mut Lower<'_>,
    ty: Type,
    base: Value,
    aligned: Value,
    sizes: &[Value],
    strides: &[Value],
) -> Lowered<Value> {
    let d = poison(l, ty)?;
    let d = l.with_part(d, base, &[0]);
    let mut d = l.with_part(d, aligned, &[1]);
    let zero = l.index(0);
    d = l.with_part(d, zero, &[2]);
    for (group, parts) in [(3, sizes), (4, strides)] {
        for (i, &part) in parts.iter().enumerate() {
            d = l.with_part(d, part, &[group, i as i64]);
        }
    }
    Ok(d)
}

/// `base` moved by a number of elements.
pub fn gep(l: &mut Lower<'_>, base: Value, by: Value, elem: Type, flags: i32) -> Value {
    let ptr = l.body.ty(base);
    gep_to(l, base, &[by], &[llvm::DYNAMIC_INDEX], elem, flags, ptr)
}

/// `base` moved by constant indices.
pub fn gep_const(l: &mut Lower<'_>, base: Value, by: &[i32], elem: Type) -> Value {
    let ptr = l.body.ty(base);
    gep_to(l, base, &[], by, elem, 0, ptr)
}

/// A `getelementptr` with these indices and flags.
pub fn gep_to(
    l: &mut Lower<'_>,
    base: Value,
    dynamic: &[Value],
    indices: &[i32],
    elem: Type,
    flags: i32,
    result: Type,
) -> Value {
    let cx = l.body.cx_arc().clone();
    let flags = (flags != 0).then(|| cx.i32_attr(flags));
    let (indices, elem) = (cx.i32_array(indices), cx.type_attr(elem));
    llvm::GEPOp::build(&mut l.at(), base, dynamic, indices, elem, flags, result)
}

/// The address of the first element of a memref, with its offset.
pub fn buffer(l: &mut Lower<'_>, ty: Type, descriptor: Value) -> Lowered<(Value, Type)> {
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let base = l.part(descriptor, &[1])?;
    let offset = strides(l, ty)?.offset;
    if offset == 0 {
        return Ok((base, elem));
    }
    let offset = if offset == DYNAMIC { l.part(descriptor, &[2])? } else { l.index(offset) };
    Ok((gep(l, base, offset, elem, 0), elem))
}

/// The address of the element at `indices`; `in_bounds` says that the element is known to exist.
pub fn address(
    l: &mut Lower<'_>,
    ty: Type,
    descriptor: Value,
    indices: &[Value],
    in_bounds: bool,
) -> Lowered<(Value, Type)> {
    let steps = strides(l, ty)?.strides;
    let wrap = in_bounds.then(|| l.cx().i32_attr(llvm::attrs::NSW | llvm::attrs::NUW));
    let (base, elem) = buffer(l, ty, descriptor)?;
    let mut sum: Option<Value> = None;
    for (i, (&index, &step)) in indices.iter().zip(&steps).enumerate() {
        let mut by = index;
        if step != 1 {
            let step = if step == DYNAMIC { l.part(descriptor, &[4, i as i64])? } else { l.index(step) };
            by = llvm::MulOp::build(&mut l.at(), by, step, wrap);
        }
        sum = Some(match sum {
            Some(sum) => llvm::AddOp::build(&mut l.at(), sum, by, wrap),
            None => by,
        });
    }
    let flags = if in_bounds { llvm::attrs::INBOUNDS | llvm::attrs::GEP_NUW } else { 0 };
    Ok(match sum {
        Some(by) => (gep(l, base, by, elem, flags), elem),
        None => (base, elem),
    })
}

/// Stores a value.
pub fn store_to(l: &mut Lower<'_>, value: Value, pointer: Value) {
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer]);
    l.at().build(state);
}

/// A number of 64 bits, whatever `index` has: the size of an allocation of descriptors, or an address.
pub fn number(l: &mut Lower<'_>, n: i64) -> Value {
    let (attr, ty) = (l.cx().int_attr(n, l.cx().index()), l.cx().i64());
    llvm::ConstantOp::build(&mut l.at(), attr, ty)
}
