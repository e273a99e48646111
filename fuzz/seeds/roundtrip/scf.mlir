
func.func @for_plain(%lb: index, %ub: index, %s: index) {
  scf.for %i = %lb to %ub step %s {
    "test.use"(%i) : (index) -> ()
  }
  scf.for %i = %lb to %ub step %s {
  } {note = "empty"}
  return
}

func.func @for_types(%lb: i32, %ub: i32, %s: i32, %a: f32) -> f32 {
  scf.for unsigned %i = %lb to %ub step %s : i32 {
    scf.yield
  }
  %0:2 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %lb) -> (f32, i32) : i32 {
    scf.yield {d.x} %x, %i : f32, i32
  } {d.y = 1 : i32}
  return %0#0 : f32
}

func.func @if_ops(%c: i1, %a: f32, %b: f32) -> f32 {
  scf.if %c {
  }
  scf.if %c {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  } {d.x}
  %0 = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  %1:2 = scf.if %c -> (f32, i1) {
    scf.yield %0, %c : f32, i1
  } else {
    scf.yield %b, %c : f32, i1
  }
  return %1#0 : f32
}

func.func @while_ops(%a: i32, %c: i1) -> i32 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i1) {
    scf.condition(%c) %x, %c : i32, i1
  } do {
  ^bb0(%y: i32, %z: i1):
    scf.yield %y : i32
  } attributes {d.x = 3}
  scf.while : () -> () {
    scf.condition(%c) {d.y}
  } do {
    scf.yield
  }
  return %0#0 : i32
}

func.func @forall_ops(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  scf.forall (%i, %j) in (%n, 16) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i, %j) = (0, %n) to (4, 8) step (1, %n) {
    scf.forall.in_parallel {
    }
  } {mapping = [], d.x}
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    } {d.y}
  }
  scf.forall (%i) = (0) to (4) step (1) {
  }
  return %0 : tensor<8xf32>
}
