//! The host of random calls: callbacks of sends and receives, which complete some of them, and the functions that callers get for later.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::abi::*;
use crate::continuation::{dependency_ready, destination_ready};
use crate::stream;

/// The most streams that are left open, each of which a run waits for.
const OPEN: usize = 8;

/// The streams that runs wait for.
static STREAMS: Mutex<VecDeque<usize>> = Mutex::new(VecDeque::new());
/// The streams that nobody was told of yet.
static NEW: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// The data of chunks.
static DATA: [u64; 2] = [0; 2];

unsafe extern "C" fn raw_copy_callback(args: *mut c_void) -> *mut PJRT_Error {
    // SAFETY: the arguments are those of the function.
    unsafe { destination_ready(args.cast()) };
    std::ptr::null_mut()
}

unsafe extern "C" fn dependency_callback(args: *mut c_void) -> *mut PJRT_Error {
    // SAFETY: as above.
    unsafe { dependency_ready(args.cast()) };
    std::ptr::null_mut()
}

/// The functions that callers get for later, by the names of their arguments.
pub(super) const LATER: [(&str, Function); 2] = [
    ("PJRT_Buffer_CopyRawToHostFuture_Callback", raw_copy_callback),
    ("PJRT_Buffer_DonateWithControlDependency_Callback", dependency_callback),
];

unsafe extern "C" fn deleted(_: *mut c_void, _: *mut c_void) {}

fn chunk(size: usize) -> PJRT_Chunk {
    let data = (&raw const DATA).cast_mut().cast();
    PJRT_Chunk { data, size, deleter: Some(deleted), deleter_arg: std::ptr::null_mut() }
}

/// Chunks that fit, and others.
pub(super) fn chunks() -> [PJRT_Chunk; 5] {
    let without = PJRT_Chunk { data: std::ptr::null_mut(), deleter: None, ..chunk(4) };
    [chunk(0), chunk(4), chunk(8), chunk(16), without]
}

fn destroy(address: usize) {
    let stream = std::ptr::without_provenance_mut(address);
    // SAFETY: zeros are valid.
    let mut args = PJRT_CopyToDeviceStream_Destroy_Args { stream, ..unsafe { std::mem::zeroed() } };
    _ = stream::destroy(&mut args);
}

unsafe extern "C" fn on_recv(stream: *mut PJRT_CopyToDeviceStream, _: *mut c_void) {
    let number = CALLS.fetch_add(1, Ordering::Relaxed);
    let address = stream.expose_provenance();
    let mut chunk = chunk([8, 4, 0, 16][number % 4]);
    // SAFETY: zeros are valid.
    let mut args = PJRT_CopyToDeviceStream_AddChunk_Args {
        stream,
        chunk: &raw mut chunk,
        ..unsafe { std::mem::zeroed() }
    };
    // A random call may have destroyed it already: its address was one of an earlier stream.
    _ = stream::add_chunk(&mut args);
    NEW.lock().unwrap_or_else(PoisonError::into_inner).push(address);
    let mut open = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    open.push_back(address);
    if open.len() > OPEN
        && let Some(oldest) = open.pop_front()
    {
        destroy(oldest);
    }
}

unsafe extern "C" fn on_send(
    chunk: *mut PJRT_Chunk,
    make_error: *mut CallbackError,
    _: usize,
    _: bool,
    _: *mut c_void,
) -> *mut PJRT_Error {
    // SAFETY: the chunk and the function are there during the call; a chunk is deleted by its function.
    unsafe {
        if let Some(deleter) = (*chunk).deleter {
            deleter((*chunk).data, (*chunk).deleter_arg);
        }
        match CALLS.fetch_add(1, Ordering::Relaxed) % 3 {
            0 => (*make_error)(3, std::ptr::null(), 0),
            _ => std::ptr::null_mut(),
        }
    }
}

/// The callbacks of two devices.
pub(super) struct Lists {
    _sends: Box<[PJRT_SendCallbackInfo; 2]>,
    _receives: Box<[PJRT_RecvCallbackInfo; 2]>,
    sends: Box<[*const PJRT_SendCallbackInfo; 2]>,
    receives: Box<[*const PJRT_RecvCallbackInfo; 2]>,
}

impl Lists {
    pub(super) fn new() -> Self {
        let user_arg = std::ptr::null_mut();
        let of = |channel_id| PJRT_SendCallbackInfo { channel_id, user_arg, send_callback: Some(on_send) };
        let from = |channel_id| PJRT_RecvCallbackInfo { channel_id, user_arg, recv_callback: Some(on_recv) };
        let (sends, receives) = (Box::new([of(3), of(7)]), Box::new([from(3), from(5)]));
        let (first, second) = (sends.as_ptr(), receives.as_ptr());
        Self {
            _sends: sends,
            _receives: receives,
            sends: Box::new([first; 2]),
            receives: Box::new([second; 2]),
        }
    }

    /// Options with these callbacks, or without.
    pub(super) fn set(&self, options: &mut PJRT_ExecuteOptions, talks: bool) {
        (options.send_callbacks, options.recv_callbacks) = (self.sends.as_ptr(), self.receives.as_ptr());
        (options.num_send_ops, options.num_recv_ops) = if talks { (2, 2) } else { (0, 0) };
    }
}

/// The streams that callbacks got lately.
pub(super) fn new_streams() -> Vec<usize> {
    std::mem::take(&mut *NEW.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Lets nothing wait any more for streams that are open now.
pub(super) fn end() {
    std::mem::take(&mut *STREAMS.lock().unwrap_or_else(PoisonError::into_inner))
        .into_iter()
        .for_each(destroy);
}
