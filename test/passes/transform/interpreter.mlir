// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// A handle to a consumed op cannot be used.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
    // expected-note @below {{ancestor payload op}}
    // expected-note @below {{nested payload op}}
    %0 = linalg.exp ins(%a : tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) -> tensor<128x128xf32>
    return %0 : tensor<128x128xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{handle to invalidated ops}}
    %1 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR entities associated with this operand and entities nested in them}}
    %2, %l:2 = transform.structured.tile_using_for %0 tile_sizes [8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.annotate %1 "x" : !transform.any_op
    transform.yield
  }
}

// -----

// An op that is listed twice cannot be consumed.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{repeated target op}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.merge_handles %0, %0 : !transform.any_op
    // expected-error @below {{a handle passed as operand #0 and consumed by this operation points to a payload entity more than once}}
    %2 = transform.structured.generalize %1 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{when applied to this op}}
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform applied to the wrong op kind}}
    transform.apply_licm to %0 : !transform.any_op
    transform.yield
  }
}

// -----

// A failure that may be silenced is, in a sequence that says so.
module attributes {transform.with_named_sequence} {
  // expected-remark @below {{still here}}
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%arg: !transform.any_op):
      %1 = transform.structured.match ops{["func.func"]} in %arg : (!transform.any_op) -> !transform.any_op
      transform.apply_licm to %1 : !transform.any_op
    }
    transform.debug.emit_remark_at %0, "still here" : !transform.any_op
    transform.yield
  }
}

// -----

// The first attempt leaves no trace.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-remark @below {{a named op again}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.alternatives %0 : !transform.any_op -> !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      %2 = transform.structured.match ops{["linalg.exp"]} in %arg : (!transform.any_op) -> !transform.any_op
      %3 = transform.structured.generalize %2 : (!transform.any_op) -> !transform.any_op
      %4 = transform.structured.match ops{["func.return"]} in %arg : (!transform.any_op) -> !transform.any_op
      transform.apply_licm to %4 : !transform.any_op
      transform.yield %3 : !transform.any_op
    }, {
    ^bb0(%arg: !transform.any_op):
      %2 = transform.structured.match ops{["linalg.exp"]} in %arg : (!transform.any_op) -> !transform.any_op
      transform.yield %2 : !transform.any_op
    }
    transform.debug.emit_remark_at %1, "a named op again" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{unknown pass or pass pipeline: no-such-pass}}
    %0 = transform.apply_registered_pass "no-such-pass" to %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Matchers choose the action.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-remark @below {{structured}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    // expected-remark @below {{return}}
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @is_return(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["func.return"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @is_parallel(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.dim %s[all] {parallel} : !transform.any_op
    }
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @say_return(%op: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %op, "return" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @say_structured(%op: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %op, "structured" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @is_return -> @say_return, @is_parallel -> @say_structured : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
