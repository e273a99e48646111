//! Buffers whose memory, readiness or destination comes later; shapes; executions that are made to fail.

use super::*;
use crate::wire::{fields, numbers};

const DOUBLE: &str = "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    return %0 : tensor<2xi32>
}";

type Handle = *mut PJRT_FulfillAliasBufferCallback;

/// An alias buffer of `i32`, with what fulfills it.
fn alias(client: &Client, count: i64) -> (*mut PJRT_Buffer, Handle) {
    let made = call::<PJRT_Client_CreateAliasBuffer_Args>(|a| {
        (a.client, a.memory) = (client.0, client.memory(0));
        (a.shape_dims, a.shape_num_dims, a.shape_element_type) = (&raw const count, 1, 4);
    });
    let made = made.expect("a buffer");
    (made.alias_buffer, made.fulfill_alias_buffer_cb)
}

fn fulfill(client: &Client, handle: Handle, with: Result<*mut PJRT_Buffer, &str>) -> Result<(), Failure> {
    let fill = |a: &mut PJRT_Client_FulfillAliasBuffer_Args| {
        (a.client, a.fulfill_alias_buffer_cb) = (client.0, handle);
        match with {
            Ok(buffer) => a.buffer = buffer,
            Err(text) => {
                a.status_code = 10;
                (a.error_message, a.error_message_size) = (text.as_ptr(), text.len());
            }
        }
    };
    call(fill).map(|_| ())
}

#[test]
fn an_alias_buffer_is_an_argument_before_it_has_memory() {
    for target in ["cpu", "gpusim"] {
        let client = Client::new(target, 1);
        let program = client.compile(DOUBLE, 1);
        let (first, handle) = alias(&client, 2);
        let address = |buffer| call::<PJRT_Buffer_UnsafePointer_Args>(|a| a.buffer = buffer);
        let early = address(first).map(|a| a.buffer_pointer).expect_err("it has no memory");
        assert_eq!(early, (9, "the buffer is an alias buffer without memory yet".to_owned()));
        let (waiting, ends) = execute(program, &[&[first]], &options()).expect("a call");
        assert!(!is_ready(ends[0]));
        // It may be fulfilled by the result of a later call.
        let x = client.buffer(0, &[3, 4]);
        let (later, end) = execute(program, &[&[x]], &options()).expect("a call");
        wait(end[0]).expect("it ends");
        let (wrong, _) = alias(&client, 3);
        let unfit = fulfill(&client, handle, Ok(wrong)).expect_err("it has no memory either");
        assert!(unfit.1.contains("without memory of its own"), "{unfit:?}");
        let three = client.buffer(0, &[1, 2, 3]);
        let unfit = fulfill(&client, handle, Ok(three)).expect_err("it has another size");
        assert_eq!(unfit.1, "the alias buffer is of type i32[2], the buffer of type i32[3]");
        fulfill(&client, handle, Ok(later[0])).expect("it fits");
        assert!(fulfill(&client, handle, Ok(later[0])).is_err());
        wait(ends[0]).expect("it ends");
        assert_eq!(elements(waiting[0], 2), Ok(vec![12, 16]));
        assert_eq!(elements(first, 2), Ok(vec![6, 8]));
        assert_eq!(
            address(first).map(|a| a.buffer_pointer).ok(),
            address(later[0]).map(|a| a.buffer_pointer).ok()
        );
        destroy(&[first, x, waiting[0], later[0], wrong, three]);
        destroy_program(program);
    }
}

#[test]
fn an_alias_buffer_may_get_an_error() {
    let client = Client::new("cpu", 1);
    let (buffer, handle) = alias(&client, 2);
    fulfill(&client, handle, Err("no such array")).expect("an error is taken");
    assert_eq!(elements(buffer, 2), Err((10, "no such array".to_owned())));
    let (buffer, handle) = alias(&client, 2);
    let mut real = client.buffer(0, &[1, 2]);
    // The buffers share memory, which stays while one of them has it.
    fulfill(&client, handle, Ok(real)).expect("it fits");
    destroy(&[std::mem::replace(&mut real, std::ptr::null_mut())]);
    assert_eq!(elements(buffer, 2), Ok(vec![1, 2]));
}

#[test]
fn a_donation_waits_for_its_caller() {
    let client = Client::new("cpu", 1);
    for failed in [false, true] {
        let x = client.buffer(0, &[5, 6]);
        let donate = |buffer| call::<PJRT_Buffer_DonateWithControlDependency_Args>(|a| a.buffer = buffer);
        let given = donate(x).expect("a buffer");
        assert!(donate(x).is_err());
        assert_eq!(call::<PJRT_Buffer_IsDeleted_Args>(|a| a.buffer = x).map(|a| a.is_deleted).ok(), Some(1));
        let fill = |a: &mut PJRT_Buffer_ReadyEvent_Args| a.buffer = given.out_buffer;
        let ready = call(fill).expect("an event").event;
        assert!(!is_ready(ready));
        let text = "not today";
        let mut args = PJRT_Buffer_DonateWithControlDependency_Callback_Args {
            struct_size: PJRT_Buffer_DonateWithControlDependency_Callback_Args::SIZE,
            callback_data: given.callback_data,
            error_code: if failed { 14 } else { 0 },
            error_message: text.as_ptr(),
            error_message_size: text.len(),
        };
        let tell = given.dependency_ready_callback.expect("a callback");
        // SAFETY: the arguments are those of the callback. The second time there is nothing to tell.
        (0..2).for_each(|_| unsafe { tell(&mut args) });
        let expected = if failed { Err((14, text.to_owned())) } else { Ok(vec![5, 6]) };
        assert_eq!(wait(ready), expected.clone().map(|_| ()));
        assert_eq!(elements(given.out_buffer, 2), expected);
        destroy(&[x, given.out_buffer]);
    }
}

#[test]
fn a_copy_waits_for_its_destination() {
    for target in ["cpu", "gpusim"] {
        let client = Client::new(target, 1);
        let (buffer, handle) = alias(&client, 4);
        let later = |offset: i64, transfer_size: i64| {
            call::<PJRT_Buffer_CopyRawToHostFuture_Args>(|a| {
                (a.buffer, a.offset, a.transfer_size) = (buffer, offset, transfer_size);
            })
        };
        assert!(later(8, 16).is_err() && later(-1, 4).is_err());
        let copies = [4, 0, 0].map(|offset| later(offset, 8).expect("a copy"));
        let mut to = [[0_i32; 2]; 2];
        let text = "no space";
        let tell = |i: usize, dst: *mut c_void, error_code: u32| {
            let mut args = PJRT_Buffer_CopyRawToHostFuture_Callback_Args {
                struct_size: PJRT_Buffer_CopyRawToHostFuture_Callback_Args::SIZE,
                callback_data: copies[i].callback_data,
                error_code,
                error_message: text.as_ptr(),
                error_message_size: text.len(),
                dst,
            };
            // SAFETY: the arguments are those of the callback; there is space for two elements.
            unsafe { copies[i].future_ready_callback.expect("a callback")(&mut args) };
        };
        tell(0, to[0].as_mut_ptr().cast(), 0);
        tell(2, to[1].as_mut_ptr().cast(), 8);
        let real = client.buffer(0, &[1, 2, 3, 4]);
        assert!(!is_ready(copies[0].event) && is_ready(copies[2].event));
        fulfill(&client, handle, Ok(real)).expect("it fits");
        assert!(!is_ready(copies[1].event));
        tell(1, to[1].as_mut_ptr().cast(), 0);
        tell(1, std::ptr::null_mut(), 0);
        let outcomes = copies.map(|copy| wait(copy.event));
        assert_eq!(outcomes, [Ok(()), Ok(()), Err((8, text.to_owned()))]);
        assert_eq!(to, [[2, 3], [1, 2]]);
        destroy(&[buffer, real]);
    }
}

#[test]
fn an_execution_is_made_to_fail() {
    let client = Client::new("cpu", 1);
    let program = client.compile(DOUBLE, 1);
    let (x, handle) = alias(&client, 2);
    let launch = |launch_id| PJRT_ExecuteOptions { launch_id, ..options() };
    let calls = [7, 8, 7].map(|id| execute(program, &[&[x]], &launch(id)).expect("a call"));
    let text = "a neighbour is gone";
    let poison = |launch_id: i32| {
        let done = call::<PJRT_Device_PoisonExecution_Args>(|a| {
            (a.device, a.launch_id, a.error_code) = (client.device(0), launch_id, 14);
            (a.error_message, a.error_message_size) = (text.as_ptr(), text.len());
        });
        done.expect("a device").poisoned != 0
    };
    assert!(!poison(6) && poison(7));
    // The earliest call with the number fails at once, the others go on.
    assert_eq!(wait(calls[0].1[0]), Err((14, text.to_owned())));
    assert!(!is_ready(calls[2].1[0]));
    let real = client.buffer(0, &[1, 2]);
    fulfill(&client, handle, Ok(real)).expect("it fits");
    for (results, ends) in &calls[1..] {
        wait(ends[0]).expect("it ends");
        assert_eq!(elements(results[0], 2), Ok(vec![2, 4]));
    }
    assert_eq!(elements(calls[0].0[0], 2), Err((14, text.to_owned())));
    assert!(!poison(7) && !poison(8));
    destroy(&[x, real]);
    destroy_program(program);
}

#[test]
fn shapes_are_protocol_buffers() {
    let client = Client::new("cpu", 1);
    let topology = call::<PJRT_Client_TopologyDescription_Args>(|a| a.client = client.0);
    let topology = topology.expect("a topology").topology;
    let dims = [2_i64, 3];
    let order = [0_i64, 1];
    // SAFETY: zeros are no tiles.
    let tiled = PJRT_Buffer_MemoryLayout_Tiled {
        minor_to_major: order.as_ptr(),
        minor_to_major_size: 2,
        ..unsafe { std::mem::zeroed() }
    };
    let layout = PJRT_Buffer_MemoryLayout {
        struct_size: PJRT_Buffer_MemoryLayout::SIZE,
        extension_start: std::ptr::null_mut(),
        value: PJRT_Buffer_MemoryLayout_Value { tiled },
        r#type: TILED,
    };
    let shape = |kind: i32, layout: *const PJRT_Buffer_MemoryLayout| {
        call::<PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args>(|a| {
            (a.topology, a.memory_space_kind_id, a.layout) = (topology, kind, layout);
            // A bf16, which has number 13 in PJRT and 16 in XLA.
            (a.dims, a.num_dims, a.element_type) = (dims.as_ptr(), 2, 13);
        })
    };
    for (kind, layout, expected) in [(0, std::ptr::null(), [1, 0]), (1, &raw const layout, [0, 1])] {
        let made = shape(kind, layout).expect("a shape");
        // SAFETY: the bytes are there until they are deleted.
        let bytes = unsafe {
            std::slice::from_raw_parts(made.serialized_shape.cast::<u8>(), made.serialized_shape_size)
        };
        let found = fields(bytes).expect("fields");
        assert_eq!(numbers(&found, 2).expect("a number"), [16]);
        assert_eq!(numbers(&found, 3).expect("numbers"), dims);
        assert_eq!(numbers(&found, 6).expect("numbers"), [0, 0]);
        let layout = found.iter().find(|field| field.0 == 5).and_then(|field| field.1.bytes());
        let layout = fields(layout.expect("a layout")).expect("fields");
        assert_eq!(numbers(&layout, 1).expect("numbers"), expected);
        // SAFETY: the bytes are deleted by their address, once.
        unsafe { made.serialized_shape_deleter.expect("a function")(made.serialized_shape) };
    }
    assert!(shape(3, std::ptr::null()).is_err() && shape(-1, std::ptr::null()).is_err());
}
