// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{max-threads=16}),canonicalize)' | FileCheck %s
// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse),canonicalize)' | FileCheck %s --check-prefix=TWO

// A product has four tiles for each thread, of few rows and columns.
// CHECK-LABEL: func.func @product(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (4, 16) {
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<16x256xf32{{.*}}>, memref<256x64xf32, {{.*}}>)
// TWO-LABEL: func.func @product(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @product(%x: memref<256x256xf32>, %y: memref<256x256xf32>, %o: memref<256x256xf32>) {
  linalg.matmul ins(%x, %y : memref<256x256xf32>, memref<256x256xf32>) outs(%o : memref<256x256xf32>)
  return
}

// -----

// Columns that are no multiple of a tile are divided as well.
// CHECK-LABEL: func.func @odd(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 9) {
// TWO-LABEL: func.func @odd(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @odd(%x: memref<257x255xf32>, %y: memref<255x511xf32>, %o: memref<257x511xf32>) {
  linalg.matmul ins(%x, %y : memref<257x255xf32>, memref<255x511xf32>) outs(%o : memref<257x511xf32>)
  return
}

// -----

// Of many small products each is a tile.
// CHECK-LABEL: func.func @batch(
// CHECK: scf.forall (%{{.*}}) in (64) {
// TWO-LABEL: func.func @batch(
// TWO: scf.forall (%{{.*}}) in (8) {
func.func @batch(%x: memref<64x64x64xf32>, %y: memref<64x64x64xf32>, %o: memref<64x64x64xf32>) {
  linalg.batch_matmul ins(%x, %y : memref<64x64x64xf32>, memref<64x64x64xf32>) outs(%o : memref<64x64x64xf32>)
  return
}

// -----

// Sums of columns: a tile has as many columns as a few cache lines.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.forall (%{{.*}}) in (16) {
// TWO-LABEL: func.func @columns(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @columns(%x: memref<1024x1024xf32>, %o: memref<1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<1024x1024xf32>) outs(%o : memref<1024xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Chunks of elementwise work are shorter for more threads.
// CHECK-LABEL: func.func @elementwise(
// CHECK: scf.forall (%{{.*}}) in (64) {
// TWO-LABEL: func.func @elementwise(
// TWO: scf.forall (%{{.*}}) in (16) {
func.func @elementwise(%x: memref<262144xf32>, %o: memref<262144xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<262144xf32>) outs(%o : memref<262144xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = math.exp %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Few rows: tiles are not narrower than two lines of the cache.
// CHECK-LABEL: func.func @few_rows(
// CHECK: scf.forall (%{{.*}}) in (32) {
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<8x1024xf32>, memref<1024x32xf32, {{.*}}>)
// TWO-LABEL: func.func @few_rows(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @few_rows(%x: memref<8x1024xf32>, %y: memref<1024x1024xf32>, %o: memref<8x1024xf32>) {
  linalg.matmul ins(%x, %y : memref<8x1024xf32>, memref<1024x1024xf32>) outs(%o : memref<8x1024xf32>)
  return
}

// -----

// Two products that share rows only: these are too few for 16 threads, and each product has columns. For two threads there are four tiles.
// CHECK-LABEL: func.func @layers(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in
// CHECK: linalg.matmul
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in
// CHECK: linalg.matmul
// TWO-LABEL: func.func @layers(
// TWO: scf.forall (%{{.*}}) in (4) {
// TWO-COUNT-2: linalg.matmul
func.func @layers(%x: memref<64x256xf32>, %a: memref<256x256xf32>, %b: memref<256x64xf32>, %o: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<64x256xf32>
  linalg.fill ins(%zero : f32) outs(%h : memref<64x256xf32>)
  linalg.matmul ins(%x, %a : memref<64x256xf32>, memref<256x256xf32>) outs(%h : memref<64x256xf32>)
  linalg.fill ins(%zero : f32) outs(%o : memref<64x64xf32>)
  linalg.matmul ins(%h, %b : memref<64x256xf32>, memref<256x64xf32>) outs(%o : memref<64x64xf32>)
  memref.dealloc %h : memref<64x256xf32>
  return
}

// -----

// Updates at places that are loaded: each part looks at all places and runs the updates of its own, the last one those beyond all parts as well.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[I:.*]]: memref<4096xi32>
// CHECK: scf.forall (%[[P:.*]]) in (16) {
// CHECK: %[[LOWER:.*]] = arith.muli %[[P]], %c256
// CHECK: %[[UPPER:.*]] = arith.addi %[[LOWER]], %c256
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[P]], %c15
// CHECK: scf.for %[[K:.*]] = %c0 to %c4096 step %c1 {
// CHECK: %[[LOADED:.*]] = memref.load %[[I]][%[[K]]]
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[LOADED]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[PLACE]], %c4096
// CHECK: %[[OLD:.*]] = arith.select %[[INSIDE]], %c1, %c0
// CHECK: %[[FROM:.*]] = arith.cmpi uge, %[[PLACE]], %[[LOWER]]
// CHECK: %[[BELOW:.*]] = arith.cmpi ult, %[[PLACE]], %[[UPPER]]
// CHECK: %[[OR:.*]] = arith.ori %[[BELOW]], %[[LAST]]
// CHECK: %[[MINE:.*]] = arith.andi %[[FROM]], %[[OR]]
// CHECK: %[[COUNT:.*]] = arith.select %[[MINE]], %[[OLD]], %c0
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1 {
// TWO-LABEL: func.func @scatter(
// TWO-NOT: scf.forall
func.func @scatter(%i: memref<4096xi32>, %u: memref<4096x512xf32>, %o: memref<4096x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  scf.for %k = %c0 to %c4096 step %c1 {
    %loaded = memref.load %i[%k] : memref<4096xi32>
    %place = arith.index_cast %loaded : i32 to index
    %inside = arith.cmpi ult, %place, %c4096 : index
    %count = arith.select %inside, %c1, %c0 : index
    scf.for %n = %c0 to %count step %c1 {
      %to = memref.subview %o[%place, 0] [1, 512] [1, 1] : memref<4096x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
      %from = memref.subview %u[%k, 0] [1, 512] [1, 1] : memref<4096x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
      linalg.generic {indexing_maps = [affine_map<(j) -> (0, j)>, affine_map<(j) -> (0, j)>], iterator_types = ["parallel"]}
          ins(%from : memref<1x512xf32, strided<[512, 1], offset: ?>>) outs(%to : memref<1x512xf32, strided<[512, 1], offset: ?>>) {
      ^bb0(%x: f32, %y: f32):
        %s = arith.addf %y, %x : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}

// -----

// Reads of another place of the buffer keep the order of the updates.
// CHECK-LABEL: func.func @reads_others(
// CHECK-NOT: scf.forall
// TWO-LABEL: func.func @reads_others(
// TWO-NOT: scf.forall
func.func @reads_others(%i: memref<65536xi32>, %o: memref<65536xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c65536 = arith.constant 65536 : index
  scf.for %k = %c0 to %c65536 step %c1 {
    %loaded = memref.load %i[%k] : memref<65536xi32>
    %place = arith.index_cast %loaded : i32 to index
    %inside = arith.cmpi ult, %place, %c65536 : index
    scf.if %inside {
      %x = memref.load %o[%k] : memref<65536xf32>
      %a = math.exp %x : f32
      %b = math.exp %a : f32
      %c = math.exp %b : f32
      %d = math.exp %c : f32
      memref.store %d, %o[%place] : memref<65536xf32>
    }
  }
  return
}

// -----

// A product for each of some heads, of one row: the heads have no operand in common, so that each is a tile, and its columns are divided.
// CHECK-LABEL: func.func @token(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (12, 2) {
// TWO-LABEL: func.func @token(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @token(%w: memref<12x1x1024xf32>, %v: memref<12x1024x64xf32>, %o: memref<12x1x64xf32>) {
  linalg.batch_matmul ins(%w, %v : memref<12x1x1024xf32>, memref<12x1024x64xf32>) outs(%o : memref<12x1x64xf32>)
  return
}

// -----

// Where some of 16 threads would have no tile, the tiles of a product have fewer rows than are worth the copy of its right side.
// CHECK-LABEL: func.func @small(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 2) {
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<8x2048xf32{{.*}}>, memref<2048x32xf32, {{.*}}>)
// TWO-LABEL: func.func @small(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @small(%x: memref<64x2048xf32>, %y: memref<2048x64xf32>, %o: memref<64x64xf32>) {
  linalg.matmul ins(%x, %y : memref<64x2048xf32>, memref<2048x64xf32>) outs(%o : memref<64x64xf32>)
  return
}

// -----

// Two products of vectors and matrices that share eight iterations only: 16 threads share the columns of each of them.
// CHECK-LABEL: func.func @experts(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 8) {
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 8) {
// TWO-LABEL: func.func @experts(
// TWO: scf.forall (%{{.*}}) in (8) {
func.func @experts(%x: memref<8x384xf32>, %a: memref<8x128x384xf32>, %b: memref<8x384x128xf32>, %o: memref<8x384xf32>) {
  %h = memref.alloc() : memref<8x128xf32>
  linalg.generic {indexing_maps = [affine_map<(e, i, k) -> (e, k)>, affine_map<(e, i, k) -> (e, i, k)>, affine_map<(e, i, k) -> (e, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %a : memref<8x384xf32>, memref<8x128x384xf32>) outs(%h : memref<8x128xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [affine_map<(e, i, k) -> (e, k)>, affine_map<(e, i, k) -> (e, i, k)>, affine_map<(e, i, k) -> (e, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%h, %b : memref<8x128xf32>, memref<8x384x128xf32>) outs(%o : memref<8x384xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  memref.dealloc %h : memref<8x128xf32>
  return
}

// -----

// The second producer does not share anything with the first one, but with what reads both: it is in the same loop, with its fill.
// CHECK-LABEL: func.func @two_producers(
// CHECK: scf.forall (%{{.*}}) in (64) {
// CHECK: memref.alloc() {{.*}} : memref<8x512xf32>
// CHECK: memref.alloc() {{.*}} : memref<8x512xf32>
// CHECK: math.exp
// CHECK: linalg.fill
// CHECK: arith.maximumf
// CHECK: arith.subf
// CHECK-NOT: scf.forall
// TWO-LABEL: func.func @two_producers(
func.func @two_producers(%x: memref<512x512xf32>, %y: memref<512x512x3xf32>, %o: memref<512x512xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %a = memref.alloc() : memref<512x512xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x512xf32>) outs(%a : memref<512x512xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = math.exp %p : f32
    linalg.yield %t : f32
  }
  %b = memref.alloc() : memref<512x512xf32>
  linalg.fill ins(%low : f32) outs(%b : memref<512x512xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y : memref<512x512x3xf32>) outs(%b : memref<512x512xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.maximumf %s, %p : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%o : memref<512x512xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %t = arith.subf %p, %q : f32
    linalg.yield %t : f32
  }
  memref.dealloc %a : memref<512x512xf32>
  memref.dealloc %b : memref<512x512xf32>
  return
}

// -----

// Rows of an image in a loop around those of a product are divided evenly, though 7 are no unit of rows: tiles of 8 rows would leave 4.
// CHECK-LABEL: func.func @even(
// TWO-LABEL: func.func @even(
// TWO: scf.forall (%{{.*}}) in (4) {
// TWO: linalg.generic {{.*}} memref<1x9x30x128xf32, strided
func.func @even(%x: memref<1x30x30x128xf32>, %w: memref<3x3x128x128xf32>, %o: memref<1x28x28x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, y, x, o, i, ky, kx) -> (n, y + ky, x + kx, i)>, affine_map<(n, y, x, o, i, ky, kx) -> (ky, kx, i, o)>,
                                   affine_map<(n, y, x, o, i, ky, kx) -> (n, y, x, o)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<1x30x30x128xf32>, memref<3x3x128x128xf32>) outs(%o : memref<1x28x28x128xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}
