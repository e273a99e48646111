//! Asynchronous copies: their waits, barriers in memory, boxes of tensors, fences.

use crate::support;
use strata_gpusim::{Device, Dims, ErrorKind, SimError, TensorMap, encode_tensor_map};
use support::*;

const SHARED: &str =
    "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i32>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i64>";

/// Copies 16 bytes for each thread, and reads those that the next thread copied.
fn copy(wait: &str) -> String {
    kernel(
        SHARED,
        "%a: !llvm.ptr<1>, %b: !llvm.ptr",
        &format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %c4 = llvm.mlir.constant(4 : i32) : i32
             %c1 = llvm.mlir.constant(1 : i32) : i32
             %c255 = llvm.mlir.constant(255 : i32) : i32
             %i = llvm.mul %tid, %c4 : i32
             %s = llvm.mlir.addressof @s : !llvm.ptr<3>
             %p = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
             %q = llvm.getelementptr %a[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
             nvvm.cp.async.shared.global %p, %q, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
             {wait}
             %j0 = llvm.add %i, %c4 : i32
             %j = llvm.and %j0, %c255 : i32
             %r = llvm.getelementptr %s[%j] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
             %v = llvm.load %r : !llvm.ptr<3> -> i32
             %o = llvm.getelementptr %b[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             llvm.store %v, %o : i32, !llvm.ptr"
        ),
    )
}

#[test]
fn copies_happen_when_they_are_waited_for() {
    let input: Vec<i32> = (0..256).map(|i| 1000 + i).collect();
    let buffers: [&[i32]; 2] = [&input, &[0; 64]];
    let dims = Dims::linear(1, 64);
    let good = "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0\nnvvm.barrier0";
    let (out, counters) = run(&copy(good), dims, &buffers).unwrap();
    assert_eq!(out[1], (0..64).map(|t| 1000 + (4 * t + 4) % 256).collect::<Vec<_>>());
    assert_eq!(counters.async_bytes, 1024);
    // The wait is missing, precedes the end of the group, or excludes the group.
    let missing = "nvvm.cp.async.commit.group\nnvvm.barrier0";
    fails(&copy(missing), dims, &buffers, ErrorKind::MissingWait, "nobody waited for it");
    let early = "nvvm.cp.async.wait.group 0\nnvvm.cp.async.commit.group\nnvvm.barrier0";
    fails(&copy(early), dims, &buffers, ErrorKind::MissingWait, "nobody waited for it");
    let other = "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 1\nnvvm.barrier0";
    fails(&copy(other), dims, &buffers, ErrorKind::MissingWait, "nobody waited for it");
    // Each thread waits for its own copies only, so that a barrier is needed as well.
    let alone = "nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0";
    let e = run(&copy(alone), dims, &buffers).unwrap_err();
    assert!(matches!(e.kind, ErrorKind::Race | ErrorKind::MissingWait), "{e}");
    // Source and destination are checked.
    fails(&copy(good), dims, &[&input[..255], &[0; 64]], ErrorKind::OutOfBounds, "read of 16 bytes");
    let odd = copy(good)
        .replace("16, cache = cg", "8, cache = ca")
        .replace("constant(4 : i32)", "constant(3 : i32)");
    fails(&odd, dims, &buffers, ErrorKind::Misaligned, "no multiple of 8");
}

#[test]
fn short_copies_are_filled_with_zeros() {
    let input: Vec<i32> = (0..256).map(|i| 1000 + i).collect();
    let text = copy("nvvm.cp.async.commit.group\nnvvm.cp.async.wait.group 0\nnvvm.barrier0")
        .replace("16, cache = cg :", "16, cache = cg, %few :")
        .replace(": !llvm.ptr<3>, !llvm.ptr<1>", ": !llvm.ptr<3>, !llvm.ptr<1>, i32")
        .replace("%c4 = llvm", "%few = llvm.mlir.constant(4 : i32) : i32\n %c4 = llvm")
        .replace("%j0 = llvm.add %i, %c4", "%j0 = llvm.add %i, %c1");
    let (out, _) = run(&text, Dims::linear(1, 64), &[&input, &[0; 64]]).unwrap();
    assert_eq!(out[1], [0; 64]);
}

#[test]
fn copies_arrive_at_barriers() {
    let input: Vec<i32> = (0..256).map(|i| 1000 + i).collect();
    let buffers: [&[i32]; 2] = [&input, &[0; 64]];
    let text = |noinc: bool, count: u32| {
        let init = format!(
            "%bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
             %count = llvm.mlir.constant({count} : i32) : i32
             %c0 = llvm.mlir.constant(0 : i32) : i32
             %first = llvm.icmp \"eq\" %tid, %c0 : i32
             llvm.cond_br %first, ^init, ^go
           ^init:
             nvvm.mbarrier.init %bar, %count : !llvm.ptr<3>, i32
             llvm.br ^go
           ^go:
             nvvm.barrier0
             %i = llvm.mul"
        );
        let wait = if noinc {
            "nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>"
        } else {
            "nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>\n%st = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64"
        };
        let wait = format!("{wait}\nnvvm.mbarrier.try_wait.parity %bar, %c0, %c0 : !llvm.ptr<3>, i32, i32");
        copy(&wait).replace("%i = llvm.mul", &init)
    };
    for noinc in [true, false] {
        let (out, _) = run(&text(noinc, 64), Dims::linear(1, 64), &buffers).unwrap();
        assert_eq!(out[1], (0..64).map(|t| 1000 + (4 * t + 4) % 256).collect::<Vec<_>>());
    }
    fails(
        &text(true, 65),
        Dims::linear(1, 64),
        &buffers,
        ErrorKind::Deadlock,
        "1 arrivals and 0 bytes are missing",
    );
    let unordered = text(true, 64).replacen("nvvm.barrier0", "", 1);
    fails(&unordered, Dims::linear(1, 64), &buffers, ErrorKind::Race, "was set up by another thread");
}

/// Thread 0 loads a box to shared memory, and every thread writes its element to the second buffer.
fn load_box(rank: usize, coords: &str, tx: u32) -> String {
    let names = &["%x", "%y", "%z"][..rank];
    let coords: String = names
        .iter()
        .zip(coords.split(' '))
        .map(|(n, c)| format!("{n} = llvm.mlir.constant({c} : i32) : i32\n"))
        .collect();
    kernel(
        SHARED,
        "%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %b: !llvm.ptr",
        &format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %c0 = llvm.mlir.constant(0 : i32) : i32
             %c1 = llvm.mlir.constant(1 : i32) : i32
             %tx = llvm.mlir.constant({tx} : i32) : i32
             {coords}
             %s = llvm.mlir.addressof @s : !llvm.ptr<3>
             %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
             %first = llvm.icmp \"eq\" %tid, %c0 : i32
             llvm.cond_br %first, ^init, ^go
           ^init:
             nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
             nvvm.fence.mbarrier.init
             nvvm.mbarrier.arrive.expect_tx %bar, %tx : !llvm.ptr<3>, i32
             nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %map, %bar, box[{}] {{isCTAOnly = true}} : !llvm.ptr<3>, !llvm.ptr
             llvm.br ^go
           ^go:
             nvvm.barrier0
             nvvm.mbarrier.try_wait.parity %bar, %c0, %c1 : !llvm.ptr<3>, i32, i32
             %p = llvm.getelementptr %s[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
             %v = llvm.load %p : !llvm.ptr<3> -> i32
             %o = llvm.getelementptr %b[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             llvm.store %v, %o : i32, !llvm.ptr",
            names.join(", ")
        ),
    )
}

fn slots(map: &TensorMap) -> Vec<u64> {
    encode_tensor_map(map)
        .unwrap()
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
        .collect()
}

/// Launches a kernel with a map of a matrix of `i32`s, and returns its output.
fn with_map(
    text: &str,
    map: impl Fn(u64) -> TensorMap,
    n: u32,
    input: &[i32],
) -> Result<Vec<i32>, Box<SimError>> {
    let mut d: Device = device(text);
    let a = i32s(&mut d, input);
    let b = d.alloc(4 * n as usize).unwrap();
    let mut args = slots(&map(a));
    args.push(b);
    d.launch("k", Dims::linear(1, n), &args)?;
    Ok(read_i32s(&mut d, b, n as usize))
}

fn matrix(address: u64, width: u64, height: u64, boxes: [u32; 2], swizzle: u32) -> TensorMap {
    TensorMap {
        element: 3,
        address,
        sizes: vec![width, height],
        strides: vec![width * 4],
        box_sizes: boxes.to_vec(),
        interleave: 0,
        swizzle,
        l2_promotion: 0,
        fill: 0,
    }
}

#[test]
fn boxes_of_tensors() {
    let input: Vec<i32> = (1..=12 * 10).collect();
    let text = load_box(2, "4 3", 8 * 8 * 4);
    let got = with_map(&text, |a| matrix(a, 12, 10, [8, 8], 0), 64, &input).unwrap();
    // The last row of the box is outside of the tensor.
    let at = |x: i32, y: i32| if x < 12 && y < 10 { 12 * y + x + 1 } else { 0 };
    assert_eq!(got, (0..64).map(|i| at(4 + i % 8, 3 + i / 8)).collect::<Vec<_>>());
    let text = load_box(2, "-3 -2", 8 * 8 * 4);
    let got = with_map(&text, |a| matrix(a, 12, 10, [8, 8], 0), 64, &input).unwrap();
    let at = |x: i32, y: i32| if x >= 0 && y >= 0 { 12 * y + x + 1 } else { 0 };
    assert_eq!(got, (0..64).map(|i| at(i % 8 - 3, i / 8 - 2)).collect::<Vec<_>>());
    // A tensor of rank 3.
    let text = load_box(3, "0 1 1", 4 * 2 * 2 * 4);
    let cube = |address| TensorMap {
        element: 3,
        address,
        sizes: vec![4, 3, 3],
        strides: vec![16, 48],
        box_sizes: vec![4, 2, 2],
        interleave: 0,
        swizzle: 0,
        l2_promotion: 0,
        fill: 0,
    };
    let got = with_map(&text, cube, 16, &input[..36]).unwrap();
    let want: Vec<i32> = (0..16).map(|i| 1 + i % 4 + 4 * (1 + i / 4 % 2) + 12 * (1 + i / 8)).collect();
    assert_eq!(got, want);
}

#[test]
fn boxes_with_swizzles() {
    let input: Vec<i32> = (0..32 * 16).collect();
    for (swizzle, width) in [(1, 8), (2, 16), (3, 32)] {
        let text = load_box(2, "0 0", width * 16 * 4);
        let got = with_map(
            &text,
            |a| matrix(a, width.into(), 16, [width, 16], swizzle),
            width * 16,
            &input[..(width * 16) as usize],
        )
        .unwrap();
        for i in 0..width * 16 {
            let (byte, row) = (i * 4, i * 4 / 128);
            let chunk = byte / 16 % (width / 4) ^ row % (width / 4);
            let from = byte / (width * 4) * width * 4 + chunk * 16 + byte % 16;
            assert_eq!(got[i as usize], (from / 4) as i32, "byte {byte} of swizzle {swizzle}");
        }
    }
}

#[test]
fn barriers_count_the_bytes_of_boxes() {
    let input: Vec<i32> = (1..=120).collect();
    let map = |a| matrix(a, 12, 10, [8, 8], 0);
    let e = with_map(&load_box(2, "0 0", 300), map, 64, &input).unwrap_err();
    assert_eq!(e.kind, ErrorKind::Deadlock);
    assert!(e.to_string().contains("0 arrivals and 44 bytes are missing"), "{e}");
    // There is no wait.
    let text = load_box(2, "0 0", 256)
        .replace("nvvm.mbarrier.try_wait.parity %bar, %c0, %c1 : !llvm.ptr<3>, i32, i32", "");
    let e = with_map(&text, map, 64, &input).unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingWait, "{e}");
    // The map, the coordinates and the tensor's memory are checked.
    let e = with_map(&load_box(3, "0 0 0", 256), map, 64, &input).unwrap_err();
    assert!(e.to_string().contains("3 coordinates for a tensor of rank 2"), "{e}");
    let e = with_map(&load_box(2, "0 0", 256), |a| matrix(a, 12, 11, [8, 8], 0), 64, &input);
    assert!(e.is_ok());
    let e = with_map(&load_box(2, "0 4", 256), |a| matrix(a, 12, 11, [8, 8], 0), 64, &input).unwrap_err();
    assert_eq!(e.kind, ErrorKind::OutOfBounds, "{e}");
}

/// Every thread writes shared memory, and thread 0 copies a box of it to the tensor.
fn store_box(fence: &str, wait: &str) -> String {
    kernel(
        SHARED,
        "%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %b: !llvm.ptr",
        &format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %c0 = llvm.mlir.constant(0 : i32) : i32
             %c1 = llvm.mlir.constant(1 : i32) : i32
             %s = llvm.mlir.addressof @s : !llvm.ptr<3>
             %p = llvm.getelementptr %s[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
             llvm.store %tid, %p : i32, !llvm.ptr<3>
             {fence}
             %first = llvm.icmp \"eq\" %tid, %c0 : i32
             llvm.cond_br %first, ^store, ^go
           ^store:
             nvvm.cp.async.bulk.tensor.global.shared.cta %map, %s, box[%c1, %c1] : !llvm.ptr, !llvm.ptr<3>
             nvvm.cp.async.bulk.commit.group
             {wait}
             llvm.br ^go
           ^go:
             nvvm.barrier0
             llvm.store %c0, %p : i32, !llvm.ptr<3>
             %o = llvm.getelementptr %b[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             llvm.store %tid, %o : i32, !llvm.ptr"
        ),
    )
}

#[test]
fn boxes_are_stored_after_a_fence() {
    let fence = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}";
    let store = |fence: &str, wait: &str| {
        let text = store_box(fence, wait);
        let mut d: Device = device(&text);
        let a = i32s(&mut d, &[-1; 12 * 8]);
        let b = d.alloc(4 * 32).unwrap();
        let mut args = slots(&matrix(a, 12, 8, [4, 8], 0));
        args.push(b);
        d.launch("k", Dims::linear(1, 32), &args).map(|_| read_i32s(&mut d, a, 96))
    };
    let before = format!("{fence}\nnvvm.barrier0");
    let after = format!("nvvm.barrier0\n{fence}");
    for order in [&before, &after] {
        let got = store(order, "nvvm.cp.async.bulk.wait_group 0 {read}").unwrap();
        for y in 0..8 {
            for x in 0..12 {
                let inside = (1..5).contains(&x) && y >= 1;
                let want = if inside { 4 * (y - 1) + x - 1 } else { -1 };
                assert_eq!(got[(12 * y + x) as usize], want);
            }
        }
    }
    let e = store("nvvm.barrier0", "nvvm.cp.async.bulk.wait_group 0 {read}").unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingFence, "{e}");
    let e = store(&before, "").unwrap_err();
    assert_eq!(e.kind, ErrorKind::MissingWait, "{e}");
    let e = store(fence, "nvvm.cp.async.bulk.wait_group 0 {read}").unwrap_err();
    assert!(matches!(e.kind, ErrorKind::Race | ErrorKind::MissingFence), "{e}");
}
