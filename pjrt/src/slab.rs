//! The objects that a caller of the C interface holds: an address stands for a slot of a slab.
//!
//! An address is looked up before it is used, so that one that was destroyed, was never given out, or belongs to another kind of object is
//! an error and not an access to memory that is no longer there. Slots are used again, but never freed.

use std::sync::{Arc, OnceLock};

use crate::error::{Error, Result};
use crate::spin::Spin;

/// The number of slots in the first chunk; each further one has twice as many.
const FIRST: usize = 256;
/// The number of chunks, which is more than there is memory for.
const CHUNKS: usize = 32;

/// A place for an object. Clients of the interface read its first word: a table of optional functions, none here.
#[repr(C)]
struct Slot<T> {
    functions: usize,
    value: Spin<Option<Arc<T>>>,
}

/// All objects of one kind.
pub(crate) struct Slab<T> {
    /// The word for the kind in messages.
    kind: &'static str,
    chunks: [OnceLock<Box<[Slot<T>]>>; CHUNKS],
    free: Spin<Free>,
}

/// The slots without an object.
struct Free {
    /// Slots whose object was removed, by chunk and place.
    removed: Vec<(usize, usize)>,
    /// The next slot that was never used.
    next: (usize, usize),
}

impl<T> Slab<T> {
    pub(crate) const fn new(kind: &'static str) -> Self {
        let free = Free { removed: Vec::new(), next: (0, 0) };
        Self { kind, chunks: [const { OnceLock::new() }; CHUNKS], free: Spin::new(free) }
    }

    /// Gives an object an address.
    pub(crate) fn insert<H>(&self, object: Arc<T>) -> Result<*mut H> {
        let (chunk, place) = {
            let mut free = self.free.lock();
            let at = free.removed.pop().unwrap_or(free.next);
            if at == free.next {
                free.next = if at.1 + 1 < FIRST << at.0 { (at.0, at.1 + 1) } else { (at.0 + 1, 0) };
            }
            at
        };
        let full = || Error::exhausted(format!("there are too many objects of kind {}", self.kind));
        let slots = self.chunks.get(chunk).ok_or_else(full)?;
        let slots = slots.get_or_init(|| {
            (0..FIRST << chunk).map(|_| Slot { functions: 0, value: Spin::new(None) }).collect()
        });
        let slot = slots.get(place).ok_or_else(full)?;
        *slot.value.lock() = Some(object);
        Ok(std::ptr::from_ref(slot).cast_mut().cast())
    }

    /// The slot at an address, with its chunk and place.
    fn slot<H>(&self, address: *const H) -> Option<(&Slot<T>, (usize, usize))> {
        let address = address.addr();
        for (chunk, slots) in self.chunks.iter().enumerate() {
            let slots = slots.get()?;
            let offset = address.wrapping_sub(slots.as_ptr().addr());
            if offset < size_of_val::<[Slot<T>]>(slots) {
                let place = offset / size_of::<Slot<T>>();
                return (offset % size_of::<Slot<T>>() == 0).then(|| (&slots[place], (chunk, place)));
            }
        }
        None
    }

    fn unknown<H>(&self, address: *const H) -> Error {
        let state = if address.is_null() { "null" } else { "no such object, or destroyed" };
        Error::invalid(format!("the {} is {state}", self.kind))
    }

    /// The object at an address.
    pub(crate) fn get<H>(&self, address: *const H) -> Result<Arc<T>> {
        self.with(address, Arc::clone)
    }

    /// Something that is read of the object at an address, while the slot is locked: `read` is short, and takes no lock that others hold for
    /// long.
    pub(crate) fn with<H, R>(&self, address: *const H, read: impl FnOnce(&Arc<T>) -> R) -> Result<R> {
        let slot = self.slot(address).ok_or_else(|| self.unknown(address))?.0;
        let object = slot.value.lock();
        object.as_ref().map(read).ok_or_else(|| self.unknown(address))
    }

    /// Removes the object at an address; `None` if there is none.
    pub(crate) fn remove<H>(&self, address: *const H) -> Option<Arc<T>> {
        let (slot, at) = self.slot(address)?;
        let object = slot.value.lock().take()?;
        self.free.lock().removed.push(at);
        Some(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked() {
        let slab = Slab::<u32>::new("number");
        let all: Vec<*mut u8> = (0..2000).map(|n| slab.insert(Arc::new(n)).expect("a slot")).collect();
        assert!(all.iter().zip(0..).all(|(&at, n)| slab.get(at).is_ok_and(|object| *object == n)));
        assert_eq!(slab.remove(all[700]).as_deref(), Some(&700));
        assert_eq!(slab.remove(all[700]), None);
        assert_eq!(
            slab.get(all[700]).expect_err("destroyed").message(),
            "the number is no such object, or destroyed"
        );
        assert!(slab.get(all[3].wrapping_add(1)).is_err());
        assert!(slab.get(std::ptr::null::<u8>()).expect_err("null").message().ends_with("null"));
        let again: *mut u8 = slab.insert(Arc::new(7)).expect("a slot");
        assert_eq!((again, slab.get(again).ok().as_deref()), (all[700], Some(&7)));
    }
}
