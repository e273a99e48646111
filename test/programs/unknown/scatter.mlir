// Scatters of unknown sizes: rows into a table of known size, and into one of unknown size; counts in few bins; points; windows that
// reach outside; lines of a batch; and one window of unknown size.
func.func @main(%table: tensor<10x4xf32>, %x: tensor<?x?xf32>, %i: tensor<?xi32>, %u: tensor<?x4xf32>, %v: tensor<?x?xf32>, %wide: tensor<?x3x2xf32>, %j: tensor<3x?xi32>, %w: tensor<3x?xf32>, %start: tensor<1xi32>) -> (tensor<10x4xf32>, tensor<?x?xf32>, tensor<3xi32>, tensor<10x4xf32>, tensor<3x10xf32>, tensor<?x?xf32>) {
  %n = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %twelve = stablehlo.constant dense<12> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.dynamic_broadcast_in_dim %twelve, %n1, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %n1, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %some = stablehlo.remainder %i, %limit : tensor<?xi32>
  %0 = "stablehlo.scatter"(%table, %some, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<?xi32>, tensor<?x4xf32>) -> tensor<10x4xf32>
  %1 = "stablehlo.scatter"(%x, %some, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %bins = stablehlo.constant dense<0> : tensor<3xi32>
  %2 = "stablehlo.scatter"(%bins, %some, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<3xi32>
  %one1 = stablehlo.constant dense<1> : tensor<1xi32>
  %pair = stablehlo.concatenate %n1, %one1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %column = stablehlo.dynamic_reshape %some, %pair : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %3 = "stablehlo.scatter"(%table, %column, %wide) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<?x1xi32>, tensor<?x3x2xf32>) -> tensor<10x4xf32>
  %lines = stablehlo.constant dense<0.5> : tensor<3x10xf32>
  %4 = "stablehlo.scatter"(%lines, %j, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x10xf32>, tensor<3x?xi32>, tensor<3x?xf32>) -> tensor<3x10xf32>
  %5 = "stablehlo.scatter"(%x, %start, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<10x4xf32>, tensor<?x?xf32>, tensor<3xi32>, tensor<10x4xf32>, tensor<3x10xf32>, tensor<?x?xf32>
}
