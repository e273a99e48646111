//! An element in global memory that all threads read before one writes it: which operations order these accesses.

use crate::support;
use strata_gpusim::{Dims, ErrorKind};
use support::*;

/// All of `readers` read `%a`; after `between` the first thread writes there.
fn update(readers: u32, between: &str) -> String {
    kernel(
        "llvm.mlir.global internal @m() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>",
        "%a: !llvm.ptr, %b: !llvm.ptr",
        &format!(
            "%tid = nvvm.read.ptx.sreg.tid.x : i32
             %m = llvm.mlir.addressof @m : !llvm.ptr<3>
             %zero = llvm.mlir.constant(0 : i32) : i32
             %one = llvm.mlir.constant(1 : i32) : i32
             %few = llvm.mlir.constant({readers} : i32) : i32
             %n = llvm.mlir.constant(64 : i32) : i32
             %all = llvm.mlir.constant(-1 : i32) : i32
             %first = llvm.icmp \"eq\" %tid, %zero : i32
             llvm.cond_br %first, ^init, ^start
           ^init:
             nvvm.mbarrier.init %m, %few : !llvm.ptr<3>, i32
             llvm.br ^start
           ^start:
             nvvm.barrier0
             %reads = llvm.icmp \"ult\" %tid, %few : i32
             llvm.cond_br %reads, ^read, ^end
           ^read:
             %late = llvm.icmp \"uge\" %tid, %n : i32
             llvm.cond_br %late, ^busy, ^ready
           ^busy:
             nvvm.bar.warp.sync %all : i32
             nvvm.bar.warp.sync %all : i32
             llvm.br ^ready
           ^ready:
             %v = llvm.load %a : !llvm.ptr -> i32
             %p = llvm.getelementptr %b[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
             llvm.store %v, %p : i32, !llvm.ptr
             {between}
             llvm.cond_br %first, ^write, ^end
           ^write:
             llvm.store %one, %a : i32, !llvm.ptr
             llvm.br ^end
           ^end:"
        ),
    )
}

#[track_caller]
fn is_ordered(readers: u32, between: &str) {
    let (out, _) = run(&update(readers, between), Dims::linear(1, 128), &[&[7], &[0; 128]]).unwrap();
    assert_eq!((out[0][0], out[1][readers as usize - 1]), (1, 7));
}

#[track_caller]
fn races(readers: u32, between: &str) {
    let dims = Dims::linear(1, 128);
    fails(&update(readers, between), dims, &[&[7], &[0; 128]], ErrorKind::Race, "are not ordered");
}

#[test]
fn a_barrier_of_the_block() {
    is_ordered(128, "nvvm.barrier0");
    races(128, "");
    races(32, "");
    is_ordered(32, "nvvm.bar.warp.sync %all : i32");
    races(64, "nvvm.bar.warp.sync %all : i32");
}

#[test]
fn a_barrier_of_those_who_read() {
    is_ordered(64, "nvvm.barrier id = %one number_of_threads = %n");
    is_ordered(
        96,
        "%some = llvm.mlir.constant(96 : i32) : i32\nnvvm.barrier id = %one number_of_threads = %some",
    );
}

#[test]
fn a_barrier_in_shared_memory() {
    let arrive = "%state = nvvm.mbarrier.arrive %m : !llvm.ptr<3> -> i64";
    let wait = format!("{arrive}\nnvvm.mbarrier.try_wait.parity %m, %zero, %one : !llvm.ptr<3>, i32, i32");
    for readers in [64, 96, 128] {
        is_ordered(readers, &wait);
        races(readers, arrive);
    }
}
