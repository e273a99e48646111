// RUN: strata-opt %s --convert-scf-to-cf --allow-unregistered-dialect | FileCheck %s
// What a loop tells LLVM stays with the branch that closes it; other attributes of the loop go away.

#four = #llvm.loop_annotation<unroll = <count = 4 : i32>>
#off = #llvm.loop_annotation<vectorize = <disable = true>>

// CHECK-LABEL: func.func @counted(
// CHECK:         cf.cond_br %{{.*}}, ^[[INNER:.*]], ^{{.*}}
// CHECK-NOT:     {
// CHECK:         cf.br ^{{.*}} {llvm.loop_annotation = #[[FOUR:.*]]}
// CHECK:         cf.br ^{{.*}} {llvm.loop_annotation = #[[OFF:.*]]}
func.func @counted(%n: index, %s: index) {
  scf.for %i = %s to %n step %s {
    scf.for unsigned %j = %i to %n step %s {
      "work"(%i, %j) : (index, index) -> ()
    } {llvm.loop_annotation = #four, note = "inner"}
  } {llvm.loop_annotation = #off}
  return
}

// A loop whose second region only goes back decides and goes back in one branch.
// CHECK-LABEL: func.func @tested_after(
// CHECK:         cf.cond_br %{{.*}}, ^bb1, ^bb2 {llvm.loop_annotation = #[[OFF]]}
func.func @tested_after() {
  scf.while : () -> () {
    %more = "more"() : () -> i1
    scf.condition(%more)
  } do {
    scf.yield
  } attributes {llvm.loop_annotation = #off}
  return
}

// CHECK-LABEL: func.func @tested_before(
// CHECK:         cf.cond_br %{{.*}}, ^bb2, ^bb3{{$}}
// CHECK:         "work"()
// CHECK-NEXT:    cf.br ^bb1 {llvm.loop_annotation = #[[FOUR]]}
func.func @tested_before() {
  scf.while : () -> () {
    %more = "more"() : () -> i1
    scf.condition(%more)
  } do {
    "work"() : () -> ()
    scf.yield
  } attributes {llvm.loop_annotation = #four}
  return
}

// Cases are compared in all bits, as elements of a vector.
// CHECK-LABEL: func.func @cases(
// CHECK:         cf.switch %{{.*}} : i64, [
// CHECK-NEXT:      default: ^bb3,
// CHECK-NEXT:      0: ^bb1,
// CHECK-NEXT:      4294967296: ^bb2
func.func @cases(%i: index) {
  scf.index_switch %i
  case 0 {
    "zero"() : () -> ()
    scf.yield
  }
  case 4294967296 {
    "wide"() : () -> ()
    scf.yield
  }
  default {
  }
  return
}
