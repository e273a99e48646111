//! The buffers that a call hands to the entry: those of the caller, or copies of them on a device or between guard pages.

use std::ffi::c_void;

use strata_runtime_cpu::Context;

use crate::error::{Result, RunError};
use crate::sizes::BufferSizes;

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
    /// The buffers of a call. An input without bytes is in the memory of the output that `sizes` has for it.
    pub(crate) fn new<'a>(
        context: &Context,
        inputs: impl Iterator<Item = Option<&'a [u8]>> + Clone,
        outputs: &mut [&mut [u8]],
        sizes: &BufferSizes,
    ) -> Result<Self> {
        let mut addresses = Vec::with_capacity(outputs.len());
        addresses.extend(outputs.iter_mut().map(|b| b.as_mut_ptr().cast::<c_void>()));
        let mut buffers = Self {
            inputs: Vec::with_capacity(inputs.size_hint().0),
            outputs: addresses,
            guarded: context.guard().is_some() && context.device().is_none(),
            on_device: None,
        };
        if context.device().is_some() {
            let there =
                |i: usize| sizes.output_of(i).and_then(|j| outputs.get(j)).map_or(&[][..], |bytes| &**bytes);
            let bytes: Vec<&[u8]> = inputs.enumerate().map(|(i, b)| b.unwrap_or_else(|| there(i))).collect();
            let copies = DeviceBuffers::new(context, &bytes, outputs.iter().map(|b| b.len()))?;
            (buffers.inputs, buffers.outputs) = copies.addresses();
            buffers.on_device = Some(copies);
            return Ok(buffers);
        }
        if buffers.guarded {
            for (at, bytes) in buffers.outputs.iter_mut().zip(&*outputs) {
                *at = guarded_block(context, bytes.len())?.cast();
            }
        }
        for (i, bytes) in inputs.enumerate() {
            let address = match bytes {
                None => {
                    let output =
                        sizes.output_of(i).and_then(|j| Some((*buffers.outputs.get(j)?, outputs.get(j)?)));
                    let (at, bytes) =
                        output.ok_or_else(|| RunError::new(format!("input #{i} has no bytes")))?;
                    if buffers.guarded {
                        // SAFETY: the block is new and has as many bytes.
                        unsafe { at.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                    }
                    at.cast_const()
                }
                Some(bytes) if buffers.guarded => {
                    let block = guarded_block(context, bytes.len())?;
                    // SAFETY: the block is new and has as many bytes.
                    unsafe { block.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                    context.protect(block);
                    block.cast_const().cast()
                }
                Some(bytes) => bytes.as_ptr().cast(),
            };
            buffers.inputs.push(address);
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
        for at in self.inputs.iter().filter(|at| !self.outputs.contains(&at.cast_mut())) {
            // SAFETY: as above.
            unsafe { context.free(at.cast_mut().cast()) };
        }
        outcome
    }
}

/// A block with guard pages.
fn guarded_block(context: &Context, bytes: usize) -> Result<*mut u8> {
    let block = context.allocate(bytes);
    if block.is_null() { Err(RunError::new("no memory with guard pages")) } else { Ok(block) }
}
