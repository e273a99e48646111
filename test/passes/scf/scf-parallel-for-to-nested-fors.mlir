// RUN: strata-opt %s --scf-parallel-for-to-nested-fors --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT:   %0 = scf.parallel (%arg4, %arg5) = (%arg0, %arg0) to (%arg1, %arg0) step (%arg2, %arg2) init (%arg3) -> f32 {
// CHECK-NEXT:     %1 = "t.v"(%arg4, %arg5) : (index, index) -> f32
// CHECK-NEXT:     scf.reduce(%1 : f32) {
// CHECK-NEXT:     ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:       %2 = arith.addf %arg6, %arg7 : f32
// CHECK-NEXT:       scf.reduce.return %2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
func.func @f(%l: index, %u: index, %s: index, %a: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%l, %l) to (%u, %l) step (%s, %s) init (%a) -> f32 {
    %v = "t.v"(%i, %j) : (index, index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      scf.reduce.return %z : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @g(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:   scf.for %arg3 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     scf.for %arg4 = %arg1 to %arg0 step %arg2 {
// CHECK-NEXT:       "t.v"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT:       scf.for %arg5 = %arg0 to %arg3 step %arg2 {
// CHECK-NEXT:         "t.w"(%arg3, %arg5) : (index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @g(%l: index, %u: index, %s: index) {
  scf.parallel (%i, %j) = (%l, %u) to (%u, %l) step (%s, %s) {
    "t.v"(%i, %j) : (index, index) -> ()
    scf.parallel (%k) = (%l) to (%i) step (%s) {
      "t.w"(%i, %k) : (index, index) -> ()
    }
  } {tag}
  return
}
