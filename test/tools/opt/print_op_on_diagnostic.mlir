// RUN: not strata-opt %s --split-input-file 2>&1 | FileCheck %s
// RUN: not strata-opt %s --split-input-file --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: strata-opt %s --split-input-file --verify-diagnostics

// OFF-NOT: see current operation

// CHECK: error: 'arith.addi' op requires the same type for all operands and results
// CHECK-NEXT: %0 = "arith.addi"(%a, %b)
// CHECK-NEXT: ^
// CHECK-NEXT: note: see current operation: %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i64) -> i32
func.func @one_line(%a: i32, %b: i64) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

// An op of several lines begins on a line of its own, before the other notes.
// CHECK: error: 'scf.for' op expects regions to end with 'scf.yield', found 'ub.unreachable'
// CHECK: note: see current operation: {{$}}
// CHECK-NEXT: {{^}}"scf.for"(%arg0, %arg0, %arg0) ({
// CHECK-NEXT: {{^}}^bb0(%arg1: index):
// CHECK-NEXT: {{^}}  "ub.unreachable"() : () -> ()
// CHECK-NEXT: {{^}}}) : (index, index, index) -> ()
// CHECK-NEXT: note: in custom textual format, the absence of terminator implies 'scf.yield'
func.func @lines(%a: index) {
  // expected-error @+2 {{expects regions to end with 'scf.yield', found 'ub.unreachable'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: index):
    ub.unreachable
  }) : (index, index, index) -> ()
  return
}

// -----

// CHECK: error: block with no terminator, has %0 = "arith.constant"() <{value = 3 : i32}> : () -> i32
func.func @no_terminator() {
  // expected-error @+1 {{block with no terminator, has}}
  %0 = arith.constant 3 : i32
}

// -----

func.func @regions(%c: i1) {
  // expected-error @+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({
    scf.yield
  }) : (i1) -> ()
  return
}

// -----

func.func @blocks(%c: i1) {
  // expected-error @+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%c) ({
    scf.yield
  ^bb1:
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @empty(%a: index) {
  // expected-error @+1 {{'scf.for' op expects a non-empty block}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: index):
  }) : (index, index, index) -> ()
  return
}

// -----

// expected-note @+1 {{previously referenced here}}
func.func @names(%a: index) {
  // expected-error @+1 {{region entry argument '%a' is already in use}}
  scf.for %a = %a to %a step %a {
  }
  return
}
