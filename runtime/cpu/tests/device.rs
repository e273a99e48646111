//! The device of a context through the C interface: memory and its account, copies between host and device addresses, launches, errors.

use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::Arc;

use strata_runtime_cpu::Context;
use strata_runtime_cpu::c_api::{strata_rt_begin, strata_rt_end};
use strata_runtime_cpu::device::api::*;

#[path = "support/fake_device.rs"]
mod fake_device;
use fake_device::FakeDevice;

/// A context with a device whose kernel doubles as many numbers as there are threads.
fn context() -> (Context, Arc<FakeDevice>) {
    let device = Arc::new(FakeDevice::new(&[("m::double", |memory, launch| {
        for i in 0..u64::from(launch.grid[0] * launch.block[0]) {
            let x = memory.float(launch.slots[0], i)?;
            memory.set_float(launch.slots[1], i, 2.0 * x)?;
        }
        Ok(())
    })]));
    let context = Context::new(1);
    context.set_device(Some(device.clone()));
    (context, device)
}

fn launch(ctx: &Context, kernel: &CStr, sizes: [i64; 9], slots: &[u64]) -> i32 {
    // SAFETY: the context is alive and the arrays are as long as they have to be.
    unsafe {
        strata_rt_gpu_launch(ctx, kernel.as_ptr(), sizes.as_ptr(), 16, slots.as_ptr(), slots.len() as i64)
    }
}

fn alloc(ctx: &Context, bytes: i64) -> *mut c_void {
    // SAFETY: the context is alive.
    unsafe { strata_rt_gpu_alloc(ctx, bytes) }
}

fn copy(ctx: &Context, to: *mut c_void, from: *const c_void, bytes: i64) -> i32 {
    // SAFETY: the context is alive; addresses of the host are those of arrays that are long enough.
    unsafe { strata_rt_gpu_memcpy(ctx, to, from, bytes) }
}

#[test]
fn a_kernel_between_two_copies() {
    let (ctx, device) = context();
    let (x, y) = (alloc(&ctx, 16), alloc(&ctx, 16));
    let data = [1f32, 2.0, 3.0, 4.0];
    let mut out = [0f32; 4];
    assert_eq!(copy(&ctx, x, data.as_ptr().cast(), 16), 0);
    assert_eq!(launch(&ctx, c"m::double", [2, 1, 1, 2, 1, 1, 1, 1, 1], &[x as u64, y as u64]), 0);
    assert_eq!(copy(&ctx, x, y, 16), 0);
    // From inside of a block.
    assert_eq!(copy(&ctx, out.as_mut_ptr().cast(), x.wrapping_byte_add(4), 12), 0);
    assert_eq!(out, [4.0, 6.0, 8.0, 0.0]);
    let mut host = [0f32; 4];
    assert_eq!(copy(&ctx, host.as_mut_ptr().cast(), data.as_ptr().cast(), 16), 0);
    assert_eq!(host, data);
    let said = device.diary();
    let expected = [
        "alloc 16",
        "alloc 16",
        "upload 16",
        "launch m::double [2, 1, 1] [2, 1, 1] [1, 1, 1] 16 with 2 slots",
        "copy 16",
        "download 12",
    ];
    assert_eq!(said, expected);
    // SAFETY: the context is alive and the pattern has two bytes.
    unsafe {
        assert_eq!(strata_rt_gpu_memset(&ctx, y, [1u8, 2].as_ptr().cast(), 2, 8), 0);
        assert_eq!(strata_rt_gpu_synchronize(&ctx), 0);
        assert_eq!(strata_rt_gpu_free(&ctx, y), 0);
        assert_eq!(strata_rt_gpu_free(&ctx, ptr::null_mut()), 0);
    }
    assert_eq!(device.diary(), ["fill 8 of [1, 2]", "synchronize", "free"]);
    assert_eq!((ctx.device_memory().live, ctx.device_memory().peak), (16, 32));
}

#[test]
fn errors_are_those_of_the_context() {
    let (ctx, device) = context();
    let said = |ctx: &Context| {
        let error = ctx.error().unwrap_or_default();
        ctx.clear_error();
        error
    };
    let x = alloc(&ctx, 8);
    let data = [0u8; 32];
    assert_eq!(launch(&ctx, c"m::nothing", [1; 9], &[]), 3);
    assert_eq!(said(&ctx), "there is no kernel 'm::nothing'");
    assert_eq!(launch(&ctx, c"m::double", [1 << 40, 1, 1, 1, 1, 1, 1, 1, 1], &[]), 3);
    assert!(said(&ctx).contains("cannot be started with a size of 1099511627776"));
    assert_eq!(copy(&ctx, x, data.as_ptr().cast(), 9), 3);
    assert_eq!(said(&ctx), "a copy of 9 bytes leaves its buffer after 8");
    // SAFETY: the context is alive and the pattern has four bytes.
    assert_eq!(unsafe { strata_rt_gpu_memset(&ctx, x, data.as_ptr().cast(), 4, 3) }, 3);
    assert_eq!(said(&ctx), "a fill of 12 bytes leaves its buffer");
    // SAFETY: the context is alive.
    assert_eq!(unsafe { strata_rt_gpu_free(&ctx, x.wrapping_byte_add(4)) }, 3);
    assert!(said(&ctx).contains("that it does not have"));
    assert!(alloc(&ctx, -1).is_null());
    assert!(said(&ctx).starts_with("out of memory"));
    ctx.set_memory_limit(Some(100));
    assert!(alloc(&ctx, 93).is_null() && ctx.error_code() == 2);
    assert_eq!(said(&ctx), "out of memory: 93 bytes on the fake device");
    // Memory of the host counts, too.
    let block = ctx.allocate(92);
    assert!(!block.is_null() && alloc(&ctx, 1).is_null());
    // SAFETY: the block is the context's.
    unsafe { ctx.free(block) };
    said(&ctx);
    // An empty grid is no error.
    assert_eq!(launch(&ctx, c"m::nothing", [0, 1, 1, 1, 1, 1, 1, 1, 1], &[]), 0);
    assert_eq!(copy(&ctx, ptr::null_mut(), ptr::null(), 0), 0);
    ctx.set_device(None);
    assert_eq!(device.blocks(), 0);
    assert!(alloc(&ctx, 1).is_null());
    assert!(said(&ctx).contains("has no device"));
}

#[test]
fn what_a_program_leaves_goes_with_the_call() {
    let (ctx, device) = context();
    let mine = ctx.device_allocate(64).unwrap();
    let given = ptr::from_ref(&ctx).cast_mut();
    // SAFETY: the context is alive, and only shared.
    unsafe {
        strata_rt_begin(given);
        assert!(!alloc(&ctx, 32).is_null() && device.blocks() == 2);
        ctx.set_error(1, "something");
        assert_eq!(strata_rt_end(given, given), 1);
    }
    assert_eq!(device.blocks(), 1);
    assert!(ctx.device_free(mine).unwrap() && !ctx.device_free(mine).unwrap());
    assert_eq!((ctx.memory().live, ctx.device_memory().live), (0, 0));
    ctx.device_allocate(8).unwrap();
    drop(ctx);
    assert_eq!(device.blocks(), 0);
}

#[test]
fn tensor_maps_are_made_once() {
    let (ctx, device) = context();
    let x = alloc(&ctx, 4096);
    device.diary();
    // 32 rows of 64 two-byte numbers, boxes of 8 by 16.
    let numbers = [2, 9, 2, 0, 3, 2, 0, 32, 64, 64, 1, 8, 16];
    // SAFETY: the context is alive and there are 7 + 3 * 2 numbers.
    let make = |numbers: &[i64; 13]| unsafe { strata_rt_gpu_tensor_map(&ctx, x, numbers.as_ptr()) };
    let map = make(&numbers);
    assert_eq!(make(&numbers), map);
    let said = device.diary();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[0].contains("element: 9")
            && said[0].contains("sizes: [64, 32], strides: [128], box_sizes: [16, 8]"),
        "{}",
        said[0]
    );
    assert_eq!(said[1..], ["alloc 128", "upload 128"]);
    let mut bad = numbers;
    bad[0] = 6;
    assert!(make(&bad).is_null());
    assert_eq!(ctx.error().unwrap(), "a tensor map has 1 to 5 dimensions, not 6");
}
