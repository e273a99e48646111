// FLAGS: --convert-scf-to-emitc

func.func @for(%a: <<t:i32|index>>, %b: <<t>>, %s: <<t>>, %x: f32, %y: i64) -> (f32, i64) {
  %0:2 = scf.for %i = %a to %b step %s iter_args(%u = %x, %v = %y) -> (f32, i64) : <<t>> {
    %1 = "test.use"(%i, %u) : (<<t>>, f32) -> f32
    scf.yield %1, %v : f32, i64
  }
  scf.for %i = %a to %b step %s : <<t>> {
    "test.use"(%i) : (<<t>>) -> ()
  }
  return %0#0, %0#1 : f32, i64
}

// -----

func.func @nested(%n: index, %x: f32) -> f32 {
  %0 = scf.for %i = %n to %n step %n iter_args(%u = %x) -> f32 {
    %1 = scf.for %j = %i to %n step %n iter_args(%v = %u) -> f32 {
      %2 = "test.use"(%i, %j, %v) : (index, index, f32) -> f32
      scf.yield %2 : f32
    }
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

func.func @if(%c: i1, %x: f32, %y: i64) -> (f32, i64) {
  %0:2 = scf.if %c -> (f32, i64) {
    %1 = "test.a"() : () -> f32
    scf.yield %1, %y : f32, i64
  } else {
    scf.yield %x, %y : f32, i64
  }
  scf.if %c {
    "test.b"() : () -> ()
  }
  scf.if %c {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  return %0#0, %0#1 : f32, i64
}

// -----

func.func @switch(%n: index, %x: f32) -> f32 {
  %0 = scf.index_switch %n -> f32
  case 2 {
    %1 = "test.a"() : () -> f32
    scf.yield %1 : f32
  }
  case 5 {
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  scf.index_switch %n
  default {
    "test.b"() : () -> ()
  }
  return %0 : f32
}

// -----

func.func @while(%a: i32, %x: f32) -> (i32, f32) {
  %0:2 = scf.while (%u = %a, %v = %x) : (i32, f32) -> (i32, f32) {
    %c = "test.condition"(%u) : (i32) -> i1
    scf.condition(%c) %u, %v : i32, f32
  } do {
  ^bb0(%u: i32, %v: f32):
    %1 = "test.next"(%u) : (i32) -> i32
    scf.yield %1, %v : i32, f32
  }
  return %0#0, %0#1 : i32, f32
}

// -----

func.func @while_nested(%a: i32, %n: index) {
  scf.while (%u = %a) : (i32) -> () {
    %c = "test.condition"(%u) : (i32) -> i1
    scf.condition(%c)
  } do {
    %1 = scf.for %i = %n to %n step %n iter_args(%v = %a) -> i32 {
      %2 = "test.next"(%i, %v) : (index, i32) -> i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  }
  return
}

// -----

// Other ops of the dialect stay.
func.func @parallel(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.for %j = %i to %n step %n {
      "test.use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
