// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-llvmir %s --entry=forward --mcpu=x86-64-v3 | FileCheck %s
// RUN: strata-translate --mlir-to-asm %s --entry=forward --mcpu=x86-64 --mattr=+avx2 -O3 | FileCheck %s --check-prefix=ASM
// RUN: not strata-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s --check-prefix=ENTRY

// The module has no name: the file's is the prefix.
// The function itself is hidden.
// CHECK: define internal void @user.forward(
// CHECK-DAG: define {{.*}}i32 @llvmir_program_forward(ptr
// CHECK-DAG: define {{.*}}i32 @llvmir_program_forward_num_inputs()
// CHECK-DAG: define {{.*}}ptr @llvmir_program_context_new(i32
// CHECK-DAG: define {{.*}}void @llvmir_program_context_free(ptr
// CHECK-DAG: define {{.*}}ptr @llvmir_program_last_error(ptr
// CHECK-DAG: "target-cpu"="x86-64-v3"

// ASM: .globl{{.*}}llvmir_program_forward
// ASM: vaddps
// ASM: retq

// ENTRY: error: the module has no function '@main'
func.func @forward(%a: tensor<1024xf32>, %b: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = stablehlo.add %a, %b : tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
