//! Allocation: from the C library, aligned for vectors, or on the stack.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{bytes, make, memref_type};
use crate::engine::{Lower, Lowered, function::BUFFER_ALIGNMENT};

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

/// Before: `%m = memref.alloc() : memref<4x8xf32>`; after: a call of `aligned_alloc` and a descriptor.
pub fn alloc(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let Extent { sizes, strides, elements } = extent(l, ty)?;
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let elem_bytes = bytes(l, elem)?;
    let align = alignment(l)?.max(BUFFER_ALIGNMENT);
    // The size has to be a multiple of the alignment, and not zero.
    let elem_bytes = l.index(elem_bytes);
    let size = l.mul(elements, elem_bytes);
    let size = match l.known(size) {
        Some(n) => {
            let rounded = n.max(1).checked_add(align - 1).ok_or("is too large")? / align * align;
            l.index(rounded)
        }
        None => {
            let (low, mask) = (l.index(align), l.index(-align));
            let sum = l.add(size, low);
            llvm::AndOp::build(&mut l.at(), sum, mask)
        }
    };
    let align = l.index(align);
    let ptr = llvm::ptr(l.cx());
    let pointer = l.call("aligned_alloc", &[align, size], Some(ptr))?.ok_or("allocates nothing")?;
    let zero = l.index(0);
    let descriptor = make(l, pointer, pointer, zero, &sizes, &strides);
    l.replace_one(descriptor)
}

pub fn alloca(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let Extent { sizes, strides, elements } = extent(l, ty)?;
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let natural = llvm::layout(l.cx(), elem).map_or(1, |x| x.align as i64);
    let align = alignment(l)?.max(natural);
    let cx = l.body.cx_arc().clone();
    let (align, elem) = (cx.i64_attr(align), cx.type_attr(elem));
    let pointer = llvm::AllocaOp::build(&mut l.at(), elements, Some(align), elem, None, llvm::ptr(&cx));
    let zero = l.index(0);
    let descriptor = make(l, pointer, pointer, zero, &sizes, &strides);
    l.replace_one(descriptor)
}

pub fn dealloc(l: &mut Lower<'_>) -> Lowered {
    memref_type(l, l.operand_type(0))?;
    let descriptor = l.operand(0)?;
    let pointer = l.part(descriptor, &[0])?;
    l.call("free", &[pointer], None)?;
    Ok(())
}
