//! Streams: the host sends what a running program receives, in chunks.

use std::sync::{Arc, Mutex, PoisonError};

use crate::abi::*;
use crate::border::slice;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::slab::Slab;

/// The data of a receive, which the host adds chunk by chunk.
pub(crate) struct Stream {
    channel: i64,
    total: usize,
    bytes: Mutex<Vec<u8>>,
    /// Happens when all bytes are there, or will not come.
    complete: Arc<Event>,
}

static STREAMS: Slab<Stream> = Slab::new("stream");

impl Stream {
    /// A stream for so many bytes.
    pub(crate) fn new(channel: i64, total: usize) -> Result<Arc<Self>> {
        let mut bytes = Vec::new();
        let refused = |_| Error::exhausted(format!("out of memory: {total} bytes for channel {channel}"));
        bytes.try_reserve_exact(total).map_err(refused)?;
        let complete = if total == 0 { Event::ready(Ok(())) } else { Event::pending() };
        Ok(Arc::new(Self { channel, total, bytes: Mutex::new(bytes), complete }))
    }

    /// An object for a caller, who destroys it.
    pub(crate) fn into_handle(self: Arc<Self>) -> Result<*mut PJRT_CopyToDeviceStream> {
        STREAMS.insert(self)
    }

    /// Waits for all bytes.
    pub(crate) fn wait(&self) -> Result<Vec<u8>> {
        self.complete.wait()?;
        Ok(std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn add(&self, chunk: &[u8]) -> Result<()> {
        let (channel, total) = (self.channel, self.total);
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = self.complete.outcome() {
            outcome?;
            if chunk.is_empty() {
                return Ok(());
            }
            return Err(Error::precondition(format!("channel {channel} has all of its {total} bytes")));
        }
        let before = bytes.len();
        if chunk.len() > total - before {
            let message = format!(
                "a chunk of {} bytes is too long for channel {channel}, which has {before} of {total} bytes",
                chunk.len()
            );
            let error = Error::invalid(message);
            drop(bytes);
            self.complete.set(Err(error.clone()));
            return Err(error);
        }
        bytes.extend_from_slice(chunk);
        let is_complete = bytes.len() == total;
        drop(bytes);
        if is_complete {
            self.complete.set(Ok(()));
        }
        Ok(())
    }

    /// The bytes that came.
    fn current(&self) -> usize {
        match self.complete.outcome() {
            Some(Ok(())) => self.total,
            _ => self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len(),
        }
    }
}

/// A chunk that belongs to the plugin.
struct Chunk(PJRT_Chunk);

impl Drop for Chunk {
    fn drop(&mut self) {
        if let Some(deleter) = self.0.deleter {
            // SAFETY: whoever made the chunk gave all three for this.
            unsafe { deleter(self.0.data, self.0.deleter_arg) };
        }
    }
}

/// Adds a chunk, which is deleted in any case. A chunk that does not fit is an error of the run, too.
pub(crate) fn add_chunk(args: &mut PJRT_CopyToDeviceStream_AddChunk_Args) -> Result<()> {
    if args.chunk.is_null() {
        return Err(Error::invalid("the chunk is null"));
    }
    // SAFETY: the caller has a chunk there, and leaves it to the stream.
    let chunk = Chunk(unsafe { args.chunk.read_unaligned() });
    let stream = STREAMS.get(args.stream)?;
    // SAFETY: the chunk has its data until it is deleted.
    let bytes = unsafe { slice(chunk.0.data.cast_const().cast::<u8>(), chunk.0.size, "the chunk") }?;
    args.transfer_complete = Event::ready(stream.add(bytes)).into_handle()?;
    Ok(())
}

/// Destroys a stream. A run that waits for bytes that did not come fails.
pub(crate) fn destroy(args: &mut PJRT_CopyToDeviceStream_Destroy_Args) -> Result<()> {
    if let Some(stream) = STREAMS.remove(args.stream) {
        let Stream { channel, total, .. } = *stream;
        let message = format!(
            "the stream of channel {channel} was destroyed with {} of {total} bytes",
            stream.current()
        );
        stream.complete.set(Err(Error::precondition(message)));
    }
    Ok(())
}

pub(crate) fn total_bytes(args: &mut PJRT_CopyToDeviceStream_TotalBytes_Args) -> Result<()> {
    args.total_bytes = STREAMS.get(args.stream)?.total as i64;
    Ok(())
}

/// Chunks have any number of bytes.
pub(crate) fn granule_size(args: &mut PJRT_CopyToDeviceStream_GranuleSize_Args) -> Result<()> {
    STREAMS.get(args.stream)?;
    args.granule_size_in_bytes = 1;
    Ok(())
}

pub(crate) fn current_bytes(args: &mut PJRT_CopyToDeviceStream_CurrentBytes_Args) -> Result<()> {
    args.current_bytes = STREAMS.get(args.stream)?.current() as i64;
    Ok(())
}
