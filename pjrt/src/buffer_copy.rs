//! Copies of buffers, to the host and to other memories.

use std::sync::Arc;

use crate::abi::*;
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::device::{DEVICES, MEMORIES, default_memory};
use crate::error::{Error, Result};
use crate::layout::{copy_strided, strides};
use crate::profiler::span;

/// An address that tasks on other threads write to.
pub(crate) struct Destination(pub *mut u8);
// SAFETY: the caller of the interface leaves the memory to the plugin until an event.
unsafe impl Send for Destination {}

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
    let memory = default_memory(&*DEVICES.get(args.dst_device)?)?;
    args.dst_buffer = copied(&buffer, Place::new(memory))?;
    Ok(())
}

pub(crate) fn copy_to_memory(args: &mut PJRT_Buffer_CopyToMemory_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    MEMORIES.get(args.dst_memory)?;
    args.dst_buffer = copied(&buffer, Place::new(args.dst_memory))?;
    Ok(())
}
