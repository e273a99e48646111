// FLAGS: --form-expressions

emitc.func @f(%a: i32, %b: i32, %p: !emitc.ptr<i32>) -> i32 {
  %v = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
  %c = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  %0 = add %a, %b : (i32, i32) -> i32
  %1 = mul %0, %c : (i32, i32) -> i32
  %2 = sub %1, %1 : (i32, i32) -> i32
  %3 = load %v : <i32>
  %4 = add %3, %2 : (i32, i32) -> i32
  assign %4 : i32 to %v : <i32>
  %5 = call_opaque "foo"(%4) : (i32) -> i32
  %6 = add %5, %a : (i32, i32) -> i32
  call_opaque "bar"(%6) : (i32) -> ()
  %7:2 = call_opaque "two"() : () -> (i32, i32)
  %8 = address_of %v : !emitc.lvalue<i32>
  %9 = cmp lt, %a, %b : (i32, i32) -> i1
  if %9 {
    %10 = add %a, %b : (i32, i32) -> i32
    %11 = cast %10 : i32 to f32
    call_opaque "baz"(%11) : (f32) -> ()
  }
  %s = subscript %p[%a] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %12 = load %s : <i32>
  %13 = load %s : <i32>
  %14 = add %12, %13 : (i32, i32) -> i32
  %15 = call @f(%14, %a, %p) : (i32, i32, !emitc.ptr<i32>) -> i32
  return %15 : i32
}

// -----

emitc.func @f(%a: i32, %b: i32) -> i32 {
  %e = expression %a, %b : (i32, i32) -> i32 {
    %0 = add %a, %b : (i32, i32) -> i32
    yield %0 : i32
  }
  %f = expression %e, %b : (i32, i32) -> i32 {
    %0 = mul %e, %b : (i32, i32) -> i32
    yield %0 : i32
  }
  %g = add %f, %a : (i32, i32) -> i32
  %n = expression %a : (i32) -> i32 {
    %0 = add %a, %a : (i32, i32) -> i32
    yield %0 : i32
  }
  %h = add %n, %g : (i32, i32) -> i32
  %o = add %h, %h : (i32, i32) -> i32
  %w = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
  %l = load %w : <i32>
  assign %a : i32 to %w : <i32>
  %l2 = add %l, %o : (i32, i32) -> i32
  %x = call_opaque "x"() : () -> i32
  %y = call_opaque "y"() : () -> i32
  %z = add %y, %x : (i32, i32) -> i32
  %z2 = add %z, %l2 : (i32, i32) -> i32
  %t = literal "true" : i1
  %q = conditional %t, %z2, %a : i32
  return %q : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = emitc.add %0, %b : (i32, i32) -> i32
  %c = arith.constant 3 : i32
  %2 = emitc.add %1, %c : (i32, i32) -> i32
  %3 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  return %2 : i32
}

// -----

emitc.func @loops(%a: i32, %n: index, %c: i1) -> i32 {
  %0 = add %a, %a : (i32, i32) -> i32
  %v = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
  for %i = %n to %n step %n {
    %1 = mul %0, %a : (i32, i32) -> i32
    if %c {
      %2 = sub %1, %a : (i32, i32) -> i32
      assign %2 : i32 to %v : <i32>
    }
  }
  %3 = load %v : <i32>
  return %3 : i32
}

// -----

// DIFFERS: a value that is two operands of an expression is printed as two arguments of its block; mlir-opt prints a form that it does not read
emitc.func @recurring(%a: i32, %b: i32) -> i32 {
  %0 = add %a, %b : (i32, i32) -> i32
  %1 = add %0, %0 : (i32, i32) -> i32
  return %1 : i32
}
