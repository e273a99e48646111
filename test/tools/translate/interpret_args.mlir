// REQUIRES: strata-translate
// RUN: rm -rf %t && mkdir %t
// RUN: strata-translate -interpret %s --probe-output-dir=%t --args="[dense<[10, 20]> : tensor<2xi32>, dense<[1, 2]> : tensor<2xi32>]" | FileCheck %s
// RUN: strata-translate --interpret %s --args=@%t/probe1.npy,@%t/probe2.npy | FileCheck %s
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t/index.csv
// RUN: not strata-translate --interpret %s --args=@%t/none.npy 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not strata-translate --interpret %s --args=@%t/none 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not strata-translate --interpret %s --args=@%t/a,@%t/b 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not strata-translate --interpret %s --args=@%t/a.txt,@%t/probe1.npy 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not strata-translate --interpret %s --args="[4.0 : f32]" 2>&1 | FileCheck %s --check-prefix=DENSE

// The only function is the entry, whatever its name.
// CHECK: tensor<2xi32> {
// CHECK-NEXT: [11, 22]
// CHECK-NEXT: }
// INDEX: first,tensor<2xi32>,{{.*}}probe1.npy
// INDEX-NEXT: second,tensor<2xi32>,{{.*}}probe2.npy
// NONE: error: failed to read NumPy args file
// FILE: error: failed to read args file
// SEVERAL: error: expected a single args file, multiple files are only supported for .npy args
// MIXED: error: cannot mix .npy and non-.npy args files
// DENSE: error: expected dense elements attribute for args elements, i.e. --args=[dense<1> : tensor<2xi32>, ...] or --args=@file
func.func @sum(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %0 = interpreter.probe %a, probe_id = "first" : tensor<2xi32>
  %1 = interpreter.probe %b, probe_id = "second" : tensor<2xi32>
  check.expect_serialized_eq %b, probe_id = "second", iter = 0 : tensor<2xi32>
  %2 = stablehlo.add %0, %1 : tensor<2xi32>
  return %2 : tensor<2xi32>
}
