//! Views: the same memory with another offset, other sizes or other strides.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{Strides, gep, make, memref_type, offset_of, size_of, stride_of, strides};
use crate::engine::{Lower, Lowered};

/// Replaces the op with a view of a memref with this offset, these sizes and strides; values that are static in the result type become
/// constants.
fn replace_view(
    l: &mut Lower<'_>,
    source: Value,
    offset: Value,
    sizes: &[Value],
    steps: &[Value],
) -> Lowered {
    let ty = l.result_type(0);
    let Strides { offset: known_offset, strides: known } = strides(l, ty)?;
    let shape = memref_type(l, ty)?.shape.clone();
    if shape.len() != sizes.len() || shape.len() != steps.len() {
        return Err("has a result of another rank than its sizes".to_owned());
    }
    let pick = |l: &mut Lower<'_>, n: i64, v: Value| if n == DYNAMIC { v } else { l.index(n) };
    let offset = pick(l, known_offset, offset);
    let sizes: Vec<Value> = shape.iter().zip(sizes).map(|(&n, &v)| pick(l, n, v)).collect();
    let steps: Vec<Value> = known.iter().zip(steps).map(|(&n, &v)| pick(l, n, v)).collect();
    let (allocated, aligned) = (l.part(source, &[0])?, l.part(source, &[1])?);
    let view = make(l, allocated, aligned, offset, &sizes, &steps);
    l.replace_one(view)
}

/// The sizes, offsets or strides of the op: constants from the attribute, the others from operand group `group`.
fn mixed(l: &mut Lower<'_>, attr: &str, group: usize) -> Lowered<Vec<Value>> {
    let mut dynamic = l.body.operand_group(l.op(), group);
    l.array(attr)
        .into_iter()
        .map(|n| {
            if n != DYNAMIC {
                return Ok(l.index(n));
            }
            let i = dynamic.next().ok_or_else(|| format!("has fewer operands than '{attr}' says"))?;
            l.operand(i)
        })
        .collect()
}

/// Dimensions of the source that remain in the result of a rank-reducing view.
fn kept(l: &Lower<'_>, sizes: &[i64], strides_from: &[i64]) -> Lowered<Vec<usize>> {
    let ty = l.result_type(0);
    let shape = memref_type(l, ty)?.shape.clone();
    let want = strides(l, ty)?.strides;
    if shape.len() == sizes.len() {
        return Ok((0..sizes.len()).collect());
    }
    // Dimensions are matched by size and stride; a dropped one has size one.
    let mut out = Vec::new();
    let mut dropped = sizes.len() - shape.len().min(sizes.len());
    let mut next = 0;
    for (i, &size) in sizes.iter().enumerate() {
        let matches = next < shape.len()
            && shape[next] == size
            && (want[next] == DYNAMIC || strides_from[i] == DYNAMIC || want[next] == strides_from[i]);
        let may_drop = size == 1 && dropped > 0;
        // A dimension of size one is dropped if the remaining ones would not match otherwise.
        let left = sizes.len() - i - 1;
        let needed = shape.len().saturating_sub(next);
        // Known strides tell which of several dimensions of size one it is.
        let surely = matches && want[next] != DYNAMIC && want[next] == strides_from[i];
        if surely || matches && (!may_drop || left < needed || size != 1) {
            out.push(i);
            next += 1;
        } else if may_drop {
            dropped -= 1;
        } else {
            return Err("drops dimensions in a way that its types do not tell".to_owned());
        }
    }
    if next == shape.len() {
        Ok(out)
    } else {
        Err("drops dimensions in a way that its types do not tell".to_owned())
    }
}

pub fn subview(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let rank = memref_type(l, ty)?.shape.len();
    let static_sizes = l.array("static_sizes");
    let static_steps = l.array("static_strides");
    let from = strides(l, ty)?.strides;
    let offsets = mixed(l, "static_offsets", 1)?;
    let sizes = mixed(l, "static_sizes", 2)?;
    let steps = mixed(l, "static_strides", 3)?;
    if [offsets.len(), sizes.len(), steps.len()] != [rank; 3] {
        return Err("has offsets, sizes and strides of another rank than its source".to_owned());
    }
    let mut offset = offset_of(l, ty, source)?;
    let mut new_steps = Vec::new();
    let mut known_steps = Vec::new();
    for i in 0..rank {
        let stride = stride_of(l, ty, source, i)?;
        let by = l.mul(offsets[i], stride);
        offset = l.add(offset, by);
        new_steps.push(l.mul(stride, steps[i]));
        let (a, b) = (from[i], static_steps[i]);
        known_steps.push(if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_mul(b) });
    }
    let kept = kept(l, &static_sizes, &known_steps)?;
    let sizes: Vec<Value> = kept.iter().map(|&i| sizes[i]).collect();
    let steps: Vec<Value> = kept.iter().map(|&i| new_steps[i]).collect();
    replace_view(l, source, offset, &sizes, &steps)
}

pub fn reinterpret_cast(l: &mut Lower<'_>) -> Lowered {
    let source = l.operand(0)?;
    memref_type(l, l.operand_type(0))?;
    let offsets = mixed(l, "static_offsets", 1)?;
    let sizes = mixed(l, "static_sizes", 2)?;
    let steps = mixed(l, "static_strides", 3)?;
    let offset = offsets.first().copied().ok_or("misses its offset")?;
    replace_view(l, source, offset, &sizes, &steps)
}

/// The same memory, as an address of another address space.
pub fn memory_space_cast(l: &mut Lower<'_>) -> Lowered {
    let (from, to) = (l.operand_type(0), l.result_type(0));
    if l.cx().type_as::<MemRefType>(from).is_none() {
        return same_descriptor(l);
    }
    let (old, new) = (l.pointer_type(from)?, l.pointer_type(to)?);
    if old == new {
        return same_descriptor(l);
    }
    let source = l.operand(0)?;
    let rank = memref_type(l, from)?.shape.len();
    let mut addresses = [l.part(source, &[0])?, l.part(source, &[1])?];
    let same = addresses[0] == addresses[1];
    for i in 0..2 {
        addresses[i] = match i {
            1 if same => addresses[0],
            _ => llvm::AddrSpaceCastOp::build(&mut l.at(), addresses[i], new),
        };
    }
    let offset = offset_of(l, from, source)?;
    let (mut sizes, mut steps) = (Vec::new(), Vec::new());
    for i in 0..rank {
        sizes.push(size_of(l, from, source, i)?);
        steps.push(stride_of(l, from, source, i)?);
    }
    let view = make(l, addresses[0], addresses[1], offset, &sizes, &steps);
    l.replace_one(view)
}

/// A cast between ranked types changes static information only.
pub fn cast(l: &mut Lower<'_>) -> Lowered {
    let unranked = l.cx().type_as::<UnrankedMemRefType>(l.result_type(0)).is_some();
    let result = l.body.result(l.op(), 0);
    let describes = |op: Op| l.body.op_name(op) == "nvgpu.tma.create.descriptor";
    if unranked && l.body.users(result).all(describes) {
        // `nvgpu.tma.create.descriptor` looks through the cast.
        return Ok(());
    }
    memref_type(l, l.operand_type(0))?;
    memref_type(l, l.result_type(0))?;
    same_descriptor(l)
}

pub fn same_descriptor(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    l.replace_one(value)
}

pub fn rank(l: &mut Lower<'_>) -> Lowered {
    let n = memref_type(l, l.operand_type(0))?.shape.len();
    let value = l.index(n as i64);
    l.replace_one(value)
}

pub fn dim(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let (source, index) = (l.operand(0)?, l.operand(1)?);
    let Some(i) = l.known(index) else { return dynamic_dim(l, ty, source, index) };
    let rank = memref_type(l, ty)?.shape.len();
    let value = match usize::try_from(i).ok().filter(|&i| i < rank) {
        Some(i) => size_of(l, ty, source, i)?,
        // The size of a dimension that does not exist is undefined.
        None => {
            let i64 = l.cx().i64();
            l.poison(i64)
        }
    };
    l.replace_one(value)
}

/// The size of a dimension with a dynamic index: a selection among all sizes.
fn dynamic_dim(l: &mut Lower<'_>, ty: Type, source: Value, index: Value) -> Lowered {
    let rank = memref_type(l, ty)?.shape.len();
    let (eq, i1) = (l.cx().i64_attr(0), l.cx().i1());
    let mut value = l.index(0);
    for i in 0..rank {
        let size = size_of(l, ty, source, i)?;
        let number = l.index(i as i64);
        let this = l.build(llvm::ICmpOp::info(), &[index, number], i1, &[("predicate", eq)]);
        value = llvm::SelectOp::build(&mut l.at(), this, size, value, None);
    }
    l.replace_one(value)
}

/// The groups of a reshape: the dimensions of the longer shape that make up each one of the shorter shape.
fn groups(l: &Lower<'_>) -> Lowered<Vec<Vec<usize>>> {
    let cx = l.cx();
    let list = |a: Attr| -> Option<Vec<usize>> {
        let items = cx.attr_as::<ArrayAttr>(a)?;
        items.0.iter().map(|&i| cx.attr_i64(i).and_then(|n| usize::try_from(n).ok())).collect()
    };
    let all =
        l.attr("reassociation").and_then(|a| cx.attr_as::<ArrayAttr>(a)).ok_or("misses its reassociation")?;
    all.0.iter().map(|&a| list(a).ok_or_else(|| "has an invalid reassociation".to_owned())).collect()
}

pub fn collapse_shape(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let shape = memref_type(l, ty)?.shape.clone();
    let offset = offset_of(l, ty, source)?;
    let (mut sizes, mut steps) = (Vec::new(), Vec::new());
    for group in groups(l)? {
        let mut size = l.index(1);
        for &i in &group {
            let n = size_of(l, ty, source, i)?;
            size = l.mul(size, n);
        }
        // The stride is that of the innermost dimension whose size is not one.
        let inner = group.iter().rev().find(|&&i| shape.get(i) != Some(&1)).or(group.last()).copied();
        steps.push(match inner {
            Some(i) => stride_of(l, ty, source, i)?,
            None => l.index(1),
        });
        sizes.push(size);
    }
    replace_view(l, source, offset, &sizes, &steps)
}

pub fn expand_shape(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let shape = memref_type(l, l.result_type(0))?.shape.clone();
    let offset = offset_of(l, ty, source)?;
    // Dynamic sizes are operands, in the order of `static_output_shape`.
    let given = l.array("static_output_shape");
    let n = l.body.num_operands(l.op());
    let mut dynamic = 1..n;
    let mut sizes = Vec::new();
    for (i, &size) in shape.iter().enumerate() {
        let from_operand = given.get(i) == Some(&DYNAMIC);
        let operand = if from_operand { dynamic.next() } else { None };
        sizes.push(match operand {
            Some(k) if size == DYNAMIC => l.operand(k)?,
            _ if size != DYNAMIC => l.index(size),
            _ => return Err("has fewer operands than 'static_output_shape' says".to_owned()),
        });
    }
    let one = l.index(1);
    let mut steps = vec![one; shape.len()];
    for (g, group) in groups(l)?.into_iter().enumerate() {
        let mut step = stride_of(l, ty, source, g)?;
        for &i in group.iter().rev() {
            let size = *sizes.get(i).ok_or("has an invalid reassociation")?;
            steps[i] = step;
            step = l.mul(step, size);
        }
    }
    if shape.is_empty() {
        steps.clear();
    }
    replace_view(l, source, offset, &sizes, &steps)
}

pub fn transpose(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let map = l
        .attr("permutation")
        .and_then(|a| l.cx().attr_as::<AffineMapAttr>(a))
        .and_then(|m| m.0.result_dims());
    let map = map.ok_or("has no permutation")?;
    let offset = offset_of(l, ty, source)?;
    let (mut sizes, mut steps) = (Vec::new(), Vec::new());
    for d in map {
        sizes.push(size_of(l, ty, source, d as usize)?);
        steps.push(stride_of(l, ty, source, d as usize)?);
    }
    replace_view(l, source, offset, &sizes, &steps)
}

/// A view of bytes as elements of another type.
pub fn view(l: &mut Lower<'_>) -> Lowered {
    let (from, ty) = (l.operand_type(0), l.result_type(0));
    let source = l.operand(0)?;
    let shift = l.operand(1)?;
    let shape = memref_type(l, ty)?.shape.clone();
    let start = offset_of(l, from, source)?;
    let shift = l.add(start, shift);
    let (allocated, base) = (l.part(source, &[0])?, l.part(source, &[1])?);
    let i8 = l.cx().i8();
    let aligned = if l.known(shift) == Some(0) { base } else { gep(l, base, shift, i8, false) };
    let mut dynamic = 2..l.body.num_operands(l.op());
    let mut sizes = Vec::new();
    for &n in &shape {
        sizes.push(match n {
            DYNAMIC => {
                let i = dynamic.next().ok_or("misses a size")?;
                l.operand(i)?
            }
            n => l.index(n),
        });
    }
    let mut steps = Vec::new();
    let mut step = l.index(1);
    for &size in sizes.iter().rev() {
        steps.push(step);
        step = l.mul(step, size);
    }
    steps.reverse();
    let zero = l.index(0);
    let descriptor = make(l, allocated, aligned, zero, &sizes, &steps);
    l.replace_one(descriptor)
}

/// Base buffer, offset, sizes and strides as values.
pub fn extract_strided_metadata(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let source = l.operand(0)?;
    let rank = memref_type(l, ty)?.shape.len();
    let (allocated, aligned) = (l.part(source, &[0])?, l.part(source, &[1])?);
    let zero = l.index(0);
    let base = make(l, allocated, aligned, zero, &[], &[]);
    let mut values = vec![base, offset_of(l, ty, source)?];
    for i in 0..rank {
        values.push(size_of(l, ty, source, i)?);
    }
    for i in 0..rank {
        values.push(stride_of(l, ty, source, i)?);
    }
    l.replace(&values)
}

pub fn extract_aligned_pointer(l: &mut Lower<'_>) -> Lowered {
    let source = l.operand(0)?;
    let pointer = l.part(source, &[1])?;
    let i64 = l.cx().i64();
    let value = llvm::PtrToIntOp::build(&mut l.at(), pointer, i64);
    l.replace_one(value)
}
