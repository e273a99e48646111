//! The callbacks by which a call sends to its host and receives from it, one for each channel of a process.

use std::ffi::c_void;
use std::sync::Arc;

use crate::abi::*;
use crate::border::slice;
use crate::callback_error::callback_error;
use crate::error::{Error, Result};
use crate::error_api::ERRORS;
use crate::executable::Executable;
use crate::owned_bytes;
use crate::queue::while_blocked;
use crate::stream::Stream;

/// The callbacks of a process. The structures that name them may be gone before the call ends, the functions not.
pub(crate) struct Callbacks {
    sends: Vec<PJRT_SendCallbackInfo>,
    receives: Vec<PJRT_RecvCallbackInfo>,
}

// SAFETY: the interface lets callbacks run on any thread.
unsafe impl Send for Callbacks {}
// SAFETY: as above; they are not written.
unsafe impl Sync for Callbacks {}

impl Callbacks {
    /// The callbacks of each process of a call; none if the program has no channels to the host.
    ///
    /// # Errors
    /// If a channel of the program has no callback.
    pub(crate) fn of_call(
        executable: &Executable,
        processes: usize,
        options: Option<&PJRT_ExecuteOptions>,
    ) -> Result<Vec<Arc<Self>>> {
        if executable.channels.is_empty() {
            return Ok(Vec::new());
        }
        let of_process = |process: usize| {
            let mut all = Self { sends: Vec::new(), receives: Vec::new() };
            if let Some(o) = options {
                // SAFETY: the caller gives a list for each device, and the number of their elements.
                unsafe {
                    all.sends = infos(o.send_callbacks, processes, process, o.num_send_ops)?;
                    all.receives = infos(o.recv_callbacks, processes, process, o.num_recv_ops)?;
                }
            }
            all.check(executable)?;
            Ok(Arc::new(all))
        };
        (0..processes).map(of_process).collect()
    }

    fn check(&self, executable: &Executable) -> Result<()> {
        let name = &executable.name;
        let missing = |kind: &str, channel: i64| {
            Error::invalid(format!("{name}: there is no {kind} callback for channel {channel} of the host"))
        };
        for &channel in &executable.channels.sends {
            self.send_callback(channel).ok_or_else(|| missing("send", channel))?;
        }
        for &channel in &executable.channels.receives {
            self.receive_callback(channel).ok_or_else(|| missing("recv", channel))?;
        }
        Ok(())
    }

    fn send_callback(&self, channel: i64) -> Option<(SendCallback, *mut c_void)> {
        let info = self.sends.iter().find(|info| info.channel_id == channel)?;
        Some((info.send_callback?, info.user_arg))
    }

    fn receive_callback(&self, channel: i64) -> Option<(RecvCallback, *mut c_void)> {
        let info = self.receives.iter().find(|info| info.channel_id == channel)?;
        Some((info.recv_callback?, info.user_arg))
    }

    /// Hands arrays to the callback of a channel, each as a chunk.
    pub(crate) fn send(&self, channel: i64, arrays: &[&[u8]]) -> Result<()> {
        let (callback, argument) = self.send_callback(channel).ok_or_else(|| unknown(channel))?;
        let total = arrays.iter().map(|bytes| bytes.len()).sum();
        for (i, bytes) in arrays.iter().enumerate() {
            let (data, size, deleter_arg) = owned_bytes::give(bytes.to_vec());
            if deleter_arg.is_null() {
                return Err(Error::exhausted(format!("no space for what is sent in channel {channel}")));
            }
            let mut chunk = PJRT_Chunk { data: data.cast(), size, deleter: Some(delete_chunk), deleter_arg };
            let mut make_error: CallbackError = callback_error;
            let is_last = i + 1 == arrays.len();
            // SAFETY: the caller of the program gave both for this; the chunk belongs to the callback.
            let error =
                while_blocked(|| unsafe { callback(&mut chunk, &mut make_error, total, is_last, argument) });
            if !error.is_null() {
                return Err(taken(error, channel));
            }
        }
        Ok(())
    }

    /// Asks the callback of a channel for arrays, and waits for them.
    pub(crate) fn receive(&self, channel: i64, arrays: &mut [&mut [u8]]) -> Result<()> {
        let (callback, argument) = self.receive_callback(channel).ok_or_else(|| unknown(channel))?;
        let stream = Stream::new(channel, arrays.iter().map(|bytes| bytes.len()).sum())?;
        let address = Arc::clone(&stream).into_handle()?;
        let bytes = while_blocked(|| {
            // SAFETY: the caller of the program gave both for this; the address of the stream belongs to the callback.
            unsafe { callback(address, argument) };
            stream.wait()
        })?;
        let mut rest = &bytes[..];
        for array in arrays {
            let (part, after) = rest
                .split_at_checked(array.len())
                .ok_or_else(|| Error::internal(format!("channel {channel} is short")))?;
            array.copy_from_slice(part);
            rest = after;
        }
        Ok(())
    }
}

fn unknown(channel: i64) -> Error {
    Error::internal(format!("the program has no channel {channel} of the host"))
}

/// The callbacks of a process, of which there is a list for each.
///
/// # Safety
/// The lists have as many elements as the caller says.
unsafe fn infos<T: Copy>(
    lists: *const *const T,
    processes: usize,
    process: usize,
    count: usize,
) -> Result<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: as the caller says.
    unsafe {
        let list = slice(lists, processes, "the lists of callbacks")?.get(process).copied();
        Ok(slice(list.unwrap_or(std::ptr::null()), count, "a list of callbacks")?.to_vec())
    }
}

/// The error that a callback returned, which belongs to the caller of it.
fn taken(error: *mut PJRT_Error, channel: i64) -> Error {
    match ERRORS.remove(error) {
        Some(error) => Error::with_code(
            error.code(),
            format!("the send callback of channel {channel} failed: {}", error.message()),
        ),
        None => Error::internal(format!(
            "the send callback of channel {channel} failed, and its error was not made by the function that it got for this"
        )),
    }
}

unsafe extern "C" fn delete_chunk(_: *mut c_void, owner: *mut c_void) {
    // SAFETY: it takes any address.
    unsafe { owned_bytes::delete(owner) };
}
