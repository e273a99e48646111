// RUN: strata-opt %s --split-input-file --verify-diagnostics --gpu-kernel-outlining

func.func @nested(%n: index) {
  // expected-note @below {{the other launch is here}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @below {{'gpu.launch' op is inside of another launch, and a kernel cannot launch kernels}}
    gpu.launch blocks(%cx, %cy, %cz) in (%hx = %n, %hy = %n, %hz = %n) threads(%ux, %uy, %uz) in (%rx = %n, %ry = %n, %rz = %n) {
      gpu.terminator
    }
    gpu.terminator
  }
  return
}
