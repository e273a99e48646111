// FLAGS: --convert-vector-to-llvm='enable-arm-neon enable-arm-i8mm enable-arm-bf16'
// FLAGS: --convert-vector-to-llvm=enable-arm-neon

func.func @ops(%a: vector<8xi8>, %b: vector<4xi32>, %c: vector<16xi8>, %d: vector<4xf32>, %e: vector<8xbf16>) -> (vector<8xi16>, vector<4xi32>, vector<4xi32>, vector<4xf32>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.sdot %b, %c, %c : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.ummla %1, %c, %c : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.bfmmla %d, %e, %e : vector<8xbf16> to vector<4xf32>
  return %0, %1, %2, %3 : vector<8xi16>, vector<4xi32>, vector<4xi32>, vector<4xf32>
}

// -----

func.func @bytes(%a: vector<<<m:2|4>>x<<k:8|16>>xi8>, %b: vector<2x<<k>>xi8>, %c: vector<<<m>>x2xi32>) -> vector<<<m>>x2xi32> {
  %x = arith.<<l:extsi|extui>> %a : vector<<<m>>x<<k>>xi8> to vector<<<m>>x<<k>>xi32>
  %y = arith.<<r:extsi|extui>> %b : vector<2x<<k>>xi8> to vector<2x<<k>>xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c
      : vector<<<m>>x<<k>>xi32>, vector<2x<<k>>xi32> into vector<<<m>>x2xi32>
  return %0 : vector<<<m>>x2xi32>
}

// -----

func.func @floats(%a: vector<<<m:2|1>>x<<k:4|8>>xbf16>, %b: vector<2x<<k>>xbf16>, %c: vector<<<m>>x2xf32>) -> vector<<<m>>x2xf32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<<<m>>x<<k>>xbf16>, vector<2x<<k>>xbf16> into vector<<<m>>x2xf32>
  return %0 : vector<<<m>>x2xf32>
}
