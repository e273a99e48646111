//! The functions of the interface on buffers.

use std::sync::Arc;

use crate::abi::*;
use crate::border::slice;
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::client::CLIENTS;
use crate::device::{DEVICES, MEMORIES};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{copy_strided, is_same, order_of, row_major, strides, write_strided};
use crate::memory::{ALIGNMENT, Block, Deleter};
use crate::profiler::span;

/// Values of `PJRT_HostBufferSemantics` from which on the memory of the host stays as it is until it is released.
const ZERO_COPY: u32 = 2;

/// An address that tasks on other threads write to.
pub(crate) struct Destination(pub *mut u8);
// SAFETY: the caller of the interface leaves the memory to the plugin until an event.
unsafe impl Send for Destination {}

pub(crate) fn from_host(args: &mut PJRT_Client_BufferFromHostBuffer_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let element = Element::of_number(args.r#type)?;
    // SAFETY: the caller gives both lists with their lengths.
    let (dims, given) = unsafe {
        (
            slice(args.dims, args.num_dims, "the list of sizes")?,
            slice(args.byte_strides, args.num_byte_strides, "the list of strides")?,
        )
    };
    let bytes = element.array_bytes(dims)?;
    let _span = span(|| format!("transfer from host {}{dims:?}", element.name));
    let place = Place::new(client.memory(args.memory, args.device)?);
    // SAFETY: it is a layout of the interface, or null.
    let own = unsafe { strides(args.device_layout, dims, element.bytes) }?;
    let order = order_of(dims, &own, element.bytes)?;
    if !given.is_empty() && given.len() != dims.len() {
        return Err(Error::invalid(format!(
            "{} strides are given for {} dimensions",
            given.len(),
            dims.len()
        )));
    }
    if args.data.is_null() && bytes != 0 {
        return Err(Error::invalid("the data is null"));
    }
    let from = if given.is_empty() { row_major(dims, element.bytes) } else { given.to_vec() };
    let plain = is_same(dims, &from, &own);
    let on_gpu = place.is_on_gpu()?;
    let shared = args.host_buffer_semantics >= ZERO_COPY
        && plain
        && !on_gpu
        && args.data.addr().is_multiple_of(ALIGNMENT);
    let (block, done) = if shared && bytes != 0 {
        let done = Event::pending();
        // SAFETY: the caller leaves the memory as it is until the event.
        (unsafe { Block::of_host(args.data.cast(), bytes, Arc::clone(&done)) }, done)
    } else {
        let block = place.allocate(bytes)?;
        // SAFETY: the caller has elements where sizes and strides say; the block is new and has as many bytes.
        unsafe {
            write_strided((args.data.cast_const().cast(), &from), (&block, &own), dims, element.bytes)
        }?;
        (block, Event::ready(Ok(())))
    };
    let shape = [dims.into(), order.into()];
    let buffer = Buffer::laid_out(element, shape, place, Some(Arc::new(block)), Event::ready(Ok(())));
    args.done_with_host_buffer = done.into_handle()?;
    args.buffer = BUFFERS.insert(Arc::new(buffer))?;
    Ok(())
}

pub(crate) fn uninitialized(args: &mut PJRT_Client_CreateUninitializedBuffer_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let element = Element::of_number(args.shape_element_type)?;
    // SAFETY: the caller gives the list with its length.
    let dims = unsafe { slice(args.shape_dims, args.shape_num_dims, "the list of sizes") }?;
    let place = Place::new(client.memory(args.memory, args.device)?);
    let block = place.allocate(element.array_bytes(dims)?)?;
    let buffer = Buffer::new(element, dims, place, Some(Arc::new(block)), Event::ready(Ok(())));
    args.buffer = BUFFERS.insert(Arc::new(buffer))?;
    Ok(())
}

pub(crate) fn error_buffer(args: &mut PJRT_Client_CreateErrorBuffer_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let element = Element::of_number(args.shape_element_type)?;
    // SAFETY: the caller gives list and text with their lengths.
    let (dims, message) = unsafe {
        (
            slice(args.shape_dims, args.shape_num_dims, "the list of sizes")?,
            crate::border::text(args.error_message, args.error_message_size, "the message")?,
        )
    };
    let place = Place::new(client.memory(args.memory, std::ptr::null_mut())?);
    let buffer = Buffer::failed(element, dims, place, Error::with_code(args.error_code, message));
    args.buffer = BUFFERS.insert(Arc::new(buffer))?;
    Ok(())
}

pub(crate) fn view(args: &mut PJRT_Client_CreateViewOfDeviceBuffer_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let element = Element::of_number(args.element_type)?;
    // SAFETY: the caller gives the list with its length.
    let dims = unsafe { slice(args.dims, args.num_dims, "the list of sizes") }?;
    let bytes = element.array_bytes(dims)?;
    // SAFETY: it is a layout of the interface, or null.
    let wanted = unsafe { strides(args.layout, dims, element.bytes) }?;
    let order = order_of(dims, &wanted, element.bytes)?;
    if args.device_buffer_ptr.is_null() && bytes != 0 {
        return Err(Error::invalid("the address of the memory is null"));
    }
    let place = Place::new(client.memory(args.memory, args.device)?);
    if place.is_on_gpu()? {
        return Err(Error::unimplemented("views of memory of a GPU"));
    }
    let (memory, argument) = (args.device_buffer_ptr, args.on_delete_callback_arg);
    let deleter = args.on_delete_callback.map(|function| Deleter { function, memory, argument });
    // SAFETY: the caller leaves the memory to the buffer until the deleter is called.
    let block = unsafe { Block::foreign(memory.cast(), bytes, deleter) };
    let shape = [dims.into(), order.into()];
    let buffer = Buffer::laid_out(element, shape, place, Some(Arc::new(block)), Event::ready(Ok(())));
    args.buffer = BUFFERS.insert(Arc::new(buffer))?;
    Ok(())
}

pub(crate) fn destroy(args: &mut PJRT_Buffer_Destroy_Args) -> Result<()> {
    BUFFERS.remove(args.buffer);
    Ok(())
}

pub(crate) fn element_type(args: &mut PJRT_Buffer_ElementType_Args) -> Result<()> {
    args.r#type = BUFFERS.get(args.buffer)?.element.number;
    Ok(())
}

pub(crate) fn dimensions(args: &mut PJRT_Buffer_Dimensions_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    (args.dims, args.num_dims) = (buffer.dims.as_ptr(), buffer.dims.len());
    Ok(())
}

pub(crate) fn unpadded_dimensions(args: &mut PJRT_Buffer_UnpaddedDimensions_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    (args.unpadded_dims, args.num_dims) = (buffer.dims.as_ptr(), buffer.dims.len());
    Ok(())
}

pub(crate) fn dynamic_dimensions(args: &mut PJRT_Buffer_DynamicDimensionIndices_Args) -> Result<()> {
    BUFFERS.get(args.buffer)?;
    (args.dynamic_dim_indices, args.num_dynamic_dims) = (std::ptr::NonNull::dangling().as_ptr(), 0);
    Ok(())
}

pub(crate) fn memory_layout(args: &mut PJRT_Buffer_GetMemoryLayout_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let tiled = PJRT_Buffer_MemoryLayout_Tiled {
        struct_size: PJRT_Buffer_MemoryLayout_Tiled::SIZE,
        extension_start: std::ptr::null_mut(),
        minor_to_major: buffer.minor_to_major.as_ptr(),
        minor_to_major_size: buffer.minor_to_major.len(),
        tile_dims: std::ptr::null(),
        tile_dim_sizes: std::ptr::null(),
        num_tiles: 0,
    };
    args.layout.value = PJRT_Buffer_MemoryLayout_Value { tiled };
    args.layout.r#type = TILED;
    Ok(())
}

pub(crate) fn size(args: &mut PJRT_Buffer_OnDeviceSizeInBytes_Args) -> Result<()> {
    args.on_device_size_in_bytes = BUFFERS.get(args.buffer)?.bytes()?;
    Ok(())
}

pub(crate) fn device(args: &mut PJRT_Buffer_Device_Args) -> Result<()> {
    args.device = MEMORIES.get(BUFFERS.get(args.buffer)?.place.memory())?.device()?;
    Ok(())
}

pub(crate) fn memory(args: &mut PJRT_Buffer_Memory_Args) -> Result<()> {
    args.memory = BUFFERS.get(args.buffer)?.place.memory();
    Ok(())
}

pub(crate) fn delete(args: &mut PJRT_Buffer_Delete_Args) -> Result<()> {
    BUFFERS.get(args.buffer)?.delete();
    Ok(())
}

pub(crate) fn is_deleted(args: &mut PJRT_Buffer_IsDeleted_Args) -> Result<()> {
    args.is_deleted = BUFFERS.get(args.buffer)?.is_deleted().into();
    Ok(())
}

pub(crate) fn is_on_cpu(args: &mut PJRT_Buffer_IsOnCpu_Args) -> Result<()> {
    args.is_on_cpu = (!BUFFERS.get(args.buffer)?.place.is_on_gpu()?).into();
    Ok(())
}

pub(crate) fn ready_event(args: &mut PJRT_Buffer_ReadyEvent_Args) -> Result<()> {
    args.event = Arc::clone(&BUFFERS.get(args.buffer)?.ready).into_handle()?;
    Ok(())
}

pub(crate) fn unsafe_pointer(args: &mut PJRT_Buffer_UnsafePointer_Args) -> Result<()> {
    args.buffer_pointer = BUFFERS.get(args.buffer)?.block()?.address()?;
    Ok(())
}

pub(crate) fn opaque_pointer(args: &mut PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args) -> Result<()> {
    let address = BUFFERS.get(args.buffer)?.block()?.address()?;
    args.device_memory_ptr = std::ptr::with_exposed_provenance_mut(address);
    Ok(())
}

pub(crate) fn hold(args: &mut PJRT_Buffer_IncreaseExternalReferenceCount_Args) -> Result<()> {
    BUFFERS.get(args.buffer)?.hold()
}

pub(crate) fn release(args: &mut PJRT_Buffer_DecreaseExternalReferenceCount_Args) -> Result<()> {
    BUFFERS.get(args.buffer)?.release()
}

pub(crate) fn to_host(args: &mut PJRT_Buffer_ToHostBuffer_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.src)?;
    let bytes = buffer.bytes()?;
    // SAFETY: it is a layout of the interface, or null.
    let to = unsafe { strides(args.host_layout, &buffer.dims, buffer.element.bytes) }?;
    let extent = |d: (&i64, &i64)| (d.0 - 1).max(0).saturating_mul(*d.1);
    let (mut last, mut first) = (buffer.element.bytes as i64, 0_i64);
    for place in buffer.dims.iter().zip(&to).map(extent) {
        if place < 0 { first = first.saturating_add(place) } else { last = last.saturating_add(place) }
    }
    let needed = if bytes == 0 { 0 } else { usize::try_from(last).unwrap_or(usize::MAX) };
    if args.dst.is_null() {
        // The caller asks for the size.
        args.dst_size = needed;
        return Ok(());
    }
    if first < 0 {
        return Err(Error::invalid("a stride is negative"));
    }
    if args.dst_size < needed {
        return Err(Error::invalid(format!("the array needs {needed} bytes, {} are there", args.dst_size)));
    }
    let (dims, element) = (buffer.dims.clone(), buffer.element.bytes);
    let from = buffer.strides()?;
    let destination = Destination(args.dst.cast());
    let done = buffer.when_ready(move |block| {
        let destination = destination;
        let _span = span(|| "transfer to host".to_owned());
        let bytes = block.contents()?;
        // SAFETY: the block has the elements, and the caller space where sizes and strides say, until the event.
        unsafe { copy_strided((bytes.as_ptr(), &from), (destination.0, &to), &dims, element) };
        Ok(())
    })?;
    args.event = done.into_handle()?;
    Ok(())
}

pub(crate) fn raw_to_host(args: &mut PJRT_Buffer_CopyRawToHost_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let bytes = buffer.bytes()?;
    let range = part(args.offset, args.transfer_size, bytes)?;
    if args.dst.is_null() && !range.is_empty() {
        return Err(Error::invalid("the destination is null"));
    }
    let destination = Destination(args.dst.cast());
    let done = buffer.when_ready(move |block| {
        let destination = destination;
        let _span = span(|| "transfer to host".to_owned());
        let bytes = block.contents()?;
        let part = bytes.get(range).unwrap_or_default();
        // SAFETY: the caller has space for as many bytes until the event.
        unsafe { part.as_ptr().copy_to_nonoverlapping(destination.0, part.len()) };
        Ok(())
    })?;
    args.event = done.into_handle()?;
    Ok(())
}

/// The bytes of a part.
pub(crate) fn part(offset: i64, length: i64, bytes: usize) -> Result<std::ops::Range<usize>> {
    let start = usize::try_from(offset).ok();
    let end = start.and_then(|s| s.checked_add(usize::try_from(length).ok()?)).filter(|&end| end <= bytes);
    match (start, end) {
        (Some(start), Some(end)) => Ok(start..end),
        _ => Err(Error::invalid(format!("{length} bytes at {offset} are not inside of {bytes} bytes"))),
    }
}

/// A copy of a buffer in another place.
fn copied(buffer: &Arc<Buffer>, place: Place) -> Result<*mut PJRT_Buffer> {
    let block = Arc::new(place.allocate(buffer.bytes()?)?);
    let to = Arc::clone(&block);
    let ready = buffer.when_ready(move |from| {
        let _span = span(|| "copy of a buffer".to_owned());
        // SAFETY: the block is new, has as many bytes, and nobody reads it before the event.
        unsafe { to.copy_from(from) }
    })?;
    let shape = [Arc::clone(&buffer.dims), Arc::clone(&buffer.minor_to_major)];
    BUFFERS.insert(Arc::new(Buffer::laid_out(buffer.element, shape, place, Some(block), ready)))
}

pub(crate) fn copy_to_device(args: &mut PJRT_Buffer_CopyToDevice_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let memory = DEVICES.get(args.dst_device)?.memories.get(0);
    let memory = memory.ok_or_else(|| Error::internal("a device has no memory"))?;
    args.dst_buffer = copied(&buffer, Place::new(memory))?;
    Ok(())
}

pub(crate) fn copy_to_memory(args: &mut PJRT_Buffer_CopyToMemory_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    MEMORIES.get(args.dst_memory)?;
    args.dst_buffer = copied(&buffer, Place::new(args.dst_memory))?;
    Ok(())
}

/// The same bytes as an array of another type or of other sizes.
pub(crate) fn bitcast(args: &mut PJRT_Buffer_Bitcast_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let element = Element::of_number(args.element_type)?;
    // SAFETY: the caller gives the list with its length.
    let dims = unsafe { slice(args.dims, args.num_dims, "the list of sizes") }?;
    if element.array_bytes(dims)? != buffer.bytes()? {
        return Err(Error::invalid("the array has another number of bytes than the buffer"));
    }
    let same = Buffer::new(element, dims, buffer.place, Some(buffer.block()?), Arc::clone(&buffer.ready));
    args.out_buffer = BUFFERS.insert(Arc::new(same))?;
    Ok(())
}
