// A pipeline becomes a script that does the same.
//
// RUN: strata-opt %s --pass-pipeline="builtin.module(transform-attach-schedule{pipeline={bufferize-program,cse,linalg-vectorize{vector-bits=256},func.func(canonicalize)}})" | FileCheck %s --check-prefix=SCRIPT
// RUN: strata-opt %s --pass-pipeline="builtin.module(transform-attach-schedule{pipeline={bufferize-program,cse,linalg-vectorize{vector-bits=256},func.func(canonicalize)}},transform-interpreter,test-transform-dialect-erase-schedule)" | FileCheck %s
// RUN: strata-opt %s --pass-pipeline="builtin.module(bufferize-program,cse,linalg-vectorize{vector-bits=256},func.func(canonicalize))" | FileCheck %s

// RUN: strata-opt %s --pass-pipeline="builtin.module(transform-attach-schedule{pipeline={strata-cpu-pipeline}},transform-interpreter,test-transform-dialect-erase-schedule)" | FileCheck %s --check-prefix=NATIVE
// RUN: strata-opt %s --strata-cpu-pipeline | FileCheck %s --check-prefix=NATIVE

// NATIVE-NOT: transform.named_sequence
// NATIVE: llvm.func @user.sum(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr{{.*}})
// NATIVE: llvm.fadd {{.*}} : vector<{{[0-9]+}}xf32>
// NATIVE-NOT: transform.named_sequence

// SCRIPT: transform.named_sequence @__transform_main(%[[M:.*]]: !transform.any_op {transform.consumed}) attributes {strata.apart} {
// SCRIPT-NEXT: %[[B:.*]] = transform.apply_registered_pass "bufferize-program" to %[[M]]
// SCRIPT-NEXT: %[[C:.*]] = transform.apply_registered_pass "cse" to %[[B]]
// SCRIPT-NEXT: %[[V:.*]] = transform.apply_registered_pass "linalg-vectorize" with options = {"vector-bits" = "256"} to %[[C]]
// SCRIPT-NEXT: %[[F:.*]] = transform.structured.match ops{["func.func"]} in %[[V]]
// SCRIPT-NEXT: transform.apply_registered_pass "canonicalize" with options = {{{.*}}} to %[[F]]
// SCRIPT-NEXT: transform.yield

// CHECK-LABEL: func.func @sum
// CHECK-SAME: memref<64xf32>
// CHECK: scf.for
// CHECK: vector.load
// CHECK: arith.addf {{.*}} : vector<8xf32>
func.func @sum(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
