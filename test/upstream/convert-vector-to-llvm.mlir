// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=reassociate-fp-reductions=true

func.func @lanes(%a: vector<4xf32>, %m: memref<?xf32>, %i: index, %f: f32) -> (f32, f32, f32, vector<4xf32>) {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
  vector.store %a, %m[%i] : memref<?xf32>, vector<4xf32>
  %1 = vector.fma %a, %0, %a : vector<4xf32>
  %2 = vector.reduction <<<add|mul>>>, %1 : vector<4xf32> into f32
  %3 = vector.extract %a[%i] : f32 from vector<4xf32>
  %4 = vector.extract %1[1] : f32 from vector<4xf32>
  %5 = vector.insert %4, %1 [2] : f32 into vector<4xf32>
  return %2, %3, %4, %5 : f32, f32, f32, vector<4xf32>
}
