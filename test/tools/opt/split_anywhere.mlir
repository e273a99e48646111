// RUN: strata-opt %s --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// A marker is one in the middle of a line, too, as for mlir-opt.
// CHECK: func.func private @first
// CHECK: // -----
// CHECK: func.func private @second
// CHECK: // -----
// CHECK: func.func private @third
func.func private @first()
// Some words // -----
func.func private @second()  // -----
func.func private @third()
// What is almost one is warned of.
// ERR: split_anywhere.mlir:[[#@LINE+1]]:7: warning: near miss with file split marker
// ----
