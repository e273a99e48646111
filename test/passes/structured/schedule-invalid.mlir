// RUN: strata-opt %s --linalg-vectorize --split-input-file --verify-diagnostics

// expected-error @+1 {{the strata.schedule of this op is no pipeline}}
func.func @broken() attributes {strata.schedule = "linalg-vectorize{"} {
  return
}

// -----

// expected-error @+1 {{the strata.schedule of this op cannot be used by linalg-vectorize: <Pass-Options-Parser>: no such option bits}}
func.func @unknown() attributes {strata.schedule = "linalg-vectorize{bits=3}"} {
  return
}

// -----

// expected-error @+1 {{the strata.schedule of this op is no string}}
func.func @number() attributes {strata.schedule = 1 : i64} {
  return
}
