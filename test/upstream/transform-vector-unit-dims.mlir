// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @inner(%m: memref<<<n:1x16x8x1|8x16x1x1|8x?x1x1|?x8x16x1>>xf32>, %i: index, %p: f32, %s: memref<8x16x8x1xf32, strided<[<<1024|?>>, 64, 8, 1], offset: <<0|3|?>>>, 3>) -> (vector<1x8x1x1xf32>, vector<8x1xf32>, vector<8x1x1xf32>) {
    %0 = vector.transfer_read %m[%i, %i, %i, %i], %p {in_bounds = [true, <<true|false>>, true, true]} : memref<<<n>>xf32>, vector<1x8x1x1xf32>
    %1 = vector.transfer_read %s[%i, %i, %i, %i], %p {in_bounds = [true, <<b:true|false>>]} : memref<8x16x8x1xf32, strided<[1024, 64, 8, 1], offset: 0>, 3>, vector<8x1xf32>
    %2 = vector.transfer_read %m[%i, %i, %i, %i], %p {in_bounds = [true, true, true]} : memref<<<n>>xf32>, vector<8x1x1xf32>
    vector.transfer_write %0, %m[%i, %i, %i, %i] {in_bounds = [true, true, true, true]} : vector<1x8x1x1xf32>, memref<<<n>>xf32>
    return %0, %1, %2 : vector<1x8x1x1xf32>, vector<8x1xf32>, vector<8x1x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @strided(%i: index, %p: f32, %s: memref<8x16x8x1xf32, strided<[<<a:1024|?>>, 64, 8, <<c:1|2>>], offset: <<o:0|3|?>>>, 3>, %v: vector<4x[<<k:1|4>>]x1xf32>) -> (vector<8x1xf32>, vector<1x8x[1]xf32>) {
    %1 = vector.transfer_read %s[%i, %i, %i, %i], %p {in_bounds = [true, <<b:true|false>>]} : memref<8x16x8x1xf32, strided<[<<a>>, 64, 8, <<c>>], offset: <<o>>>, 3>, vector<8x1xf32>
    %2 = vector.transfer_read %s[%i, %i, %i, %i], %p {in_bounds = [true, true, true]} : memref<8x16x8x1xf32, strided<[<<a>>, 64, 8, <<c>>], offset: <<o>>>, 3>, vector<1x8x[1]xf32>
    vector.transfer_write %v, %s[%i, %i, %i, %i] {in_bounds = [true, true, <<b>>]} : vector<4x[<<k>>]x1xf32>, memref<8x16x8x1xf32, strided<[<<a>>, 64, 8, <<c>>], offset: <<o>>>, 3>
    return %1, %2 : vector<8x1xf32>, vector<1x8x[1]xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @views(%m: memref<<<n:1x8x1x4|8x4x1x1|1x?x1x4>>xf32>, %p: f32, %a: index, %b: index) -> (vector<8x4xf32>, vector<1x8x1x4xf32>, vector<1x8x1x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = vector.transfer_read %m[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2, d3) -> (<<d2, d3|d1, d3>>)>} : memref<<<n>>xf32>, vector<8x4xf32>
    %1 = vector.transfer_read %m[%c0, %c0, %c0, %c0], %p {in_bounds = [true, <<true|false>>, true, true]} : memref<<<n>>xf32>, vector<1x8x1x4xf32>
    %k = vector.create_mask %c1, %a, <<%c1|%a>>, %b : vector<1x8x1x4xi1>
    %2 = vector.transfer_read %m[%c0, %c0, %c0, %c0], %p, %k {in_bounds = [true, true, true, true]} : memref<<<n>>xf32>, vector<1x8x1x4xf32>
    vector.transfer_write %2, %m[%c0, %c0, %c0, %c0], %k {in_bounds = [true, true, true, true]} : vector<1x8x1x4xf32>, memref<<<n>>xf32>
    vector.transfer_write %1, %m[<<%c0|%c1|%a>>, %c0, %c0, %c0] {in_bounds = [true, true, true, true]} : vector<1x8x1x4xf32>, memref<<<n>>xf32>
    return %0, %1, %2 : vector<8x4xf32>, vector<1x8x1x4xf32>, vector<1x8x1x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.rank_reducing_subview_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masked(%m: memref<1x8x<<n:1|4>>xf32, strided<[<<a:64|?>>, <<b:8|4|?>>, <<c:1|3>>], offset: <<o:?|0|8>>>>, %p: f32, %k: vector<1x8x<<n>>xi1>, %o: memref<1x1xf32>) -> vector<1x1xf32> {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<1.0> : vector<1x8x<<n>>xf32>
    %z = memref.cast %m : memref<1x8x<<n>>xf32, strided<[<<a>>, <<b>>, <<c>>], offset: <<o>>>> to memref<1x8x<<n>>xf32, strided<[?, ?, ?], offset: ?>>
    vector.mask %k { vector.transfer_write %v, %z[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x8x<<n>>xf32>, memref<1x8x<<n>>xf32, strided<[?, ?, ?], offset: ?>> } : vector<1x8x<<n>>xi1>
    %r = vector.mask %k { vector.transfer_read %z[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<1x8x<<n>>xf32, strided<[?, ?, ?], offset: ?>>, vector<1x8x<<n>>xf32> } : vector<1x8x<<n>>xi1> -> vector<1x8x<<n>>xf32>
    vector.transfer_write %r, %z[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x8x<<n>>xf32>, memref<1x8x<<n>>xf32, strided<[?, ?, ?], offset: ?>>
    %t = vector.transfer_read %o[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x1xf32>, vector<1x1xf32>
    return %t : vector<1x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.rank_reducing_subview_patterns
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @elementwise(%v: vector<<<n:1x4|4x1|1x1|1x[4]x1|2x4>>xf32>, %w: vector<<<n>>xf32>, %c: i1, %k: vector<<<n>>xi1>) -> (vector<<<n>>xf32>, vector<<<n>>xf32>, vector<<<n>>xf32>, vector<<<n>>xi1>) {
    %0 = arith.addf %v, %w : vector<<<n>>xf32>
    %1 = arith.select %c, %v, %w : vector<<<n>>xf32>
    %2 = arith.select %k, %v, %0 : vector<<<n>>xi1>, vector<<<n>>xf32>
    %3 = arith.cmpf olt, %2, %w : vector<<<n>>xf32>
    return %0, %1, %2, %3 : vector<<<n>>xf32>, vector<<<n>>xf32>, vector<<<n>>xf32>, vector<<<n>>xi1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transpose(%v: vector<1x1x4x[4]xf32>, %w: vector<1x<<n:1|3>>xf32>, %z: vector<<<1x4x1x2|1x1x1x1|2x4x3x2>>xf32>, %s: vector<f32>) -> (vector<[4]x1x1x4xf32>, vector<<<n>>x1xf32>) {
    %0 = vector.transpose %v, [3, 0, 1, 2] : vector<1x1x4x[4]xf32> to vector<[4]x1x1x4xf32>
    %1 = vector.transpose %w, [1, 0] : vector<1x<<n>>xf32> to vector<<<n>>x1xf32>
    return %0, %1 : vector<[4]x1x1x4xf32>, vector<<<n>>x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @loops(%n: index, %v: vector<1x<<k:4|1|[4]x1>>xf32>, %w: vector<4xf32>, %u: vector<2x1xf32>) -> (vector<1x<<k>>xf32>, vector<4xf32>, vector<2x1xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v, %b = %w, %c = %u) -> (vector<1x<<k>>xf32>, vector<4xf32>, vector<2x1xf32>) {
      %x = arith.addf %a, %a : vector<1x<<k>>xf32>
      %y = arith.mulf %b, %b : vector<4xf32>
      %z = arith.mulf %c, %u : vector<2x1xf32>
      scf.yield %x, %y, %z : vector<1x<<k>>xf32>, vector<4xf32>, vector<2x1xf32>
    } {a = 1}
    return %r#0, %r#1, %r#2 : vector<1x<<k>>xf32>, vector<4xf32>, vector<2x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masks(%a: index, %b: index, %m: <<k:memref|tensor>><?x?xf32>, %p: f32, %g: vector<4xi1>) -> (vector<4xi1>, vector<[4]xi1>, vector<2x4xi1>, vector<4xf32>, vector<4xf32>, vector<[4]xf32>, vector<4xf32>, vector<3xi1>, vector<i1>) {
    %c2 = arith.constant 2 : index
    %0 = vector.create_mask %a : vector<4xi1>
    %1 = vector.create_mask %a : vector<[4]xi1>
    %2 = vector.create_mask %a, %b : vector<2x4xi1>
    %3 = vector.transfer_read %m[%a, %b], %p : <<k>><?x?xf32>, vector<4xf32>
    %4 = vector.transfer_read %m[%a, %b], %p, %g : <<k>><?x?xf32>, vector<4xf32>
    %5 = vector.transfer_read %m[%a, %b], %p : <<k>><?x?xf32>, vector<[4]xf32>
    %6 = vector.transfer_read %m[%a, %b], %p {in_bounds = [true]} : <<k>><?x?xf32>, vector<4xf32>
    %7 = vector.create_mask %c2 : vector<3xi1>
    %8 = vector.create_mask %a : vector<i1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<4xi1>, vector<[4]xi1>, vector<2x4xi1>, vector<4xf32>, vector<4xf32>, vector<[4]xf32>, vector<4xf32>, vector<3xi1>, vector<i1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.materialize_masks
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @write(%a: index, %m: memref<<<n:8|?>>xf32>, %t: tensor<<<n>>xf32>, %v: vector<<<4|1>>xf32>, %w: vector<8xf32>, %c: i1, %s: memref<f32>) -> (tensor<<<n>>xf32>, vector<1xi1>) {
    vector.transfer_write %w, %m[%a] : vector<8xf32>, memref<<<n>>xf32>
    %0 = vector.transfer_write %w, %t[%a] : vector<8xf32>, tensor<<<n>>xf32>
    %y = arith.constant dense<true> : vector<1xi1>
    %z = arith.constant dense<false> : vector<1xi1>
    %1 = arith.select %c, %y, %z : vector<1xi1>
    return %0, %1 : tensor<<<n>>xf32>, vector<1xi1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.materialize_masks
    } : !transform.any_op
    transform.yield
  }
}
