//! The functions of the interface on buffers.

use std::sync::Arc;

use crate::abi::*;
use crate::account::ALIGNMENT;
use crate::border::slice;
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::client::CLIENTS;
use crate::device::MEMORIES;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{is_same, order_of, row_major, strides, write_strided};
use crate::memory::{Block, Deleter};
use crate::profiler::span;

/// Values of `PJRT_HostBufferSemantics` from which on the memory of the host stays as it is until it is released.
const ZERO_COPY: u32 = 2;

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
    let memory = BUFFERS.with(args.buffer, |buffer| buffer.place.memory())?;
    args.device = MEMORIES.with(memory, |memory| memory.device())??;
    Ok(())
}

pub(crate) fn memory(args: &mut PJRT_Buffer_Memory_Args) -> Result<()> {
    args.memory = BUFFERS.with(args.buffer, |buffer| buffer.place.memory())?;
    Ok(())
}

pub(crate) fn delete(args: &mut PJRT_Buffer_Delete_Args) -> Result<()> {
    BUFFERS.get(args.buffer)?.delete();
    Ok(())
}

pub(crate) fn is_deleted(args: &mut PJRT_Buffer_IsDeleted_Args) -> Result<()> {
    args.is_deleted = BUFFERS.with(args.buffer, |buffer| buffer.is_deleted())?.into();
    Ok(())
}

pub(crate) fn is_on_cpu(args: &mut PJRT_Buffer_IsOnCpu_Args) -> Result<()> {
    args.is_on_cpu = (!BUFFERS.get(args.buffer)?.place.is_on_gpu()?).into();
    Ok(())
}

pub(crate) fn ready_event(args: &mut PJRT_Buffer_ReadyEvent_Args) -> Result<()> {
    args.event = BUFFERS.with(args.buffer, |buffer| Arc::clone(&buffer.ready))?.into_handle()?;
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
