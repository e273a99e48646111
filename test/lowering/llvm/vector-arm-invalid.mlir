// RUN: strata-opt %s --convert-vector-to-llvm='enable-arm-sve enable-arm-i8mm' --verify-diagnostics

// The products of bytes that Arm's scalable vectors have instructions for need ops of a dialect that is not here.
func.func @bytes(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %x = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %y = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
  // expected-error @+1 {{enable-arm-i8mm is not supported for 'vector.contract': there is no dialect 'arm_sve'}}
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
