// RUN: strata-opt %s --scf-forall-to-for --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: index, %arg1: memref<?x?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_0 = arith.constant 0 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c1_1 = arith.constant 1 : index
// CHECK-NEXT:   scf.for %arg2 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:     scf.for %arg3 = %c0_0 to %c5 step %c1_1 {
// CHECK-NEXT:       "t.a"(%arg2, %arg3) : (index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   scf.for %arg2 = %arg0 to %c9 step %c2 {
// CHECK-NEXT:     "t.a"(%arg2) : (index) -> ()
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c1_3 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg3 = %c0_2 to %arg2 step %c1_3 {
// CHECK-NEXT:       "t.b"(%arg3) : (index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%u: index, %m: memref<?x?xf32>) {
  scf.forall (%i, %j) in (%u, 5) {
    "t.a"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) = (%u) to (9) step (2) {
    "t.a"(%i) : (index) -> ()
    scf.forall (%j) in (%i) {
      "t.b"(%j) : (index) -> ()
    }
  }
  return
}
