// FLAGS: --view-op-graph
// FLAGS: --view-op-graph=print-control-flow-edges
// FLAGS: --view-op-graph=print-attrs=false
// FLAGS: --view-op-graph=print-result-types=false
// FLAGS: --view-op-graph="print-attrs=false print-result-types=false max-label-len=3"
// FLAGS: --view-op-graph="print-data-flow-edges=false print-control-flow-edges max-label-len=12"
// FLAGS: --view-op-graph=max-label-len=0
// STREAMS: both

func.func @flow(%a: i32, %t: tensor<4x8xf32>, %b: i1) -> i32 {
  %c = arith.constant 5 : i32
  %d = arith.addi %a, %c {note = "a <b> {c} | \"q\""} : i32
  %k = arith.constant dense<1.0> : tensor<32xf32>
  %r = scf.if %b -> i32 {
    scf.yield %d : i32
  } else {
    %e = arith.muli %a, %d : i32
    scf.yield %e : i32
  }
  cf.br ^x(%r : i32)
^x(%q: i32):
  cf.cond_br %b, ^x(%c: i32), ^y
^y:
  %m:2 = func.call @two(%q, %q) : (i32, i32) -> (i32, i32)
  func.call @none() : () -> ()
  return %m#1 : i32
}
func.func private @two(i32, i32) -> (i32, i32)
func.func private @none()
// -----
%0:3 = "test.a"() {x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16<<|, 17>>], z, s = "a\nb\\c",
  y = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]> : tensor<18xi32>,
  u = dense<[[1, 2]]> : tensor<1x2xi32>, l = dense<2> : tensor<3xi32>, "q r" = array<i64: 1, 2, 3, 4, 5, 6, 7, 8, 9>
  } : () -> (i32, tensor<4x5x6x7x8x9x10xf32>, memref<?xf32, strided<[?], offset: ?>>)
%1 = "test.b"(%0#1, %0#0) ({
^bb0(%a: i32):
  %q = "test.c"(%a) : (i32) -> i32
  "test.d"() ({}) : () -> ()
}, {
^bb0:
  "test.g"(%0#2)[^bb1] : (memref<?xf32, strided<[?], offset: ?>>) -> ()
^bb1:
  "test.e"() ({ "test.f"() : () -> () }) : () -> ()
}) : (tensor<4x5x6x7x8x9x10xf32>, i32) -> i32
%2 = "test.u"(%1) : (i32) -> (!llvm.struct<(i32, i64, struct<(i8, i8)>)>)
%3 = "test.v"() <{p = 1 : i32}> ({}) : () -> (!foo.bar<x{y}>)
builtin.module @inner { "test.z"() : () -> () }
// -----
// An isolated op in a region: its values are numbered after those around it.
func.func @isolated(%n: index, %x: f32) {
  %c = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c, %sz = %c) {
    %s = gpu.all_reduce %x {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      gpu.yield %t : f32
    } : (f32) -> f32
    gpu.terminator
  }
  return
}
