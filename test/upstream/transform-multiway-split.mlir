// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @known(%a: tensor<<<m:25|9|32>>x34xf32>, %b: tensor<34x25xf32>, %c: tensor<<<m>>x25xf32>) -> tensor<<<m>>x25xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x34xf32>, tensor<34x25xf32>) outs(%c : tensor<<<m>>x25xf32>) -> tensor<<<m>>x25xf32>
    return %0 : tensor<<<m>>x25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = <<d:0|1|2>>, target_size = <<9|8|4|1>>} : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.split %0 after %chunks {dimension = <<d>>, multiway} : !transform.any_op, !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @parameters(%a: tensor<<<m:25|9|32>>x34xf32>, %b: tensor<34x25xf32>, %c: tensor<<<m>>x25xf32>) -> tensor<<<m>>x25xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x34xf32>, tensor<34x25xf32>) outs(%c : tensor<<<m>>x25xf32>) -> tensor<<<m>>x25xf32>
    return %0 : tensor<<<m>>x25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = <<d:0|1|2>>, target_size = <<9|8|4|1>>} : (!transform.any_op) -> !transform.param<i64>
    %parts = transform.structured.split %0 after %chunks {dimension = <<d>>, multiway} : !transform.any_op, !transform.param<i64>
    transform.foreach %parts : !transform.any_op {
    ^bb0(%part: !transform.any_op):
      transform.annotate %part "part" : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unknown(%a: tensor<?x34xf32>, %b: tensor<34x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<?x34xf32>, tensor<34x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = <<d:0|1|2>>, target_size = <<9|4|2>>} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unknown_split(%a: tensor<?x34xf32>, %b: tensor<34x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<?x34xf32>, tensor<34x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = <<d:0|1>>, target_size = <<4|2>>} : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.split %0 after %chunks {dimension = <<d>>, multiway} : !transform.any_op, !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @tiled(%a: tensor<<<m:9|32>>xf32>, %b: tensor<<<m>>xf32>) -> tensor<<<m>>xf32> {
    %0 = linalg.exp ins(%a : tensor<<<m>>xf32>) outs(%b : tensor<<<m>>xf32>) -> tensor<<<m>>xf32>
    return %0 : tensor<<<m>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = 0, target_size = 8} : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.split %0 after %chunks {dimension = 0, multiway} : !transform.any_op, !transform.any_op
    transform.foreach %parts, %tiles : !transform.any_op, !transform.any_op {
    ^bb0(%part: !transform.any_op, %tile: !transform.any_op):
      %tiled, %loop = transform.structured.tile_using_for %part tile_sizes [%tile] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}

// -----

// DIFFERS: the constants that bound loops are in another place
module attributes {transform.with_named_sequence} {
  func.func @tiled_partly(%a: tensor<25xf32>, %b: tensor<25xf32>) -> tensor<25xf32> {
    %0 = linalg.exp ins(%a : tensor<25xf32>) outs(%b : tensor<25xf32>) -> tensor<25xf32>
    return %0 : tensor<25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiles, %chunks = transform.structured.continuous_tile_sizes %0 {dimension = 0, target_size = <<9|8>>} : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.split %0 after %chunks {dimension = 0, multiway} : !transform.any_op, !transform.any_op
    transform.foreach %parts, %tiles : !transform.any_op, !transform.any_op {
    ^bb0(%part: !transform.any_op, %tile: !transform.any_op):
      %tiled, %loop = transform.structured.tile_using_for %part tile_sizes [%tile] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @points(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
    %0 = linalg.exp ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
    return %0 : tensor<32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 8 : i64 -> !transform.param<i64>
    %q = transform.param.constant <<4 : i64|16 : i64>> -> !transform.param<i64>
    %pq = transform.merge_handles %p, %q : !transform.param<i64>
    %parts = transform.structured.split %0 after <<%pq {dimension = 0, multiway} : !transform.any_op, !transform.param<i64>|%p {dimension = 0} : !transform.any_op, !transform.param<i64>|8 {dimension = 0, multiway} : !transform.any_op>>
    transform.yield
  }
}
