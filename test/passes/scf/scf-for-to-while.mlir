// RUN: strata-opt %s --scf-for-to-while --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT:   %0:2 = scf.while (%arg4 = %arg0, %arg5 = %arg3) : (index, f32) -> (index, f32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg4, %arg1 : index
// CHECK-NEXT:     scf.condition(%1) %arg4, %arg5 : index, f32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: index, %arg5: f32):
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg2 : index
// CHECK-NEXT:     %2:2 = scf.while (%arg6 = %arg0, %arg7 = %arg5) : (index, f32) -> (index, f32) {
// CHECK-NEXT:       %3 = arith.cmpi slt, %arg6, %arg4 : index
// CHECK-NEXT:       scf.condition(%3) %arg6, %arg7 : index, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg6: index, %arg7: f32):
// CHECK-NEXT:       %3 = arith.addi %arg6, %arg2 : index
// CHECK-NEXT:       %4 = "t.v"(%arg4, %arg6, %arg7) : (index, index, f32) -> f32
// CHECK-NEXT:       scf.yield %3, %4 : index, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1, %2#1 : index, f32
// CHECK-NEXT:   } attributes {tag}
// CHECK-NEXT:   return %0#1 : f32
// CHECK-NEXT: }
func.func @f(%l: index, %u: index, %s: index, %a: f32) -> f32 {
  %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> f32 {
    %q = scf.for %j = %l to %i step %s iter_args(%y = %x) -> f32 {
      %v = "t.v"(%i, %j, %y) : (index, index, f32) -> f32
      scf.yield %v : f32
    }
    scf.yield %q : f32
  } {tag}
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @g(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%2) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %2 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     "t.v"(%arg3) : (i32) -> ()
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %2 = arith.cmpi ult, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%2) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %2 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     "t.v"(%arg3) : (i32) -> ()
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } attributes {unsignedCmp}
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @g(%l: i32, %u: i32, %s: i32) {
  scf.for %i = %l to %u step %s : i32 {
    "t.v"(%i) : (i32) -> ()
  }
  scf.for unsigned %i = %l to %u step %s : i32 {
    "t.v"(%i) : (i32) -> ()
  }
  return
}
