// Scatters with a thread for each element: rows, few and many; points in two dimensions, of which the last one stays; windows that
// overlap and reach outside; lines of a batch; counts, and counts of so many numbers
// that each is made of parts.
func.func @main(%x: tensor<10x4xf32>, %i: tensor<200xi32>, %u: tensor<200x4xf32>, %wide: tensor<100x3x2xf32>, %h: tensor<3000xi32>) -> (tensor<10x4xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<4x10xf32>, tensor<7xui8>, tensor<3xi32>) {
  %y = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xui8>
  %ones = stablehlo.constant dense<1> : tensor<200xui8>
  %ten = stablehlo.constant dense<12> : tensor<200xi32>
  %many = stablehlo.remainder %i, %ten : tensor<200xi32>
  %few = stablehlo.slice %many [0:20] : (tensor<200xi32>) -> tensor<20xi32>
  %fewu = stablehlo.slice %u [0:20, 0:4] : (tensor<200x4xf32>) -> tensor<20x4xf32>
  %col = stablehlo.slice %u [0:200, 0:1] : (tensor<200x4xf32>) -> tensor<200x1xf32>
  %line = stablehlo.reshape %col : (tensor<200x1xf32>) -> tensor<200xf32>
  %pairs = stablehlo.reshape %many : (tensor<200xi32>) -> tensor<100x2xi32>
  %half = stablehlo.slice %line [0:100] : (tensor<200xf32>) -> tensor<100xf32>
  %batched = stablehlo.reshape %many : (tensor<200xi32>) -> tensor<4x50x1xi32>
  %lines = stablehlo.reshape %line : (tensor<200xf32>) -> tensor<4x50xf32>
  %turned = stablehlo.transpose %x, dims = [1, 0] : (tensor<10x4xf32>) -> tensor<4x10xf32>
  %0 = "stablehlo.scatter"(%x, %many, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<200xi32>, tensor<200x4xf32>) -> tensor<10x4xf32>
  %1 = "stablehlo.scatter"(%x, %few, %fewu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<20xi32>, tensor<20x4xf32>) -> tensor<10x4xf32>
  %2 = "stablehlo.scatter"(%x, %pairs, %half) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<100x2xi32>, tensor<100xf32>) -> tensor<10x4xf32>
  %3 = "stablehlo.scatter"(%x, %pairs, %wide) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<100x2xi32>, tensor<100x3x2xf32>) -> tensor<10x4xf32>
  %4 = "stablehlo.scatter"(%turned, %batched, %lines) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x10xf32>, tensor<4x50x1xi32>, tensor<4x50xf32>) -> tensor<4x10xf32>
  %5 = "stablehlo.scatter"(%y, %many, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %s = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %s : tensor<ui8>
  }) : (tensor<7xui8>, tensor<200xi32>, tensor<200xui8>) -> tensor<7xui8>
  %four = stablehlo.constant dense<4> : tensor<3000xi32>
  %bins = stablehlo.remainder %h, %four : tensor<3000xi32>
  %zeros = stablehlo.constant dense<0> : tensor<3xi32>
  %units = stablehlo.constant dense<1> : tensor<3000xi32>
  %6 = "stablehlo.scatter"(%zeros, %bins, %units) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<10x4xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<4x10xf32>, tensor<7xui8>, tensor<3xi32>
}
