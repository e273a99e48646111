// RUN: strata-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Where values may be used, and where control may not go.

// expected-error@below {{entry block of region may not have predecessors}}
func.func @back_to_the_entry() {
^start:
  cf.br ^start
}

// -----

func.func @region_that_begins_again(%c: i1) {
  // expected-error@below {{entry block of region may not have predecessors}}
  "u.region"() ({
  ^start:
    cf.cond_br %c, ^start, ^stop
  ^stop:
    "u.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// The order of ops counts in a region of an op that cannot be reached.
func.func @unreachable() {
  return
^dead:
  "u.region"() ({
    // expected-error@below {{operand #0 does not dominate this use}}
    "u.use"(%late) : (i32) -> ()
    "u.end"() : () -> ()
  }) : () -> ()
  // expected-note@below {{operand defined here (op in a parent region)}}
  %late = "u.def"() : () -> i32
  cf.br ^dead
}

// -----

func.func @unreachable_itself() {
  return
^dead:
  "u.use"(%late) : (i32) -> ()
  %late = "u.def"() : () -> i32
  cf.br ^dead
}

// -----

// expected-note@below {{operand defined as a block argument (block #2 in a parent region)}}
func.func @argument_of_another_block(%c: i1) {
  cf.cond_br %c, ^use, ^def(%c : i1)
^use:
  "u.region"() ({
    // expected-error@below {{operand #0 does not dominate this use}}
    "u.use"(%x) : (i1) -> ()
    "u.end"() : () -> ()
  }) : () -> ()
  return
^def(%x: i1):
  return
}

// -----

func.func @two_branches(%c: i1) {
  cf.cond_br %c, ^left, ^right
^left:
  // expected-note@below {{operand defined here (op in the same region)}}
  %x = arith.constant 1 : i32
  return
^right:
  // expected-error@below {{operand #0 does not dominate this use}}
  "u.use"(%x) : (i32) -> ()
  return
}

// -----

func.func @no_terminator() {
  // expected-error@below {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
  %x = arith.constant 1 : i32
}

// -----

func.func @outer() {
  // expected-error@below {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @inner(i32) {
  ^entry:
    return
  }
  return
}
