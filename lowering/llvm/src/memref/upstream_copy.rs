//! `memref.copy` as upstream writes it: `memcpy` between contiguous memrefs, else a call of `memrefCopy` of its runtime.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::{
    descriptor::{Strides, memref_type, strides_of},
    upstream_alloc::{element_bytes, on_stack},
    upstream_descriptor::{gep, number, store_to, unranked},
};
use crate::engine::{Lower, Lowered};

/// Whether the elements of a memref of this type are known to be contiguous.
fn is_contiguous(l: &Lower<'_>, ty: Type) -> bool {
    let Some(m) = l.cx().type_as::<MemRefType>(ty) else { return false };
    if m.layout.is_none_or(|a| l.cx().attr_as::<AffineMapAttr>(a).is_some_and(|m| m.0.is_identity())) {
        return true;
    }
    let Some(Strides { strides, .. }) = strides_of(l.cx(), m) else { return false };
    let mut running = 1i64;
    for (&size, &stride) in m.shape.iter().zip(&strides).rev() {
        if stride != running || size == DYNAMIC {
            return false;
        }
        running = running.wrapping_mul(size);
    }
    true
}

pub fn copy(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.operand_type(1));
    if is_contiguous(l, from) && is_contiguous(l, to) { copy_block(l) } else { call_copy(l) }
}

fn copy_block(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.operand_type(1));
    let (source, target) = (l.operand(0)?, l.operand(1)?);
    let m = memref_type(l, from)?.clone();
    let elem = l.convert(m.elem)?;
    let mut elements = l.index(1);
    for i in 0..m.shape.len() {
        let size = l.part(source, &[3, i as i64])?;
        elements = llvm::MulOp::build(&mut l.at(), elements, size, None);
    }
    let bytes = element_bytes(l, elem);
    let length = llvm::MulOp::build(&mut l.at(), elements, bytes, None);
    let mut addresses = Vec::new();
    for (ty, descriptor) in [(from, source), (to, target)] {
        let elem = memref_type(l, ty)?.elem;
        let elem = l.convert(elem)?;
        let base = l.part(descriptor, &[1])?;
        let offset = l.part(descriptor, &[2])?;
        addresses.push(gep(l, base, offset, elem, 0));
    }
    let no = l.cx().bool_attr(false);
    let (source, target) = (addresses[0], addresses[1]);
    llvm::MemcpyOp::build(&mut l.at(), target, source, length, no, None, None, None, None, None, None);
    Ok(())
}

fn call_copy(l: &mut Lower<'_>) -> Lowered {
    let types = [l.operand_type(0), l.operand_type(1)];
    let values = [l.operand(0)?, l.operand(1)?];
    let elem = l.cx().elem_or_self(types[0]);
    let elem = l.convert(elem)?;
    let ptr = llvm::ptr(l.cx());
    let saved = l.build(llvm::StackSaveOp::info(), &[], ptr, &[]);
    let mut described = Vec::new();
    for (&ty, &value) in types.iter().zip(&values) {
        let Some(m) = l.cx().type_as::<MemRefType>(ty).cloned() else {
            described.push(value);
            continue;
        };
        let (i64, rank) = (l.cx().i64(), m.shape.len() as i64);
        let index = l.index_type();
        let rank = if index == i64 { l.int(rank, i64) } else { l.int(rank, index) };
        let one = number(l, 1);
        let descriptor = l.body.ty(value);
        let memory = on_stack(l, one, descriptor, None);
        store_to(l, value, memory);
        let unranked_ty = l.cx().ty(UnrankedMemRefType { elem: m.elem, memory_space: m.memory_space });
        described.push(unranked(l, unranked_ty, rank, memory)?);
    }
    let one = l.index(1);
    let mut pointers = Vec::new();
    for value in described {
        let ty = l.body.ty(value);
        let memory = on_stack(l, one, ty, None);
        store_to(l, value, memory);
        pointers.push(memory);
    }
    let bytes = element_bytes(l, elem);
    l.call("memrefCopy", &[bytes, pointers[0], pointers[1]], None)?;
    llvm::StackRestoreOp::build(&mut l.at(), saved);
    Ok(())
}
