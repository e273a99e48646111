// RUN: strata-opt %s --convert-pdl-to-pdl-interp --split-input-file --verify-diagnostics --allow-unregistered-dialect

pdl.pattern : benefit(1) {
  // expected-error@+1 {{'pdl.type' op expected non-tree `pdl.type` to contain a value}}
  %t = type
  %root = operation "a.b"
  rewrite %root {
    %0 = operation "a.c" -> (%t : !pdl.type)
    erase %root
  }
}

// -----

pdl.pattern : benefit(1) {
  // expected-error@+1 {{'pdl.attribute' op expected non-tree `pdl.attribute` to contain a value}}
  %a = attribute
  %root = operation "a.b"
  apply_native_constraint "check"(%a : !pdl.attribute)
  rewrite %root with "change"
}

// -----

// The verifier follows results of conditions, and a match cannot: an op that takes one is not found from there.
pdl.pattern : benefit(1) {
  // expected-error@+1 {{'pdl.operation' op is a candidate root of the pattern that is disconnected from the others}}
  %one = operation "a.one"
  %x = apply_native_constraint "operand"(%one : !pdl.operation) : !pdl.value
  %two = operation "a.two"(%x : !pdl.value)
  rewrite %one with "change"(%two : !pdl.operation)
}

// -----

// Two pairs of roots that share nothing.
pdl.pattern : benefit(1) {
  %x = operand
  // expected-error@+1 {{'pdl.operation' op is a candidate root of the pattern that is disconnected from the others}}
  %one = operation "a.one"(%x : !pdl.value)
  %two = operation "a.two"(%x : !pdl.value)
  %y = apply_native_constraint "operand"(%one : !pdl.operation) : !pdl.value
  %three = operation "a.three"(%y : !pdl.value)
  %four = operation "a.four"(%y : !pdl.value)
  rewrite with "change"(%one, %two, %three, %four : !pdl.operation, !pdl.operation, !pdl.operation, !pdl.operation)
}

// -----

// expected-error@+1 {{'pdl.pattern' op is used by the rewrite, and no match finds it}}
"pdl.pattern"() <{benefit = 1 : i16}> ({
^bb0(%x: !pdl.value):
  %root = pdl.operation "a.b"
  pdl.rewrite %root with "change"(%x : !pdl.value)
}) : () -> ()

// -----

// expected-note@+1 {{see existing symbol definition here}}
module @patterns {
  // expected-error@+1 {{redefinition of symbol named 'matcher'}}
  func.func private @matcher()
  pdl.pattern : benefit(1) {
    %root = operation "a.b"
    rewrite %root with "change"
  }
}
