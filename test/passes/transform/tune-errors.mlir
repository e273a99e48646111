// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{non-deterministic choice "a" is only resolved through providing a `selected` attr}}
    %k = transform.tune.knob<"a"> options = [1, 3] -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{non-deterministic choice "q" is only resolved through providing a `selected_region` attr/param}}
    transform.tune.alternatives<"q"> {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.param.constant "a" -> !transform.any_param
    // expected-error @below {{param should hold exactly one integer attribute, got: "a"}}
    transform.tune.alternatives<"q"> selected_region = %p : !transform.any_param {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.param.constant 2 -> !transform.any_param
    // expected-error @below {{'selected_region' attribute/param specifies region at index 2 while op has only 1 regions}}
    transform.tune.alternatives<"q"> selected_region = %p : !transform.any_param {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'transform.tune.alternatives' op 'selected_region' attribute specifies region at index 1 while op has only 1 regions}}
    transform.tune.alternatives<"q"> selected_region = 1 {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'transform.tune.knob' op provided `selected` attribute is not an element of `options` array of attributes}}
    %k = transform.tune.knob<"a"> = 2 from options = [1, 3] -> !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.param.constant 0 -> !transform.any_param
    // expected-error @below {{number of operands and types do not match: got 1 operands and 0 types}}
    transform.tune.alternatives<"q"> selected_region = %p {
    }
    transform.yield
  }
}
