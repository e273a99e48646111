//! Work that goes on once a caller calls back: copies whose destination comes later, and donations that wait for something of the caller.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use crate::abi::*;
use crate::border;
use crate::buffer::{BUFFERS, Buffer};
use crate::buffer_copy::{Destination, part};
use crate::error::{Error, Result};
use crate::event::{Event, Outcome};
use crate::memory::Block;
use crate::profiler::span;
use crate::slab::Slab;

/// A copy whose destination comes later.
struct RawCopy {
    block: Arc<Block>,
    ready: Arc<Event>,
    range: Range<usize>,
    done: Arc<Event>,
}

static RAW_COPIES: Slab<RawCopy> = Slab::new("copy");
/// The events that donated buffers wait for.
static DEPENDENCIES: Slab<Event> = Slab::new("dependency");

/// The outcome that a caller gives by a code and a text.
fn outcome(code: u32, message: *const u8, size: usize) -> Outcome {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the caller gives the text with its length.
    let message = unsafe { border::text(message, size, "the message") };
    Err(Error::with_code(code, message.unwrap_or_default()))
}

pub(crate) fn raw_to_host_later(args: &mut PJRT_Buffer_CopyRawToHostFuture_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let range = part(args.offset, args.transfer_size, buffer.bytes()?)?;
    let (block, ready, done) = (buffer.block()?, Arc::clone(&buffer.ready), Event::pending());
    args.event = Arc::clone(&done).into_handle()?;
    args.callback_data = RAW_COPIES.insert(Arc::new(RawCopy { block, ready, range, done }))?;
    args.future_ready_callback = Some(destination_ready);
    Ok(())
}

/// Starts a copy: its destination is known.
pub(crate) unsafe extern "C" fn destination_ready(args: *mut PJRT_Buffer_CopyRawToHostFuture_Callback_Args) {
    // SAFETY: the caller has such a structure there. Errors of a copy are those of its event; there is none for a copy that is unknown.
    _ = unsafe { border::call(args.cast::<c_void>(), start_copy) };
}

fn start_copy(args: &mut PJRT_Buffer_CopyRawToHostFuture_Callback_Args) -> Result<()> {
    let copy = RAW_COPIES.remove(args.callback_data);
    let copy = copy.ok_or_else(|| Error::invalid("the copy has been started, or never was one"))?;
    let mut given = outcome(args.error_code, args.error_message, args.error_message_size);
    if given.is_ok() && args.dst.is_null() && !copy.range.is_empty() {
        given = Err(Error::invalid("the destination is null"));
    }
    if given.is_err() {
        copy.done.set(given);
        return Ok(());
    }
    let destination = Destination(args.dst.cast());
    let (block, range) = (Arc::clone(&copy.block), copy.range.clone());
    let copied = copy.ready.then(move || {
        let destination = destination;
        let _span = span(|| "transfer to host".to_owned());
        let bytes = block.contents()?;
        let part = bytes.get(range).unwrap_or_default();
        // SAFETY: the caller has space for as many bytes until the event.
        unsafe { part.as_ptr().copy_to_nonoverlapping(destination.0, part.len()) };
        Ok(())
    });
    copied.on_ready(move |outcome| _ = copy.done.set(outcome.clone()));
    Ok(())
}

/// Moves the memory of a buffer to another one, which is there once the caller says so, too.
pub(crate) fn donate(args: &mut PJRT_Buffer_DonateWithControlDependency_Args) -> Result<()> {
    let buffer = BUFFERS.get(args.buffer)?;
    let block = buffer.give()?;
    let dependency = Event::pending();
    let shape = [Arc::clone(&buffer.dims), Arc::clone(&buffer.minor_to_major)];
    let ready = buffer.ready.and(&dependency);
    let given = Buffer::laid_out(buffer.element, shape, buffer.place, Some(block), ready);
    args.out_buffer = BUFFERS.insert(Arc::new(given))?;
    args.callback_data = DEPENDENCIES.insert(dependency)?;
    args.dependency_ready_callback = Some(dependency_ready);
    Ok(())
}

/// Lets what a donated buffer waits for happen.
pub(crate) unsafe extern "C" fn dependency_ready(
    args: *mut PJRT_Buffer_DonateWithControlDependency_Callback_Args,
) {
    // SAFETY: the caller has such a structure there. For a dependency that is unknown there is nobody to tell.
    _ = unsafe { border::call(args.cast::<c_void>(), set_dependency) };
}

fn set_dependency(args: &mut PJRT_Buffer_DonateWithControlDependency_Callback_Args) -> Result<()> {
    let dependency = DEPENDENCIES.remove(args.callback_data);
    let dependency = dependency.ok_or_else(|| Error::invalid("the dependency has happened, or never was"))?;
    dependency.set(outcome(args.error_code, args.error_message, args.error_message_size));
    Ok(())
}
