//! Allocation as upstream writes it: by `malloc` with space for the alignment, by `aligned_alloc`, or on the stack.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::{
    descriptor::memref_type,
    upstream_descriptor::{allocated, gep, gep_const},
};
use crate::engine::{Lower, Lowered};

/// The sizes and strides of an allocation, and its size in elements.
pub struct Extent {
    /// The size of each dimension.
    pub sizes: Vec<Value>,
    /// The stride of each dimension.
    pub strides: Vec<Value>,
    /// The number of elements.
    pub elements: Value,
}

/// The extent of a memref of identity layout, whose unknown sizes are `dynamic`.
pub fn extent(l: &mut Lower<'_>, ty: Type, dynamic: &[Value]) -> Lowered<Extent> {
    let m = memref_type(l, ty)?;
    let shape = m.shape.clone();
    if m.layout.is_some_and(|a| l.cx().attr_as::<AffineMapAttr>(a).is_none_or(|m| !m.0.is_identity())) {
        return Err("has a layout that cannot be allocated".to_owned());
    }
    let mut dynamic = dynamic.iter();
    let mut sizes = Vec::with_capacity(shape.len());
    for &n in &shape {
        sizes.push(if n == DYNAMIC { *dynamic.next().ok_or("misses a size")? } else { l.index(n) });
    }
    let mut running = l.index(1);
    let mut strides = vec![running; shape.len()];
    let mut known = Some(1i64);
    for i in (0..shape.len()).rev() {
        strides[i] = running;
        let first = known == Some(1);
        known = known.filter(|_| shape[i] != DYNAMIC).map(|n| n.wrapping_mul(shape[i]));
        running = match known {
            _ if first => sizes[i],
            None => llvm::MulOp::build(&mut l.at(), running, sizes[i], None),
            Some(n) => l.index(n),
        };
    }
    Ok(Extent { sizes, strides, elements: running })
}

/// A number of elements in bytes: the address behind them, if the first is at null.
pub fn bytes(l: &mut Lower<'_>, elements: Value, elem: Type) -> Value {
    let null = null(l);
    let end = gep(l, null, elements, elem, 0);
    let ty = l.index_type();
    llvm::PtrToIntOp::build(&mut l.at(), end, ty)
}

/// The size of one element in bytes.
pub fn element_bytes(l: &mut Lower<'_>, elem: Type) -> Value {
    let null = null(l);
    let end = gep_const(l, null, &[1], elem);
    let ty = l.index_type();
    llvm::PtrToIntOp::build(&mut l.at(), end, ty)
}

fn null(l: &mut Lower<'_>) -> Value {
    let ptr = llvm::ptr(l.cx());
    llvm::ZeroOp::build(&mut l.at(), ptr)
}

/// Allocates elements on the stack.
pub fn on_stack(l: &mut Lower<'_>, elements: Value, elem: Type, alignment: Option<Attr>) -> Value {
    let (ptr, elem) = (llvm::ptr(l.cx()), l.cx().type_attr(elem));
    llvm::AllocaOp::build(&mut l.at(), elements, alignment, elem, None, ptr)
}

/// `value` rounded up to a multiple of `alignment`.
fn aligned_up(l: &mut Lower<'_>, value: Value, alignment: Value) -> Value {
    let one = l.index(1);
    let bump = llvm::SubOp::build(&mut l.at(), alignment, one, None);
    let bumped = llvm::AddOp::build(&mut l.at(), value, bump, None);
    let rest = llvm::URemOp::build(&mut l.at(), bumped, alignment);
    llvm::SubOp::build(&mut l.at(), bumped, rest, None)
}

/// The name of a function that allocates or frees.
fn function(l: &Lower<'_>, generic: &'static str, classic: &'static str) -> &'static str {
    if l.options.generic_functions { generic } else { classic }
}

/// The pointer that an allocation gave, in the address space of the memref.
fn in_space(l: &mut Lower<'_>, pointer: Value, memref: Type) -> Lowered<Value> {
    let ty = l.pointer_type(memref)?;
    if l.body.ty(pointer) == ty {
        return Ok(pointer);
    }
    Ok(llvm::AddrSpaceCastOp::build(&mut l.at(), pointer, ty))
}

/// `memref.alloc`: memory of `malloc` or of `aligned_alloc`.
pub fn alloc(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let elem_ty = memref_type(l, ty)?.elem;
    let elem = l.convert(elem_ty)?;
    l.pointer_type(ty)?;
    let dynamic = l.body.operand_group(l.op(), 0);
    let dynamic = l.operands(dynamic)?;
    let extent = extent(l, ty, &dynamic)?;
    let size = bytes(l, extent.elements, elem);
    let (base, aligned) = if l.options.aligned_alloc {
        let pointer = by_aligned_alloc(l, ty, elem, size)?;
        (pointer, pointer)
    } else {
        by_malloc(l, ty, elem_ty, elem, size)?
    };
    let descriptor = allocated(l, ty, base, aligned, &extent.sizes, &extent.strides)?;
    l.replace_one(descriptor)
}

fn by_malloc(
    l: &mut Lower<'_>,
    ty: Type,
    source_elem: Type,
    elem: Type,
    mut size: Value,
) -> Lowered<(Value, Value)> {
    let scalar = l.cx().is_index(source_elem)
        || l.cx().as_int(source_elem).is_some()
        || l.cx().as_float(source_elem).is_some();
    let alignment = match l.attr_i64("alignment") {
        Some(n) => Some(l.index(n)),
        None if scalar => None,
        None => Some(element_bytes(l, elem)),
    };
    if let Some(alignment) = alignment {
        size = llvm::AddOp::build(&mut l.at(), size, alignment, None);
    }
    let name = function(l, "_mlir_memref_to_llvm_alloc", "malloc");
    let ptr = llvm::ptr(l.cx());
    let pointer = l.call(name, &[size], Some(ptr))?.ok_or("allocates nothing")?;
    let base = in_space(l, pointer, ty)?;
    let Some(alignment) = alignment else { return Ok((base, base)) };
    let index = l.index_type();
    let number = llvm::PtrToIntOp::build(&mut l.at(), base, index);
    let number = aligned_up(l, number, alignment);
    let pointer = l.body.ty(base);
    let aligned = l.build(llvm::IntToPtrOp::info(), &[number], pointer, &[]);
    Ok((base, aligned))
}

/// The smallest alignment that `aligned_alloc` is asked for.
const MIN_ALIGNMENT: u64 = 16;

fn by_aligned_alloc(l: &mut Lower<'_>, ty: Type, elem: Type, mut size: Value) -> Lowered<Value> {
    let bytes = llvm::layout(l.cx(), elem).map(|x| x.size).ok_or("has elements of unknown size")?;
    let alignment = match l.attr_i64("alignment") {
        Some(n) => u64::try_from(n).map_err(|_| "has a negative alignment")?,
        None => {
            MIN_ALIGNMENT.max(bytes.checked_next_power_of_two().ok_or("has elements that are too large")?)
        }
    };
    let at = l.index(i64::try_from(alignment).map_err(|_| "has an alignment that is too large")?);
    let known = memref_type(l, ty)?.shape.iter().filter(|&&n| n != DYNAMIC);
    let multiple = known.fold(bytes, |n, &d| n.wrapping_mul(d as u64));
    if alignment == 0 || multiple % alignment != 0 {
        size = aligned_up(l, size, at);
    }
    let name = function(l, "_mlir_memref_to_llvm_aligned_alloc", "aligned_alloc");
    let ptr = llvm::ptr(l.cx());
    let pointer = l.call(name, &[at, size], Some(ptr))?.ok_or("allocates nothing")?;
    in_space(l, pointer, ty)
}

/// `memref.alloca`: memory on the stack.
pub fn alloca(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let elem = memref_type(l, ty)?.elem;
    let elem = l.convert(elem)?;
    let ptr = l.pointer_type(ty)?;
    let dynamic = l.body.operand_group(l.op(), 0);
    let dynamic = l.operands(dynamic)?;
    let extent = extent(l, ty, &dynamic)?;
    let (alignment, elem) = (l.attr("alignment"), l.cx().type_attr(elem));
    let pointer = llvm::AllocaOp::build(&mut l.at(), extent.elements, alignment, elem, None, ptr);
    let descriptor = allocated(l, ty, pointer, pointer, &extent.sizes, &extent.strides)?;
    l.replace_one(descriptor)
}

/// `memref.dealloc`: `free`.
pub fn dealloc(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let pointer = if l.cx().type_as::<UnrankedMemRefType>(ty).is_some() {
        let memory = l.part(source, &[1])?;
        let ptr = llvm::ptr(l.cx());
        l.build(llvm::LoadOp::info(), &[memory], ptr, &[])
    } else {
        l.part(source, &[0])?
    };
    let ptr = llvm::ptr(l.cx());
    let name = function(l, "_mlir_memref_to_llvm_free", "free");
    let pointer = if l.body.ty(pointer) == ptr {
        pointer
    } else {
        llvm::AddrSpaceCastOp::build(&mut l.at(), pointer, ptr)
    };
    l.call(name, &[pointer], None)?;
    Ok(())
}
