//! Calls of programs whose arguments and results are in device memory.

use std::sync::Arc;

use strata_runtime_cpu::{
    Context,
    device::{Device, Recording},
};

use crate::{
    error::{CodegenError, Result},
    program::{Program, check},
};

fn jit(why: String) -> CodegenError {
    CodegenError::Jit(why)
}

/// The buffers of a call, in the memory of the context's device.
pub(crate) struct Copies {
    pub(crate) inputs: Vec<u64>,
    pub(crate) outputs: Vec<u64>,
}

impl Copies {
    /// Copies the inputs, and allocates outputs of these sizes in bytes.
    pub(crate) fn new(context: &Context, inputs: &[&[u8]], outputs: &[usize]) -> Result<Self> {
        let mut copies = Self { inputs: Vec::new(), outputs: Vec::new() };
        let filled = copies.fill(context, inputs, outputs);
        if filled.is_err() {
            copies.free(context);
        }
        filled.map(|()| copies).map_err(jit)
    }

    fn fill(
        &mut self,
        context: &Context,
        inputs: &[&[u8]],
        outputs: &[usize],
    ) -> std::result::Result<(), String> {
        for bytes in inputs {
            let block = context.device_allocate(bytes.len())?;
            self.inputs.push(block);
            if let Some(device) = context.device().filter(|_| !bytes.is_empty()) {
                device.upload(block, bytes)?;
            }
        }
        for &bytes in outputs {
            self.outputs.push(context.device_allocate(bytes)?);
        }
        Ok(())
    }

    /// Copies the results to the host.
    pub(crate) fn download(&self, context: &Context, outputs: &mut [&mut [u8]]) -> Result<()> {
        let Some(device) = context.device() else { return Ok(()) };
        // Failed kernels are reported even if there is nothing to copy.
        device.synchronize().map_err(jit)?;
        for (&block, bytes) in self.outputs.iter().zip(outputs) {
            if !bytes.is_empty() {
                device.download(bytes, block).map_err(jit)?;
            }
        }
        Ok(())
    }

    /// Frees the buffers. Errors of the device are reported by the next request.
    pub(crate) fn free(&self, context: &Context) {
        for &block in self.inputs.iter().chain(&self.outputs) {
            drop(context.device_free(block));
        }
    }
}

/// Whether a call with the same buffers can be replayed from a recording.
enum Repeat {
    /// Not known: the program has not run yet.
    Unknown,
    /// It has run once, so its memory is allocated.
    Warm,
    /// It is recorded, and the device replays it without the host.
    Recorded(Recording),
    /// It cannot be recorded, as the host takes part in it.
    Never,
}

/// A program with arguments and results that stay in device memory between calls.
pub struct Resident {
    program: Arc<Program>,
    context: Option<Box<Context>>,
    device: Arc<dyn Device>,
    copies: Copies,
    repeat: Repeat,
}

impl Resident {
    /// Copies the inputs to the device of the program. With `record`, the second call is recorded, if the device supports that, and later
    /// calls only replay the recording.
    ///
    /// # Errors
    /// If the program has no device or tensors of dynamic sizes, an input is invalid, or there is not enough memory.
    pub fn new(program: &Arc<Program>, inputs: &[&[u8]], record: bool) -> Result<Self> {
        let sizes = program.sizes();
        if !sizes.open_inputs.is_empty() || !sizes.open_outputs.is_empty() {
            return Err(jit("the program has tensors of unknown sizes".to_owned()));
        }
        check("input", &sizes.inputs, &inputs.iter().map(|b| b.len()).collect::<Vec<_>>())?;
        let context = program.context();
        let device = context.device().ok_or_else(|| jit("the program has no device".to_owned()))?;
        let copies = Copies::new(&context, inputs, &sizes.outputs)?;
        let repeat = if record { Repeat::Unknown } else { Repeat::Never };
        Ok(Self { program: Arc::clone(program), context: Some(context), device, copies, repeat })
    }

    fn context(&self) -> Result<&Context> {
        self.context.as_deref().ok_or_else(|| jit("the program ended".to_owned()))
    }

    /// Runs the program; its kernels may still run when this returns.
    ///
    /// # Errors
    /// If the program reports an error.
    pub fn call(&mut self) -> Result<()> {
        match self.repeat {
            Repeat::Recorded(recording) => return self.device.replay(recording).map_err(jit),
            Repeat::Warm => {
                self.repeat = Repeat::Never;
                if self.device.begin_recording().map_err(jit)? {
                    let outcome = self.enter();
                    // Without a recording nothing has been executed; an error may be the reason for that.
                    if let Some(recording) = self.device.end_recording().map_err(jit)? {
                        self.repeat = Repeat::Recorded(recording);
                        outcome?;
                        return self.device.replay(recording).map_err(jit);
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
        unsafe { self.program.enter_with(self.context()?, &self.copies) }
    }

    /// Whether calls replay a recording.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        matches!(self.repeat, Repeat::Recorded(_))
    }

    /// Waits for the kernels.
    ///
    /// # Errors
    /// If a kernel failed.
    pub fn synchronize(&self) -> Result<()> {
        self.device.synchronize().map_err(jit)
    }

    /// The results of the last call.
    ///
    /// # Errors
    /// If a kernel failed.
    pub fn results(&self) -> Result<Vec<Vec<u8>>> {
        let mut results: Vec<Vec<u8>> = self.program.sizes().outputs.iter().map(|&n| vec![0; n]).collect();
        let mut slices: Vec<&mut [u8]> = results.iter_mut().map(Vec::as_mut_slice).collect();
        self.copies.download(self.context()?, &mut slices)?;
        Ok(results)
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        if let Repeat::Recorded(recording) = self.repeat {
            self.device.forget(recording);
        }
        if let Some(context) = self.context.take() {
            self.copies.free(&context);
            self.program.give_back(context);
        }
    }
}
