// RUN: strata-opt --split-input-file --verify-diagnostics %s

// A product needs a dimension that both factors have and the result has not, and factors of one size there.

#maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]
func.func @nothing_contracted(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{expected at least one contracting dimension pair}}
  %0 = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel"]} %a, %b, %c : vector<2xf32>, vector<3xf32> into vector<2x3xf32>
  return
}

// -----

#maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @contracted_sizes(%a: vector<2x5xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{invalid contracting dimension map}}
  %0 = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x5xf32>, vector<4x3xf32> into vector<2x3xf32>
  return
}

// -----

#maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>]
func.func @batch_sizes(%a: vector<2x5xf32>, %b: vector<5x3xf32>, %c: vector<2xf32>) {
  // expected-error@+1 {{invalid batch dimension map}}
  %0 = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x5xf32>, vector<5x3xf32> into vector<2xf32>
  return
}

// -----

#maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>]
func.func @result_sizes(%a: vector<2x5xf32>, %b: vector<5x3xf32>, %c: vector<2x3xf32>) {
  // expected-error@+1 {{invalid accumulator/result vector shape, expected: 'vector<3x2xf32>'}}
  %0 = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x5xf32>, vector<5x3xf32> into vector<2x3xf32>
  return
}

// -----

func.func @scalable_outer(%a: vector<[2]xf32>, %b: vector<3xf32>) {
  // expected-error@+1 {{expected either both or only #2 operand dim to be scalable}}
  %0 = "vector.outerproduct"(%a, %b) : (vector<[2]xf32>, vector<3xf32>) -> vector<[2]x3xf32>
  return
}

// -----

func.func @reduced(%a: vector<2x3xf32>, %b: vector<3xf32>) {
  // expected-error@+1 {{destination type 'vector<3xf32>' is incompatible with source type 'vector<2x3xf32>'}}
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x3xf32> to vector<3xf32>
  return
}

// -----

func.func @part_of_scalable(%a: vector<[8]xi32>) {
  // expected-error@+1 {{expected size at idx=0 to match the corresponding base size from the input vector (4 vs 8)}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [4], strides = [1]} : vector<[8]xi32> to vector<[4]xi32>
  return
}

// -----

func.func @scalable_into_fixed(%a: vector<[4]xi32>, %b: vector<2x4xi32>) {
  // expected-error@+1 {{mismatching scalable flags (at source vector idx=0)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1]} : vector<[4]xi32> into vector<2x4xi32>
  return
}

// -----

func.func @every_other(%a: memref<8xf32, strided<[2]>>, %i: index) {
  // expected-error@+1 {{most minor memref dim must have unit stride}}
  %0 = vector.load %a[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @vectors_of_vectors(%a: memref<8xvector<4xf32>>, %v: vector<2xf32>, %i: index) {
  // expected-error@+1 {{base memref and valueToStore vector types should match}}
  vector.store %v, %a[%i] : memref<8xvector<4xf32>>, vector<2xf32>
  return
}

// -----

func.func @minor_bits(%a: memref<?xvector<6xf32>>, %i: index, %p: vector<6xf32>) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %0 = vector.transfer_read %a[%i], %p : memref<?xvector<6xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @one_type(%a: memref<?xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{requires two types}}
  %0 = vector.transfer_read %a[%i], %p : memref<?xf32>
  return
}

// -----

func.func @masked(%a: memref<?xvector<2xf32>>, %i: index, %p: vector<2xf32>, %m: vector<4xi1>) {
  // expected-error@+1 {{does not support masks with vector element type}}
  %0 = vector.transfer_read %a[%i], %p, %m : memref<?xvector<2xf32>>, vector<4x2xf32>
  return
}
