//! `memref.copy`: one `memcpy` for the contiguous inner dimensions, in a loop nest over the outer ones.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{bytes, gep, memref_type, size_of, start, stride_of, strides};
use crate::engine::{Lower, Lowered};

/// The number of innermost dimensions that are contiguous in a memref of this type.
fn contiguous(l: &Lower<'_>, ty: Type) -> Lowered<usize> {
    let shape = memref_type(l, ty)?.shape.clone();
    let strides = strides(l, ty)?.strides;
    let mut want = 1i64;
    let mut n = 0;
    for (&size, &stride) in shape.iter().zip(&strides).rev() {
        // The stride of a dimension of size one is irrelevant.
        if stride != want && size != 1 {
            break;
        }
        n += 1;
        if size == DYNAMIC {
            // A dynamic size makes outer strides dynamic; identity layouts are contiguous nevertheless.
            let identity = memref_type(l, ty)?.layout.is_none();
            return Ok(if identity { shape.len() } else { n });
        }
        want = want.saturating_mul(size);
    }
    Ok(n)
}

/// The number of elements of a memref in its contiguous inner dimensions.
pub(crate) fn contiguous_elements(l: &mut Lower<'_>, ty: Type, descriptor: Value) -> Lowered<Value> {
    let rank = memref_type(l, ty)?.shape.len();
    if contiguous(l, ty)? != rank {
        return Err(format!("type '{}' has gaps between its elements", l.cx().type_to_string(ty)));
    }
    let mut elements = l.index(1);
    for i in 0..rank {
        let size = size_of(l, ty, descriptor, i)?;
        elements = l.mul(elements, size);
    }
    Ok(elements)
}

/// Before: `memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>`; after: `llvm.intr.memcpy`.
pub fn copy(l: &mut Lower<'_>) -> Lowered {
    copy_between(l, 0, 1, |l, target, source, length| {
        let no = l.cx().bool_attr(false);
        llvm::MemcpyOp::build(&mut l.at(), target, source, length, no, None, None, None, None, None, None);
        Ok(())
    })
}

/// Copies operand `from` to operand `to`; `block` copies each contiguous block of bytes.
pub(crate) fn copy_between<'b>(
    l: &mut Lower<'b>,
    from: usize,
    to: usize,
    block: impl FnOnce(&mut Lower<'b>, Value, Value, Value) -> Lowered,
) -> Lowered {
    let (from_ty, to_ty) = (l.operand_type(from), l.operand_type(to));
    let (from, to) = (l.operand(from)?, l.operand(to)?);
    let rank = memref_type(l, from_ty)?.shape.len();
    let inner = contiguous(l, from_ty)?.min(contiguous(l, to_ty)?);
    let outer = rank - inner;
    let (source, elem) = start(l, from_ty, from)?;
    let (target, _) = start(l, to_ty, to)?;
    // Static sizes are taken from either type.
    let mut sizes = Vec::new();
    for i in 0..rank {
        let a = size_of(l, from_ty, from, i)?;
        let b = size_of(l, to_ty, to, i)?;
        sizes.push(if l.known(a).is_some() { a } else { b });
    }
    let elem_bytes = bytes(l, elem)?;
    let mut length = l.index(elem_bytes);
    for &size in &sizes[outer..] {
        length = l.mul(length, size);
    }
    let mut steps = Vec::new();
    for i in 0..outer {
        steps.push((stride_of(l, from_ty, from, i)?, stride_of(l, to_ty, to, i)?));
    }
    if let Some(none) = is_empty(l, sizes.get(1..).filter(|_| outer > 0).unwrap_or(&[])) {
        // Without elements there is nothing to copy, however large the other sizes are.
        let zero = l.index(0);
        sizes[0] = llvm::SelectOp::build(&mut l.at(), none, zero, sizes[0], None);
    }
    let loops = open_loops(l, &sizes[..outer])?;
    let zero = l.index(0);
    let (mut source_at, mut target_at) = (zero, zero);
    for (x, &(a, b)) in loops.iter().zip(&steps) {
        let (a, b) = (l.mul(x.counter, a), l.mul(x.counter, b));
        source_at = l.add(source_at, a);
        target_at = l.add(target_at, b);
    }
    let source = if outer == 0 { source } else { gep(l, source, source_at, elem, false) };
    let target = if outer == 0 { target } else { gep(l, target, target_at, elem, false) };
    if inner == 0 && l.body.op_name(l.op()) == "memref.copy" {
        let value = l.build(llvm::LoadOp::info(), &[source], elem, &[]);
        let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
        state.operands.extend([value, target]);
        l.at().build(state);
    } else {
        block(l, target, source, length)?;
    }
    close_loops(l, &loops)
}

/// Whether one of the dynamic sizes is 0; `None` if all are constants.
fn is_empty(l: &mut Lower<'_>, sizes: &[Value]) -> Option<Value> {
    let (equal, i1, zero) = (l.cx().i64_attr(0), l.cx().i1(), l.index(0));
    let open: Vec<Value> = sizes.iter().copied().filter(|&n| l.known(n).is_none()).collect();
    open.into_iter().fold(None, |none, n| {
        let this = l.build(llvm::ICmpOp::info(), &[n, zero], i1, &[("predicate", equal)]);
        Some(match none {
            Some(others) => llvm::OrOp::build(&mut l.at(), others, this, None),
            None => this,
        })
    })
}

/// A loop around the op.
struct Loop {
    counter: Value,
    head: Block,
    /// The end of its body, where the branch to the next iteration is inserted.
    body_end: Block,
}

/// Opens a loop from zero for each size around the op; the op is in the innermost body then.
///
/// Each loop is a head with its counter as argument, a body, and the block after it:
/// `br head(0); head(i): cond_br i < n, body, after`.
fn open_loops(l: &mut Lower<'_>, sizes: &[Value]) -> Lowered<Vec<Loop>> {
    let op = l.op();
    let loc = l.body.loc(op);
    let zero = l.index(0);
    let (i64, i1) = (l.cx().i64(), l.cx().i1());
    let less = l.cx().i64_attr(2);
    let mut loops: Vec<Loop> = Vec::new();
    for &size in sizes {
        let before = l.body.parent_block(op).ok_or("is in no block")?;
        let region = l.body.block_parent(before).ok_or("is in no region")?;
        let body = l.body.split_block(before, Some(op));
        // The ops behind `op` belong behind the loop; for an inner loop, they are the end of the outer body.
        let next = l.body.next_op(op);
        let after = l.body.split_block(body, next);
        if let Some(around) = loops.last_mut() {
            around.body_end = after;
        }
        let at = l.body.block_number(region, body).unwrap_or(0);
        let head = l.body.insert_block(region, at, &[i64]);
        let counter = l.body.block_args(head)[0];
        let mut b = Builder::new(l.body, InsertPoint::at_end(before), loc);
        llvm::BrOp::build(&mut b, &[zero], None, head);
        b.goto_end(head);
        let mut state = OpState::new(llvm::ICmpOp::info(), loc);
        state.operands.extend([counter, size]);
        state.result_types.push(i1);
        state.attrs[0] = Some(less);
        let test = b.build(state);
        let test = b.result(test, 0);
        llvm::CondBrOp::build(&mut b, test, &[], &[], None, None, body, after);
        loops.push(Loop { counter, head, body_end: body });
    }
    Ok(loops)
}

/// Terminates the bodies of the loops with the branch to the next iteration.
fn close_loops(l: &mut Lower<'_>, loops: &[Loop]) -> Lowered {
    let loc = l.body.loc(l.op());
    let one = l.index(1);
    for x in loops {
        let mut b = Builder::new(l.body, InsertPoint::at_end(x.body_end), loc);
        let next = llvm::AddOp::build(&mut b, x.counter, one, None);
        llvm::BrOp::build(&mut b, &[next], None, x.head);
    }
    Ok(())
}
