// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @l1(%m: memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) {
  // expected-error @+1 {{expected source memref most minor dim must have unit stride}}
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, affine_map<(d0, d1) -> (d1, d0)>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @l6(%m: memref<32x32xi64>, %i: index) {
  // expected-error @+1 {{operand #0 must be memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values of ranks 1 values, but got 'memref<32x32xi64>'}}
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xi64> -> !gpu.mma_matrix<16x16xsi8, "AOp">
  return
}

// -----

func.func @l7(%m: memref<32x32xf16>, %i: index) {
  // expected-error @+1 {{attribute 'leadDimension' failed to satisfy constraint: index attribute}}
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : i32} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @l8(%m: memref<32x32xf16>, %i: index) {
  // expected-error @+1 {{result #0 must be MMAMatrix type, but got 'f32'}}
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> f32
  return
}

// -----

func.func @s1(%m: memref<32x32xf16>, %i: index, %a : !gpu.mma_matrix<16x16xf16, "AOp">) {
  // expected-error @+1 {{expected the operand matrix being stored to have 'COp' operand type}}
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16>
  return
}

// -----

func.func @s3(%m: memref<32x32xf32, strided<[?, 2]>>, %i: index, %a : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{expected destination memref most minor dim must have unit stride}}
  gpu.subgroup_mma_store_matrix %a, %m[%i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf32, strided<[?, 2]>>
  return
}

// -----

func.func @c1(%m: memref<32x32xf32>, %i: index, %a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{operands must be in the order AOp, BOp, COp}}
  %0 = gpu.subgroup_mma_compute %a, %b, %b : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @c2(%m: memref<32x32xf32>, %i: index, %a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<32x16xf16, "BOp">, %c : !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error @+1 {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<32x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

func.func @c3(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %b : !gpu.mma_matrix<16x16xf16, "BOp">, %c : !gpu.mma_matrix<16x8xf16, "COp">) {
  // expected-error @+1 {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c {a_transpose, b_transpose}: !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x8xf16, "COp">
  return
}

// -----

func.func @k2(%a : f32) {
  // expected-error @+1 {{op failed to verify that value type matches element type of mma_matrix}}
  %0 = "gpu.subgroup_mma_constant_matrix"(%a) : (f32) -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @k3(%a : f64) {
  // expected-error @+1 {{operand #0 must be 8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float, but got 'f64'}}
  %0 = gpu.subgroup_mma_constant_matrix %a : !gpu.mma_matrix<16x16xf64, "AOp">
  return
}

// -----

func.func @e2(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %i: index, %v: f16) {
  // expected-error @+1 {{op failed to verify that value type matches element type of mma_matrix}}
  %1 = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "AOp"> -> f32
  return
}

// -----

func.func @e3(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %i: index, %v: f32) {
  // expected-error @+1 {{op failed to verify that value type matches element type of mma_matrix}}
  %3 = gpu.subgroup_mma_insert_thread_local %v, %a[%i, %i] : f32, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}

// -----

func.func @w3(%a : !gpu.mma_matrix<16x16xf16, "AOp">, %i: index, %b: !gpu.mma_matrix<16x16xf16, "BOp">) {
  // expected-error @+1 {{expected ::mlir::gpu::MMAElementwiseOp to be one of: addf, mulf, subf, maxf, minf, divf, addi, muli, subi, divs, divu, negatef, negates, extf}}
  %3 = gpu.subgroup_mma_elementwise add %a, %b : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">) -> !gpu.mma_matrix<16x32xf16, "AOp">
  return
}

// -----

func.func @w5(%a: f32) {
  // expected-error @+1 {{must be variadic of MMAMatrix type, but got 'f32'}}
  %3 = gpu.subgroup_mma_elementwise addf %a, %a : (f32, f32) -> !gpu.mma_matrix<16x32xf16, "AOp">
  return
}

// -----

// expected-error @+1 {{MMAMatrixType must have exactly two dimensions}}
func.func private @f(!gpu.mma_matrix<16x16x16xf16, "AOp">)

// -----

// expected-error @+1 {{MMAMatrixType must have exactly two dimensions}}
func.func private @f(!gpu.mma_matrix<f16, "AOp">)

// -----

// expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
func.func private @f(!gpu.mma_matrix<16x16xi64, "AOp">)

// -----

// expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
func.func private @f(!gpu.mma_matrix<16x16xbf16, "AOp">)

// -----

// expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
func.func private @f(!gpu.mma_matrix<16x16xi8, "AOp">)

// -----

// expected-error @+1 {{operand expected to be one of AOp, BOp or COp}}
func.func private @f(!gpu.mma_matrix<16x16xf16, "DOp">)

// -----

// expected-error @+1 {{expected static shape}}
func.func private @f(!gpu.mma_matrix<16x?xf16, "AOp">)

// -----

// expected-error @+1 {{expected ','}}
func.func private @f(!gpu.mma_matrix<16x16xf16>)
