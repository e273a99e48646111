//! Buffers: arrays in memory, which may be there only later.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::abi::PJRT_Memory;
use crate::device::{DEVICES, MEMORIES};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::{Event, Outcome};
use crate::layout::{is_row_major, of_order, row_major_order};
use crate::memory::Block;
use crate::slab::Slab;

/// The memory that a buffer is in, as an address to look up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(usize);

impl Place {
    pub(crate) fn new(memory: *mut PJRT_Memory) -> Self {
        Self(memory.expose_provenance())
    }
    pub(crate) fn memory(self) -> *mut PJRT_Memory {
        std::ptr::with_exposed_provenance_mut(self.0)
    }
    /// A block there.
    pub(crate) fn allocate(self, bytes: usize) -> Result<Block> {
        let memory = MEMORIES.get(self.memory())?;
        DEVICES.get(memory.device()?)?.allocate(memory.kind, bytes)
    }
    /// Whether the memory is that of a GPU.
    pub(crate) fn is_on_gpu(self) -> Result<bool> {
        let memory = MEMORIES.get(self.memory())?;
        Ok(memory.kind == 0 && DEVICES.get(memory.device()?)?.gpu.is_some())
    }
}

/// An array.
pub(crate) struct Buffer {
    pub element: Element,
    pub dims: Arc<[i64]>,
    pub place: Place,
    /// The dimensions from the fastest to the slowest, as layouts tell it.
    pub minor_to_major: Arc<[i64]>,
    /// When its elements are there.
    pub ready: Arc<Event>,
    /// `None` once it was deleted or donated.
    block: Mutex<Option<Arc<Block>>>,
    /// The users outside of this plugin, who may hold addresses.
    pub external: AtomicUsize,
    /// The memory that they use, for as long as there are any.
    held: Mutex<Option<Arc<Block>>>,
}

/// The buffers that callers hold.
pub(crate) static BUFFERS: Slab<Buffer> = Slab::new("buffer");

fn gone() -> Error {
    Error::invalid("the buffer has been deleted or donated")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Buffer {
    /// A buffer whose elements are in the block when `ready` happens well.
    pub(crate) fn new(
        element: Element,
        dims: &[i64],
        place: Place,
        block: Option<Arc<Block>>,
        ready: Arc<Event>,
    ) -> Self {
        let order = row_major_order(dims.len()).into();
        Self::laid_out(element, [dims.into(), order], place, block, ready)
    }

    /// The same with the order of its dimensions, from the fastest to the slowest, after their sizes.
    pub(crate) fn laid_out(
        element: Element,
        [dims, minor_to_major]: [Arc<[i64]>; 2],
        place: Place,
        block: Option<Arc<Block>>,
        ready: Arc<Event>,
    ) -> Self {
        Self {
            element,
            dims,
            place,
            minor_to_major,
            ready,
            block: Mutex::new(block),
            external: AtomicUsize::new(0),
            held: Mutex::new(None),
        }
    }

    /// The strides of its elements in bytes.
    pub(crate) fn strides(&self) -> Result<Vec<i64>> {
        of_order(&self.minor_to_major, &self.dims, self.element.bytes)
    }

    /// Whether its elements are in row-major order.
    pub(crate) fn is_row_major(&self) -> bool {
        let ordered = self.minor_to_major.windows(2).all(|pair| pair[0] > pair[1]);
        ordered || self.strides().is_ok_and(|own| is_row_major(&self.dims, &own, self.element.bytes))
    }

    /// A buffer whose elements will never be there.
    pub(crate) fn failed(element: Element, dims: &[i64], place: Place, error: Error) -> Self {
        let event = Event::ready(Err(error));
        // SAFETY: no byte is read of an empty block.
        let empty = unsafe { Block::foreign(std::ptr::without_provenance_mut(64), 0, None) };
        Self::new(element, dims, place, Some(Arc::new(empty)), event)
    }

    /// Its memory.
    pub(crate) fn block(&self) -> Result<Arc<Block>> {
        lock(&self.block).clone().ok_or_else(gone)
    }

    /// The number of bytes of its elements.
    pub(crate) fn bytes(&self) -> Result<usize> {
        self.element.array_bytes(&self.dims)
    }

    pub(crate) fn is_deleted(&self) -> bool {
        lock(&self.block).is_none()
    }

    /// Gives its memory up; what still uses it keeps it.
    pub(crate) fn delete(&self) {
        // Dropped after the lock, as a deleter may call back.
        drop(self.take());
    }

    /// As [`Self::delete`], and gives the memory to the caller.
    pub(crate) fn take(&self) -> Option<Arc<Block>> {
        lock(&self.block).take()
    }

    /// Gives its memory to the caller, who has it alone but for what still uses it.
    pub(crate) fn give(&self) -> Result<Arc<Block>> {
        self.take().ok_or_else(gone)
    }

    /// Adds a user outside of this plugin.
    pub(crate) fn hold(&self) -> Result<()> {
        let block = self.block()?;
        let mut held = lock(&self.held);
        self.external.fetch_add(1, Ordering::Relaxed);
        *held = Some(block);
        Ok(())
    }

    /// Removes one.
    pub(crate) fn release(&self) -> Result<()> {
        let mut held = lock(&self.held);
        let left = self.external.load(Ordering::Relaxed).checked_sub(1);
        let left = left.ok_or_else(|| Error::precondition("the buffer has no external reference"))?;
        self.external.store(left, Ordering::Relaxed);
        let block = if left == 0 { held.take() } else { None };
        drop(held);
        drop(block);
        Ok(())
    }

    /// Calls `then` with the memory, now or when the elements are there, and returns an event for its end.
    pub(crate) fn when_ready(
        &self,
        then: impl FnOnce(&Block) -> Outcome + Send + 'static,
    ) -> Result<Arc<Event>> {
        let block = self.block()?;
        Ok(self.ready.then(move || then(&block)))
    }
}
