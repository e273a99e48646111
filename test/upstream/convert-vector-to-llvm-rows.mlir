// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm='enable-arm-neon enable-arm-sve enable-x86vector enable-arm-i8mm enable-arm-bf16'

// Vectors of several dimensions, row by row.
func.func @rows(%a: vector<<<s:2x3|2x2x3|1x3|3>>xf32>, %k: vector<<<s>>xi1>, %m: memref<?x?xf32>, %i: index, %ix: vector<<<s>>xi32>) -> (vector<<<s>>xf32>, vector<<<s>>xf32>, vector<<<s>>xi32>) {
  %0 = vector.fma %a, %a, %a : vector<<<s>>xf32>
  %1 = vector.gather %m[%i, %i][%ix], %k, %a : memref<?x?xf32>, vector<<<s>>xi32>, vector<<<s>>xi1>, vector<<<s>>xf32> into vector<<<s>>xf32>
  %2 = vector.bitcast %1 : vector<<<s>>xf32> to vector<<<s>>xi32>
  return %0, %1, %2 : vector<<<s>>xf32>, vector<<<s>>xf32>, vector<<<s>>xi32>
}
// -----
func.func @turns(%b: vector<2x2x6xi8>) -> (vector<2x2x12xi8>, vector<2x2x3xi8>, vector<2x2x3xi8>) {
  %0 = vector.interleave %b, %b : vector<2x2x6xi8> -> vector<2x2x12xi8>
  %1, %2 = vector.deinterleave %b : vector<2x2x6xi8> -> vector<2x2x3xi8>
  return %0, %1, %2 : vector<2x2x12xi8>, vector<2x2x3xi8>, vector<2x2x3xi8>
}
// -----
func.func @scalable_turns(%a: vector<[4]xi8>, %b: vector<2x[4]xi8>) -> (vector<[8]xi8>, vector<[2]xi8>, vector<2x[8]xi8>, index) {
  %0 = vector.interleave %a, %a : vector<[4]xi8> -> vector<[8]xi8>
  %1, %2 = vector.deinterleave %a : vector<[4]xi8> -> vector<[2]xi8>
  %3 = vector.interleave %b, %b : vector<2x[4]xi8> -> vector<2x[8]xi8>
  %4 = vector.vscale
  return %0, %2, %3, %4 : vector<[8]xi8>, vector<[2]xi8>, vector<2x[8]xi8>, index
}
// -----
func.func @elements(%a: vector<2x3xf32>, %f: f32, %g: f32) -> (f32, f32, vector<2x2xf32>, vector<2x2xf32>) {
  %0:6 = vector.to_elements %a : vector<2x3xf32>
  %1 = vector.from_elements %f, %0#2, %g, %0#5 : vector<2x2xf32>
  %2 = vector.from_elements %f, %f, %f, %f : vector<2x2xf32>
  return %0#1, %0#4, %1, %2 : f32, f32, vector<2x2xf32>, vector<2x2xf32>
}
// -----
func.func @shapes(%a: vector<<<s:2x6|3x4|12|1x12|2x3x2|1x2x6|12x1>>xf32>) -> vector<<<r:4x3|12|6x2|1x12|2x2x3|3x1x4|12x1>>xf32> {
  %0 = vector.shape_cast %a : vector<<<s>>xf32> to vector<<<r>>xf32>
  return %0 : vector<<<r>>xf32>
}
// -----
func.func @scalable_shapes(%a: vector<2x1x[4]xi32>, %b: vector<[8]xi32>, %c: vector<1x[4]xi1>) -> (vector<[8]xi32>, vector<2x1x[4]xi32>, vector<[4]xi1>) {
  %0 = vector.shape_cast %a : vector<2x1x[4]xi32> to vector<[8]xi32>
  %1 = vector.shape_cast %b : vector<[8]xi32> to vector<2x1x[4]xi32>
  %2 = vector.shape_cast %c : vector<1x[4]xi1> to vector<[4]xi1>
  return %0, %1, %2 : vector<[8]xi32>, vector<2x1x[4]xi32>, vector<[4]xi1>
}
// -----
func.func @slices(%a: vector<4x6xf32>, %b: vector<2x3xf32>, %c: vector<2x4x6xf32>) -> (vector<2x3xf32>, vector<2x4x6xf32>, vector<4x6xf32>, vector<2x6xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [<<1|0>>, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x6xf32> to vector<2x3xf32>
  %1 = vector.insert_strided_slice %b, %c {offsets = [1, <<1|2>>, 2], strides = [1, 1]} : vector<2x3xf32> into vector<2x4x6xf32>
  %2 = vector.insert_strided_slice %b, %a {offsets = [1, <<2|0|3>>], strides = [1, 1]} : vector<2x3xf32> into vector<4x6xf32>
  %3 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4x6xf32> to vector<2x6xf32>
  return %0, %1, %2, %3 : vector<2x3xf32>, vector<2x4x6xf32>, vector<4x6xf32>, vector<2x6xf32>
}
// -----
func.func @broadcasts(%f: f32, %v: vector<3xf32>, %w: vector<2x1xf32>, %x: vector<1xf32>) -> (vector<2x2x3xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<4xf32>) {
  %0 = vector.broadcast %f : f32 to vector<2x2x3xf32>
  %1 = vector.broadcast %v : vector<3xf32> to vector<2x3xf32>
  %2 = vector.broadcast %w : vector<2x1xf32> to vector<2x3xf32>
  %3 = vector.broadcast %x : vector<1xf32> to vector<4xf32>
  return %0, %1, %2, %3 : vector<2x2x3xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<4xf32>
}
// -----
func.func @masks(%i: index, %j: index) -> (vector<2x3xi1>, vector<2x3xi1>, vector<2x1xi1>, vector<2x2x3xi1>) {
  %c5 = arith.constant 5 : index
  %0 = vector.create_mask %i, %j : vector<2x3xi1>
  %1 = vector.constant_mask [1, <<2|3>>] : vector<2x3xi1>
  %2 = vector.create_mask %i, %c5 : vector<2x1xi1>
  %3 = vector.create_mask %i, %c5, %j : vector<2x2x3xi1>
  return %0, %1, %2, %3 : vector<2x3xi1>, vector<2x3xi1>, vector<2x1xi1>, vector<2x2x3xi1>
}
// -----
func.func @shuffles(%a: vector<2x3xf32>, %b: vector<3x3xf32>, %v: vector<2xf32>, %w: vector<4xf32>) -> (vector<4x3xf32>, vector<3xf32>) {
  %0 = vector.shuffle %a, %b [3, 0, 4, 1] : vector<2x3xf32>, vector<3x3xf32>
  %1 = vector.shuffle %v, %w [5, 0, 2] : vector<2xf32>, vector<4xf32>
  return %0, %1 : vector<4x3xf32>, vector<3xf32>
}
// -----
// Ops without a conversion stay.
func.func @stay(%a: vector<2x3xf32>, %b: vector<3xf32>, %t: tensor<?xf32>, %i: index, %p: f32, %m: memref<?x?xf32>) -> (vector<2x3xf32>, vector<3xf32>, vector<2x4xf32>) {
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  %1 = vector.multi_reduction <add>, %a, %b [0] : vector<2x3xf32> to vector<3xf32>
  %2 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0#0, %1, %2 : vector<2x3xf32>, vector<3xf32>, vector<2x4xf32>
}
// -----
func.func @print(%a: <<t:f32|f64|f16|bf16|i1|i8|i64|index>>) {
  vector.print %a : <<t>> punctuation <<<newline|comma|no_punctuation>>>
  vector.print punctuation <<<newline|open|close>>>
  vector.print str "text"
  return
}
