// RUN: not strata-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: fails.mlir:[[#@LINE+2]]:3: error: unexpected error: type of return operand 0
func.func @unexpected(%a: i32) -> i64 {
  return %a : i32
}

// -----

// CHECK: fails.mlir:[[#@LINE+1]]:4: error: expected error "never" was not produced
// expected-error @+1 {{never}}
func.func @missing() { return }

// -----

// CHECK: fails.mlir:[[#@LINE+2]]:6: error: 'error' diagnostic emitted when expecting a 'warning'
func.func @kind(%a: i32) -> i64 {
  // expected-warning @+1 {{type of return operand 0}}
  return %a : i32
}
// CHECK: error: expected warning "type of return operand 0" was not produced

// -----

// CHECK: <unknown>:0: error: expected remark "nowhere" was not produced
// expected-remark@unknown {{nowhere}}
func.func @unknown() { return }
