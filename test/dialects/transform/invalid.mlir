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

// -----

// expected-error@+1 {{'transform.with_pdl_patterns' op expects at least one non-pattern op}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
}

// -----

// expected-error@+1 {{'transform.with_pdl_patterns' op expects the first entry block argument to be of type implementing TransformHandleTypeInterface}}
transform.with_pdl_patterns {
^bb0(%a: i32):
}

// -----

// expected-error@+1 {{'transform.with_pdl_patterns' op expects only one non-pattern op in its body}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
  // expected-note@+1 {{first non-pattern op}}
  sequence %a : !transform.any_op failures(propagate) {
  ^bb1(%b: !transform.any_op):
  }
  // expected-note@+1 {{second non-pattern op}}
  sequence %a : !transform.any_op failures(propagate) {
  ^bb1(%b: !transform.any_op):
  }
}

// -----

// expected-error@+1 {{'transform.with_pdl_patterns' op expects only pattern and top-level transform ops in its body}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
  // expected-note@+1 {{offending op}}
  transform.debug.emit_remark_at %a, "x" : !transform.any_op
}

// -----

// expected-note@+1 {{parent operation}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
  // expected-error@+1 {{'transform.with_pdl_patterns' op cannot be nested}}
  with_pdl_patterns %a : !transform.any_op {
  ^bb1(%b: !transform.any_op):
    sequence %b : !transform.any_op failures(propagate) {
    ^bb1(%c: !transform.any_op):
    }
  }
}

// -----

// expected-note@+1 {{nested in another possible top-level op}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
  // expected-error@+1 {{'transform.sequence' op expects operands to be provided for a nested op}}
  sequence failures(propagate) {
  ^bb1(%b: !transform.any_op):
  }
}

// -----

transform.with_pdl_patterns {
^bb0(%a: !transform.any_op):
  // expected-note@+1 {{see existing symbol definition here}}
  pdl.pattern @p : benefit(1) {
    %0 = operation "a.b"
    rewrite %0 with "transform.dialect"
  }
  // expected-error@+1 {{redefinition of symbol named 'p'}}
  pdl.pattern @p : benefit(1) {
    %0 = operation "a.b"
    rewrite %0 with "transform.dialect"
  }
  sequence %a : !transform.any_op failures(propagate) {
  ^bb1(%b: !transform.any_op):
  }
}

// -----

// expected-error@+2 {{'transform.with_pdl_patterns' op expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface}}
// expected-note@+1 {{argument #1 does not}}
transform.with_pdl_patterns {
^bb0(%a: !transform.any_op, %b: i32):
  sequence %a : !transform.any_op failures(propagate) {
  ^bb1(%c: !transform.any_op):
  }
}

// -----

func.func @f(%r: !transform.any_op) {
  // expected-error @below {{'transform.structured.replace' op expected one operation in block}}
  %0 = transform.structured.replace %r {
  } : (!transform.any_op) -> !transform.any_op
  return
}

// -----

func.func @f(%r: !transform.any_op) {
  %0 = transform.structured.replace %r {
    // expected-error @below {{'arith.negf' op expected replacement without operands}}
    %1 = arith.negf %1 : f32
  } : (!transform.any_op) -> !transform.any_op
  return
}

// -----

func.func @f(%r: !transform.any_op) {
  %0 = transform.structured.replace %r {
    // expected-error @below {{'scf.execute_region' op expect op that is isolated from above}}
    scf.execute_region {
      scf.yield
    }
  } : (!transform.any_op) -> !transform.any_op
  return
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%m: !transform.any_op) {
    // expected-error @+1 {{'transform.irdl.collect_matching' op expects a single operation in the body}}
    %0 = transform.irdl.collect_matching in %m : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @t { irdl.operation @a {} }
      irdl.dialect @u { irdl.operation @a {} }
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%m: !transform.any_op) {
    // expected-error @+1 {{'transform.irdl.collect_matching' op expects the body operation to be irdl.dialect}}
    %0 = transform.irdl.collect_matching in %m : (!transform.any_op) -> !transform.any_op {
      func.func private @f()
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%m: !transform.any_op) {
    // expected-error @+1 {{'transform.irdl.collect_matching' op expects IRDL to contain exactly one operation}}
    %0 = transform.irdl.collect_matching in %m : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @t {
        irdl.operation @a {}
        irdl.operation @b {}
      }
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%m: !transform.any_op) {
    // expected-error @+1 {{'transform.irdl.collect_matching' op IRDL types and attributes are not yet supported}}
    %0 = transform.irdl.collect_matching in %m : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @t {
        irdl.operation @a {}
        irdl.type @b {}
      }
    }
    transform.yield
  }
}
