// FLAGS: --lower-vector-multi-reduction
// FLAGS: --lower-vector-multi-reduction=lowering-strategy=inner-parallel
// FLAGS: --lower-vector-multi-reduction=lowering-strategy=inner-reduction

func.func @floats(%v: vector<2x3x4xf32>, %x: vector<2xf32>, %y: vector<4xf32>, %s: f32) -> (vector<2xf32>, vector<4xf32>, f32) {
  %0 = vector.multi_reduction <<<k:add|mul|minimumf|maximumf|minnumf|maxnumf>>>, %v, %x [1, 2] : vector<2x3x4xf32> to vector<2xf32>
  %1 = vector.multi_reduction <add>, %v, %y [0, 1] : vector<2x3x4xf32> to vector<4xf32>
  %2 = vector.multi_reduction <add>, %v, %s [0, 1, 2] : vector<2x3x4xf32> to f32
  return %0, %1, %2 : vector<2xf32>, vector<4xf32>, f32
}
// -----
func.func @integers(%v: vector<4x3x<<t:i32|i8>>>, %x: vector<3x<<t>>>, %s: <<t>>, %w: vector<4x<<t>>>) -> (vector<3x<<t>>>, <<t>>, <<t>>) {
  %0 = vector.multi_reduction <<<k:add|mul|and|or|xor|minsi|maxsi|minui|maxui>>>, %v, %x [0] : vector<4x3x<<t>>> to vector<3x<<t>>>
  %1 = vector.multi_reduction <maxsi>, %v, %s [0, 1] : vector<4x3x<<t>>> to <<t>>
  %2 = vector.multi_reduction <xor>, %w, %s [0] : vector<4x<<t>>> to <<t>>
  return %0, %1, %2 : vector<3x<<t>>>, <<t>>, <<t>>
}
// -----
func.func @ranks(%v: vector<2x3x2x3xf32>, %x: vector<2x2xf32>, %y: vector<3x2x3xf32>, %z: vector<2x3xf32>) -> (vector<2x2xf32>, vector<3x2x3xf32>, vector<2x3xf32>) {
  %0 = vector.multi_reduction <add>, %v, %x [1, 3] : vector<2x3x2x3xf32> to vector<2x2xf32>
  %1 = vector.multi_reduction <add>, %v, %y [0] : vector<2x3x2x3xf32> to vector<3x2x3xf32>
  %2 = vector.multi_reduction <add>, %v, %z [1, 2] : vector<2x3x2x3xf32> to vector<2x3xf32>
  return %0, %1, %2 : vector<2x2xf32>, vector<3x2x3xf32>, vector<2x3xf32>
}
// -----
func.func @scalable(%v: vector<2x[4]xf32>, %x: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.multi_reduction <add>, %v, %x [0] : vector<2x[4]xf32> to vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
// -----
func.func @masked(%v: vector<2x4xf32>, %x: vector<2xf32>, %y: vector<4xf32>, %k: vector<2x4xi1>) -> (vector<2xf32>, vector<4xf32>) {
  %0 = vector.mask %k { vector.multi_reduction <add>, %v, %x [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  %1 = vector.mask %k { vector.multi_reduction <add>, %v, %y [0] : vector<2x4xf32> to vector<4xf32> } : vector<2x4xi1> -> vector<4xf32>
  return %0, %1 : vector<2xf32>, vector<4xf32>
}
// -----
// DIFFERS: upstream folds a reduction along no dimension to its source, without the accumulator
func.func @nothing(%v: vector<2x3xf32>, %x: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.multi_reduction <add>, %v, %x [] : vector<2x3xf32> to vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
