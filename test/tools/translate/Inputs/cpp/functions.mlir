func.func @f(%a: i32, %b: i32) -> (i32, f32) {
  %0 = call @ext2(%a) : (i32) -> i32
  call @g(%a) : (i32) -> ()
  %1 = "emitc.constant"() <{value = 1.0 : f32}> : () -> f32
  return %0, %1 : i32, f32
}
func.func @ext2(%a: i32) -> i32 {
  return %a : i32
}
func.func @g(%a: i32) {
  return
}
emitc.func @spec(%a: i32) -> i32 attributes {specifiers = ["static", "inline"]} {
  return %a : i32
}
emitc.declare_func @spec
func.func @exprs(%a: i32, %b: i32, %c: i1, %p: !emitc.ptr<i32>, %n: index) -> i32 {
  %v = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
  %e0 = emitc.expression %a, %b : (i32, i32) -> i32 {
    %0 = add %a, %b : (i32, i32) -> i32
    %1 = mul %0, %0 : (i32, i32) -> i32
    %2 = sub %1, %a : (i32, i32) -> i32
    %3 = unary_minus %2 : (i32) -> i32
    %4 = unary_minus %3 : (i32) -> i32
    %5 = cast %4 : i32 to i64
    %6 = bitwise_and %5, %5 : (i64, i64) -> i64
    %7 = cast %6 : i64 to i32
    yield %7 : i32
  }
  %e1 = emitc.expression %v, %a : (!emitc.lvalue<i32>, i32) -> i32 {
    %0 = load %v : <i32>
    %1 = "emitc.constant"() <{value = -3 : i32}> : () -> i32
    %2 = add %0, %1 : (i32, i32) -> i32
    %3 = call_opaque "f"(%2, %a) {args = [0 : index, 5 : i32, 1 : index]} : (i32, i32) -> i32
    yield %3 : i32
  }
  %e2 = emitc.expression %a, %b, %c : (i32, i32, i1) -> i32 {
    %0 = cmp lt, %a, %b : (i32, i32) -> i1
    %1 = logical_and %0, %c : i1, i1
    %2 = logical_not %1 : i1
    %3 = conditional %2, %a, %b : i32
    %4 = bitwise_left_shift %3, %b : (i32, i32) -> i32
    yield %4 : i32
  }
  %e3 = emitc.expression %v : (!emitc.lvalue<i32>) -> !emitc.ptr<i32> {
    %0 = address_of %v : !emitc.lvalue<i32>
    yield %0 : !emitc.ptr<i32>
  }
  %e4 = emitc.expression %a, %b : (i32, i32) -> i1 {
    %0 = cmp eq, %a, %b : (i32, i32) -> i1
    yield %0 : i1
  }
  emitc.if %e4 {
    emitc.call_opaque "use"(%e0) : (i32) -> ()
  }
  %e5 = emitc.expression %a, %b : (i32, i32) -> i32 {
    %0 = add %a, %b : (i32, i32) -> i32
    yield %0 : i32
  }
  emitc.assign %e5 : i32 to %v : <i32>
  %e6 = emitc.expression %a, %b : (i32, i32) -> i32 {
    %0 = add %a, %b : (i32, i32) -> i32
    yield %0 : i32
  }
  %s = emitc.subscript %p[%e6] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  emitc.assign %e1 : i32 to %s : <i32>
  %e7 = emitc.expression %s : (!emitc.lvalue<i32>) -> i32 {
    %0 = load %s : <i32>
    yield %0 : i32
  }
  return %e2 : i32
}

func.func @more(%a: i32, %b: i32, %n: index, %x: f32) -> i32 {
  %e0 = emitc.expression %a : (i32) -> i32 {
    %0 = add %a, %a : (i32, i32) -> i32
    yield %0 : i32
  }
  emitc.switch %e0 : i32
  default {
  }
  %e1 = emitc.expression %n : (index) -> index {
    %0 = add %n, %n : (index, index) -> index
    yield %0 : index
  }
  %e1b = emitc.expression %n : (index) -> index {
    %0 = add %n, %n : (index, index) -> index
    yield %0 : index
  }
  emitc.for %i = %e1 to %n step %e1b {
    %e2 = emitc.expression %x : (f32) -> f32 {
      %0 = add %x, %x : (f32, f32) -> f32
      yield %0 : f32
    }
    emitc.verbatim "a {} b" args %e2 : f32
    %e3 = emitc.expression %x : (f32) -> f32 {
      %0 = add %x, %x : (f32, f32) -> f32
      yield %0 : f32
    }
    emitc.call_opaque "u"(%e3) : (f32) -> ()
    %e4 = emitc.expression %x : (f32) -> f32 {
      %0 = add %x, %x : (f32, f32) -> f32
      yield %0 : f32
    }
    %e5 = emitc.expression %e4, %x : (f32, f32) -> f32 {
      %0 = mul %e4, %x : (f32, f32) -> f32
      yield %0 : f32
    }
    func.call @h(%e5) : (f32) -> ()
  }
  %ee = emitc.expression %a : (i32) -> i32 {
    %0 = call_opaque "side"(%a) : (i32) -> i32
    yield %0 : i32
  }
  return %ee : i32
}
func.func @h(%x: f32) {
  %l = emitc.literal "3" : f32
  %l2 = emitc.expression %l : (f32) -> f32 {
     %0 = add %l, %l : (f32, f32) -> f32
     %1 = cast %0 : f32 to f32
     yield %1 : f32
  }
  func.call @h(%l2) : (f32) -> ()
  return
}
