// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s
// RUN: strata-opt %s --convert-vector-to-llvm=enable-amx | FileCheck %s --check-prefix=PART

// CHECK-LABEL: llvm.func @tiles
// CHECK-DAG: %[[R:.*]] = llvm.mlir.constant(16 : i16) : i16
// CHECK-DAG: %[[B:.*]] = llvm.mlir.constant(64 : i16) : i16
// CHECK-DAG: %[[S:.*]] = llvm.mlir.constant(128 : i64) : i64
// CHECK-DAG: %[[HALF:.*]] = llvm.mlir.constant(8 : i16) : i16
// CHECK: %[[Z:.*]] = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%[[HALF]], %[[B]]) : (i16, i16) -> !llvm.x86_amx
// CHECK: %[[X:.*]] = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[HALF]], %[[B]], %{{.*}}, %[[S]]) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
// The stride of a buffer of one dimension is given: in elements there, in bytes here.
// CHECK: %[[TWO:.*]] = llvm.mul %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: %[[Y:.*]] = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[R]], %[[B]], %{{.*}}, %[[TWO]]) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
// CHECK: %[[T:.*]] = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%[[HALF]], %[[B]], %[[B]], %[[Z]], %[[X]], %[[Y]])
// CHECK: llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%[[HALF]], %[[B]], %{{.*}}, %{{.*}}, %[[T]]) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
// PART-LABEL: func.func @tiles
// PART: llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
func.func @tiles(%a: memref<64x64xbf16>, %b: memref<?xbf16>, %c: memref<?x?xf32>, %i: index, %s: index) {
  %0 = amx.tile_zero : !amx.tile<8x16xf32>
  %1 = amx.tile_load %a[%i, %i] : memref<64x64xbf16> into !amx.tile<8x32xbf16>
  %2 = amx.tile_load %b[%i], %s : memref<?xbf16> into !amx.tile<16x32xbf16>
  %3 = amx.tile_mulf %1, %2, %0 : !amx.tile<8x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<8x16xf32>
  amx.tile_store %c[%i, %i], %3 : memref<?x?xf32>, !amx.tile<8x16xf32>
  return
}

// The instruction follows from the types and the signs of the factors; blocks have tiles as arguments.
// CHECK-LABEL: llvm.func @products(
// CHECK-SAME: !llvm.x86_amx, %{{.*}}: !llvm.x86_amx
// CHECK: llvm.br ^bb1(%{{.*}} : !llvm.x86_amx)
// CHECK: ^bb1(%[[T:.*]]: !llvm.x86_amx):
// CHECK: "llvm.x86.tdpbssd.internal"
// CHECK: "llvm.x86.tdpbsud.internal"
// CHECK: "llvm.x86.tdpbusd.internal"
// CHECK: "llvm.x86.tdpbuud.internal"
// CHECK: "llvm.x86.tdpfp16ps.internal"
func.func @products(%a: !amx.tile<16x64xi8>, %b: !amx.tile<16x64xi8>, %c: !amx.tile<16x16xi32>, %d: !amx.tile<16x32xf16>, %e: !amx.tile<16x16xf32>) {
  cf.br ^bb1(%c : !amx.tile<16x16xi32>)
^bb1(%0: !amx.tile<16x16xi32>):
  %1 = amx.tile_muli %a, %b, %0 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %2 = amx.tile_muli %a, %b zext, %1 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %3 = amx.tile_muli %a zext, %b, %2 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %4 = amx.tile_muli %a zext, %b zext, %3 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %5 = amx.tile_mulf %d, %d, %e : !amx.tile<16x32xf16>, !amx.tile<16x32xf16>, !amx.tile<16x16xf32>
  return
}
