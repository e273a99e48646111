// FLAGS: --convert-vector-to-scf=full-unroll
// FLAGS: --convert-vector-to-scf="full-unroll target-rank=2"

func.func @read(%m: memref<<<c0:?x?|8x?|?x9>>xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [<<true|false>>, <<true|false>>]} : memref<<<c0>>xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @write(%m: memref<<<c0:?x?|8x?|?x9>>xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {in_bounds = [<<true|false>>, <<true|false>>]} : vector<2x4xf32>, memref<<<c0>>xf32>
  return
}
// -----
func.func @masked(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<3x4xf32>, %k: vector<3x4xi1>) -> vector<3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [<<true|false>>, true]} : memref<?x?xf32>, vector<3x4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [<<true|false>>, true]} : vector<3x4xf32>, memref<?x?xf32>
  return %0 : vector<3x4xf32>
}
// -----
func.func @masked_permutation(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<3x4xf32>, %k: vector<4x3xi1>) -> vector<3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [<<true|false>>, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<3x4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [<<true|false>>, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<3x4xf32>, memref<?x?xf32>
  return %0 : vector<3x4xf32>
}
// -----
func.func @masked_broadcast(%m: memref<?x?xf32>, %i: index, %p: f32, %k: vector<4xi1>, %l: vector<3xi1>) -> (vector<2x3x4xf32>, vector<2x3x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {permutation_map = affine_map<(d0, d1) -> <<(0, 0, d1)|(0, 0, d0)>>>} : memref<?x?xf32>, vector<2x3x4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p, %l {permutation_map = affine_map<(d0, d1) -> <<(0, d1, 0)|(0, d0, 0)>>>} : memref<?x?xf32>, vector<2x3x4xf32>
  return %0, %1 : vector<2x3x4xf32>, vector<2x3x4xf32>
}
// -----
func.func @columns(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %k: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (<<d0|d1>>)>} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @strided(%m: memref<8x16xf32, strided<<<c0:[16, 2]|[?, ?]|[32, 1]>>, offset: <<c1:3|?>>>>, %i: index, %p: f32, %v: vector<4xf32>, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [<<true|false>>]} : memref<8x16xf32, strided<<<c0>>, offset: <<c1>>>>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<8x16xf32, strided<<<c0>>, offset: <<c1>>>>
  return %0 : vector<4xf32>
}
// -----
func.func @tensors(%m: tensor<?x?xf32>, %i: index, %p: f32, %v: vector<3x4xf32>, %k: vector<3x4xi1>) -> (vector<3x4xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [<<true|false>>, true]} : tensor<?x?xf32>, vector<3x4xf32>
  %1 = vector.transfer_write %v, %m[%i, %i] {in_bounds = [<<true|false>>, true]} : vector<3x4xf32>, tensor<?x?xf32>
  %2 = vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [<<true|false>>, true]} : vector<3x4xf32>, tensor<?x?xf32>
  return %0, %1, %2 : vector<3x4xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @columns_of_tensors(%m: tensor<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>) -> (vector<4xf32>, tensor<?x?xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : tensor<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, tensor<?x?xf32>
  return %0, %1 : vector<4xf32>, tensor<?x?xf32>
}
// -----
func.func @in_loops(%m: memref<?x?xf32>, %p: f32, %n: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    scf.if %b {
      %0 = vector.transfer_read %m[%at, %c5], %p : memref<?x?xf32>, vector<2x4xf32>
      vector.transfer_write %0, %m[%c5, %i] : vector<2x4xf32>, memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @in_parallel_loops(%m: memref<?x?xf32>, %p: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
    vector.transfer_write %0, %m[%c1, %i] : vector<2x4xf32>, memref<?x?xf32>
  }
  affine.for %i = 0 to %n {
    %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
    vector.transfer_write %0, %m[%c1, %i] : vector<2x4xf32>, memref<?x?xf32>
  }
  return
}
// -----
func.func @constants(%m: memref<16x16xf32>) -> vector<2x4xf32> {
  %p = arith.constant 1.0 : f32
  %c3 = arith.constant 3 : index
  %v = arith.constant dense<2.0> : vector<2x4xf32>
  %k = arith.constant dense<[[true, false, true, false], [false, false, false, true]]> : vector<2x4xi1>
  %0 = vector.transfer_read %m[%c3, %c3], %p, %k : memref<16x16xf32>, vector<2x4xf32>
  vector.transfer_write %v, %m[%c3, %c3], %k : vector<2x4xf32>, memref<16x16xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @mask_ops(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<3x4xf32>) -> vector<3x4xf32> {
  %c2 = arith.constant 2 : index
  %k = vector.create_mask %i, %c2 : vector<3x4xi1>
  %l = vector.constant_mask [2, 3] : vector<3x4xi1>
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true, true]} : memref<?x?xf32>, vector<3x4xf32>
  vector.transfer_write %v, %m[%i, %i], %l {in_bounds = [true, true]} : vector<3x4xf32>, memref<?x?xf32>
  return %0 : vector<3x4xf32>
}
// -----
func.func @extracted(%m: memref<?x?x?xf32>, %i: index, %v: vector<5x2x3x4xf32>) {
  %0 = vector.extract %v[<<1|%i>>] : vector<2x3x4xf32> from vector<5x2x3x4xf32>
  vector.transfer_write %0, %m[%i, %i, %i] {in_bounds = [<<true|false>>, true, true]} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @inserted(%m: memref<?x?x?xf32>, %i: index, %p: f32, %v: vector<5x2x3x4xf32>) -> vector<5x2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p {in_bounds = [true, true, <<true|false>>]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  %1 = vector.insert %0, %v[<<1|%i>>] : vector<2x3x4xf32> into vector<5x2x3x4xf32>
  return %1 : vector<5x2x3x4xf32>
}
// -----
func.func @vectors_in_memory(%m: memref<?x?xvector<4x3xf32>>, %i: index, %p: vector<4x3xf32>) -> vector<1x1x4x3xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<1x1x4x3xf32>, memref<?x?xvector<4x3xf32>>
  return %0 : vector<1x1x4x3xf32>
}
// -----
func.func @no_dims(%m: memref<f32>, %n: memref<?x?xf32>, %i: index, %p: f32) -> (vector<f32>, vector<f32>) {
  %0 = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  %1 = vector.transfer_read %n[%i, %i], %p : memref<?x?xf32>, vector<f32>
  vector.transfer_write %1, %m[] : vector<f32>, memref<f32>
  return %0, %1 : vector<f32>, vector<f32>
}
// -----
func.func @scalable(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<<<c0:3x[4]|[3]x4|[3]x[4]>>xf32>) -> vector<<<c0>>xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [<<true|false>>, true]} : memref<?x?xf32>, vector<<<c0>>xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [<<true|false>>, true]} : vector<<<c0>>xf32>, memref<?x?xf32>
  return %0 : vector<<<c0>>xf32>
}
// -----
func.func @scalable_three(%m: memref<?x?x?xf32>, %i: index, %p: f32, %v: vector<<<c0:2x[3]x4|2x3x[4]>>xf32>) -> vector<<<c0>>xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p {in_bounds = [<<true|false>>, true, true]} : memref<?x?x?xf32>, vector<<<c0>>xf32>
  vector.transfer_write %v, %m[%i, %i, %i] {in_bounds = [<<true|false>>, true, true]} : vector<<<c0>>xf32>, memref<?x?x?xf32>
  return %0 : vector<<<c0>>xf32>
}
// -----
func.func @scalable_columns(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<[4]xf32>, %k: vector<[4]xi1>) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<[4]xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [<<true|false>>], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<[4]xf32>, memref<?x?xf32>
  return %0 : vector<[4]xf32>
}
// -----
func.func @scalable_transpose(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %j: index, %v: vector<4x[4]xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %k = vector.create_mask %i, %j : vector<[4]x4xi1>
  %l = vector.constant_mask [4, 3] : vector<[4]x4xi1>
  %0 = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  vector.transfer_write %0, %m[%i, %j] {in_bounds = [<<true|false>>, <<true|false>>]} : vector<[4]x4xf32>, memref<?x?xf32>
  vector.transfer_write %0, %m[%i, %j], <<%k|%l>> {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  %1 = vector.transfer_write %0, %t[%i, %j] {in_bounds = [true, true]} : vector<[4]x4xf32>, tensor<?x?xf32>
  %2 = vector.transfer_write %0, %t[%i, %j], <<%k|%l>> {in_bounds = [true, <<true|false>>]} : vector<[4]x4xf32>, tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @print(%v: vector<<<c0:4|2x3|1|2x3x4>>x<<c1:f32|i1|i4|i8|i32|i33|ui7|si5|ui32|index|bf16>>>) {
  vector.print %v : vector<<<c0>>x<<c1>>>
  return
}
// -----
func.func @print_others(%w: vector<[4]xi16>, %x: vector<2x[4]xi16>, %f: f32) {
  vector.print %w : vector<[4]xi16> punctuation <<<no_punctuation|comma>>>
  vector.print %x : vector<2x[4]xi16>
  vector.print %f : f32
  vector.print str "text"
  vector.print punctuation <newline>
  return
}
