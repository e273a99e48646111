//! Allocations: from the C library, aligned for vectors, or on the stack.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{bytes, make, memref_type};
use crate::engine::{BUFFER_ALIGNMENT, Lower, Lowered, address_space};

/// Sizes, row-major strides and the number of elements of a new memref.
struct Extent {
    sizes: Vec<Value>,
    strides: Vec<Value>,
    elements: Value,
}

fn extent(l: &mut Lower<'_>, ty: Type) -> Lowered<Extent> {
    let m = memref_type(l, ty)?;
    let shape = m.shape.clone();
    let identity = m.layout.is_none();
    if !identity {
        return Err(format!("type '{}' has a layout that cannot be allocated", l.cx().type_to_string(ty)));
    }
    let mut dynamic = 0;
    let mut sizes = Vec::with_capacity(shape.len());
    for &n in &shape {
        sizes.push(if n == DYNAMIC {
            dynamic += 1;
            l.operand(dynamic - 1)?
        } else {
            l.index(n)
        });
    }
    let mut strides = vec![l.index(1); shape.len()];
    let mut elements = l.index(1);
    for i in (0..shape.len()).rev() {
        strides[i] = elements;
        elements = l.mul(elements, sizes[i]);
    }
    Ok(Extent { sizes, strides, elements })
}

fn alignment(l: &Lower<'_>) -> Lowered<i64> {
    let asked = l.attr_i64("alignment").unwrap_or(1);
    if asked > 0 && asked.count_ones() == 1 {
        Ok(asked)
    } else {
        Err("has an alignment that is not a power of 2".to_owned())
    }
}

/// The size of a buffer in bytes. If the product of the sizes overflows, it is -1, which no allocator can satisfy. For the C library it is
/// rounded up to a multiple of the alignment, and not zero; with `report_assertions` the runtime allocates the exact size.
fn byte_size(l: &mut Lower<'_>, sizes: &[Value], elem_bytes: i64, align: i64) -> Lowered<Value> {
    let known: Vec<Option<i64>> = sizes.iter().map(|&v| l.known(v)).collect();
    let exact = l.options.report_assertions;
    if known.contains(&Some(0)) {
        return Ok(l.index(if exact { 0 } else { align }));
    }
    let fixed = known.iter().flatten().try_fold(elem_bytes, |n, &d| n.checked_mul(d));
    let fixed = fixed.and_then(|n| n.checked_add(align)).ok_or("is too large")? - align;
    let dynamic: Vec<Value> =
        sizes.iter().zip(&known).filter(|(_, k)| k.is_none()).map(|(&v, _)| v).collect();
    if dynamic.is_empty() && exact {
        return Ok(l.index(fixed));
    }
    if dynamic.is_empty() {
        return Ok(l.index((fixed.max(1) + align - 1) / align * align));
    }
    let (i64, i1) = (l.cx().i64(), l.cx().i1());
    let pair = l.cx().ty(llvm::StructType::literal(vec![i64, i1]));
    let mut size = l.index(fixed);
    let mut wrong: Option<Value> = None;
    let either = |l: &mut Lower<'_>, a: Option<Value>, b: Value| match a {
        Some(a) => Some(llvm::OrOp::build(&mut l.at(), a, b, None)),
        None => Some(b),
    };
    for by in dynamic {
        let product = llvm::UMulWithOverflowOp::build(&mut l.at(), size, by, pair);
        size = l.part(product, &[0])?;
        let overflow = l.part(product, &[1])?;
        wrong = either(l, wrong, overflow);
    }
    let none = l.index(-1);
    if let Some(wrong) = wrong.filter(|_| exact) {
        return Ok(llvm::SelectOp::build(&mut l.at(), wrong, none, size, None));
    }
    let rest = l.index(align);
    let sum = llvm::UAddWithOverflowOp::build(&mut l.at(), size, rest, pair);
    let (end, overflow) = (l.part(sum, &[0])?, l.part(sum, &[1])?);
    let wrong = either(l, wrong, overflow).ok_or("has no size")?;
    let mask = l.index(-align);
    let rounded = llvm::AndOp::build(&mut l.at(), end, mask);
    Ok(llvm::SelectOp::build(&mut l.at(), wrong, none, rounded, None))
}

/// Before: `%m = memref.alloc() : memref<4x8xf32>`; after: a call of `aligned_alloc` and a descriptor.
pub fn alloc(l: &mut Lower<'_>) -> Lowered {
    let align = alignment(l)?.max(BUFFER_ALIGNMENT);
    alloc_from(l, |l, size| {
        let align = l.index(align);
        let ptr = llvm::ptr(l.cx());
        l.call("aligned_alloc", &[align, size], Some(ptr))?.ok_or_else(|| "allocates nothing".to_owned())
    })
}

/// A descriptor of memory that is allocated by a call with a number of bytes.
pub(crate) fn alloc_from<'b>(
    l: &mut Lower<'b>,
    request: impl FnOnce(&mut Lower<'b>, Value) -> Lowered<Value>,
) -> Lowered {
    let ty = l.result_type(0);
    let Extent { sizes, strides, .. } = extent(l, ty)?;
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let elem_bytes = bytes(l, elem)?;
    let align = alignment(l)?.max(BUFFER_ALIGNMENT);
    let size = byte_size(l, &sizes, elem_bytes, align)?;
    let pointer = request(l, size)?;
    let space = l.pointer_type(ty)?;
    let pointer = in_space(l, pointer, space);
    let zero = l.index(0);
    let descriptor = make(l, pointer, pointer, zero, &sizes, &strides);
    l.replace_one(descriptor)
}

pub fn alloca(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let Extent { sizes, strides, elements } = extent(l, ty)?;
    let align = alignment(l)?;
    let pointer = on_stack(l, ty, elements, align)?;
    let zero = l.index(0);
    let descriptor = make(l, pointer, pointer, zero, &sizes, &strides);
    l.replace_one(descriptor)
}

/// Memory on the stack for the elements of a memref, as a pointer in its address space.
fn on_stack(l: &mut Lower<'_>, ty: Type, elements: Value, align: i64) -> Lowered<Value> {
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let natural = llvm::layout(l.cx(), elem).map_or(1, |x| x.align as i64);
    let wanted = l.pointer_type(ty)?;
    let cx = l.body.cx_arc().clone();
    if address_space(&cx, cx.type_as::<MemRefType>(ty).and_then(|m| m.memory_space)) == Some(3) {
        return Err("allocates memory of a block on the stack of one thread".to_owned());
    }
    let (align, elem) = (cx.i64_attr(align.max(natural)), cx.type_attr(elem));
    let pointer = llvm::AllocaOp::build(&mut l.at(), elements, Some(align), elem, None, llvm::ptr(&cx));
    Ok(in_space(l, pointer, wanted))
}

/// Casts an address to another pointer type.
fn in_space(l: &mut Lower<'_>, pointer: Value, ty: Type) -> Value {
    if l.body.ty(pointer) == ty { pointer } else { llvm::AddrSpaceCastOp::build(&mut l.at(), pointer, ty) }
}

/// Casts an address to the generic address space, as functions of the runtime take it.
pub fn generic(l: &mut Lower<'_>, pointer: Value) -> Value {
    let ptr = llvm::ptr(l.cx());
    in_space(l, pointer, ptr)
}

/// Memory on the stack for a memref of static size.
pub fn stack(l: &mut Lower<'_>, ty: Type) -> Lowered<Value> {
    let shape = memref_type(l, ty)?.shape.clone();
    if shape.contains(&DYNAMIC) {
        return Err("has memory of unknown size on the stack".to_owned());
    }
    let elements = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d)).ok_or("is too large")?;
    let elements = l.index(elements);
    on_stack(l, ty, elements, 1)
}

pub fn dealloc(l: &mut Lower<'_>) -> Lowered {
    memref_type(l, l.operand_type(0))?;
    let descriptor = l.operand(0)?;
    let pointer = l.part(descriptor, &[0])?;
    let pointer = generic(l, pointer);
    l.call("free", &[pointer], None)?;
    Ok(())
}
