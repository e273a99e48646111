//! Clusters of blocks: their barrier, shared memory of other blocks, arrivals and copies there.

use crate::support;

use strata_gpusim::{Device, Dims, ErrorKind, TensorMap, encode_tensor_map};
use support::{device, fails, i32s, kernel, read_i32s, run};

const SHARED: &str =
    "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i8>
     llvm.mlir.global internal @bar() {addr_space = 3 : i32} : i64";
const SYNC: &str = "nvvm.cluster.arrive\nnvvm.cluster.wait";

fn pairs(blocks: u32, threads: u32) -> Dims {
    Dims { cluster: [2, 1, 1], ..Dims::linear(blocks, threads) }
}

/// The definitions that all kernels here share, and the address of a thread's word of `@s` in the other block.
fn start() -> String {
    "%tid = nvvm.read.ptx.sreg.tid.x : i32
     %cta = nvvm.read.ptx.sreg.ctaid.x : i32
     %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
     %c0 = llvm.mlir.constant(0 : i32) : i32
     %c1 = llvm.mlir.constant(1 : i32) : i32
     %c32 = llvm.mlir.constant(32 : i32) : i32
     %ticks = llvm.mlir.constant(1000 : i32) : i32
     %other = llvm.xor %rank, %c1 : i32
     %first = llvm.icmp \"eq\" %tid, %c0 : i32
     %s = llvm.mlir.addressof @s : !llvm.ptr<3>
     %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
     %mine = llvm.getelementptr %s[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
     %theirs = nvvm.mapa %mine, %other : !llvm.ptr<3> -> !llvm.ptr<7>
     %row = llvm.mul %cta, %c32 : i32
     %i = llvm.add %row, %tid : i32
     %out = llvm.getelementptr %o[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32\n"
        .into()
}

/// Each thread writes its index in the grid to its block's memory, and then reads that of the other block.
fn exchange(before: &str, after: &str) -> String {
    let body = format!(
        "{}llvm.store %i, %mine : i32, !llvm.ptr<3>
         {before}
         %v = llvm.load %theirs : !llvm.ptr<7> -> i32
         {after}
         llvm.store %v, %out : i32, !llvm.ptr",
        start()
    );
    kernel(SHARED, "%o: !llvm.ptr", &body)
}

#[test]
fn blocks_read_the_memory_of_each_other() {
    let (out, _) = run(&exchange(SYNC, SYNC), pairs(4, 32), &[&[0; 128]]).unwrap();
    let want: Vec<i32> = (0..128).map(|i| i ^ 32).collect();
    assert_eq!(out[0], want);
    // Through a generic address as well.
    let generic = exchange(SYNC, SYNC).replace(
        "%v = llvm.load %theirs : !llvm.ptr<7>",
        "%g = llvm.addrspacecast %theirs : !llvm.ptr<7> to !llvm.ptr\n%v = llvm.load %g : !llvm.ptr",
    );
    assert_eq!(run(&generic, pairs(4, 32), &[&[0; 128]]).unwrap().0[0], want);
}

#[test]
fn what_is_not_ordered_is_an_error() {
    let memory = [&[0; 128][..]];
    // The start of the other block is not ordered before.
    fails(&exchange("", SYNC), pairs(4, 32), &memory, ErrorKind::Race, "may not have begun");
    fails(&exchange("nvvm.barrier0", SYNC), pairs(4, 32), &memory, ErrorKind::Race, "may not have begun");
    // A block has ended when the other one reads its memory, or ends during the read.
    fails(&exchange(SYNC, ""), pairs(4, 32), &memory, ErrorKind::Race, "its shared memory is gone");
    let one = kernel(
        SHARED,
        "%o: !llvm.ptr",
        &format!(
            "{}llvm.store %i, %mine : i32, !llvm.ptr<3>
             {SYNC}
             {SYNC}
             %even = llvm.icmp \"eq\" %rank, %c0 : i32
             llvm.cond_br %even, ^read, ^end
           ^read:
             %v = llvm.load %theirs : !llvm.ptr<7> -> i32
             llvm.store %v, %out : i32, !llvm.ptr
             llvm.br ^end
           ^end:",
            start()
        ),
    );
    fails(&one, pairs(4, 32), &memory, ErrorKind::Race, "the block ends while block [0, 0, 0] uses its");
    // A relaxed arrival orders nothing, unless a fence precedes it.
    let relaxed = "nvvm.cluster.arrive.relaxed\nnvvm.cluster.wait";
    fails(&exchange(relaxed, SYNC), pairs(4, 32), &memory, ErrorKind::Race, "may not have begun");
    let fenced = format!("nvvm.fence.sc.cluster\n{relaxed}");
    run(&exchange(&fenced, SYNC), pairs(4, 32), &memory).unwrap();
    // The other block overwrites the memory that is read.
    let again = exchange(SYNC, &format!("llvm.store %c0, %mine : i32, !llvm.ptr<3>\n{SYNC}"));
    fails(&again, pairs(4, 32), &memory, ErrorKind::Race, "shared memory");
    // A write after the arrival is not ordered.
    let late =
        exchange("nvvm.cluster.arrive\nllvm.store %c1, %mine : i32, !llvm.ptr<3>\nnvvm.cluster.wait", SYNC);
    fails(&late, pairs(4, 32), &memory, ErrorKind::Race, "are not ordered");
}

#[test]
fn the_barrier_is_used_as_it_has_to_be() {
    let memory = [&[0; 128][..]];
    let twice = exchange("nvvm.cluster.arrive\nnvvm.cluster.arrive\nnvvm.cluster.wait", SYNC);
    fails(&twice, pairs(4, 32), &memory, ErrorKind::Undefined, "again before it waited");
    fails(
        &exchange("nvvm.cluster.wait", SYNC),
        pairs(4, 32),
        &memory,
        ErrorKind::Undefined,
        "has not arrived",
    );
    // Blocks that have ended count as arrived.
    let once = kernel(
        SHARED,
        "%o: !llvm.ptr",
        &format!(
            "{}%odd = llvm.icmp \"eq\" %rank, %c1 : i32
             llvm.cond_br %odd, ^wait, ^go
           ^wait:
             {SYNC}
             llvm.br ^go
           ^go:
             llvm.store %i, %out : i32, !llvm.ptr",
            start()
        ),
    );
    run(&once, pairs(2, 32), &[&[0; 64]]).unwrap();
    // A block that waits for something else is missing.
    let stuck = once.replace("llvm.cond_br %odd, ^wait, ^go", "llvm.cond_br %odd, ^wait, ^other\n^other:\nnvvm.mbarrier.init %bar, %c32 : !llvm.ptr<3>, i32\nnvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32\nllvm.br ^go");
    fails(
        &stuck
            .replace(
                "nvvm.mbarrier.init %bar, %c32",
                "llvm.cond_br %first, ^init, ^spin\n^init:\nnvvm.mbarrier.init %bar, %c32",
            )
            .replace(
                "nvvm.mbarrier.try_wait",
                "llvm.br ^spin\n^spin:\nnvvm.barrier0\nnvvm.mbarrier.try_wait",
            ),
        pairs(2, 32),
        &[&[0; 64]],
        ErrorKind::Deadlock,
        "warp 0 of block [1, 0, 0] waits for the cluster's barrier",
    );
    let e =
        run(&exchange(SYNC, SYNC), Dims { cluster: [4, 1, 1], ..Dims::linear(6, 32) }, &memory).unwrap_err();
    assert!(e.to_string().contains("no whole number of clusters"), "{e}");
    let place =
        exchange(SYNC, SYNC).replace("%theirs = nvvm.mapa %mine, %other", "%theirs = nvvm.mapa %mine, %c32");
    fails(&place, pairs(4, 32), &memory, ErrorKind::Undefined, "block 32 of a cluster of 2");
}

/// The first thread creates its block's barrier, which expects a number of arrivals, before all threads continue.
fn with_barrier(arrivals: &str, sync: &str) -> String {
    format!(
        "llvm.cond_br %first, ^init, ^go
       ^init:
         nvvm.mbarrier.init %bar, {arrivals} : !llvm.ptr<3>, i32
         nvvm.fence.mbarrier.init
         llvm.br ^go
       ^go:
         {sync}\n"
    )
}

/// A block arrives at a barrier of the other one, which waits for that and then reads data written to its memory.
fn signal(arrive: &str, last: &str) -> String {
    kernel(
        SHARED,
        "%o: !llvm.ptr",
        &format!(
            "{}{}llvm.store %i, %theirs : i32, !llvm.ptr<7>
             %there = nvvm.mapa %bar, %other : !llvm.ptr<3> -> !llvm.ptr<7>
             {arrive}
             nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
             %v = llvm.load %mine : !llvm.ptr<3> -> i32
             llvm.store %v, %out : i32, !llvm.ptr
             {last}",
            start(),
            with_barrier("%c32", SYNC)
        ),
    )
}

#[test]
fn arrivals_at_barriers_of_other_blocks() {
    let op = "nvvm.mbarrier.arrive %there : !llvm.ptr<7>";
    let text = "%word = llvm.ptrtoint %there : !llvm.ptr<7> to i32
        nvvm.inline_ptx \"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [{$r0}];\" ro(%word : i32)";
    for arrive in [op, text] {
        let (out, _) = run(&signal(arrive, ""), pairs(4, 32), &[&[0; 128]]).unwrap();
        assert_eq!(out[0], (0..128).map(|i| i ^ 32).collect::<Vec<_>>());
    }
    // A block that does not wait for the arrivals may have ended before them.
    let gone = signal(op, "")
        .replace("nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32\n", "")
        .replace("%v = llvm.load %mine : !llvm.ptr<3> -> i32", "%v = llvm.add %i, %c0 : i32");
    fails(&gone, pairs(4, 32), &[&[0; 128]], ErrorKind::Race, "block");
}

/// Each block copies half of a box to both blocks.
fn multicast(mask: i32, tx: i32, sync: &str) -> String {
    kernel(
        SHARED,
        "%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %o: !llvm.ptr",
        &format!(
            "{}%mask = llvm.mlir.constant({mask} : i16) : i16
             %tx = llvm.mlir.constant({tx} : i32) : i32
             %c64 = llvm.mlir.constant(64 : i32) : i32
             %line = llvm.mul %cta, %c64 : i32
             %n = llvm.add %line, %tid : i32
             %to_out = llvm.getelementptr %o[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             {}llvm.cond_br %first, ^load, ^wait
           ^load:
             nvvm.mbarrier.arrive.expect_tx %bar, %tx : !llvm.ptr<3>, i32
             %half = llvm.mul %rank, %c32 : i32
             %to = llvm.getelementptr %s[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
             %there = llvm.addrspacecast %to : !llvm.ptr<3> to !llvm.ptr<7>
             nvvm.cp.async.bulk.tensor.shared.cluster.global %there, %map, %bar, box[%half, %c0] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
             llvm.br ^wait
           ^wait:
             nvvm.mbarrier.try_wait.parity %bar, %c0, %ticks : !llvm.ptr<3>, i32, i32
             %v = llvm.load %mine : !llvm.ptr<3> -> i32
             llvm.store %v, %to_out : i32, !llvm.ptr
             {SYNC}",
            start(),
            with_barrier("%c1", sync)
        ),
    )
}

fn with_map(text: &str) -> Result<(Vec<i32>, u64), Box<strata_gpusim::SimError>> {
    let mut d: Device = device(text);
    let numbers: Vec<i32> = (0..64).map(|i| 100 + i).collect();
    let a = i32s(&mut d, &numbers);
    let b = d.alloc(4 * 128).unwrap();
    let map = TensorMap {
        element: 3,
        address: a,
        sizes: vec![64, 1],
        strides: vec![256],
        box_sizes: vec![32, 1],
        interleave: 0,
        swizzle: 0,
        l2_promotion: 0,
        fill: 0,
    };
    let mut args: Vec<u64> = encode_tensor_map(&map)
        .unwrap()
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
        .collect();
    args.push(b);
    let counters = d.launch("k", pairs(2, 64), &args)?;
    Ok((read_i32s(&mut d, b, 128), counters.bulk_bytes))
}

#[test]
fn a_box_comes_to_several_blocks() {
    let (out, bytes) = with_map(&multicast(3, 256, SYNC)).unwrap();
    let row: Vec<i32> = (0..64).map(|i| 100 + i).collect();
    assert_eq!(out, [row.clone(), row].concat());
    // The data for both blocks is read once.
    assert_eq!(bytes, 256);
    let fails = |text: &str, kind: ErrorKind, message: &str| {
        let e = with_map(text).unwrap_err();
        assert_eq!(e.kind, kind, "{e}");
        assert!(e.to_string().contains(message), "{e}");
    };
    fails(&multicast(4, 256, SYNC), ErrorKind::Undefined, "a copy to the blocks 0x4 of a cluster of 2");
    fails(&multicast(3, 256, "nvvm.barrier0"), ErrorKind::Race, "may not have begun");
    fails(&multicast(3, 320, SYNC), ErrorKind::Deadlock, "64 bytes are missing");
    // Only the first block gets the data.
    fails(&multicast(1, 256, SYNC), ErrorKind::Deadlock, "256 bytes are missing");
}
