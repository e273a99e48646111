// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-llvmir %s | FileCheck %s
// RUN: strata-translate --mlir-to-llvmir < %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: strata-translate --mlir-to-llvmir -O2 --mcpu=x86-64-v3 - < %s | FileCheck %s --check-prefix=O2

// A module of the llvm dialect is translated as it is, without passes.
// CHECK: define i32 @twice(i32 %0)
// CHECK-NEXT: %2 = add i32 %0, 0
// CHECK-NEXT: %3 = add i32 %2, %2
// CHECK-NEXT: ret i32 %3

// An explicit level runs the passes.
// O2: target triple = "x86_64
// O2: define {{.*}}i32 @twice(i32 {{.*}}%0)
// O2-NEXT: shl i32 %0, 1
// O2: "target-cpu"="x86-64-v3"
llvm.func @twice(%x: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.add %x, %zero : i32
  %1 = llvm.add %0, %0 : i32
  llvm.return %1 : i32
}
