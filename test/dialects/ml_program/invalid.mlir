// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'ml_program.global' op immutable global must have an initial value}}
ml_program.global private @g : tensor<4xi32>

// -----

// expected-error@+1 {{'ml_program.global_load' op undefined global: @x}}
ml_program.func @f() { %0 = ml_program.global_load @x : i32
ml_program.return }

// -----

ml_program.global private mutable @g : i64
// expected-error@+1 {{'ml_program.global_load' op cannot load from global typed 'i64' as 'i32'}}
ml_program.func @f() { %0 = ml_program.global_load @g : i32
ml_program.return }

// -----

ml_program.global private mutable @g : i64
// expected-error@+1 {{'ml_program.global_load_const' op cannot load as const from mutable global @g}}
ml_program.func @f() { %0 = ml_program.global_load_const @g : i64
ml_program.return }

// -----

ml_program.global private @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_load_const' op cannot load from global typed 'i64' as 'i32'}}
ml_program.func @f() { %0 = ml_program.global_load_const @g : i32
ml_program.return }

// -----

ml_program.global private @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store' op cannot store to an immutable global @g}}
ml_program.func @f(%a : i64) { ml_program.global_store @g = %a : i64
ml_program.return }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store' op cannot store to a global typed 'i64' from 'i32'}}
ml_program.func @f(%a : i32) { ml_program.global_store @g = %a : i32
ml_program.return }

// -----

// expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @f}}
ml_program.func @f(%a : i32) -> i64 { ml_program.return %a : i32 }

// -----

// expected-error@+1 {{'ml_program.return' op has 0 operands, but enclosing function (@f) returns 1}}
ml_program.func @f(%a : i32) -> i64 { ml_program.return }

// -----

// expected-error@+1 {{'ml_program.output' op has 0 operands, but enclosing function (@f) outputs 1}}
ml_program.subgraph @f(%a : i32) -> i64 { ml_program.output }

// -----

// expected-error@+1 {{type of output operand 0 ('i32') doesn't match function result type ('i64') in function @f}}
ml_program.subgraph @f(%a : i32) -> i64 { ml_program.output %a : i32 }

// -----

// expected-error@+1 {{custom op 'ml_program.global' expected 'public', 'private', or 'nested'}}
ml_program.global foo @g : i64

// -----

// expected-error@+1 {{'ml_program.func' op symbol declaration cannot have public visibility}}
ml_program.func @f(i32)

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store_graph' op undefined global: @x}}
ml_program.subgraph @f(%a : i32) -> !ml_program.token { %t = ml_program.global_store_graph @x = %a ordering(() -> !ml_program.token) : i32
ml_program.output %t : !ml_program.token }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store_graph' op cannot store to a global typed 'i64' from 'i32'}}
ml_program.subgraph @f(%a : i32) -> !ml_program.token { %t = ml_program.global_store_graph @g = %a ordering(() -> !ml_program.token) : i32
ml_program.output %t : !ml_program.token }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_load_graph' op cannot load from global typed 'i64' as 'i32'}}
ml_program.subgraph @f(%a : i32) -> i32 { %r, %t = ml_program.global_load_graph @g ordering(() -> !ml_program.token) : i32
ml_program.output %r : i32 }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store_graph' op undefined global: @x}}
ml_program.subgraph @f(%a : i32) -> !ml_program.token { %t = ml_program.global_store_graph @x = %a ordering(() -> !ml_program.token) : i32
ml_program.output %t : !ml_program.token }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store_graph' op cannot store to a global typed 'i64' from 'i32'}}
ml_program.subgraph @f(%a : i32) -> !ml_program.token { %t = ml_program.global_store_graph @g = %a ordering(() -> !ml_program.token) : i32
ml_program.output %t : !ml_program.token }

// -----

ml_program.global private @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_store_graph' op cannot store to an immutable global @g}}
ml_program.subgraph @f(%a : i64) -> !ml_program.token { %t = ml_program.global_store_graph @g = %a ordering(() -> !ml_program.token) : i64
ml_program.output %t : !ml_program.token }

// -----

ml_program.global private mutable @g(3 : i64) : i64
// expected-error@+1 {{'ml_program.global_load_graph' op cannot load from global typed 'i64' as 'i32'}}
ml_program.subgraph @f(%a : i32) -> i32 { %r, %t = ml_program.global_load_graph @g ordering(() -> !ml_program.token) : i32
ml_program.output %r : i32 }

// -----

// expected-error@+1 {{'ml_program.global_load_graph' op undefined global: @g}}
ml_program.subgraph @f(%a : i32) -> i32 { %r, %t = ml_program.global_load_graph @g ordering(() -> !ml_program.token) : i32
ml_program.output %r : i32 }

// -----

// expected-error@+1 {{'ml_program.subgraph' op expects region #0 to have 0 or 1 blocks}}
ml_program.subgraph @f(%a : i32) -> i32 { 
ml_program.output %a : i32
^b:
ml_program.output %a : i32
}
