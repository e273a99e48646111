// RUN: strata-opt %s --convert-vector-to-llvm | FileCheck %s

// Lanes that are off do not count.
// CHECK-LABEL: func.func @sum
// CHECK: %[[N:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK: "llvm.intr.vp.reduce.fadd"(%arg1, %arg0, %arg2, %[[N]])
func.func @sum(%v: vector<4xf32>, %s: f32, %k: vector<4xi1>) -> f32 {
  %0 = vector.mask %k { vector.reduction <add>, %v, %s : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// An extreme that keeps NaN has infinity in the lanes that are off.
// CHECK-LABEL: func.func @largest
// CHECK: %[[NONE:.*]] = llvm.mlir.constant(dense<0xFF800000> : vector<4xf32>) : vector<4xf32>
// CHECK: %[[V:.*]] = llvm.select %arg1, %arg0, %[[NONE]]
// CHECK: llvm.intr.vector.reduce.fmaximum(%[[V]])
func.func @largest(%v: vector<4xf32>, %k: vector<4xi1>) -> f32 {
  %0 = vector.mask %k { vector.reduction <maximumf>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
