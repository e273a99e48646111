// RUN: strata-opt %s --apply-pdl-patterns --split-input-file --allow-unregistered-dialect | FileCheck %s

// An attribute, an operand and a type are kept; the root is replaced by a new op.
module @patterns {
  pdl.pattern : benefit(1) {
    %attr = attribute
    %type = type
    %x = operand : %type
    %root = operation "a.old"(%x : !pdl.value) {"k" = %attr} -> (%type : !pdl.type)
    rewrite %root {
      %new = operation "a.new"(%x, %x : !pdl.value, !pdl.value) {"renamed" = %attr} -> (%type : !pdl.type)
      replace %root with %new
    }
  }
}
// CHECK-LABEL: func.func @attributes
func.func @attributes(%a: i32, %b: f32) {
  // CHECK-NEXT: %[[R:.*]] = "a.new"(%arg0, %arg0) {renamed = 7 : i64} : (i32, i32) -> i32
  %0 = "a.old"(%a) {k = 7} : (i32) -> i32
  // CHECK-NEXT: "a.old"(%arg0) : (i32) -> i32
  %1 = "a.old"(%a) : (i32) -> i32
  // CHECK-NEXT: "a.old"(%arg1) {k = 7 : i64} : (f32) -> i32
  %2 = "a.old"(%b) {k = 7} : (f32) -> i32
  // CHECK-NEXT: "a.use"(%[[R]])
  "a.use"(%0) : (i32) -> ()
  return
}

// -----

// Ops of registered dialects; the types of the result follow from the operands. `x + x = x << 1`, which needs the same value twice.
module @patterns {
  pdl.pattern @double : benefit(1) {
    %i32 = type : i32
    %x = operand
    %root = operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
    rewrite %root {
      %one = attribute = 1 : i32
      %c = operation "arith.constant" {"value" = %one} -> (%i32 : !pdl.type)
      %cr = result 0 of %c
      %shift = operation "arith.shli"(%x, %cr : !pdl.value, !pdl.value)
      replace %root with %shift
    }
  }
}
// CHECK-LABEL: func.func @double
func.func @double(%a: i32, %b: i32, %l: i64) -> (i32, i32, i64) {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[S:.*]] = arith.shli %arg0, %[[ONE]] : i32
  // CHECK-DAG: %[[T:.*]] = arith.addi %arg0, %arg1 : i32
  // CHECK-DAG: %[[U:.*]] = arith.addi %arg2, %arg2 : i64
  // CHECK: return %[[S]], %[[T]], %[[U]]
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %l, %l : i64
  return %0, %1, %2 : i32, i32, i64
}

// -----

// Results of other ops by their number; better patterns come first.
module @patterns {
  pdl.pattern @worse : benefit(1) {
    %x = operand
    %root = operation "b.user"(%x : !pdl.value)
    rewrite %root {
      %n = operation "b.worse"(%x : !pdl.value)
      erase %root
    }
  }
  pdl.pattern @better : benefit(2) {
    %t = type
    %p = operation "b.pair" -> (%t, %t : !pdl.type, !pdl.type)
    %second = result 1 of %p
    %root = operation "b.user"(%second : !pdl.value)
    rewrite %root {
      %first = result 0 of %p
      %n = operation "b.better"(%first : !pdl.value)
      erase %root
    }
  }
}
// CHECK-LABEL: func.func @benefit
func.func @benefit() {
  // CHECK: %[[P:.*]]:2 = "b.pair"
  %0:2 = "b.pair"() : () -> (i32, i32)
  // CHECK-NEXT: "b.worse"(%[[P]]#0)
  "b.user"(%0#0) : (i32) -> ()
  // CHECK-NEXT: "b.better"(%[[P]]#0)
  "b.user"(%0#1) : (i32) -> ()
  return
}

// -----

// Ranges: all operands, the rest of the operands, and all results.
module @patterns {
  pdl.pattern @all : benefit(1) {
    %ts = types
    %xs = operands
    %root = operation "c.all"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    rewrite %root {
      %ys = range %xs, %xs : !pdl.range<value>, !pdl.range<value>
      %n = operation "c.twice"(%ys : !pdl.range<value>) -> (%ts : !pdl.range<type>)
      %rs = results of %n
      replace %root with (%rs : !pdl.range<value>)
    }
  }
  pdl.pattern @rest : benefit(1) {
    %x = operand
    %xs = operands
    %root = operation "c.rest"(%x, %xs : !pdl.value, !pdl.range<value>)
    rewrite %root {
      %n = operation "c.moved"(%xs, %x : !pdl.range<value>, !pdl.value)
      erase %root
    }
  }
}
// CHECK-LABEL: func.func @ranges
func.func @ranges(%a: i32, %b: f32, %c: i64) {
  // CHECK-NEXT: %[[R:.*]]:2 = "c.twice"(%arg0, %arg1, %arg0, %arg1) : (i32, f32, i32, f32) -> (i1, i8)
  %0:2 = "c.all"(%a, %b) : (i32, f32) -> (i1, i8)
  // CHECK-NEXT: "c.twice"() : () -> ()
  "c.all"() : () -> ()
  // CHECK-NEXT: "c.moved"(%arg1, %arg2, %arg0) : (f32, i64, i32) -> ()
  "c.rest"(%a, %b, %c) : (i32, f32, i64) -> ()
  // CHECK-NEXT: "c.moved"(%arg0) : (i32) -> ()
  "c.rest"(%a) : (i32) -> ()
  // CHECK-NEXT: "c.rest"() : () -> ()
  "c.rest"() : () -> ()
  // CHECK-NEXT: "c.use"(%[[R]]#0, %[[R]]#1)
  "c.use"(%0#0, %0#1) : (i1, i8) -> ()
  return
}

// -----

// Two roots, which have an operand in common: the other one is found among the users.
module @patterns {
  pdl.pattern : benefit(1) {
    %x = operand
    %first = operation "d.first"(%x : !pdl.value)
    %second = operation "d.second"(%x : !pdl.value)
    rewrite %second {
      %n = operation "d.both"(%x : !pdl.value)
      erase %first
      erase %second
    }
  }
}
// CHECK-LABEL: func.func @two_roots
func.func @two_roots(%a: i32, %b: i32) {
  // CHECK-NEXT: "d.both"(%arg0) : (i32) -> ()
  "d.first"(%a) : (i32) -> ()
  "d.second"(%a) : (i32) -> ()
  // CHECK-NEXT: "d.first"(%arg1)
  "d.first"(%b) : (i32) -> ()
  // CHECK-NEXT: "d.second"(%arg0)
  "d.second"(%a) : (i32) -> ()
  return
}
// CHECK-LABEL: func.func @nested
func.func @nested(%a: i32, %c: i1) {
  // CHECK-NEXT: scf.if
  scf.if %c {
    // CHECK-NEXT: "d.both"(%arg0) : (i32) -> ()
    "d.first"(%a) : (i32) -> ()
    "d.second"(%a) : (i32) -> ()
  }
  return
}
