// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @parts(%arg0: f32, %arg1: f32) -> !llvm.struct<(f32, f32)> {
// CHECK-NEXT:    %0 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    llvm.return %2 : !llvm.struct<(f32, f32)>
func.func @parts(%x: f32, %y: f32) -> complex<f32> {
  %0 = complex.create %x, %y : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: llvm.func @real(%arg0: !llvm.struct<(f64, f64)>) -> f64 {
// CHECK-NEXT:    %0 = llvm.extractvalue %arg0[0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:    llvm.return %0 : f64
func.func @real(%z: complex<f64>) -> f64 {
  %0 = complex.re %z : complex<f64>
  return %0 : f64
}

// CHECK-LABEL: llvm.func @imaginary(%arg0: !llvm.struct<(f64, f64)>) -> f64 {
// CHECK-NEXT:    %0 = llvm.extractvalue %arg0[1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:    llvm.return %0 : f64
func.func @imaginary(%z: complex<f64>) -> f64 {
  %0 = complex.im %z : complex<f64>
  return %0 : f64
}

// CHECK-LABEL: llvm.func @constant() -> !llvm.struct<(f32, f32)> {
// CHECK-NEXT:    %0 = llvm.mlir.constant([5.000000e-01 : f32, -2.000000e+00 : f32]) : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    llvm.return %0 : !llvm.struct<(f32, f32)>
func.func @constant() -> complex<f32> {
  %0 = complex.constant [0.5 : f32, -2.0 : f32] : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: llvm.func @bits(%arg0: !llvm.struct<(f32, f32)>) -> i64 {
// CHECK-NEXT:    %0 = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT:    %1 = llvm.extractvalue %arg0[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %2 = llvm.extractvalue %arg0[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %3 = llvm.bitcast %1 : f32 to i32
// CHECK-NEXT:    %4 = llvm.zext %3 : i32 to i64
// CHECK-NEXT:    %5 = llvm.bitcast %2 : f32 to i32
// CHECK-NEXT:    %6 = llvm.zext %5 : i32 to i64
// CHECK-NEXT:    %7 = llvm.shl %6, %0 : i64
// CHECK-NEXT:    %8 = llvm.or %7, %4 : i64
// CHECK-NEXT:    llvm.return %8 : i64
func.func @bits(%z: complex<f32>) -> i64 {
  %0 = complex.bitcast %z : complex<f32> to i64
  return %0 : i64
}

// CHECK-LABEL: llvm.func @from_bits(%arg0: f64) -> !llvm.struct<(f32, f32)> {
// CHECK-NEXT:    %0 = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT:    %1 = llvm.bitcast %arg0 : f64 to i64
// CHECK-NEXT:    %2 = llvm.lshr %1, %0 : i64
// CHECK-NEXT:    %3 = llvm.trunc %1 : i64 to i32
// CHECK-NEXT:    %4 = llvm.bitcast %3 : i32 to f32
// CHECK-NEXT:    %5 = llvm.trunc %2 : i64 to i32
// CHECK-NEXT:    %6 = llvm.bitcast %5 : i32 to f32
// CHECK-NEXT:    %7 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %8 = llvm.insertvalue %4, %7[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %9 = llvm.insertvalue %6, %8[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:    llvm.return %9 : !llvm.struct<(f32, f32)>
func.func @from_bits(%x: f64) -> complex<f32> {
  %0 = complex.bitcast %x : f64 to complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: llvm.func @memory(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)> {
// CHECK-NEXT:    %0 = llvm.getelementptr inbounds|nuw %arg1[%arg5] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %1 = llvm.load %0 : !llvm.ptr -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:    %2 = llvm.getelementptr inbounds|nuw %arg1[%arg5] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK-NEXT:    llvm.store %arg6, %2 : !llvm.struct<(f32, f32)>, !llvm.ptr
// CHECK-NEXT:    llvm.return %1 : !llvm.struct<(f32, f32)>
func.func @memory(%m: memref<4xcomplex<f32>>, %i: index, %z: complex<f32>) -> complex<f32> {
  %0 = memref.load %m[%i] : memref<4xcomplex<f32>>
  memref.store %z, %m[%i] : memref<4xcomplex<f32>>
  return %0 : complex<f32>
}
