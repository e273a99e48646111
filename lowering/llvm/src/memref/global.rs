//! Global constants and variables.
//!
//! A memref of static shape is one array, whatever its rank: LLVM would have a value for each nested array, and accesses use linear
//! indices.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::descriptor_of_pointer;
use crate::engine::{BUFFER_ALIGNMENT, Lower, Lowered, address_space, converted_type};

/// Length and element type of the array for a memref of static shape; no length for a scalar. The parts of complex numbers are separate
/// elements, because arrays of structs have no dense constants in LLVM.
fn layout(cx: &Context, m: &MemRefType) -> Option<(Option<i64>, Type)> {
    let mut elem = m.elem;
    let mut len = m.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d).filter(|&n| n >= 0))?;
    let mut is_array = !m.shape.is_empty();
    if let Some(complex) = cx.type_as::<ComplexType>(elem) {
        len = len.checked_mul(2)?;
        is_array = true;
        elem = complex.elem;
    }
    Some((is_array.then_some(len), converted_type(cx, elem)?))
}

/// The LLVM array type of a memref of static shape.
pub fn array_type(cx: &Context, m: &MemRefType) -> Option<Type> {
    match layout(cx, m)? {
        (None, elem) => Some(elem),
        (Some(n), elem) => Some(cx.ty(llvm::ArrayType { len: u64::try_from(n).ok()?, elem })),
    }
}

/// Replaces a `memref.global` with an `llvm.mlir.global`.
///
/// # Errors
/// For types and values without an equivalent.
pub fn global(module: &mut Body, op: Op) -> Lowered {
    let cx = module.cx_arc().clone();
    let name = module.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).ok_or("misses its name")?;
    let ty = module.attr(op, "type").and_then(|a| cx.attr_as::<TypeAttr>(a)).ok_or("misses its type")?;
    let m = cx.type_as::<MemRefType>(ty.0).ok_or("is not a ranked memref")?;
    let array = array_type(&cx, m)
        .ok_or_else(|| format!("type '{}' has no LLVM equivalent", cx.type_to_string(ty.0)))?;
    let mut linkage = if module.symbol_visibility(op) == "private" {
        llvm::Linkage::Private
    } else {
        llvm::Linkage::External
    };
    let mut uninitialized = false;
    let value = match module.attr(op, "initial_value") {
        None => None,
        Some(unit) if unit == cx.unit() => {
            uninitialized = true;
            None
        }
        Some(value) => Some(initial(&cx, m, value)?),
    };
    if value.is_none() && !uninitialized {
        linkage = llvm::Linkage::External;
    }
    let mut state = llvm::GlobalOp::state(&cx, name, array, linkage, value, module.loc(op));
    if module.attr(op, "constant").is_some() {
        state.set_attr(&cx, "constant", cx.unit());
    }
    let asked = module.attr(op, "alignment").and_then(|a| cx.attr_i64(a)).unwrap_or(BUFFER_ALIGNMENT);
    state.set_attr(&cx, "alignment", cx.i64_attr(asked));
    match address_space(&cx, m.memory_space) {
        Some(0) => {}
        Some(n) => state.set_attr(&cx, "addr_space", cx.i32_attr(n.cast_signed())),
        None => {
            return Err(format!("type '{}' has no address space of LLVM", cx.type_to_string(ty.0)));
        }
    }
    let at = InsertPoint::before(module, op);
    let loc = module.loc(op);
    let new = module.create(state);
    module.insert(new, at);
    if uninitialized && let Some(child) = module.child_mut(new) {
        let region = child.regions(Op::SELF)[0];
        let block = child.add_block(region, &[]);
        let mut b = Builder::new(child, InsertPoint::at_end(block), loc);
        let undef = llvm::UndefOp::build(&mut b, array);
        llvm::ReturnOp::build(&mut b, Some(undef));
    }
    module.erase_forced(op);
    Ok(())
}

/// The initial value of a global: elements of a type that LLVM has; a scalar for a memref of rank 0.
fn initial(cx: &Context, m: &MemRefType, value: Attr) -> Lowered<Attr> {
    let (len, elem) = layout(cx, m).ok_or("has elements without LLVM equivalent")?;
    if cx.bit_width(elem).is_none() {
        return Err("has an initial value of a type that is not a number".to_owned());
    }
    let tensor = match len {
        Some(n) => cx.tensor(&[n], elem),
        None => cx.tensor(&[], elem),
    };
    let attr = match cx.attr_as::<DenseElementsAttr>(value).filter(|dense| dense.splat) {
        Some(dense) if elem_is_part(cx, m) => {
            let n = dense.num_elements(cx);
            cx.dense_attr(tensor, dense.data.repeat(n))
        }
        Some(dense) => Some(cx.splat_bytes(tensor, &dense.data)),
        None => cx.element_blob(value).and_then(|bytes| cx.dense_attr(tensor, bytes)),
    };
    let attr = attr.ok_or_else(|| "has an initial value that is not supported".to_owned())?;
    if len.is_some() {
        return Ok(attr);
    }
    let scalar = cx.attr_as::<DenseElementsAttr>(attr).and_then(|d| d.element_attr(cx, 0));
    scalar.ok_or_else(|| "has an initial value that is not supported".to_owned())
}

/// Whether the elements of the array are parts of those of the memref.
fn elem_is_part(cx: &Context, m: &MemRefType) -> bool {
    cx.type_as::<ComplexType>(m.elem).is_some()
}

pub fn get_global(l: &mut Lower<'_>) -> Lowered {
    let name = l.attr("name").ok_or("misses its name")?;
    let ty = l.result_type(0);
    let ptr = l.pointer_type(ty)?;
    let pointer = llvm::AddressOfOp::build(&mut l.at(), name, ptr);
    let descriptor = descriptor_of_pointer(l, ty, pointer)?;
    l.replace_one(descriptor)
}
