emitc.func @nest(%n: index, %m: i32, %p: !emitc.ptr<f32>, %a: !emitc.array<4x8xf32>, %s: !emitc.ptr<!emitc.ptr<i32>>) -> f32 {
  for %i = %n to %n step %n {
    for %j = %n to %n step %n {
      for %k = %n to %n step %n {
        %x = add %m, %m : (i32, i32) -> i32
      }
    }
    %y = add %m, %m : (i32, i32) -> i32
  }
  for %i = %n to %n step %n {
  }
  %q = dereference %s : !emitc.ptr<!emitc.ptr<i32>>
  %q1 = load %q : <!emitc.ptr<i32>>
  %q2 = address_of %q : !emitc.lvalue<!emitc.ptr<i32>>
  assign %q1 : !emitc.ptr<i32> to %q : <!emitc.ptr<i32>>
  %e = subscript %a[%n, %n] : (!emitc.array<4x8xf32>, index, index) -> !emitc.lvalue<f32>
  %e1 = load %e : <f32>
  %e2 = address_of %e : !emitc.lvalue<f32>
  %e3 = subscript %q1[%n] : (!emitc.ptr<i32>, index) -> !emitc.lvalue<i32>
  assign %m : i32 to %e3 : <i32>
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
  %w = "emitc.variable"() <{value = #emitc.opaque<"NULL">}> : () -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>
  %arr = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<2x3xi32>
  %arri = "emitc.variable"() <{value = #emitc.opaque<"{1}">}> : () -> !emitc.array<2x3xi32>
  %14 = "emitc.member"(%v) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<i32>
  %15 = "emitc.member_of_ptr"(%w) <{member = "b"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>) -> !emitc.array<2xi32>
  %a15 = subscript %15[%n] : (!emitc.array<2xi32>, index) -> !emitc.lvalue<i32>
  %b15 = load %a15 : <i32>
  assign %m : i32 to %14 : <i32>
  %16:2 = call_opaque "two"(%e1) : (f32) -> (i32, f32)
  %17 = call_opaque "std::tie2"(%16#0, %e1) {args = [1 : index, 0 : index, 3.5 : f32, #emitc.opaque<"X">, i32, true, dense<[1, 2]> : tensor<2xi32>], template_args = [i32, 3 : i64, 2.5 : f64, #emitc.opaque<"T">]} : (i32, f32) -> i1
  call_opaque "void_call"() : () -> ()
  %c0 = "emitc.constant"() <{value = -7 : i8}> : () -> i8
  %c1 = "emitc.constant"() <{value = 200 : ui8}> : () -> ui8
  %c2 = "emitc.constant"() <{value = -7 : si64}> : () -> si64
  %c3 = "emitc.constant"() <{value = 0.1 : f32}> : () -> f32
  %c4 = "emitc.constant"() <{value = 0.1 : f64}> : () -> f64
  %c5 = "emitc.constant"() <{value = 0.1 : f16}> : () -> f16
  %c6 = "emitc.constant"() <{value = 0.1 : bf16}> : () -> bf16
  %c7 = "emitc.constant"() <{value = 0x7F800000 : f32}> : () -> f32
  %c8 = "emitc.constant"() <{value = 0xFF800000 : f32}> : () -> f32
  %c9 = "emitc.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
  %c10 = "emitc.constant"() <{value = -0.0 : f32}> : () -> f32
  %c11 = "emitc.constant"() <{value = 1.0e-45 : f32}> : () -> f32
  %c12 = "emitc.constant"() <{value = 123456789.0 : f64}> : () -> f64
  %c13 = "emitc.constant"() <{value = 1.0e+300 : f64}> : () -> f64
  %c14 = "emitc.constant"() <{value = true}> : () -> i1
  %c15 = "emitc.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %c16 = "emitc.constant"() <{value = #emitc.opaque<"CHAR_MIN">}> : () -> !emitc.opaque<"char">
  %c17 = "emitc.constant"() <{value = -1 : index}> : () -> index
  %c18 = "emitc.constant"() <{value = dense<true> : tensor<2xi1>}> : () -> tensor<2xi1>
  %c19 = "emitc.constant"() <{value = dense<1.5> : tensor<2xf64>}> : () -> tensor<2xf64>
  %c20 = "emitc.constant"() <{value = -1 : i64}> : () -> i64
  %c21 = "emitc.constant"() <{value = 1.0 : f16}> : () -> f16
  %t = call_opaque "tup"() : () -> tuple<i32, f32>
  %l = literal "M_PI" : f32
  %l2 = add %l, %l : (f32, f32) -> f32
  %l3 = cast %l : f32 to i32
  verbatim "plain {} line"
  verbatim "x {}" args %l : f32
  %un = unary_minus %l : (f32) -> f32
  %nn = bitwise_not %m : (i32) -> i32
  %up = unary_plus %m : (i32) -> i32
  %app = apply "*"(%p) : (!emitc.ptr<f32>) -> f32
  if %c14 {
    %x = add %m, %m : (i32, i32) -> i32
    if %c14 { } else { }
  } else {
    %x = add %m, %m : (i32, i32) -> i32
  }
  return %l : f32
}
