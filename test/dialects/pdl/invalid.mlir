// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.apply_native_constraint' op expected at least one argument}}
  "pdl.apply_native_constraint"() {name = "foo"} : () -> ()
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
// expected-error@+1 {{'pdl.apply_native_rewrite' op expected at least one argument or result}}
    "pdl.apply_native_rewrite"() {name = "foo"} : () -> ()
  }
}

// -----

pdl.pattern : benefit(1) {
  %type = type
// expected-error@+1 {{'pdl.attribute' op expected only one of [`type`, `value`] to be set}}
  %attr = attribute : %type = 10
  %op = operation "foo.op" {"attr" = %attr} -> (%type : !pdl.type)
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
    %type = type
// expected-error@+1 {{'pdl.attribute' op expected constant value when specified within a `pdl.rewrite`}}
    %attr = attribute : %type
  }
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.attribute' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %attr = attribute
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.operand' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %operand = operand
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.type' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %t = type
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.operands' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %operand = operands
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  rewrite %op {
// expected-error@+1 {{'pdl.operation' op must have an operation name when nested within a `pdl.rewrite`}}
    %newOp = operation
  }
}

// -----

pdl.pattern : benefit(1) {
// expected-error@+1 {{'pdl.operation' op expected the same number of attribute values and attribute names, got 1 names and 0 values}}
  %op = "pdl.operation"() {attributeValueNames = ["attr"], operandSegmentSizes = array<i32: 0, 0, 0>} : () -> (!pdl.operation)
  rewrite %op with "rewriter"
}

// -----

// expected-error@+1 {{'pdl.pattern' op the pattern must contain at least one `pdl.operation`}}
pdl.pattern : benefit(1) {
  rewrite with "rewriter"
}

// -----

// expected-error@+1 {{'pdl.pattern' op expected only `pdl` operations within the pattern body}}
pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-note@+1 {{see non-`pdl` operation defined here}}
  "test.x"() : () -> ()
  rewrite %op with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
// expected-error@+1 {{'pdl.operation' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %op = operation "foo.op"
}

// -----

// expected-error@+1 {{'pdl.pattern' op the operations must form a connected component}}
pdl.pattern @p : benefit(1) {
  %op1 = operation "foo.op"
// expected-note@+1 {{see a disconnected value / operation here}}
  %op2 = operation "bar.op"
  rewrite with "rewriter"(%op1, %op2 : !pdl.operation, !pdl.operation)
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "foo.op"
  rewrite %root {
// expected-error@+1 {{'pdl.range' op result #0 must be range of PDL handle to an `mlir::Type` or PDL handle for an `mlir::Value` values, but got '!pdl.range<operation>'}}
    %range = range : !pdl.range<operation>
  }
}

// -----

pdl.pattern : benefit(1) {
  %operand = operand
  %root = operation "baz.op"(%operand : !pdl.value)
  rewrite %root {
// expected-error@+1 {{'pdl.range' op expected operand to have element type '!pdl.type', but got '!pdl.value'}}
    %0 = "pdl.range"(%operand) : (!pdl.value) -> !pdl.range<type>
  }
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "foo.op"
  rewrite %root {
    %newOp = operation "foo.op"
    %r = results of %newOp
// expected-error@+1 {{'pdl.replace' op expected no replacement values to be provided when the replacement operation is present}}
    "pdl.replace"(%root, %newOp, %r) {operandSegmentSizes = array<i32: 1, 1, 1>} : (!pdl.operation, !pdl.operation, !pdl.range<value>) -> ()
  }
}

// -----

pdl.pattern : benefit(1) {
  %root = operation "foo.op"
// expected-error@+1 {{'pdl.results' op expected `pdl.range<value>` result type when no index is specified, but got: '!pdl.value'}}
  %r = "pdl.results"(%root) : (!pdl.operation) -> !pdl.value
  rewrite %root with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.rewrite' op expected rewrite region to be non-empty if external name is not specified}}
  "pdl.rewrite"(%op) ({}) {operandSegmentSizes = array<i32: 1, 0>} : (!pdl.operation) -> ()
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.rewrite' op expected no external arguments when the rewrite is specified inline}}
  "pdl.rewrite"(%op, %op) ({
    ^bb1: 
      pdl.erase %op
  }) {operandSegmentSizes = array<i32: 1, 1>} : (!pdl.operation, !pdl.operation) -> ()
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.rewrite' op expected rewrite region to be empty when rewrite is external}}
  "pdl.rewrite"(%op) ({
    ^bb1:
      pdl.erase %op
  }) {name = "foo", operandSegmentSizes = array<i32: 1, 0>} : (!pdl.operation) -> ()
}

// -----

// expected-error@+1 {{'pdl.pattern' op attribute 'benefit' failed to satisfy constraint: 16-bit signless integer attribute whose value is non-negative}}
pdl.pattern : benefit(-1) {
  %op = operation "foo.op"
  rewrite %op with "rewriter"
}

// -----

// expected-error@+1 {{element of pdl.range cannot be another range, but got'!pdl.range<value>'}}
func.func private @f(!pdl.range<range<value>>)

// -----

// expected-error@+1 {{invalid 'pdl' type: `i32'}}
func.func private @f(!pdl.range<i32> )

// -----

// expected-error@+1 {{expected valid keyword}}
func.func private @f(!pdl.range<!pdl.range<value>>)

// -----

// expected-error@+1 {{use of undeclared SSA value name}}
func.func @f() { pdl.erase %0
return }

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
// expected-error@+1 {{'pdl.apply_native_constraint' op returning an operation from a constraint is not supported}}
  %o = apply_native_constraint "c"(%op : !pdl.operation) : !pdl.operation
  rewrite %op with "rewriter"
}
