// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{incorrect number of indices for load, expected 1 but got 2}}
  %0 = memref.load %m[%i, %i] : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nothing' does not reference a valid global memref}}
  %0 = memref.get_global @nothing : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<6x6xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %m[3] [2, 2] [1, 1] : memref<6x6xf32> to memref<2x2xf32, strided<[6, 1], offset: 18>>
  return
}

// -----

func.func @f(%m: memref<6xf32>) {
  // expected-error @+1 {{expected the number of 'sizes' to match the number of dynamic entries in 'static_sizes' (0 vs 1)}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<6xf32>) -> memref<?xf32, strided<[1]>>
  return
}

// -----

func.func @f(%m: memref<6x6xf32>) {
  // expected-error @+1 {{expected result element type to be 'f32', but got 'memref<2x2xf16, strided<[6, 1]>>'}}
  %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<6x6xf32> to memref<2x2xf16, strided<[6, 1]>>
  return
}

// -----

func.func @f(%m: memref<12xf32>) {
  // expected-error @+1 {{expected 1 size values, got 2}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [3, 4], strides: [4, 1] : memref<12xf32> to memref<12xf32>
  return
}

// -----

func.func @f(%m: memref<4x?xf32>) {
  // expected-error @+1 {{collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<6xf32>) {
  // expected-error @+1 {{collapsed dim size (6) must equal reassociation group size (8)}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<6xf32> into memref<2x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[1, 0]] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  // expected-error @+1 {{invalid output shape provided at pos 1}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<8xf32> into memref<2x4xf32>
  return
}

// -----

func.func @f(%m: memref<3xf32>, %i: index) {
  // expected-error @+1 {{expected at least 6 operands}}
  "memref.dma_start"(%m, %i, %m, %i, %i) : (memref<3xf32>, index, memref<3xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{symbol operand count does not equal memref symbol count: expected 1, got 0}}
  %0 = memref.alloc() : memref<4xf32, strided<[1], offset: ?>>
  return
}

// -----

func.func @scope_returns_too_little() {
  // expected-error@+1 {{along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = memref.alloca_scope -> (f32) {
    // expected-note@+1 {{region branch point}}
    "memref.alloca_scope.return"() : () -> ()
  }
  return
}

// -----

func.func @scope_returns_another_type(%x: f32) {
  // expected-error@+1 {{along control flow edge from Operation memref.alloca_scope.return to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = memref.alloca_scope -> (i32) {
    // expected-note@+1 {{region branch point}}
    memref.alloca_scope.return %x : f32
  }
  return
}
