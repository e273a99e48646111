//! The sizes of what a program reads and writes, known when it is compiled or at a call only.

use crate::device_block::DeviceBlock;
use crate::error::{Result, RunError};

/// Sizes in bytes of the buffers that a program reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferSizes {
    /// Of the inputs.
    pub inputs: Vec<usize>,
    /// Of the outputs.
    pub outputs: Vec<usize>,
    /// The inputs whose sizes are known at a call only; their size above does not count.
    pub dynamic_inputs: Vec<DynamicTensor>,
    /// The outputs whose sizes are known after a call only; their size above does not count.
    pub dynamic_outputs: Vec<DynamicTensor>,
    /// The inputs that may be in the memory of an output, in their order, each with the number of that output; their sizes are equal.
    pub in_place: Vec<(usize, usize)>,
}

/// An input or output some of whose sizes are not known when a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicTensor {
    /// Its number among the inputs or outputs.
    pub number: usize,
    /// How many sizes it has.
    pub rank: usize,
    /// Bytes of an element.
    pub elem_bytes: usize,
}

/// An input of a call: its elements, row-major, and its sizes.
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a> {
    /// The elements.
    pub bytes: &'a [u8],
    /// The sizes; those of an input of known size are not looked at.
    pub sizes: &'a [i64],
}

/// An output of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorBuf {
    /// The elements, row-major.
    pub bytes: Vec<u8>,
    /// The sizes, where they were not known before.
    pub sizes: Option<Vec<i64>>,
}

impl BufferSizes {
    pub(crate) fn dynamic_input(&self, number: usize) -> Option<DynamicTensor> {
        self.dynamic_inputs.iter().find(|t| t.number == number).copied()
    }

    pub(crate) fn dynamic_output(&self, number: usize) -> Option<DynamicTensor> {
        self.dynamic_outputs.iter().find(|t| t.number == number).copied()
    }

    /// The number of the output in whose memory an input may be.
    pub(crate) fn output_of(&self, input: usize) -> Option<usize> {
        let at = self.in_place.binary_search_by_key(&input, |pair| pair.0).ok()?;
        self.in_place.get(at).map(|pair| pair.1)
    }

    /// Checks the number and the bytes of inputs of a program all of whose sizes are known before a call.
    ///
    /// # Errors
    /// When one does not fit, or a size is not known.
    pub fn check_inputs(&self, inputs: &[&[u8]]) -> Result<()> {
        self.check_static()?;
        check_bytes("input", &self.inputs, inputs.iter().map(|b| b.len()))
    }

    /// As [`Self::check_inputs`], for inputs that may be in the memory of an output, and have no bytes of their own then.
    pub(crate) fn check_inputs_in_place(&self, inputs: &[Option<&[u8]>]) -> Result<()> {
        self.check_static()?;
        let expected = |i: usize| self.inputs.get(i).copied().unwrap_or(0);
        let bytes = |(i, b): (usize, &Option<&[u8]>)| b.map_or_else(|| expected(i), <[u8]>::len);
        check_bytes("input", &self.inputs, inputs.iter().enumerate().map(bytes))?;
        let lost = |(i, b): &(usize, &Option<&[u8]>)| b.is_none() && self.output_of(*i).is_none();
        match inputs.iter().enumerate().find(lost) {
            Some((i, _)) => Err(RunError::new(format!("input #{i} cannot be in the memory of an output"))),
            None => Ok(()),
        }
    }

    /// As [`Self::check_inputs`], for outputs.
    ///
    /// # Errors
    /// When one does not fit, or a size is not known.
    pub fn check_outputs(&self, outputs: &[&mut [u8]]) -> Result<()> {
        self.check_static()?;
        check_bytes("output", &self.outputs, outputs.iter().map(|b| b.len()))
    }

    /// As [`Self::check_inputs`] and [`Self::check_outputs`], for blocks of a device, which are different ones except for inputs in the memory
    /// of outputs.
    pub(crate) fn check_blocks(&self, inputs: &[&DeviceBlock], outputs: &[&DeviceBlock]) -> Result<()> {
        self.check_static()?;
        check_bytes("input", &self.inputs, inputs.iter().map(|b| b.len()))?;
        check_bytes("output", &self.outputs, outputs.iter().map(|b| b.len()))?;
        let shared = |(i, j): &(usize, usize)| {
            inputs[*i].address() == outputs[*j].address() && self.output_of(*i) != Some(*j)
        };
        let mut pairs = (0..inputs.len()).flat_map(|i| (0..outputs.len()).map(move |j| (i, j)));
        match pairs.find(shared) {
            Some((i, j)) => Err(RunError::new(format!("output #{j} is input #{i}"))),
            None => Ok(()),
        }
    }

    /// Refuses a program some of whose sizes are not known before a call.
    fn check_static(&self) -> Result<()> {
        if self.dynamic_inputs.is_empty() && self.dynamic_outputs.is_empty() {
            return Ok(());
        }
        Err(RunError::new("the program has tensors of unknown sizes"))
    }

    /// Checks the number and the bytes of inputs, whose sizes say how many bytes those of unknown size have.
    ///
    /// # Errors
    /// When one does not fit.
    pub fn check_tensors(&self, inputs: &[TensorRef<'_>]) -> Result<()> {
        let mut expected = self.inputs.clone();
        for (i, input) in inputs.iter().enumerate() {
            let (Some(t), Some(bytes)) = (self.dynamic_input(i), expected.get_mut(i)) else { continue };
            let n =
                input.sizes.iter().try_fold(t.elem_bytes, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
            let n = n.filter(|_| input.sizes.len() == t.rank).ok_or_else(|| {
                RunError::new(format!("input #{i} has sizes {:?}, not {} of them", input.sizes, t.rank))
            })?;
            *bytes = n;
        }
        check_bytes("input", &expected, inputs.iter().map(|t| t.bytes.len()))
    }

    /// Outputs of the sizes that are known.
    pub(crate) fn new_outputs(&self) -> Vec<TensorBuf> {
        let output = |(i, &bytes): (usize, &usize)| match self.dynamic_output(i) {
            Some(t) => TensorBuf { bytes: Vec::new(), sizes: Some(vec![0; t.rank]) },
            None => TensorBuf { bytes: vec![0; bytes], sizes: None },
        };
        self.outputs.iter().enumerate().map(output).collect()
    }
}

/// Compares the number of buffers and the bytes of each with those that a program was compiled for.
fn check_bytes(kind: &str, expected: &[usize], given: impl ExactSizeIterator<Item = usize>) -> Result<()> {
    let (n, m) = (expected.len(), given.len());
    if n != m {
        return Err(RunError::new(format!("the program takes {n} {kind}s, got {m}")));
    }
    for (i, (&expected, given)) in expected.iter().zip(given).enumerate() {
        if expected != given {
            let message = format!("{kind} #{i} has {given} bytes, the program expects {expected}");
            return Err(RunError::new(message));
        }
    }
    Ok(())
}
