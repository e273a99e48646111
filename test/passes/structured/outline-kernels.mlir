// RUN: strata-opt --outline-kernels --merge-identical-functions --split-input-file %s | FileCheck %s
// RUN: strata-opt --outline-kernels --merge-identical-functions --split-input-file --validate-passes %s -o /dev/null

// Two equal loops over different buffers are two calls of one function.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: memref<4x6xf32>, %[[Y:.*]]: memref<4x6xf32>, %[[Z:.*]]: memref<4x6xf32>)
// CHECK:         call @main_parallel(%[[X]], %[[Y]]) : (memref<4x6xf32>, memref<4x6xf32>) -> ()
// CHECK:         call @main_parallel(%[[Y]], %[[Z]]) : (memref<4x6xf32>, memref<4x6xf32>) -> ()
// CHECK:       func.func private @main_kernel(
// CHECK-SAME:    %[[KX:.*]]: memref<4x6xf32>, %[[KY:.*]]: memref<4x6xf32>, %[[CHUNK:.*]]: index)
// CHECK:         %[[J:.*]] = arith.remui %[[CHUNK]], %{{.*}} : index
// CHECK:         %[[I:.*]] = arith.divui %[[CHUNK]], %{{.*}} : index
// CHECK:         memref.load %[[KX]][%[[I]], %[[J]]]
// CHECK:       func.func private @main_parallel(%{{.*}}: memref<4x6xf32>, %{{.*}}: memref<4x6xf32>)
// CHECK-SAME:    attributes {strata.chunks = 24 : i64, strata.kernel = @main_kernel}
// CHECK:         scf.for %[[C:.*]] =
// CHECK-NEXT:      func.call @main_kernel(%{{.*}}, %{{.*}}, %[[C]])
// CHECK-NOT:   func.func
func.func @main(%x: memref<4x6xf32>, %y: memref<4x6xf32>, %z: memref<4x6xf32>) attributes {strata.num_inputs = 1 : i64} {
  %two = arith.constant 2.0 : f32
  scf.forall (%i, %j) in (4, 6) {
    %0 = memref.load %x[%i, %j] : memref<4x6xf32>
    %1 = arith.mulf %0, %two : f32
    memref.store %1, %y[%i, %j] : memref<4x6xf32>
  }
  scf.forall (%i, %j) in (4, 6) {
    %0 = memref.load %y[%i, %j] : memref<4x6xf32>
    %1 = arith.mulf %0, %two : f32
    memref.store %1, %z[%i, %j] : memref<4x6xf32>
  }
  return
}

// -----

// A view is made where it is used. The size of the second loop is not known, so it stays.
// CHECK-LABEL: func.func @views(
// CHECK:         call @views_parallel(%{{.*}}) : (memref<4x6xf32>) -> ()
// CHECK:         scf.forall
// CHECK:       func.func private @views_kernel(
// CHECK:         memref.subview
func.func @views(%x: memref<4x6xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.subview %x[2, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<6xf32, strided<[1], offset: 12>>
  scf.forall (%i) in (6) {
    memref.store %zero, %row[%i] : memref<6xf32, strided<[1], offset: 12>>
  }
  scf.forall (%i) in (%n) {
    memref.store %zero, %row[%i] : memref<6xf32, strided<[1], offset: 12>>
  }
  return
}
