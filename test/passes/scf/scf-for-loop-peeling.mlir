// RUN: strata-opt %s --scf-for-loop-peeling | FileCheck %s

// The size of a tile in an inner loop is known in the full iterations of the outer one; the inner loop of the last iteration stays.
// CHECK-LABEL: @nest
// CHECK:       scf.for %{{.*}} = %c0 to %[[M:.*]] step %c8 {
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %c6 step %c3 {
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%c8, %c3]
// CHECK:         scf.for %[[J:.*]] = %c6 to %c8 step %c3 {
// CHECK-NEXT:      %[[V:.*]] = affine.apply #{{.*}}(%[[J]])
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%c8, %[[V]]]
// CHECK:       scf.for %[[I:.*]] = %[[M]] to %[[N:.*]] step %c8 {
// CHECK-NEXT:    %[[U:.*]] = affine.apply #{{.*}}(%[[I]])[%[[N]]]
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %[[U]] step %c3 {
// CHECK-NEXT:      affine.min
func.func @nest(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %u = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    scf.for %j = %c0 to %u step %c3 {
      %v = affine.min affine_map<(d0, d1) -> (3, d1 - d0)>(%j, %u)
      memref.store %x, %m[%u, %v] : memref<?x?xf32>
    }
  }
  return
}
