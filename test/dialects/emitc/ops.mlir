// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

emitc.include <"myheader.h">
emitc.include "myheader.h"
emitc.global extern @g0 : !emitc.array<2xf32>
emitc.global static const @g1 : i32 = 0
emitc.global @g2 : !emitc.array<2xf32> = dense<0.0> {a}
emitc.global @g3 : !emitc.opaque<"char"> = #emitc.opaque<"CHAR_MIN">
emitc.verbatim "typedef float f32;"
emitc.declare_func @f
emitc.func private @ext(i32) attributes {specifiers = ["extern"]}
emitc.func @f(%a: i32, %b: f32, %p: !emitc.ptr<i32>, %i: index, %c: i1, %arr: !emitc.array<4x8xf32>, %st: !emitc.ssize_t, %pd: !emitc.ptrdiff_t, %s: !emitc.size_t, %o: !emitc.opaque<"int">) -> i32 {
  %0 = emitc.add %a, %a : (i32, i32) -> i32
  %1 = emitc.cmp eq, %a, %a : (i32, i32) -> i1
  %2 = emitc.conditional %c, %a, %a : i32
  %3 = emitc.logical_and %a, %a : i32, i32
  %4 = emitc.logical_not %a : i32
  %5 = "emitc.variable"() {value = 1 : i32} : () -> !emitc.lvalue<i32>
  %6 = emitc.load %5 : !emitc.lvalue<i32>
  emitc.assign %a : i32 to %5 : !emitc.lvalue<i32>
  %7 = emitc.subscript %arr[%i, %i] : (!emitc.array<4x8xf32>, index, index) -> !emitc.lvalue<f32>
  %8 = emitc.address_of %5 : !emitc.lvalue<i32>
  %9 = emitc.dereference %p : !emitc.ptr<i32>
  %10 = emitc.apply "&"(%5) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
  emitc.if %c {
    emitc.verbatim "x {} {{" args %a : i32
  } else {
    emitc.yield
  }
  emitc.for %iv = %i to %i step %i {
  }
  emitc.for %iv = %a to %a step %a : i32 {
    %k = emitc.add %iv, %a : (i32, i32) -> i32
    emitc.yield
  } {attr}
  emitc.switch %a : i32
  case 2 {
    emitc.yield
  }
  case -5 {
    %k = emitc.add %a, %a : (i32, i32) -> i32
    emitc.yield
  }
  default {
  }
  %r = emitc.expression %a, %b : (i32, f32) -> i32 {
      %r0 = emitc.call_opaque "foo"(%a) : (i32) -> i32
      %r2 = emitc.mul %r0, %a : (i32, i32) -> i32
      emitc.yield %r2 : i32
  }
  %r_ = emitc.expression %a : (i32) -> i32 {
      %r2 = emitc.mul %a, %a : (i32, i32) -> i32
      emitc.yield %r2 : i32
  }
  emitc.do {
    %v = emitc.load %5 : !emitc.lvalue<i32>
  } while {
        %condition = emitc.expression %a : (i32) -> i1 {
          %cmp_res = emitc.cmp lt, %a, %a : (i32, i32) -> i1
          emitc.yield %cmp_res : i1
        }
        emitc.yield %condition : i1
  }
  %l = emitc.literal "M_PI" : f32
  %ca = emitc.cast %a : i32 to f32
  %k1 = "emitc.constant"() <{value = 42 : i32}> : () -> i32
  %gg = emitc.get_global @g0 : !emitc.array<2xf32>
  %gh = emitc.get_global @g1 : !emitc.lvalue<i32>
  %z = emitc.call @f(%a, %b, %p, %i, %c, %arr, %st, %pd, %s, %o) : (i32, f32, !emitc.ptr<i32>, index, i1, !emitc.array<4x8xf32>, !emitc.ssize_t, !emitc.ptrdiff_t, !emitc.size_t, !emitc.opaque<"int">) -> i32
  %zz = emitc.call_opaque "foo"(%a) {args = [0 : index, 1 : i32], template_args = [i32, 3]} : (i32) -> i32
  emitc.return %0 : i32
}
emitc.class @modelClass {
      emitc.field @fieldName0 : !emitc.array<1xf32> {emitc.opaque = "input_tensor"}
      emitc.field @f1 : i32 = 3 {emitc.opaque = "input_tensor"}
      emitc.func @execute() {
        %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
        %1 = get_field @fieldName0 : !emitc.array<1xf32>
        %2 = subscript %1[%0] : (!emitc.array<1xf32>, !emitc.size_t) -> !emitc.lvalue<f32>
        return
      }
}
emitc.class final @m2 attributes {a} {
}
emitc.file "x" attributes {b} {
  emitc.func @f() { emitc.return }
}

emitc.func @operators(%a: i32, %b: i32, %p: !emitc.ptr<i32>, %x: f32, %o: !emitc.opaque<"T">) {
  %0 = emitc.bitwise_and %a, %b : (i32, i32) -> i32
  %1 = emitc.bitwise_left_shift %a, %b : (i32, i32) -> i32
  %2 = emitc.bitwise_not %a : (i32) -> i32
  %3 = emitc.bitwise_or %a, %b : (i32, i32) -> i32
  %4 = emitc.bitwise_right_shift %a, %b : (i32, i32) -> i32
  %5 = emitc.bitwise_xor %a, %b : (i32, i32) -> i32
  %6 = emitc.div %x, %x : (f32, f32) -> f32
  %7 = emitc.rem %a, %b : (i32, i32) -> i32
  %8 = emitc.sub %p, %p : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptrdiff_t
  %9 = emitc.add %p, %a : (!emitc.ptr<i32>, i32) -> !emitc.ptr<i32>
  %10 = emitc.logical_or %a, %b : i32, i32
  %11 = emitc.unary_minus %x : (f32) -> f32
  %12 = emitc.unary_plus %x : (f32) -> f32
  %13 = emitc.cmp three_way, %o, %o : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"std::strong_ordering">
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
  %w = "emitc.variable"() <{value = #emitc.opaque<"NULL">}> : () -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>
  %14 = "emitc.member"(%v) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<i32>
  %15 = "emitc.member_of_ptr"(%w) <{member = "b"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>) -> !emitc.array<2xi32>
  %16:2 = emitc.call_opaque "two"() : () -> (i32, i32)
  emitc.return
}

// CHECK: module {
// CHECK: emitc.include <"myheader.h">
// CHECK: emitc.include "myheader.h"
// CHECK: emitc.global extern @g0 : !emitc.array<2xf32>
// CHECK: emitc.global static const @g1 : i32 = 0
// CHECK: emitc.global @g2 : !emitc.array<2xf32> = dense<0.000000e+00> {a}
// CHECK: emitc.global @g3 : !emitc.opaque<"char"> = #emitc.opaque<"CHAR_MIN">
// CHECK: emitc.verbatim "typedef float f32;"
// CHECK: emitc.declare_func @f
// CHECK: emitc.func private @ext(i32) attributes {specifiers = ["extern"]}
// CHECK: emitc.func @f(%arg0: i32, %arg1: f32, %arg2: !emitc.ptr<i32>, %arg3: index, %arg4: i1, %arg5: !emitc.array<4x8xf32>, %arg6: !emitc.ssize_t, %arg7: !emitc.ptrdiff_t, %arg8: !emitc.size_t, %arg9: !emitc.opaque<"int">) -> i32 {
// CHECK: %0 = add %arg0, %arg0 : (i32, i32) -> i32
// CHECK: %1 = cmp eq, %arg0, %arg0 : (i32, i32) -> i1
// CHECK: %2 = conditional %arg4, %arg0, %arg0 : i32
// CHECK: %3 = logical_and %arg0, %arg0 : i32, i32
// CHECK: %4 = logical_not %arg0 : i32
// CHECK: %5 = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
// CHECK: %6 = load %5 : <i32>
// CHECK: assign %arg0 : i32 to %5 : <i32>
// CHECK: %7 = subscript %arg5[%arg3, %arg3] : (!emitc.array<4x8xf32>, index, index) -> !emitc.lvalue<f32>
// CHECK: %8 = address_of %5 : !emitc.lvalue<i32>
// CHECK: %9 = dereference %arg2 : !emitc.ptr<i32>
// CHECK: %10 = apply "&"(%5) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
// CHECK: if %arg4 {
// CHECK: verbatim "x {} {{[{][{]}}" args %arg0 : i32
// CHECK: } else {
// CHECK: }
// CHECK: for %arg10 = %arg3 to %arg3 step %arg3 {
// CHECK: }
// CHECK: for %arg10 = %arg0 to %arg0 step %arg0  : i32 {
// CHECK: %20 = add %arg10, %arg0 : (i32, i32) -> i32
// CHECK: } {attr}
// CHECK: switch %arg0 : i32
// CHECK: case 2 {
// CHECK: yield
// CHECK: }
// CHECK: case -5 {
// CHECK: %20 = add %arg0, %arg0 : (i32, i32) -> i32
// CHECK: yield
// CHECK: }
// CHECK: default {
// CHECK: }
// CHECK: %11 = expression %arg0, %arg1 : (i32, f32) -> i32 {
// CHECK: %20 = call_opaque "foo"(%arg0) : (i32) -> i32
// CHECK: %21 = mul %20, %arg0 : (i32, i32) -> i32
// CHECK: yield %21 : i32
// CHECK: }
// CHECK: %12 = expression %arg0 : (i32) -> i32 {
// CHECK: %20 = mul %arg0, %arg0 : (i32, i32) -> i32
// CHECK: yield %20 : i32
// CHECK: }
// CHECK: do {
// CHECK: %20 = load %5 : <i32>
// CHECK: } while {
// CHECK: %20 = expression %arg0 : (i32) -> i1 {
// CHECK: %21 = cmp lt, %arg0, %arg0 : (i32, i32) -> i1
// CHECK: yield %21 : i1
// CHECK: }
// CHECK: yield %20 : i1
// CHECK: }
// CHECK: %13 = literal "M_PI" : f32
// CHECK: %14 = cast %arg0 : i32 to f32
// CHECK: %15 = "emitc.constant"() <{value = 42 : i32}> : () -> i32
// CHECK: %16 = get_global @g0 : !emitc.array<2xf32>
// CHECK: %17 = get_global @g1 : !emitc.lvalue<i32>
// CHECK: %18 = call @f(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9) : (i32, f32, !emitc.ptr<i32>, index, i1, !emitc.array<4x8xf32>, !emitc.ssize_t, !emitc.ptrdiff_t, !emitc.size_t, !emitc.opaque<"int">) -> i32
// CHECK: %19 = call_opaque "foo"(%arg0) {args = [0 : index, 1 : i32], template_args = [i32, 3]} : (i32) -> i32
// CHECK: return %0 : i32
// CHECK: }
// CHECK: emitc.class @modelClass {
// CHECK: emitc.field @fieldName0 : !emitc.array<1xf32> {emitc.opaque = "input_tensor"}
// CHECK: emitc.field @f1 : i32 = 3 {emitc.opaque = "input_tensor"}
// CHECK: emitc.func @execute() {
// CHECK: %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
// CHECK: %1 = get_field @fieldName0 : !emitc.array<1xf32>
// CHECK: %2 = subscript %1[%0] : (!emitc.array<1xf32>, !emitc.size_t) -> !emitc.lvalue<f32>
// CHECK: return
// CHECK: }
// CHECK: }
// CHECK: emitc.class final @m2 attributes {a} {
// CHECK: }
// CHECK: emitc.file "x" attributes {b} {
// CHECK: func @f() {
// CHECK: return
// CHECK: }
// CHECK: }
// CHECK: emitc.func @operators(%arg0: i32, %arg1: i32, %arg2: !emitc.ptr<i32>, %arg3: f32, %arg4: !emitc.opaque<"T">) {
// CHECK: %0 = bitwise_and %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %1 = bitwise_left_shift %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %2 = bitwise_not %arg0 : (i32) -> i32
// CHECK: %3 = bitwise_or %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %4 = bitwise_right_shift %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %5 = bitwise_xor %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %6 = div %arg3, %arg3 : (f32, f32) -> f32
// CHECK: %7 = rem %arg0, %arg1 : (i32, i32) -> i32
// CHECK: %8 = sub %arg2, %arg2 : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptrdiff_t
// CHECK: %9 = add %arg2, %arg0 : (!emitc.ptr<i32>, i32) -> !emitc.ptr<i32>
// CHECK: %10 = logical_or %arg0, %arg1 : i32, i32
// CHECK: %11 = unary_minus %arg3 : (f32) -> f32
// CHECK: %12 = unary_plus %arg3 : (f32) -> f32
// CHECK: %13 = cmp three_way, %arg4, %arg4 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"std::strong_ordering">
// CHECK: %14 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
// CHECK: %15 = "emitc.variable"() <{value = #emitc.opaque<"NULL">}> : () -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>
// CHECK: %16 = "emitc.member"(%14) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<i32>
// CHECK: %17 = "emitc.member_of_ptr"(%15) <{member = "b"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>) -> !emitc.array<2xi32>
// CHECK: %18:2 = call_opaque "two"() : () -> (i32, i32)
// CHECK: return
// CHECK: }
// CHECK: }
