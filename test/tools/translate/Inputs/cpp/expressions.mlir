emitc.func @f(%a: i32, %b: i32, %n: index, %c: i1) {
  %ub = expression %a, %b, %c : (i32, i32, i1) -> i32 {
    %0 = conditional %c, %a, %b : i32
    yield %0 : i32
  }
  %lb = expression %a, %b, %c : (i32, i32, i1) -> i32 {
    %0 = conditional %c, %a, %b : i32
    yield %0 : i32
  }
  %st = expression %a, %b, %c : (i32, i32, i1) -> i32 {
    %0 = conditional %c, %a, %b : i32
    yield %0 : i32
  }
  for %i = %lb to %ub step %st : i32 {
    %v = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
    %x = load %v : <i32>
    call @f(%x, %x, %n, %c) : (i32, i32, index, i1) -> ()
  }
  %lit = literal "a + b" : i32
  %r = expression %lit, %a : (i32, i32) -> i32 {
    %1 = mul %lit, %a : (i32, i32) -> i32
    yield %1 : i32
  }
  do {
    %k = add %a, %b : (i32, i32) -> i32
  } while {
    %t = expression %a, %b : (i32, i32) -> i1 {
      %1 = call_opaque "x"(%a, %b) : (i32, i32) -> i1
      yield %1 : i1
    }
    yield %t : i1
  }
  %bb = expression %a, %b : (i32, i32) -> i32 {
    %1 = sub %a, %b : (i32, i32) -> i32
    %2 = call_opaque "x"(%1, %b) {template_args = [i32]} : (i32, i32) -> i32
    %3 = call @g(%1) : (i32) -> i32
    %4 = add %2, %3 : (i32, i32) -> i32
    yield %4 : i32
  }
  return
}
emitc.func @g(%a: i32) -> i32 {
  return %a : i32
}
