// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"1x" { }

// -----

// expected-error@+1 {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @x.y { }

// -----

// expected-error@+1 {{'irdl.operands' op name of operand #1 is a duplicate of the name of operand #0}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.operands(foo: %0, foo: %0) } }

// -----

// expected-error@+1 {{custom op 'irdl.operands' expected valid keyword}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.operands(0: %0) } }

// -----

// expected-error@+1 {{custom op 'irdl.operands' expected valid keyword}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.operands("": %0) } }

// -----

// expected-error@+1 {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.operands}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.operands(a: %0) irdl.operands(b: %0)} }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its operands and results}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.operands(a: %0) irdl.results(a: %0)} }

// -----

// expected-error@+1 {{'irdl.region' op the number of blocks is expected to be >= 1 but got 0}}
irdl.dialect @x { irdl.operation @op { %r = irdl.region with size 0 irdl.regions(a: %r) } }

// -----

// expected-error@+1 {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base  irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base "foo" irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.base' op symbol '@z' not found}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base @z irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base @op "!foo" irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.base' op symbol '@op' not found}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base @op irdl.operands(a: %0) } }

// -----

irdl.dialect @x { irdl.operation @op { %0 = irdl.any
// expected-error@+1 {{'irdl.parametric' op symbol '@op' not found}}
%1 = irdl.parametric @op<%0> irdl.operands(a: %0) } }

// -----

irdl.dialect @x { irdl.operation @op { %0 = irdl.any
// expected-error@+1 {{'irdl.parametric' op symbol '@x::@zz' not found}}
%1 = irdl.parametric @x::@zz<%0> irdl.operands(a: %0) } }

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{'irdl.operands' op the number of operands and their names must be the same, but got 1 and 0 respectively}}
"irdl.operands"(%0) <{names=[], variadicity = #irdl<variadicity_array[ single]>}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{'irdl.operands' op the number of operands and their variadicities must be the same, but got 1 and 2 respectively}}
"irdl.operands"(%0) <{names=["a"], variadicity = #irdl<variadicity_array[ single, single]>}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{'irdl.attributes' op the number of attribute names and their constraints must be the same but got 0 and 1 respectively}}
"irdl.attributes"(%0) <{attributeValueNames=[]}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.type"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{'irdl.parameters' op the number of parameters and their names must be the same, but got 1 and 0 respectively}}
"irdl.parameters"(%0) <{names=[]}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.region"() : () -> !irdl.region
// expected-error@+1 {{'irdl.regions' op the number of regions and their names must be the same, but got 1 and 0 respectively}}
"irdl.regions"(%0) <{names=[]}> : (!irdl.region) -> () }):() -> () }) : () -> ()

// -----

irdl.dialect @x { irdl.operation @op { %0 = irdl.any
// expected-error@+1 {{custom op 'irdl.foo' is unknown}}
 irdl.foo }}

// -----

irdl.dialect @x { irdl.operation @op { %0 = irdl.any
// expected-error@+1 {{expected SSA operand}}
 irdl.operands(a: many %0) }}

// -----

// expected-error@+1 {{'irdl.any' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
irdl.dialect @x { irdl.any }

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{name of operand #0 must contain only lowercase letters, digits and underscores}}
"irdl.operands"(%0) <{names=["a.b"], variadicity = #irdl<variadicity_array[ single]>}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

"irdl.dialect"() <{sym_name="a"}> ({ "irdl.operation"() <{sym_name="b"}> ({ %0 = "irdl.any"() : () -> !irdl.attribute
// expected-error@+1 {{name of operand #0 is empty}}
"irdl.operands"(%0) <{names=[""], variadicity = #irdl<variadicity_array[ single]>}> : (!irdl.attribute) -> () }):() -> () }) : () -> ()

// -----

// expected-error@+1 {{name of operation must contain only lowercase letters, digits and underscores}}
irdl.dialect @x { irdl.operation @"a-b" }

// -----

// expected-error@+1 {{name of operation must contain only lowercase letters, digits and underscores}}
irdl.dialect @x { irdl.operation @"a.b" }

// -----

// expected-error@+1 {{name of operation must contain only lowercase letters, digits and underscores}}
irdl.dialect @x { irdl.operation @"a..b" }

// -----

// expected-error@+1 {{name of operation must contain only lowercase letters, digits and underscores}}
irdl.dialect @x { irdl.operation @"a.9" }

// -----

// expected-error@+1 {{name of attribute must contain only lowercase letters, digits and underscores}}
irdl.dialect @x { irdl.attribute @"-9" }

// -----

// expected-error@+1 {{custom op 'irdl.operands' expected valid keyword}}
irdl.dialect @"a" { irdl.operation @op { %0 = irdl.any irdl.operands("a b" : %0) } }

// -----

// expected-error@+1 {{'irdl.base' op symbol '@x::@op' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.base @x::@op irdl.operands(a: %0) } }

// -----

irdl.dialect @x { irdl.operation @op { %0 = irdl.any
// expected-error@+1 {{'irdl.parametric' op symbol '@x::@op' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
%1 = irdl.parametric @x::@op<%0> irdl.operands(a: %1) } }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its regions and results}}
irdl.dialect @x { irdl.operation @op { %r = irdl.region irdl.regions(a: %r) %0 = irdl.any irdl.results(a: %0) irdl.operands(b: %0) } }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its results and operands}}
irdl.dialect @x { irdl.operation @op {  %0 = irdl.any irdl.results(a: %0) irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its results and regions}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any irdl.results(a: %0)  %r = irdl.region irdl.regions(a: %r) irdl.operands(b: %0) } }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its regions and operands}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any %r = irdl.region irdl.regions(a: %r) irdl.operands(a: %0) } }

// -----

// expected-error@+1 {{'irdl.operation' op contains a value named 'a' for both its operands and regions}}
irdl.dialect @x { irdl.operation @op { %0 = irdl.any  irdl.operands(a: %0) %r = irdl.region irdl.regions(a: %r)} }

// -----

// expected-error@+1 {{name of parameter #0 should not contain uppercase letters}}
irdl.dialect @x { irdl.type @op { %0 = irdl.any  irdl.parameters(A: %0) }}

// -----

// expected-error@+1 {{name of dialect should not contain uppercase letters}}
irdl.dialect @X$ { irdl.type @op { %0 = irdl.any  irdl.parameters(a: %0) }}
