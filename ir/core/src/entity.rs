//! Entity references: 4-byte `Copy` indices into the slabs of a [`Body`](crate::Body), and the slab itself.

use std::{fmt, marker::PhantomData, num::NonZeroU32, ops};

use crate::pool::List;

macro_rules! entity {
    ($(#[$meta:meta])* $name:ident = $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(NonZeroU32);

        impl Entity for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                // A body is limited to `Limits::entities`, below 2^32, before this could wrap.
                Self(NonZeroU32::MIN.saturating_add(index as u32))
            }
            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.index())
            }
        }
    };
}

/// A typed index.
pub trait Entity: Copy + Eq + fmt::Debug {
    /// The entity in slot `index`.
    fn from_index(index: usize) -> Self;
    /// The slot of this entity.
    fn index(self) -> usize;
}

entity! {
    /// An operation.
    Op = "op"
}
entity! {
    /// An SSA value: an op result or a block argument.
    Value = "v"
}
entity! {
    /// A basic block.
    Block = "bb"
}
entity! {
    /// A region: an ordered list of blocks owned by one op.
    Region = "region"
}
entity! {
    /// One operand slot; a node of the intrusive use list of its value.
    Use = "use"
}

/// The bits of an id: words of the pool of attributes and arguments are values that stand for something else.
macro_rules! bits {
    ($name:ident) => {
        impl $name {
            #[inline]
            pub(crate) fn from_bits(bits: NonZeroU32) -> Self {
                Self(bits)
            }
            #[inline]
            pub(crate) fn bits(self) -> NonZeroU32 {
                self.0
            }
        }
    };
}
pub(crate) use bits;

bits!(Value);

impl Op {
    /// The isolated op that a body belongs to, seen from inside that body.
    pub const SELF: Op = Op(NonZeroU32::MIN);
}

/// Storage for entities of one kind.
///
/// Erased slots stay vacant until [`Holes::recycle`], which the pass manager calls between passes. So inside one pass
/// a stale id never aliases a new entity: using it panics, without a generation counter in every handle.
#[derive(Clone)]
pub(crate) struct Slab<K, V, L = Vec<Option<V>>> {
    slots: L,
    of: PhantomData<(K, V)>,
}

/// The slots of a slab without an entity. They are not in the slab: most have none.
#[derive(Clone, Default)]
pub(crate) struct Holes {
    /// To be used again.
    free: Vec<u32>,
    /// Vacant until [`Holes::recycle`].
    erased: Vec<u32>,
}

impl Holes {
    /// Makes erased slots available again. Ids taken before must not be used any more.
    pub fn recycle(&mut self) {
        self.free.append(&mut self.erased);
    }
    pub fn len(&self) -> usize {
        self.free.len() + self.erased.len()
    }
    /// Bytes outside of the lists themselves.
    pub fn bytes(&self) -> usize {
        (self.free.capacity() + self.erased.capacity()) * size_of::<u32>()
    }
}

impl<K, V, L: Default> Default for Slab<K, V, L> {
    fn default() -> Self {
        Self { slots: L::default(), of: PhantomData }
    }
}

impl<K: Entity, V, L: List<Option<V>>> Slab<K, V, L> {
    /// Stores `value` and returns its key.
    #[inline]
    pub fn push(&mut self, value: V, holes: Option<&mut Holes>) -> K {
        match holes.and_then(|h| h.free.pop()) {
            Some(slot) => {
                self.slots[slot as usize] = Some(value);
                K::from_index(slot as usize)
            }
            None => {
                self.slots.push(Some(value));
                K::from_index(self.slots.len() - 1)
            }
        }
    }
    /// Removes the entity; its slot is not reused before [`Holes::recycle`].
    #[inline]
    #[track_caller]
    pub fn erase(&mut self, key: K, holes: &mut Holes) -> V {
        let value = self.slots[key.index()].take();
        holes.erased.push(key.index() as u32);
        value.unwrap_or_else(|| stale(key))
    }
    /// Whether `key` names a live entity.
    #[inline]
    pub fn contains(&self, key: K) -> bool {
        matches!(self.slots.get(key.index()), Some(Some(_)))
    }
    /// One more than the largest index ever used: the size of a dense side table.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }
    /// Reserves room for `n` more entities.
    pub fn reserve(&mut self, n: usize) {
        self.slots.reserve(n);
    }
    /// Moves the entities to memory of exactly their size; see [`List::fitted`].
    pub fn fitted(&mut self) -> Self {
        Self { slots: self.slots.fitted(), of: PhantomData }
    }
    /// Bytes held by the slots outside of the slab itself.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }
}

impl<K: Entity, V, L: List<Option<V>>> ops::Index<K> for Slab<K, V, L> {
    type Output = V;
    #[inline]
    #[track_caller]
    fn index(&self, key: K) -> &V {
        match &self.slots[key.index()] {
            Some(v) => v,
            None => stale(key),
        }
    }
}

impl<K: Entity, V, L: List<Option<V>>> ops::IndexMut<K> for Slab<K, V, L> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, key: K) -> &mut V {
        match &mut self.slots[key.index()] {
            Some(v) => v,
            None => stale(key),
        }
    }
}

#[cold]
#[track_caller]
fn stale<K: fmt::Debug>(key: K) -> ! {
    panic!("use of erased {key:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erased_slots_are_not_reused_before_recycling() {
        let (mut slab, mut holes): (Slab<Op, u8>, _) = (Slab::default(), Holes::default());
        let a = slab.push(1, None);
        slab.erase(a, &mut holes);
        let b = slab.push(2, Some(&mut holes));
        assert_ne!(a, b);
        assert!(!slab.contains(a));
        holes.recycle();
        assert_eq!(slab.push(3, Some(&mut holes)), a);
        assert_eq!((slab.capacity(), holes.len()), (2, 0));
    }
}
