// The three kinds of ragged products, with groups without rows, with fewer rows than there are, and one size for all batches or one for
// each; and a scaled product.

func.func @main(%a: tensor<6x5xf32>, %b: tensor<4x5x3xf32>, %c: tensor<6x3xf32>, %d: tensor<6x2x5xf32>, %e: tensor<6x5x3xf32>,
                %f: tensor<2x6x5xf32>, %g: tensor<4x2x5x3xf32>, %h: tensor<2x4x64xf32>, %i: tensor<2x3x64xf32>)
    -> (tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<4x5x3xf32>, tensor<4x5x3xf32>, tensor<6x2x3xf32>, tensor<2x6x3xf32>,
        tensor<2x6x3xf32>, tensor<2x4x3xf32>) {
  %gap = stablehlo.constant dense<[2, 0, 3, 1]> : tensor<4xi32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %short = stablehlo.constant dense<[0, 4, 0, 0]> : tensor<4xi32>
  %each = stablehlo.constant dense<[[2, 0, 3, 1], [0, 6, 0, 0]]> : tensor<2x4xi32>

  // The rows are divided.
  %0 = "chlo.ragged_dot"(%a, %b, %gap) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<4x5x3xf32>, tensor<4xi32>) -> tensor<6x3xf32>
  %1 = "chlo.ragged_dot"(%a, %b, %none) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<4x5x3xf32>, tensor<4xi32>) -> tensor<6x3xf32>
  %2 = "chlo.ragged_dot"(%a, %b, %short) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<4x5x3xf32>, tensor<4xi32>) -> tensor<6x3xf32>

  // What is summed over is divided.
  %3 = "chlo.ragged_dot"(%a, %c, %gap) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<6x3xf32>, tensor<4xi32>) -> tensor<4x5x3xf32>
  %4 = "chlo.ragged_dot"(%a, %c, %short) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<6x3xf32>, tensor<4xi32>) -> tensor<4x5x3xf32>

  // The batches are divided.
  %5 = "chlo.ragged_dot"(%d, %e, %gap) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<6x2x5xf32>, tensor<6x5x3xf32>, tensor<4xi32>) -> tensor<6x2x3xf32>

  // The rows of each batch are divided, in the same way or not.
  %6 = "chlo.ragged_dot"(%f, %g, %gap) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x6x5xf32>, tensor<4x2x5x3xf32>, tensor<4xi32>) -> tensor<2x6x3xf32>
  %7 = "chlo.ragged_dot"(%f, %g, %each) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x6x5xf32>, tensor<4x2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x6x3xf32>

  // Each scale is that of neighbouring elements, 32 on the left and 16 on the right.
  %l = stablehlo.convert %h : (tensor<2x4x64xf32>) -> tensor<2x4x64xf8E4M3FN>
  %r = stablehlo.convert %i : (tensor<2x3x64xf32>) -> tensor<2x3x64xf4E2M1FN>
  %ls = stablehlo.constant dense<[[[0.5, 2.0], [1.0, 4.0], [8.0, 0.25], [1.0, 1.0]], [[2.0, 2.0], [0.125, 1.0], [4.0, 0.5], [16.0, 1.0]]]> : tensor<2x4x2xf8E8M0FNU>
  %rs = stablehlo.constant dense<4.0> : tensor<2x3x4xf8E8M0FNU>
  %8 = stablehlo.composite "xla.scaled_dot" %l, %r, %ls, %rs {composite_attributes = {dimension_numbers = [[[2], [2]], [[0], [0]]], preferred_element_type = f32}, decomposition = @scaled} : (tensor<2x4x64xf8E4M3FN>, tensor<2x3x64xf4E2M1FN>, tensor<2x4x2xf8E8M0FNU>, tensor<2x3x4xf8E8M0FNU>) -> tensor<2x4x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<4x5x3xf32>, tensor<4x5x3xf32>, tensor<6x2x3xf32>, tensor<2x6x3xf32>, tensor<2x6x3xf32>, tensor<2x4x3xf32>
}

func.func private @scaled(%l: tensor<2x4x64xf8E4M3FN>, %r: tensor<2x3x64xf4E2M1FN>, %ls: tensor<2x4x2xf8E8M0FNU>, %rs: tensor<2x3x4xf8E8M0FNU>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %ls, dims = [0, 1, 2] : (tensor<2x4x2xf8E8M0FNU>) -> tensor<2x4x2x32xf8E8M0FNU>
  %1 = stablehlo.reshape %0 : (tensor<2x4x2x32xf8E8M0FNU>) -> tensor<2x4x64xf8E8M0FNU>
  %2 = stablehlo.convert %l : (tensor<2x4x64xf8E4M3FN>) -> tensor<2x4x64xbf16>
  %3 = stablehlo.convert %1 : (tensor<2x4x64xf8E8M0FNU>) -> tensor<2x4x64xbf16>
  %4 = stablehlo.multiply %2, %3 : tensor<2x4x64xbf16>
  %5 = stablehlo.broadcast_in_dim %rs, dims = [0, 1, 2] : (tensor<2x3x4xf8E8M0FNU>) -> tensor<2x3x4x16xf8E8M0FNU>
  %6 = stablehlo.reshape %5 : (tensor<2x3x4x16xf8E8M0FNU>) -> tensor<2x3x64xf8E8M0FNU>
  %7 = stablehlo.convert %r : (tensor<2x3x64xf4E2M1FN>) -> tensor<2x3x64xbf16>
  %8 = stablehlo.convert %6 : (tensor<2x3x64xf8E8M0FNU>) -> tensor<2x3x64xbf16>
  %9 = stablehlo.multiply %7, %8 : tensor<2x3x64xbf16>
  %10 = stablehlo.dot_general %4, %9, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x64xbf16>, tensor<2x3x64xbf16>) -> tensor<2x4x3xf32>
  return %10 : tensor<2x4x3xf32>
}
