// FLAGS: --transform-interpreter

// Conversions of elements that fill bytes, and of others.
module attributes {transform.with_named_sequence} {
  func.func @ext(%x: vector<<<n:8|2x4|7>>x<<t:i4|i2|i3>>>) -> (vector<<<n>>x<<w:i8|i32|i7>>>, vector<<<n>>x<<w>>>) {
    %0 = arith.extsi %x : vector<<<n>>x<<t>>> to vector<<<n>>x<<w>>>
    %1 = arith.extui %x : vector<<<n>>x<<t>>> to vector<<<n>>x<<w>>>
    return %0, %1 : vector<<<n>>x<<w>>>, vector<<<n>>x<<w>>>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @float(%x: vector<8x<<t:i4|i2>>>) -> (vector<8xf32>, vector<8xf16>) {
    %0 = arith.sitofp %x : vector<8x<<t>>> to vector<8xf32>
    %1 = arith.uitofp %x : vector<8x<<t>>> to vector<8xf16>
    return %0, %1 : vector<8xf32>, vector<8xf16>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @trunc(%x: vector<<<n:8|3x2|5>>x<<t:i32|i8|i12>>>) -> vector<<<n>>x<<w:i4|i2>>> {
    %0 = arith.trunci %x : vector<<<n>>x<<t>>> to vector<<<n>>x<<w>>>
    return %0 : vector<<<n>>x<<w>>>
  }
  func.func @transpose(%x: vector<4x8x<<w>>>, %y: vector<4x8xi8>) -> (vector<8x4x<<w>>>, vector<8x4xi8>) {
    %0 = vector.transpose %x, [1, 0] : vector<4x8x<<w>>> to vector<8x4x<<w>>>
    %1 = vector.transpose %y, [1, 0] : vector<4x8xi8> to vector<8x4xi8>
    return %0, %1 : vector<8x4x<<w>>>, vector<8x4xi8>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Bits of vectors that are cast.
module attributes {transform.with_named_sequence} {
  func.func @trunc5(%x: vector<32x<<t:i64|i16>>>) -> vector<20xi8> {
    %0 = arith.trunci %x : vector<32x<<t>>> to vector<32xi5>
    %1 = vector.bitcast %0 : vector<32xi5> to vector<20xi8>
    return %1 : vector<20xi8>
  }
  func.func @trunc3(%x: vector<16x<<t>>>) -> vector<3xi16> {
    %0 = arith.trunci %x : vector<16x<<t>>> to vector<16xi3>
    %1 = vector.bitcast %0 : vector<16xi3> to vector<3xi16>
    return %1 : vector<3xi16>
  }
  func.func @ext(%x: vector<5xi8>, %y: vector<3xi16>) -> (vector<8xi8>, vector<16xi32>, vector<8xi17>) {
    %0 = vector.bitcast %x : vector<5xi8> to vector<8xi5>
    %1 = arith.extui %0 : vector<8xi5> to vector<8xi8>
    %3 = vector.bitcast %y : vector<3xi16> to vector<16xi3>
    %4 = arith.extui %3 : vector<16xi3> to vector<16xi32>
    %5 = arith.extui %0 : vector<8xi5> to vector<8xi17>
    return %1, %4, %5 : vector<8xi8>, vector<16xi32>, vector<8xi17>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt shifts bytes by eight
module attributes {transform.with_named_sequence} {
  func.func @trunc5(%x: vector<32xi8>) -> vector<20xi8> {
    %0 = arith.trunci %x : vector<32xi8> to vector<32xi5>
    %1 = vector.bitcast %0 : vector<32xi5> to vector<20xi8>
    return %1 : vector<20xi8>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt shifts the bits of 16 out of bytes
module attributes {transform.with_named_sequence} {
  func.func @trunc3(%x: vector<16xi8>) -> vector<3xi16> {
    %0 = arith.trunci %x : vector<16xi8> to vector<16xi3>
    %1 = vector.bitcast %0 : vector<16xi3> to vector<3xi16>
    return %1 : vector<3xi16>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt does not extend the signs of elements of a cast
module attributes {transform.with_named_sequence} {
  func.func @ext(%x: vector<5xi8>) -> vector<8xi16> {
    %0 = vector.bitcast %x : vector<5xi8> to vector<8xi5>
    %1 = arith.extsi %0 : vector<8xi5> to vector<8xi16>
    return %1 : vector<8xi16>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}
