//! [`Arrays`]: what a member brings to a collective, in memory of the host or of its device.

use std::sync::Arc;

use strata_runtime_collectives::{Array, DeviceMember, Member};

use crate::context::Context;
use crate::device::Device;
use crate::routine::{Call, ElementType};

/// An array and its place.
struct Lent {
    ty: Array,
    start: *mut u8,
}

// SAFETY: the memory may be used from any thread; who uses it and when is described in `rendezvous.rs`.
unsafe impl Send for Lent {}

impl Lent {
    fn new(element: ElementType, shape: &[usize], start: *mut u8) -> Self {
        Self { ty: Array { sizes: shape.to_vec(), element: element.bytes() }, start }
    }
    fn address(&self) -> u64 {
        self.start.addr() as u64
    }
}

/// The arrays of a call. Whoever has them keeps the memory that they were made from until the call is over.
pub(crate) struct Arrays {
    inputs: Vec<Lent>,
    outputs: Vec<Lent>,
    /// The device whose memory they are in; without one they are in memory of the host.
    device: Option<Arc<dyn Device>>,
}

/// An array of a call as compiled code gives it: its type, and an address that may be one of a device.
pub(crate) struct Given {
    pub element: ElementType,
    pub shape: Vec<usize>,
    pub bytes: usize,
    pub start: *mut u8,
}

impl Arrays {
    /// Those of a call in memory of the host.
    pub(crate) fn of_call(call: &mut Call<'_>) -> Self {
        let input = call.inputs.iter().map(|i| Lent::new(i.element, &i.shape, i.bytes.as_ptr().cast_mut()));
        let inputs = input.collect();
        let output = call.outputs.iter_mut().map(|o| Lent::new(o.element, &o.shape, o.bytes.as_mut_ptr()));
        Self { inputs, outputs: output.collect(), device: None }
    }
    /// Those of a call in memory of the device of its context; `None` if they are in memory of the host.
    ///
    /// # Errors
    /// If some are in the one and some in the other, or one leaves its block.
    pub(crate) fn on_device(
        context: &Context,
        inputs: &[Given],
        outputs: &[Given],
    ) -> Result<Option<Self>, String> {
        let Some(device) = context.device() else { return Ok(None) };
        let all = || inputs.iter().chain(outputs).filter(|array| array.bytes > 0);
        let left = |array: &Given| context.device_bytes_from(array.start.addr() as u64).filter(|&n| n > 0);
        if all().all(|array| left(array).is_none()) {
            return Ok(None);
        }
        for array in all() {
            match left(array) {
                None => return Err("some of its arrays are in memory of the host".to_owned()),
                Some(left) if left < array.bytes => {
                    return Err(format!("an array of {} bytes leaves its buffer after {left}", array.bytes));
                }
                Some(_) => {}
            }
        }
        let lent = |array: &Given| Lent::new(array.element, &array.shape, array.start);
        let (inputs, outputs) = (inputs.iter().map(lent).collect(), outputs.iter().map(lent).collect());
        Ok(Some(Self { inputs, outputs, device: Some(device) }))
    }
    pub(super) fn operands(&self) -> Vec<Array> {
        self.inputs.iter().map(|lent| lent.ty.clone()).collect()
    }
    pub(super) fn results(&self) -> Vec<Array> {
        self.outputs.iter().map(|lent| lent.ty.clone()).collect()
    }
    pub(super) fn is_on_device(&self) -> bool {
        self.device.is_some()
    }
    /// Takes the last result, which is a number of 32 bits, and sets it.
    pub(super) fn give_number(&mut self, n: i32) -> Result<(), String> {
        match self.outputs.pop() {
            Some(output) if output.ty.bytes() == 4 => self.write(&output, &n.to_le_bytes()),
            _ => Err("its last result is no number".to_owned()),
        }
    }
    /// Sets all results to zeros.
    pub(super) fn clear_results(&self) -> Result<(), String> {
        for output in &self.outputs {
            let bytes = output.ty.bytes();
            match &self.device {
                _ if bytes == 0 => {}
                Some(device) => device.fill(output.address(), &[0], bytes)?,
                // SAFETY: the address is that of a slice of so many bytes, which the call has borrowed exclusively.
                None => unsafe { output.start.write_bytes(0, bytes) },
            }
        }
        Ok(())
    }
    fn write(&self, output: &Lent, bytes: &[u8]) -> Result<(), String> {
        match &self.device {
            Some(device) => device.upload(output.address(), bytes),
            None => {
                // SAFETY: as in `clear_results`; the caller compared the sizes.
                unsafe { output.start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                Ok(())
            }
        }
    }
    /// The arrays as slices.
    ///
    /// # Safety
    /// They are in memory of the host, and the member neither uses nor gives up them while the result lives.
    pub(super) unsafe fn borrow(&self, place: usize) -> Member<'_> {
        // An array without bytes may have no address.
        let input = |lent: &Lent| match lent.ty.bytes() {
            0 => &[][..],
            // SAFETY: the address and the length are those of a slice that the member has borrowed.
            bytes => unsafe { std::slice::from_raw_parts(lent.start.cast_const(), bytes) },
        };
        let output = |lent: &Lent| match lent.ty.bytes() {
            0 => &mut [][..],
            // SAFETY: as above, borrowed exclusively: no output overlaps another array of a call.
            bytes => unsafe { std::slice::from_raw_parts_mut(lent.start, bytes) },
        };
        Member {
            place,
            inputs: self.inputs.iter().map(input).collect(),
            outputs: self.outputs.iter().map(output).collect(),
        }
    }
    /// The addresses on the device, if they are there.
    pub(super) fn device_member(&self, place: usize) -> Option<DeviceMember<'_>> {
        let addresses = |list: &[Lent]| list.iter().map(Lent::address).collect();
        Some(DeviceMember {
            place,
            device: &**self.device.as_ref()?,
            inputs: addresses(&self.inputs),
            outputs: addresses(&self.outputs),
        })
    }
}
