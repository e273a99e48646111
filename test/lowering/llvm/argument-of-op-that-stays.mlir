// RUN: strata-opt %s --convert-to-llvm | FileCheck %s

// The descriptor of an argument is kept for the first op, whose conversion fails after it asked for the descriptor.

// CHECK-LABEL: llvm.func @layout(
// CHECK:         %[[D:.*]] = llvm.insertvalue %arg6, %{{.*}}[4, 1]
// CHECK-NEXT:    %[[M:.*]] = builtin.unrealized_conversion_cast %[[D]] : !llvm.struct<{{.*}}> to memref<4x4xf32, #map>
// CHECK-NEXT:    memref.load %[[M]]
func.func @layout(%m: memref<4x4xf32, affine_map<(i, j) -> (j, i)>>, %i: index) -> f32 {
  %c = memref.load %m[%i, %i] : memref<4x4xf32, affine_map<(i, j) -> (j, i)>>
  return %c : f32
}
