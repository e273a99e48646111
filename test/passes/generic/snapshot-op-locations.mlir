// RUN: strata-opt %s --snapshot-op-locations='filename=%t.mlir tag=here' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.mlir
// RUN: not strata-opt %s --snapshot-op-locations 2>&1 | FileCheck %s --check-prefix=NONE

// The file has the IR as it is, and the new locations name it; columns are counted from zero.

// CHECK:      %0 = arith.addi %arg0, %arg0 : i32 loc(fused["old", "here"("{{.*}}.mlir":3:4)])
// CHECK-NEXT: return %0 : i32 loc(fused["{{.*}}snapshot-op-locations.mlir":{{[0-9]+}}:3, "here"("{{.*}}.mlir":4:4)])
// FILE:       module {
// FILE-NEXT:    func.func @f(%arg0: i32) -> i32 {
// FILE-NEXT:      %0 = arith.addi %arg0, %arg0 : i32
// FILE-NEXT:      return %0 : i32
// NONE: error: the option 'filename' is missing
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("old")
  return %0 : i32
}
