// RUN: strata-opt %s --split-input-file --verify-diagnostics

// collective_reduce_c1
func.func @groups_repeat_a_member(%a: tensor<2xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0], [0]]> : tensor<2x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_reduce_c4
func.func @device_numbers_need_a_channel(%a: tensor<2xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set}}
  %r = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_reduce_c5
func.func @the_computation_takes_two(%a: tensor<2xf32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %r = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_reduce_c6
func.func @the_result_is_like_the_operand(%a: tensor<2xf32>) {
  // expected-error@+1 {{requires the same type for operand and result at index 0}}
  %r = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
