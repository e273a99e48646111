// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%f: tensor<2x3xf32>, %i: tensor<2x3xi32>, %p: tensor<2x3xi1>, %c: tensor<2x3xcomplex<f32>>, %s: tensor<f32>) {
  // CHECK: stablehlo.abs {{%[^ ,):]+}} : tensor<2x3xf32>
  %0 = stablehlo.abs %f : tensor<2x3xf32>
  // CHECK: stablehlo.abs {{%[^ ,):]+}} : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %1 = stablehlo.abs %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // CHECK: stablehlo.cbrt {{%[^ ,):]+}} : tensor<2x3xf32>
  %2 = stablehlo.cbrt %f : tensor<2x3xf32>
  // CHECK: stablehlo.ceil {{%[^ ,):]+}} : tensor<2x3xf32>
  %3 = stablehlo.ceil %f : tensor<2x3xf32>
  // CHECK: stablehlo.convert {{%[^ ,):]+}} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %4 = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xi8>
  // CHECK: stablehlo.cosine {{%[^ ,):]+}} : tensor<2x3xf32>
  %5 = stablehlo.cosine %f : tensor<2x3xf32>
  // CHECK: stablehlo.count_leading_zeros {{%[^ ,):]+}} : tensor<2x3xi32>
  %6 = stablehlo.count_leading_zeros %i : tensor<2x3xi32>
  // CHECK: stablehlo.exponential {{%[^ ,):]+}} {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  %7 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  // CHECK: stablehlo.exponential_minus_one {{%[^ ,):]+}} : tensor<2x3xf32>
  %8 = stablehlo.exponential_minus_one %f : tensor<2x3xf32>
  // CHECK: stablehlo.floor {{%[^ ,):]+}} : tensor<2x3xf32>
  %9 = stablehlo.floor %f : tensor<2x3xf32>
  // CHECK: stablehlo.imag {{%[^ ,):]+}} : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %10 = stablehlo.imag %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // CHECK: stablehlo.is_finite {{%[^ ,):]+}} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %11 = stablehlo.is_finite %f : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.log {{%[^ ,):]+}} : tensor<2x3xf32>
  %12 = stablehlo.log %f : tensor<2x3xf32>
  // CHECK: stablehlo.log_plus_one {{%[^ ,):]+}} : tensor<2x3xf32>
  %13 = stablehlo.log_plus_one %f : tensor<2x3xf32>
  // CHECK: stablehlo.logistic {{%[^ ,):]+}} : tensor<2x3xf32>
  %14 = stablehlo.logistic %f : tensor<2x3xf32>
  // CHECK: stablehlo.negate {{%[^ ,):]+}} : tensor<2x3xf32>
  %15 = stablehlo.negate %f : tensor<2x3xf32>
  // CHECK: stablehlo.not {{%[^ ,):]+}} : tensor<2x3xi1>
  %16 = stablehlo.not %p : tensor<2x3xi1>
  // CHECK: stablehlo.popcnt {{%[^ ,):]+}} : tensor<2x3xi32>
  %17 = stablehlo.popcnt %i : tensor<2x3xi32>
  // CHECK: stablehlo.real {{%[^ ,):]+}} : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %18 = stablehlo.real %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // CHECK: stablehlo.reduce_precision {{%[^ ,):]+}}, format = e8m10 : tensor<2x3xf32>
  %19 = stablehlo.reduce_precision %f, format = e8m10 : tensor<2x3xf32>
  // CHECK: stablehlo.round_nearest_afz {{%[^ ,):]+}} : tensor<2x3xf32>
  %20 = stablehlo.round_nearest_afz %f : tensor<2x3xf32>
  // CHECK: stablehlo.round_nearest_even {{%[^ ,):]+}} : tensor<2x3xf32>
  %21 = stablehlo.round_nearest_even %f : tensor<2x3xf32>
  // CHECK: stablehlo.rsqrt {{%[^ ,):]+}} : tensor<2x3xf32>
  %22 = stablehlo.rsqrt %f : tensor<2x3xf32>
  // CHECK: stablehlo.sign {{%[^ ,):]+}} : tensor<2x3xf32>
  %23 = stablehlo.sign %f : tensor<2x3xf32>
  // CHECK: stablehlo.sine {{%[^ ,):]+}} : tensor<2x3xf32>
  %24 = stablehlo.sine %f : tensor<2x3xf32>
  // CHECK: stablehlo.sqrt {{%[^ ,):]+}} : tensor<2x3xf32>
  %25 = stablehlo.sqrt %f : tensor<2x3xf32>
  // CHECK: stablehlo.tan {{%[^ ,):]+}} : tensor<2x3xf32>
  %26 = stablehlo.tan %f : tensor<2x3xf32>
  // CHECK: stablehlo.tanh {{%[^ ,):]+}} : tensor<2x3xf32>
  %27 = stablehlo.tanh %f : tensor<2x3xf32>
  // CHECK: stablehlo.add {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %28 = stablehlo.add %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.and {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %29 = stablehlo.and %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.atan2 {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %30 = stablehlo.atan2 %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.divide {{%[^ ,):]+}}, {{%[^ ,):]+}} {foo = 1 : i32} : tensor<2x3xf32>
  %31 = stablehlo.divide %f, %f {foo = 1 : i32} : tensor<2x3xf32>
  // CHECK: stablehlo.maximum {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %32 = stablehlo.maximum %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.minimum {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %33 = stablehlo.minimum %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.multiply {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %34 = stablehlo.multiply %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.or {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %35 = stablehlo.or %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.power {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %36 = stablehlo.power %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.remainder {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %37 = stablehlo.remainder %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.shift_left {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %38 = stablehlo.shift_left %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.shift_right_arithmetic {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %39 = stablehlo.shift_right_arithmetic %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.shift_right_logical {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %40 = stablehlo.shift_right_logical %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.subtract {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xf32>
  %41 = stablehlo.subtract %f, %f : tensor<2x3xf32>
  // CHECK: stablehlo.xor {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi32>
  %42 = stablehlo.xor %i, %i : tensor<2x3xi32>
  // CHECK: stablehlo.compare LT, {{%[^ ,):]+}}, {{%[^ ,):]+}}, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %43 = stablehlo.compare LT, %f, %f, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.compare EQ, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %44 = stablehlo.compare EQ, %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.complex {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xcomplex<f32>>
  %45 = stablehlo.complex %f, %f : tensor<2x3xcomplex<f32>>
  // CHECK: stablehlo.select {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<2x3xi1>, tensor<2x3xf32>
  %46 = stablehlo.select %p, %f, %f : tensor<2x3xi1>, tensor<2x3xf32>
  // CHECK: stablehlo.clamp {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %47 = stablehlo.clamp %s, %f, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,):]+}} : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  %48 = stablehlo.bitcast_convert %f : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  return
}

// CHECK-LABEL: func.func @movement(
func.func @movement(%f: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i64>, %n: tensor<i32>, %d: tensor<?x?xf32>, %e: tensor<2xi32>) {
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
  // CHECK: stablehlo.constant {foo} dense<[1, 2]> : tensor<2xi64>
  %c = stablehlo.constant {foo} dense<[1, 2]> : tensor<2xi64>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,):]+}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.broadcast {{%[^ ,):]+}}, sizes = [1, 2] : (tensor<2x3xf32>) -> tensor<1x2x2x3xf32>
  %2 = stablehlo.broadcast %f, sizes = [1, 2] : (tensor<2x3xf32>) -> tensor<1x2x2x3xf32>
  // CHECK: stablehlo.reshape {{%[^ ,):]+}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %3 = stablehlo.reshape %f : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: stablehlo.transpose {{%[^ ,):]+}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.transpose %f, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.reverse {{%[^ ,):]+}}, dims = [0, 1] : tensor<2x3xf32>
  %5 = stablehlo.reverse %f, dims = [0, 1] : tensor<2x3xf32>
  // CHECK: stablehlo.slice {{%[^ ,):]+}} [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  %6 = stablehlo.slice %f [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  // CHECK: stablehlo.dynamic_slice {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  %7 = stablehlo.dynamic_slice %f, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  // CHECK: stablehlo.dynamic_update_slice {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  %8 = stablehlo.dynamic_update_slice %f, %6, %i, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  // CHECK: stablehlo.pad {{%[^ ,):]+}}, {{%[^ ,):]+}}, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  %9 = stablehlo.pad %f, %s, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  // CHECK: stablehlo.concatenate {{%[^ ,):]+}}, {{%[^ ,):]+}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %10 = stablehlo.concatenate %f, %f, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // CHECK: stablehlo.get_dimension_size {{%[^ ,):]+}}, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %11 = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size {{%[^ ,):]+}}, {{%[^ ,):]+}}, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %12 = stablehlo.set_dimension_size %f, %n, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{%[^ ,):]+}}, {{%[^ ,):]+}}, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %13 = stablehlo.dynamic_broadcast_in_dim %d, %e, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_reshape {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %14 = stablehlo.dynamic_reshape %d, %e : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_iota {{%[^ ,):]+}}, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %15 = stablehlo.dynamic_iota %e, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_pad {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %16 = stablehlo.dynamic_pad %f, %s, %e, %e, %e : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.real_dynamic_slice {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %17 = stablehlo.real_dynamic_slice %f, %e, %e, %e : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @contractions(
func.func @contractions(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %x: tensor<2x5x3xf32>, %y: tensor<2x3x4xf32>, %m: tensor<4x4xf32>, %img: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x6xf32>, %z: tensor<8xcomplex<f32>>) {
  // CHECK: stablehlo.dot {{%[^ ,):]+}}, {{%[^ ,):]+}}, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.dot_general {{%[^ ,):]+}}, {{%[^ ,):]+}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.dot_general {{%[^ ,):]+}}, {{%[^ ,):]+}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x5x3xf32>, tensor<2x3x4xf32>) -> tensor<2x5x4xf32>
  %2 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x5x3xf32>, tensor<2x3x4xf32>) -> tensor<2x5x4xf32>
  // CHECK: stablehlo.einsum {{%[^ ,):]+}}, {{%[^ ,):]+}}, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: stablehlo.unary_einsum {{%[^ ,):]+}}, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  %4 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.convolution({{%[^ ,):]+}}, {{%[^ ,):]+}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<1x4x5x6xf32>
  %5 = stablehlo.convolution(%img, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<1x4x5x6xf32>
  // CHECK: stablehlo.cholesky {{%[^ ,):]+}}, lower = true : tensor<4x4xf32>
  %6 = stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
  // CHECK: "stablehlo.triangular_solve"({{%[^ ,):]+}}, {{%[^ ,):]+}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = "stablehlo.triangular_solve"(%m, %m) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.fft {{%[^ ,):]+}}, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %8 = stablehlo.fft %z, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @regions(
func.func @regions(%x: tensor<4x4xf32>, %s: tensor<f32>, %n: tensor<i32>, %p: tensor<i1>, %j: tensor<2x1xi32>, %u: tensor<2x4xf32>) {
  // CHECK: stablehlo.reduce({{%[^ ,):]+}} init: {{%[^ ,):]+}}) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.reduce({{%[^ ,):]+}} init: {{%[^ ,):]+}}), ({{%[^ ,):]+}} init: {{%[^ ,):]+}}) across dimensions = [0] : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1:2 = stablehlo.reduce(%x init: %s), (%x init: %s) across dimensions = [0] : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
   // CHECK-NEXT: reducer({{%[^ ,):]+}}: tensor<f32>, {{%[^ ,):]+}}: tensor<f32>) ({{%[^ ,):]+}}: tensor<f32>, {{%[^ ,):]+}}: tensor<f32>)  {
   reducer(%a: tensor<f32>, %acc: tensor<f32>) (%b: tensor<f32>, %acc2: tensor<f32>)  {
    // CHECK: stablehlo.add {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<f32>
    %20 = stablehlo.add %a, %acc : tensor<f32>
    // CHECK: stablehlo.subtract {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<f32>
    %21 = stablehlo.subtract %b, %acc2 : tensor<f32>
    // CHECK: stablehlo.return {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<f32>, tensor<f32>
    stablehlo.return %20, %21 : tensor<f32>, tensor<f32>
  }
  // CHECK: stablehlo.while({{%[^ ,):]+}} = {{%[^ ,):]+}}) : tensor<i32> attributes {foo}
  %2 = stablehlo.while(%iterArg = %n) : tensor<i32> attributes {foo}
  cond {
    // CHECK: stablehlo.compare LT, {{%[^ ,):]+}}, {{%[^ ,):]+}}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %20 = stablehlo.compare LT, %iterArg, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<i1>
    stablehlo.return %20 : tensor<i1>
  } do {
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<i32>
    stablehlo.return %iterArg : tensor<i32>
  }
  // CHECK: "stablehlo.if"({{%[^ ,):]+}}) ({
  %3 = "stablehlo.if"(%p) ({
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // CHECK: "stablehlo.case"({{%[^ ,):]+}}) ({
  %4 = "stablehlo.case"(%n) ({
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  // CHECK: "stablehlo.sort"({{%[^ ,):]+}}) <{dimension = 0 : i64, is_stable = true}> ({
  %5 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // CHECK: stablehlo.compare LT, {{%[^ ,):]+}}, {{%[^ ,):]+}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %20 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<i1>
    stablehlo.return %20 : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.reduce_window"({{%[^ ,):]+}}, {{%[^ ,):]+}}) <{padding = dense<{{\[\[}}1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  %6 = "stablehlo.reduce_window"(%x, %s) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // CHECK: stablehlo.maximum {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<f32>
    %20 = stablehlo.maximum %a, %b : tensor<f32>
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %20 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.gather"({{%[^ ,):]+}}, {{%[^ ,):]+}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %7 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.scatter"({{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  %8 = "stablehlo.scatter"(%x, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.map"({{%[^ ,):]+}}) <{dimensions = array<i64: 0, 1>}> ({
  %9 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.optimization_barrier {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<4x4xf32>, tensor<f32>
  %10:2 = stablehlo.optimization_barrier %x, %s : tensor<4x4xf32>, tensor<f32>
  // CHECK: "stablehlo.all_reduce"({{%[^ ,):]+}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  %11 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // CHECK: stablehlo.add {{%[^ ,):]+}}, {{%[^ ,):]+}} : tensor<f32>
    %20 = stablehlo.add %a, %b : tensor<f32>
    // CHECK: stablehlo.return {{%[^ ,):]+}} : tensor<f32>
    stablehlo.return %20 : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<4xf32>, %s: tensor<f32>, %st: tensor<2xui64>, %t: !stablehlo.token, %sh: tensor<1xi64>, %v: tensor<2x4xf32>) {
  // CHECK: stablehlo.tuple {{%[^ ,):]+}}, {{%[^ ,):]+}} : tuple<tensor<4xf32>, tensor<f32>>
  %0 = stablehlo.tuple %x, %s : tuple<tensor<4xf32>, tensor<f32>>
  // CHECK: stablehlo.get_tuple_element {{%[^ ,):]+}}[1] : (tuple<tensor<4xf32>, tensor<f32>>) -> tensor<f32>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<f32>>) -> tensor<f32>
  // CHECK: stablehlo.rng {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.rng %s, %s, %sh, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  // CHECK: stablehlo.rng_bit_generator {{%[^ ,):]+}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %output_state, %output = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: stablehlo.custom_call @foo({{%[^ ,):]+}}, {{%[^ ,):]+}}) {backend_config = "bar", has_side_effect = true} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @foo(%x, %s) {backend_config = "bar", has_side_effect = true} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.custom_call @"a-b"() : () -> tensor<f32>
  %4 = stablehlo.custom_call @"a-b"() : () -> tensor<f32>
  // CHECK: stablehlo.composite "foo.bar" {{%[^ ,):]+}} {composite_attributes = {k = 2 : i64}, decomposition = @id, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  %5 = stablehlo.composite "foo.bar" %s {composite_attributes = {k = 2 : i64}, decomposition = @id, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.after_all {{%[^ ,):]+}}, {{%[^ ,):]+}} : !stablehlo.token
  %6 = stablehlo.after_all %t, %t : !stablehlo.token
  // CHECK: stablehlo.create_token : !stablehlo.token
  %7 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.replica_id : tensor<ui32>
  %8 = stablehlo.replica_id : tensor<ui32>
  // CHECK: stablehlo.partition_id : tensor<ui32>
  %9 = stablehlo.partition_id : tensor<ui32>
  // CHECK: "stablehlo.send"({{%[^ ,):]+}}, {{%[^ ,):]+}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %10 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"({{%[^ ,):]+}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %11:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK: "stablehlo.infeed"({{%[^ ,):]+}}) <{infeed_config = "c", layout = {{\[\[}}0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %12:2 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK: "stablehlo.outfeed"({{%[^ ,):]+}}, {{%[^ ,):]+}}) <{outfeed_config = "c"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %13 = "stablehlo.outfeed"(%x, %t) <{outfeed_config = "c"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.all_gather"({{%[^ ,):]+}}) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  %14 = "stablehlo.all_gather"(%v) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  // CHECK: "stablehlo.all_to_all"({{%[^ ,):]+}}) <{concat_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> tensor<1x8xf32>
  %15 = "stablehlo.all_to_all"(%v) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> tensor<1x8xf32>
  // CHECK: "stablehlo.collective_permute"({{%[^ ,):]+}}) <{source_target_pairs = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %16 = "stablehlo.collective_permute"(%v) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.collective_broadcast"({{%[^ ,):]+}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %17 = "stablehlo.collective_broadcast"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.cross-replica-sum"({{%[^ ,):]+}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %18 = "stablehlo.cross-replica-sum"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.batch_norm_inference"({{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %19 = "stablehlo.batch_norm_inference"(%v, %x, %x, %x, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.batch_norm_training"({{%[^ ,):]+}}, {{%[^ ,):]+}}, {{%[^ ,):]+}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %o, %bm, %bv = "stablehlo.batch_norm_training"(%v, %x, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: func.func private @id(
func.func private @id(tensor<f32>) -> tensor<f32>
