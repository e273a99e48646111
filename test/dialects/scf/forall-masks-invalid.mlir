// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @forall_with_two_masks() {
  // expected-error @below {{"mapping" supports at most one device masking attribute}}
  scf.forall (%i) in (4) {
  } {mapping = [#gpu.thread<linear_dim_0>, #gpu.mask<0x3>, #gpu.mask<0x5>]}
  return
}
