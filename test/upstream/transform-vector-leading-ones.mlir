// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @slices(%v: vector<1x1x<<n:8|4>>xf32>, %w: vector<1x8x8xf32>, %x: vector<1x4xf32>, %y: vector<2x4xf32>) -> (vector<1x1x2xf32>, vector<1x8x8xf32>, vector<2x4xf32>, vector<1x1x<<n>>xf32>) {
    %0 = vector.extract_strided_slice %v {offsets = [0, 0, 1], sizes = [1, 1, 2], strides = [1, 1, 1]} : vector<1x1x<<n>>xf32> to vector<1x1x2xf32>
    %1 = vector.insert_strided_slice %x, %w {offsets = [0, 1, 2], strides = [1, 1]} : vector<1x4xf32> into vector<1x8x8xf32>
    %2 = vector.insert_strided_slice %x, %y {offsets = [1, 0], strides = [1, 1]} : vector<1x4xf32> into vector<2x4xf32>
    %3 = vector.insert_strided_slice %x, %v {offsets = [0, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<1x1x<<n>>xf32>
    return %0, %1, %2, %3 : vector<1x1x2xf32>, vector<1x8x8xf32>, vector<2x4xf32>, vector<1x1x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @insert(%s: f32, %v: vector<1x1x<<n:4|1|[4]>>xf32>, %r: vector<<<n>>xf32>, %q: vector<1x<<n>>xf32>, %w: vector<1x8x1x<<n>>xf32>, %i: index, %d: vector<8x1x<<n>>xf32>) -> (vector<1x1x<<n>>xf32>, vector<1x1x<<n>>xf32>, vector<1x1x<<n>>xf32>, vector<1x8x1x<<n>>xf32>, vector<1x8x1x<<n>>xf32>, vector<8x1x<<n>>xf32>) {
    %0 = vector.insert %s, %v [0, 0, 0] : f32 into vector<1x1x<<n>>xf32>
    %1 = vector.insert %r, %v [0, 0] : vector<<<n>>xf32> into vector<1x1x<<n>>xf32>
    %2 = vector.insert %q, %v [0] : vector<1x<<n>>xf32> into vector<1x1x<<n>>xf32>
    %3 = vector.insert %q, %w [0, 6] : vector<1x<<n>>xf32> into vector<1x8x1x<<n>>xf32>
    %4 = vector.insert %q, %w [0, %i] : vector<1x<<n>>xf32> into vector<1x8x1x<<n>>xf32>
    %5 = vector.insert %q, %d [%i] : vector<1x<<n>>xf32> into vector<8x1x<<n>>xf32>
    return %0, %1, %2, %3, %4, %5 : vector<1x1x<<n>>xf32>, vector<1x1x<<n>>xf32>, vector<1x1x<<n>>xf32>, vector<1x8x1x<<n>>xf32>, vector<1x8x1x<<n>>xf32>, vector<8x1x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transfers(%m: <<b:memref|tensor>><1x4x8x?xf32>, %i: index, %p: f32, %v: vector<1x4xf32>, %k: vector<1x4xi1>, %t: <<b>><?x?xf32>, %o: vector<1xf32>) -> (vector<1x4xf32>, vector<1x4xf32>, vector<1x1xf32>, vector<1x4xf32>, vector<1x1x4xf32>) {
    %0 = vector.transfer_read %m[%i, %i, %i, %i], %p {in_bounds = [true, <<true|false>>]} : <<b>><1x4x8x?xf32>, vector<1x4xf32>
    %1 = vector.transfer_read %m[%i, %i, %i, %i], %p, %k : <<b>><1x4x8x?xf32>, vector<1x4xf32>
    %2 = vector.transfer_read %m[%i, %i, %i, %i], %p : <<b>><1x4x8x?xf32>, vector<1x1xf32>
    %3 = vector.transfer_read %m[%i, %i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2, d3) -> (0, d2)>} : <<b>><1x4x8x?xf32>, vector<1x4xf32>
    %4 = vector.transfer_read %m[%i, %i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>} : <<b>><1x4x8x?xf32>, vector<1x1x4xf32>
    return %0, %1, %2, %3, %4 : vector<1x4xf32>, vector<1x4xf32>, vector<1x1xf32>, vector<1x4xf32>, vector<1x1x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @writes(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %v: vector<1x4xf32>, %k: vector<<<1x4|4x1>>xi1>, %l: vector<1x4xi1>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    vector.transfer_write %v, %m[%i, %i] {in_bounds = [<<true|false>>, true]} : vector<1x4xf32>, memref<?x?xf32>
    vector.transfer_write %v, %m[%i, %i], %l : vector<1x4xf32>, memref<?x?xf32>
    %0 = vector.transfer_write %v, %t[%i, %i] : vector<1x4xf32>, tensor<?x?xf32>
    %1 = vector.transfer_write %v, %t[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<1x4xf32>, tensor<?x?xf32>
    vector.mask %l { vector.transfer_write %v, %m[%i, %i] : vector<1x4xf32>, memref<?x?xf32> } : vector<1x4xi1>
    return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @elementwise(%v: vector<1x<<n:1|4|1x4|[4]|2>>xf32>, %w: vector<1x<<n>>xf32>, %c: i1, %k: vector<1x<<n>>xi1>, %i: vector<1x<<n>>xi8>) -> (vector<1x<<n>>xf32>, vector<1x<<n>>xf32>, vector<1x<<n>>xf32>, vector<1x<<n>>xi32>, vector<1x<<n>>xi1>) {
    %0 = arith.addf %v, %w : vector<1x<<n>>xf32>
    %1 = arith.select %c, %v, %w : vector<1x<<n>>xf32>
    %2 = arith.select %k, %v, %0 : vector<1x<<n>>xi1>, vector<1x<<n>>xf32>
    %3 = arith.extsi %i : vector<1x<<n>>xi8> to vector<1x<<n>>xi32>
    %4 = arith.cmpf olt, %v, %w : vector<1x<<n>>xf32>
    return %0, %1, %2, %3, %4 : vector<1x<<n>>xf32>, vector<1x<<n>>xf32>, vector<1x<<n>>xf32>, vector<1x<<n>>xi32>, vector<1x<<n>>xi1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @contract(%a: vector<1x16x<<1|2>>xf32>, %b: vector<1x8x16xf32>, %c: vector<1x16x16xf32>, %d: vector<1x16x8xf32>, %k: vector<1x16x16x8xi1>, %e: vector<1x1xf32>, %f: vector<1x8xf32>, %g: vector<16x8xf32>, %h: vector<8x1x16xf32>) -> (vector<1x16x16xf32>, vector<1x16x16xf32>, vector<1x1xf32>, vector<1x16x16xf32>, vector<1x16x16xf32>) {
    %0 = vector.contract {indexing_maps = [affine_map<(l, i, j, k) -> (l, i, k)>, affine_map<(l, i, j, k) -> (l, k, j)>, affine_map<(l, i, j, k) -> (l, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %d, %b, %c : vector<1x16x8xf32>, vector<1x8x16xf32> into vector<1x16x16xf32>
    %1 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(l, i, j, k) -> (l, i, k)>, affine_map<(l, i, j, k) -> (l, k, j)>, affine_map<(l, i, j, k) -> (l, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<<<add|maxnumf>>>} %d, %b, %c : vector<1x16x8xf32>, vector<1x8x16xf32> into vector<1x16x16xf32> } : vector<1x16x16x8xi1> -> vector<1x16x16xf32>
    %2 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %f, %f, %e : vector<1x8xf32>, vector<1x8xf32> into vector<1x1xf32>
    %3 = vector.contract {indexing_maps = [affine_map<(l, i, j, k) -> (i, k)>, affine_map<(l, i, j, k) -> (k, l, j)>, affine_map<(l, i, j, k) -> (l, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %g, %h, %c : vector<16x8xf32>, vector<8x1x16xf32> into vector<1x16x16xf32>
    %4 = vector.contract {indexing_maps = [affine_map<(l, i, j, k) -> (i, k)>, affine_map<(l, i, j, k) -> (k, l, j)>, affine_map<(l, i, j, k) -> (l, j, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %g, %h, %c : vector<16x8xf32>, vector<8x1x16xf32> into vector<1x16x16xf32>
    return %0, %1, %2, %3, %4 : vector<1x16x16xf32>, vector<1x16x16xf32>, vector<1x1xf32>, vector<1x16x16xf32>, vector<1x16x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masks(%i: index, %m: memref<?xf32>, %j: vector<1x4xi32>, %k: vector<1x4xi1>, %p: vector<1x4xf32>) -> (vector<1x1x4xi1>, vector<1x1xi1>, vector<1x4xi1>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
    %0 = vector.constant_mask [1, 1, <<2|4>>] : vector<1x1x4xi1>
    %1 = vector.constant_mask [0, 0] : vector<1x1xi1>
    %2 = vector.create_mask %i, %i : vector<1x4xi1>
    %3 = vector.broadcast %k : vector<1x4xi1> to vector<1x4xi1>
    %4 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
    %5 = vector.shape_cast %4 : vector<4xf32> to vector<1x4xf32>
    %6 = vector.gather %m[%i] [%j], %k, %p : memref<?xf32>, vector<1x4xi32>, vector<1x4xi1>, vector<1x4xf32> into vector<1x4xf32>
    %7 = vector.broadcast %4 : vector<4xf32> to vector<1x4xf32>
    %8 = vector.shape_cast %7 : vector<1x4xf32> to vector<1x1x4xf32>
    %9 = vector.shape_cast %8 : vector<1x1x4xf32> to vector<1x4xf32>
    return %0, %1, %2, %5, %6, %7, %9 : vector<1x1x4xi1>, vector<1x1xi1>, vector<1x4xi1>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    } : !transform.any_op
    transform.yield
  }
}
