// What JAX makes of its algorithms that round the factors; here they have few bits already.
func.func @main(%arg0: tensor<24x40xf32>, %arg1: tensor<40x32xf32>) -> (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<24x40xf32>
  %1 = stablehlo.reduce_precision %arg1, format = e8m7 : tensor<40x32xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<24x40xf32>, tensor<40x32xf32>) -> tensor<24x32xf32>
  %3 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<24x40xf32>, tensor<40x32xf32>) -> tensor<24x32xf32>
  %4 = stablehlo.convert %0 : (tensor<24x40xf32>) -> tensor<24x40xf16>
  %5 = stablehlo.convert %1 : (tensor<40x32xf32>) -> tensor<40x32xf16>
  %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<24x40xf16>, tensor<40x32xf16>) -> tensor<24x32xf32>
  return %2, %3, %6 : tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>
}
