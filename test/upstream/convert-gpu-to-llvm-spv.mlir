// FLAGS: --pass-pipeline=builtin.module(gpu.module(convert-gpu-to-llvm-spv))
// FLAGS: --pass-pipeline=builtin.module(gpu.module(convert-gpu-to-llvm-spv{use-64bit-index=true}))

// Indices and sizes, in functions of three dialects.
gpu.module @m {
  func.func @ids() -> (index, index) {
    %0 = gpu.<<i:block_id|block_dim|grid_dim|thread_id|global_id>> <<d:x|y|z>>
    %1 = gpu.<<i>> z
    return %0, %1 : index, index
  }
  gpu.func @subgroups(%x: memref<?xindex>) {
    %0 = gpu.subgroup_id : index
    %1 = gpu.lane_id
    %2 = gpu.num_subgroups : index
    %3 = gpu.subgroup_size upper_bound 32 : index
    %4 = arith.addi %0, %1 : index
    memref.store %4, %x[%2] : memref<?xindex>
    gpu.return
  }
  llvm.func @waits() {
    gpu.barrier
    llvm.return
  }
}

// -----

// Exchanges of values in a subgroup whose size the function tells.
gpu.module @m {
  gpu.func @shuffles(%v: <<t:f32|f16|f64|bf16|i1|i8|i16|i32|i64|i4|f128|vector<2xf32>>>, %o: i32) -> (<<t>>, i1)
      attributes {intel_reqd_sub_group_size = <<n:16|32>> : i32} {
    %w = arith.constant 16 : i32
    %0, %1 = gpu.shuffle <<m:idx|xor|up|down>> %v, %o, %w : <<t>>
    gpu.return %0, %1 : <<t>>, i1
  }
}

// -----

// The same without a size, in an `llvm.func`, and with an unknown width.
gpu.module @m {
  llvm.func @shuffles(%v: f32, %o: i32, %n: i32)<<a:| attributes {intel_reqd_sub_group_size = 8 : i32}>> {
    %w = llvm.mlir.constant(8 : i32) : i32
    %0, %1 = gpu.shuffle xor %v, %o, <<w:%w|%n>> : f32
    llvm.return
  }
}

// -----

// Functions: their kinds, types, attributes and results.
gpu.module @m {
  gpu.func @no_kernel(%x: memref<4x?xf32>, %i: index, %f: f32) -> (<<r:f32|index, f32|memref<4x?xf32>|memref<4x?xf32>, index>>) {
    %j = gpu.thread_id x
    %v = memref.load %x[%i, %j] : memref<4x?xf32>
    "test.use"(%v) : (f32) -> ()
    gpu.return <<v:%f : f32|%i, %f : index, f32|%x : memref<4x?xf32>|%x, %i : memref<4x?xf32>, index>>
  }
  gpu.func @kernel(%x: memref<*xf32>, %y: memref<<<s:4xi1|2x3xf64|f32>>, <<p:1|3|#gpu.address_space<global>|#gpu.address_space<workgroup>|#gpu.address_space<private>>>>) kernel
      attributes {<<k:known_block_size = array<i32: 4, 2, 1>|known_grid_size = array<i32: 4, 2, 1>|known_cluster_size = array<i32: 4, 2, 1>|some.thing = memref<4xf32>>>} {
    "test.use"(%y) : (memref<<<s>>, <<p>>>) -> ()
    gpu.return
  }
}

// -----

// Attributes of arguments: values, and pointers of memrefs.
gpu.module @m {
  gpu.func @attributes(%i: index {llvm.noundef, llvm.returned, llvm.signext}, %f: f32 {llvm.inreg},
      %x: memref<4xf32> {llvm.nocapture, llvm.nofree, llvm.readonly, llvm.nonnull, llvm.noundef, llvm.align = 16 : i64, some.thing},
      %p: !llvm.ptr {llvm.noalias, llvm.readonly}, %u: memref<*xf32> {llvm.align = 4 : i64, llvm.noundef}) -> (f32 {llvm.noundef}) {
    gpu.return %f : f32
  }
}

// -----

// Buffers of a work group are arguments, those of one thread are on the stack.
gpu.module @m {
  gpu.func @buffers(%i: index) workgroup(%w: memref<<<s:8xf32|4x2xindex|f16>>, <<p:3|#gpu.address_space<workgroup>>>>, %z: memref<2xi8, 3>)
      private(%q: memref<<<s>>, #gpu.address_space<private>> {llvm.align = 32 : i64}, %r: memref<3xi1, #gpu.address_space<private>>)<<k:| kernel>> {
    "test.use"(%w, %q) : (memref<<<s>>, <<p>>>, memref<<<s>>, #gpu.address_space<private>>) -> ()
    gpu.return
  }
}

// -----

// Memrefs without a memory space are in global memory, also in functions that are not converted.
gpu.module @m {
  gpu.func @caller(%x: memref<2x2xf32>, %y: memref<4xf32, strided<[?], offset: ?>>) kernel {
    func.call @callee(%x, %y) : (memref<2x2xf32>, memref<4xf32, strided<[?], offset: ?>>) -> ()
    gpu.return
  }
  func.func @callee(%x: memref<2x2xf32>, %y: memref<4xf32, strided<[?], offset: ?>>) {
    %b = gpu.block_id x
    %0 = memref.load %x[%b, %b] : memref<2x2xf32>
    %1 = memref.alloca() : memref<3xmemref<2xf32>>
    %2 = memref.cast %x : memref<2x2xf32> to memref<*xf32>
    memref.store %0, %y[%b] : memref<4xf32, strided<[?], offset: ?>>
    "test.use"(%1, %2) {of = (memref<4xf32>) -> memref<*xf32>} : (memref<3xmemref<2xf32>>, memref<*xf32>) -> ()
    return
  }
}

// -----

// Printing: a format string for each text.
gpu.module @m {
  gpu.func @prints(%i: index, %f: f32) {
    gpu.printf "<<a:x|%d\0A>>", %f : f32
    gpu.printf "x"
    scf.for %j = %i to %i step %i {
      gpu.printf "%d %f", %j, %f : index, f32
    }
    gpu.return
  }
}

// -----

// Ops without a builtin function stay.
gpu.module @m {
  gpu.func @stay(%f: f32) {
    %0 = gpu.cluster_id x
    %1, %2 = gpu.rotate %f, 1, 16 : f32
    %3 = gpu.all_reduce add %f {} : (f32) -> (f32)
    %4 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Branches: arguments of blocks keep their types.
gpu.module @m {
  gpu.func @branches(%c: i1, %f: f32) -> f32 {
    cf.cond_br %c, ^bb1(%f : f32), ^bb2
  ^bb1(%g: f32):
    gpu.return %g : f32
  ^bb2:
    gpu.return %f : f32
  }
}

// -----

// DIFFERS: mlir-opt converts the arguments of blocks, but not the branches to these, and rejects its result.
gpu.module @m {
  gpu.func @branches(%i: index) {
    cf.br ^bb1(%i : index)
  ^bb1(%j: index):
    %0 = gpu.thread_id x
    %1 = arith.addi %0, %j : index
    gpu.return
  }
}
