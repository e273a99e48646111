// RUN: strata-opt %s --cse --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @simple
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[S]], %[[S]]
// CHECK-NEXT: return %[[P]]
func.func @simple(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// -----

// Scopes: a sibling region does not see the other, a nested one sees what is around it.
// CHECK-LABEL: @scopes
// CHECK: %[[S:.*]] = arith.addi
// CHECK: scf.if
// CHECK-NEXT: "test.use"(%[[S]])
// CHECK-NEXT: arith.muli
// CHECK-NEXT: "test.use"
// CHECK: else
// CHECK-NEXT: arith.muli
func.func @scopes(%c: i1, %a: i32) {
  %0 = arith.addi %a, %a : i32
  scf.if %c {
    %1 = arith.addi %a, %a : i32
    "test.use"(%1) : (i32) -> ()
    %2 = arith.muli %a, %a : i32
    "test.use"(%2) : (i32) -> ()
  } else {
    %1 = arith.muli %a, %a : i32
    "test.use"(%1) : (i32) -> ()
  }
  "test.use"(%0) : (i32) -> ()
  return
}

// -----

// Dominance in a control flow graph.
// CHECK-LABEL: @blocks
// CHECK: %[[S:.*]] = arith.addi
// CHECK: ^bb1:
// CHECK-NEXT: cf.br ^bb3(%[[S]] : i32)
// CHECK: ^bb2:
// CHECK-NEXT: %[[M:.*]] = arith.muli
// CHECK-NEXT: cf.br ^bb3(%[[M]] : i32)
// CHECK: ^bb3
// CHECK-NEXT: arith.muli
func.func @blocks(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  cf.br ^bb3(%1 : i32)
^bb2:
  %2 = arith.muli %a, %a : i32
  cf.br ^bb3(%2 : i32)
^bb3(%r: i32):
  %3 = arith.muli %a, %a : i32
  %4 = arith.addi %r, %3 : i32
  %5 = arith.addi %4, %0 : i32
  return %5 : i32
}

// -----

// Loads are equal until something may write.
// CHECK-LABEL: @loads
// CHECK-COUNT-2: memref.load
// CHECK-NOT: memref.load
func.func @loads(%m: memref<4xi32>, %i: index) -> i32 {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  %2 = arith.addi %0, %1 : i32
  memref.store %2, %m[%i] : memref<4xi32>
  %3 = memref.load %m[%i] : memref<4xi32>
  %4 = arith.muli %2, %3 : i32
  return %4 : i32
}

// -----

// What differs in an attribute or a type stays.
// CHECK-LABEL: @different
// CHECK-COUNT-2: arith.cmpi
// CHECK-COUNT-2: arith.ext
func.func @different(%a: i32, %b: i32) {
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi sle, %a, %b : i32
  %2 = arith.extsi %a : i32 to i64
  %3 = arith.extsi %a : i32 to i48
  "test.use"(%0, %1, %2, %3) : (i1, i1, i64, i48) -> ()
  return
}

// -----

// Ops of an unknown kind may have effects.
// CHECK-LABEL: @unknown
// CHECK-COUNT-2: "test.op"
func.func @unknown() {
  %0 = "test.op"() : () -> i32
  %1 = "test.op"() : () -> i32
  "test.use"(%0, %1) : (i32, i32) -> ()
  return
}

// -----

// What is in an unknown op may not see what is around it.
// CHECK-LABEL: @unknown_region
// CHECK: arith.constant 7
// CHECK: "u.region"
// CHECK-NEXT: arith.constant 7
func.func @unknown_region() -> i32 {
  %0 = arith.constant 7 : i32
  "u.region"() ({
    %1 = arith.constant 7 : i32
    "u.end"(%1) : (i32) -> ()
  }) : () -> ()
  return %0 : i32
}

// -----

// In a region without an order, a use in front of both ops keeps its value.
// CHECK-LABEL: module @graph
// CHECK-NEXT: arith.muli %[[A:.*]], %[[B:.*]] : i32
// CHECK-NEXT: %[[A]] = arith.constant 4
// CHECK-NEXT: %[[B]] = arith.constant 4
module @graph {
  %0 = arith.muli %1, %2 : i32
  %1 = arith.constant 4 : i32
  %2 = arith.constant 4 : i32
  "u.use"(%0) : (i32) -> ()
}
