// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @mask_shape(%a: vector<8xf32>, %m: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @not_maskable(%a: vector<8xf32>, %m: vector<8xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %m { arith.addf %a, %a : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}

// -----

func.func @two_ops(%a: vector<8xf32>, %m: vector<8xi1>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask}}
  %0 = "vector.mask"(%m) ({
    %1 = vector.reduction <add>, %a : vector<8xf32> into f32
    %2 = vector.reduction <add>, %a : vector<8xf32> into f32
    vector.yield %2 : f32
  }) : (vector<8xi1>) -> f32
  return
}

// -----

func.func @passthru(%a: vector<8xf32>, %m: vector<8xi1>, %x: f32) {
  // expected-error @+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %x { vector.reduction <add>, %a : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @scan_dim(%a: vector<2x3xf32>, %b: vector<3xf32>) {
  // expected-error @+1 {{'vector.scan' op reduction dimension 5 has to be less than 2}}
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 5 : i64} : vector<2x3xf32>, vector<3xf32>
  return
}

// -----

func.func @interleave_type(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %a, %a : vector<4xf32> -> vector<6xf32>
  return
}

// -----

func.func @deinterleave_odd(%a: vector<5xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %a : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @expandload_mask(%b: memref<16xf32>, %i: index, %m: vector<4xi1>, %p: vector<8xf32>) {
  // expected-error @+1 {{'vector.expandload' op expected result dim to match mask dim}}
  %0 = vector.expandload %b[%i], %m, %p : memref<16xf32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @type_cast_shape(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects concatenated result and operand shapes to be equal}}
  %0 = vector.type_cast %m : memref<4x5xf32> to memref<vector<4x6xf32>>
  return
}
