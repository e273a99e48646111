// RUN: strata-opt %s --gpu-module-to-binary=format=assembly --split-input-file --verify-diagnostics
// RUN: not strata-opt --split-input-file --gpu-module-to-binary=format=image %s 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not strata-opt --split-input-file --gpu-module-to-binary="format=assembly opts=-v" %s 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not strata-opt --split-input-file --gpu-module-to-binary="format=assembly l=a.bc" %s 2>&1 | FileCheck %s --check-prefix=FILES

// FORMAT: error: Invalid format specified.
// OPTIONS: error: gpu-module-to-binary: the option 'opts' is not supported
// FILES: error: gpu-module-to-binary: the option 'l' is not supported

// expected-error @+1 {{the module has no target attributes}}
gpu.module @m {
}

// -----

// expected-error @+1 {{gpu-module-to-binary: the flags and the libraries of a target are not supported}}
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
