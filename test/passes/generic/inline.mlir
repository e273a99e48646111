// RUN: strata-opt %s --inline --split-input-file | FileCheck %s
// RUN: strata-opt %s --inline --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK-NOT: @callee
// CHECK-LABEL: @caller
// CHECK-NOT: call
// CHECK: arith.addi
// LOC-LABEL: @caller
// LOC: arith.addi {{.*}} loc(callsite({{.*}} at {{.*}}))
func.func private @callee(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @caller(%a: i32) -> i32 {
  %0 = call @callee(%a) : (i32) -> i32
  %1 = call @callee(%0) : (i32) -> i32
  return %1 : i32
}

// -----

// Several blocks continue behind the call.
// CHECK-LABEL: func.func @several
// CHECK-LABEL: func.func @into
// CHECK: cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK: ^bb1:
// CHECK: cf.br ^bb2
// CHECK: ^bb2(%[[R:.*]]: i32)
// CHECK: arith.muli %[[R]], %[[R]]
func.func @several(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %a : i32
^b:
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @into(%c: i1, %a: i32) -> i32 {
  %0 = call @several(%c, %a) : (i1, i32) -> i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
// A region with one block keeps the call.
// CHECK-LABEL: @in_region
// CHECK: call @several
func.func @in_region(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = func.call @several(%c, %a) : (i1, i32) -> i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}

// -----

// Recursion ends, and `no_inline` is respected.
// CHECK-LABEL: @odd
// CHECK: call @odd
// CHECK-LABEL: @stays
// CHECK: call @private
func.func @odd(%a: i32) -> i32 {
  %0 = call @even(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @even(%a: i32) -> i32 {
  %0 = call @odd(%a) : (i32) -> i32
  return %0 : i32
}
func.func @stays(%a: i32) -> i32 {
  %0 = call @private(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @private(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}

// -----

// A function without a body cannot be inlined.
// CHECK-LABEL: @of_declared
// CHECK: call @declared
func.func private @declared(i32) -> i32
func.func @of_declared(%a: i32) -> i32 {
  %0 = call @declared(%a) : (i32) -> i32
  return %0 : i32
}

// -----

// Once it is known whom an indirect call reaches, it is inlined, too.
// CHECK-LABEL: @by_reference
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg0
// CHECK-NEXT: return %[[S]]
func.func private @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func private @pick() -> ((i32) -> i32) {
  %f = constant @twice : (i32) -> i32
  return %f : (i32) -> i32
}
func.func @by_reference(%a: i32) -> i32 {
  %f = call @pick() : () -> ((i32) -> i32)
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

// -----

// LOC-LABEL: @arg_locations
// LOC: ^bb2({{.*}}: i32 loc(callsite("joined" at "here"))):
func.func @joins(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^end(%a : i32), ^else
^else:
  %0 = arith.muli %a, %a : i32
  cf.br ^end(%0 : i32)
^end(%x: i32 loc("joined")):
  %1 = arith.addi %x, %x : i32
  return %1 : i32
}
func.func @arg_locations(%c: i1, %a: i32) -> i32 {
  %0 = call @joins(%c, %a) : (i1, i32) -> i32 loc("here")
  return %0 : i32
}
