// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=reassociate-fp-reductions=true

func.func @integers(%v: vector<<<n:4|[4]>>x<<t:i32|i8>>>, %s: <<t>>, %k: vector<<<n>>xi1>) -> (<<t>>, <<t>>, <<t>>, <<t>>) {
  %0 = vector.reduction <<<o:add|mul|minui|minsi|maxui|maxsi|and|or|xor>>>, %v : vector<<<n>>x<<t>>> into <<t>>
  %1 = vector.reduction <<<o>>>, %v, %s : vector<<<n>>x<<t>>> into <<t>>
  %2 = vector.mask %k { vector.reduction <<<o>>>, %v : vector<<<n>>x<<t>>> into <<t>> } : vector<<<n>>xi1> -> <<t>>
  %3 = vector.mask %k { vector.reduction <<<o>>>, %v, %s : vector<<<n>>x<<t>>> into <<t>> } : vector<<<n>>xi1> -> <<t>>
  return %0, %1, %2, %3 : <<t>>, <<t>>, <<t>>, <<t>>
}
// -----
func.func @floats(%v: vector<4xf32>, %s: f32) -> (f32, f32) {
  %0 = vector.reduction <<<o:add|mul|minnumf|maxnumf|minimumf|maximumf>>>, %v : vector<4xf32> into f32
  %1 = vector.reduction <<<o>>>, %v, %s : vector<4xf32> into f32
  return %0, %1 : f32, f32
}
// -----
func.func @masked_floats(%v: vector<<<n:4|[4]>>xf32>, %s: f32, %k: vector<<<n>>xi1>) -> (f32, f32) {
  %0 = vector.mask %k { vector.reduction <<<o:add|mul|minnumf|maxnumf>>>, %v : vector<<<n>>xf32> into f32 } : vector<<<n>>xi1> -> f32
  %1 = vector.mask %k { vector.reduction <<<o>>>, %v, %s : vector<<<n>>xf32> into f32 } : vector<<<n>>xi1> -> f32
  return %0, %1 : f32, f32
}
// -----
// DIFFERS: for lanes that are off, mlir-opt takes the smallest negative number and the largest finite one, which are no neutral elements
func.func @extremes(%v: vector<4xf32>, %s: f32, %k: vector<4xi1>) -> (f32, f32) {
  %0 = vector.mask %k { vector.reduction <<<o:minimumf|maximumf>>>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %k { vector.reduction <<<o>>>, %v, %s : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1 : f32, f32
}
