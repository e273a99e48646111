//! Interfaces of ops on memory that values can take the place of: `mem2reg` and `sroa` work through them.
//!
//! A slot is memory for one value behind a pointer that nothing else knows. To promote it, every use of the pointer must be removed
//! (a *blocking use*); ops that only hand the pointer on are removed with their users.

use smallvec::SmallVec;

use crate::{Attr, Body, Builder, Op, Type, Value};

/// Memory for one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySlot {
    /// The address.
    pub ptr: Value,
    /// The type of the value.
    pub elem: Type,
}

/// Memory for an aggregate whose elements can be in slots of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DestructurableSlot {
    /// The whole.
    pub slot: MemorySlot,
    /// The index of each element with its type, in order.
    pub elements: Vec<(Attr, Type)>,
}

/// A use of a value: an op and the number of the operand.
pub type SlotUse = (Op, usize);

/// Whether an op whose uses of a slot were removed stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The op stays.
    Keep,
    /// The caller erases the op.
    Delete,
}

/// An op that allocates slots which may be promoted.
pub trait PromotableAllocation {
    /// Its slots.
    fn promotable_slots(&self, body: &Body) -> SmallVec<[MemorySlot; 1]>;
    /// The value of a slot before anything is stored.
    fn default_value(&self, b: &mut Builder<'_>, slot: MemorySlot) -> Value;
}

/// An op that reads or writes a slot.
pub trait PromotableMemOp {
    /// Whether it writes the slot.
    fn stores_to(&self, body: &Body, slot: MemorySlot) -> bool;
    /// The value of the slot behind an op that writes it, of which `reaching` is the value before; built at the insertion point.
    fn stored(&self, b: &mut Builder<'_>, slot: MemorySlot, reaching: Value) -> Value;
    /// Whether the op can do without these uses of the slot, if those that it adds to `new` are removed too.
    fn can_remove_uses(&self, body: &Body, slot: MemorySlot, uses: &[usize], new: &mut Vec<SlotUse>) -> bool;
    /// Removes the uses; `reaching` is the value of the slot before the op. New ops are built at the insertion point.
    fn remove_uses(&self, b: &mut Builder<'_>, slot: MemorySlot, reaching: Value) -> Deletion;
}

/// An op that can do without the address of a slot, as a cast of it.
pub trait PromotableOp {
    /// Whether the op can do without these operands, if the uses that it adds to `new` are removed too.
    fn can_remove_uses(&self, body: &Body, uses: &[usize], new: &mut Vec<SlotUse>) -> bool;
    /// Removes the uses of these operands.
    fn remove_uses(&self, b: &mut Builder<'_>, uses: &[usize]) -> Deletion {
        let _ = (b, uses);
        Deletion::Delete
    }
}

/// An op that allocates slots whose elements may get slots of their own.
pub trait DestructurableAllocation {
    /// Its slots.
    fn destructurable_slots(&self, body: &Body) -> SmallVec<[DestructurableSlot; 1]>;
    /// Allocates slots for the elements with the indices `used`, after the op; the result has them in the same order.
    fn destructure(&self, b: &mut Builder<'_>, slot: &DestructurableSlot, used: &[Attr]) -> Vec<MemorySlot>;
}

/// An op that accesses an element of an aggregate.
pub trait DestructurableAccessor {
    /// The index of the element, if the op can use the element's slot instead of the whole. Slots that it makes of the element,
    /// whose uses must not leave it, are added to `safe`.
    fn rewired_index(
        &self,
        body: &Body,
        slot: &DestructurableSlot,
        safe: &mut Vec<MemorySlot>,
    ) -> Option<Attr>;
    /// Uses the slot of the element.
    fn rewire(&self, b: &mut Builder<'_>, element: MemorySlot) -> Deletion;
}

/// An op that stays inside of the slot that it accesses.
pub trait SafeMemorySlotAccess {
    /// Whether it does so for this slot; slots that it makes, which must be used safely as well, are added to `safe`.
    fn accesses_safely(&self, body: &Body, slot: MemorySlot, safe: &mut Vec<MemorySlot>) -> bool;
}

/// The uses of all results of an op, which can be removed if they are.
pub fn forward_to_users(body: &Body, op: Op, new: &mut Vec<SlotUse>) -> bool {
    for &result in body.results(op) {
        new.extend(body.uses_of(result));
    }
    true
}
