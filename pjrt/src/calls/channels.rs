//! Programs that send to their host and receive from it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::*;

/// Adds what comes in channel 5 to the argument, and sends the sum in channel 7.
const PROGRAM: &str = "module @talk { func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    %t = stablehlo.create_token : !stablehlo.token
    %r:2 = \"stablehlo.recv\"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %0 = stablehlo.add %r#0, %x : tensor<2xi32>
    %s = \"stablehlo.send\"(%0, %r#1) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    return %0 : tensor<2xi32>
} }";

/// Asks its host for nothing.
const DOUBLE: &str = "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    return %0 : tensor<2xi32>
}";

/// The bytes of a chunk, of all chunks, and whether the chunk is the last one.
type Piece = (Vec<u8>, usize, bool);

/// The host of a device.
struct Side {
    streams: Sender<usize>,
    asked: Mutex<Receiver<usize>>,
    sent: Mutex<Vec<Piece>>,
    /// The answer of the send callback, if it fails.
    refusal: Option<&'static str>,
}

impl Side {
    fn new(refusal: Option<&'static str>) -> Self {
        let (streams, asked) = channel();
        Self { streams, asked: Mutex::new(asked), sent: Mutex::default(), refusal }
    }

    /// The stream that the program was given to fill.
    fn stream(&self) -> *mut PJRT_CopyToDeviceStream {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let address = asked.recv_timeout(Duration::from_secs(60)).expect("a stream");
        std::ptr::with_exposed_provenance_mut(address)
    }

    fn sent(&self) -> Vec<Piece> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

unsafe extern "C" fn on_send(
    chunk: *mut PJRT_Chunk,
    make_error: *mut CallbackError,
    total: usize,
    done: bool,
    side: *mut c_void,
) -> *mut PJRT_Error {
    // SAFETY: the chunk and the function are there during the call, and the argument is the side.
    let (chunk, make_error, side) = unsafe { (*chunk, *make_error, &*side.cast::<Side>()) };
    // SAFETY: the chunk has its bytes until it is deleted, once.
    let bytes = unsafe {
        let bytes = std::slice::from_raw_parts(chunk.data.cast::<u8>(), chunk.size).to_vec();
        chunk.deleter.expect("a function")(chunk.data, chunk.deleter_arg);
        bytes
    };
    side.sent.lock().unwrap_or_else(PoisonError::into_inner).push((bytes, total, done));
    match side.refusal {
        // SAFETY: the text is there.
        Some(text) => unsafe { make_error(8, text.as_ptr(), text.len()) },
        None => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn on_recv(stream: *mut PJRT_CopyToDeviceStream, side: *mut c_void) {
    // SAFETY: the argument is the side.
    let side = unsafe { &*side.cast::<Side>() };
    side.streams.send(stream.expose_provenance()).expect("a receiver");
}

/// The callbacks of all devices, as a caller has them.
struct Lists {
    sends: Vec<[PJRT_SendCallbackInfo; 1]>,
    receives: Vec<[PJRT_RecvCallbackInfo; 1]>,
}

impl Lists {
    fn new(sides: &[Side], channels: [i64; 2]) -> Self {
        let send = |side| PJRT_SendCallbackInfo {
            channel_id: channels[0],
            user_arg: address(side),
            send_callback: Some(on_send),
        };
        let receive = |side| PJRT_RecvCallbackInfo {
            channel_id: channels[1],
            user_arg: address(side),
            recv_callback: Some(on_recv),
        };
        Self {
            sends: sides.iter().map(|side| [send(side)]).collect(),
            receives: sides.iter().map(|side| [receive(side)]).collect(),
        }
    }

    /// Runs a program; the lists are gone when this returns.
    fn execute(
        self,
        program: *mut PJRT_LoadedExecutable,
        arguments: &[&[*mut PJRT_Buffer]],
    ) -> Result<Results, Failure> {
        let sends: Vec<_> = self.sends.iter().map(|list| list.as_ptr()).collect();
        let receives: Vec<_> = self.receives.iter().map(|list| list.as_ptr()).collect();
        let options = PJRT_ExecuteOptions {
            send_callbacks: sends.as_ptr(),
            recv_callbacks: receives.as_ptr(),
            num_send_ops: 1,
            num_recv_ops: 1,
            ..options()
        };
        execute(program, arguments, &options)
    }
}

/// Adds elements to a stream; the deleter of the chunk is called.
fn add(stream: *mut PJRT_CopyToDeviceStream, elements: &[i32]) -> Result<(), Failure> {
    unsafe extern "C" fn deleted(_: *mut c_void, count: *mut c_void) {
        // SAFETY: the argument is the count below.
        unsafe { *count.cast::<u32>() += 1 };
    }
    let mut count = 0_u32;
    let mut chunk = PJRT_Chunk {
        data: elements.as_ptr().cast_mut().cast(),
        size: 4 * elements.len(),
        deleter: Some(deleted),
        deleter_arg: (&raw mut count).cast(),
    };
    let added =
        call::<PJRT_CopyToDeviceStream_AddChunk_Args>(|a| (a.stream, a.chunk) = (stream, &raw mut chunk));
    assert_eq!(count, 1);
    wait(added?.transfer_complete)
}

fn drop_stream(stream: *mut PJRT_CopyToDeviceStream) {
    call::<PJRT_CopyToDeviceStream_Destroy_Args>(|a| a.stream = stream).expect("destroyed");
}

fn bytes(elements: &[i32]) -> Vec<u8> {
    elements.iter().flat_map(|n| n.to_le_bytes()).collect()
}

#[test]
fn a_program_talks_to_its_host() {
    for target in ["cpu", "gpusim"] {
        let client = Client::new(target, 1);
        let program = client.compile(PROGRAM, 1);
        let double = client.compile(DOUBLE, 1);
        let x = client.buffer(0, &[10, 20]);
        for round in 0..3 {
            let side = [Side::new(None)];
            let (results, ends) = Lists::new(&side, [7, 5]).execute(program, &[&[x]]).expect("a call");
            let stream = side[0].stream();
            // The device runs other programs while this one waits.
            let (others, other_ends) = execute(double, &[&[x]], &options()).expect("a call");
            wait(other_ends[0]).expect("it ends");
            assert_eq!(elements(others[0], 2), Ok(vec![20, 40]));
            let fill = |a: &mut PJRT_CopyToDeviceStream_TotalBytes_Args| a.stream = stream;
            assert_eq!(call(fill).map(|a| a.total_bytes), Ok(8));
            let fill = |a: &mut PJRT_CopyToDeviceStream_GranuleSize_Args| a.stream = stream;
            assert_eq!(call(fill).map(|a| a.granule_size_in_bytes), Ok(1));
            let current = || {
                let fill = |a: &mut PJRT_CopyToDeviceStream_CurrentBytes_Args| a.stream = stream;
                call(fill).map(|a| a.current_bytes)
            };
            assert_eq!((current(), is_ready(ends[0])), (Ok(0), false));
            add(stream, &[round]).expect("space");
            assert_eq!((current(), is_ready(ends[0])), (Ok(4), false));
            add(stream, &[2]).expect("space");
            wait(ends[0]).expect("it ends");
            assert_eq!(current(), Ok(8));
            assert!(add(stream, &[3]).is_err_and(|why| why.1 == "channel 5 has all of its 8 bytes"));
            drop_stream(stream);
            assert!(add(stream, &[3]).is_err_and(|why| why.1.contains("the stream is")));
            assert_eq!(elements(results[0], 2), Ok(vec![10 + round, 22]));
            assert_eq!(side[0].sent(), [(bytes(&[10 + round, 22]), 8, true)]);
            destroy(&[results[0], others[0]]);
        }
        destroy(&[x]);
        destroy_program(program);
        destroy_program(double);
    }
}

#[test]
fn replicas_have_hosts_of_their_own() {
    let client = Client::new("cpu", 2);
    let program = client.compile(PROGRAM, 2);
    let double = client.compile(DOUBLE, 1);
    let x = [client.buffer(0, &[1, 2]), client.buffer(1, &[3, 4])];
    let sides = [Side::new(None), Side::new(None)];
    let lists = Lists::new(&sides, [7, 5]);
    let (results, ends) = lists.execute(program, &[&[x[0]], &[x[1]]]).expect("a call");
    let streams = [sides[0].stream(), sides[1].stream()];
    // Both processes wait, and the device runs another program.
    let (others, other_ends) = execute(double, &[&[x[0]]], &options()).expect("a call");
    wait(other_ends[0]).expect("it ends");
    for (stream, value) in streams.into_iter().zip([100, 200]) {
        add(stream, &[value, value]).expect("space");
        drop_stream(stream);
    }
    ends.iter().for_each(|&end| wait(end).expect("it ends"));
    assert_eq!(elements(results[0], 2), Ok(vec![101, 102]));
    assert_eq!(elements(results[1], 2), Ok(vec![203, 204]));
    assert_eq!(sides[0].sent(), [(bytes(&[101, 102]), 8, true)]);
    assert_eq!(sides[1].sent(), [(bytes(&[203, 204]), 8, true)]);
    destroy(&[results[0], results[1], others[0], x[0], x[1]]);
}

#[test]
fn errors_of_callbacks_are_those_of_the_run() {
    for replicas in [1, 2] {
        let client = Client::new("cpu", replicas);
        let program = client.compile(PROGRAM, replicas);
        let x: Vec<_> = (0..replicas as i32).map(|id| client.buffer(id, &[1, 2])).collect();
        let arguments: Vec<&[*mut PJRT_Buffer]> = x.chunks(1).collect();
        let run = |refusal: Option<&'static str>, fill: &dyn Fn(*mut PJRT_CopyToDeviceStream)| {
            let sides: Vec<Side> = x.iter().map(|_| Side::new(refusal)).collect();
            let (results, ends) = Lists::new(&sides, [7, 5]).execute(program, &arguments).expect("a call");
            for side in &sides {
                let stream = side.stream();
                fill(stream);
                drop_stream(stream);
            }
            let outcome: Vec<_> = ends.into_iter().map(wait).collect();
            assert!(outcome.windows(2).all(|pair| pair[0] == pair[1]));
            destroy(&results);
            outcome[0].clone()
        };
        let full = |stream| add(stream, &[1, 1]).expect("space");
        assert_eq!(run(None, &full), Ok(()));
        let refused = run(Some("the host is full"), &full);
        assert_eq!(refused, Err((8, "the send callback of channel 7 failed: the host is full".to_owned())));
        let short = run(None, &|stream| add(stream, &[1]).expect("space"));
        assert_eq!(short, Err((9, "the stream of channel 5 was destroyed with 4 of 8 bytes".to_owned())));
        let long = run(None, &|stream| assert!(add(stream, &[1, 2, 3]).is_err()));
        let text = "a chunk of 12 bytes is too long for channel 5, which has 0 of 8 bytes";
        assert_eq!(long, Err((3, text.to_owned())));
        destroy(&x);
        destroy_program(program);
    }
}

#[test]
fn every_channel_has_a_callback() {
    let client = Client::new("cpu", 1);
    let program = client.compile(PROGRAM, 1);
    let x = client.buffer(0, &[1, 2]);
    let missing = |kind: &str, channel: i64| {
        (3, format!("talk: there is no {kind} callback for channel {channel} of the host"))
    };
    let none = execute(program, &[&[x]], &options()).map(|_| ());
    assert_eq!(none, Err(missing("send", 7)));
    let side = [Side::new(None)];
    let other = |channels| Lists::new(&side, channels).execute(program, &[&[x]]).map(|_| ());
    assert_eq!(other([7, 6]), Err(missing("recv", 5)));
    assert_eq!(other([5, 5]), Err(missing("send", 7)));
    let mut without = Lists::new(&side, [7, 5]);
    without.receives[0][0].recv_callback = None;
    assert_eq!(without.execute(program, &[&[x]]).map(|_| ()), Err(missing("recv", 5)));
    destroy(&[x]);
    destroy_program(program);
}
