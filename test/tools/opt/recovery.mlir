// RUN: not strata-opt %s 2>&1 | FileCheck %s --implicit-check-not=error:

// Each broken op is reported, with its line and a caret, and the ops after it are still read.

// CHECK: recovery.mlir:[[@LINE+4]]:{{[0-9]+}}: error: expected ':'
// CHECK-NEXT: %0 = arith.addi %a, %a i32
// CHECK-NEXT: {{^ *\^}}
func.func @one(%a: i32) -> i32 {
  %0 = arith.addi %a, %a i32
  return %a : i32
}

// CHECK: recovery.mlir:[[@LINE+2]]:{{[0-9]+}}: error: custom op 'arith.nonsense' is unknown
func.func @two(%a: i32) {
  arith.nonsense %a : i32
  return
}

// What the broken op would have defined is not reported as missing.
// CHECK: recovery.mlir:[[@LINE+2]]:{{[0-9]+}}: error: operation being parsed with an unregistered dialect
func.func @three(%a: i32) -> i32 {
  %0 = "test.op"(%a) : (i32) i32
  return %0 : i32
}

// The brace after the error ends a dictionary, not the region.
// CHECK: recovery.mlir:[[@LINE+2]]:{{[0-9]+}}: error: undefined symbol alias id 'unknown'
func.func @four() {
  %0 = arith.constant {a = {b = #unknown}} 1 : i32
  // CHECK: recovery.mlir:[[@LINE+3]]:{{[0-9]+}}: error: undefined symbol alias id 'unknown'
  scf.execute_region {
    scf.yield
  } {a = [#unknown]}
  // CHECK: recovery.mlir:[[@LINE+1]]:{{[0-9]+}}: error: custom op 'arith.last' is unknown
  arith.last
  return
}
