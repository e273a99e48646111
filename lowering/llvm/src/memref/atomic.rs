//! Atomic updates of elements.
//!
//! Before: `%0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<8xi32>) -> i32`
//! After: `%0 = llvm.atomicrmw add %p, %v acq_rel : !llvm.ptr, i32`
//!
//! An update that is computed by a region is retried until it succeeds:
//! ```mlir
//! %0 = memref.generic_atomic_rmw %m[%i] : memref<8xf32> { ^bb0(%old: f32): … memref.atomic_yield %new : f32 }
//! ```
//! becomes
//! ```mlir
//!   %first = llvm.load %p : !llvm.ptr -> i32
//!   llvm.br ^try(%first : i32)
//! ^try(%bits: i32):
//!   %0 = llvm.bitcast %bits : i32 to f32
//!   …
//!   %next = llvm.bitcast %new : f32 to i32
//!   %pair = llvm.cmpxchg %p, %bits, %next acq_rel monotonic : !llvm.ptr, i32
//!   %found = llvm.extractvalue %pair[0] : !llvm.struct<(i32, i1)>
//!   %done = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
//!   llvm.cond_br %done, ^rest, ^try(%found : i32)
//! ```

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::address;
use crate::engine::{Lower, Lowered, Update};

/// Codes of memory orderings.
const MONOTONIC: i64 = 2;
const ACQ_REL: i64 = 6;

/// The operation of `llvm.atomicrmw` for each kind of `memref.atomic_rmw`, by its code.
const OPERATIONS: [Option<i64>; 16] = [
    Some(11), // addf: fadd
    Some(1),  // addi: add
    Some(3),  // andi: and
    Some(0),  // assign: xchg
    Some(19), // maximumf: fmaximum
    Some(13), // maxnumf: fmax
    Some(7),  // maxs: max
    Some(9),  // maxu: umax
    Some(20), // minimumf: fminimum
    Some(14), // minnumf: fmin
    Some(8),  // mins: min
    Some(10), // minu: umin
    None,     // mulf
    None,     // muli
    Some(5),  // ori: or
    Some(6),  // xori: xor
];

/// The operation of LLVM for the kind of the update, if it has one.
pub fn operation(l: &Lower<'_>) -> Option<i64> {
    let kind = l.attr_i64("kind").and_then(|k| usize::try_from(k).ok());
    kind.and_then(|k| OPERATIONS.get(k).copied().flatten())
}

/// The attributes of the instruction for an operation.
pub fn attrs(l: &Lower<'_>, operation: i64) -> [(&'static str, Attr); 2] {
    [("bin_op", l.cx().i64_attr(operation)), ("ordering", l.cx().i64_attr(ACQ_REL))]
}

pub fn rmw(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(1), l.body.num_operands(l.op()));
    let operation = operation(l).ok_or("is of a kind that no instruction has; see memref-expand")?;
    let (value, descriptor) = (l.operand(0)?, l.operand(1)?);
    let indices = l.operands(2..n)?;
    let (pointer, elem) = address(l, ty, descriptor, &indices)?;
    let bits = l.cx().bit_width(elem).unwrap_or(0);
    if !matches!(bits, 8 | 16 | 32 | 64) {
        return Err(format!("updates elements of {bits} bits; see memref-expand"));
    }
    let attrs = attrs(l, operation);
    let old = l.build(llvm::AtomicRMWOp::info(), &[pointer, value], elem, &attrs);
    l.replace_one(old)
}

/// The integer that is exchanged for elements of a type.
fn integer(l: &Lower<'_>, elem: Type) -> Lowered<Type> {
    let bits = l.cx().bit_width(elem).unwrap_or(0);
    match bits {
        1..8 => Ok(l.cx().i8()),
        8 | 16 | 32 | 64 => Ok(l.cx().int_type(bits)),
        _ => Err(format!("updates elements of {bits} bits, which no processor does at once")),
    }
}

/// Builds an op with one result by its descriptor.
fn build(b: &mut Builder<'_>, info: &'static OpInfo, operand: Value, ty: Type) -> Value {
    if b.ty(operand) == ty {
        return operand;
    }
    let mut state = OpState::new(info, b.cur_loc());
    state.operands.push(operand);
    state.result_types.push(ty);
    let op = b.build(state);
    b.result(op, 0)
}

pub fn generic(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let (ty, n) = (l.operand_type(0), l.body.num_operands(op));
    let descriptor = l.operand(0)?;
    let indices = l.operands(1..n)?;
    let (pointer, elem) = address(l, ty, descriptor, &indices)?;
    let whole = integer(l, elem)?;
    let &[region] = l.body.regions(op) else { return Err("has no region".to_owned()) };
    let &[block] = l.body.blocks(region) else { return Err("has a region of several blocks".to_owned()) };
    let inside: Vec<Op> = l.body.block_ops(block).collect();
    if inside.iter().any(|&o| !l.body.regions(o).is_empty()) {
        return Err("computes with ops that have regions".to_owned());
    }
    let (Some(&end), &[arg]) = (inside.last(), l.body.block_args(block)) else {
        return Err("has no body".to_owned());
    };
    let first = l.build(llvm::LoadOp::info(), &[pointer], whole, &[]);
    let loc = l.body.loc(op);
    let before = l.body.parent_block(op).ok_or("is in no block")?;
    let around = l.body.block_parent(before).ok_or("is in no region")?;
    let next = l.body.next_op(op);
    let rest = l.body.split_block(before, next);
    let at = l.body.block_number(around, rest).unwrap_or(0);
    let head = l.body.insert_block(around, at, &[whole]);
    let bits = l.body.block_args(head)[0];
    let mut b = Builder::new(l.body, InsertPoint::at_end(before), loc);
    llvm::BrOp::build(&mut b, &[first], None, head);
    b.goto_end(head);
    let float = b.cx().as_float(elem).is_some();
    let info = if float { llvm::BitcastOp::info() } else { llvm::TruncOp::info() };
    let old = build(&mut b, info, bits, elem);
    for o in inside {
        l.body.move_op(o, InsertPoint::at_end(head));
    }
    if l.body.ty(arg) == elem {
        l.body.replace_all_uses(arg, old);
    } else {
        l.values.set(arg, old);
    }
    l.updates.insert(end, Update { pointer, bits, head, rest });
    l.replace_one(old)
}

pub fn atomic_yield(l: &mut Lower<'_>) -> Lowered {
    let Update { pointer, bits, head, rest } =
        l.updates.remove(&l.op()).ok_or("ends an update that was not converted")?;
    let new = l.operand(0)?;
    let (from, whole) = (l.body.ty(new), l.body.ty(bits));
    let float = l.cx().as_float(from).is_some();
    let info = if float { llvm::BitcastOp::info() } else { llvm::ZExtOp::info() };
    let new = build(&mut l.at(), info, new, whole);
    let pair = l.cx().ty(llvm::StructType::literal(vec![whole, l.cx().i1()]));
    let (success, failure) = (l.cx().i64_attr(ACQ_REL), l.cx().i64_attr(MONOTONIC));
    let attrs = [("success_ordering", success), ("failure_ordering", failure)];
    let pair = l.build(llvm::AtomicCmpXchgOp::info(), &[pointer, bits, new], pair, &attrs);
    let (found, done) = (l.part(pair, &[0])?, l.part(pair, &[1])?);
    llvm::CondBrOp::build(&mut l.at(), done, &[], &[found], None, None, rest, head);
    Ok(())
}
