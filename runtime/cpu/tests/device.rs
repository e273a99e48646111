//! The device of a context through the C interface: memory and its account, copies between host and device addresses, launches, errors.

use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::Arc;

use strata_runtime_cpu::Context;
use strata_runtime_cpu::c_api::{strata_rt_begin, strata_rt_end};
use strata_runtime_cpu::call::strata_rt_call;
use strata_runtime_cpu::collective::{Grid, Host, Process};
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

/// Calls the sum of two numbers over all processes.
fn sum(ctx: &Context, from: *mut c_void, to: *mut c_void) -> i32 {
    const CONFIG: &CStr = c"ids=replica\ngroups=\nmust=1\nreduce=add\nelement=f32\n";
    // One input and one output: floats, of 32 bits, in one dimension of two.
    let specs = [1i64, 1, 2, 32, 1, 2, 2, 32, 1, 2];
    let buffers = [from, to];
    let target = c"strata_all_reduce";
    // SAFETY: the context is alive, the strings are terminated, and the arrays have two numbers each.
    unsafe { strata_rt_call(ctx, target.as_ptr(), CONFIG.as_ptr(), specs.as_ptr(), buffers.as_ptr()) }
}

#[test]
fn collectives_take_memory_of_the_devices() {
    let grid = Grid::new(2, 1);
    grid.begin(Host::default());
    let results: Vec<[f32; 2]> = std::thread::scope(|scope| {
        let process = |i: usize| {
            let grid = Arc::clone(&grid);
            scope.spawn(move || {
                let (ctx, device) = context();
                ctx.join(Some(Process::new(grid, i)));
                let (x, y) = (alloc(&ctx, 8), alloc(&ctx, 16));
                let data = [i as f32 + 1.0, 10.0];
                let mut out = [0f32; 2];
                assert_eq!(copy(&ctx, x, data.as_ptr().cast(), 8), 0);
                device.diary();
                assert_eq!(sum(&ctx, x, y.wrapping_byte_add(8)), 0, "{:?}", ctx.error());
                assert_eq!(device.diary(), ["download 8", "upload 8"]);
                assert_eq!(copy(&ctx, out.as_mut_ptr().cast(), y.wrapping_byte_add(8), 8), 0);
                out
            })
        };
        let both: Vec<_> = (0..2).map(process).collect();
        both.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results, [[3.0, 20.0]; 2]);
}

#[test]
fn arrays_of_a_collective_are_in_one_memory() {
    let (ctx, _device) = context();
    let (x, mut host) = (alloc(&ctx, 8), [0f32; 2]);
    assert_eq!(sum(&ctx, x, host.as_mut_ptr().cast()), 1);
    let error = ctx.error().unwrap();
    assert!(error.contains("some of its arrays are in memory of the host"), "{error}");
    ctx.clear_error();
    assert_eq!(sum(&ctx, x, alloc(&ctx, 4)), 1);
    let error = ctx.error().unwrap();
    assert!(error.contains("an array of 8 bytes leaves its buffer after 4"), "{error}");
}
