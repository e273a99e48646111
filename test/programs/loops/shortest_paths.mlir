// Made by generate.py.
module @jit_shortest_paths attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<12x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %0) : tensor<i32>, tensor<i32>, tensor<12x12xf32>
    cond {
      %c_3 = stablehlo.constant dense<12> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i32>, tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1 : tensor<i32>, tensor<i32>, tensor<12x12xf32>
    }
    return %1#2 : tensor<12x12xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg0 : tensor<i32>
    %c_1 = stablehlo.constant dense<12> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_slice %arg1, %4, %c_2, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %arg0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.convert %arg0 : tensor<i32>
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %8 = stablehlo.add %7, %c_4 : tensor<i32>
    %9 = stablehlo.select %6, %8, %arg0 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.dynamic_slice %arg1, %c_5, %9, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
    %11 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
    %13 = stablehlo.add %11, %12 : tensor<12x12xf32>
    %14 = stablehlo.minimum %arg1, %13 : tensor<12x12xf32>
    return %0, %14 : tensor<i32>, tensor<12x12xf32>
  }
}
