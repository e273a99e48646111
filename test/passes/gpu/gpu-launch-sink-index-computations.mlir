// RUN: strata-opt %s --gpu-launch-sink-index-computations | FileCheck %s

// Constants, sizes and choices move; sums do not, and what depends on them is passed.

// CHECK-LABEL: func.func @sink
// CHECK:         %[[SUM:.*]] = arith.addi
// CHECK:         gpu.launch
// CHECK:           %[[D:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?xf32>
// CHECK:           %[[C:.*]] = arith.constant 8 : index
// CHECK:           %[[LESS:.*]] = arith.cmpi slt, %[[D]], %[[C]] : index
// CHECK:           %[[S:.*]] = arith.select %[[LESS]], %[[D]], %[[C]] : index
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[S]]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[SUM]]]
func.func @sink(%x: memref<?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %size = memref.dim %x, %c0 : memref<?xf32>
  %less = arith.cmpi slt, %size, %c8 : index
  %least = arith.select %less, %size, %c8 : index
  %sum = arith.addi %n, %size : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %x[%least] : memref<?xf32>
    memref.store %v, %x[%sum] : memref<?xf32>
    gpu.terminator
  }
  return
}
