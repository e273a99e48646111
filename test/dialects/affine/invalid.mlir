// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @a(%t: tensor<4x?xf32>, %n: index) {
  affine.for %i = 0 to 10 {
  // expected-error @+1 {{dimensional operand cannot be used as a symbol}}
  %0 = affine.apply affine_map<()[s0]->(s0)>()[%i]
  }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
  %0 = affine.load %t[%i, %n] : memref<4x?xf32>
  }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %t[%n] : memref<4x?xf32>
  }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
  %0 = affine.min affine_map<(d0)->(d0,3)>(%i)
  // expected-error @+1 {{'affine.for' op operand cannot be used as a symbol}}
  affine.for %j = %i to %n { }
  }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %j = 0 to %n step -1 { }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %j = affine_map<(d0)->(d0,3)>(%n) to %n  { }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
  affine.for %j = affine_map<(d0)->(d0)>(%n)[%n] to %n  { }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
  affine.for %j = 0 to %n iter_args(%a=%n) -> (index,index)  { affine.yield %a : index }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  affine.for %j = 0 to %n iter_args(%a=%n) -> (index)  {  }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.if' dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0,d1):(d0>=0)>(%n) {}
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (2), and the number of steps (1) must all match}}
  affine.parallel (%i) = (0) to (3,4) { }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "foo"}}
  affine.parallel (%i) = (0) to (3) reduce ("foo") -> (f32) { affine.yield %n : index }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.yield' op types mismatch between yield op and its parent}}
  affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) { affine.yield %n : index }
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %3 = affine.delinearize_index %n into (4,4,4) : index
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %3:3 = affine.delinearize_index %n into (4,0,4) : index, index, index
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %3 = affine.linearize_index [%n, %n] by (4,0,4) : index
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  affine.prefetch %t[%n, %n], read, locality<7>, data : memref<4x?xf32>
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'affine.prefetch' rw specifier has to be 'read' or 'write'}}
  affine.prefetch %t[%n, %n], foo, locality<7>, data : memref<4x?xf32>
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %t[%n, %n] : memref<4x?xf32>, vector<3xf16>
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = "affine.load"(%t, %n, %n) {map = affine_map<(d0)->(d0)>} : (memref<4x?xf32>, index, index) -> f32
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.load' op result type must match element type of memref}}
  %0 = "affine.load"(%t, %n, %n) {map = affine_map<(d0,d1)->(d0, d1)>} : (memref<4x?xf32>, index, index) -> f16
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%n, %t, %n, %n) {map = affine_map<(d0,d1)->(d0, d1)>} : (index, memref<4x?xf32>, index, index) -> ()
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.yield' op only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%n) {map = affine_map<(d0,d1)->(d0)>} : (index) -> index
  return
}

// -----

func.func @a(%t: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{'affine.min' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.min"(%n) {map = affine_map<(d0,d1)->(d0)>} : (index) -> index
  return
}
