// Scatters of many updates in parts: counts, sorted and with indices outside; maxima of floats, in two dimensions; minima of unsigned numbers.
func.func @main(%x: tensor<32768xi32>, %f: tensor<32768xf32>) -> (tensor<50xi32>, tensor<30xf32>, tensor<7x6xf32>, tensor<9xui32>) {
  %zeros = stablehlo.constant dense<0> : tensor<50xi32>
  %ones = stablehlo.constant dense<1> : tensor<32768xi32>
  %sixty = stablehlo.constant dense<60> : tensor<32768xi32>
  %some = stablehlo.remainder %x, %sixty : tensor<32768xi32>
  %i = stablehlo.reshape %some : (tensor<32768xi32>) -> tensor<32768x1xi32>
  %0 = "stablehlo.scatter"(%zeros, %i, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %b, %a : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<50xi32>, tensor<32768x1xi32>, tensor<32768xi32>) -> tensor<50xi32>
  %iota = stablehlo.iota dim = 0 : tensor<32768xi32>
  %thousand = stablehlo.constant dense<1000> : tensor<32768xi32>
  %ascending = stablehlo.divide %iota, %thousand : tensor<32768xi32>
  %j = stablehlo.reshape %ascending : (tensor<32768xi32>) -> tensor<32768x1xi32>
  %whole = stablehlo.convert %some : (tensor<32768xi32>) -> tensor<32768xf32>
  %halves = stablehlo.constant dense<0.5> : tensor<30xf32>
  %1 = "stablehlo.scatter"(%halves, %j, %whole) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<30xf32>, tensor<32768x1xi32>, tensor<32768xf32>) -> tensor<30xf32>
  %seven = stablehlo.constant dense<7> : tensor<32768xi32>
  %row = stablehlo.remainder %iota, %seven : tensor<32768xi32>
  %rows = stablehlo.reshape %row : (tensor<32768xi32>) -> tensor<32768x1xi32>
  %pairs = stablehlo.concatenate %rows, %i, dim = 1 : (tensor<32768x1xi32>, tensor<32768x1xi32>) -> tensor<32768x2xi32>
  %low = stablehlo.constant dense<-1.0> : tensor<7x6xf32>
  %2 = "stablehlo.scatter"(%low, %pairs, %f) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<32768x2xi32>, tensor<32768xf32>) -> tensor<7x6xf32>
  %most = stablehlo.constant dense<4294967295> : tensor<9xui32>
  %number = stablehlo.convert %x : (tensor<32768xi32>) -> tensor<32768xui32>
  %3 = "stablehlo.scatter"(%most, %i, %number) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %s = stablehlo.minimum %a, %b : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) : (tensor<9xui32>, tensor<32768x1xi32>, tensor<32768xui32>) -> tensor<9xui32>
  return %0, %1, %2, %3 : tensor<50xi32>, tensor<30xf32>, tensor<7x6xf32>, tensor<9xui32>
}
