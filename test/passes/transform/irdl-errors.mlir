// RUN: strata-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @d {
        irdl.operation @o {
          // expected-error @+1 {{'irdl.c_pred' op is a condition in C++, which cannot be evaluated}}
          %t = irdl.c_pred "true"
          irdl.results(r: %t)
        }
      }
    }
    transform.yield
  }
}
