// REQUIRES: strata-translate
// RUN: not strata-translate --mlir-to-asm %s -o %t.missing/x.s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not strata-translate --mlir-to-shared %s -o %t.missing/x.so 2>&1 | FileCheck %s --check-prefix=OUTPUT

// Files that cannot be written.
// OUTPUT: cannot open output file '{{.*}}': No such file or directory
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
