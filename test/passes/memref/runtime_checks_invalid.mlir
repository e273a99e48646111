// RUN: strata-opt %s --generate-runtime-verification=verbose-level=2 --verify-diagnostics

// expected-error @+1 {{generate-runtime-verification pass: set verboseLevel to 0 or 1}}
module {
  func.func @main() {
    return
  }
}
