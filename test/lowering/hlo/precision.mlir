// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{default-precision=tf32x3}))' | FileCheck %s --check-prefixes=CHECK,X3
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{default-precision=tf32}))' | FileCheck %s --check-prefixes=CHECK,X1
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{default-precision=ieee}))' | FileCheck %s --check-prefixes=CHECK,IEEE
// RUN: strata-opt %s --stablehlo-legalize-to-linalg | FileCheck %s --check-prefix=NONE
// RUN: not strata-opt %s --stablehlo-legalize-to-linalg="default-precision=half" 2>&1 | FileCheck %s --check-prefix=WORD

// Without the option no product says how exact it is.
// NONE-NOT: input_precision

// WORD: error: default-precision: 'half' is no precision: tf32, tf32x3 or ieee

// What the option says, where a program asks for nothing.
// CHECK-LABEL: func.func @default(
// X3: linalg.matmul {input_precision = "tf32x3"} ins(
// X1: linalg.matmul {input_precision = "tf32"} ins(
// IEEE: linalg.matmul ins(
func.func @default(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @default_said(
// X3: linalg.matmul {input_precision = "tf32x3"} ins(
// X1: linalg.matmul {input_precision = "tf32"} ins(
// IEEE: linalg.matmul ins(
func.func @default_said(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// No less exact than that.
// CHECK-LABEL: func.func @high(
// X3: linalg.matmul {input_precision = "tf32x3"} ins(
// X1: linalg.matmul {input_precision = "tf32x3"} ins(
// IEEE: linalg.matmul ins(
func.func @high(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @highest(
// CHECK: linalg.matmul ins(
func.func @highest(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// The more exact factor decides.
// CHECK-LABEL: func.func @one_factor_highest(
// CHECK: linalg.matmul ins(
func.func @one_factor_highest(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Algorithms are what they name, or more exact.
// CHECK-LABEL: func.func @tf32(
// CHECK: linalg.matmul {input_precision = "tf32"} ins(
func.func @tf32(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @tf32_x3(
// CHECK: linalg.matmul {input_precision = "tf32x3"} ins(
func.func @tf32_x3(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @tf32_x3_of_jax(
// CHECK: linalg.matmul {input_precision = "tf32x3"} ins(
func.func @tf32_x3_of_jax(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @bf16(
// CHECK: linalg.matmul {input_precision = "tf32"} ins(
func.func @bf16(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @bf16_x3(
// CHECK: linalg.matmul {input_precision = "tf32x3"} ins(
func.func @bf16_x3(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @bf16_x3_of_jax(
// CHECK: linalg.matmul {input_precision = "tf32x3"} ins(
func.func @bf16_x3_of_jax(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @bf16_x6(
// CHECK: linalg.matmul ins(
func.func @bf16_x6(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @bf16_x9(
// CHECK: linalg.matmul ins(
func.func @bf16_x9(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @f16(
// CHECK: linalg.matmul {input_precision = "tf32"} ins(
func.func @f16(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @f8(
// CHECK: linalg.matmul {input_precision = "tf32"} ins(
func.func @f8(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E5M2, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @f32(
// CHECK: linalg.matmul ins(
func.func @f32(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// The same for every op that becomes a product of `f32`.
// CHECK-LABEL: func.func @dot(
// X3: linalg.matmul {input_precision = "tf32x3"}
func.func @dot(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @batch(
// X3: linalg.batch_matmul {input_precision = "tf32x3"}
func.func @batch(%x: tensor<2x4x8xf32>, %y: tensor<2x8x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @vector(
// X3: linalg.generic {{.*}} ["parallel", "reduction"]} {{.*}} attrs = {input_precision = "tf32x3"}
func.func @vector(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @unknown_sizes(
// X3: linalg.matmul {input_precision = "tf32x3"}
func.func @unknown_sizes(%x: tensor<?x8xf32>, %y: tensor<8x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @unknown_batch(
// X3: linalg.generic {{.*}} attrs = {input_precision = "tf32x3"}
func.func @unknown_batch(%x: tensor<?x4x8xf32>, %y: tensor<?x8x4xf32>) -> tensor<?x4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x4x8xf32>, tensor<?x8x4xf32>) -> tensor<?x4x4xf32>
  return %0 : tensor<?x4x4xf32>
}

// CHECK-LABEL: func.func @convolution(
// X3: linalg.generic {{.*}} attrs = {input_precision = "tf32x3"}
// IEEE-NOT: input_precision
func.func @convolution(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x6x6x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// CHECK-LABEL: func.func @convolution_of_unknown_size(
// X3: linalg.generic {{.*}} attrs = {input_precision = "tf32x3"}
func.func @convolution_of_unknown_size(%x: tensor<?x6x6x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<?x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x6x6x8xf32>, tensor<3x3x8x16xf32>) -> tensor<?x4x4x16xf32>
  return %0 : tensor<?x4x4x16xf32>
}

// Complex numbers are four products of `f32`.
// CHECK-LABEL: func.func @complex(
// X3-COUNT-4: linalg.matmul {input_precision = "tf32x3"}
func.func @complex(%x: tensor<4x8xcomplex<f32>>, %y: tensor<8x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xcomplex<f32>>, tensor<8x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// Nothing is said of other types, and where nothing is summed.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: input_precision
func.func @others(%a: tensor<4x8xbf16>, %b: tensor<8x4xbf16>, %c: tensor<4x8xf64>, %d: tensor<8x4xf64>, %e: tensor<4xf32>, %f: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf64>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf64>, tensor<8x4xf64>) -> tensor<4x4xf64>
  %2 = stablehlo.dot_general %e, %f, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf64>, tensor<4x4xf32>
}
