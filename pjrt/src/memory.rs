//! Blocks of memory that buffers are in.

use std::borrow::Cow;
use std::ffi::c_void;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use strata_driver::{Device, DeviceBlock};

use crate::account::{Account, layout};
use crate::error::{Error, Result};
use crate::event::Event;

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
    /// This plugin, in memory of a device that the host cannot access; the block has no address on the host.
    Device(DeviceBlock, Arc<Account>),
    /// The host, which is told by an event.
    Host(Option<Arc<Event>>),
    /// Somebody who is called.
    Foreign(Option<Deleter>),
    /// Another block, once there is one. That is no such block itself.
    Promised(OnceLock<Arc<Block>>),
}

/// Bytes somewhere.
pub(crate) struct Memory {
    start: *mut u8,
    length: usize,
    owner: Owner,
}

// SAFETY: it is memory that any thread may use; that nobody writes what others read is up to the calls on buffers.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

/// A block of memory, as buffers and calls that read it share it: whoever has the only one may write. A call that writes a block, whose
/// end its readers wait for, has the memory alone, and does not count as one of those that share the block.
pub(crate) struct Block(Arc<Memory>);

impl Deref for Block {
    type Target = Memory;
    fn deref(&self) -> &Memory {
        &self.0
    }
}

impl Block {
    /// A block of memory that a call writes.
    pub(crate) fn from_memory(memory: Arc<Memory>) -> Self {
        Self(memory)
    }

    fn from_parts(start: *mut u8, length: usize, owner: Owner) -> Self {
        Self(Arc::new(Memory { start, length, owner }))
    }

    /// Memory whose bytes are zeros, or those of an earlier block.
    pub(crate) fn new(length: usize, account: &Arc<Account>) -> Result<Self> {
        let layout = layout(length)?;
        // SAFETY: the size is not zero.
        let start = account.take(length).unwrap_or_else(|| unsafe { std::alloc::alloc_zeroed(layout) });
        if start.is_null() {
            return Err(Error::exhausted(format!("out of memory: {length} bytes for a buffer")));
        }
        account.add(length);
        Ok(Self::from_parts(start, length, Owner::Own(Arc::clone(account))))
    }

    /// Memory of a device that the host cannot access.
    pub(crate) fn on_device(device: &Arc<dyn Device>, length: usize, account: &Arc<Account>) -> Result<Self> {
        let block = DeviceBlock::new(device, length).map_err(|e| Error::exhausted(e.to_string()))?;
        account.add(length);
        Ok(Self::from_parts(std::ptr::null_mut(), length, Owner::Device(block, Arc::clone(account))))
    }

    /// Memory of the host, which is told once nobody uses it.
    ///
    /// # Safety
    /// `length` bytes can be read there until the event happens.
    pub(crate) unsafe fn of_host(start: *const u8, length: usize, done: Arc<Event>) -> Self {
        Self::from_parts(start.cast_mut(), length, Owner::Host(Some(done)))
    }

    /// Memory of somebody else.
    ///
    /// # Safety
    /// `length` bytes can be read and written there until the deleter is called, or for good.
    pub(crate) unsafe fn foreign(start: *mut u8, length: usize, deleter: Option<Deleter>) -> Self {
        Self::from_parts(start, length, Owner::Foreign(deleter))
    }

    /// Memory that comes later, by [`Memory::keep_promise`].
    pub(crate) fn promised(length: usize) -> Self {
        Self::from_parts(std::ptr::null_mut(), length, Owner::Promised(OnceLock::new()))
    }

    /// The memory, for a call that writes it.
    pub(crate) fn memory(&self) -> Arc<Memory> {
        Arc::clone(&self.0)
    }
}

impl Memory {
    /// Whether it belongs to this plugin, so that results may be written there.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.owner, Owner::Own(_) | Owner::Device(..))
    }

    /// Whether its memory comes later.
    pub(crate) fn is_promised(&self) -> bool {
        matches!(&self.owner, Owner::Promised(promise) if promise.get().is_none())
    }

    /// Gives it the memory of another block, which has its length.
    pub(crate) fn keep_promise(&self, block: Arc<Block>) -> Result<()> {
        let block = match &block.owner {
            Owner::Promised(promise) => promise.get().cloned(),
            _ => Some(block),
        };
        match (&self.owner, block) {
            (Owner::Promised(promise), Some(block)) if block.length == self.length => promise
                .set(block)
                .map_err(|_| Error::precondition("the buffer has the memory of another one already")),
            _ => Err(Error::internal("a block cannot have the memory of another one")),
        }
    }

    /// The block whose memory it is.
    fn real(&self) -> Result<&Self> {
        match &self.owner {
            Owner::Promised(promise) => promise
                .get()
                .map(|block| &***block)
                .ok_or_else(|| Error::precondition("the buffer is an alias buffer without memory yet")),
            _ => Ok(self),
        }
    }

    /// The address, on the host or on the device.
    pub(crate) fn address(&self) -> Result<usize> {
        let host = |block: &Self| block.start.expose_provenance();
        Ok(self.device().map_or(host(self.real()?), |block| block.address() as usize))
    }

    /// The address on the host.
    pub(crate) fn start(&self) -> Result<*mut u8> {
        if self.device().is_none() { Ok(self.real()?.start) } else { Err(not_of_host()) }
    }

    /// The memory, if it is that of a device.
    pub(crate) fn device(&self) -> Option<&DeviceBlock> {
        match &self.real().ok()?.owner {
            Owner::Device(block, _) => Some(block),
            _ => None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The bytes, in memory of the host.
    pub(crate) fn bytes(&self) -> Result<&[u8]> {
        if self.device().is_some() {
            return Err(not_of_host());
        }
        if self.length == 0 {
            return Ok(&[]);
        }
        // SAFETY: as many bytes can be read there for as long as the block is there.
        Ok(unsafe { std::slice::from_raw_parts(self.start()?, self.length) })
    }

    /// The bytes, or a copy of them where they are on a device.
    pub(crate) fn contents(&self) -> Result<Cow<'_, [u8]>> {
        let Some(block) = self.device() else { return self.bytes().map(Cow::Borrowed) };
        let mut bytes = Vec::new();
        let refused = |_| Error::exhausted(format!("out of memory: {} bytes for a copy", self.length));
        bytes.try_reserve_exact(self.length).map_err(refused)?;
        bytes.resize(self.length, 0);
        block.read(0, &mut bytes)?;
        Ok(Cow::Owned(bytes))
    }

    /// Writes bytes at an offset.
    ///
    /// # Safety
    /// Nobody else uses the block, or at least not this part of it.
    pub(crate) unsafe fn write(&self, offset: usize, bytes: &[u8]) -> Result<()> {
        if let Some(block) = self.device() {
            return Ok(block.write(offset, bytes)?);
        }
        if offset.checked_add(bytes.len()).is_none_or(|end| end > self.length) {
            let (length, all) = (bytes.len(), self.length);
            return Err(Error::invalid(format!("{length} bytes at {offset} are not inside of {all} bytes")));
        }
        // SAFETY: inside of the block; nobody else uses it.
        unsafe { bytes.as_ptr().copy_to_nonoverlapping(self.start()?.add(offset), bytes.len()) };
        Ok(())
    }

    /// Copies all of another block.
    ///
    /// # Safety
    /// Nobody else uses this block.
    pub(crate) unsafe fn copy_from(&self, from: &Self) -> Result<()> {
        if let (Some(to), Some(from)) = (self.device(), from.device()) {
            return Ok(to.copy_from(from)?);
        }
        let bytes = from.contents()?;
        // SAFETY: as the caller says.
        unsafe { self.write(0, bytes.get(..self.length.min(bytes.len())).unwrap_or_default()) }
    }
}

fn not_of_host() -> Error {
    Error::internal("the memory is that of a device, which the host cannot access")
}

impl Drop for Memory {
    fn drop(&mut self) {
        match &mut self.owner {
            Owner::Promised(_) => (),
            Owner::Device(_, account) => account.remove(self.length),
            Owner::Own(account) => {
                account.remove(self.length);
                if account.keep(self.start, self.length) {
                    return;
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::KEPT_FROM;

    #[test]
    fn promised_memory_is_that_of_another_block() {
        let account = Arc::default();
        let promised = Block::promised(8);
        let early = promised.bytes().expect_err("there is none");
        assert_eq!(early.message(), "the buffer is an alias buffer without memory yet");
        assert!(promised.address().is_err() && promised.contents().is_err() && promised.is_promised());
        assert!(promised.keep_promise(Arc::new(Block::promised(8))).is_err());
        assert!(promised.keep_promise(Arc::new(Block::new(4, &account).expect("memory"))).is_err());
        let real = Arc::new(Block::new(8, &account).expect("memory"));
        promised.keep_promise(Arc::clone(&real)).expect("memory");
        assert!(promised.keep_promise(Arc::clone(&real)).is_err() && !promised.is_promised());
        assert_eq!(promised.address().ok(), real.address().ok());
        // SAFETY: nobody else uses the block.
        unsafe { promised.write(0, &[7; 8]) }.expect("memory");
        assert_eq!(real.bytes().ok(), Some(&[7; 8][..]));
    }

    #[test]
    fn large_blocks_are_used_again() {
        let account = Arc::default();
        let first = Block::new(KEPT_FROM, &account).expect("memory");
        let start = first.start();
        drop(first);
        let [second, third] = [(); 2].map(|()| Block::new(KEPT_FROM, &account).expect("memory"));
        assert_eq!(second.start().ok(), start.ok());
        assert_ne!(third.start().ok(), second.start().ok());
        assert_eq!(account.usage().in_use, 2 * KEPT_FROM as i64);
        let small = Block::new(8, &account).expect("memory");
        drop((second, third, small));
        assert_eq!((account.usage().in_use, account.usage().allocations), (0, 4));
    }
}
