// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=force-32bit-vector-indices=false

// Masks by the indices of lanes.
func.func @masks(%i: index) -> (vector<<<n:4|1|7>>xi1>, vector<[4]xi1>, vector<<<n>>xi1>, vector<<<n>>xindex>) {
  %0 = vector.create_mask %i : vector<<<n>>xi1>
  %1 = vector.create_mask %i : vector<[4]xi1>
  %2 = vector.constant_mask [<<1|0>>] : vector<<<n>>xi1>
  %3 = vector.step : vector<<<n>>xindex>
  return %0, %1, %2, %3 : vector<<<n>>xi1>, vector<[4]xi1>, vector<<<n>>xi1>, vector<<<n>>xindex>
}
