// RUN: strata-opt %s --gpu-module-to-binary=format=assembly --split-input-file --verify-diagnostics
// RUN: not strata-opt --split-input-file --gpu-module-to-binary=format=image %s 2>&1 | FileCheck %s --check-prefix=FORMAT

// FORMAT: error: Invalid format specified.

// expected-error @+1 {{the module has no target attributes}}
gpu.module @m {
}

// -----

// expected-error @+1 {{gpu-module-to-binary: the flag 'fast' of the target is not supported}}
gpu.module @m [#nvvm.target<flags = {fast}>] {
}

// -----

// A module inside of another is that module's.
module @outer {
  module @inner {
    gpu.module @m {
    }
  }
}
