// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @all_gather_0(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_1(%a0: tensor<?x4xindex>) {
  // expected-error@+1 {{'stablehlo.all_gather' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x4xindex>'}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xindex>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_2(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires attribute 'all_gather_dim'}}
  %r = "stablehlo.all_gather"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_3() {
  // expected-error@+1 {{'stablehlo.all_gather' op requires attribute 'replica_groups'}}
  %r = "stablehlo.all_gather"() <{all_gather_dim = 1 : i64}> : () -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_4(%a0: tensor<2x?xi1>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x?xi1>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_5() {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same number of operands and results}}
  %r = "stablehlo.all_gather"() <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : () -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_6(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x64xindex>'}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>}> : (tensor<4x16xf32>) -> (tensor<4x64xindex>)
  return
}

// -----

func.func @all_gather_7(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{Invalid replica id -1}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_8(%a0: tensor<4xf32>) {
  // expected-error@+1 {{all_gather_dim must be a valid index of operand}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_9(%a0: tensor<4x16xf32>, %a1: tensor<8x2xf32>) {
  // expected-error@+1 {{channel_id cannot be negative when useGlobalDeviceIds is set}}
  %r:2 = "stablehlo.all_gather"(%a0, %a1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x16xf32>, tensor<8x2xf32>) -> (tensor<4x32xf32>, tensor<8x4xf32>)
  return
}

// -----

func.func @all_gather_10(%a0: tensor<2xf32>) {
  // expected-error@+1 {{operand and result must have the same rank}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_11(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_gather_12(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #0 not seen in replica groups}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_13(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 seen more than once}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @all_gather_14(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{result gather dimension has size 9, expected to be a multiple of operand gather dimension size 4}}
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x9xf32>)
  return
}

// -----

func.func @all_reduce_15() {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s)  are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : () -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_16(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_17(%a0: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r:2 = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>) -> (tensor<4x16xf32>, tensor<8xf32>)
  return
}

// -----

func.func @all_reduce_18(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x4xf32>', 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_19(%a0: tensor<4x16xf32>, %a1: tensor<8x2xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x16xf32>', 'tensor<8x2xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r:2 = "stablehlo.all_reduce"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>, tensor<8x2xf32>) -> (tensor<4x16xf32>, tensor<8xf32>)
  return
}

// -----

func.func @all_reduce_20(%a0: tensor<4x16xf32>, %a1: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x16xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r:3 = "stablehlo.all_reduce"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>, tensor<8xf32>) -> (tensor<4x16xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @all_reduce_21(%a0: tensor<4x16xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"(%a0, %a1, %a2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>)
  return
}

// -----

func.func @all_reduce_22(%a0: tensor<4x32xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x32xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r:2 = "stablehlo.all_reduce"(%a0, %a1, %a2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x32xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x16xf32>, tensor<8xf32>)
  return
}

// -----

func.func @all_reduce_23(%a0: tensor<4x8xindex>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x8xindex>'}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x8xindex>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_24(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires attribute 'replica_groups'}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_25(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i1>' vs 'tensor<f32>'}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<i1>, %arg7: tensor<i1>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_26(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xf32>' vs 'tensor<f32>'}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<1xf32>, %arg7: tensor<1xf32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    "stablehlo.return"(%12) : (tensor<1xf32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_27(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_28(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{elements literal type must have static shape}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x?xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_29() {
  // expected-error@+1 {{replica id #0 not seen in replica groups}}
  %r = "stablehlo.all_reduce"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : () -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_reduce_30(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{replica id #1 seen more than once}}
  %r = "stablehlo.all_reduce"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %12 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%12) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @all_to_all_31(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'concat_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_32(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_33(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = -1 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_34(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<1x8xf32>' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1xf32>)
  return
}

// -----

func.func @all_to_all_35(%a0: tensor<4x16xf32>, %a1: tensor<8x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<16x4xf32>', 'tensor<32x1xf32>' are incompatible with return type(s) of operation 'tensor<16x4xf32>', 'tensor<32xf32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r:2 = "stablehlo.all_to_all"(%a0, %a1) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<4x16xf32>, tensor<8x4xf32>) -> (tensor<16x4xf32>, tensor<32xf32>)
  return
}

// -----

func.func @all_to_all_36(%a0: tensor<2x4xindex>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xindex>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_37(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires attribute 'concat_dimension'}}
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_38(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires attribute 'replica_groups'}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_39(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires attribute 'split_count'}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_40(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires attribute 'split_dimension'}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_41(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires the same element type for operand and result at index 0}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2xf32>) -> (tensor<1x8xi32>)
  return
}

// -----

func.func @all_to_all_42() {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires the same number of operands and results}}
  %r = "stablehlo.all_to_all"() <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : () -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_43(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x8xindex>'}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xindex>)
  return
}

// -----

func.func @all_to_all_44(%a0: tensor<2xf32>) {
  // expected-error@+2 {{AllToAll concat_dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_45(%a0: tensor<2xf32>) {
  // expected-error@+2 {{AllToAll split_dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_46(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{Invalid replica id -1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_47(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{group size of replica_groups must be 3}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 3 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_48(%a0: tensor<4xf32>) {
  // expected-error@+2 {{replica id #1 not seen in replica groups}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 7]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_49(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{replica id #1 seen more than once}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @all_to_all_50(%a0: tensor<3x4xf32>) {
  // expected-error@+2 {{split dimension has size 3, expected to be a multiple of split_count 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<3x4xf32>) -> (tensor<1x8xf32>)
  return
}

// -----

func.func @collective_broadcast_51(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_broadcast_52(%a0: tensor<4x16xindex>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x16xindex>'}}
  %r = "stablehlo.collective_broadcast"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x16xindex>) -> (tensor<4x16xf32>)
  return
}

// -----

func.func @collective_broadcast_53(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires attribute 'replica_groups'}}
  %r = "stablehlo.collective_broadcast"(%a0) <{}> : (tensor<2x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @collective_broadcast_54(%a0: tensor<2x4xi1>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires the same element type for all operands and results}}
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xi1>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_broadcast_55(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xindex>)
  return
}

// -----

func.func @collective_broadcast_56(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 seen more than once}}
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @collective_broadcast_57(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica_groups values must be positive, but was given -1}}
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_permute_58(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_permute' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_permute' op failed to infer returned types}}
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_permute_59(%a0: tensor<4x16xindex>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x16xindex>'}}
  %r = "stablehlo.collective_permute"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [2, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4x16xindex>) -> (tensor<4x16xf32>)
  return
}

// -----

func.func @collective_permute_60(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires attribute 'source_target_pairs'}}
  %r = "stablehlo.collective_permute"(%a0) <{}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_permute_61(%a0: tensor<2x4xi1>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires the same element type for all operands and results}}
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xi1>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @collective_permute_62(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xindex>'}}
  %r = "stablehlo.collective_permute"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> (tensor<4xindex>)
  return
}

// -----

func.func @collective_permute_63(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{duplicate sources not allowed.}}
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 2], [1, 3]]> : tensor<3x2xi64>}> : (tensor<4x16xf32>) -> (tensor<4x16xf32>)
  return
}

// -----

func.func @collective_permute_64(%a0: tensor<4xf32>) {
  // expected-error@+1 {{duplicate targets not allowed.}}
  %r = "stablehlo.collective_permute"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 3], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @collective_permute_65(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica ids in source_target_pairs must be >= 0.}}
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @cross_replica_sum_66(%a0: tensor<2x4xindex>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xindex>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @cross_replica_sum_67() {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires a single operand}}
  %r = "stablehlo.cross-replica-sum"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> (tensor<4xf32>)
  return
}

// -----

func.func @cross_replica_sum_68(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires attribute 'replica_groups'}}
  %r = "stablehlo.cross-replica-sum"(%a0) <{}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @cross_replica_sum_69(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @partition_id_70() {
  // expected-error@+2 {{'stablehlo.partition_id' op inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'}}
  // expected-error@+1 {{'stablehlo.partition_id' op failed to infer returned types}}
  %r = "stablehlo.partition_id"() : () -> (tensor<2xui32>)
  return
}

// -----

func.func @partition_id_71() {
  // expected-error@+1 {{'stablehlo.partition_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i1>'}}
  %r = "stablehlo.partition_id"() : () -> (tensor<i1>)
  return
}

// -----

func.func @reduce_scatter_72(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op attribute 'scatter_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = -1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_73(%a0: tensor<4x16xindex>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x16xindex>'}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xindex>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_74(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires attribute 'replica_groups'}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_75(%a0: tensor<4x16xf64>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires attribute 'scatter_dimension'}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf64>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_76(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{Invalid replica id -1}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, -1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_77(%a0: tensor<4x16xi1>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i1>'}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xi1>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_78(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_79(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{elements literal type must have static shape}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x?xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_80(%a0: tensor<0x16xf32>) {
  // expected-error@+1 {{non scatter dimensions should be same for operand (0) and result (4)}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<0x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_81(%a0: tensor<4xf32>) {
  // expected-error@+1 {{operand and result should have same rank}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_82(%a0: tensor<4x1xf32>) {
  // expected-error@+1 {{operand scatter dimension has size 1, expected to be a multiple of result scatter dimension size 4}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x1xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_83(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #3 not seen in replica groups}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 5]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_84(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1, 0, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_scatter_85(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{result dimension size at scatter_dimension cannot be zero}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x0xf32>)
  return
}

// -----

func.func @reduce_scatter_86(%a0: tensor<4x16xf32>) {
  // expected-error@+1 {{scatter dim should be less than operand/result rank}}
  %r = "stablehlo.reduce_scatter"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 3 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @replica_id_87() {
  // expected-error@+2 {{'stablehlo.replica_id' op inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'}}
  // expected-error@+1 {{'stablehlo.replica_id' op failed to infer returned types}}
  %r = "stablehlo.replica_id"() : () -> (tensor<2xui32>)
  return
}

// -----

func.func @replica_id_88() {
  // expected-error@+1 {{'stablehlo.replica_id' op requires one result}}
  %r:2 = "stablehlo.replica_id"() : () -> (tensor<i64>, tensor<i64>)
  return
}

// -----

func.func @replica_id_89() {
  // expected-error@+1 {{'stablehlo.replica_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i1>'}}
  %r = "stablehlo.replica_id"() : () -> (tensor<i1>)
  return
}
