// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @read(%m: memref<<<n:?x8|?x?|4x8|16x32>>xf32>, %i: index, %j: index) -> (vector<4x8xf32>, vector<8xf32>) {
    %p = arith.constant 0.0 : f32
    %0 = vector.transfer_read %m[%i, <<%j|%i>>], %p {in_bounds = [<<false|true>>, <<false|true>>]} : memref<<<n>>xf32>, vector<4x8xf32>
    %1 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true]} : memref<<<n>>xf32>, vector<8xf32>
    return %0, %1 : vector<4x8xf32>, vector<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "<<linalg-copy|vector-transfer|none|force-in-bounds>>"
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @strided(%m: memref<<<n:7x8|?x8>>xf32, strided<[<<a:?|8>>, 1], offset: <<o:?|0>>>>, %i: index, %j: index) -> vector<4x8xf32> {
    %p = arith.constant 0.0 : f32
    %c = arith.constant <<0|3|4>> : index
    %0 = vector.transfer_read %m[%c, %j], %p {in_bounds = [false, <<true|false>>]} : memref<<<n>>xf32, strided<[<<a>>, 1], offset: <<o>>>>, vector<4x8xf32>
    return %0 : vector<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "<<linalg-copy|vector-transfer|none|force-in-bounds>>"
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @write(%v: vector<4x8xf32>, %m: memref<<<n:?x8|?x?|4x8>>xf32>, %i: index, %j: index) {
    scf.for %k = %i to %j step %j {
      vector.transfer_write %v, %m[%k, %j] {in_bounds = [<<false|true>>, <<false|true>>]} : vector<4x8xf32>, memref<<<n>>xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "<<vector-transfer|none|force-in-bounds>>"
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @others(%v: vector<8xf32>, %m: memref<?x?xf32>, %n: memref<?xf32>, %t: tensor<?xf32>, %i: index, %k: vector<8xi1>, %c: i1) -> tensor<?xf32> {
    vector.transfer_write %v, %n[%i], %k : vector<8xf32>, memref<?xf32>
    scf.if %c {
      vector.transfer_write %v, %n[%i] : vector<8xf32>, memref<?xf32>
    }
    return %t : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "<<linalg-copy|vector-transfer>>"
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @apply(%m: memref<?x8xf32>, %i: index, %j: index) -> vector<4x8xf32> {
    %p = arith.constant 0.0 : f32
    %a = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%i)[%j]
    %0 = vector.transfer_read %m[%a, %j], %p {in_bounds = [false, true]} : memref<?x8xf32>, vector<4x8xf32>
    return %0 : vector<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "<<linalg-copy|vector-transfer>>"
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt copies from the vector at the indices of the buffer to the start of the buffer, the reverse of what is written

module attributes {transform.with_named_sequence} {
  func.func @write(%v: vector<4x8xf32>, %m: memref<<<n:?x8|?x?|4x8>>xf32>, %i: index, %j: index) {
    scf.for %k = %i to %j step %j {
      vector.transfer_write %v, %m[%k, %j] {in_bounds = [false, <<false|true>>]} : vector<4x8xf32>, memref<<<n>>xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "linalg-copy"
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: constants of the else region are put into the function in another order
module attributes {transform.with_named_sequence} {
  func.func @unknown(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<4x8xf32> {
    %p = arith.constant 0.0 : f32
    %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [false, true]} : memref<?x?xf32>, vector<4x8xf32>
    return %0 : vector<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "linalg-copy"
    } : !transform.any_op
    transform.yield
  }
}
