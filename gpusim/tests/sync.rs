//! Races, barriers, shuffles and atomics.

use crate::support;
use strata_gpusim::{Dims, ErrorKind};
use support::*;

const SHARED: &str =
    "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x i32>";

/// Writes element `tid` of shared memory, then reads element `127 - tid`, with `between` in between.
fn reverse(between: &str) -> String {
    kernel(
        SHARED,
        "%a: !llvm.ptr",
        &format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %last = llvm.mlir.constant(127 : i32) : i32
             %other = llvm.sub %last, %tid : i32
             %s = llvm.mlir.addressof @s : !llvm.ptr<3>
             %p = llvm.getelementptr %s[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<128 x i32>
             %q = llvm.getelementptr %s[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<128 x i32>
             llvm.store %tid, %p : i32, !llvm.ptr<3>
             {between}
             %g = llvm.addrspacecast %q : !llvm.ptr<3> to !llvm.ptr
             %v = llvm.load %g : !llvm.ptr -> i32
             %o = llvm.getelementptr %a[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             llvm.store %v, %o : i32, !llvm.ptr"
        ),
    )
}

#[test]
fn shared_memory_is_ordered_by_barriers() {
    let (out, counters) = run(&reverse("nvvm.barrier0"), Dims::linear(1, 128), &[&[0; 128]]).unwrap();
    assert_eq!(out[0], (0..128).rev().collect::<Vec<_>>());
    assert_eq!((counters.bank_conflicts(), counters.barriers, counters.shared_bytes), (0, 4, 512));
    // Without a barrier, the first warp reads uninitialized memory.
    fails(&reverse(""), Dims::linear(1, 128), &[&[0; 128]], ErrorKind::Uninitialised, "shared memory");
    fails(&reverse(""), Dims::linear(1, 32), &[&[0; 128]], ErrorKind::Uninitialised, "shared memory");
}

#[test]
fn races_are_found_where_values_happen_to_be_there() {
    // A first pass writes everything, so that only the order is missing.
    let fill = |sync: &str| {
        reverse(&format!(
            "nvvm.barrier0
             %w = llvm.load %q : !llvm.ptr<3> -> i32
             {sync}
             llvm.store %w, %p : i32, !llvm.ptr<3>
             nvvm.barrier0"
        ))
    };
    let (out, _) = run(&fill("nvvm.barrier0"), Dims::linear(1, 128), &[&[0; 128]]).unwrap();
    assert_eq!(out[0], (0..128).collect::<Vec<_>>());
    fails(
        &fill(""),
        Dims::linear(1, 128),
        &[&[0; 128]],
        ErrorKind::Race,
        "and an earlier write by thread [63, 0, 0] are not ordered",
    );
}

#[test]
fn lanes_of_a_warp_are_not_ordered_without_a_sync() {
    // Lanes exchange values through shared memory.
    let text = |sync: &str| {
        reverse(sync).replace("%last = llvm.mlir.constant(127 : i32)", "%last = llvm.mlir.constant(31 : i32)")
    };
    fails(
        &text(""),
        Dims::linear(1, 32),
        &[&[0; 32]],
        ErrorKind::Race,
        "an earlier write by thread [31, 0, 0]",
    );
    let sync = "%all = llvm.mlir.constant(-1 : i32) : i32\nnvvm.bar.warp.sync %all : i32";
    let (out, _) = run(&text(sync), Dims::linear(1, 32), &[&[0; 32]]).unwrap();
    assert_eq!(out[0], (0..32).rev().collect::<Vec<_>>());
}

#[test]
fn global_memory_of_a_block_and_of_several() {
    // Every thread of every block adds to the same element.
    let add =
        |op: &str| kernel("", "%a: !llvm.ptr", &format!("%one = llvm.mlir.constant(1 : i32) : i32\n{op}"));
    let plain = add(
        "%v = llvm.load %a : !llvm.ptr -> i32\n%w = llvm.add %v, %one : i32\nllvm.store %w, %a : i32, !llvm.ptr",
    );
    fails(&plain, Dims::linear(1, 2), &[&[0]], ErrorKind::Race, "not ordered");
    fails(&plain, Dims::linear(2, 1), &[&[0]], ErrorKind::Race, "block [0, 0, 0]");
    assert!(run(&plain, Dims::linear(1, 1), &[&[0]]).is_ok());
    let atomic = add("%v = llvm.atomicrmw add %a, %one monotonic : !llvm.ptr, i32");
    let (out, counters) = run(&atomic, Dims::linear(5, 70), &[&[0]]).unwrap();
    assert_eq!((out[0][0], counters.atomics), (350, 350));
    // An atomic access and a plain one do race.
    let mixed = add(
        "%v = llvm.atomicrmw add %a, %one monotonic : !llvm.ptr, i32\n%w = llvm.load %a : !llvm.ptr -> i32",
    );
    fails(&mixed, Dims::linear(1, 40), &[&[0]], ErrorKind::Race, "earlier write");
    // Equal values may be written by all.
    let same = add("llvm.store %one, %a : i32, !llvm.ptr");
    assert_eq!(run(&same, Dims::linear(3, 64), &[&[0]]).unwrap().0[0], [1]);
}

#[test]
fn the_last_block_sums_what_all_have_published() {
    // Each block writes its number, then counts itself; the last one reads all numbers.
    let text = |fence: &str| {
        kernel(
            "",
            "%a: !llvm.ptr, %count: !llvm.ptr, %out: !llvm.ptr",
            &format!(
                "%b = nvvm.read.ptx.sreg.ctaid.x : i32
                 %n = nvvm.read.ptx.sreg.nctaid.x : i32
                 %one = llvm.mlir.constant(1 : i32) : i32
                 %zero = llvm.mlir.constant(0 : i32) : i32
                 %last = llvm.sub %n, %one : i32
                 %p = llvm.getelementptr %a[%b] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 llvm.store %b, %p : i32, !llvm.ptr
                 {fence}
                 %before = llvm.atomicrmw add %count, %one monotonic : !llvm.ptr, i32
                 %is = llvm.icmp \"eq\" %before, %last : i32
                 llvm.cond_br %is, ^head(%zero, %zero : i32, i32), ^end
               ^head(%i: i32, %sum: i32):
                 %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 %v = llvm.load %q : !llvm.ptr -> i32
                 %s = llvm.add %sum, %v : i32
                 %j = llvm.add %i, %one : i32
                 %go = llvm.icmp \"slt\" %j, %n : i32
                 llvm.cond_br %go, ^head(%j, %s : i32, i32), ^write
               ^write:
                 llvm.store %s, %out : i32, !llvm.ptr
                 llvm.br ^end
               ^end:"
            ),
        )
    };
    let buffers: [&[i32]; 3] = [&[0; 9], &[0], &[0]];
    for fence in ["nvvm.memory.barrier <gpu>", "llvm.fence acq_rel"] {
        let (out, _) = run(&text(fence), Dims::linear(9, 1), &buffers).unwrap();
        assert_eq!(out[2], [36]);
    }
    fails(&text(""), Dims::linear(9, 1), &buffers, ErrorKind::Race, "block [0, 0, 0]");
}

#[test]
fn barriers_need_everybody() {
    let branch = |c: &str, body: &str| {
        kernel(
            SHARED,
            "%a: !llvm.ptr",
            &format!(
                "%tid = nvvm.read.ptx.sreg.tid.x : i32
                 %c = llvm.mlir.constant({c} : i32) : i32
                 %few = llvm.icmp \"slt\" %tid, %c : i32
                 llvm.cond_br %few, ^in, ^out
               ^in:
                 {body}
                 llvm.br ^out
               ^out:"
            ),
        )
    };
    // Some lanes of a warp, then some warps of a block.
    fails(
        &branch("5", "nvvm.barrier0"),
        Dims::linear(1, 64),
        &[&[0]],
        ErrorKind::Divergence,
        "thread [5, 0, 0]",
    );
    let e = run(&branch("32", "nvvm.barrier0"), Dims::linear(1, 64), &[&[0]]).unwrap_err();
    assert_eq!(e.kind, ErrorKind::Divergence, "{e}");
    assert!(
        e.to_string().contains("'nvvm.barrier0' op") && e.to_string().contains("1 of 2 have ended"),
        "{e}"
    );
    assert!(run(&branch("64", "nvvm.barrier0"), Dims::linear(1, 64), &[&[0]]).is_ok());
    // A barrier for the first warp only.
    let named = "%id = llvm.mlir.constant(3 : i32) : i32\n%n = llvm.mlir.constant(32 : i32) : i32\nnvvm.barrier id = %id number_of_threads = %n";
    assert!(run(&branch("32", named), Dims::linear(1, 64), &[&[0]]).is_ok());
    fails(&branch("64", named), Dims::linear(1, 64), &[&[0]], ErrorKind::Divergence, "more than 32 threads");
    let wrong = named.replace("constant(32", "constant(48");
    fails(
        &branch("32", &wrong),
        Dims::linear(1, 64),
        &[&[0]],
        ErrorKind::Undefined,
        "no whole number of warps",
    );
}

#[test]
fn who_waits_for_whom_is_said() {
    // One warp waits at barrier 1, the other one at barrier 2.
    let text = kernel(
        "",
        "%a: !llvm.ptr",
        "%w = nvvm.read.ptx.sreg.warpid : i32
         %one = llvm.mlir.constant(1 : i32) : i32
         %id = llvm.add %w, %one : i32
         nvvm.barrier id = %id",
    );
    fails(
        &text,
        Dims::linear(1, 64),
        &[&[0]],
        ErrorKind::Deadlock,
        "warp 0 waits for barrier 1 at 'nvvm.barrier'; warp 1 waits for barrier 2",
    );
    let text = kernel(
        "llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<1 x i64>",
        "%a: !llvm.ptr",
        "%m = llvm.mlir.addressof @m : !llvm.ptr<3>
         %two = llvm.mlir.constant(2 : i32) : i32
         %zero = llvm.mlir.constant(0 : i32) : i32
         nvvm.mbarrier.init %m, %two : !llvm.ptr<3>, i32
         nvvm.mbarrier.try_wait.parity %m, %zero, %two : !llvm.ptr<3>, i32, i32",
    );
    fails(
        &text,
        Dims::linear(1, 1),
        &[&[0]],
        ErrorKind::Deadlock,
        "warp 0 waits for phase 0 of the barrier at shared address 0x400 (2 arrivals and 0 bytes are missing) at 'nvvm.mbarrier.try_wait.parity'",
    );
}

#[test]
fn shuffles_and_votes() {
    let text = |op: &str| {
        kernel(
            "",
            "%a: !llvm.ptr",
            &format!(
                "%lane = nvvm.read.ptx.sreg.laneid : i32
                 %all = llvm.mlir.constant(-1 : i32) : i32
                 %c0 = llvm.mlir.constant(0 : i32) : i32
                 %c1 = llvm.mlir.constant(1 : i32) : i32
                 %c5 = llvm.mlir.constant(5 : i32) : i32
                 %c31 = llvm.mlir.constant(31 : i32) : i32
                 %odd = llvm.trunc %lane : i32 to i1
                 {op}
                 %p = llvm.getelementptr %a[%lane] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 llvm.store %r, %p : i32, !llvm.ptr"
            ),
        )
    };
    let check = |op: &str, want: &dyn Fn(i32) -> i32| {
        let (out, _) = run(&text(op), Dims::linear(1, 32), &[&[0; 32]]).unwrap();
        assert_eq!(out[0], (0..32).map(want).collect::<Vec<_>>(), "{op}");
    };
    check("%r = nvvm.shfl.sync bfly %all, %lane, %c5, %c31 : i32 -> i32", &|l| l ^ 5);
    check("%r = nvvm.shfl.sync idx %all, %lane, %c5, %c31 : i32 -> i32", &|_| 5);
    check("%r = nvvm.shfl.sync up %all, %lane, %c5, %c0 : i32 -> i32", &|l| if l < 5 { l } else { l - 5 });
    check("%r = nvvm.shfl.sync down %all, %lane, %c5, %c31 : i32 -> i32", &|l| {
        if l > 26 { l } else { l + 5 }
    });
    check(
        "%s = nvvm.shfl.sync down %all, %lane, %c5, %c31 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
         %v = llvm.extractvalue %s[1] : !llvm.struct<(i32, i1)>
         %r = llvm.zext %v : i1 to i32",
        &|l| i32::from(l <= 26),
    );
    check("%r = nvvm.vote.sync ballot %all, %odd -> i32", &|_| 0xaaaa_aaaau32 as i32);
    check("%b = nvvm.vote.sync any %all, %odd -> i1\n%r = llvm.zext %b : i1 to i32", &|_| 1);
    check("%b = nvvm.vote.sync all %all, %odd -> i1\n%r = llvm.zext %b : i1 to i32", &|_| 0);
    check("%r = nvvm.redux.sync add %lane, %all : i32 -> i32", &|_| 496);
    check("%r = nvvm.redux.sync umax %lane, %all : i32 -> i32", &|_| 31);
    check("%b = nvvm.elect.sync -> i1\n%r = llvm.zext %b : i1 to i32", &|l| i32::from(l == 0));
    check("%x = llvm.and %lane, %c1 : i32\n%r = nvvm.match.sync any %all, %x : i32 -> i32", &|l| {
        if l % 2 == 0 { 0x5555_5555 } else { 0xaaaa_aaaau32 as i32 }
    });
    // Inactive lanes cannot take part.
    let few = text(
        "llvm.cond_br %odd, ^in, ^out(%c0 : i32)\n^in:\n%s = nvvm.shfl.sync bfly %all, %lane, %c1, %c31 : i32 -> i32\nllvm.br ^out(%s : i32)\n^out(%r: i32):",
    );
    fails(
        &few,
        Dims::linear(1, 32),
        &[&[0; 32]],
        ErrorKind::Divergence,
        "names this thread, which is elsewhere",
    );
}

#[test]
fn atomics_in_the_order_of_lanes() {
    let text = |op: &str| {
        kernel(
            "",
            "%a: !llvm.ptr, %b: !llvm.ptr",
            &format!(
                "%lane = nvvm.read.ptx.sreg.laneid : i32
                 %c7 = llvm.mlir.constant(7 : i32) : i32
                 {op}
                 %p = llvm.getelementptr %b[%lane] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 llvm.store %r, %p : i32, !llvm.ptr"
            ),
        )
    };
    let check = |op: &str, start: i32, end: i32, last: i32| {
        let (out, _) = run(&text(op), Dims::linear(1, 4), &[&[start], &[0; 4]]).unwrap();
        assert_eq!((out[0][0], out[1][3]), (end, last), "{op}");
    };
    check("%r = llvm.atomicrmw add %a, %lane monotonic : !llvm.ptr, i32", 10, 16, 13);
    check("%r = llvm.atomicrmw xchg %a, %lane acq_rel : !llvm.ptr, i32", 10, 3, 2);
    check("%r = llvm.atomicrmw umin %a, %lane monotonic : !llvm.ptr, i32", 10, 0, 0);
    check("%r = llvm.atomicrmw max %a, %lane monotonic : !llvm.ptr, i32", -10, 3, 2);
    check("%r = llvm.atomicrmw uinc_wrap %a, %c7 monotonic : !llvm.ptr, i32", 6, 2, 1);
    check("%r = llvm.atomicrmw udec_wrap %a, %c7 monotonic : !llvm.ptr, i32", 1, 5, 6);
    check(
        "%s = llvm.cmpxchg %a, %lane, %c7 acq_rel monotonic : !llvm.ptr, i32
         %r = llvm.extractvalue %s[0] : !llvm.struct<(i32, i1)>",
        2,
        7,
        7,
    );
    let (out, _) = run(
        &text(
            "%f = llvm.sitofp %lane : i32 to f32
             %old = llvm.atomicrmw fadd %a, %f monotonic : !llvm.ptr, f32
             %r = llvm.bitcast %old : f32 to i32",
        ),
        Dims::linear(1, 4),
        &[&[1.5f32.to_bits() as i32], &[0; 4]],
    )
    .unwrap();
    assert_eq!((f32::from_bits(out[0][0] as u32), f32::from_bits(out[1][3] as u32)), (7.5, 4.5));
}

#[test]
fn bank_conflicts_and_sectors_are_counted() {
    let text = |stride: u32| {
        kernel(
            "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1056 x i32>",
            "%a: !llvm.ptr",
            &format!(
                "%tid = nvvm.read.ptx.sreg.tid.x : i32
                 %n = llvm.mlir.constant({stride} : i32) : i32
                 %i = llvm.mul %tid, %n : i32
                 %s = llvm.mlir.addressof @s : !llvm.ptr<3>
                 %p = llvm.getelementptr %s[0, %i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1056 x i32>
                 llvm.store %tid, %p : i32, !llvm.ptr<3>
                 %q = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 llvm.store %tid, %q : i32, !llvm.ptr"
            ),
        )
    };
    let buffer = [0; 1056];
    let of = |stride| run(&text(stride), Dims::linear(1, 32), &[&buffer]).unwrap().1;
    assert_eq!((of(1).bank_conflicts(), of(1).global_sectors), (0, 4));
    assert_eq!((of(32).bank_conflicts(), of(32).global_sectors), (31, 32));
    assert_eq!((of(33).bank_conflicts(), of(33).global_sectors), (0, 32));
    assert_eq!(of(2).bank_conflicts(), 1);
    assert!(of(33).to_string().contains("global: 1 requests, 32 sectors, 4 ideal (12%)"), "{}", of(33));
}

#[test]
fn dynamic_shared_memory_and_its_end() {
    let text = kernel(
        "llvm.mlir.global external @dyn() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>",
        "%a: !llvm.ptr",
        "%tid = nvvm.read.ptx.sreg.tid.x : i32
         %s = llvm.mlir.addressof @dyn : !llvm.ptr<3>
         %p = llvm.getelementptr %s[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
         llvm.store %tid, %p : i32, !llvm.ptr<3>
         %q = llvm.getelementptr %a[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
         %v = llvm.load %p : !llvm.ptr<3> -> i32
         llvm.store %v, %q : i32, !llvm.ptr",
    );
    let dims = |bytes| Dims { dynamic_shared: bytes, ..Dims::linear(1, 64) };
    assert_eq!(run(&text, dims(256), &[&[0; 64]]).unwrap().0[0][63], 63);
    fails(
        &text,
        dims(252),
        &[&[0; 64]],
        ErrorKind::OutOfBounds,
        "outside of the variables in 252 bytes of shared memory",
    );
}
