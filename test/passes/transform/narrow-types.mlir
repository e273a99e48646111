// Integers of less than a byte become shifts and masks; the interpreter finds the same results before and after.
//
// RUN: strata-opt %s --transform-interpreter --test-transform-dialect-erase-schedule | FileCheck %s
// RUN: strata-opt %s --transform-interpreter --validate-passes

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @bytes
  // CHECK: vector.interleave
  func.func @bytes(%x: vector<16xi8>) -> (vector<16xi32>, vector<16xi16>, vector<16xi8>, vector<2x8xi8>) {
    %0 = arith.trunci %x : vector<16xi8> to vector<16xi4>
    %1 = arith.extsi %0 : vector<16xi4> to vector<16xi32>
    %2 = arith.trunci %x : vector<16xi8> to vector<16xi2>
    %3 = arith.extsi %2 : vector<16xi2> to vector<16xi16>
    %4 = arith.extui %2 : vector<16xi2> to vector<16xi8>
    %5 = vector.shape_cast %0 : vector<16xi4> to vector<8x2xi4>
    %6 = vector.transpose %5, [1, 0] : vector<8x2xi4> to vector<2x8xi4>
    %7 = arith.extui %6 : vector<2x8xi4> to vector<2x8xi8>
    return %1, %3, %4, %7 : vector<16xi32>, vector<16xi16>, vector<16xi8>, vector<2x8xi8>
  }
  // CHECK-LABEL: func.func @bits
  // CHECK: vector.shuffle
  func.func @bits(%x: vector<8xi8>, %y: vector<5xi8>) -> (vector<5xi8>, vector<8xi16>) {
    %0 = arith.trunci %x : vector<8xi8> to vector<8xi5>
    %1 = vector.bitcast %0 : vector<8xi5> to vector<5xi8>
    %2 = vector.bitcast %y : vector<5xi8> to vector<8xi5>
    %3 = arith.extsi %2 : vector<8xi5> to vector<8xi16>
    return %1, %3 : vector<5xi8>, vector<8xi16>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}
