//! Arithmetic, control flow, memory and the checks on them.

use crate::support;
use strata_gpusim::{Dims, ErrorKind};
use support::*;

/// Loads element `tid` of the first buffer as `%v`, with its address `%p`, and the address of the same element of the second one, `%q`.
const ELEMENT: &str = "
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %ctaid = nvvm.read.ptx.sreg.ctaid.x : i32
  %ntid = nvvm.read.ptx.sreg.ntid.x : i32
  %base = llvm.mul %ctaid, %ntid : i32
  %i = llvm.add %base, %tid : i32
  %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
";

fn elementwise(body: &str) -> String {
    let body = format!(
        "{ELEMENT}\n %v = llvm.load %p : !llvm.ptr -> i32\n{body}\nllvm.store %r, %q : i32, !llvm.ptr"
    );
    kernel("", "%a: !llvm.ptr, %b: !llvm.ptr", &body)
}

#[test]
fn elementwise_arithmetic() {
    let text = elementwise(
        "%c3 = llvm.mlir.constant(3 : i32) : i32
         %x = llvm.mul %v, %c3 : i32
         %f = llvm.sitofp %x : i32 to f32
         %h = llvm.mlir.constant(5.000000e-01 : f32) : f32
         %g = llvm.fmul %f, %h : f32
         %r = llvm.fptosi %g : f32 to i32",
    );
    let input: Vec<i32> = (0..128).map(|i| i - 50).collect();
    let (out, counters) = run(&text, Dims::linear(2, 64), &[&input, &[0; 128]]).unwrap();
    let want: Vec<i32> = input.iter().map(|v| (*v as f32 * 3.0 * 0.5) as i32).collect();
    assert_eq!(out[1], want);
    assert_eq!((counters.blocks, counters.global_requests), (2, 8));
    assert_eq!(counters.global_sectors, counters.global_ideal);
}

#[test]
fn lanes_diverge_and_come_together() {
    // Collatz steps: every lane has another number of iterations, and the body branches.
    let text = elementwise(
        "%c0 = llvm.mlir.constant(0 : i32) : i32
         %c1 = llvm.mlir.constant(1 : i32) : i32
         %c3 = llvm.mlir.constant(3 : i32) : i32
         llvm.br ^head(%v, %c0 : i32, i32)
       ^head(%x: i32, %n: i32):
         %go = llvm.icmp \"ugt\" %x, %c1 : i32
         llvm.cond_br %go, ^body, ^end
       ^body:
         %odd = llvm.trunc %x : i32 to i1
         llvm.cond_br %odd, ^up, ^down
       ^up:
         %t = llvm.mul %x, %c3 : i32
         %u = llvm.add %t, %c1 : i32
         llvm.br ^next(%u : i32)
       ^down:
         %d = llvm.lshr %x, %c1 : i32
         llvm.br ^next(%d : i32)
       ^next(%y: i32):
         %m = llvm.add %n, %c1 : i32
         llvm.br ^head(%y, %m : i32, i32)
       ^end:
         %mask = llvm.mlir.constant(-1 : i32) : i32
         %all = nvvm.vote.sync ballot %mask, %go -> i32
         %r = llvm.add %n, %all : i32",
    );
    let input: Vec<i32> = (1..=64).collect();
    let (out, _) = run(&text, Dims::linear(1, 64), &[&input, &[0; 64]]).unwrap();
    let steps = |mut x: i32| {
        let mut n = 0;
        while x > 1 {
            x = if x % 2 == 1 { 3 * x + 1 } else { x / 2 };
            n += 1;
        }
        n
    };
    assert_eq!(out[1], input.iter().map(|&x| steps(x)).collect::<Vec<_>>());
}

#[test]
fn switches_and_early_returns() {
    let text = elementwise(
        "%c1 = llvm.mlir.constant(1 : i32) : i32
         %c2 = llvm.mlir.constant(2 : i32) : i32
         llvm.switch %v : i32, ^other(%v : i32) [
           0: ^gone,
           1: ^other(%c2 : i32),
           2: ^twice
         ]
       ^gone:
         llvm.return
       ^twice:
         %d = llvm.mul %v, %c2 : i32
         llvm.br ^other(%d : i32)
       ^other(%r: i32):",
    );
    let input: Vec<i32> = (0..32).map(|i| i % 4).collect();
    let (out, _) = run(&text, Dims::linear(1, 32), &[&input, &[-1; 32]]).unwrap();
    let want: Vec<i32> = input.iter().map(|v| [-1, 2, 4, 3][*v as usize]).collect();
    assert_eq!(out[1], want);
}

#[test]
fn functions_are_called() {
    let f = "llvm.func @f(%x: i32, %y: i32) -> i32 {
      %c = llvm.icmp \"slt\" %x, %y : i32
      llvm.cond_br %c, ^a, ^b
    ^a:
      llvm.return %y : i32
    ^b:
      llvm.return %x : i32
    }";
    let body = format!(
        "{ELEMENT}\n %v = llvm.load %p : !llvm.ptr -> i32
         %c = llvm.mlir.constant(7 : i32) : i32
         %d = llvm.call @f(%v, %c) : (i32, i32) -> i32
         %r = llvm.call @f(%d, %tid) : (i32, i32) -> i32
         llvm.store %r, %q : i32, !llvm.ptr"
    );
    let text = kernel(f, "%a: !llvm.ptr, %b: !llvm.ptr", &body);
    let input: Vec<i32> = (0..32).map(|i| (i * 5) % 13).collect();
    let (out, _) = run(&text, Dims::linear(1, 32), &[&input, &[0; 32]]).unwrap();
    let want: Vec<i32> = (0..).zip(&input).map(|(t, &v)| v.max(7).max(t)).collect();
    assert_eq!(out[1], want);
}

#[test]
fn vectors_structs_and_stack() {
    let text = elementwise(
        "%one = llvm.mlir.constant(1 : i32) : i32
         %s = llvm.alloca %one x !llvm.struct<(i8, array<4 x i32>)> : (i32) -> !llvm.ptr
         %e = llvm.getelementptr %s[0, 1, %low] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i8, array<4 x i32>)>
         llvm.store %v, %e : i32, !llvm.ptr
         %w = llvm.load %e : !llvm.ptr -> i32
         %u = llvm.mlir.undef : vector<2xi32>
         %x0 = llvm.insertelement %w, %u[%one : i32] : vector<2xi32>
         %zero = llvm.mlir.constant(0 : i32) : i32
         %x1 = llvm.insertelement %tid, %x0[%zero : i32] : vector<2xi32>
         %y = llvm.add %x1, %x1 : vector<2xi32>
         %z = llvm.shufflevector %y, %x1 [1, 2] : vector<2xi32>
         %z0 = llvm.extractelement %z[%zero : i32] : vector<2xi32>
         %z1 = llvm.extractelement %z[%one : i32] : vector<2xi32>
         %p0 = llvm.mlir.poison : !llvm.struct<(i32, i32)>
         %p1 = llvm.insertvalue %z0, %p0[0] : !llvm.struct<(i32, i32)>
         %p2 = llvm.insertvalue %z1, %p1[1] : !llvm.struct<(i32, i32)>
         %r0 = llvm.extractvalue %p2[0] : !llvm.struct<(i32, i32)>
         %r1 = llvm.extractvalue %p2[1] : !llvm.struct<(i32, i32)>
         %r = llvm.add %r0, %r1 : i32",
    );
    let text = text.replace("%one = llvm.mlir.constant(1 : i32) : i32", "%one = llvm.mlir.constant(1 : i32) : i32\n %three = llvm.mlir.constant(3 : i32) : i32\n %low = llvm.and %tid, %three : i32");
    let input: Vec<i32> = (0..32).map(|i| i * i).collect();
    let (out, _) = run(&text, Dims::linear(1, 32), &[&input, &[0; 32]]).unwrap();
    assert_eq!(out[1], (0..32).map(|i| 2 * i * i + i).collect::<Vec<_>>());
}

#[test]
fn variables_and_vectors_in_memory() {
    let globals = "llvm.mlir.global internal constant @t(dense<[10, 20, 30, 40]> : tensor<4xi32>) {addr_space = 1 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>";
    let body = format!(
        "{ELEMENT}
         %t = llvm.mlir.addressof @t : !llvm.ptr<1>
         %x = llvm.load %t {{alignment = 16 : i64}} : !llvm.ptr<1> -> vector<4xi32>
         %three = llvm.mlir.constant(3 : i32) : i32
         %k = llvm.and %tid, %three : i32
         %r = llvm.extractelement %x[%k : i32] : vector<4xi32>
         llvm.store %r, %q : i32, !llvm.ptr"
    );
    let text = kernel(globals, "%a: !llvm.ptr, %b: !llvm.ptr", &body);
    let (out, _) = run(&text, Dims::linear(1, 32), &[&[0; 1], &[0; 32]]).unwrap();
    assert_eq!(out[1], (0..32).map(|i| 10 * (i % 4 + 1)).collect::<Vec<_>>());
    let write = body.replace(
        "%x = llvm.load %t {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>",
        "llvm.store %tid, %t : i32, !llvm.ptr<1>\n%x = llvm.mlir.undef : vector<4xi32>",
    );
    let text = kernel(globals, "%a: !llvm.ptr, %b: !llvm.ptr", &write);
    fails(&text, Dims::linear(1, 1), &[&[0; 1], &[0; 32]], ErrorKind::WrongSpace, "constant memory");
}

#[test]
fn accesses_stay_in_their_buffers() {
    let text = elementwise("%r = llvm.add %v, %v : i32");
    fails(
        &text,
        Dims::linear(1, 32),
        &[&[0; 32], &[0; 31]],
        ErrorKind::OutOfBounds,
        "byte 124 of buffer 2, which has 124 bytes",
    );
    let e = run(&text, Dims::linear(2, 32), &[&[0; 63], &[0; 64]]).unwrap_err();
    assert_eq!((e.kind, e.block, e.thread), (ErrorKind::OutOfBounds, Some([1, 0, 0]), Some([31, 0, 0])));
    assert!(e.to_string().starts_with("test.mlir:"), "{e}");
    assert!(e.to_string().contains("'llvm.load' op out of bounds: read of 4 bytes"), "{e}");
    assert!(e.diagnostic().is_some());
    let before = elementwise(
        "%n = llvm.getelementptr %a[-1] : (!llvm.ptr) -> !llvm.ptr, i32\n%r = llvm.load %n : !llvm.ptr -> i32",
    );
    fails(&before, Dims::linear(1, 1), &[&[0], &[0]], ErrorKind::OutOfBounds, "byte -4 of buffer 1");
    let null = elementwise("%n = llvm.mlir.zero : !llvm.ptr\n%r = llvm.load %n : !llvm.ptr -> i32");
    fails(&null, Dims::linear(1, 1), &[&[0], &[0]], ErrorKind::OutOfBounds, "null");
}

#[test]
fn accesses_are_aligned() {
    let text = elementwise(
        "%n = llvm.getelementptr %a[2] : (!llvm.ptr) -> !llvm.ptr, i8\n%r = llvm.load %n : !llvm.ptr -> i32",
    );
    fails(&text, Dims::linear(1, 1), &[&[0, 0], &[0]], ErrorKind::Misaligned, "no multiple of 4");
    let fine = text.replace("llvm.load %n :", "llvm.load %n {alignment = 2 : i64} :");
    assert!(run(&fine, Dims::linear(1, 1), &[&[0, 0], &[0]]).is_ok());
}

#[test]
fn uninitialised_memory_is_seen() {
    let text = elementwise("%r = llvm.add %v, %v : i32");
    let mut d = device(&text);
    let (a, b) = (d.alloc(128).unwrap(), d.alloc(128).unwrap());
    d.write(a, &[1; 124]).unwrap();
    let e = d.launch("k", Dims::linear(1, 32), &[a, b]).unwrap_err();
    assert_eq!((e.kind, e.thread), (ErrorKind::Uninitialised, Some([31, 0, 0])), "{e}");
    d.write(a + 124, &[1; 4]).unwrap();
    d.launch("k", Dims::linear(1, 32), &[a, b]).unwrap();
    d.launch("k", Dims::linear(1, 32), &[b, a]).unwrap();
    // Freed memory belongs to no buffer.
    d.free(a).unwrap();
    let e = d.launch("k", Dims::linear(1, 32), &[a, b]).unwrap_err();
    assert!(e.to_string().contains("freed"), "{e}");
}

#[test]
fn divisions_by_zero_and_limits() {
    let text = elementwise("%r = llvm.sdiv %v, %tid : i32");
    fails(&text, Dims::linear(1, 32), &[&[1; 32], &[0; 32]], ErrorKind::Undefined, "division by zero");
    let text = elementwise("llvm.br ^l\n^l:\nllvm.br ^l\n^u:\n%r = llvm.add %v, %v : i32");
    fails(&text, Dims::linear(1, 32), &[&[1; 32], &[0; 32]], ErrorKind::Limit, "instructions");
}

#[test]
fn launches_fit_to_kernels() {
    let text = elementwise("%r = llvm.add %v, %v : i32")
        .replace("nvvm.kernel}", "nvvm.kernel, nvvm.maxntid = array<i32: 64>}");
    fails(&text, Dims::linear(1, 65), &[&[1; 99], &[0; 99]], ErrorKind::Launch, "compiled for");
    let mut d = device(&text);
    assert!(d.launch("x", Dims::linear(1, 1), &[]).unwrap_err().to_string().contains("no kernel 'x'"));
    assert!(d.launch("k", Dims::linear(1, 1), &[1]).unwrap_err().to_string().contains("too few"));
    assert!(
        d.launch("k", Dims::linear(1, 1), &[1, 2, 3])
            .unwrap_err()
            .to_string()
            .contains("3 slots of parameters instead of 2")
    );
    assert!(d.launch("k", Dims::linear(1, 2000), &[1, 2]).unwrap_err().to_string().contains("cannot have"));
    let cluster = Dims { cluster: [3, 1, 1], ..Dims::linear(2, 32) };
    assert!(d.launch("k", cluster, &[1, 2]).unwrap_err().to_string().contains("no whole number of clusters"));
    let shared = Dims { dynamic_shared: 300_000, ..Dims::linear(2, 32) };
    assert!(d.launch("k", shared, &[1, 2]).unwrap_err().to_string().contains("shared memory"));
}

#[test]
fn unknown_ops_are_named() {
    let text = elementwise("%s = llvm.sext %v : i32 to i128\n%r = llvm.trunc %s : i128 to i32");
    let e = strata_gpusim::Device::new(Default::default()).load(&module(&text)).unwrap_err();
    assert_eq!(e.kind, ErrorKind::Unsupported);
    assert!(e.to_string().contains("'llvm.sext' op unsupported: values of type 'i128'"), "{e}");
    let text = elementwise("%r = llvm.call @g(%v) : (i32) -> i32")
        .replace("gpu.module @m {", "gpu.module @m {\nllvm.func @g(i32) -> i32");
    let e = strata_gpusim::Device::new(Default::default()).load(&module(&text)).unwrap_err();
    assert!(e.to_string().contains("'g' has no body"), "{e}");
}

#[test]
fn architectures_have_their_instructions() {
    let load = |arch: u32, op: &str| {
        let text = kernel(
            "llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>",
            "%a: !llvm.ptr<1>",
            &format!("%s = llvm.mlir.addressof @s : !llvm.ptr<3>\n{op}"),
        );
        let config = strata_gpusim::Config { arch, ..Default::default() };
        strata_gpusim::Device::new(config).load(&module(&text)).map_err(|e| e.to_string())
    };
    let copy = "nvvm.cp.async.shared.global %s, %a, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>";
    assert!(load(75, copy).unwrap_err().contains("sm_75 has no such instruction"));
    assert_eq!(load(80, copy).unwrap(), ["m::k"]);
    assert!(load(80, "nvvm.wgmma.fence.aligned").is_err());
    assert!(load(90, "nvvm.wgmma.fence.aligned").is_ok());
    assert!(load(100, "nvvm.wgmma.fence.aligned").is_err());
    assert!(load(80, "nvvm.cp.async.bulk.commit.group").is_err());
}
