// RUN: strata-opt %s --canonicalize | FileCheck %s
// Simplifications of the dialect's ops.

// CHECK: llvm.func @constants_to_the_right(%arg0: i32) -> i32 {
// CHECK: %0 = llvm.mlir.constant(7 : i32) : i32
// CHECK: %1 = llvm.add %arg0, %0 : i32
// CHECK: %2 = llvm.mul %1, %0 : i32
// CHECK: %3 = llvm.sub %0, %2 : i32
// CHECK: llvm.return %3 : i32
llvm.func @constants_to_the_right(%a: i32) -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.add %0, %a : i32
  %2 = llvm.mul %0, %1 : i32
  %3 = llvm.sub %0, %2 : i32
  llvm.return %3 : i32
}
// CHECK: llvm.func @use(i64, f32, i64)
llvm.func @use(i64, f32, i64)
// CHECK: llvm.func @parts_of_constants() {
// CHECK: %0 = llvm.mlir.constant(dense<5> : tensor<2x3xi64>) : !llvm.array<2 x array<3 x i64>>
// CHECK: %1 = llvm.mlir.constant(8 : i64) : i64
// CHECK: %2 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK: %3 = llvm.extractvalue %0[1, 2] : !llvm.array<2 x array<3 x i64>>
// CHECK: llvm.call @use(%1, %2, %3) : (i64, f32, i64) -> ()
// CHECK: llvm.return
llvm.func @parts_of_constants() {
  %a = llvm.mlir.constant(dense<[7, 8]> : tensor<2xi64>) : !llvm.array<2 x i64>
  %0 = llvm.extractvalue %a[1] : !llvm.array<2 x i64>
  %s = llvm.mlir.constant([1.0 : f32, 2 : i64]) : !llvm.struct<(f32, i64)>
  %1 = llvm.extractvalue %s[0] : !llvm.struct<(f32, i64)>
  %b = llvm.mlir.constant(dense<5> : tensor<2x3xi64>) : !llvm.array<2 x array<3 x i64>>
  %2 = llvm.extractvalue %b[1, 2] : !llvm.array<2 x array<3 x i64>>
  llvm.call @use(%0, %1, %2) : (i64, f32, i64) -> ()
  llvm.return
}
// CHECK: llvm.func @part_of_an_array_of_arrays() -> i64 {
// CHECK{LITERAL}: %0 = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>) : !llvm.array<2 x array<2 x i64>>
// CHECK: %1 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<2 x i64>>
// CHECK: llvm.return %1 : i64
llvm.func @part_of_an_array_of_arrays() -> i64 {
  %a = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>) : !llvm.array<2 x array<2 x i64>>
  %0 = llvm.extractvalue %a[1, 0] : !llvm.array<2 x array<2 x i64>>
  llvm.return %0 : i64
}
// CHECK: llvm.func @atomic_loads(%arg0: !llvm.ptr) {
// CHECK: %0 = llvm.load %arg0 atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.return
llvm.func @atomic_loads(%p: !llvm.ptr) {
  %0 = llvm.load %p atomic unordered {alignment = 4 : i64} : !llvm.ptr -> i32
  %1 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}
