// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// A transfer of a vector without dimensions accesses one element, which is in bounds, whatever the strides are.
// CHECK-LABEL: llvm.func @element
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds
// CHECK: llvm.load %[[P]] {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK: %[[Q:.*]] = llvm.getelementptr inbounds
// CHECK: llvm.store %{{.*}}, %[[Q]] {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr
func.func @element(%m: memref<4xf32, strided<[2]>>, %i: index, %v: vector<f32>) -> vector<f32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %p : memref<4xf32, strided<[2]>>, vector<f32>
  vector.transfer_write %v, %m[%i] : vector<f32>, memref<4xf32, strided<[2]>>
  return %0 : vector<f32>
}

// CHECK-LABEL: llvm.func @rank_0
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK: llvm.store %{{.*}} : vector<1xf32>, !llvm.ptr
func.func @rank_0(%m: memref<f32>, %v: vector<f32>) -> f32 {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  vector.transfer_write %v, %m[] : vector<f32>, memref<f32>
  %1 = vector.extract %0[] : f32 from vector<f32>
  return %1 : f32
}

// Under a mask the element need not exist.
// CHECK-LABEL: llvm.func @masked
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: vector<1xi1>)
// CHECK-NOT: inbounds
// CHECK: llvm.intr.masked.load %{{.*}}, %[[MASK]], %{{.*}} {alignment = 4 : i32} : (!llvm.ptr, vector<1xi1>, vector<1xf32>) -> vector<1xf32>
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[MASK]]
func.func @masked(%m: memref<4xf32>, %i: index, %v: vector<f32>, %mask: vector<1xi1>) -> vector<f32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %p, %mask : memref<4xf32>, vector<f32>
  vector.transfer_write %v, %m[%i], %mask : vector<f32>, memref<4xf32>
  return %0 : vector<f32>
}
