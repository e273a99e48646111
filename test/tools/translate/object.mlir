// REQUIRES: strata-translate, cc
// RUN: rm -rf %t && mkdir -p %t
// RUN: strata-translate --mlir-to-obj %S/Inputs/add.mlir -o %t/add.o --header=%t/add.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/add.h
// RUN: cc -Wall -Werror -I%t %S/Inputs/call.c %t/add.o -o %t/call
// RUN: %t/call | FileCheck %s

// HEADER: typedef struct sum_context sum_context;
// HEADER: sum_context *sum_context_new(int32_t threads);
// HEADER: inputs[0]: tensor<2x3xf32>, 24 bytes
// HEADER: inputs[1]: tensor<2x3xf32>, 24 bytes
// HEADER: outputs[0]: tensor<2x3xf32>, 24 bytes
// HEADER: int32_t sum_main(const void *const *inputs, void *const *outputs, sum_context *context);

// CHECK: 2 1
// CHECK: 2 32 2: 2 3
// CHECK: 1
// CHECK: 11 22 33 44 55 66 <>
