// FLAGS: --transform-interpreter --canonicalize

// Transfers down to vectors of one or two dimensions, as loops or unrolled, with permutations.
func.func @f(%m: memref<?x?x?xf32>, %i: index, %p: f32, %n: memref<2x3x4xf32>, %t: tensor<2x3x4xf32>, %k: vector<2x3x4xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p {in_bounds = [<<b:true|false>>, true, <<b>>]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  vector.transfer_write %0, %n[%i, %i, %i] {in_bounds = [true, true, true]} : vector<2x3x4xf32>, memref<2x3x4xf32>
  %1 = vector.transfer_read %m[%i, %i, %i], %p {permutation_map = affine_map<(a, b, c) -> (<<x:b, a, c|0, b, c>>)>, in_bounds = [true, true, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  vector.transfer_write %1, %n[%i, %i, %i] {in_bounds = [true, true, true]} : vector<2x3x4xf32>, memref<2x3x4xf32>
  %2 = vector.transfer_read %m[%i, %i, %i], %p, %k {in_bounds = [true, true, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %2 : vector<2x3x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.transfer_to_scf <<r:|max_transfer_rank = 2|max_transfer_rank = 3>> <<u:|full_unroll = true>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Columns of memory become loops over scalars, and prints of vectors those of their elements.
func.func @columns(%m: memref<?x?xf32>, %i: index, %p: f32) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [<<b:true|false>>]} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i, %i] {permutation_map = affine_map<(a, b) -> (<<d:a|b>>)>, in_bounds = [<<b>>]} : vector<4xf32>, memref<?x?xf32>
  vector.print %0 : vector<4xf32>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.transfer_to_scf <<r:|max_transfer_rank = 2>> <<u:|full_unroll = true>>
    } : !transform.any_op
    transform.yield
  }
}
