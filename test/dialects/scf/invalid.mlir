// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%a: i32, %c: i1) {
  // expected-error@+2 {{'scf.while' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 2 inputs}}
  // expected-note@+1 {{region branch point}}
  %0 = "scf.while"(%a) ({
  ^bb0(%x: i32, %y: i32):
    scf.condition(%c) %x : i32
  }, {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }) : (i32) -> i32
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+2 {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  // expected-note@+1 {{region branch point}}
  %0 = "scf.while"(%a) ({
  ^bb0(%x: i64):
    scf.condition(%c) %a : i32
  }, {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }) : (i32) -> i32
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %0 = scf.while (%x = %a) : (i32) -> i64 {
    // expected-note@+1 {{region branch point}}
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%y: i32):
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = scf.if %c -> i32 {
    // expected-note@+1 {{region branch point}}
    scf.yield %c : i1
  } else {
    scf.yield %a : i32
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = scf.execute_region -> i32 {
    // expected-note@+1 {{region branch point}}
    scf.yield %c : i1
  }
  return
}

// -----

func.func @a(%a: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.execute_region -> i32 {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.for %i = %a to %a step %a iter_args(%x = %a) -> index {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'index' != 'i1'}}
  %0 = scf.for %i = %a to %a step %a iter_args(%x = %a) -> index {
    scf.yield %c : i1
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op different number of region iter_args and yielded values: 1 != 2}}
  %0 = scf.for %i = %a to %a step %a iter_args(%x = %a) -> index {
    scf.yield %a, %a : index, index
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note@+1 {{region branch point}}
  %0 = scf.for %i = %a to %a step %a iter_args(%x = %a) -> index {
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'index' != 'i32'}}
  %0 = "scf.for"(%a, %a, %a, %a) ({
   ^bb0(%x: index, %y: i32):
   scf.yield %a : index
  }) : (index, index, index, index) -> i32
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%a, %a, %a) ({
   ^bb0(%x: i32):
   scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.yield
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  %0 = scf.index_switch %a -> i32
  default {
    // expected-note@+1 {{default region returns 'index' here}}
    scf.yield %a : index
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 1 values, but default region returns 0}}
  %0 = scf.index_switch %a -> i32
  default {
    // expected-note@+1 {{see yield operation here}}
    scf.yield
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %a
  case 1 { scf.yield }
  case 1 { scf.yield }
  default {
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected each region to return 0 values, but case region #0 returns 1}}
  scf.index_switch %a
  // expected-note@+1 {{see yield operation here}}
  case 1 { scf.yield %a : index }
  default {
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but got test.x}}
  "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({ "test.x"() : () -> () }, { scf.yield }) : (index) -> ()
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({ scf.yield }) : (index) -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({ scf.reduce }) : () -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  %c = arith.constant 0 : index
  // expected-error@+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%a) to (%a) step (%c) { scf.reduce }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0: scf.reduce }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%i: i32): scf.reduce }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+2 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  // expected-note@+1 {{terminator here}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%i: index): "test.x"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of initial values: 1}}
  "scf.parallel"(%a, %a, %a, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%i: index): scf.reduce }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%a : index) { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32): scf.reduce.return %l : f32 } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %a : index } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): "test.x"() : () -> () } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { } }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { "scf.reduce"(%f) : (f32) -> () }
  return
}

// -----

func.func @a(%a: index, %f: f32) {
  // expected-error@+1 {{custom op 'scf.parallel' expected 1 operands}}
  scf.parallel (%i) = (%a, %a) to (%a) step (%a) {  }
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{expected 1 upper bound values, got 2}}
  scf.forall (%i) in (%a, %a) {  }
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'}}
  scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<5xf32>) {  }
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: index, %o: tensor<4xf32>):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> ()
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: index):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: i32, %o: tensor<4xf32>):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: index, %o: tensor<5xf32>):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{expected 1 upper bound values, got 2}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808, 4>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: index, %o: tensor<4xf32>):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{expected 0 dynamic upper bound values}}
  "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({
   ^bb0(%i: index, %o: tensor<4xf32>):
     scf.forall.in_parallel {}
  }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
  scf.forall (%i) in (%a) {  scf.forall.in_parallel { "test.x"() : () -> () } }
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (%a) {  scf.forall.in_parallel { } } {mapping = [1, 2]}
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  scf.forall.in_parallel { } 
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region { }
  return
}

// -----

func.func @a(%a: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  scf.execute_region { ^bb0(%x: i32): scf.yield }
  return
}

// -----

func.func @a(%a: i1, %t: tensor<4xf32>) {
  // expected-error@+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  // expected-note@+1 {{terminator here}}
  scf.while : () -> () { scf.yield } do { scf.yield }
  return
}

// -----

func.func @a(%a: i1, %t: tensor<4xf32>) {
  // expected-error@+2 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  // expected-note@+1 {{terminator here}}
  scf.while : () -> () { scf.condition(%a) } do { "test.x"() : () -> () }
  return
}

// -----

func.func @a(%a: i1, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.if' op region #0 should have no arguments}}
  scf.if %a { ^bb0(%x : i32): scf.yield }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  %0 = scf.for %i = %a to %a step %a iter_args(%x = %a, %y = %a) -> index {
  }
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{use of value '%c' expects different type than prior uses: 'index' vs 'i1'}}
  scf.for %i = %a to %a step %c {
  }
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%a, %a, %a, %a) ({
  ^bb0(%i: index, %x: index):
    scf.yield %a : index
  }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @a(%a: index, %c: i1) {
  // expected-error@+1 {{custom op 'scf.while' expected as many input types as operands (expected 1 got 0)}}
  scf.while (%x = %a) : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @a(%a: index, %c: f32) {
  // expected-error@+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
  "scf.for"(%c, %c, %c) ({
  ^bb0(%i: f32):
    scf.yield
  }) : (f32, f32, f32) -> ()
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @a(%a: index) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'i1' vs 'index'}}
  scf.if %a {
  }
  return
}

// -----

func.func @a(%a: i1) {
  // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%a)
}

// -----

func.func @a(%a: i1) {
  // expected-error@+1 {{'scf.reduce' op expects parent op 'scf.parallel'}}
  scf.reduce
}

// -----

func.func @a(%a: i1) {
  // expected-error@+1 {{'scf.reduce.return' op expects parent op 'scf.reduce'}}
  scf.reduce.return %a : i1
}

// -----

func.func @a(%a: i1) {
  // expected-error@+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%a) ({ scf.yield }, { scf.yield }, {}) : (i1) -> ()
  return
}

// -----

// What is missing at the end of the function is not said where something in it is wrong.
func.func @f(%c: i32) {
  // expected-error @+1 {{'scf.if' op operand #0 must be 1-bit signless integer}}
  "scf.if"(%c) ({}, {}) : (i32) -> ()
}

// -----

// Types that belong together come before regions.
func.func @f(%x: i32, %y: i64) {
  // expected-error @+1 {{all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%x, %x, %y) ({}) : (i32, i32, i64) -> ()
  return
}

// -----

// The op around comes before the place in the block.
func.func @f() {
  // expected-error @+1 {{expects parent op 'scf.parallel'}}
  scf.reduce
  return
}
