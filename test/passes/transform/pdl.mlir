// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// Ops inside of an op are found before it.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    // expected-remark@+1 {{matched}}
    %0 = arith.addi %a, %a : i32
    %1 = arith.addi %0, %a : i32
    return %1 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      pdl.pattern @doubled : benefit(1) {
        %t = type
        %x = operand
        %0 = operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
        rewrite %0 with "transform.dialect"
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = pdl_match @doubled in %arg : (!transform.any_op) -> !transform.any_op
        transform.debug.emit_remark_at %0, "matched" : !transform.any_op
      }
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error@+1 {{expected to be in 'transform.with_pdl_patterns'}}
    %0 = transform.pdl_match @p in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        // expected-error@+1 {{could not find pattern '@p'}}
        %0 = pdl_match @p in %arg : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}

// -----

// A match changes nothing: no rewrite of a pattern is run.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      // expected-note@+1 {{pattern}}
      pdl.pattern @p : benefit(1) {
        %0 = operation "arith.addi"
        rewrite %0 {
          erase %0
        }
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        // expected-error@+1 {{expects a pattern whose rewrite is 'transform.dialect'}}
        %0 = pdl_match @p in %arg : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.with_pdl_patterns %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      pdl.pattern @p : benefit(1) {
        %0 = operation "arith.addi"
        // expected-error@+1 {{'pdl.apply_native_constraint' op native constraint 'check' is not registered}}
        apply_native_constraint "check"(%0 : !pdl.operation)
        rewrite %0 with "transform.dialect"
      }
      sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = pdl_match @p in %arg : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}
