// RUN: not strata-opt %s --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// CHECK: func.func @first
// CHECK: // -----
// CHECK-NOT: @second
// CHECK: // -----
// CHECK: func.func @third
func.func @first() {
  return
}

// -----

// The line numbers are those of the whole file.
// ERR: split.mlir:[[#@LINE+2]]:3: error: Dialect `nothing' not found for custom op 'nothing.here'
func.func @second() {
  nothing.here
}

// -----

func.func @third() {
  return
}
