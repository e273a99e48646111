// RUN: strata-opt %s --split-input-file | strata-opt --split-input-file | FileCheck %s
// RUN: strata-opt %s --split-input-file --mlir-print-op-generic | strata-opt --split-input-file | FileCheck %s

pdl.pattern @attribute_with_loc : benefit(1) {
  %attr = pdl.attribute = loc("bar")
  %op = operation {"attribute" = %attr}
  rewrite %op with "rewriter"
}
// CHECK: pdl.pattern @attribute_with_loc : benefit(1) {
// CHECK: %{{.*}} = attribute = {{.*}}
// CHECK: %{{.*}} = operation  {"attribute" = %{{.*}}}
// CHECK: rewrite %{{.*}} with "rewriter"
// -----
pdl.pattern @operations : benefit(1) {
  %attribute = attribute
  %type = type
  %op0 = operation {"attr" = %attribute} -> (%type : !pdl.type)
  %op0_result = result 0 of %op0
  %input = operand
  %root = operation(%op0_result, %input : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %root with "rewriter"(%op0, %input : !pdl.operation, !pdl.value)
}
// CHECK: pdl.pattern @operations : benefit(1) {
// CHECK: %{{.*}} = attribute
// CHECK: %{{.*}} = type
// CHECK: %{{.*}} = operation  {"attr" = %{{.*}}} -> (%{{.*}} : !pdl.type)
// CHECK: %{{.*}} = result 0 of %{{.*}}
// CHECK: %{{.*}} = operand
// CHECK: %{{.*}} = operation(%{{.*}}, %{{.*}} : !pdl.value, !pdl.value)  -> (%{{.*}} : !pdl.type)
// CHECK: rewrite %{{.*}} with "rewriter"(%{{.*}}, %{{.*}} : !pdl.operation, !pdl.value)
// -----
pdl.pattern @rewrite_with_args : benefit(1) {
  %input = operand
  %root = operation(%input : !pdl.value)
  rewrite %root with "rewriter"(%input : !pdl.value)
}
// CHECK: pdl.pattern @rewrite_with_args : benefit(1) {
// CHECK: %{{.*}} = operand
// CHECK: %{{.*}} = operation(%{{.*}} : !pdl.value)
// CHECK: rewrite %{{.*}} with "rewriter"(%{{.*}} : !pdl.value)
// -----
pdl.pattern @rewrite_multi_root_optimal : benefit(2) {
  %input1 = operand
  %input2 = operand
  %type = type
  %op1 = operation(%input1 : !pdl.value) -> (%type : !pdl.type)
  %val1 = result 0 of %op1
  %root1 = operation(%val1 : !pdl.value)
  %op2 = operation(%input2 : !pdl.value) -> (%type : !pdl.type)
  %val2 = result 0 of %op2
  %root2 = operation(%val1, %val2 : !pdl.value, !pdl.value)
  rewrite with "rewriter"(%root1, %root2 : !pdl.operation, !pdl.operation)
}
// CHECK: pdl.pattern @rewrite_multi_root_optimal : benefit(2) {
// CHECK: %{{.*}} = operand
// CHECK: %{{.*}} = operand
// CHECK: %{{.*}} = type
// CHECK: %{{.*}} = operation(%{{.*}} : !pdl.value)  -> (%{{.*}} : !pdl.type)
// CHECK: %{{.*}} = result 0 of %{{.*}}
// CHECK: %{{.*}} = operation(%{{.*}} : !pdl.value)
// CHECK: %{{.*}} = operation(%{{.*}} : !pdl.value)  -> (%{{.*}} : !pdl.type)
// CHECK: %{{.*}} = result 0 of %{{.*}}
// CHECK: %{{.*}} = operation(%{{.*}}, %{{.*}} : !pdl.value, !pdl.value)
// CHECK: rewrite with "rewriter"(%{{.*}}, %{{.*}} : !pdl.operation, !pdl.operation)
// -----
pdl.pattern @infer_type_from_operation_replace : benefit(1) {
  %type1 = type : i32
  %type2 = type
  %root = operation -> (%type1, %type2 : !pdl.type, !pdl.type)
  rewrite %root {
    %type3 = type
    %newOp = operation "foo.op" -> (%type1, %type3 : !pdl.type, !pdl.type)
    replace %root with %newOp
  }
}
// CHECK: pdl.pattern @infer_type_from_operation_replace : benefit(1) {
// CHECK: %{{.*}} = type : i32
// CHECK: %{{.*}} = type
// CHECK: %{{.*}} = operation  -> (%{{.*}}, %{{.*}} : !pdl.type, !pdl.type)
// CHECK: rewrite %{{.*}} {
// CHECK: %{{.*}} = type
// CHECK: %{{.*}} = operation "foo.op"  -> (%{{.*}}, %{{.*}} : !pdl.type, !pdl.type)
// CHECK: replace %{{.*}} with %{{.*}}
// -----
pdl.pattern @infer_type_from_type_used_in_match : benefit(1) {
  %type1 = type : i32
  %type2 = type
  %root = operation -> (%type1, %type2 : !pdl.type, !pdl.type)
  rewrite %root {
    %newOp = operation "foo.op" -> (%type1, %type2 : !pdl.type, !pdl.type)
  }
}
// CHECK: pdl.pattern @infer_type_from_type_used_in_match : benefit(1) {
// CHECK: %{{.*}} = type : i32
// CHECK: %{{.*}} = type
// CHECK: %{{.*}} = operation  -> (%{{.*}}, %{{.*}} : !pdl.type, !pdl.type)
// CHECK: rewrite %{{.*}} {
// CHECK: %{{.*}} = operation "foo.op"  -> (%{{.*}}, %{{.*}} : !pdl.type, !pdl.type)
// -----
pdl.pattern @infer_type_from_operands : benefit(1) {
  %types = types
  %xs = operands : %types
  %root = operation "x.y"(%xs : !pdl.range<value>)  -> (%types : !pdl.range<type>)
  rewrite %root {
    %newOp = operation "foo.op" -> (%types : !pdl.range<type>)
    erase %newOp
  }
}
// CHECK: pdl.pattern @infer_type_from_operands : benefit(1) {
// CHECK: %{{.*}} = types
// CHECK: %{{.*}} = operands : %{{.*}}
// CHECK: %{{.*}} = operation "x.y"(%{{.*}} : !pdl.range<value>)  -> (%{{.*}} : !pdl.range<type>)
// CHECK: rewrite %{{.*}} {
// CHECK: %{{.*}} = operation "foo.op"  -> (%{{.*}} : !pdl.range<type>)
// CHECK: erase %{{.*}}
// -----
pdl.pattern : benefit(1) {
  %types = types : [i32, i64]
  %xs = operands : %types
  %root = operation "x.y"(%xs : !pdl.range<value>)
  %r = results of %root
  %r1 = results 1 of %root -> !pdl.value
  %r2 = results 2 of %root -> !pdl.range<value>
  %u = operation(%r, %r1, %r2 : !pdl.range<value>, !pdl.value, !pdl.range<value>)
  apply_native_constraint "c"(%r : !pdl.range<value>) {isNegated = true}
  %z, %w = apply_native_constraint "c"(%r : !pdl.range<value>) : !pdl.attribute, !pdl.range<type>
  rewrite {
    %0 = range %r, %r1 : !pdl.range<value>, !pdl.value
    %1 = range : !pdl.range<type>
    %2 = range %types : !pdl.range<type> {a}
    apply_native_rewrite "x"(%u, %z : !pdl.operation, !pdl.attribute)
    %3:2 = apply_native_rewrite "y" : !pdl.value, !pdl.operation
    %a = attribute = 10 attributes {x}
    %n = operation "a.b"(%0 : !pdl.range<value>) {"a" = %a} -> (%2 : !pdl.range<type>) {z}
    replace %u with (%0, %3#0 : !pdl.range<value>, !pdl.value) {y}
  }
}
// CHECK: pdl.pattern : benefit(1) {
// CHECK: %{{.*}} = types : [i32, i64]
// CHECK: %{{.*}} = operands : %{{.*}}
// CHECK: %{{.*}} = operation "x.y"(%{{.*}} : !pdl.range<value>)
// CHECK: %{{.*}} = results of %{{.*}}
// CHECK: %{{.*}} = results 1 of %{{.*}}  -> !pdl.value
// CHECK: %{{.*}} = results 2 of %{{.*}}  -> !pdl.range<value>
// CHECK: %{{.*}} = operation(%{{.*}}, %{{.*}}, %{{.*}} : !pdl.range<value>, !pdl.value, !pdl.range<value>)
// CHECK: apply_native_constraint "c"(%{{.*}} : !pdl.range<value>) {isNegated = true}
// CHECK: %{{.*}} = apply_native_constraint "c"(%{{.*}} : !pdl.range<value>) : !pdl.attribute, !pdl.range<type>
// CHECK: rewrite {
// CHECK: %{{.*}} = range %{{.*}}, %{{.*}} : !pdl.range<value>, !pdl.value
// CHECK: %{{.*}} = range : !pdl.range<type>
// CHECK: %{{.*}} = range %{{.*}} : !pdl.range<type>  {a}
// CHECK: apply_native_rewrite "x"(%{{.*}}, %{{.*}} : !pdl.operation, !pdl.attribute)
// CHECK: %{{.*}} = apply_native_rewrite "y" : !pdl.value, !pdl.operation
// CHECK: %{{.*}} = attribute = 10 : i64 attributes {x}
// CHECK: %{{.*}} = operation "a.b"(%{{.*}} : !pdl.range<value>)  {"a" = %{{.*}}} -> (%{{.*}} : !pdl.range<type>) {z}
// CHECK: replace %{{.*}} with(%{{.*}}, %{{.*}} : !pdl.range<value>, !pdl.value) {y}
