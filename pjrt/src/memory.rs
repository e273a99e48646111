//! Blocks of memory that buffers are in.

use std::alloc::Layout;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::error::{Error, Result};
use crate::event::Event;

/// The alignment of blocks, that of XLA's buffers and of the widest vectors.
pub(crate) const ALIGNMENT: usize = 64;

/// The account of the memory of a device.
#[derive(Debug, Default)]
pub(crate) struct Account {
    in_use: AtomicI64,
    peak: AtomicI64,
    allocations: AtomicI64,
    largest: AtomicI64,
}

/// The figures of an account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub in_use: i64,
    pub peak: i64,
    pub allocations: i64,
    pub largest: i64,
}

impl Account {
    fn add(&self, bytes: usize) {
        let bytes = bytes as i64;
        let now = self.in_use.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
        self.largest.fetch_max(bytes, Ordering::Relaxed);
        self.allocations.fetch_add(1, Ordering::Relaxed);
    }

    fn remove(&self, bytes: usize) {
        self.in_use.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    /// Forgets the largest figures.
    pub(crate) fn clear(&self) {
        self.peak.store(self.in_use.load(Ordering::Relaxed), Ordering::Relaxed);
        self.largest.store(0, Ordering::Relaxed);
        self.allocations.store(0, Ordering::Relaxed);
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            in_use: self.in_use.load(Ordering::Relaxed),
            peak: self.peak.load(Ordering::Relaxed),
            allocations: self.allocations.load(Ordering::Relaxed),
            largest: self.largest.load(Ordering::Relaxed),
        }
    }
}

/// A function of the owner of memory, called once nobody uses it.
pub(crate) struct Deleter {
    pub function: unsafe extern "C" fn(*mut c_void, *mut c_void),
    pub memory: *mut c_void,
    pub argument: *mut c_void,
}

/// Who a block belongs to.
enum Owner {
    /// This plugin.
    Own(Arc<Account>),
    /// The host, which is told by an event.
    Host(Option<Arc<Event>>),
    /// Somebody who is called.
    Foreign(Option<Deleter>),
}

/// A block of memory. Nobody writes to one that more than one buffer or call uses.
pub(crate) struct Block {
    start: *mut u8,
    length: usize,
    owner: Owner,
}

// SAFETY: a block is memory that any thread may use; that nobody writes what others read is up to the calls on buffers.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

fn layout(length: usize) -> Result<Layout> {
    // An empty array has an address of its own, too.
    Layout::from_size_align(length.max(1), ALIGNMENT)
        .map_err(|_| Error::exhausted(format!("out of memory: {length} bytes for a buffer")))
}

impl Block {
    /// Zeroed memory.
    pub(crate) fn new(length: usize, account: &Arc<Account>) -> Result<Self> {
        let layout = layout(length)?;
        // SAFETY: the size is not zero.
        let start = unsafe { std::alloc::alloc_zeroed(layout) };
        if start.is_null() {
            return Err(Error::exhausted(format!("out of memory: {length} bytes for a buffer")));
        }
        account.add(length);
        Ok(Self { start, length, owner: Owner::Own(Arc::clone(account)) })
    }

    /// Memory of the host, which is told once nobody uses it.
    ///
    /// # Safety
    /// `length` bytes can be read there until the event happens.
    pub(crate) unsafe fn of_host(start: *const u8, length: usize, done: Arc<Event>) -> Self {
        Self { start: start.cast_mut(), length, owner: Owner::Host(Some(done)) }
    }

    /// Memory of somebody else.
    ///
    /// # Safety
    /// `length` bytes can be read and written there until the deleter is called, or for good.
    pub(crate) unsafe fn foreign(start: *mut u8, length: usize, deleter: Option<Deleter>) -> Self {
        Self { start, length, owner: Owner::Foreign(deleter) }
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.start
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: as many bytes can be read there for as long as the block is there.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }
    }

    /// The bytes of a block that nobody else uses.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: as above; the block is borrowed exclusively, and not the host's.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.length) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        match &mut self.owner {
            Owner::Own(account) => {
                account.remove(self.length);
                if let Ok(layout) = layout(self.length) {
                    // SAFETY: it was allocated with this layout.
                    unsafe { std::alloc::dealloc(self.start, layout) };
                }
            }
            Owner::Host(done) => {
                if let Some(done) = done.take() {
                    done.set(Ok(()));
                }
            }
            Owner::Foreign(deleter) => {
                if let Some(d) = deleter.take() {
                    // SAFETY: the owner gave all three for this.
                    unsafe { (d.function)(d.memory, d.argument) };
                }
            }
        }
    }
}
