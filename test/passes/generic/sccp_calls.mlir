// RUN: strata-opt %s --sccp --split-input-file | FileCheck %s

// All calls pass 3, so the argument is 3 and the result 4.
// CHECK-LABEL: func.func private @always_three
// CHECK: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK: return %[[FOUR]]
func.func private @always_three(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  return %0 : i32
}
// CHECK-LABEL: @calls_three
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.constant 16 : i32
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK: return %[[FOUR]], %[[PRODUCT]]
func.func @calls_three() -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = call @always_three(%c3) : (i32) -> i32
  %1 = call @always_three(%c3) : (i32) -> i32
  %2 = arith.muli %0, %1 : i32
  return %0, %2 : i32, i32
}

// -----

// Of two arguments one differs from call to call.
// CHECK-LABEL: func.func private @one_of_two
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32
// CHECK: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK: return %[[THREE]], %[[Y]]
func.func private @one_of_two(%x: i32, %y: i32) -> (i32, i32) {
  return %x, %y : i32, i32
}
func.func @calls_two(%v: i32) -> (i32, i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0:2 = call @one_of_two(%c3, %v) : (i32, i32) -> (i32, i32)
  %1:2 = call @one_of_two(%c3, %c4) : (i32, i32) -> (i32, i32)
  return %0#0, %0#1, %1#0, %1#1 : i32, i32, i32, i32
}

// -----

// A function that is also used as a value may be called by anybody.
// CHECK-LABEL: func.func private @taken
// CHECK-SAME: %[[X:.*]]: i32
// CHECK: return %[[X]]
func.func private @taken(%x: i32) -> i32 {
  return %x : i32
}
func.func @takes() -> ((i32) -> i32, i32) {
  %c1 = arith.constant 1 : i32
  %f = constant @taken : (i32) -> i32
  %a = call @taken(%c1) : (i32) -> i32
  return %f, %a : (i32) -> i32, i32
}

// -----

// A public function may be called from elsewhere, but what it returns is known.
// CHECK-LABEL: func.func @public
// CHECK-SAME: %[[X:.*]]: i32
// CHECK: return %{{.*}}, %[[X]]
func.func @public(%x: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  return %c7, %x : i32, i32
}
// CHECK-LABEL: @calls_public
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK: %[[R:.*]]:2 = call @public
// CHECK: return %[[SEVEN]], %[[R]]#1
func.func @calls_public() -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0:2 = call @public(%c1) : (i32) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func private @recursive
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: return %[[ONE]]
func.func private @recursive(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %a = call @recursive(%c1) : (i32) -> i32
  return %x : i32
}
func.func @calls_recursive() -> i32 {
  %c1 = arith.constant 1 : i32
  %a = call @recursive(%c1) : (i32) -> i32
  return %a : i32
}

// -----

// Nothing is known about a function that is defined elsewhere.
func.func private @external(i32) -> i32
// CHECK-LABEL: @calls_external
// CHECK: %[[R:.*]] = call @external
// CHECK: return %[[R]]
func.func @calls_external() -> i32 {
  %c1 = arith.constant 1 : i32
  %a = call @external(%c1) : (i32) -> i32
  return %a : i32
}

// -----

// CHECK-LABEL: module @inner
// CHECK: func.func private @identity
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: return %[[ONE]]
module @inner {
  func.func private @identity(%x: i32) -> i32 { return %x : i32 }
  func.func @calls_identity() -> i32 {
    %c1 = arith.constant 1 : i32
    %a = call @identity(%c1) : (i32) -> i32
    return %a : i32
  }
}

// -----

// Nobody outside of the outermost module calls a nested function.
// CHECK-LABEL: func.func nested @echo
// CHECK: %[[C:.*]] = arith.constant 9 : i32
// CHECK: return %[[C]]
func.func nested @echo(%x: i32) -> i32 {
  return %x : i32
}
func.func @calls_echo() -> i32 {
  %c9 = arith.constant 9 : i32
  %0 = call @echo(%c9) : (i32) -> i32
  return %0 : i32
}
