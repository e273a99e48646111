// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @after_all_i1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.after_all"(%a0) : (tensor<2xf32>) -> (!stablehlo.token)
  func.return
}

// -----

func.func @create_token_o1() {
  // expected-error@+1 {{'stablehlo.create_token' op result #0 must be token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.create_token"() : () -> (tensor<2xf32>)
  func.return
}

// -----

func.func @partition_id_o1() {
  // expected-error@+1 {{'stablehlo.partition_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i32>'}}
  %0 = "stablehlo.partition_id"() : () -> (tensor<i32>)
  func.return
}

// -----

func.func @replica_id_o1() {
  // expected-error@+1 {{'stablehlo.replica_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i32>'}}
  %0 = "stablehlo.replica_id"() : () -> (tensor<i32>)
  func.return
}

// -----

func.func @all_gather_c1(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather_dim must be a valid index of operand}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_gather_c2(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_gather_c3(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_gather_c4(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{Invalid replica id -1}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_gather_c5(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{channel_id cannot be negative when useGlobalDeviceIds is set}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_gather_c6(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<3x8xf32>)
  func.return
}

// -----

func.func @all_gather_i3(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica groups should be a rank 2 tensor}}
  %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

func.func @all_reduce_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @all_reduce_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @all_reduce_c3(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @all_reduce_c4(%a0: tensor<2xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @all_reduce_c5(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @all_reduce_c6(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @all_reduce_c7(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @all_to_all_c1(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{AllToAll split_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{split dimension has size 3, expected to be a multiple of split_count 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c3(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{AllToAll concat_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c4(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c5(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c6(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{replica id #1 not seen in replica groups}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c7(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{Invalid replica id -1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c8(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{group size of replica_groups must be 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @all_to_all_c9(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<5x2xf32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<5x2xf32>)
  func.return
}

// -----

func.func @collective_broadcast_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_broadcast_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica_groups values must be positive, but was given -1}}
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_broadcast_c3(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @collective_permute_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_permute_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{duplicate sources not allowed.}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_permute_c3(%a0: tensor<2xf32>) {
  // expected-error@+1 {{duplicate targets not allowed.}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_permute_c4(%a0: tensor<2xf32>) {
  // expected-error@+1 {{replica ids in source_target_pairs must be >= 0.}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @collective_permute_c5(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.collective_permute' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_permute' op failed to infer returned types}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @collective_permute_i2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{expect source_target_pairs attribute to be of rank 2, but got rank 1}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{operand scatter dimension has size 3, expected to be a multiple of result scatter dimension size 2}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c2(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{scatter dim should be less than operand/result rank}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c3(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c4(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c5(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{Invalid replica id -1}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c6(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c7(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c8(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{non scatter dimensions should be same for operand (2) and result (3)}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<3x2xf32>)
  func.return
}

// -----

func.func @reduce_scatter_c9(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{result element-type is expected to be 'f32', but got 'i32'}}
  %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> (tensor<2x2xi32>)
  func.return
}

// -----

func.func @cross_replica_sum_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @send_c1(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}

// -----

func.func @send_c2(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}

// -----

func.func @recv_c1(%a0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  %0:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c2(%a0: !stablehlo.token) {
  // expected-error@+1 {{result is expected to be at least of size 1, but got 0}}
  "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> ()
  func.return
}

// -----

func.func @recv_c3(%a0: !stablehlo.token) {
  // expected-error@+1 {{everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, tensor<2xf32>)
  func.return
}

// -----

func.func @recv_c4(%a0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<2xf32>'}}
  %0:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @infeed_c1(%a0: !stablehlo.token) {
  // expected-error@+1 {{result is expected to be at least of size 1, but got 0}}
  "stablehlo.infeed"(%a0) : (!stablehlo.token) -> ()
  func.return
}

// -----

func.func @infeed_c2(%a0: !stablehlo.token) {
  // expected-error@+1 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%a0) : (!stablehlo.token) -> (!stablehlo.token, tensor<2xf32>)
  func.return
}

// -----

func.func @infeed_c3(%a0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<2xf32>'}}
  %0:2 = "stablehlo.infeed"(%a0) : (!stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @infeed_layout(%a0: !stablehlo.token) {
  // expected-error@+1 {{layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 2}}
  %0:2 = "stablehlo.infeed"(%a0) <{layout = [[0], [1]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @outfeed_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #1 must be token, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.outfeed"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (!stablehlo.token)
  func.return
}

// -----

func.func @async_start_c1(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op number of operands (1) must match number of region arguments (2)}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>, %r1: tensor<2x4xf32>):
    %z = "stablehlo.all_gather"(%r0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    "stablehlo.return"(%z) : (tensor<2x8xf32>) -> ()
}) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<2x8xf32>>)
  func.return
}

// -----

func.func @async_start_c2(%a0: tensor<2x5xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op operand type 'tensor<2x5xf32>' at index 0 must match region argument type 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>):
    %z = "stablehlo.all_gather"(%r0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    "stablehlo.return"(%z) : (tensor<2x8xf32>) -> ()
}) : (tensor<2x5xf32>) -> (!stablehlo.future<tensor<2x8xf32>>)
  func.return
}

// -----

func.func @async_start_c3(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2x8xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<2x9xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>):
    %z = "stablehlo.all_gather"(%r0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    "stablehlo.return"(%z) : (tensor<2x8xf32>) -> ()
}) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<2x9xf32>>)
  func.return
}

// -----

func.func @async_start_body(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>):
    %z = "stablehlo.negate"(%r0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    "stablehlo.return"(%z) : (tensor<2x4xf32>) -> ()
}) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<2x8xf32>>)
  func.return
}

// -----

func.func @async_start_two_ops(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain exactly one operation and a return}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>):
    %z = "stablehlo.all_gather"(%r0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    %y = "stablehlo.negate"(%z) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    "stablehlo.return"(%z) : (tensor<2x8xf32>) -> ()
}) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<2x8xf32>>)
  func.return
}

// -----

func.func @async_start_returned(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2x4xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<2x8xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%a0) ({
^bb0(%r0: tensor<2x4xf32>):
    %z = "stablehlo.all_gather"(%r0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
    "stablehlo.return"(%r0) : (tensor<2x4xf32>) -> ()
}) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<2x8xf32>>)
  func.return
}

// -----

func.func @async_done_c1(%a0: !stablehlo.future<tensor<2x8xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op inferred type(s) 'tensor<2x8xf32>' are incompatible with return type(s) of operation 'tensor<2x9xf32>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %0 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2x8xf32>>) -> (tensor<2x9xf32>)
  func.return
}

// -----

func.func @async_done_i1(%a0: tensor<2x8xf32>) {
  // expected-error@+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'tensor<2x8xf32>'}}
  %0 = "stablehlo.async_done"(%a0) : (tensor<2x8xf32>) -> (tensor<2x8xf32>)
  func.return
}

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'f32'}}
func.func @future_element(%a0: !stablehlo.future<f32>) {
  func.return
}
