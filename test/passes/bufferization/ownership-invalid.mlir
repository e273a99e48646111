// RUN: strata-opt %s --ownership-based-buffer-deallocation --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{Only structured control-flow loops are supported.}}
func.func @cycle(%c: i1, %x: memref<2xf32>) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

func.func @present(%x: memref<2xf32>, %c: i1) {
  // expected-error @+1 {{No deallocation operations must be present when running this pass!}}
  bufferization.dealloc (%x : memref<2xf32>) if (%c)
  return
}

// -----

func.func @frees(%x: memref<2xf32>) {
  // expected-error @+1 {{memory free side-effect on MemRef value not supported!}}
  memref.dealloc %x : memref<2xf32>
  return
}

// -----

func.func @unknown(%x: memref<2xf32>) {
  // expected-error @+1 {{ops with unknown memory side effects are not supported}}
  "test.use"(%x) : (memref<2xf32>) -> ()
  return
}

// -----

func.func @regions(%x: memref<2xi32>, %i: index) -> i32 {
  // expected-error @+1 {{All operations with attached regions need to implement the RegionBranchOpInterface.}}
  %0 = memref.generic_atomic_rmw %x[%i] : memref<2xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %old : i32
  }
  return %0 : i32
}

// -----

func.func @switch(%x: memref<2xf32>, %f: i32) {
  // expected-error @+1 {{Terminators with more than one successor are not supported!}}
  cf.switch %f : i32, [
    default: ^bb1(%x : memref<2xf32>),
    1: ^bb1(%x : memref<2xf32>)
  ]
^bb1(%y: memref<2xf32>):
  return
}

// -----

func.func @switch_without_buffers(%x: memref<2xf32>, %f: i32) {
  // expected-error @+1 {{BranchOpInterface operations with multiple successors are not supported yet}}
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @in_parallel(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %x) -> tensor<4xf32> {
    %1 = tensor.empty() : tensor<1xf32>
    scf.forall.in_parallel {
      // expected-error @+1 {{ops with unknown memory side effects are not supported}}
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{a buffer whose layout has no strides cannot be freed automatically}}
func.func @layout(%m: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  return
}
