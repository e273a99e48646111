// RUN: strata-opt %s --remove-dead-values --split-input-file | FileCheck %s
// RUN: strata-opt %s --remove-dead-values=canonicalize=false --split-input-file | FileCheck %s --check-prefix=RAW

// An argument that nothing uses and a result that no caller uses go, with what they are computed from.
// CHECK-LABEL: func.func private @f(%arg0: i32) -> i32 {
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
// CHECK-LABEL: func.func @main
// CHECK-NEXT:    %0 = call @f(%arg0) : (i32) -> i32
// CHECK-NEXT:    return %0 : i32
func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %b, %a : i32
  return %0, %1 : i32, i32
}
func.func @main(%a: i32, %b: i32) -> i32 {
  %0:2 = call @f(%a, %b) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// -----

// The counterpart of a public function, and of one whose address is taken, is not known.
// CHECK-LABEL: func.func @public(%arg0: i32) -> i32
// CHECK-LABEL: func.func private @taken(%arg0: i32)
func.func @public(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func private @taken(%a: i32) {
  return
}
func.func @user() -> ((i32) -> ()) {
  %f = func.constant @taken : (i32) -> ()
  return %f : (i32) -> ()
}

// -----

// Arguments of blocks go with what branches pass for them.
// CHECK-LABEL: func.func @branches
// CHECK-NEXT:    cf.cond_br %arg1, ^bb1(%arg0 : i32), ^bb2
// CHECK-NEXT:  ^bb1(%0: i32):
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  ^bb2:
func.func @branches(%a: i32, %c: i1) -> i32 {
  %d = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1(%a, %d : i32, i32), ^bb2(%d : i32)
^bb1(%x: i32, %y: i32):
  %u = arith.addi %y, %y : i32
  return %x : i32
^bb2(%z: i32):
  return %a : i32
}

// -----

// A loop keeps what is stored and what is returned.
// CHECK-LABEL: func.func @loop
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %arg0) -> (i32) {
// CHECK:           %[[N:.*]] = arith.addi %[[X]], %arg0 : i32
// CHECK-NEXT:      memref.store %arg0
// CHECK-NEXT:      scf.yield %[[N]] : i32
// CHECK:         return %[[R]] : i32
// RAW-LABEL: func.func @loop
// RAW:         %[[P:.*]] = ub.poison : i32
// RAW:         scf.for {{.*}} iter_args(%{{.*}} = %arg0, %{{.*}} = %[[P]], %{{.*}} = %arg0)
// RAW:           %[[Q:.*]] = ub.poison : i32
// RAW-NEXT:      scf.yield %{{.*}}, %[[Q]], %{{.*}} : i32, i32, i32
func.func @loop(%a: i32, %lb: index, %ub: index, %s: index, %m: memref<i32>) -> i32 {
  %r:3 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %n = arith.addi %x, %a : i32
    %k = arith.addi %y, %a : i32
    memref.store %z, %m[] : memref<i32>
    scf.yield %n, %k, %z : i32, i32, i32
  }
  return %r#0 : i32
}

// -----

// An op without effects whose results are not used goes with its regions; one with an effect stays.
// CHECK-LABEL: func.func @conditions
// CHECK-NEXT:    scf.if %arg1 {
// CHECK-NEXT:      memref.store %arg0, %arg2[]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @conditions(%a: i32, %c: i1, %m: memref<i32>) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    memref.store %a, %m[] : memref<i32>
    scf.yield %a : i32
  } else {
    %y = arith.muli %a, %0 : i32
    scf.yield %y : i32
  }
  return
}
