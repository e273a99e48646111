// RUN: not strata-opt %s --split-input-file --diagnostics=rich 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not strata-opt %s --split-input-file --diagnostics=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not strata-opt %s --split-input-file --diagnostics=rich --color 2>&1 | FileCheck %s --check-prefix=COLOR
// RUN: not strata-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=MLIR
// RUN: not strata-opt %s --diagnostics=plain 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: unknown form of diagnostics 'plain', expected one of: mlir, rich, json
// MLIR-NOT: similar
// COLOR: {{\[[0-9]+m}}error

// CHECK:error: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'
// CHECK-NEXT:  --> {{.*}}diagnostics.mlir:[[#@LINE+7]]:21
// CHECK-NEXT:   |
// CHECK-NEXT:[[#@LINE+4]] | func.func @types(%x: i32, %y: i64) {
// CHECK-NEXT:   |                  -- given 'i32'
// CHECK-NEXT:[[#@LINE+3]] |   %sum = arith.addi %x, %y : i64
// CHECK-NEXT:   |                     ^^ expected 'i64'
func.func @types(%x: i32, %y: i64) {
  %sum = arith.addi %x, %y : i64
  return
}
// JSON: "message":"use of value '%x' expects different type than prior uses: 'i64' vs 'i32'","notes":[{"column":18,"end_column":20,"file":"{{.*}}","line":[[#@LINE-4]],"message":"prior use here","severity":"note"}],"severity":"error"}

// -----

// CHECK:error: use of undeclared SSA value name
// CHECK:   |                     ^^^^^^ %fisrt is not defined
// CHECK:help: a value with a similar name exists
// CHECK:[[#@LINE+3]] +   %sum = arith.addi %first, %first : i64
// JSON: "message":"a value with a similar name exists","replacement":"%first"
func.func @values(%first: i64) {
  %sum = arith.addi %fisrt, %first : i64
  return
}

// -----

// CHECK:error: custom op 'arith.adi' is unknown
// CHECK:help: an operation with a similar name exists
// CHECK:[[#@LINE+3]] |   %sum = arith.addi %x, %x : i64
// JSON: "replacement":"arith.addi"
func.func @ops(%x: i64) {
  %sum = arith.adi %x, %x : i64
  return
}

// -----

// CHECK:error: custom op 'arith.tanh' is unknown
// CHECK:help: dialect 'complex' has an operation of this name
// CHECK:help: dialect 'math' has an operation of this name
// CHECK:[[#@LINE+2]] +   %t = math.tanh %x : f32
func.func @dialects(%x: f32) {
  %t = arith.tanh %x : f32
  return
}

// -----

// CHECK:error: 'arith.addf' op requires the same type for all operands and results
// CHECK:   |        ^^^^^^^^^^^^ --  -- tensor<5xf32>
// CHECK-NEXT:   |                     |
// CHECK-NEXT:   |                     tensor<4xf32>
// CHECK-NEXT:   |
// CHECK-NEXT:   = note: see current operation: {{.*}}
func.func @operands(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %0 = "arith.addf"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK:error: reference to an undefined block
// CHECK:help: a block with a similar name exists
// CHECK:[[#@LINE+3]] +   cf.br ^bb1
// CHECK:error: unknown type `ptrr` in dialect `llvm`
func.func @blocks() {
  cf.br ^bb12
^bb1:
  return
}
func.func private @type(!llvm.ptrr)
