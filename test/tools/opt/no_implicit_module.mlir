// RUN: strata-opt %s --no-implicit-module --split-input-file --verify-diagnostics=only-expected | FileCheck %s
// RUN: strata-opt %s --mlir-print-debuginfo --mlir-print-local-scope --split-input-file | FileCheck %s --check-prefix=LOC

// CHECK-NOT: module
// CHECK: func.func private @alone()
// A module that nobody wrote is at no line of the file.
// LOC: } loc("{{.*}}":0:0)
func.func private @alone()
