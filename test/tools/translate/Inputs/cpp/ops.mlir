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
emitc.class final @m2 attributes {a} { }
emitc.file "x" attributes {b} {
  emitc.func @f() { emitc.return }
}
