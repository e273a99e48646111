// Made by generate.py.
module @jit_bubble attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xf32>) -> (tensor<12xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<12xf32>
    cond {
      %c_1 = stablehlo.constant dense<11> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %1:3 = stablehlo.while(%iterArg_3 = %iterArg, %iterArg_4 = %c_1, %iterArg_5 = %iterArg_0) : tensor<i32>, tensor<i32>, tensor<12xf32>
      cond {
        %c_6 = stablehlo.constant dense<11> : tensor<i32>
        %3 = stablehlo.subtract %c_6, %iterArg_3 : tensor<i32>
        %4 = stablehlo.compare LT, %iterArg_4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %4 : tensor<i1>
      } do {
        %c_6 = stablehlo.constant dense<1> : tensor<i32>
        %3 = stablehlo.add %iterArg_4, %c_6 : tensor<i32>
        %c_7 = stablehlo.constant dense<0> : tensor<i32>
        %4 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_8 = stablehlo.constant dense<12> : tensor<i32>
        %5 = stablehlo.add %iterArg_4, %c_8 : tensor<i32>
        %6 = stablehlo.select %4, %5, %iterArg_4 : tensor<i1>, tensor<i32>
        %7 = stablehlo.dynamic_slice %iterArg_5, %6, sizes = [2] : (tensor<12xf32>, tensor<i32>) -> tensor<2xf32>
        %8 = stablehlo.slice %7 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
        %9 = stablehlo.reshape %8 : (tensor<1xf32>) -> tensor<f32>
        %10 = stablehlo.slice %7 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
        %11 = stablehlo.reshape %10 : (tensor<1xf32>) -> tensor<f32>
        %12 = stablehlo.minimum %9, %11 : tensor<f32>
        %13 = stablehlo.slice %7 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
        %14 = stablehlo.reshape %13 : (tensor<1xf32>) -> tensor<f32>
        %15 = stablehlo.slice %7 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
        %16 = stablehlo.reshape %15 : (tensor<1xf32>) -> tensor<f32>
        %17 = stablehlo.maximum %14, %16 : tensor<f32>
        %18 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<1xf32>
        %19 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1xf32>
        %20 = stablehlo.concatenate %18, %19, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
        %c_9 = stablehlo.constant dense<0> : tensor<i32>
        %21 = stablehlo.compare LT, %iterArg_4, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_10 = stablehlo.constant dense<12> : tensor<i32>
        %22 = stablehlo.add %iterArg_4, %c_10 : tensor<i32>
        %23 = stablehlo.select %21, %22, %iterArg_4 : tensor<i1>, tensor<i32>
        %24 = stablehlo.dynamic_update_slice %iterArg_5, %20, %23 : (tensor<12xf32>, tensor<2xf32>, tensor<i32>) -> tensor<12xf32>
        stablehlo.return %iterArg_3, %3, %24 : tensor<i32>, tensor<i32>, tensor<12xf32>
      }
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %2, %1#2 : tensor<i32>, tensor<12xf32>
    }
    return %0#1 : tensor<12xf32>
  }
}
