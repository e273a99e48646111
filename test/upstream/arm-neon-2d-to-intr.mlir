// FLAGS: --arm-neon-2d-to-intr

func.func @dot(%a: vector<<<n:2|4>>xi32>, %b: vector<<<n>>x4xi8>, %c: vector<<<n>>x4xi8>) -> vector<<<n>>xi32> {
  %0 = arm_neon.2d.sdot %a, %b, %c : vector<<<n>>x4xi8>, vector<<<n>>x4xi8> to vector<<<n>>xi32>
  return %0 : vector<<<n>>xi32>
}

// -----

// Casts of constants are folded.
func.func @constant(%a: vector<2xi32>, %b: vector<2x4xi8>) -> vector<2xi32> {
  %c = arith.constant dense<<<c:1|[[1, 2, 3, 4], [5, 6, 7, 8]]>>> : vector<2x4xi8>
  %0 = arm_neon.2d.sdot %a, %b, %c {note} : vector<2x4xi8>, vector<2x4xi8> to vector<2xi32>
  return %0 : vector<2xi32>
}
