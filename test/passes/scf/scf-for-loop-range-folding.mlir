// RUN: strata-opt %s --scf-for-loop-range-folding --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg3 : index
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg3 : index
// CHECK-NEXT:   %2 = arith.muli %0, %arg2 : index
// CHECK-NEXT:   %3 = arith.muli %1, %arg2 : index
// CHECK-NEXT:   %4 = arith.muli %arg2, %arg2 : index
// CHECK-NEXT:   scf.for %arg4 = %2 to %3 step %4 {
// CHECK-NEXT:     "t.v"(%arg4) : (index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @f(%l: index, %u: index, %s: index, %m: index) {
  scf.for %i = %l to %u step %s {
    %a = arith.addi %i, %m : index
    %b = arith.muli %a, %s : index
    "t.v"(%b) : (index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @g(%arg0: index, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   scf.for %arg4 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     %0 = arith.muli %c4, %arg4 : index
// CHECK-NEXT:     "t.v"(%0) : (index) -> ()
// CHECK-NEXT:     scf.for %arg5 = %arg4 to %arg1 step %arg2 {
// CHECK-NEXT:       %3 = arith.addi %arg5, %arg3 : index
// CHECK-NEXT:       %4 = arith.addi %arg5, %arg3 : index
// CHECK-NEXT:       "t.v"(%3, %4) : (index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg0 : index
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg1 : index
// CHECK-NEXT:     scf.for %arg5 = %1 to %2 step %arg2 {
// CHECK-NEXT:       "t.v"(%arg5) : (index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @g(%l: index, %u: index, %s: index, %m: index) {
  %c4 = arith.constant 4 : index
  scf.for %i = %l to %u step %s {
    %b = arith.muli %c4, %i : index
    "t.v"(%b) : (index) -> ()
    scf.for %j = %i to %u step %s {
      %q = arith.addi %j, %m : index
      %r = arith.addi %j, %m : index
      "t.v"(%q, %r) : (index, index) -> ()
    }
    scf.for %j = %l to %u step %s {
      %q = arith.addi %i, %j : index
      "t.v"(%q) : (index) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @h(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg3 : i32
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg3 : i32
// CHECK-NEXT:   scf.for %arg4 = %0 to %1 step %arg2  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg4 : i32
// CHECK-NEXT:     "t.v"(%2) : (i32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @h(%l: i32, %u: i32, %s: i32, %m: i32) {
  scf.for %i = %l to %u step %s : i32 {
    %a = arith.addi %i, %m : i32
    %b = arith.addi %a, %a : i32
    "t.v"(%b) : (i32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @k(%arg0: index, %arg1: index, %arg2: index, %arg3: index) {
// CHECK-NEXT:   %0 = arith.addi %arg3, %arg0 : index
// CHECK-NEXT:   %1 = arith.addi %arg3, %arg1 : index
// CHECK-NEXT:   scf.for %arg4 = %0 to %1 step %arg2 {
// CHECK-NEXT:     %2 = "t.k"() : () -> index
// CHECK-NEXT:     %3 = arith.muli %arg4, %2 : index
// CHECK-NEXT:     "t.v"(%3) : (index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @k(%l: index, %u: index, %s: index, %m: index) {
  scf.for %i = %l to %u step %s {
    %a = arith.addi %m, %i : index
    %k = "t.k"() : () -> index
    %b = arith.muli %a, %k : index
    "t.v"(%b) : (index) -> ()
  }
  return
}
