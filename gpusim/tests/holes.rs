//! Copies of partly initialized memory: the copies have the same holes, and only using the value of a hole is an error.

use crate::support;
use strata_gpusim::{Device, Dims, ErrorKind, SimError};
use support::*;

/// A kernel `copy` with a body for element `%i` of `%a` at `%p` and of `%b` at `%q`, and a kernel `double` that computes with `%b`.
fn copying(globals: &str, body: &str) -> String {
    let address = |base: &str, name: &str| {
        format!("{name} = llvm.getelementptr {base}[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32\n")
    };
    let (p, q) = (address("%a", "%p"), address("%b", "%q"));
    format!(
        "gpu.module @m {{
           {globals}
           llvm.func @copy(%a: !llvm.ptr, %b: !llvm.ptr) attributes {{gpu.kernel, nvvm.kernel}} {{
             %i = nvvm.read.ptx.sreg.tid.x : i32
             {p} {q} {body}
             llvm.return
           }}
           llvm.func @double(%b: !llvm.ptr) attributes {{gpu.kernel, nvvm.kernel}} {{
             %i = nvvm.read.ptx.sreg.tid.x : i32
             {q}
             %v = llvm.load %q : !llvm.ptr -> i32
             %w = llvm.add %v, %v : i32
             llvm.store %w, %q : i32, !llvm.ptr
             llvm.return
           }}
         }}"
    )
}

/// A device, a buffer of 32 elements of which the first ones are given, and one of 32 other elements.
fn buffers(text: &str, first: &[i32]) -> (Device, u64, u64) {
    let mut d = device(text);
    let a = d.alloc(128).unwrap();
    d.write(a, &bytes(first, i32::to_le_bytes)).unwrap();
    let b = i32s(&mut d, &[-1; 32]);
    (d, a, b)
}

fn double(d: &mut Device, b: u64, threads: u32) -> Result<(), Box<SimError>> {
    d.launch("m::double", Dims::linear(1, threads), &[b]).map(drop)
}

#[track_caller]
fn refused(result: Result<(), Box<SimError>>, kind: ErrorKind, message: &str) {
    let e = result.expect_err(message);
    assert_eq!(e.kind, kind, "{e}");
    assert!(e.to_string().contains(message), "{e}\nlacks: {message}");
}

/// The copy succeeds, its first `written` elements are initialized, and the following one is a hole.
#[track_caller]
fn leaves_a_hole(globals: &str, body: &str, threads: u32, written: u32) {
    let first: Vec<i32> = (0..written as i32).collect();
    let (mut d, a, b) = buffers(&copying(globals, body), &first);
    d.launch("m::copy", Dims::linear(1, threads), &[a, b]).unwrap();
    assert_eq!(read_i32s(&mut d, b, written as usize), first);
    double(&mut d, b, written).unwrap();
    let hole = format!("buffer 2, byte {},", 4 * written);
    refused(double(&mut d, b, written + 1), ErrorKind::Uninitialised, &hole);
}

const COPY: &str = "%v = llvm.load %p : !llvm.ptr -> i32
                    llvm.store %v, %q : i32, !llvm.ptr";

#[test]
fn copies_keep_holes() {
    leaves_a_hole("", COPY, 32, 20);
    let cast = "%v = llvm.load %p : !llvm.ptr -> i32
                %f = llvm.bitcast %v : i32 to f32
                llvm.store %f, %q : f32, !llvm.ptr";
    leaves_a_hole("", cast, 32, 20);
    let moved = "%n = llvm.mlir.constant(4 : i64) : i64
                 \"llvm.intr.memcpy\"(%q, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()";
    leaves_a_hole("", moved, 32, 20);
}

#[test]
fn holes_go_through_other_memory() {
    let shared = "%s = llvm.mlir.addressof @buf : !llvm.ptr<3>
                  %t = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
                  %v = llvm.load %p : !llvm.ptr -> i32
                  llvm.store %v, %t : i32, !llvm.ptr<3>
                  %w = llvm.load %t : !llvm.ptr<3> -> i32
                  llvm.store %w, %q : i32, !llvm.ptr";
    let buf = "llvm.mlir.global internal @buf() {addr_space = 3 : i32} : !llvm.array<32 x i32>";
    leaves_a_hole(buf, shared, 32, 7);
    let local = "%n = llvm.mlir.constant(1 : i32) : i32
                 %t = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
                 %v = llvm.load %p : !llvm.ptr -> i32
                 llvm.store %v, %t : i32, !llvm.ptr
                 %w = llvm.load %t : !llvm.ptr -> i32
                 llvm.store %w, %q : i32, !llvm.ptr";
    leaves_a_hole("", local, 32, 7);
}

#[test]
fn shared_memory_has_to_be_stored_to() {
    let body = "%s = llvm.mlir.addressof @buf : !llvm.ptr<3>
                %t = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
                %w = llvm.load %t : !llvm.ptr<3> -> i32
                llvm.store %w, %q : i32, !llvm.ptr";
    let buf = "llvm.mlir.global internal @buf() {addr_space = 3 : i32} : !llvm.array<32 x i32>";
    let (mut d, a, b) = buffers(&copying(buf, body), &[]);
    let result = d.launch("m::copy", Dims::linear(1, 32), &[a, b]).map(drop);
    refused(result, ErrorKind::Uninitialised, "shared memory");
}

#[test]
fn elements_of_vectors_keep_their_holes() {
    // The vector is reversed twice, once by a shuffle and once element by element.
    let vectors = "%p4 = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
                   %q4 = llvm.getelementptr %b[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
                   %v = llvm.load %p4 : !llvm.ptr -> vector<4xi32>
                   %t = llvm.shufflevector %v, %v [3, 2, 1, 0] : vector<4xi32>
                   %c0 = llvm.mlir.constant(0 : i32) : i32
                   %c1 = llvm.mlir.constant(1 : i32) : i32
                   %c2 = llvm.mlir.constant(2 : i32) : i32
                   %c3 = llvm.mlir.constant(3 : i32) : i32
                   %zero = llvm.sub %i, %i : i32
                   %x0 = llvm.extractelement %t[%zero : i32] : vector<4xi32>
                   %x1 = llvm.extractelement %t[%c1 : i32] : vector<4xi32>
                   %x2 = llvm.extractelement %t[%c2 : i32] : vector<4xi32>
                   %x3 = llvm.extractelement %t[%c3 : i32] : vector<4xi32>
                   %n = llvm.mlir.poison : vector<4xi32>
                   %y0 = llvm.insertelement %x3, %n[%zero : i32] : vector<4xi32>
                   %y1 = llvm.insertelement %x2, %y0[%c1 : i32] : vector<4xi32>
                   %y2 = llvm.insertelement %x1, %y1[%c2 : i32] : vector<4xi32>
                   %y3 = llvm.insertelement %x0, %y2[%c3 : i32] : vector<4xi32>
                   llvm.store %y3, %q4 : vector<4xi32>, !llvm.ptr";
    for written in 17..20 {
        leaves_a_hole("", vectors, 8, written);
    }
    let masked = "%p4 = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
                  %q4 = llvm.getelementptr %b[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
                  %m = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
                  %n = llvm.mlir.constant(dense<5> : vector<4xi32>) : vector<4xi32>
                  %v = llvm.intr.masked.load %p4, %m, %n {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
                  llvm.intr.masked.store %v, %q4, %m {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr";
    leaves_a_hole("", masked, 8, 18);
}

#[test]
fn bytes_of_one_number() {
    let (mut d, a, b) = buffers(&copying("", COPY), &[7]);
    d.write(a + 4, &[1, 2]).unwrap();
    d.launch("m::copy", Dims::linear(1, 2), &[a, b]).unwrap();
    refused(double(&mut d, b, 2), ErrorKind::Uninitialised, "4 bytes of buffer 2, byte 4,");
    d.write(b + 6, &[0, 0]).unwrap();
    double(&mut d, b, 2).unwrap();
    assert_eq!(read_i32s(&mut d, b, 2), [14, 2 * 0x201]);
}

#[test]
fn copies_of_copies_and_copies_by_the_device() {
    let (mut d, a, b) = buffers(&copying("", COPY), &[1; 30]);
    d.launch("m::copy", Dims::linear(1, 32), &[a, b]).unwrap();
    let c = i32s(&mut d, &[0; 32]);
    d.copy(c, b, 128).unwrap();
    refused(double(&mut d, c, 32), ErrorKind::Uninitialised, "buffer 3, byte 120,");
    let e = i32s(&mut d, &[0; 32]);
    d.launch("m::copy", Dims::linear(1, 32), &[c, e]).unwrap();
    refused(double(&mut d, e, 32), ErrorKind::Uninitialised, "buffer 4, byte 120,");
    // A hole that has been filled may be used.
    d.write(e + 120, &[0; 8]).unwrap();
    double(&mut d, e, 32).unwrap();
    d.launch("m::copy", Dims::linear(1, 32), &[e, b]).unwrap();
    double(&mut d, b, 32).unwrap();
}

#[test]
fn a_register_is_used_again() {
    // Each thread copies its element, then the one that thread 0 copied: a hole does not stay in the register.
    let body = "%c0 = llvm.mlir.constant(0 : i32) : i32
                %c1 = llvm.mlir.constant(1 : i32) : i32
                %c2 = llvm.mlir.constant(2 : i32) : i32
                llvm.br ^loop(%c0, %p : i32, !llvm.ptr)
              ^loop(%n: i32, %from: !llvm.ptr):
                %v = llvm.load %from : !llvm.ptr -> i32
                llvm.store %v, %q : i32, !llvm.ptr
                %m = llvm.add %n, %c1 : i32
                %go = llvm.icmp \"slt\" %m, %c2 : i32
                llvm.cond_br %go, ^loop(%m, %a : i32, !llvm.ptr), ^end
              ^end:";
    let (mut d, a, b) = buffers(&copying("", body), &[4; 3]);
    d.launch("m::copy", Dims::linear(1, 32), &[a, b]).unwrap();
    double(&mut d, b, 32).unwrap();
    assert_eq!(read_i32s(&mut d, b, 32), [8; 32]);
}

#[test]
fn other_uses_are_errors() {
    let copy = |body: &str| {
        let (mut d, a, b) = buffers(&copying("", body), &[1; 3]);
        d.launch("m::copy", Dims::linear(1, 32), &[a, b]).map(drop)
    };
    let bodies = [
        "%v = llvm.load %p : !llvm.ptr -> i32
         %w = llvm.add %v, %i : i32
         llvm.store %w, %q : i32, !llvm.ptr
         llvm.store %v, %q : i32, !llvm.ptr",
        "%v = llvm.load %p : !llvm.ptr -> i32",
        "%v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
         llvm.store volatile %v, %q : i32, !llvm.ptr",
        "%v = llvm.load volatile %p : !llvm.ptr -> i32
         llvm.store %v, %q : i32, !llvm.ptr",
        "%v = llvm.load %p : !llvm.ptr -> i32
         llvm.br ^next(%v : i32)
       ^next(%w: i32):
         llvm.store %w, %q : i32, !llvm.ptr",
        "%v = llvm.load %p : !llvm.ptr -> vector<1xi32>
         %x = llvm.extractelement %v[%i : i32] : vector<1xi32>
         %y = llvm.trunc %x : i32 to i8
         llvm.store %y, %q : i8, !llvm.ptr",
    ];
    for body in bodies {
        refused(copy(body), ErrorKind::Uninitialised, "buffer 1, byte 12,");
    }
    // The index of an element, and an address.
    let index = "%v = llvm.load %p : !llvm.ptr -> i32
                 %r = llvm.getelementptr %b[%v] : (!llvm.ptr, i32) -> !llvm.ptr, i32
                 llvm.store %i, %r : i32, !llvm.ptr";
    refused(copy(index), ErrorKind::Uninitialised, "buffer 1, byte 12,");
}

#[test]
fn copies_race_like_others() {
    // All threads store their copy to the same place, or read what others copy.
    let same = "%v = llvm.load %p : !llvm.ptr -> i32
                llvm.store %v, %b : i32, !llvm.ptr";
    let (mut d, a, b) = buffers(&copying("", same), &[1, 2, 3]);
    let result = d.launch("m::copy", Dims::linear(1, 32), &[a, b]).map(drop);
    refused(result, ErrorKind::Race, "write of 4 bytes of buffer 2, byte 0 and an earlier write");
    let next = "llvm.store %i, %q : i32, !llvm.ptr
                %r = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, i32
                %v = llvm.load %r : !llvm.ptr -> i32
                llvm.store %v, %p : i32, !llvm.ptr";
    let (mut d, a, b) = buffers(&copying("", next), &[]);
    let result = d.launch("m::copy", Dims::linear(1, 31), &[a, b]).map(drop);
    refused(result, ErrorKind::Race, "read of 4 bytes of buffer 2");
    // A copy still stays in its buffer.
    let (mut d, a, b) = buffers(&copying("", COPY), &[]);
    let result = d.launch("m::copy", Dims::linear(1, 33), &[a, b]).map(drop);
    refused(result, ErrorKind::OutOfBounds, "byte 128 of buffer 1");
}
