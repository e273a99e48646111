//! Buffers: their bytes, which of these are initialized, and the accesses to them.

use crate::{
    address::{self, Place, space},
    error::{ErrorKind, Result, SimError},
    shadow::Shadow,
};

/// One bit for each byte.
#[derive(Clone, Default)]
pub(crate) struct Written {
    words: Vec<u64>,
    /// Whether every bit is set.
    all: bool,
}

impl Written {
    pub fn new(bytes: u64) -> Self {
        Self { words: vec![0; bytes.div_ceil(64) as usize], all: bytes == 0 }
    }
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.all = false;
    }
    #[inline]
    fn each(at: u64, len: u64, mut f: impl FnMut(usize, u64) -> bool) -> bool {
        let (mut at, end) = (at, at + len);
        while at < end {
            let bit = at % 64;
            let n = (64 - bit).min(end - at);
            let mask = if n == 64 { u64::MAX } else { ((1 << n) - 1) << bit };
            if !f((at / 64) as usize, mask) {
                return false;
            }
            at += n;
        }
        true
    }
    #[inline]
    pub fn set(&mut self, at: u64, len: u64) {
        if self.all {
            return;
        }
        let words = &mut self.words;
        Self::each(at, len, |i, mask| {
            words[i] |= mask;
            true
        });
    }
    /// Marks bytes as uninitialized.
    pub fn unset(&mut self, at: u64, len: u64) {
        if std::mem::take(&mut self.all) {
            self.words.fill(u64::MAX);
        }
        let words = &mut self.words;
        Self::each(at, len, |i, mask| {
            words[i] &= !mask;
            true
        });
    }
    pub fn set_all(&mut self) {
        self.all = true;
    }
    #[inline]
    pub fn has(&self, at: u64, len: u64) -> bool {
        self.all || Self::each(at, len, |i, mask| self.words[i] & mask == mask)
    }
}

/// A buffer in device memory.
pub(crate) struct Buffer {
    pub data: Vec<u8>,
    pub written: Written,
    pub shadow: Shadow,
    /// Whether kernels must not write it.
    pub constant: bool,
    /// Its name in messages.
    pub name: String,
}

/// The contents of uninitialized bytes, a pattern that is noticeable even without checks.
const FRESH: u8 = 0xcb;

impl Buffer {
    /// # Errors
    /// If the allocation fails.
    pub fn new(bytes: usize, name: String) -> Result<Self> {
        let mut data = Vec::new();
        if data.try_reserve_exact(bytes).is_err() {
            return Err(SimError::new(ErrorKind::Launch, format!("there is no memory for {bytes} bytes")));
        }
        data.resize(bytes, FRESH);
        let (written, shadow) = (Written::new(bytes as u64), Shadow::new(bytes as u64));
        Ok(Self { data, written, shadow, constant: false, name })
    }
    pub fn set(&mut self, at: usize, bytes: &[u8]) {
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        if bytes.len() == self.data.len() {
            self.written.set_all();
        } else {
            self.written.set(at as u64, bytes.len() as u64);
        }
    }
}

/// The number of buffers from which on those of freed ones are used again.
pub(crate) const MANY: usize = 1 << 20;

/// All buffers.
#[derive(Default)]
pub(crate) struct Memory {
    /// The number of the first buffer.
    pub first: u32,
    buffers: Vec<Option<Box<Buffer>>>,
    freed: Vec<u32>,
    /// The number of buffers that were named so far, for messages.
    pub named: u64,
    /// The number of launches so far, which tells the accesses of one from those of others.
    pub launches: u32,
}

impl Memory {
    /// Adds a buffer, and returns its address.
    pub fn add(&mut self, buffer: Buffer) -> Result<u64> {
        // Numbers are reused only when there are many, so that dangling addresses are detected for long.
        let index = if self.buffers.len() < MANY { None } else { self.freed.pop() };
        let index = match index {
            Some(n) => n,
            None if self.first as usize + self.buffers.len() < address::MAX_BUFFERS => {
                self.buffers.push(None);
                (self.buffers.len() - 1) as u32
            }
            None => return Err(SimError::new(ErrorKind::Launch, "there are too many buffers")),
        };
        self.buffers[index as usize] = Some(Box::new(buffer));
        Ok(address::of_buffer(self.first + index))
    }
    pub fn remove(&mut self, at: u64) -> Result<()> {
        match address::place(space::GLOBAL, at) {
            Some(Place::Buffer(n, 0)) if self.get(n).is_some() => {
                let index = n - self.first;
                self.buffers[index as usize] = None;
                self.freed.push(index);
                Ok(())
            }
            _ => Err(SimError::new(ErrorKind::OutOfBounds, format!("{at:#x} is the address of no buffer"))),
        }
    }
    pub fn get(&self, number: u32) -> Option<&Buffer> {
        self.buffers.get(self.index(number)?)?.as_deref()
    }
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> Option<&mut Buffer> {
        let index = self.index(number)?;
        self.buffers.get_mut(index)?.as_deref_mut()
    }
    fn index(&self, number: u32) -> Option<usize> {
        number.checked_sub(self.first).map(|index| index as usize)
    }
    /// The buffer that contains a range of bytes, and the offset in it.
    pub fn range(&mut self, at: u64, len: usize) -> Result<(&mut Buffer, usize)> {
        let wrong = |what: String| Err(SimError::new(ErrorKind::OutOfBounds, what));
        let Some(Place::Buffer(n, offset)) = address::place(space::GLOBAL, at) else {
            return wrong(format!("{at:#x} is no address of a buffer"));
        };
        let slot = self.index(n).and_then(|index| self.buffers.get_mut(index));
        let Some(slot) = slot else { return wrong(format!("{at:#x} is in no buffer of this device")) };
        let Some(buffer) = slot.as_deref_mut() else {
            return wrong(format!("{at:#x} is in a buffer that was freed"));
        };
        let size = buffer.data.len() as u64;
        if offset > size || len as u64 > size - offset {
            return wrong(format!("{len} bytes at byte {offset} of a buffer of {size} bytes"));
        }
        Ok((buffer, offset as usize))
    }
}
