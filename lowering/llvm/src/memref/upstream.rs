//! `memref` to `llvm` as upstream's `finalize-memref-to-llvm` writes it: descriptors are not looked through, memory comes from `malloc`,
//! and views that `expand-strided-metadata` computes before (`subview`, `collapse_shape`, `expand_shape`) stay.

use strata_ir::{
    prelude::*,
    rewrite::{conversion::unrealized_cast, conversions},
};
use strata_llvm as llvm;

use super::{
    atomic,
    descriptor::{memref_type, strides, strides_of},
    upstream_alloc as alloc, upstream_copy as copy,
    upstream_descriptor::{
        address, buffer, gep, gep_const, gep_to, number, packed, poison, store_to, unranked,
    },
    upstream_global as global,
};
use crate::engine::{Dialect, Lower, Lowered};

/// The handlers of `memref`.
pub const MEMREF: Dialect = Dialect {
    name: "memref",
    rows: conversions! {
        strata_memref::LoadOp => load,
        strata_memref::StoreOp => store,
        strata_memref::PrefetchOp => prefetch,
        strata_memref::AtomicRMWOp => atomic_rmw,
        strata_memref::AssumeAlignmentOp => assume_alignment,
        strata_memref::AllocOp => alloc::alloc,
        strata_memref::AllocaOp => alloc::alloca,
        strata_memref::DeallocOp => alloc::dealloc,
        strata_memref::CopyOp => copy::copy,
        strata_memref::GetGlobalOp => global::get_global,
        strata_memref::DimOp => dim,
        strata_memref::RankOp => rank,
        strata_memref::CastOp => cast,
        strata_memref::MemorySpaceCastOp => memory_space_cast,
        strata_memref::ReinterpretCastOp => reinterpret_cast,
        strata_memref::TransposeOp => transpose,
        strata_memref::ViewOp => view,
        strata_memref::ReshapeOp => reshape,
        strata_memref::ExtractStridedMetadataOp => extract_strided_metadata,
        strata_memref::ExtractAlignedPointerAsIndexOp => extract_aligned_pointer,
    },
    otherwise: Some("has no conversion to LLVM"),
};

fn access_attrs(l: &Lower<'_>) -> Vec<(&'static str, Attr)> {
    let mut attrs: Vec<_> = l.attr("alignment").map(|a| ("alignment", a)).into_iter().collect();
    if l.attr("nontemporal").is_some_and(|a| l.cx().attr_i64(a).is_none_or(|n| n != 0)) {
        attrs.push(("nontemporal", l.cx().unit()));
    }
    attrs
}

fn load(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(0), l.body.num_operands(l.op()));
    let descriptor = l.operand(0)?;
    let indices = l.operands(1..n)?;
    let (pointer, elem) = address(l, ty, descriptor, &indices, true)?;
    let attrs = access_attrs(l);
    let value = l.build(llvm::LoadOp::info(), &[pointer], elem, &attrs);
    l.replace_one(value)
}

fn store(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(1), l.body.num_operands(l.op()));
    let (value, descriptor) = (l.operand(0)?, l.operand(1)?);
    let indices = l.operands(2..n)?;
    let (pointer, _) = address(l, ty, descriptor, &indices, true)?;
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer]);
    for (name, attr) in access_attrs(l) {
        state.set_attr(l.body.cx(), name, attr);
    }
    l.at().build(state);
    Ok(())
}

fn prefetch(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(0), l.body.num_operands(l.op()));
    let descriptor = l.operand(0)?;
    let indices = l.operands(1..n)?;
    let (pointer, _) = address(l, ty, descriptor, &indices, false)?;
    let number = |name: &str, mask: i64| {
        let n = l.attr_i64(name).map_or(1, |n| n & mask);
        l.cx().int_attr(n, l.cx().i32())
    };
    let (write, hint, data) = (number("isWrite", 1), number("localityHint", 3), number("isDataCache", 1));
    llvm::PrefetchOp::build(&mut l.at(), pointer, write, hint, data);
    Ok(())
}

fn atomic_rmw(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(1), l.body.num_operands(l.op()));
    let operation = atomic::operation(l).ok_or("is of a kind that no instruction has")?;
    let (value, descriptor) = (l.operand(0)?, l.operand(1)?);
    let indices = l.operands(2..n)?;
    let (pointer, _) = address(l, ty, descriptor, &indices, false)?;
    let result = l.body.ty(value);
    let attrs = atomic::attrs(l, operation);
    let old = l.build(llvm::AtomicRMWOp::info(), &[pointer, value], result, &attrs);
    l.replace_one(old)
}

fn assume_alignment(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let descriptor = l.operand(0)?;
    let alignment = l.attr_i64("alignment").unwrap_or(1);
    let (pointer, _) = buffer(l, ty, descriptor)?;
    let cx = l.body.cx_arc().clone();
    let yes = llvm::ConstantOp::build(&mut l.at(), cx.bool_attr(true), cx.i1());
    let alignment = l.index(alignment);
    let (sizes, tags) = (cx.i32_array(&[2]), cx.array_attr(vec![cx.string_attr("align")]));
    llvm::AssumeOp::build(&mut l.at(), yes, &[pointer, alignment], Some(sizes), Some(tags));
    l.replace_one(descriptor)
}

/// Size `i` of a memref: a constant if its type has it.
fn size_of(l: &mut Lower<'_>, ty: Type, descriptor: Value, i: usize) -> Lowered<Value> {
    let n = *memref_type(l, ty)?.shape.get(i).ok_or("refers to a dimension that is not there")?;
    if n == DYNAMIC { l.part(descriptor, &[3, i as i64]) } else { Ok(l.index(n)) }
}

fn dim(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let value = match l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len()) {
        None => {
            let index = l.operand(1)?;
            dim_of_unranked(l, ty, source, index)?
        }
        Some(rank) => match l.known(l.body.operand(l.op(), 1)) {
            Some(i) if usize::try_from(i).is_ok_and(|i| i < rank) => size_of(l, ty, source, i as usize)?,
            _ => {
                let index = l.operand(1)?;
                dim_of_ranked(l, source, index, rank)?
            }
        },
    };
    l.replace_one(value)
}

/// A size that is chosen at run time is read from the sizes in memory.
fn dim_of_ranked(l: &mut Lower<'_>, source: Value, index: Value, rank: usize) -> Lowered<Value> {
    if rank == 0 {
        return Err("refers to a dimension that is not there".to_owned());
    }
    let one = l.index(1);
    let sizes = l.part(source, &[3])?;
    let (array, elem) = (l.body.ty(sizes), l.index_type());
    let memory = alloc::on_stack(l, one, array, None);
    store_to(l, sizes, memory);
    let ptr = l.body.ty(memory);
    let at = gep_to(l, memory, &[index], &[0, llvm::DYNAMIC_INDEX], array, 0, ptr);
    Ok(l.build(llvm::LoadOp::info(), &[at], elem, &[]))
}

fn dim_of_unranked(l: &mut Lower<'_>, ty: Type, source: Value, index: Value) -> Lowered<Value> {
    let elem_index = l.index_type();
    let memory = l.part(source, &[1])?;
    let pointer = unranked_pointer(l, ty)?;
    let header = l.cx().ty(llvm::StructType::literal(vec![pointer, pointer, elem_index]));
    let offset = gep_const(l, memory, &[0, 2], header);
    let one = l.index(1);
    let position = llvm::AddOp::build(&mut l.at(), one, index, None);
    let at = gep(l, offset, position, elem_index, 0);
    Ok(l.build(llvm::LoadOp::info(), &[at], elem_index, &[]))
}

/// The type of pointers to elements of an unranked memref.
fn unranked_pointer(l: &Lower<'_>, ty: Type) -> Lowered<Type> {
    let cx = l.cx();
    let space =
        cx.type_as::<UnrankedMemRefType>(ty).map(|m| m.memory_space).ok_or("is no unranked memref")?;
    let address_space = crate::engine::address_space(cx, space).ok_or("has no address space of LLVM")?;
    Ok(cx.ty(llvm::PointerType { address_space }))
}

fn rank(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let value = match l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len()) {
        Some(n) => l.index(n as i64),
        None => l.part(source, &[0])?,
    };
    l.replace_one(value)
}

fn cast(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    let source = l.operand(0)?;
    let ranked = |l: &Lower<'_>, ty| l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len());
    let value = match (ranked(l, from), ranked(l, to)) {
        (Some(_), Some(_)) => {
            let ty = l.new_result_type(0)?;
            if l.body.ty(source) != ty {
                return Err("casts between descriptors of different types".to_owned());
            }
            source
        }
        (Some(rank), None) => {
            let one = number(l, 1);
            let ty = l.body.ty(source);
            let memory = alloc::on_stack(l, one, ty, None);
            store_to(l, source, memory);
            let rank = l.index(rank as i64);
            unranked(l, to, rank, memory)?
        }
        (None, Some(_)) => {
            let memory = l.part(source, &[1])?;
            let ty = l.new_result_type(0)?;
            l.build(llvm::LoadOp::info(), &[memory], ty, &[])
        }
        (None, None) => return Err("casts between unranked memrefs".to_owned()),
    };
    l.replace_one(value)
}

fn memory_space_cast(l: &mut Lower<'_>) -> Lowered {
    let to = l.result_type(0);
    let rank = memref_type(l, to)?.shape.len();
    let new = l.pointer_type(to)?;
    let source = l.operand(0)?;
    let mut fields = Vec::new();
    for i in 0..3 + 2 * rank {
        fields.push(l.part(source, &crate::engine::flat_position(i, rank))?);
    }
    for field in &mut fields[..2] {
        *field = llvm::AddrSpaceCastOp::build(&mut l.at(), *field, new);
    }
    let ty = l.new_result_type(0)?;
    let view = packed(l, ty, &fields);
    l.replace_one(view)
}

/// The values of a list that mixes constants in an attribute with operands of a group.
struct Mixed {
    constants: SmallVec<[i64; 4]>,
    operands: SmallVec<[usize; 4]>,
    next: usize,
}

impl Mixed {
    fn new(l: &Lower<'_>, attr: &str, group: usize) -> Self {
        let operands = l.body.operand_group(l.op(), group).collect();
        Self { constants: l.array(attr), operands, next: 0 }
    }
    fn value(&mut self, l: &mut Lower<'_>, i: usize) -> Lowered<Value> {
        let n = *self.constants.get(i).ok_or("has fewer values than its rank")?;
        if n != DYNAMIC {
            return Ok(l.index(n));
        }
        let operand = *self.operands.get(self.next).ok_or("misses an operand")?;
        self.next += 1;
        l.operand(operand)
    }
}

fn reinterpret_cast(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    let rank = memref_type(l, to)?.shape.len();
    memref_type(l, from)?;
    let source = l.operand(0)?;
    let mut offsets = Mixed::new(l, "static_offsets", 1);
    let mut sizes = Mixed::new(l, "static_sizes", 2);
    let mut steps = Mixed::new(l, "static_strides", 3);
    let d = poison(l, to)?;
    let (allocated, aligned) = (l.part(source, &[0])?, l.part(source, &[1])?);
    let d = l.with_part(d, allocated, &[0]);
    let mut d = l.with_part(d, aligned, &[1]);
    let offset = offsets.value(l, 0)?;
    d = l.with_part(d, offset, &[2]);
    for i in 0..rank {
        let size = sizes.value(l, i)?;
        d = l.with_part(d, size, &[3, i as i64]);
        let step = steps.value(l, i)?;
        d = l.with_part(d, step, &[4, i as i64]);
    }
    l.replace_one(d)
}

fn transpose(l: &mut Lower<'_>) -> Lowered {
    let to = l.result_type(0);
    let source = l.operand(0)?;
    let map = l
        .attr("permutation")
        .and_then(|a| l.cx().attr_as::<AffineMapAttr>(a))
        .and_then(|m| m.0.result_dims())
        .ok_or("has no permutation")?;
    let mut d = poison(l, to)?;
    if map.is_empty() {
        return l.replace_one(source);
    }
    for i in 0..3 {
        let part = l.part(source, &[i])?;
        d = l.with_part(d, part, &[i]);
    }
    for (target, from) in map.into_iter().enumerate() {
        for group in [3, 4] {
            let part = l.part(source, &[group, i64::from(from)])?;
            d = l.with_part(d, part, &[group, target as i64]);
        }
    }
    l.replace_one(d)
}

fn view(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    let m = memref_type(l, to)?.clone();
    let known = strides_of(l.cx(), &m).filter(|s| s.offset == 0).ok_or("has a layout with an offset")?;
    let (elem, rank) = (memref_type(l, from)?.elem, m.shape.len());
    if strides(l, from)?.offset != 0 {
        return Err("views memory with an offset".to_owned());
    }
    let elem = l.convert(elem)?;
    let (source, shift) = (l.operand(0)?, l.operand(1)?);
    let n = l.body.num_operands(l.op());
    let dynamic = l.operands(2..n)?;
    let mut d = poison(l, to)?;
    let part = l.part(source, &[0])?;
    d = l.with_part(d, part, &[0]);
    let base = l.part(source, &[1])?;
    let aligned = gep(l, base, shift, elem, 0);
    d = l.with_part(d, aligned, &[1]);
    let zero = l.index(0);
    d = l.with_part(d, zero, &[2]);
    let (mut step, mut next): (Option<Value>, Option<Value>) = (None, None);
    let mut left = dynamic.len();
    for i in (0..rank).rev() {
        let size = if m.shape[i] == DYNAMIC {
            left = left.checked_sub(1).ok_or("misses a size")?;
            dynamic[left]
        } else {
            l.index(m.shape[i])
        };
        d = l.with_part(d, size, &[3, i as i64]);
        let this = match (known.strides[i], step, next) {
            (DYNAMIC, Some(step), Some(next)) => llvm::MulOp::build(&mut l.at(), step, next, None),
            (DYNAMIC, ..) => return Err("has a stride that is not known".to_owned()),
            (n, ..) => l.index(n),
        };
        d = l.with_part(d, this, &[4, i as i64]);
        (step, next) = (Some(this), Some(size));
    }
    l.replace_one(d)
}

/// Reshapes to a ranked memref whose sizes are elements of a memref.
fn reshape(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    let m = memref_type(l, to)?.clone();
    let shape_ty = l.operand_type(1);
    let from_ranked = l.cx().type_as::<MemRefType>(from).is_some();
    if !from_ranked {
        return Err("reshapes an unranked memref".to_owned());
    }
    let (source, sizes) = (l.operand(0)?, l.operand(1)?);
    let mut d = poison(l, to)?;
    let (allocated, aligned) = (l.part(source, &[0])?, l.part(source, &[1])?);
    d = l.with_part(d, allocated, &[0]);
    d = l.with_part(d, aligned, &[1]);
    let offset = strides(l, from)?.offset;
    let offset = if offset == DYNAMIC { l.part(source, &[2])? } else { l.index(offset) };
    d = l.with_part(d, offset, &[2]);
    let index_elem = memref_type(l, shape_ty)?.elem;
    let casts = l.cx().is_index(index_elem);
    let mut step = l.index(1);
    for i in (0..m.shape.len()).rev() {
        let size = if m.shape[i] == DYNAMIC {
            let at = l.index(i as i64);
            let (pointer, elem) = address(l, shape_ty, sizes, &[at], true)?;
            let size = l.build(llvm::LoadOp::info(), &[pointer], elem, &[]);
            match casts {
                // The size passes through `index`, as the pattern loads it by `memref.load`.
                true => {
                    let index = l.cx().index();
                    let as_index = unrealized_cast(&mut l.at(), size, index)?;
                    unrealized_cast(&mut l.at(), as_index, elem)?
                }
                false => size,
            }
        } else {
            l.index(m.shape[i])
        };
        d = l.with_part(d, size, &[3, i as i64]);
        d = l.with_part(d, step, &[4, i as i64]);
        step = llvm::MulOp::build(&mut l.at(), step, size, None);
    }
    l.replace_one(d)
}

fn extract_strided_metadata(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let rank = memref_type(l, ty)?.shape.len();
    let (allocated, aligned) = (l.part(source, &[0])?, l.part(source, &[1])?);
    let base = l.result_type(0);
    let mut d = poison(l, base)?;
    d = l.with_part(d, allocated, &[0]);
    d = l.with_part(d, aligned, &[1]);
    let zero = l.index(0);
    d = l.with_part(d, zero, &[2]);
    let mut values = vec![d, l.part(source, &[2])?];
    for group in [3, 4] {
        for i in 0..rank {
            values.push(l.part(source, &[group, i as i64])?);
        }
    }
    l.replace(&values)
}

fn extract_aligned_pointer(l: &mut Lower<'_>) -> Lowered {
    let source = l.operand(0)?;
    let pointer = match l.cx().type_as::<MemRefType>(l.operand_type(0)) {
        Some(_) => l.part(source, &[1])?,
        None => return Err("extracts the pointer of an unranked memref".to_owned()),
    };
    let ty = l.index_type();
    let value = llvm::PtrToIntOp::build(&mut l.at(), pointer, ty);
    l.replace_one(value)
}
