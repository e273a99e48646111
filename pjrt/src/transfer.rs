//! Transfers to devices in parts: buffers that are there before their elements.

use std::sync::{Arc, Mutex, PoisonError};

use crate::abi::*;
use crate::border::{slice, text};
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::client::CLIENTS;
use crate::device::MEMORIES;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{row_major, strides, write_strided};
use crate::memory::Block;
use crate::profiler::span;
use crate::slab::Slab;

/// A buffer that parts are written to.
struct Target {
    buffer: Arc<Buffer>,
    block: Arc<Block>,
    /// Whether all parts have come, or will not.
    closed: bool,
}

/// The buffers of one transfer.
pub(crate) struct TransferManager {
    place: Place,
    /// The lock is held while bytes are copied, so that no part comes after the last one.
    targets: Mutex<Vec<Target>>,
}

static MANAGERS: Slab<TransferManager> = Slab::new("transfer manager");

impl TransferManager {
    /// Works on the buffer with a number.
    fn with<R>(&self, index: i32, work: impl FnOnce(&mut Target) -> Result<R>) -> Result<R> {
        let mut targets = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = targets.len();
        let target = usize::try_from(index).ok().and_then(|i| targets.get_mut(i));
        work(target.ok_or_else(|| Error::invalid(format!("there is no buffer {index} of {count}")))?)
    }
}

impl Target {
    fn close(&mut self, outcome: Result<()>) -> Result<()> {
        if self.closed {
            return Err(Error::precondition("the buffer has all of its elements"));
        }
        self.closed = true;
        self.buffer.ready.set(outcome);
        Ok(())
    }

    fn check_open(&self) -> Result<()> {
        if self.closed { Err(Error::precondition("the buffer has all of its elements")) } else { Ok(()) }
    }
}

impl Drop for TransferManager {
    fn drop(&mut self) {
        for target in self.targets.get_mut().unwrap_or_else(PoisonError::into_inner) {
            // Whoever waits for a buffer that nobody can complete any more must hear of it.
            target.buffer.ready.set(Err(Error::precondition("the transfer ended before all elements came")));
        }
    }
}

pub(crate) fn create(args: &mut PJRT_Client_CreateBuffersForAsyncHostToDevice_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let place = Place::new(client.memory(args.memory, std::ptr::null_mut())?);
    // SAFETY: the caller gives the list with its length.
    let specs = unsafe { slice(args.shape_specs, args.num_shape_specs, "the list of shapes") }?;
    let target = |spec: &PJRT_ShapeSpec| {
        let element = Element::of_number(spec.element_type)?;
        // SAFETY: as above.
        let dims = unsafe { slice(spec.dims, spec.num_dims, "a list of sizes") }?;
        let block = Arc::new(place.allocate(element.array_bytes(dims)?)?);
        let buffer = Arc::new(Buffer::new(element, dims, place, Some(Arc::clone(&block)), Event::pending()));
        Ok(Target { buffer, block, closed: false })
    };
    let targets = specs.iter().map(target).collect::<Result<Vec<_>>>()?;
    args.transfer_manager =
        MANAGERS.insert(Arc::new(TransferManager { place, targets: Mutex::new(targets) }))?;
    Ok(())
}

pub(crate) fn destroy(args: &mut PJRT_AsyncHostToDeviceTransferManager_Destroy_Args) -> Result<()> {
    MANAGERS.remove(args.transfer_manager);
    Ok(())
}

pub(crate) fn transfer(args: &mut PJRT_AsyncHostToDeviceTransferManager_TransferData_Args) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    let _span = span(|| "transfer from host".to_owned());
    let negative = || Error::invalid("an offset or a size is negative");
    let offset = usize::try_from(args.offset).map_err(|_| negative())?;
    let length = usize::try_from(args.transfer_size).map_err(|_| negative())?;
    // SAFETY: the caller gives the bytes with their number.
    let bytes = unsafe { slice(args.data.cast_const().cast::<u8>(), length, "the data") }?;
    manager.with(args.buffer_index, |target| {
        target.check_open()?;
        // SAFETY: nobody reads the block before the event, and the lock keeps other parts from it.
        unsafe { target.block.write(offset, bytes) }?;
        if args.is_last_transfer != 0 { target.close(Ok(())) } else { Ok(()) }
    })?;
    args.done_with_h2d_transfer = Event::ready(Ok(())).into_handle()?;
    Ok(())
}

pub(crate) fn transfer_literal(
    args: &mut PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args,
) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    let element = Element::of_number(args.shape_element_type)?;
    // SAFETY: the caller gives the list with its length, and a layout of the interface or null.
    let (dims, from) = unsafe {
        let dims = slice(args.shape_dims, args.shape_num_dims, "the list of sizes")?;
        (dims, strides(args.shape_layout, dims, element.bytes)?)
    };
    let _span = span(|| "transfer from host".to_owned());
    manager.with(args.buffer_index, |target| {
        target.check_open()?;
        if target.buffer.element != element || *target.buffer.dims != *dims {
            return Err(Error::invalid("the array is of another type than the buffer"));
        }
        if args.data.is_null() && target.block.len() != 0 {
            return Err(Error::invalid("the data is null"));
        }
        let to = row_major(dims, element.bytes);
        // SAFETY: the caller has elements where sizes and strides say; the block has the same number, and nobody reads it before the event.
        unsafe {
            let data = args.data.cast_const().cast();
            write_strided((data, &from), (&target.block, &to), dims, element.bytes)
        }?;
        target.close(Ok(()))
    })?;
    args.done_with_h2d_transfer = Event::ready(Ok(())).into_handle()?;
    Ok(())
}

pub(crate) fn retrieve(args: &mut PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    let buffer = manager.with(args.buffer_index, |target| Ok(Arc::clone(&target.buffer)))?;
    args.buffer_out = BUFFERS.insert(buffer)?;
    Ok(())
}

pub(crate) fn device(args: &mut PJRT_AsyncHostToDeviceTransferManager_Device_Args) -> Result<()> {
    args.device_out = MEMORIES.get(MANAGERS.get(args.transfer_manager)?.place.memory())?.device()?;
    Ok(())
}

pub(crate) fn buffer_count(args: &mut PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    args.buffer_count = manager.targets.lock().unwrap_or_else(PoisonError::into_inner).len();
    Ok(())
}

pub(crate) fn buffer_size(args: &mut PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    args.buffer_size = manager.with(args.buffer_index, |target| Ok(target.block.len()))?;
    Ok(())
}

pub(crate) fn set_error(args: &mut PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args) -> Result<()> {
    let manager = MANAGERS.get(args.transfer_manager)?;
    // SAFETY: the caller gives the text with its length.
    let message = unsafe { text(args.error_message, args.error_message_size, "the message") }?;
    let error = Error::with_code(args.error_code, message);
    manager.with(args.buffer_index, |target| target.close(Err(error)))
}

/// Metadata of transfers means nothing to memory of the host.
pub(crate) fn add_metadata(args: &mut PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args) -> Result<()> {
    MANAGERS.get(args.transfer_manager).map(|_| ())
}
