// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=vector-transpose-lowering=llvmintr
// FLAGS: --convert-vector-to-llvm=vector-transpose-lowering=shuffle1d
// FLAGS: --convert-vector-to-llvm=vector-transpose-lowering=shuffle16x16

func.func @matrix(%a: vector<2x3xf32>, %b: vector<16x16xi32>) -> (vector<3x2xf32>, vector<16x16xi32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.transpose %b, [1, 0] : vector<16x16xi32> to vector<16x16xi32>
  return %0, %1 : vector<3x2xf32>, vector<16x16xi32>
}
// -----
func.func @more(%a: vector<2x3x4xf32>, %b: vector<2x1x3xf32>, %c: vector<1x4xf32>) -> (vector<3x2x4xf32>, vector<4x2x3xf32>, vector<3x1x2xf32>, vector<4x1xf32>) {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %1 = vector.transpose %a, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %2 = vector.transpose %b, [2, 1, 0] : vector<2x1x3xf32> to vector<3x1x2xf32>
  %3 = vector.transpose %c, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0, %1, %2, %3 : vector<3x2x4xf32>, vector<4x2x3xf32>, vector<3x1x2xf32>, vector<4x1xf32>
}
// -----
// Two transposes are one.
func.func @twice(%a: vector<2x3x4xi8>) -> vector<4x3x2xi8> {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x4xi8> to vector<3x2x4xi8>
  %1 = vector.transpose %0, [2, 0, 1] : vector<3x2x4xi8> to vector<4x3x2xi8>
  return %1 : vector<4x3x2xi8>
}
