// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Errors in the syntax of ops, blocks, aliases and locations. What is missing before a token is reported after the last
// one, and nothing is reported after the first error.

func.func @a(%x: i32) {
// expected-error @+1 {{expected operation name in quotes}}
  return

// -----

// expected-error @+1 {{expected operation name in quotes}}
  }

// -----

// expected-error @+1 {{expected operation name in quotes}}
}
func.func @a() { return }

// -----

// expected-error @+1 {{expected operation name in quotes}}
func.func @a() { return }
}
}

// -----

#a = 1 : i32
// expected-error @+1 {{redefinition of attribute alias id 'a'}}
#a = 2 : i32

// -----

!a = i32
// expected-error @+1 {{redefinition of type alias id 'a'}}
!a = i64

// -----

// expected-error @+1 {{undefined symbol alias id 'undef'}}
"foo.op"() {m = #undef} : () -> ()

// -----

// expected-error @+1 {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1 : i32

// -----

// expected-error @+1 {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32

// -----

// expected-error @+1 {{expected '=' in attribute alias definition}}
#foo 1

// -----

// expected-error @+1 {{expected '=' in type alias definition}}
!foo i32

// -----

// expected-error @+1 {{expected attribute value}}
#foo =

// -----

// expected-error @+1 {{expected non-function type}}
!foo =

// -----

// expected-error @+1 {{expected '(' to start operand list}}
"foo"

// -----

// expected-error @+1 {{expected ')' to end operand list}}
"foo"(

// -----

// expected-error @+1 {{expected ':' followed by operation type}}
"foo"()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() :

// -----

// expected-error @+1 {{expected '->' in function type}}
"foo"() : ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() : () ->

// -----

// expected-error @+1 {{expected function type}}
"foo"() : i32 -> ()

// -----

// expected-error @+1 {{cannot name an operation with no results}}
%0 = "foo"() : () -> ()

// -----

// expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
%0, %1 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
%0:2 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{expected named operation to have at least 1 result}}
%0:0 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{expected integer number of results}}
%0:i32 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{operation defines 1 results but was provided 99999999999 to bind}}
%0:99999999999 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{expected '=' after SSA name}}
%0 "foo"() : () -> (i32)

// -----

// expected-error @+1 {{expected valid ssa identifier}}
%0, = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{expected operation name in quotes}}
%0 =

// -----

// expected-note @+1 {{previously defined here}}
%0 = "foo"() : () -> (i32)
// expected-error @+1 {{redefinition of SSA value '%0'}}
%0 = "foo"() : () -> (i32)

// -----

// expected-error @+1 {{use of undeclared SSA value name}}
"foo"(%x) : (i32) -> ()

// -----

// expected-error @+1 {{use of undeclared SSA value name}}
"foo"(%x#1) : (i32) -> ()
%x = "bar"() : () -> i32

// -----

%x = "bar"() : () -> i32
// expected-error @+1 {{reference to invalid result number}}
"foo"(%x#1) : (i32) -> ()

// -----

// expected-note @+1 {{prior use here}}
%x = "bar"() : () -> i32
// expected-error @+1 {{use of value '%x' expects different type than prior uses: 'i64' vs 'i32'}}
"foo"(%x) : (i64) -> ()

// -----

// expected-note @+1 {{previously used here with type 'i64'}}
"foo"(%x) : (i64) -> ()
// expected-error @+1 {{definition of SSA value '%x#0' has type 'i32'}}
%x = "bar"() : () -> i32

// -----

// expected-error @+1 {{expected 2 operand types but had 1}}
"foo"(%x, %x) : (i64) -> ()

// -----

// expected-note @+1 {{prior use here}}
"foo"(%x) : (i64) -> ()
// expected-error @+1 {{use of value '%x' expects different type than prior uses: 'i32' vs 'i64'}}
"foo"(%x) : (i32) -> ()
%x = "bar"() : () -> i32

// -----

// expected-error @+1 {{expected operation name in quotes}}
"foo"() ({ : () -> ()

// -----

// expected-error @+1 {{expected '{' to begin a region}}
"foo"() ({}, ) : () -> ()

// -----

// expected-error @+1 {{expected attribute name}}
"foo"() {"a" = 1 : i32, 5 = 1} : () -> ()

// -----

// expected-error @+1 {{expected valid attribute name}}
"foo"() {"" = 1} : () -> ()

// -----

// expected-error @+1 {{expected attribute value}}
"foo"() <a = 1> : () -> ()

// -----

// expected-error @+1 {{expected list element}}
"foo"()[] : () -> ()

// -----

// expected-error @+1 {{reference to an undefined block}}
"foo"()[^bb] : () -> ()

// -----

// expected-error @+1 {{expected block name}}
"foo"()[bb] : () -> ()

// -----

// expected-error @+1 {{redefinition of block '^bb0'}}
"foo"() ({ ^bb0: "x"() : () -> () ^bb0: "y"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{reference to an undefined block}}
"foo"() ({ "x"()[^bb1] : () -> () }) : () -> ()

// -----

// expected-error @+1 {{expected ':' after block name}}
"foo"() ({ ^bb0 "x"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{expected ':' and type for SSA operand}}
"foo"() ({ ^bb0(%a): "x"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{expected ')'}}
"foo"() ({ ^bb0(%a: i32: "x"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{expected SSA operand}}
"foo"() ({ ^bb0(i32): "x"() : () -> () }) : () -> ()

// -----

// expected-note @+2 {{previously defined here}}
// expected-error @+1 {{redefinition of SSA value '%a'}}
"foo"() ({ ^bb0(%a: i32, %a: i32): "x"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{invalid block name}}
"foo"() ({ ^: "x"() : () -> () }) : () -> ()

// -----

// expected-error @+1 {{expected operation name in quotes}}
"foo"() ({ ^bb0: "x"() : () -> () ) : () -> ()

// -----

func.func @f() {
^bb0:
// expected-error @+1 {{reference to an undefined block}}
  cf.br ^bb1
^bb2:
  return
}

// -----

// expected-error @+1 {{expected '('}}
func.func @f

// -----

// expected-error @+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func f() {}

// -----

// expected-error @+1 {{expected non-function type}}
func.func @f(

// -----

// expected-error @+1 {{expected non-function type}}
func.func @f() -> {
}

// -----

// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func @f(%a: i32, i32) { return }

// -----

// expected-error @+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func @f(i32, %a: i32) { return }

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @f(i32) { return }

// -----

// expected-error @+1 {{expected ':'}}
func.func @f(%a) { return }

// -----

// expected-error @+1 {{expected ':'}}
func.func @f(%a i32) { return }

// -----

// expected-error @+1 {{expected ')'}}
func.func @f(%a: i32 { return }

// -----

// expected-error @+1 {{expected ')'}}
func.func @f() -> (i32 { return }

// -----

// expected-error @+1 {{expected operation name in quotes}}
func.func @f() {return

// -----

// expected-error @+1 {{custom op 'func.func' expected non-empty function body}}
func.func @f() {}

// -----

// expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
func.func @f() -> i32 { return }

// -----

// expected-error @+1 {{expected '"' in string literal}}
func.func @"f()

// -----

// expected-error @+1 {{expected '{' in attribute dictionary}}
func.func @f() attributes a

// -----

// expected-error @+1 {{custom op 'func.bar' is unknown}}
func.bar

// -----

// expected-error @+1 {{custom op 'func' is unknown (tried 'builtin.func' as well)}}
func

// -----

// expected-error @+1 {{custom op 'unknown' is unknown (tried 'builtin.unknown' as well)}}
unknown

// -----

// expected-error @+1 {{expected SSA operand}}
arith.addi

// -----

// expected-error @+1 {{expected ','}}
%0 = arith.addi %a

// -----

// expected-error @+1 {{expected ':'}}
%0 = arith.addi %a, %b

// -----

// expected-error @+1 {{expected non-function type}}
%0 = arith.addi %a, %b :

// -----

// expected-error @+1 {{expected attribute value}}
%c = arith.constant

// -----

// expected-error @+1 {{expected location instance}}
%c = arith.constant 1 : index loc()

// -----

// expected-error @+1 {{expected location instance}}
%c = arith.constant 1 : index loc(foo)

// -----

// expected-error @+1 {{expected integer column number in FileLineColRange}}
%d = arith.constant 1 : index loc("foo":1:a)

// -----

// expected-error @+1 {{expected integer line number in FileLineColRange}}
%d = arith.constant 1 : index loc("foo":a:1)

// -----

// expected-error @+1 {{expected ')' in location}}
%d = arith.constant 1 : index loc("foo"

// -----

// expected-error @+1 {{expected ')' in location}}
%d = arith.constant 1 : index loc("foo"("bar")

// -----

// expected-error @+1 {{expected 'at' in callsite location}}
%d = arith.constant 1 : index loc(callsite("a" "b"))

// -----

// expected-error @+1 {{expected location instance}}
%d = arith.constant 1 : index loc(callsite("a" at))

// -----

// expected-error @+1 {{expected '(' in callsite location}}
%d = arith.constant 1 : index loc(callsite "a")

// -----

// expected-error @+1 {{expected ')' in location}}
%d = arith.constant 1 : index loc(callsite("a" at "b")

// -----

// expected-error @+1 {{expected '[' in fused location}}
%d = arith.constant 1 : index loc(fused"a")

// -----

// expected-error @+1 {{expected ']' in fused location}}
%d = arith.constant 1 : index loc(fused["a")

// -----

// expected-error @+1 {{expected ']' in fused location}}
%d = arith.constant 1 : index loc(fused<"a">["a", unknown)

// -----

// expected-error @+1 {{expected '>' after fused location metadata}}
%d = arith.constant 1 : index loc(fused<"a"["a"])

// -----

// expected-error @+1 {{operation location alias was never defined}}
%d = arith.constant 1 : index loc(#loc)

// -----

#loc = 1 : i32
// expected-error @+1 {{expected location, but found '1 : i32'}}
%d = arith.constant 1 : index loc(#loc)

// -----

// expected-error @+1 {{expected ')' in location}}
"foo"() : () -> () loc(unknown

// -----

// expected-error @+1 {{expected '(' in location}}
"foo"() : () -> () loc unknown

// -----

// expected-error @+1 {{unregistered operation 'func.nope' found in dialect ('func') that does not allow unknown operations}}
"func.nope"() : () -> ()

// -----

// expected-error @+1 {{unexpected character}}
& "foo"() : () -> ()

// -----

// expected-error @+1 {{expected ':' followed by operation type}}
"foo"() / : () -> ()
