// RUN: strata-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  // expected-error @below {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @consumes(%h: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.generalize %h : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @loops(%h: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expected number of loops to tile (3) to match number of `loops` results (2)}}
    %0, %l:2 = transform.structured.tile_using_for %h tile_sizes [4, 4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @order(%h: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expects iterator_interchange to be a permutation, found 1, 1}}
    %0 = transform.structured.interchange %h iterator_interchange = [1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @positions(%h: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected the listed values to be unique}}
    %0 = transform.get_operand %h[0, 0] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @patterns(%h: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected children ops to implement PatternDescriptorOpInterface}}
    transform.apply_patterns to %h {
      // expected-note @below {{op without interface}}
      transform.print
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @overflow(%h: !transform.any_op {transform.readonly}) {
    // expected-error @below {{overflow_result is not a valid result index}}
    %0:2 = transform.split_handle %h {overflow_result = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @callee(%h: !transform.any_op {transform.readonly}, %p: !transform.param<i64> {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @include(%h: !transform.any_op {transform.readonly}) {
    // expected-error @below {{incorrect number of operands for callee}}
    transform.include @callee failures(propagate) (%h) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%h: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expects transpose to be a permutation, found 1, 1}}
    %0 = transform.structured.hoist_pad %h by 1 loops, transpose by [1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%h: !transform.any_op {transform.consumed}) {
    // expected-error @below {{unsupported memcpy op}}
    %0, %1 = transform.structured.bufferize_to_allocation %h {memcpy_op = "x"} : !transform.any_op
    transform.yield
  }
}
