// RUN: strata-opt %s --split-input-file | strata-opt --split-input-file | FileCheck %s
// RUN: strata-opt %s --split-input-file --mlir-print-op-generic | strata-opt --split-input-file | FileCheck %s

pdl_interp.func @operations(%attribute: !pdl.attribute, %input: !pdl.value, %type: !pdl.type) {
  %op0 = pdl_interp.create_operation "foo.op"
  %op1 = pdl_interp.create_operation "foo.op" {"attr" = %attribute}
  %op2 = pdl_interp.create_operation "foo.op" {"attr" = %attribute, "attr1" = %attribute}
  %op3 = pdl_interp.create_operation "foo.op"(%input : !pdl.value) -> (%type : !pdl.type)
  %op4 = pdl_interp.create_operation "foo.op"(%input, %input : !pdl.value, !pdl.value) {"attr" = %attribute} -> (%type, %type : !pdl.type, !pdl.type)
  pdl_interp.finalize
}
pdl_interp.func @extract(%attrs : !pdl.range<attribute>, %ops : !pdl.range<operation>, %types : !pdl.range<type>, %vals: !pdl.range<value>) {
  %attr = pdl_interp.extract 0 of %attrs : !pdl.attribute
  %op = pdl_interp.extract 1 of %ops : !pdl.operation
  %type = pdl_interp.extract 2 of %types : !pdl.type
  %val = pdl_interp.extract 3 of %vals : !pdl.value
  pdl_interp.finalize
}
pdl_interp.func @foreach(%ops: !pdl.range<operation>) {
  pdl_interp.foreach %op : !pdl.operation in %ops {
    %val = pdl_interp.get_result 0 of %op
    pdl_interp.continue
  } -> ^end
  ^end:
    pdl_interp.finalize
}
pdl_interp.func @users(%value: !pdl.value, %values: !pdl.range<value>) {
  %ops1 = pdl_interp.get_users of %value : !pdl.value
  %ops2 = pdl_interp.get_users of %values : !pdl.range<value>
  pdl_interp.finalize
}
pdl_interp.func @matcher(%root : !pdl.operation) {
  %0 = pdl_interp.get_attribute "a" of %root
  pdl_interp.is_not_null %0 : !pdl.attribute -> ^bb2, ^bb1
^bb1:
  pdl_interp.finalize
^bb2:
  %1 = pdl_interp.get_attribute_type of %0
  pdl_interp.check_type %1 is i32 -> ^bb3, ^bb1
^bb3:
  pdl_interp.check_operation_name of %root is "a.b" -> ^bb4, ^bb1
^bb4:
  pdl_interp.check_operand_count of %root is at_least 1 -> ^bb5, ^bb1
^bb5:
  pdl_interp.check_result_count of %root is 2 -> ^bb6, ^bb1
^bb6:
  %2 = pdl_interp.get_operand 0 of %root
  %3 = pdl_interp.get_operands of %root : !pdl.range<value>
  %4 = pdl_interp.get_operands 1 of %root : !pdl.value
  %5 = pdl_interp.get_results of %root : !pdl.range<value>
  %6 = pdl_interp.get_results 1 of %root : !pdl.value
  %7 = pdl_interp.get_value_type of %2 : !pdl.type
  %8 = pdl_interp.get_value_type of %3 : !pdl.range<type>
  %9 = pdl_interp.get_defining_op of %2 : !pdl.value
  pdl_interp.are_equal %2, %4 : !pdl.value -> ^bb7, ^bb1
^bb7:
  pdl_interp.check_types %8 are [i32, i64] -> ^bb8, ^bb1
^bb8:
  pdl_interp.check_attribute %0 is 10 -> ^bb9, ^bb1
^bb9:
  %c1 = pdl_interp.apply_constraint "foo"(%0, %1 : !pdl.attribute, !pdl.type) : !pdl.type -> ^bb10, ^bb1
^bb10:
  pdl_interp.apply_constraint "bar"(%0 : !pdl.attribute) {isNegated = true} -> ^bb11, ^bb1
^bb11:
  pdl_interp.switch_attribute %0 to [10, true](^bb12, ^bb13) -> ^bb1
^bb12:
  pdl_interp.switch_operand_count of %root to dense<[10, 20]> : vector<2xi32>(^bb13, ^bb14) -> ^bb1
^bb13:
  pdl_interp.switch_operation_name of %root to ["foo.op", "bar.op"](^bb14, ^bb15) -> ^bb1
^bb14:
  pdl_interp.switch_result_count of %root to dense<[0, 1]> : vector<2xi32>(^bb15, ^bb16) -> ^bb1
^bb15:
  pdl_interp.switch_type %1 to [i32, i64](^bb16, ^bb17) -> ^bb1
^bb16:
  pdl_interp.switch_types %8 to [[i32], [i64, i64]](^bb17, ^bb18) -> ^bb1
^bb17:
  pdl_interp.branch ^bb18
^bb18:
  pdl_interp.record_match @rewriters::@success(%0 : !pdl.attribute) : benefit(1), generatedOps(["a.c"]), loc([%root, %9]), root("a.b") -> ^bb19
^bb19:
  pdl_interp.record_match @rewriters::@success : benefit(2), loc([%root]) -> ^bb1
}
module @rewriters {
  pdl_interp.func @success(%0 : !pdl.attribute, %root : !pdl.operation) {
    %a = pdl_interp.create_attribute 10 : i32 attributes {z}
    %t = pdl_interp.create_type i32
    %ts = pdl_interp.create_types [i32, i64]
    %r = pdl_interp.create_range %t, %ts : !pdl.type, !pdl.range<type>
    %r2 = pdl_interp.create_range : !pdl.range<value>
    %x = pdl_interp.apply_rewrite "foo"(%a : !pdl.attribute) : !pdl.value
    pdl_interp.apply_rewrite "bar"
    %o = pdl_interp.get_result 1 of %root
    pdl_interp.replace %root with (%x, %r2 : !pdl.value, !pdl.range<value>)
    pdl_interp.replace %root with ()
    pdl_interp.erase %root {a}
    pdl_interp.finalize
  }
}

// CHECK: pdl_interp.func @operations(%{{.*}}: !pdl.attribute, %{{.*}}: !pdl.value, %{{.*}}: !pdl.type) {
// CHECK: %{{.*}} = pdl_interp.create_operation "foo.op"
// CHECK: %{{.*}} = pdl_interp.create_operation "foo.op" {"attr" = %{{.*}}}
// CHECK: %{{.*}} = pdl_interp.create_operation "foo.op" {"attr" = %{{.*}}, "attr1" = %{{.*}}}
// CHECK: %{{.*}} = pdl_interp.create_operation "foo.op"(%{{.*}} : !pdl.value)  -> (%{{.*}} : !pdl.type)
// CHECK: %{{.*}} = pdl_interp.create_operation "foo.op"(%{{.*}}, %{{.*}} : !pdl.value, !pdl.value) {"attr" = %{{.*}}}  -> (%{{.*}}, %{{.*}} : !pdl.type, !pdl.type)
// CHECK: pdl_interp.finalize
// CHECK: pdl_interp.func @extract(%{{.*}}: !pdl.range<attribute>, %{{.*}}: !pdl.range<operation>, %{{.*}}: !pdl.range<type>, %{{.*}}: !pdl.range<value>) {
// CHECK: %{{.*}} = pdl_interp.extract 0 of %{{.*}} : !pdl.attribute
// CHECK: %{{.*}} = pdl_interp.extract 1 of %{{.*}} : !pdl.operation
// CHECK: %{{.*}} = pdl_interp.extract 2 of %{{.*}} : !pdl.type
// CHECK: %{{.*}} = pdl_interp.extract 3 of %{{.*}} : !pdl.value
// CHECK: pdl_interp.finalize
// CHECK: pdl_interp.func @foreach(%{{.*}}: !pdl.range<operation>) {
// CHECK: pdl_interp.foreach %{{.*}} : !pdl.operation in %{{.*}} {
// CHECK: %{{.*}} = pdl_interp.get_result 0 of %{{.*}}
// CHECK: pdl_interp.continue
// CHECK: pdl_interp.finalize
// CHECK: pdl_interp.func @users(%{{.*}}: !pdl.value, %{{.*}}: !pdl.range<value>) {
// CHECK: %{{.*}} = pdl_interp.get_users of %{{.*}} : !pdl.value
// CHECK: %{{.*}} = pdl_interp.get_users of %{{.*}} : !pdl.range<value>
// CHECK: pdl_interp.finalize
// CHECK: pdl_interp.func @matcher(%{{.*}}: !pdl.operation) {
// CHECK: %{{.*}} = pdl_interp.get_attribute "a" of %{{.*}}
// CHECK: pdl_interp.is_not_null %{{.*}} : !pdl.attribute -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.finalize
// CHECK: %{{.*}} = pdl_interp.get_attribute_type of %{{.*}}
// CHECK: pdl_interp.check_type %{{.*}} is i32 -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.check_operation_name of %{{.*}} is "a.b" -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.check_operand_count of %{{.*}} is at_least 1 -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.check_result_count of %{{.*}} is 2 -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: %{{.*}} = pdl_interp.get_operand 0 of %{{.*}}
// CHECK: %{{.*}} = pdl_interp.get_operands of %{{.*}} : !pdl.range<value>
// CHECK: %{{.*}} = pdl_interp.get_operands 1 of %{{.*}} : !pdl.value
// CHECK: %{{.*}} = pdl_interp.get_results of %{{.*}} : !pdl.range<value>
// CHECK: %{{.*}} = pdl_interp.get_results 1 of %{{.*}} : !pdl.value
// CHECK: %{{.*}} = pdl_interp.get_value_type of %{{.*}} : !pdl.type
// CHECK: %{{.*}} = pdl_interp.get_value_type of %{{.*}} : !pdl.range<type>
// CHECK: %{{.*}} = pdl_interp.get_defining_op of %{{.*}} : !pdl.value
// CHECK: pdl_interp.are_equal %{{.*}}, %{{.*}} : !pdl.value -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.check_types %{{.*}} are [i32, i64] -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.check_attribute %{{.*}} is 10 : i64 -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: %{{.*}} = pdl_interp.apply_constraint "foo"(%{{.*}}, %{{.*}} : !pdl.attribute, !pdl.type) : !pdl.type -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.apply_constraint "bar"(%{{.*}} : !pdl.attribute) {isNegated = true} -> ^bb{{.*}}, ^bb{{.*}}
// CHECK: pdl_interp.switch_attribute %{{.*}} to [10, true](^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.switch_operand_count of %{{.*}} to dense<[10, 20]> : vector<2xi32>(^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.switch_operation_name of %{{.*}} to ["foo.op", "bar.op"](^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.switch_result_count of %{{.*}} to dense<[0, 1]> : vector<2xi32>(^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.switch_type %{{.*}} to [i32, i64](^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.switch_types %{{.*}} to {{\[\[}}i32], [i64, i64{{\]\]}}(^bb{{.*}}, ^bb{{.*}}) -> ^bb{{.*}}
// CHECK: pdl_interp.branch ^bb{{.*}}
// CHECK: pdl_interp.record_match @rewriters::@success(%{{.*}} : !pdl.attribute) : benefit(1), generatedOps(["a.c"]), loc([%{{.*}}, %{{.*}}]), root("a.b") -> ^bb{{.*}}
// CHECK: pdl_interp.record_match @rewriters::@success : benefit(2), loc([%{{.*}}]) -> ^bb{{.*}}
// CHECK: pdl_interp.func @success(%{{.*}}: !pdl.attribute, %{{.*}}: !pdl.operation) {
// CHECK: %{{.*}} = pdl_interp.create_attribute 10 : i32 attributes {z}
// CHECK: %{{.*}} = pdl_interp.create_type i32
// CHECK: %{{.*}} = pdl_interp.create_types [i32, i64]
// CHECK: %{{.*}} = pdl_interp.create_range %{{.*}}, %{{.*}} : !pdl.type, !pdl.range<type>
// CHECK: %{{.*}} = pdl_interp.create_range : !pdl.range<value>
// CHECK: %{{.*}} = pdl_interp.apply_rewrite "foo"(%{{.*}} : !pdl.attribute) : !pdl.value
// CHECK: pdl_interp.apply_rewrite "bar"
// CHECK: %{{.*}} = pdl_interp.get_result 1 of %{{.*}}
// CHECK: pdl_interp.replace %{{.*}} with (%{{.*}}, %{{.*}} : !pdl.value, !pdl.range<value>)
// CHECK: pdl_interp.replace %{{.*}} with ()
// CHECK: pdl_interp.erase %{{.*}} {a}
// CHECK: pdl_interp.finalize

// -----

func.func @arith(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
pdl_interp.func @inferred(%input: !pdl.value) {
  %0 = pdl_interp.create_operation "arith.addi"(%input, %input : !pdl.value, !pdl.value) -> <inferred>
  pdl_interp.finalize
}

// CHECK: pdl_interp.func @inferred(%{{.*}}: !pdl.value) {
// CHECK: %{{.*}} = pdl_interp.create_operation "arith.addi"(%{{.*}}, %{{.*}} : !pdl.value, !pdl.value)  -> <inferred>
// CHECK: pdl_interp.finalize
