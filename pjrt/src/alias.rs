//! Alias buffers: a caller has a buffer before it has the one whose memory it is.

use std::sync::Arc;

use crate::abi::*;
use crate::border::{slice, text};
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::client::CLIENTS;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{order_of, strides};
use crate::memory::Block;
use crate::slab::Slab;

/// A buffer that waits for the one that it stands for.
pub(crate) struct Alias {
    buffer: Arc<Buffer>,
    /// The memory of the buffer, also after the caller deleted that.
    block: Arc<Block>,
}

static ALIASES: Slab<Alias> = Slab::new("callback of an alias buffer");

pub(crate) fn create(args: &mut PJRT_Client_CreateAliasBuffer_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let element = Element::of_number(args.shape_element_type)?;
    // SAFETY: the caller gives the list with its length.
    let dims = unsafe { slice(args.shape_dims, args.shape_num_dims, "the list of sizes") }?;
    let block = Arc::new(Block::promised(element.array_bytes(dims)?));
    // SAFETY: it is a layout of the interface, or null.
    let own = unsafe { strides(args.shape_layout, dims, element.bytes) }?;
    let shape = [dims.into(), order_of(dims, &own, element.bytes)?.into()];
    let place = Place::new(client.memory(args.memory, std::ptr::null_mut())?);
    let buffer = Buffer::laid_out(element, shape, place, Some(Arc::clone(&block)), Event::pending());
    let buffer = Arc::new(buffer);
    args.fulfill_alias_buffer_cb = ALIASES.insert(Arc::new(Alias { buffer: Arc::clone(&buffer), block }))?;
    args.alias_buffer = BUFFERS.insert(buffer)?;
    Ok(())
}

/// Gives an alias buffer the memory of a buffer once the elements of that are there, or an error.
pub(crate) fn fulfill(args: &mut PJRT_Client_FulfillAliasBuffer_Args) -> Result<()> {
    CLIENTS.get(args.client)?;
    let alias = ALIASES.get(args.fulfill_alias_buffer_cb)?;
    if args.status_code != 0 {
        // SAFETY: the caller gives the text with its length.
        let message = unsafe { text(args.error_message, args.error_message_size, "the message") }?;
        let error = Error::with_code(args.status_code, message);
        taken(args)?.buffer.ready.set(Err(error));
        return Ok(());
    }
    let real = BUFFERS.get(args.buffer)?;
    let block = real.block()?;
    // So no alias waits for itself.
    if block.is_promised() {
        return Err(Error::precondition("the buffer is an alias buffer without memory of its own yet"));
    }
    alias.check(&real)?;
    let alias = taken(args)?;
    real.ready.on_ready(move |outcome| {
        let kept = outcome.clone().and_then(|()| alias.block.keep_promise(block));
        alias.buffer.ready.set(kept);
    });
    Ok(())
}

/// The alias buffer, which nobody else can fulfill any more.
fn taken(args: &PJRT_Client_FulfillAliasBuffer_Args) -> Result<Arc<Alias>> {
    let taken = ALIASES.remove(args.fulfill_alias_buffer_cb);
    taken.ok_or_else(|| Error::precondition("the alias buffer has been fulfilled"))
}

impl Alias {
    fn check(&self, real: &Buffer) -> Result<()> {
        let own = &self.buffer;
        if own.element != real.element || own.dims != real.dims {
            return Err(Error::invalid(format!(
                "the alias buffer is of type {}{:?}, the buffer of type {}{:?}",
                own.element.name, own.dims, real.element.name, real.dims
            )));
        }
        if own.place != real.place {
            return Err(Error::invalid("the buffer is in another memory than the alias buffer"));
        }
        if own.minor_to_major != real.minor_to_major && !(own.is_row_major() && real.is_row_major()) {
            return Err(Error::invalid(format!(
                "the alias buffer has minor-to-major dimensions {:?}, the buffer {:?}",
                own.minor_to_major, real.minor_to_major
            )));
        }
        Ok(())
    }
}
