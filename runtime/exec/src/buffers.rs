//! The buffers that a call hands to the entry: those of the caller, or copies of them on a device or between guard pages.

use std::ffi::c_void;

use strata_runtime_cpu::Context;

use crate::error::{Result, RunError};

/// The inputs and outputs of a call, in memory of the context's device.
pub(crate) struct DeviceBuffers {
    pub(crate) inputs: Vec<u64>,
    pub(crate) outputs: Vec<u64>,
}

impl DeviceBuffers {
    /// Copies of the inputs, and blocks for outputs of so many bytes.
    pub(crate) fn new(
        context: &Context,
        inputs: &[&[u8]],
        outputs: impl Iterator<Item = usize>,
    ) -> Result<Self> {
        let mut buffers = Self { inputs: Vec::new(), outputs: Vec::new() };
        let filled = buffers.fill(context, inputs, outputs);
        if filled.is_err() {
            buffers.free(context);
        }
        filled.map(|()| buffers)
    }

    fn fill(
        &mut self,
        context: &Context,
        inputs: &[&[u8]],
        outputs: impl Iterator<Item = usize>,
    ) -> Result<()> {
        for bytes in inputs {
            let block = context.device_allocate(bytes.len())?;
            self.inputs.push(block);
            if let Some(device) = context.device().filter(|_| !bytes.is_empty()) {
                device.upload(block, bytes)?;
            }
        }
        for bytes in outputs {
            self.outputs.push(context.device_allocate(bytes)?);
        }
        Ok(())
    }

    /// The addresses as the entry takes them.
    pub(crate) fn addresses(&self) -> (Vec<*const c_void>, Vec<*mut c_void>) {
        let inputs = self.inputs.iter().map(|&a| a as *const c_void).collect();
        (inputs, self.outputs.iter().map(|&a| a as *mut c_void).collect())
    }

    /// Brings the results to the host.
    pub(crate) fn download(&self, context: &Context, outputs: &mut [&mut [u8]]) -> Result<()> {
        let Some(device) = context.device() else { return Ok(()) };
        // Kernels that failed are heard of even where there is nothing to copy.
        device.synchronize()?;
        for (&block, bytes) in self.outputs.iter().zip(outputs) {
            if !bytes.is_empty() {
                device.download(bytes, block)?;
            }
        }
        Ok(())
    }

    /// Frees the buffers. Errors of the device show at the next request.
    pub(crate) fn free(&self, context: &Context) {
        for &block in self.inputs.iter().chain(&self.outputs) {
            drop(context.device_free(block));
        }
    }
}

/// The addresses of the buffers of a call: those of the caller, or of copies, in memory of the device where there is one, or with
/// guard pages where the context has these.
pub(crate) struct CallBuffers {
    pub(crate) inputs: Vec<*const c_void>,
    pub(crate) outputs: Vec<*mut c_void>,
    guarded: bool,
    on_device: Option<DeviceBuffers>,
}

impl CallBuffers {
    pub(crate) fn new(context: &Context, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<Self> {
        let mut buffers = Self {
            inputs: inputs.iter().map(|b| b.as_ptr().cast()).collect(),
            outputs: outputs.iter_mut().map(|b| b.as_mut_ptr().cast()).collect(),
            guarded: context.guard().is_some() && context.device().is_none(),
            on_device: None,
        };
        if context.device().is_some() {
            let copies = DeviceBuffers::new(context, inputs, outputs.iter().map(|b| b.len()))?;
            (buffers.inputs, buffers.outputs) = copies.addresses();
            buffers.on_device = Some(copies);
        }
        if buffers.guarded {
            let allocate = |n: usize| {
                let block = context.allocate(n);
                if block.is_null() { Err(RunError::new("no memory with guard pages")) } else { Ok(block) }
            };
            for (at, bytes) in buffers.inputs.iter_mut().zip(inputs) {
                let block = allocate(bytes.len())?;
                // SAFETY: the block is new and has as many bytes.
                unsafe { block.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                context.protect(block);
                *at = block.cast_const().cast();
            }
            for (at, bytes) in buffers.outputs.iter_mut().zip(outputs) {
                *at = allocate(bytes.len())?.cast();
            }
        }
        Ok(buffers)
    }

    /// Brings the results to the caller.
    pub(crate) fn finish(
        &mut self,
        context: &Context,
        outputs: &mut [&mut [u8]],
        outcome: Result<()>,
    ) -> Result<()> {
        if let Some(copies) = &self.on_device {
            let outcome = outcome.and_then(|()| copies.download(context, outputs));
            copies.free(context);
            return outcome;
        }
        if !self.guarded {
            return outcome;
        }
        for (at, bytes) in self.outputs.iter().zip(outputs) {
            // SAFETY: the blocks were made with these sizes, and nobody else knows them.
            unsafe {
                bytes.as_mut_ptr().copy_from_nonoverlapping(at.cast(), bytes.len());
                context.free(at.cast());
            }
        }
        for at in &self.inputs {
            // SAFETY: as above.
            unsafe { context.free(at.cast_mut().cast()) };
        }
        outcome
    }
}
