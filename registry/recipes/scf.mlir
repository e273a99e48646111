// Recipes for `scf`.
// -----
// op: scf.for scf.yield
func.func @f(%a: $e, %b: $t) -> ($e, $t) {
  %l = arith.constant 0 : $[1:index|i32|i64]
  %u = arith.constant $c : $1
  %s = arith.constant $[1|2] : $1
  %0:2 = scf.for $[|unsigned ]%i = %l to %u step %s iter_args(%x = %a, %y = %b) -> ($e, $t) : $1 {
    scf.yield %x, %b : $e, $t
  }
  return %0#0, %0#1 : $e, $t
}
// -----
// op: scf.for
func.func @f(%m: memref<8x$e>, %v: $e) {
  %l = arith.constant 0 : index
  %u = arith.constant $(c+2) : index
  %s = arith.constant 1 : index
  scf.for %i = %l to %u step %s {
    memref.store %v, %m[%i] : memref<8x$e>
  }$[| {note}]
  return
}
// -----
// op: scf.if scf.yield
func.func @f(%c: i1, %a: $e, %b: $e) -> $e {
  %0 = scf.if %c -> ($e) {
    scf.yield %a : $e
  } else {
    scf.yield %b : $e
  }$[| {note}]
  scf.if %c {
  }
  return %0 : $e
}
// -----
// op: scf.while scf.condition
func.func @f(%a: $i) -> $i {
  %n = arith.constant $(c+1) : $i
  %o = arith.constant 1 : $i
  %z = arith.constant 0 : $i
  %0:2 = scf.while (%x = %z, %y = %a) : ($i, $i) -> ($i, $i) {
    %1 = arith.cmpi slt, %x, %n : $i
    scf.condition(%1) %x, %y : $i, $i
  } do {
  ^bb0(%x: $i, %y: $i):
    %1 = arith.addi %x, %o : $i
    %2 = arith.$[addi|xori|muli] %y, %x : $i
    scf.yield %1, %2 : $i, $i
  }$[| attributes {note}]
  return %0#1 : $i
}
// -----
// op: scf.parallel scf.reduce scf.reduce.return
func.func @f(%a: $i, %b: $f) -> ($i, $f) {
  %l = arith.constant 0 : index
  %u = arith.constant $(c+1) : index
  %s = arith.constant 1 : index
  %0:2 = scf.parallel (%i, %j) = (%l, %l) to (%u, %u) step (%s, %s) init (%a, %b) -> ($i, $f) {
    scf.reduce(%a, %b : $i, $f) {
    ^bb0(%x: $i, %y: $i):
      %1 = arith.addi %x, %y : $i
      scf.reduce.return %1 : $i
    }, {
    ^bb0(%x: $f, %y: $f):
      %1 = arith.maximumf %x, %y : $f
      scf.reduce.return %1 : $f
    }
  }
  return %0#0, %0#1 : $i, $f
}
// -----
// op: scf.parallel
func.func @f(%m: memref<8x$e>, %v: $e) {
  %l = arith.constant 0 : index
  %u = arith.constant $(c+2) : index
  %s = arith.constant $[1|2] : index
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    memref.store %v, %m[%i] : memref<8x$e>
  }
  return
}
// -----
// op: scf.forall scf.forall.in_parallel
func.func @f(%t: tensor<8x$e>) -> tensor<8x$e> {
  %0 = scf.forall (%i) in ($[4|8]) shared_outs(%o = %t) -> (tensor<8x$e>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<8x$e>
}
// -----
// op: scf.forall
func.func @f(%m: memref<8x8x$e>, %v: $e, %n: index) {
  scf.forall (%i, %j) = (0, 1) to (4, $(c+2)) step ($[1|2], 1) {
    memref.store %v, %m[%i, %j] : memref<8x8x$e>
  }$[| {mapping = [], note}]
  return
}
// -----
// op: scf.execute_region
func.func @f(%a: $e, %c: i1) -> $e {
  %0 = scf.execute_region -> $e$[| no_inline] {
    cf.cond_br %c, ^bb1, ^bb2(%a : $e)
  ^bb1:
    scf.yield %a : $e
  ^bb2(%1: $e):
    scf.yield %1 : $e
  }
  return %0 : $e
}
// -----
// op: scf.index_switch
func.func @f(%i: index, %a: $e, %b: $e) -> $e {
  %0 = scf.index_switch %i -> $e
  case $c {
    scf.yield %a : $e
  }
  case -5 {
    scf.yield %b : $e
  }
  default {
    scf.yield %a : $e
  }
  return %0 : $e
}
