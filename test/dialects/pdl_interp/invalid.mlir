// RUN: strata-opt %s --split-input-file --verify-diagnostics

pdl_interp.func @f(%t: !pdl.type) {
// expected-error@+1 {{'pdl_interp.create_operation' op with inferred results cannot also have explicit result types}}
  %0 = "pdl_interp.create_operation"(%t) {name = "arith.addi", inputAttributeNames = [], inferredResultTypes, operandSegmentSizes = array<i32: 0, 0, 1>} : (!pdl.type) -> !pdl.operation
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%t: !pdl.type) {
// expected-error@+1 {{'pdl_interp.create_operation' op has inferred results, but the created operation 'unk.op' does not support result type inference (or is not registered)}}
  %0 = pdl_interp.create_operation "unk.op" -> <inferred>
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%ops: !pdl.range<operation>) {
// expected-error@+1 {{'pdl_interp.foreach' op operand must be a range of loop variable type}}
  "pdl_interp.foreach"(%ops)[^end]({
  ^bb0(%val: !pdl.value):
    pdl_interp.continue
  }) : (!pdl.range<operation>) -> ()
  ^end:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%ops: !pdl.range<operation>) {
// expected-error@+1 {{'pdl_interp.foreach' op requires exactly one argument}}
  "pdl_interp.foreach"(%ops)[^end]({
  ^bb0(%val: !pdl.operation, %v2: !pdl.operation):
    pdl_interp.continue
  }) : (!pdl.range<operation>) -> ()
  ^end:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.attribute) {
// expected-error@+1 {{'pdl_interp.switch_attribute' op expected number of cases to match the number of case values, got 1 but expected 2}}
  pdl_interp.switch_attribute %a to [10, true](^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.operation) {
// expected-error@+1 {{'pdl_interp.switch_operand_count' op expected number of cases to match the number of case values, got 1 but expected 2}}
  pdl_interp.switch_operand_count of %a to dense<[1, 2]> : vector<2xi32>(^bb1) -> ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.value) {
// expected-error@+1 {{'pdl_interp.create_range' op expected operand to have element type '!pdl.type', but got '!pdl.value'}}
  %0 = "pdl_interp.create_range"(%a) : (!pdl.value) -> !pdl.range<type>
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.range<value>) {
// expected-error@+1 {{'pdl_interp.extract' op failed to verify that `range` is a PDL range whose element type matches type of `result`}}
  %0 = "pdl_interp.extract"(%a) {index = 0 : i32} : (!pdl.range<value>) -> !pdl.type
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.range<value>) {
// expected-error@+1 {{'pdl_interp.get_value_type' op failed to verify that `value` type matches arity of `result`}}
  %0 = "pdl_interp.get_value_type"(%a) : (!pdl.range<value>) -> !pdl.type
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.operation) {
// expected-error@+1 {{'pdl_interp.get_operand' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = pdl_interp.get_operand -1 of %a
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.operation) {
// expected-error@+1 {{'pdl_interp.continue' op expects parent op 'pdl_interp.foreach'}}
  pdl_interp.continue
}

// -----

pdl_interp.func @f(%a: !pdl.type, %b: !pdl.operation) {
// expected-error@+1 {{'pdl_interp.are_equal' op requires all operands to have the same type}}
  "pdl_interp.are_equal"(%a, %b)[^bb1, ^bb1] : (!pdl.type, !pdl.operation) -> ()
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.operation) {
// expected-error@+1 {{'pdl_interp.check_operand_count' op attribute 'count' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  pdl_interp.check_operand_count of %a is -1 -> ^bb1, ^bb1
^bb1:
  pdl_interp.finalize
}

// -----

pdl_interp.func @f(%a: !pdl.attribute) {
  // expected-error@+1 {{'pdl_interp.create_operation' op expected the same number of attribute values and attribute names, got 0 names and 1 values}}
  %0 = "pdl_interp.create_operation"(%a) {name = "a.b", inputAttributeNames = [], operandSegmentSizes = array<i32: 0, 1, 0>} : (!pdl.attribute) -> !pdl.operation
  pdl_interp.finalize
}
