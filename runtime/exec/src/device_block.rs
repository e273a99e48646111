//! Blocks of a device's memory that stay while programs run.

use std::sync::Arc;

use strata_runtime_cpu::device::Device;

use crate::error::{Result, RunError};

/// A block of memory of a device, which is freed with it.
pub struct DeviceBlock {
    device: Arc<dyn Device>,
    address: u64,
    bytes: usize,
}

impl std::fmt::Debug for DeviceBlock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes at {:#x} of {}", self.bytes, self.address, self.device.name())
    }
}

impl DeviceBlock {
    /// Allocates a block, whose bytes have any values.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new(device: &Arc<dyn Device>, bytes: usize) -> Result<Self> {
        let address = device.alloc(bytes)?;
        Ok(Self { device: Arc::clone(device), address, bytes })
    }

    /// The number of its bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The address in kernels.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Copies bytes of the host to an offset.
    ///
    /// # Errors
    /// If they are not inside of the block.
    pub fn write(&self, offset: usize, from: &[u8]) -> Result<()> {
        self.check(offset, from.len())?;
        match from {
            [] => Ok(()),
            _ => Ok(self.device.upload(self.address + offset as u64, from)?),
        }
    }

    /// Copies bytes at an offset to the host, after all earlier requests.
    ///
    /// # Errors
    /// If they are not inside of the block, or an earlier kernel failed.
    pub fn read(&self, offset: usize, to: &mut [u8]) -> Result<()> {
        self.check(offset, to.len())?;
        match to {
            [] => Ok(()),
            _ => Ok(self.device.download(to, self.address + offset as u64)?),
        }
    }

    /// Copies a block of the same size, which may be another device's.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn copy_from(&self, from: &Self) -> Result<()> {
        from.check(0, self.bytes)?;
        match self.bytes {
            0 => Ok(()),
            _ if !Arc::ptr_eq(&self.device, &from.device) => {
                let mut bytes = Vec::new();
                let refused = |_| RunError::new(format!("out of memory: {} bytes for a copy", self.bytes));
                bytes.try_reserve_exact(self.bytes).map_err(refused)?;
                bytes.resize(self.bytes, 0);
                from.read(0, &mut bytes)?;
                self.write(0, &bytes)
            }
            bytes => Ok(self.device.copy(self.address, from.address, bytes)?),
        }
    }

    fn check(&self, offset: usize, length: usize) -> Result<()> {
        if offset.checked_add(length).is_some_and(|end| end <= self.bytes) {
            return Ok(());
        }
        Err(RunError::new(format!("{length} bytes at {offset} are not inside of {} bytes", self.bytes)))
    }
}

impl Drop for DeviceBlock {
    fn drop(&mut self) {
        // An error of the device shows at the next request.
        drop(self.device.free(self.address));
    }
}
