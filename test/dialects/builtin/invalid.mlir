// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()

// -----

// expected-note@+1 {{see existing symbol definition here}}
module @twice {
}
// expected-error@+1 {{redefinition of symbol named 'twice'}}
module @twice {
}

// -----

// expected-error@+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()
