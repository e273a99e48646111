// RUN: strata-opt %s --lift-cf-to-scf --split-input-file --verify-diagnostics

func.func @unreachable(%c: i1) {
  cf.br ^bb2
^bb1:
  // expected-error@+1 {{'cf.br' op transformation does not support unreachable blocks}}
  cf.br ^bb2
^bb2:
  return
}

// -----

// A loop without an exit in a region that a return cannot leave.
func.func @infinite(%c: i1) {
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    // expected-error@+1 {{Cannot create unreachable terminator for 'scf.execute_region'}}
    cf.br ^bb1
  }
  return
}
