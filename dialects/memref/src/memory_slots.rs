//! Buffers as memory slots: `mem2reg` and `sroa` replace them by values.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{AllocaOp, LoadOp, StoreOp};

/// The largest number of elements of a buffer that get buffers of their own.
const MAX_ELEMENTS: i64 = 16;

/// The type of a buffer of known sizes.
fn static_type(b: &Body, v: Value) -> Option<&MemRefType> {
    b.cx().type_as::<MemRefType>(b.ty(v)).filter(|t| !t.shape.contains(&DYNAMIC))
}

impl PromotableAllocation for AllocaOp {
    fn promotable_slots(&self, b: &Body) -> SmallVec<[MemorySlot; 1]> {
        let ptr = self.memref(b);
        match static_type(b, ptr) {
            Some(t) if t.shape.iter().all(|&d| d == 1) => smallvec![MemorySlot { ptr, elem: t.elem }],
            _ => SmallVec::new(),
        }
    }
    fn default_value(&self, b: &mut Builder<'_>, slot: MemorySlot) -> Value {
        strata_ub::PoisonOp::build(b, None, slot.elem)
    }
}

impl PromotableMemOp for LoadOp {
    fn stores_to(&self, _: &Body, _: MemorySlot) -> bool {
        false
    }
    fn stored(&self, _: &mut Builder<'_>, _: MemorySlot, reaching: Value) -> Value {
        reaching
    }
    fn can_remove_uses(&self, b: &Body, slot: MemorySlot, uses: &[usize], _: &mut Vec<SlotUse>) -> bool {
        matches!(uses, [_]) && self.memref(b) == slot.ptr && b.ty(self.result(b)) == slot.elem
    }
    fn remove_uses(&self, b: &mut Builder<'_>, _: MemorySlot, reaching: Value) -> Deletion {
        let result = self.result(b);
        b.body().replace_all_uses(result, reaching);
        Deletion::Delete
    }
}

impl PromotableMemOp for StoreOp {
    fn stores_to(&self, b: &Body, slot: MemorySlot) -> bool {
        self.memref(b) == slot.ptr
    }
    fn stored(&self, b: &mut Builder<'_>, _: MemorySlot, _: Value) -> Value {
        self.value(b)
    }
    fn can_remove_uses(&self, b: &Body, slot: MemorySlot, uses: &[usize], _: &mut Vec<SlotUse>) -> bool {
        let value = self.value(b);
        matches!(uses, [_]) && self.memref(b) == slot.ptr && value != slot.ptr && b.ty(value) == slot.elem
    }
    fn remove_uses(&self, _: &mut Builder<'_>, _: MemorySlot, _: Value) -> Deletion {
        Deletion::Delete
    }
}

impl DestructurableAllocation for AllocaOp {
    fn destructurable_slots(&self, b: &Body) -> SmallVec<[DestructurableSlot; 1]> {
        let ptr = self.memref(b);
        let Some(t) = static_type(b, ptr).filter(|t| !t.shape.is_empty()) else { return SmallVec::new() };
        let count =
            t.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d)).filter(|&n| n > 1 && n <= MAX_ELEMENTS);
        let Some(count) = count else { return SmallVec::new() };
        let element = |number: i64| {
            let mut rest = number;
            let mut index: Vec<Attr> = Vec::with_capacity(t.shape.len());
            for &d in t.shape.iter().rev() {
                index.push(b.cx().index_attr(rest % d));
                rest /= d;
            }
            index.reverse();
            (b.cx().array_attr(index), t.elem)
        };
        let elements = (0..count).map(element).collect();
        smallvec![DestructurableSlot { slot: MemorySlot { ptr, elem: b.ty(ptr) }, elements }]
    }
    fn destructure(&self, b: &mut Builder<'_>, slot: &DestructurableSlot, used: &[Attr]) -> Vec<MemorySlot> {
        let elem = slot.elements.first().map(|e| e.1);
        let Some(elem) = elem else { return Vec::new() };
        let ty = b.cx().memref(&[], elem);
        used.iter().map(|_| MemorySlot { ptr: AllocaOp::create(b, ty, &[]), elem }).collect()
    }
}

/// The element that constant indices select.
fn constant_index(b: &Body, indices: impl Iterator<Item = Value>) -> Option<Attr> {
    let numbers: Option<Vec<i64>> = indices.map(|v| b.cx().attr_i64(constant_value(b, v)?)).collect();
    Some(b.cx().array_attr(numbers?.into_iter().map(|n| b.cx().index_attr(n)).collect()))
}

/// The index of the element, if the buffer has it.
fn element(b: &Body, slot: &DestructurableSlot, indices: impl Iterator<Item = Value>) -> Option<Attr> {
    let index = constant_index(b, indices)?;
    slot.elements.iter().any(|e| e.0 == index).then_some(index)
}

impl DestructurableAccessor for LoadOp {
    fn rewired_index(&self, b: &Body, slot: &DestructurableSlot, _: &mut Vec<MemorySlot>) -> Option<Attr> {
        (self.memref(b) == slot.slot.ptr).then_some(())?;
        element(b, slot, self.indices(b))
    }
    fn rewire(&self, b: &mut Builder<'_>, element: MemorySlot) -> Deletion {
        b.body().set_operands(self.op(), &[element.ptr]);
        Deletion::Keep
    }
}

impl DestructurableAccessor for StoreOp {
    fn rewired_index(&self, b: &Body, slot: &DestructurableSlot, _: &mut Vec<MemorySlot>) -> Option<Attr> {
        (self.memref(b) == slot.slot.ptr && self.value(b) != slot.slot.ptr).then_some(())?;
        element(b, slot, self.indices(b))
    }
    fn rewire(&self, b: &mut Builder<'_>, element: MemorySlot) -> Deletion {
        let value = self.value(b);
        b.body().set_operands(self.op(), &[value, element.ptr]);
        Deletion::Keep
    }
}
