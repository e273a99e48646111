//! Ranges of shared memory with pending asynchronous reads or writes.

use crate::error::{ErrorKind, Exec, fault};

/// For each word of four bytes, the numbers of pending operations that write and read it.
#[derive(Default)]
pub(crate) struct Flight {
    writes: Vec<u8>,
    reads: Vec<u8>,
    /// The number of pending operations.
    busy: u32,
}

impl Flight {
    pub fn new(bytes: u64) -> Self {
        let n = bytes.div_ceil(4) as usize;
        Self { writes: vec![0; n], reads: vec![0; n], busy: 0 }
    }
    pub fn clear(&mut self) {
        if self.busy != 0 {
            self.writes.fill(0);
            self.reads.fill(0);
            self.busy = 0;
        }
    }
    fn range(at: u64, len: u64) -> std::ops::Range<usize> {
        at as usize / 4..(at + len).div_ceil(4) as usize
    }
    /// Begins an asynchronous write.
    pub fn begin_write(&mut self, at: u64, len: u64) {
        self.busy += 1;
        self.writes[Self::range(at, len)].iter_mut().for_each(|n| *n = n.saturating_add(1));
    }
    pub fn end_write(&mut self, at: u64, len: u64) {
        self.busy = self.busy.saturating_sub(1);
        self.writes[Self::range(at, len)].iter_mut().for_each(|n| *n = n.saturating_sub(1));
    }
    pub fn begin_read(&mut self, at: u64, len: u64) {
        self.busy += 1;
        self.reads[Self::range(at, len)].iter_mut().for_each(|n| *n = n.saturating_add(1));
    }
    pub fn end_read(&mut self, at: u64, len: u64) {
        self.busy = self.busy.saturating_sub(1);
        self.reads[Self::range(at, len)].iter_mut().for_each(|n| *n = n.saturating_sub(1));
    }
    #[inline]
    fn is_written(&self, at: u64, len: u64) -> bool {
        self.writes[Self::range(at, len)].iter().any(|&n| n != 0)
    }
    #[inline]
    fn is_read(&self, at: u64, len: u64) -> bool {
        self.reads[Self::range(at, len)].iter().any(|&n| n != 0)
    }
    /// Checks that an access does not conflict with a pending operation.
    #[inline]
    pub fn allows(&self, lane: usize, at: u64, len: u64, writes: bool) -> Exec<()> {
        if self.busy == 0 {
            return Ok(());
        }
        let what = if writes { "write" } else { "read" };
        if self.is_written(at, len) {
            return fault(
                ErrorKind::MissingWait,
                lane as u32,
                format!(
                    "{what} of {len} bytes of shared memory at {at:#x}, which an asynchronous copy is still writing: nobody waited for it"
                ),
            );
        }
        if writes && self.is_read(at, len) {
            return fault(
                ErrorKind::MissingWait,
                lane as u32,
                format!(
                    "write of {len} bytes of shared memory at {at:#x}, which an asynchronous operation is still reading: nobody waited for it"
                ),
            );
        }
        Ok(())
    }
}
