// Recipes for `arm_neon`.
// type: vector<16xi8>
// type: vector<8xbf16>
// -----
// op: arm_neon.intr.smull
func.func @f(%a: vector<8xi8>, %b: vector<4xi16>, %c: vector<2xi32>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.smull %b, %b : vector<4xi16> to vector<4xi32>
  %2 = arm_neon.intr.smull %c, %c : vector<2xi32> to vector<2xi64>
  return
}
// -----
// op: arm_neon.intr.sdot arm_neon.2d.sdot
func.func @f(%a: vector<4xi32>, %b: vector<16xi8>, %c: vector<2xi32>, %d: vector<2x4xi8>) -> vector<4xi32> {
  %0 = arm_neon.intr.sdot %a, %b, %b : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %1 = arm_neon.2d.sdot %c, %d, %d : vector<2x4xi8>, vector<2x4xi8> to vector<2xi32>
  return %0 : vector<4xi32>
}
// -----
// op: arm_neon.intr.smmla arm_neon.intr.ummla arm_neon.intr.usmmla arm_neon.intr.bfmmla
func.func @f(%a: vector<4xi32>, %b: vector<16xi8>, %c: vector<4xf32>, %d: vector<8xbf16>) -> vector<4xi32> {
  %0 = arm_neon.intr.smmla %a, %b, %b : vector<16xi8> to vector<4xi32>
  %1 = arm_neon.intr.ummla %0, %b, %b : vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.usmmla %1, %b, %b : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.bfmmla %c, %d, %d : vector<8xbf16> to vector<4xf32>
  return %2 : vector<4xi32>
}
