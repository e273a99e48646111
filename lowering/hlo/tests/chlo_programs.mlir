// Programs of client operations that check themselves. Each is legalized and then run.

func.func @broadcast_static() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %row = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %column = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
  %0 = chlo.broadcast_add %x, %row : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[11, 22, 33], [14, 25, 36]]> : tensor<2x3xi32>
  %1 = chlo.broadcast_subtract %column, %x {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[99, 98, 97], [196, 195, 194]]> : tensor<2x3xi32>
  %one = stablehlo.constant dense<2> : tensor<1x1xi32>
  %2 = chlo.broadcast_power %row, %one : (tensor<3xi32>, tensor<1x1xi32>) -> tensor<1x3xi32>
  check.expect_eq_const %2, dense<[[100, 400, 900]]> : tensor<1x3xi32>
  %3 = chlo.broadcast_compare %x, %row {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  check.expect_eq_const %3, dense<true> : tensor<2x3xi1>
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %4 = chlo.broadcast_select %p, %x, %row : (tensor<3xi1>, tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %4, dense<[[1, 20, 3], [4, 20, 6]]> : tensor<2x3xi32>
  return
}

func.func @broadcast_complex() {
  %re = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = chlo.broadcast_complex %re, %im : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %0, dense<[(1.0, 3.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  return
}

func.func @broadcast_dynamic() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = stablehlo.constant dense<[10.0]> : tensor<1xf32>
  %z = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:3 = func.call @dynamic(%x, %y, %z) : (tensor<2x3xf32>, tensor<1xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  check.expect_eq_const %0#0, dense<[[11.0, 12.0, 13.0], [14.0, 15.0, 16.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#1, dense<[[1.0, 2.0, 3.0], [8.0, 10.0, 12.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#2, dense<2.5> : tensor<2x3xf32>
  return
}
func.func private @dynamic(%x: tensor<2x3xf32>, %y: tensor<1xf32>, %z: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %dx = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %dy = stablehlo.dynamic_reshape %y, %one : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %dz = stablehlo.dynamic_reshape %z, %two : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %dx, %dy : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_multiply %dx, %dz {broadcast_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %2 = "chlo.constant_like"(%dx) <{value = 2.5 : f32}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r0 = stablehlo.dynamic_reshape %0, %shape : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %r1 = stablehlo.dynamic_reshape %1, %shape : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %r2 = stablehlo.dynamic_reshape %2, %shape : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %r0, %r1, %r2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @dynamic_function() {
  %x = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0:3 = func.call @dynamic_erf(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<1xi32>)
  check.expect_almost_eq_const %0#0, dense<[0.0, 0.8427008]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<1.0> : tensor<1xf32>
  check.expect_eq_const %0#2, dense<1> : tensor<1xi32>
  return
}
func.func private @dynamic_erf(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<1xi32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %dx = stablehlo.dynamic_reshape %x, %two : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.erf %dx : tensor<?xf32> -> tensor<?xf32>
  %r0 = stablehlo.dynamic_reshape %0, %two : (tensor<?xf32>, tensor<1xi32>) -> tensor<2xf32>
  %1:2 = chlo.top_k(%dx, k = 1) : tensor<?xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return %r0, %1#0, %1#1 : tensor<2xf32>, tensor<1xf32>, tensor<1xi32>
}

func.func @bits() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, 2.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[-1.0, 2.0, 0.0, 2.0]> : tensor<4xf32>
  %0 = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %0, dense<[0x80000001, 0x3F800001, 0xBF7FFFFF, 2.0]> : tensor<4xf32>
  %a = stablehlo.constant dense<[-7, 127, -128]> : tensor<3xi8>
  %1 = chlo.mulhi %a, %a : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %1, dense<[0, 63, 64]> : tensor<3xi8>
  %b = stablehlo.constant dense<[-1, 9223372036854775807, -9223372036854775808]> : tensor<3xi64>
  %c = stablehlo.constant dense<[5, 9223372036854775807, -9223372036854775808]> : tensor<3xi64>
  %2 = chlo.mulhi %b, %c : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  check.expect_eq_const %2, dense<[-1, 4611686018427387903, 4611686018427387904]> : tensor<3xi64>
  %d = stablehlo.constant dense<18446744073709551615> : tensor<2xui64>
  %3 = chlo.mulhi %d, %d : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  check.expect_eq_const %3, dense<18446744073709551614> : tensor<2xui64>
  %e = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0]> : tensor<4xf32>
  %4 = chlo.is_inf %e : tensor<4xf32> -> tensor<4xi1>
  %5 = chlo.is_pos_inf %e : tensor<4xf32> -> tensor<4xi1>
  %6 = chlo.is_neg_inf %e : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %4, dense<[true, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %5, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %6, dense<[false, true, false, false]> : tensor<4xi1>
  return
}

func.func @narrow() {
  %x = stablehlo.constant dense<[0.5, -2.0]> : tensor<2xbf16>
  %0 = chlo.erf %x : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_close %0, %0, max_ulp_difference = 0 : tensor<2xbf16>, tensor<2xbf16>
  check.expect_eq_const %0, dense<[5.195310e-01, -9.960940e-01]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[1.5, 3.0]> : tensor<2xf16>
  %1 = chlo.broadcast_zeta %y, %y : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  check.expect_almost_eq_const %1, dense<[1.94811, 0.0770569]> : tensor<2xf16>, tolerance = 0.001
  return
}

func.func @top_k() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 3.0, 2.0], [0.0, -0.0, 0x7FC00000, 5.0]]> : tensor<2x4xf32>
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %0#1, dense<[[0, 2, 3], [2, 3, 0]]> : tensor<2x3xi32>
  check.expect_almost_eq_const %0#0, dense<[[3.0, 3.0, 2.0], [0x7FC00000, 5.0, 0.0]]> : tensor<2x3xf32>
  return
}

func.func @ragged_free() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0], [1.0]], [[10.0], [20.0]]]> : tensor<2x2x1xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<4x1xf32>
  check.expect_eq_const %0, dense<[[3.0], [110.0], [170.0], [0.0]]> : tensor<4x1xf32>
  return
}

func.func @ragged_contracted() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %rhs = stablehlo.constant dense<[[1.0], [10.0], [100.0]]> : tensor<3x1xf32>
  %sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<1x3xf32>, tensor<3x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %0, dense<[[[21.0]], [[300.0]]]> : tensor<2x1x1xf32>
  return
}

func.func @ragged_batch() {
  %lhs = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0], [1.0]], [[2.0], [2.0]]]> : tensor<2x2x1xf32>
  %sizes = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x1x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %0, dense<[[[3.0]], [[14.0]]]> : tensor<2x1x1xf32>
  return
}

func.func @ragged_with_sizes_for_each_batch() {
  %lhs = stablehlo.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %rhs = stablehlo.constant dense<[[[[1.0]], [[1.0]]], [[[10.0]], [[10.0]]]]> : tensor<2x2x1x1xf32>
  %sizes = stablehlo.constant dense<[[1, 1], [2, 0]]> : tensor<2x2xi32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x2x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %0, dense<[[[1.0], [20.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  return
}

func.func @scan() {
  %x = stablehlo.constant dense<[[1, 2, 3], [10, 20, 30]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[0, 100]> : tensor<2xi32>
  %0:2 = chlo.scan(%x) inits (%i) dimension=1 {
  ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
    %s = stablehlo.add %input, %carry : tensor<2xi32>
    stablehlo.return %carry, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[0, 1, 3], [100, 110, 130]]> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<[6, 160]> : tensor<2xi32>
  %1:2 = chlo.scan(%x) inits (%i) dimension=1 attributes {is_reverse = true} {
  ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
    %s = stablehlo.add %input, %carry : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %1#0, dense<[[6, 5, 3], [160, 150, 130]]> : tensor<2x3xi32>
  %2:2 = chlo.scan() inits (%i) dimension=0 attributes {scan_dim_size = 2 : i64} {
  ^bb0(%carry: tensor<2xi32>):
    %s = chlo.broadcast_add %carry, %carry : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %carry, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[[0, 100], [0, 200]]> : tensor<2x2xi32>
  return
}
