//! Globals as upstream writes them: nested arrays, with the address of a descriptor's allocation marked as not to be freed.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::{
    descriptor::memref_type,
    upstream_alloc::{bytes, extent},
    upstream_descriptor::{allocated, gep_const, number},
};
use crate::engine::{Lower, Lowered, Options, address_space, llvm_types};

/// The allocated pointer of descriptors of globals, which nobody must free.
const NOT_ALLOCATED: i64 = 0xdead_beef;

/// The type of a global for a memref: nested arrays of the elements.
fn array_of(cx: &Context, m: &MemRefType, elem: Type) -> Lowered<Type> {
    m.shape.iter().rev().try_fold(elem, |elem, &n| {
        let len = u64::try_from(n).map_err(|_| "has an unknown size")?;
        Ok(cx.ty(llvm::ArrayType { len, elem }))
    })
}

/// Replaces a `memref.global` with an `llvm.mlir.global`.
///
/// # Errors
/// For types without an equivalent.
pub fn global(module: &mut Body, op: Op, options: Options) -> Lowered {
    let cx = module.cx_arc().clone();
    let name = module.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).ok_or("misses its name")?.to_owned();
    let ty = module.attr(op, "type").and_then(|a| cx.attr_as::<TypeAttr>(a)).ok_or("misses its type")?;
    let m = cx.type_as::<MemRefType>(ty.0).ok_or("is not a ranked memref")?;
    let elem = llvm_types(options.extra_types, options.index_bits).convert(&cx, m.elem)?;
    let array = array_of(&cx, m, elem)?;
    let space = address_space(&cx, m.memory_space).ok_or("has no address space of LLVM")?;
    let public = module.symbol_visibility(op) == "public";
    let linkage = if public { llvm::Linkage::External } else { llvm::Linkage::Private };
    let initial = module.attr(op, "initial_value");
    let uninitialized = initial.is_some_and(|a| cx.attr_as::<UnitAttr>(a).is_some());
    let value = initial.filter(|_| !uninitialized).map(|a| {
        let scalar = cx.attr_as::<DenseElementsAttr>(a).filter(|_| m.shape.is_empty());
        scalar.and_then(|d| d.element_attr(&cx, 0)).unwrap_or(a)
    });
    let mut state = llvm::GlobalOp::state(&cx, &name, array, linkage, value, module.loc(op));
    if module.attr(op, "constant").is_some() {
        state.set_attr(&cx, "constant", cx.unit());
    }
    state.set_attr(&cx, "addr_space", cx.i32_attr(i32::try_from(space).map_err(|_| "has no address space")?));
    if let Some(alignment) = module.attr(op, "alignment") {
        state.set_attr(&cx, "alignment", alignment);
    }
    let at = InsertPoint::before(module, op);
    let new = module.create(state);
    module.insert(new, at);
    if uninitialized {
        let loc = module.loc(op);
        let Some(body) = module.child_mut(new) else { return Err("has no body".to_owned()) };
        let region = body.regions(Op::SELF)[0];
        let block = body.add_block(region, &[]);
        let mut b = Builder::new(body, InsertPoint::at_end(block), loc);
        let undef = llvm::UndefOp::build(&mut b, array);
        llvm::ReturnOp::build(&mut b, Some(undef));
    }
    module.erase_forced(op);
    Ok(())
}

pub fn get_global(l: &mut Lower<'_>) -> Lowered {
    let name = l.attr("name").ok_or("misses its name")?;
    let ty = l.result_type(0);
    let m = memref_type(l, ty)?.clone();
    let elem = l.convert(m.elem)?;
    let ptr = l.pointer_type(ty)?;
    let extent = extent(l, ty, &[])?;
    bytes(l, extent.elements, elem);
    let global = llvm::AddressOfOp::build(&mut l.at(), name, ptr);
    let array = array_of(l.cx(), &m, elem)?;
    let first = gep_const(l, global, &vec![0; m.shape.len() + 1], array);
    let mark = number(l, NOT_ALLOCATED);
    let base = l.build(llvm::IntToPtrOp::info(), &[mark], ptr, &[]);
    let descriptor = allocated(l, ty, base, first, &extent.sizes, &extent.strides)?;
    l.replace_one(descriptor)
}
