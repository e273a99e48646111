// RUN: strata-opt %s '--pass-pipeline=builtin.module(func.func(gpu-map-parallel),canonicalize,cse)' | FileCheck %s
// Elementwise ops whose operands lie in memory as they are visited have one loop and 16 bytes for each thread.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @wide(%x: memref<64x100xf32>, %y: memref<64x100xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<64x100xf32>) outs(%y : memref<64x100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  return
}

// A row that is broadcast is read by 8 bytes of bf16, as the results have 16 bytes of f32.
#row = affine_map<(d0, d1) -> (d1)>
func.func @mixed(%x: memref<64x96xf32>, %r: memref<96xbf16>, %y: memref<64x96xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %r : memref<64x96xf32>, memref<96xbf16>) outs(%y : memref<64x96xf32>) {
  ^bb0(%in: f32, %w: bf16, %out: f32):
    %0 = arith.extf %w : bf16 to f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Reductions run in each thread, with their values in registers.
#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func @reduction(%x: memref<5x7xf32>, %y: memref<5xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<5x7xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %acc, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Numbers of elements that are not known are numbers of 64 bits; there is at least one block.
func.func @unknown(%x: f32, %y: memref<?x6xf32>) {
  linalg.fill ins(%x : f32) outs(%y : memref<?x6xf32>)
  return
}

// What a thread reads is not what another one writes: the input is copied.
#flip = affine_map<(d0, d1) -> (d1, d0)>
func.func @shared(%x: memref<6x6xf32>) {
  linalg.generic {indexing_maps = [#flip, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<6x6xf32>) outs(%x : memref<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// The kernel loads what the host would only pass on.
func.func @loads(%i: memref<index>, %x: memref<8x16xf32>, %y: memref<1x16xf32>) {
  %at = memref.load %i[] : memref<index>
  %row = memref.subview %x[%at, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
  memref.copy %row, %y : memref<1x16xf32, strided<[16, 1], offset: ?>> to memref<1x16xf32>
  return
}

// Parallel loops have a thread for each iteration.
func.func @loop(%n: index, %x: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%c1) to (%n) step (%c3) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.negf %0 : f32
    memref.store %1, %x[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// CHECK: func.func @wide(%arg0: memref<64x100xf32>, %arg1: memref<64x100xf32>) {
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c1600_i32 = arith.constant 1600 : i32
// CHECK: %c256_i32 = arith.constant 256 : i32
// CHECK: %c256 = arith.constant 256 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c7 = arith.constant 7 : index
// CHECK: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<64x100xf32> into memref<6400xf32>
// CHECK: %collapse_shape_0 = memref.collapse_shape %arg1 {{\[\[}}0, 1]] : memref<64x100xf32> into memref<6400xf32>
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c7, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %0 = arith.index_cast %arg2 : index to i32
// CHECK: %1 = arith.index_cast %arg5 : index to i32
// CHECK: %2 = arith.muli %0, %c256_i32 overflow<nsw, nuw> : i32
// CHECK: %3 = arith.addi %2, %1 overflow<nsw, nuw> : i32
// CHECK: %4 = arith.cmpi ult, %3, %c1600_i32 : i32
// CHECK: scf.if %4 {
// CHECK: %5 = arith.index_castui %3 : i32 to index
// CHECK: %6 = arith.muli %5, %c4 : index
// CHECK: %7 = vector.load %collapse_shape[%6] {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
// CHECK: %8 = vector.extract %7[0] : f32 from vector<4xf32>
// CHECK: %9 = vector.extract %7[1] : f32 from vector<4xf32>
// CHECK: %10 = vector.extract %7[2] : f32 from vector<4xf32>
// CHECK: %11 = vector.extract %7[3] : f32 from vector<4xf32>
// CHECK: %12 = math.exp %8 : f32
// CHECK: %13 = math.exp %9 : f32
// CHECK: %14 = math.exp %10 : f32
// CHECK: %15 = math.exp %11 : f32
// CHECK: %16 = vector.from_elements %12, %13, %14, %15 : vector<4xf32>
// CHECK: vector.store %16, %collapse_shape_0[%6] {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @mixed(%arg0: memref<64x96xf32>, %arg1: memref<96xbf16>, %arg2: memref<64x96xf32>) {
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c24_i32 = arith.constant 24 : i32
// CHECK: %c256_i32 = arith.constant 256 : i32
// CHECK: %c6 = arith.constant 6 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c256 = arith.constant 256 : index
// CHECK: gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c6, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c256, %arg13 = %c1, %arg14 = %c1) {
// CHECK: %0 = arith.index_cast %arg3 : index to i32
// CHECK: %1 = arith.index_cast %arg6 : index to i32
// CHECK: %2 = arith.muli %0, %c256_i32 overflow<nsw, nuw> : i32
// CHECK: %3 = arith.addi %2, %1 overflow<nsw, nuw> : i32
// CHECK: %4 = arith.remui %3, %c24_i32 : i32
// CHECK: %5 = arith.index_castui %4 : i32 to index
// CHECK: %6 = arith.divui %3, %c24_i32 : i32
// CHECK: %7 = arith.index_castui %6 : i32 to index
// CHECK: %8 = arith.muli %5, %c4 : index
// CHECK: %9 = vector.load %arg0[%7, %8] {alignment = 16 : i64} : memref<64x96xf32>, vector<4xf32>
// CHECK: %10 = vector.extract %9[0] : f32 from vector<4xf32>
// CHECK: %11 = vector.extract %9[1] : f32 from vector<4xf32>
// CHECK: %12 = vector.extract %9[2] : f32 from vector<4xf32>
// CHECK: %13 = vector.extract %9[3] : f32 from vector<4xf32>
// CHECK: %14 = vector.load %arg1[%8] {alignment = 8 : i64} : memref<96xbf16>, vector<4xbf16>
// CHECK: %15 = vector.extract %14[0] : bf16 from vector<4xbf16>
// CHECK: %16 = vector.extract %14[1] : bf16 from vector<4xbf16>
// CHECK: %17 = vector.extract %14[2] : bf16 from vector<4xbf16>
// CHECK: %18 = vector.extract %14[3] : bf16 from vector<4xbf16>
// CHECK: %19 = arith.extf %15 : bf16 to f32
// CHECK: %20 = arith.addf %10, %19 : f32
// CHECK: %21 = arith.extf %16 : bf16 to f32
// CHECK: %22 = arith.addf %11, %21 : f32
// CHECK: %23 = arith.extf %17 : bf16 to f32
// CHECK: %24 = arith.addf %12, %23 : f32
// CHECK: %25 = arith.extf %18 : bf16 to f32
// CHECK: %26 = arith.addf %13, %25 : f32
// CHECK: %27 = vector.from_elements %20, %22, %24, %26 : vector<4xf32>
// CHECK: vector.store %27, %arg2[%7, %8] {alignment = 16 : i64} : memref<64x96xf32>, vector<4xf32>
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @reduction(%arg0: memref<5x7xf32>, %arg1: memref<5xf32>) {
// CHECK: %c7 = arith.constant 7 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c5_i32 = arith.constant 5 : i32
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c32 = arith.constant 32 : index
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c32, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %0 = arith.index_cast %arg5 : index to i32
// CHECK: %1 = arith.cmpi ult, %0, %c5_i32 : i32
// CHECK: scf.if %1 {
// CHECK: %2 = arith.index_castui %0 : i32 to index
// CHECK: %3 = memref.load %arg1[%2] : memref<5xf32>
// CHECK: %4 = scf.for %arg14 = %c0 to %c7 step %c1 iter_args(%arg15 = %3) -> (f32) {
// CHECK: %5 = memref.load %arg0[%2, %arg14] : memref<5x7xf32>
// CHECK: %6 = arith.addf %arg15, %5 : f32
// CHECK: scf.yield %6 : f32
// CHECK: memref.store %4, %arg1[%2] : memref<5xf32>
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @unknown(%arg0: f32, %arg1: memref<?x6xf32>) {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c256 = arith.constant 256 : index
// CHECK: %c255 = arith.constant 255 : index
// CHECK: %c6 = arith.constant 6 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg1, %c0 : memref<?x6xf32>
// CHECK: %0 = arith.muli %dim, %c6 : index
// CHECK: %1 = arith.addi %0, %c255 : index
// CHECK: %2 = arith.divui %1, %c256 : index
// CHECK: %3 = arith.maxui %2, %c1 : index
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %3, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %4 = arith.muli %arg2, %c256 overflow<nsw, nuw> : index
// CHECK: %5 = arith.addi %4, %arg5 overflow<nsw, nuw> : index
// CHECK: %6 = arith.cmpi ult, %5, %0 : index
// CHECK: scf.if %6 {
// CHECK: %7 = arith.remui %5, %c6 : index
// CHECK: %8 = arith.divui %5, %c6 : index
// CHECK: memref.store %arg0, %arg1[%8, %7] : memref<?x6xf32>
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @shared(%arg0: memref<6x6xf32>) {
// CHECK: %c6_i32 = arith.constant 6 : i32
// CHECK: %c36_i32 = arith.constant 36 : i32
// CHECK: %c64 = arith.constant 64 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %alloc = memref.alloc() : memref<6x6xf32>
// CHECK: memref.copy %arg0, %alloc : memref<6x6xf32> to memref<6x6xf32>
// CHECK: gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %c1, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c64, %arg11 = %c1, %arg12 = %c1) {
// CHECK: %0 = arith.index_cast %arg4 : index to i32
// CHECK: %1 = arith.cmpi ult, %0, %c36_i32 : i32
// CHECK: scf.if %1 {
// CHECK: %2 = arith.remui %0, %c6_i32 : i32
// CHECK: %3 = arith.index_castui %2 : i32 to index
// CHECK: %4 = arith.divui %0, %c6_i32 : i32
// CHECK: %5 = arith.index_castui %4 : i32 to index
// CHECK: %6 = memref.load %alloc[%3, %5] : memref<6x6xf32>
// CHECK: memref.store %6, %arg0[%5, %3] : memref<6x6xf32>
// CHECK: gpu.terminator
// CHECK: memref.dealloc %alloc : memref<6x6xf32>
// CHECK: return
// CHECK: func.func @loads(%arg0: memref<index>, %arg1: memref<8x16xf32>, %arg2: memref<1x16xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c16_i32 = arith.constant 16 : i32
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c32 = arith.constant 32 : index
// CHECK: gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c1, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c32, %arg13 = %c1, %arg14 = %c1) {
// CHECK: %0 = memref.load %arg0[] : memref<index>
// CHECK: %subview = memref.subview %arg1[%0, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
// CHECK: %1 = arith.index_cast %arg6 : index to i32
// CHECK: %2 = arith.cmpi ult, %1, %c16_i32 : i32
// CHECK: scf.if %2 {
// CHECK: %3 = arith.index_castui %1 : i32 to index
// CHECK: %4 = memref.load %subview[%c0, %3] : memref<1x16xf32, strided<[16, 1], offset: ?>>
// CHECK: memref.store %4, %arg2[%c0, %3] : memref<1x16xf32>
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @loop(%arg0: index, %arg1: memref<?xf32>) {
// CHECK: %c256 = arith.constant 256 : index
// CHECK: %c255 = arith.constant 255 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %0 = arith.subi %arg0, %c1 : index
// CHECK: %1 = arith.ceildivsi %0, %c3 : index
// CHECK: %2 = arith.maxsi %1, %c0 : index
// CHECK: %3 = arith.addi %2, %c255 : index
// CHECK: %4 = arith.divui %3, %c256 : index
// CHECK: %5 = arith.maxui %4, %c1 : index
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %5, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %6 = arith.muli %arg2, %c256 overflow<nsw, nuw> : index
// CHECK: %7 = arith.addi %6, %arg5 overflow<nsw, nuw> : index
// CHECK: %8 = arith.cmpi ult, %7, %2 : index
// CHECK: scf.if %8 {
// CHECK: %9 = arith.muli %7, %c3 : index
// CHECK: %10 = arith.addi %9, %c1 : index
// CHECK: %11 = memref.load %arg1[%10] : memref<?xf32>
// CHECK: %12 = arith.negf %11 : f32
// CHECK: memref.store %12, %arg1[%10] : memref<?xf32>
// CHECK: gpu.terminator
// CHECK: return

// Of large arrays each thread computes 16 bytes twice, of places that are apart.
func.func @large(%x: memref<8192x1024xf32>, %y: memref<8192x1024xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8192x1024xf32>) outs(%y : memref<8192x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @large
// CHECK: %[[BEHIND:.*]] = arith.constant 256 : i32
// CHECK: %[[BOTH:.*]] = arith.constant 512 : i32
// CHECK: %[[BLOCKS:.*]] = arith.constant 4096 : index
// CHECK: gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]], {{.*}}) threads(%[[T:[a-z0-9]*]], {{.*}}
// CHECK: %[[BLOCK:.*]] = arith.index_cast %[[B]] : index to i32
// CHECK: %[[THREAD:.*]] = arith.index_cast %[[T]] : index to i32
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %[[BOTH]]
// CHECK: %[[ONE:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK: vector.store
// CHECK: arith.addi %[[ONE]], %[[BEHIND]]
// CHECK: vector.store
// CHECK-NOT: scf.if

// Where elements are read one by one, neighbours are read by neighbours, and each thread has eight elements that are apart. Blocks
// that are whole do not ask for each of them.
func.func @rounds(%x: memref<1000x1001xbf16>, %b: memref<1001xbf16>, %y: memref<1000x1001xbf16>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : memref<1000x1001xbf16>, memref<1001xbf16>) outs(%y : memref<1000x1001xbf16>) {
  ^bb0(%in: bf16, %add: bf16, %out: bf16):
    %0 = arith.addf %in, %add : bf16
    linalg.yield %0 : bf16
  }
  return
}

// CHECK-LABEL: func.func @rounds
// CHECK-DAG: %[[BLOCKS:.*]] = arith.constant 489 : index
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant 488 : index
// CHECK: gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]], {{.*}})
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[B]], %[[WHOLE]]
// CHECK: scf.if %[[IS]] {
// CHECK-NOT: scf.if
// CHECK-COUNT-8: memref.store
// CHECK: } else {
// CHECK-COUNT-8: scf.if
// CHECK: gpu.terminator

// What a fill writes is in registers from the start.
func.func @start(%x: memref<4x3x64xf32>, %y: memref<4x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : memref<4x3x64xf32>) outs(%y : memref<4x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @start
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: gpu.launch
// CHECK-NOT: memref.load %arg1
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (f32)
// CHECK: memref.store %{{.*}}, %arg1
// CHECK: gpu.terminator
// CHECK-NOT: gpu.launch

// Another op looks at what the fill wrote.
func.func @seen(%x: memref<4x3x64xf32>, %y: memref<4x64xf32>, %z: memref<4x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : memref<4x64xf32>) outs(%z : memref<4x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : memref<4x3x64xf32>) outs(%y : memref<4x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @seen
// CHECK-COUNT-3: gpu.launch

// A row of unknown number begins at a multiple of 16 bytes where rows are such multiples.
func.func @row(%i: index, %x: memref<1x4096xf32>, %y: memref<64x4096xf32>, %z: memref<64x4097xf32>) {
  %0 = memref.subview %y[%i, 8] [1, 4088] [1, 1] : memref<64x4096xf32> to memref<1x4088xf32, strided<[4096, 1], offset: ?>>
  %1 = memref.subview %x[0, 0] [1, 4088] [1, 1] : memref<1x4096xf32> to memref<1x4088xf32, strided<[4096, 1]>>
  memref.copy %1, %0 : memref<1x4088xf32, strided<[4096, 1]>> to memref<1x4088xf32, strided<[4096, 1], offset: ?>>
  %2 = memref.subview %z[%i, 0] [1, 4088] [1, 1] : memref<64x4097xf32> to memref<1x4088xf32, strided<[4097, 1], offset: ?>>
  memref.copy %1, %2 : memref<1x4088xf32, strided<[4096, 1]>> to memref<1x4088xf32, strided<[4097, 1], offset: ?>>
  return
}

// CHECK-LABEL: func.func @row
// CHECK: gpu.launch
// CHECK: vector.load
// CHECK: vector.store
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK-NOT: vector.store
// CHECK: memref.store
// CHECK: gpu.terminator
