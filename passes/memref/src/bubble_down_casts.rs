//! `bubble-down-memory-space-casts`: casts to the default memory space move behind the ops that use them.
//!
//! Before:
//! ```mlir
//! %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
//! %s = memref.subview %c[%i, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
//! %v = memref.load %s[%i, %i] : memref<2x2xf32, strided<[8, 1], offset: ?>>
//! ```
//! After:
//! ```mlir
//! %s = memref.subview %m[%i, 0] [2, 2] [1, 1] : memref<4x8xf32, 1> to memref<2x2xf32, strided<[8, 1], offset: ?>, 1>
//! %v = memref.load %s[%i, %i] : memref<2x2xf32, strided<[8, 1], offset: ?>, 1>
//! ```
//! Accesses and views use the buffer in its own memory space, about which more is known. Other ops keep the cast.

use strata_ir::{core::InsertPoint, prelude::*, rewrite::patterns};
use strata_memref::MemorySpaceCastOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Bubbles down memory-space cast operations.
#[pass(name = "bubble-down-memory-space-casts", class = "BubbleDownMemorySpaceCasts", each_body)]
pub struct BubbleDownMemorySpaceCasts;

const PATTERNS: &[PatternRow] = patterns! { any => "bubble-down-cast": bubble_down };

impl BodyPass for BubbleDownMemorySpaceCasts {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        crate::apply(body, &patterns)
    }
}

/// The ops that access a buffer, and the group of operands that it is.
const ACCESSES: [(&str, usize); 13] = [
    ("memref.atomic_rmw", 1),
    ("memref.load", 0),
    ("memref.store", 1),
    ("vector.compressstore", 0),
    ("vector.expandload", 0),
    ("vector.gather", 0),
    ("vector.load", 0),
    ("vector.maskedload", 0),
    ("vector.maskedstore", 0),
    ("vector.scatter", 0),
    ("vector.store", 1),
    ("vector.transfer_read", 0),
    ("vector.transfer_write", 1),
];

/// The ops whose first operand is a buffer and whose result is a view of it.
const VIEWS: [&str; 9] = [
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.reinterpret_cast",
    "memref.reshape",
    "memref.subview",
    "memref.transpose",
    "memref.view",
];

fn bubble_down(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let name = rw.op_name(op);
    let view = VIEWS.contains(&name);
    let group = if view { 0 } else { ACCESSES.iter().find(|row| row.0 == name)?.1 };
    let at = rw.operand_group(op, group).next()?;
    let cast = rw.def_of::<MemorySpaceCastOp>(rw.operand(op, at))?;
    let source = cast.source(rw);
    let space = memory_space(rw.cx(), rw.ty(source))?;
    if memory_space(rw.cx(), rw.ty(cast.dest(rw)))?.is_some() || space.is_none() {
        return None;
    }
    if view {
        let result = rw.result(op, 0);
        let old = rw.ty(result);
        let ty = in_space(rw.cx(), old, space)?;
        rw.body().set_type(result, ty);
        let after = InsertPoint::after(rw, op);
        rw.goto(after);
        let new = MemorySpaceCastOp::build(rw, result, old);
        let made = rw.def_op(new);
        rw.touch_users(result);
        rw.body().replace_uses_if(result, new, |_, user| Some(user) != made);
    }
    rw.set_operand(op, at, source);
    Some(())
}

/// The memory space of a buffer; `None` for other types.
fn memory_space(cx: &Context, ty: Type) -> Option<Option<Attr>> {
    let ranked = cx.type_as::<MemRefType>(ty).map(|t| t.memory_space);
    ranked.or_else(|| cx.type_as::<UnrankedMemRefType>(ty).map(|t| t.memory_space))
}

/// The type of the same buffer in another memory space.
fn in_space(cx: &Context, ty: Type, memory_space: Option<Attr>) -> Option<Type> {
    if let Some(t) = cx.type_as::<MemRefType>(ty) {
        return Some(cx.ty(MemRefType { memory_space, ..t.clone() }));
    }
    let t = cx.type_as::<UnrankedMemRefType>(ty)?;
    Some(cx.ty(UnrankedMemRefType { memory_space, ..t.clone() }))
}
