//! Stack memory as memory slots: `mem2reg` replaces it by values.
//!
//! A load or store of another type than the slot's is a cast of its first bits, as on a little-endian machine.

use strata_ir::{num::ApInt, prelude::*};

use crate::{
    AddrSpaceCastOp, AllocaOp, AndOp, BitcastOp, ConstantOp, GEPOp, IntToPtrOp, InvariantEndOp,
    InvariantStartOp, LaunderInvariantGroupOp, LifetimeEndOp, LifetimeStartOp, LoadOp, OrOp, PtrToIntOp,
    StoreOp, StripInvariantGroupOp, TruncOp, UndefOp, ZExtOp,
    layout::layout,
    types::{ArrayType, PointerType, StructType},
};

impl PromotableAllocation for AllocaOp {
    fn promotable_slots(&self, b: &Body) -> SmallVec<[MemorySlot; 1]> {
        // In any other block it may run several times.
        let block = b.parent_block(self.op());
        let entry = block.and_then(|block| b.block_parent(block)).and_then(|r| b.blocks(r).first().copied());
        if block != entry {
            return SmallVec::new();
        }
        smallvec![MemorySlot { ptr: self.res(b), elem: self.elem_type(b).get(b.cx()).0 }]
    }
    fn default_value(&self, b: &mut Builder<'_>, slot: MemorySlot) -> Value {
        UndefOp::build(b, slot.elem)
    }
}

fn is_pointer(cx: &Context, ty: Type) -> bool {
    cx.type_as::<PointerType>(ty).is_some()
}

/// Whether values of a type can be cast through integers.
fn is_castable(cx: &Context, ty: Type) -> bool {
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        return !is_pointer(cx, v.elem) && !v.scalable.iter().any(|&s| s);
    }
    cx.type_as::<StructType>(ty).is_none() && cx.type_as::<ArrayType>(ty).is_none()
}

/// Bytes in memory.
fn bytes(cx: &Context, ty: Type) -> Option<u64> {
    bits(cx, ty).map(|bits| bits.div_ceil(8))
}

/// Bits of a value.
fn bits(cx: &Context, ty: Type) -> Option<u64> {
    if is_pointer(cx, ty) {
        return Some(64);
    }
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        let n = v.shape.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::try_from(d).ok()?))?;
        return bits(cx, v.elem)?.checked_mul(n);
    }
    match cx.bit_width(ty) {
        Some(width) => Some(u64::from(width)),
        None => layout(cx, ty)?.size.checked_mul(8),
    }
}

/// Whether the first bits of a value of type `whole` can be read or written as a value of type `part`.
fn is_part(cx: &Context, part: Type, whole: Type) -> bool {
    if part == whole {
        return true;
    }
    let (Some(small), Some(large)) = (bytes(cx, part), bytes(cx, whole)) else { return false };
    let (p, w) = (is_pointer(cx, part), is_pointer(cx, whole));
    is_castable(cx, part) && is_castable(cx, whole) && if p && w { small == large } else { small <= large }
}

/// The value of a new op, or what it folds to.
fn folded(b: &mut Builder<'_>, value: Value) -> Value {
    let Some(op) = b.def_op(value) else { return value };
    let consts: Vec<Option<Attr>> = b.operands(op).map(|v| constant_value(b, v)).collect();
    let result = match op.cast::<dyn Fold>(b) {
        Some(fold) => fold.fold(b.body(), &consts),
        None => None,
    };
    let Some(Folded::Results(results)) = result else { return value };
    let new = match results[..] {
        [FoldResult::Value(new)] => new,
        [FoldResult::Attr(attr)] => {
            let ty = b.ty(value);
            ConstantOp::build(b, attr, ty)
        }
        _ => return value,
    };
    b.body().erase(op);
    new
}

/// A value as an integer of as many bits.
fn as_int(b: &mut Builder<'_>, value: Value) -> Value {
    let (ty, cx) = (b.ty(value), b.cx());
    if cx.as_int(ty).is_some() {
        return value;
    }
    let int = cx.int_type(bits(cx, ty).and_then(|n| u32::try_from(n).ok()).unwrap_or(64));
    let new = if is_pointer(b.cx(), ty) {
        PtrToIntOp::build(b, value, int)
    } else {
        BitcastOp::build(b, value, int)
    };
    folded(b, new)
}

/// An integer as a value of another type with as many bits.
fn from_int(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    if b.ty(value) == ty {
        return value;
    }
    let new = if is_pointer(b.cx(), ty) {
        IntToPtrOp::build(b, value, None, ty)
    } else {
        BitcastOp::build(b, value, ty)
    };
    folded(b, new)
}

/// A value as one of another type with as many bits.
fn recast(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let from = b.ty(value);
    if from == ty {
        return value;
    }
    if is_pointer(b.cx(), from) && is_pointer(b.cx(), ty) {
        let new = AddrSpaceCastOp::build(b, value, ty);
        return folded(b, new);
    }
    let int = as_int(b, value);
    from_int(b, int, ty)
}

/// The first bits of a value as a value of type `ty`.
fn extract(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let (from, to) = (bits(b.cx(), b.ty(value)), bits(b.cx(), ty));
    if from == to {
        return recast(b, value, ty);
    }
    let int = as_int(b, value);
    let narrow = b.cx().int_type(to.and_then(|n| u32::try_from(n).ok()).unwrap_or(1));
    let part = TruncOp::build(b, int, None, narrow);
    from_int(b, part, ty)
}

/// The value `whole` with the bits of `part` in the place of its first ones.
fn insert(b: &mut Builder<'_>, part: Value, whole: Value) -> Value {
    let ty = b.ty(whole);
    let (small, large) = (bits(b.cx(), b.ty(part)), bits(b.cx(), ty));
    if small == large {
        return recast(b, part, ty);
    }
    let old = as_int(b, whole);
    let new = as_int(b, part);
    let int = b.ty(old);
    let new = ZExtOp::build(b, new, None, int);
    let new = folded(b, new);
    let (width, kept) = (large.unwrap_or(64) as u32, small.unwrap_or(0) as u32);
    let mask = ApInt::ones(width).shl_bits(kept);
    let mask = b.cx().attr(IntegerAttr { value: mask, ty: int });
    let mask = ConstantOp::build(b, mask, int);
    let rest = AndOp::build(b, old, mask);
    let rest = folded(b, rest);
    let both = OrOp::build(b, rest, new, None);
    let both = folded(b, both);
    from_int(b, both, ty)
}

impl PromotableMemOp for LoadOp {
    fn stores_to(&self, _: &Body, _: MemorySlot) -> bool {
        false
    }
    fn stored(&self, _: &mut Builder<'_>, _: MemorySlot, reaching: Value) -> Value {
        reaching
    }
    fn can_remove_uses(&self, b: &Body, slot: MemorySlot, uses: &[usize], _: &mut Vec<SlotUse>) -> bool {
        matches!(uses, [_])
            && self.addr(b) == slot.ptr
            && self.volatile_(b).is_none()
            && is_part(b.cx(), b.ty(self.res(b)), slot.elem)
    }
    fn remove_uses(&self, b: &mut Builder<'_>, _: MemorySlot, reaching: Value) -> Deletion {
        let result = self.res(b);
        let ty = b.ty(result);
        let value = extract(b, reaching, ty);
        b.body().replace_all_uses(result, value);
        Deletion::Delete
    }
}

impl PromotableMemOp for StoreOp {
    fn stores_to(&self, b: &Body, slot: MemorySlot) -> bool {
        self.addr(b) == slot.ptr
    }
    fn stored(&self, b: &mut Builder<'_>, _: MemorySlot, reaching: Value) -> Value {
        let value = self.value(b);
        insert(b, value, reaching)
    }
    fn can_remove_uses(&self, b: &Body, slot: MemorySlot, uses: &[usize], _: &mut Vec<SlotUse>) -> bool {
        let value = self.value(b);
        matches!(uses, [_])
            && self.addr(b) == slot.ptr
            && value != slot.ptr
            && self.volatile_(b).is_none()
            && is_part(b.cx(), b.ty(value), slot.elem)
    }
    fn remove_uses(&self, _: &mut Builder<'_>, _: MemorySlot, _: Value) -> Deletion {
        Deletion::Delete
    }
}

impl PromotableOp for GEPOp {
    /// An address without an offset.
    fn can_remove_uses(&self, b: &Body, _: &[usize], new: &mut Vec<SlotUse>) -> bool {
        self.raw_constant_indices(b).get(b.cx()).values.iter().all(|&i| i == 0)
            && forward_to_users(b, self.op(), new)
    }
}

macro_rules! hands_on {
    ($($name:ident),*) => {$(
        impl PromotableOp for $name {
            fn can_remove_uses(&self, b: &Body, _: &[usize], new: &mut Vec<SlotUse>) -> bool {
                forward_to_users(b, self.op(), new)
            }
        }
    )*};
}
hands_on!(BitcastOp, AddrSpaceCastOp, LaunderInvariantGroupOp, StripInvariantGroupOp);

macro_rules! marks {
    ($($name:ident),*) => {$(
        impl PromotableOp for $name {
            fn can_remove_uses(&self, _: &Body, _: &[usize], _: &mut Vec<SlotUse>) -> bool {
                true
            }
        }
    )*};
}
marks!(LifetimeStartOp, LifetimeEndOp, InvariantEndOp);

impl PromotableOp for InvariantStartOp {
    /// The ends that name it are removed, too.
    fn can_remove_uses(&self, b: &Body, _: &[usize], new: &mut Vec<SlotUse>) -> bool {
        forward_to_users(b, self.op(), new)
    }
}
