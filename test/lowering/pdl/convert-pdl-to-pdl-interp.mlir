// RUN: strata-opt %s --convert-pdl-to-pdl-interp --split-input-file --allow-unregistered-dialect | FileCheck %s

// Both patterns share the questions about the root; its name and what follows differ.
module @shared {
  pdl.pattern : benefit(1) {
    %x = operand
    %root = operation "a.one"(%x : !pdl.value)
    rewrite %root {
      erase %root
    }
  }
  pdl.pattern : benefit(2) {
    %x = operand
    %root = operation "a.two"(%x : !pdl.value)
    apply_native_constraint "check"(%x : !pdl.value)
    rewrite %root with "change"(%x : !pdl.value)
  }
}

// CHECK-LABEL: module @shared
// CHECK:       pdl_interp.func @matcher(%[[ROOT:.*]]: !pdl.operation) {
// CHECK:         pdl_interp.switch_operation_name of %[[ROOT]] to ["a.one", "a.two"](^{{.*}}, ^{{.*}}) -> ^{{.*}}
// CHECK:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%[[ROOT]] : !pdl.operation) : benefit(1), loc([%[[ROOT]]]), root("a.one")
// CHECK:         pdl_interp.apply_constraint "check"(%[[X:.*]] : !pdl.value)
// CHECK:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter_0(%[[ROOT]], %[[X]] : !pdl.operation, !pdl.value) : benefit(2), loc([%[[ROOT]]]), root("a.two")
// CHECK:       module @rewriters {
// CHECK:         pdl_interp.func @pdl_generated_rewriter(%[[R:.*]]: !pdl.operation) {
// CHECK-NEXT:      pdl_interp.erase %[[R]]
// CHECK-NEXT:      pdl_interp.finalize
// CHECK:         pdl_interp.func @pdl_generated_rewriter_0(%[[R:.*]]: !pdl.operation, %[[X:.*]]: !pdl.value) {
// CHECK-NEXT:      pdl_interp.apply_rewrite "change"(%[[R]], %[[X]] : !pdl.operation, !pdl.value)
// CHECK-NEXT:      pdl_interp.finalize
// CHECK-NOT:   pdl.pattern

// -----

// The second root is found among the users of the operand.
module @roots {
  pdl.pattern : benefit(1) {
    %x = operand
    %one = operation "a.one"(%x : !pdl.value)
    %two = operation "a.two"(%x : !pdl.value)
    rewrite %one with "change"(%two : !pdl.operation)
  }
}

// CHECK-LABEL: module @roots
// CHECK:         pdl_interp.func @matcher(%[[ONE:.*]]: !pdl.operation) {
// CHECK:           %[[X:.*]] = pdl_interp.get_operand 0 of %[[ONE]]
// CHECK:           %[[USERS:.*]] = pdl_interp.get_users of %[[X]] : !pdl.value
// CHECK-NEXT:      pdl_interp.foreach %[[TWO:.*]] : !pdl.operation in %[[USERS]] {
// CHECK-NEXT:        pdl_interp.is_not_null %[[TWO]] : !pdl.operation -> ^{{.*}}, ^[[NEXT:.*]]
// CHECK-NEXT:      ^[[NEXT]]:
// CHECK-NEXT:        pdl_interp.continue
// CHECK:             %[[OPERAND:.*]] = pdl_interp.get_operand 0 of %[[TWO]]
// CHECK-NEXT:        pdl_interp.are_equal %[[OPERAND]], %[[X]] : !pdl.value
// CHECK:             pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%[[ONE]], %[[TWO]] : !pdl.operation, !pdl.operation) : benefit(1), loc([%[[ONE]], %[[TWO]]]), root("a.one") -> ^[[NEXT]]

// -----

// One condition on two paths has its own results on each.
module @paths {
  pdl.pattern : benefit(1) {
    %x = operand
    %y = operand
    %root = operation "a.one"(%x, %y : !pdl.value, !pdl.value)
    %a = apply_native_constraint "make"(%root : !pdl.operation) : !pdl.attribute
    rewrite %root with "one"(%a : !pdl.attribute)
  }
  pdl.pattern : benefit(1) {
    %x = operand
    %root = operation "a.one"(%x : !pdl.value)
    %a = apply_native_constraint "make"(%root : !pdl.operation) : !pdl.attribute
    rewrite %root with "two"(%a : !pdl.attribute)
  }
}

// CHECK-LABEL: module @paths
// CHECK:         pdl_interp.switch_operand_count of %[[ROOT:.*]] to dense<[2, 1]> : vector<2xi32>
// CHECK:         %[[A:.*]] = pdl_interp.apply_constraint "make"(%[[ROOT]] : !pdl.operation) : !pdl.attribute
// CHECK:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%[[ROOT]], %[[A]] : !pdl.operation, !pdl.attribute)
// CHECK:         %[[B:.*]] = pdl_interp.apply_constraint "make"(%[[ROOT]] : !pdl.operation) : !pdl.attribute
// CHECK:         pdl_interp.record_match @rewriters::@pdl_generated_rewriter_0(%[[ROOT]], %[[B]] : !pdl.operation, !pdl.attribute)
