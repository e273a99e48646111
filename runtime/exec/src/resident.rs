//! Calls of programs whose arguments and results are in memory of a device.

use std::sync::Arc;

use strata_runtime_cpu::{
    Context,
    device::{Device, Recording},
};

use crate::{
    buffers::DeviceBuffers,
    error::{Result, RunError},
    program::LoadedProgram,
};

/// The state of repeating a call with the same buffers.
enum Repeat {
    /// The program has not run yet.
    Unknown,
    /// It has run once, so that its memory is there.
    Warm,
    /// The device does it again by itself.
    Recorded(Recording),
    /// The host has a part in it.
    Never,
}

/// A program with arguments and results that stay in memory of its device from call to call.
pub struct Resident {
    program: Arc<LoadedProgram>,
    context: Option<Box<Context>>,
    device: Arc<dyn Device>,
    buffers: DeviceBuffers,
    repeat: Repeat,
}

impl Resident {
    /// Copies the inputs to the device of the program. With `record`, the second call is recorded, where the device can do that,
    /// and the host asks for nothing but the recording from then on.
    ///
    /// # Errors
    /// When the program has no device or tensors of unknown sizes, an input is wrong, or there is not enough memory.
    pub fn new(program: &Arc<LoadedProgram>, inputs: &[&[u8]], record: bool) -> Result<Self> {
        let sizes = program.sizes();
        sizes.check_inputs(inputs)?;
        let context = program.acquire_context(0)?;
        let device = context.device().ok_or_else(|| RunError::new("the program has no device"))?;
        let buffers = DeviceBuffers::new(&context, inputs, sizes.outputs.iter().copied())?;
        let repeat = if record { Repeat::Unknown } else { Repeat::Never };
        Ok(Self { program: Arc::clone(program), context: Some(context), device, buffers, repeat })
    }

    fn context(&self) -> Result<&Context> {
        self.context.as_deref().ok_or_else(|| RunError::new("the program ended"))
    }

    /// Runs the program; its kernels may still run when this returns.
    ///
    /// # Errors
    /// When the program reports an error.
    pub fn call(&mut self) -> Result<()> {
        match self.repeat {
            Repeat::Recorded(recording) => return Ok(self.device.replay(recording)?),
            Repeat::Warm => {
                self.repeat = Repeat::Never;
                if self.device.begin_recording()? {
                    let outcome = self.enter();
                    // A call that cannot be recorded has not happened; an error may be about just that.
                    if let Some(recording) = self.device.end_recording()? {
                        self.repeat = Repeat::Recorded(recording);
                        outcome?;
                        return Ok(self.device.replay(recording)?);
                    }
                }
            }
            Repeat::Unknown => self.repeat = Repeat::Warm,
            Repeat::Never => {}
        }
        self.enter()
    }

    fn enter(&self) -> Result<()> {
        // SAFETY: the buffers have the sizes that the program was compiled for, and belong to this value.
        unsafe { self.program.enter_on_device(self.context()?, &self.buffers) }
    }

    /// Whether calls are done by the device alone.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        matches!(self.repeat, Repeat::Recorded(_))
    }

    /// Waits for the kernels.
    ///
    /// # Errors
    /// When one failed.
    pub fn synchronize(&self) -> Result<()> {
        Ok(self.device.synchronize()?)
    }

    /// The results of the last call.
    ///
    /// # Errors
    /// When a kernel failed.
    pub fn results(&self) -> Result<Vec<Vec<u8>>> {
        let mut results: Vec<Vec<u8>> = self.program.sizes().outputs.iter().map(|&n| vec![0; n]).collect();
        let mut slices: Vec<&mut [u8]> = results.iter_mut().map(Vec::as_mut_slice).collect();
        self.buffers.download(self.context()?, &mut slices)?;
        Ok(results)
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        if let Repeat::Recorded(recording) = self.repeat {
            self.device.forget(recording);
        }
        if let Some(context) = self.context.take() {
            self.buffers.free(&context);
            self.program.release_context(0, context);
        }
    }
}
