// FLAGS: --convert-pdl-to-pdl-interp

// Without patterns there is a matcher that ends at once; other ops stay.
func.func @other(%a: i32) -> i32 {
  return %a : i32
}
// -----
pdl.pattern @erase : benefit(<<b:1|7>>) {
  %root = operation "a.dead"
  rewrite %root {
    erase %root
  }
}
// -----
// An op of any name, with an external rewrite.
pdl.pattern : benefit(1) {
  %x = operand
  %root = operation(%x : !pdl.value)
  rewrite %root with "change"<<args:|(%x : !pdl.value)>>
}
// -----
// Attributes: of a type, of a value, of any value, one twice.
pdl.pattern : benefit(1) {
  %t = type : i64
  %any = attribute
  %typed = attribute : %t
  %given = attribute = <<v:10 : i32|"text"|[1, 2]>>
  %root = operation "a.b" {"any" = %any, "given" = %given, "typed" = %typed, "again" = %any}
  rewrite %root {
    %new = attribute = "x"
    %0 = operation "a.c" {"any" = %any, "new" = %new, "typed" = %typed}
    replace %root with %0
  }
}
// -----
// A type that two operands and a result share, and one that is given.
pdl.pattern : benefit(1) {
  %t = type
  %u = type : <<u:tensor<?xf32>|i8>>
  %x = operand : %t
  %y = operand : %t
  %z = operand : %u
  %root = operation "a.b"(%x, %y, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t, %u : !pdl.type, !pdl.type)
  rewrite %root {
    %0 = operation "a.c"(%y, %x : !pdl.value, !pdl.value) -> (%t, %u : !pdl.type, !pdl.type)
    replace %root with %0
  }
}
// -----
// The same operand twice.
pdl.pattern : benefit(1) {
  %x = operand
  %t = type
  %root = operation "a.add"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with (%x : !pdl.value)
  }
}
// -----
// Ops that define operands, and one result of several.
pdl.pattern : benefit(1) {
  %t0 = type
  %t1 = type
  %x = operand
  %inner = operation "a.split"(%x : !pdl.value) -> (%t0, %t1 : !pdl.type, !pdl.type)
  %r0 = result 0 of %inner
  %r1 = result 1 of %inner
  %root = operation "a.join"(%r<<first:0|1>>, %r<<second:1|0>> : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  rewrite %root {
    %0 = operation "a.both"(%x, %r1 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
    %1 = result 0 of %0
    replace %root with (%1 : !pdl.value)
  }
}
// -----
// Ranges: all operands and results of an op.
pdl.pattern : benefit(1) {
  %types = types<<t:| : [i32, i64]>>
  %xs = operands
  %root = operation "a.b"(%xs : !pdl.range<value>) -> (%types : !pdl.range<type>)
  rewrite %root {
    %0 = operation "a.c"(%xs : !pdl.range<value>) -> (%types : !pdl.range<type>)
    replace %root with %0
  }
}
// -----
// Groups behind a range, whose numbers a match does not know.
pdl.pattern : benefit(1) {
  %ts = types
  %t = type
  %x = operand
  %xs = operands : %ts
  %y = operand : %t
  %root = operation "a.b"(%x, %xs, %y : !pdl.value, !pdl.range<value>, !pdl.value) -> (%t, %ts, %t : !pdl.type, !pdl.range<type>, !pdl.type)
  rewrite %root {
    %0 = operation "a.c"(%y, %xs : !pdl.value, !pdl.range<value>) -> (%ts, %t : !pdl.range<type>, !pdl.type)
    %1 = results of %0
    replace %root with (%x, %1 : !pdl.value, !pdl.range<value>)
  }
}
// -----
// All results of another op, and a group of them.
pdl.pattern : benefit(1) {
  %ts = types
  %inner = operation "a.many" -> (%ts : !pdl.range<type>)
  %rs = results <<r:1 of %inner -> !pdl.range<value>|0 of %inner -> !pdl.range<value>|of %inner>>
  %root = operation "a.b"(%rs : !pdl.range<value>)
  rewrite %root {
    erase %root
    erase %inner
  }
}
// -----
// A condition, also negated, on a value, an op, and on what only the pattern gives.
pdl.pattern : benefit(1) {
  %x = operand
  %t = type
  %a = attribute = 3 : i64
  %u = type : f32
  %us = types : [f32, i8]
  %root = operation "a.b"(%x : !pdl.value) -> (%t : !pdl.type)
  apply_native_constraint "check"(%x, %root : !pdl.value, !pdl.operation) {isNegated = <<n:true|false>>}
  apply_native_constraint "given"(%a, %u, %us : !pdl.attribute, !pdl.type, !pdl.range<type>)
  apply_native_constraint "typed"(%t, %a : !pdl.type, !pdl.attribute)
  rewrite %root {
    erase %root
  }
}
// -----
// Results of conditions, which later conditions, comparisons and the rewrite use.
pdl.pattern : benefit(1) {
  %x = operand
  %root = operation "a.b"(%x : !pdl.value)
  %a, %t = apply_native_constraint "first"(%root, %x : !pdl.operation, !pdl.value) : !pdl.attribute, !pdl.type
  %b = apply_native_constraint "second"(%a : !pdl.attribute) : !pdl.attribute
  apply_native_constraint "third"(%t, %b : !pdl.type, !pdl.attribute)
  rewrite %root {
    %0 = operation "a.c"(%x : !pdl.value) {"a" = %a, "b" = %b} -> (%t : !pdl.type)
    replace %root with %0
  }
}
// -----
// A result of a condition that the attribute and the type of an op must be.
pdl.pattern : benefit(1) {
  %given = attribute = 1
  %a = apply_native_constraint "make"(%given : !pdl.attribute) : !pdl.attribute
  %t = apply_native_constraint "type_of"(%a : !pdl.attribute) : !pdl.type
  %root = operation "a.b" {"a" = %a} -> (%t : !pdl.type)
  rewrite %root {
    %0 = operation "a.c" {"a" = %a} -> (%t : !pdl.type)
    replace %root with %0
  }
}
// -----
// Results that only conditions and the rewrite use.
pdl.pattern : benefit(1) {
  %ts = types
  %t = type
  %root = operation "a.b" -> (%t, %ts : !pdl.type, !pdl.range<type>)
  %one = result 0 of %root
  %some = results 1 of %root -> !pdl.range<value>
  %all = results of %root
  apply_native_constraint "check"(%some, %all : !pdl.range<value>, !pdl.range<value>)
  rewrite %root with "change"(%one, %all, %ts : !pdl.value, !pdl.range<value>, !pdl.range<type>)
}
// -----
// Native rewrites, ranges that a rewrite makes, and types that it gives.
pdl.pattern : benefit(1) {
  %x = operand
  %xs = operands
  %root = operation "a.b"(%x, %xs : !pdl.value, !pdl.range<value>)
  rewrite %root {
    %t = type : i32
    %ts = types : [i32, i64]
    %all = range %t, %ts : !pdl.type, !pdl.range<type>
    %none = range : !pdl.range<value>
    %some = range %x, %none, %xs : !pdl.value, !pdl.range<value>, !pdl.range<value>
    %y, %ys = apply_native_rewrite "make"(%some, %root : !pdl.range<value>, !pdl.operation) : !pdl.value, !pdl.range<value>
    apply_native_rewrite "note"(%y : !pdl.value)
    %0 = operation "a.c"(%y, %ys : !pdl.value, !pdl.range<value>) -> (%all : !pdl.range<type>)
    %1 = results 0 of %0 -> !pdl.value
    %2 = operation "a.d"(%1 : !pdl.value) -> (%t, %ts : !pdl.type, !pdl.range<type>)
    erase %root
  }
}
// -----
// Types of results: inferred, of the op that is replaced, and named to be used again.
func.func private @arith(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}
pdl.pattern : benefit(1) {
  %t = type
  %x = operand : %t
  %root = operation "<<root:a.b|arith.muli>>"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    %u = type
    %0 = operation "arith.addi"(%x, %x : !pdl.value, !pdl.value)
    %1 = operation "arith.subi"(%x, %x : !pdl.value, !pdl.value) -> (%u : !pdl.type)
    %2 = operation "a.c"(%x : !pdl.value) -> (%u : !pdl.type)
    %3 = operation "a.d"
    replace %root with %2
    erase %3
  }
}
// -----
// The types of the results of a new op are those of the op that it replaces, also of another new op.
pdl.pattern : benefit(1) {
  %t = type
  %ts = types
  %root = operation "a.b" -> (%t, %ts : !pdl.type, !pdl.range<type>)
  rewrite %root {
    %0 = operation "a.c" -> (%t, %ts : !pdl.type, !pdl.range<type>)
    %1 = operation "a.d"
    replace %0 with %1
    %2 = operation "a.e"
    replace %root with %2
  }
}
// -----
// An op that is replaced has no results: it is erased.
pdl.pattern : benefit(1) {
  %root = operation "a.b"
  rewrite %root {
    %0 = operation "a.c"
    replace %root with <<with:%0|>>
  }
}
// -----
// Patterns that share a path: names, numbers, types and attributes as switches.
module @patterns attributes {a.b} {
  pdl.pattern @one : benefit(1) {
    %x = operand
    %t = type : i32
    %a = attribute = 1 : i32
    %root = operation "a.b"(%x : !pdl.value) {"k" = %a} -> (%t : !pdl.type)
    rewrite %root with "one"
  }
  pdl.pattern @two : benefit(2) {
    %x = operand
    %t = type : <<t2:i64|i32>>
    %a = attribute = <<a2:2|1>> : i32
    %root = operation "<<n2:a.c|a.b>>"(%x : !pdl.value) {"k" = %a} -> (%t : !pdl.type)
    rewrite %root with "two"
  }
  pdl.pattern @three : benefit(3) {
    %x = operand
    %y = operand
    %root = operation "a.b"(%x, %y : !pdl.value, !pdl.value)
    rewrite %root {
      erase %root
    }
  }
  pdl.pattern @four : benefit(4) {
    %x = operand
    %t = type : f32
    %root = operation "a.b"(%x : !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      %0 = operation "a.d"(%x : !pdl.value) -> (%t : !pdl.type)
      %1 = operation "a.e"
      replace %root with %0
    }
  }
}
// -----
// Lists of types, and minimal numbers, of several patterns.
module {
  func.func private @before()
  pdl.pattern : benefit(1) {
    %ts = types : [i32]
    %xs = operands : %ts
    %us = types : [f32]
    %root = operation "a.b"(%xs : !pdl.range<value>) -> (%us : !pdl.range<type>)
    rewrite %root with "one"
  }
  pdl.pattern : benefit(1) {
    %ts = types : [i32, i64]
    %xs = operands : %ts
    %us = types : [f32]
    %root = operation "a.b"(%xs : !pdl.range<value>) -> (%us : !pdl.range<type>)
    rewrite %root with "two"
  }
  pdl.pattern : benefit(1) {
    %xs = operands
    %x = operand
    %t = type
    %us = types
    %root = operation "a.b"(%x, %xs : !pdl.value, !pdl.range<value>) -> (%t, %us : !pdl.type, !pdl.range<type>)
    rewrite %root with "three"
  }
  pdl.pattern : benefit(1) {
    %xs = operands
    %x = operand
    %t = type
    %us = types
    %root = operation "a.b"(%x, %xs, %x : !pdl.value, !pdl.range<value>, !pdl.value) -> (%t, %us, %t : !pdl.type, !pdl.range<type>, !pdl.type)
    rewrite %root with "four"
  }
  pdl.pattern : benefit(1) {
    %xs = operands
    %x = operand
    %t = type
    %us = types
    %root = operation "a.b"(%x, %x, %xs, %x : !pdl.value, !pdl.value, !pdl.range<value>, !pdl.value) -> (%t, %us : !pdl.type, !pdl.range<type>)
    rewrite %root with "five"
  }
  func.func private @after()
}
// -----
// A match of a part of another one, and the same pattern twice.
module {
  pdl.pattern : benefit(1) {
    %t = type
    %x = operand
    %inner = operation "a.neg"(%x : !pdl.value) -> (%t : !pdl.type)
    %r = result 0 of %inner
    %root = operation "a.neg"(%r : !pdl.value) -> (%t : !pdl.type)
    rewrite %root {
      replace %root with (%x : !pdl.value)
    }
  }
  pdl.pattern : benefit(2) {
    %t = type
    %x = operand
    %root = operation "a.neg"(%x : !pdl.value) -> (%t : !pdl.type)
    rewrite %root with "one"(%x : !pdl.value)
  }
  pdl.pattern : benefit(3) {
    %t = type
    %x = operand
    %root = operation "a.neg"(%x : !pdl.value) -> (%t : !pdl.type)
    rewrite %root with "two"(%t : !pdl.type)
  }
}
// -----
// Two roots that share an operand; the rewrite names one or none.
pdl.pattern : benefit(1) {
  %x = operand
  %y = operand
  %t = type
  %one = operation "a.one"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %two = operation "a.two"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite <<root:|%one|%two>> {
    %0 = operation "a.both"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %1 = result 0 of %0
    %2 = result 1 of %0
    replace %one with (%1 : !pdl.value)
    replace %two with (%2 : !pdl.value)
  }
}
// -----
// Roots that share values at several depths: the nearest connects them.
pdl.pattern : benefit(1) {
  %x = operand
  %t = type
  %a = operation "a.a"(%x : !pdl.value) -> (%t : !pdl.type)
  %ar = result 0 of %a
  %b = operation "a.b"(%ar : !pdl.value) -> (%t : !pdl.type)
  %br = result 0 of %b
  %r1 = operation "r.one"(%br : !pdl.value)
  %r2 = operation "r.two"(%ar, %x : !pdl.value, !pdl.value)
  %r3 = operation "r.three"(%x : !pdl.value)
  rewrite <<root:|%r1|%r2|%r3|%b>> {
    erase %r1
    erase %r2
    erase %r3
  }
}
// -----
// Roots that share a range, a group of operands, and results in groups.
pdl.pattern : benefit(1) {
  %xs = operands
  %x = operand
  %ts = types
  %inner = operation "a.many"(%x : !pdl.value) -> (%ts : !pdl.range<type>)
  %rs = results of %inner
  %one = operation "a.one"(%rs : !pdl.range<value>)
  %two = operation "a.two"(%x, %rs, %xs : !pdl.value, !pdl.range<value>, !pdl.range<value>)
  %three = operation "a.three"(%xs : !pdl.range<value>)
  rewrite <<root:|%one|%two|%three>> with "change"(%one, %two, %three : !pdl.operation, !pdl.operation, !pdl.operation)
}
// -----
// Roots in a cycle of shared values.
pdl.pattern : benefit(1) {
  %a = operand
  %b = operand
  %c = operand
  %one = operation "a.one"(%a, %b : !pdl.value, !pdl.value)
  %two = operation "a.two"(%b, %c : !pdl.value, !pdl.value)
  %three = operation "a.three"(%c, %a : !pdl.value, !pdl.value)
  rewrite <<root:|%two|%three>> {
    erase %three
    erase %two
    erase %one
  }
}
// -----
// Several patterns with several roots.
module {
  pdl.pattern : benefit(1) {
    %x = operand
    %one = operation "a.one"(%x : !pdl.value)
    %two = operation "a.two"(%x : !pdl.value)
    rewrite %one with "first"(%two : !pdl.operation)
  }
  pdl.pattern : benefit(1) {
    %x = operand
    %y = operand
    %one = operation "a.one"(%x : !pdl.value)
    %two = operation "a.two"(%x, %y : !pdl.value, !pdl.value)
    rewrite %one with "second"(%two : !pdl.operation)
  }
  pdl.pattern : benefit(1) {
    %x = operand
    %t = type : i32
    %one = operation "a.one"(%x : !pdl.value)
    %two = operation "a.three"(%x : !pdl.value) -> (%t : !pdl.type)
    apply_native_constraint "check"(%two, %x : !pdl.operation, !pdl.value)
    rewrite %one with "third"(%two : !pdl.operation)
  }
}
