// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// expected-note @below {{key "B" has no DLTI-mapping per attr: #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>}}
module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>} {
  // expected-error @below {{target op of failed DLTI query}}
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' op failed to apply}}
    %1 = transform.dlti.query ["B"] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

// expected-note @below {{key i8 has no DLTI-mapping per attr: #dlti.map<"B" = 42 : i32>}}
module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>} {
  // expected-error @below {{target op of failed DLTI query}}
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' op failed to apply}}
    %1 = transform.dlti.query ["A", i8] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

// expected-note @below {{got non-DLTI-queryable attribute upon looking up keys ["A","B"]}}
module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>} {
  // expected-error @below {{target op of failed DLTI query}}
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' op failed to apply}}
    %1 = transform.dlti.query ["A", "B", "C"] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>} {
  // expected-error @below {{target op of failed DLTI query}}
  // expected-note @below {{no keys provided to attempt query with}}
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' op failed to apply}}
    %1 = transform.dlti.query [] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{target op of failed DLTI query}}
  // expected-note @below {{no DLTI-queryable attrs on target op or any of its ancestors}}
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' op failed to apply}}
    %1 = transform.dlti.query ["A"] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence, dlti.map = #dlti.map<"A" = #dlti.map<"B" = 42 : i32>>} {
  func.func private @f()
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.dlti.query' keys of wrong type: only StringAttr and TypeAttr are allowed}}
    %1 = transform.dlti.query [3] at %0 : (!transform.any_op) -> !transform.any_param
    transform.yield
  }
}
