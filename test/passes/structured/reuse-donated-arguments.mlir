// RUN: strata-opt --reuse-donated-arguments --split-input-file %s | FileCheck %s
// RUN: strata-opt --reuse-donated-arguments --split-input-file --validate-passes %s -o /dev/null

#id = affine_map<(i) -> (i)>

// An elementwise op reads the argument that its result replaces. Callers may pass other memory for the result: the argument is copied.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[P:.*]]: memref<8xf32>, %[[G:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK-SAME:    strata.in_place = array<i64: 0, 2>
// CHECK-NOT:     donated_arguments
// CHECK:         %[[X:.*]] = memref.extract_aligned_pointer_as_index %[[P]]
// CHECK:         %[[Y:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK:         %[[DIFFER:.*]] = arith.cmpi ne, %[[X]], %[[Y]] : index
// CHECK:         scf.if %[[DIFFER]] {
// CHECK-NEXT:      memref.copy %[[P]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK:         linalg.generic {{.*}} ins(%[[OUT]], %[[G]] : {{.*}}) outs(%[[OUT]] : memref<8xf32>)
func.func @elementwise(%p: memref<8xf32>, %g: memref<8xf32>, %out: memref<8xf32>)
    attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, 2>} {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %g : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %z = arith.subf %x, %y : f32
    linalg.yield %z : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The momentum is read after its new value was written: the writer moves behind the reader.
// CHECK-LABEL: func.func @momentum(
// CHECK-SAME:    %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>, %[[P:.*]]: memref<8xf32>, %[[M:.*]]: memref<8xf32>)
// CHECK-SAME:    strata.in_place = array<i64: 0, 2, 1, 3>
// CHECK:         linalg.generic {{.*}} ins(%[[P]], %[[M]] : {{.*}}) outs(%[[P]] : memref<8xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[M]] : memref<8xf32>) outs(%[[M]] : memref<8xf32>)
func.func @momentum(%p: memref<8xf32>, %m: memref<8xf32>, %new_p: memref<8xf32>, %new_m: memref<8xf32>)
    attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, -1, 1, -1>} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%m : memref<8xf32>) outs(%new_m : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %m : memref<8xf32>, memref<8xf32>) outs(%new_p : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %t = arith.addf %y, %y : f32
    %z = arith.subf %x, %t : f32
    linalg.yield %z : f32
  }
  return
}

// -----

// Two arguments that are returned in the other order: nothing is left to do where the caller follows.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    strata.in_place = array<i64: 0, 3, 1, 2>
// CHECK-COUNT-2: memref.copy
// CHECK-NOT:     memref.copy
func.func @swap(%a: memref<8xf32>, %b: memref<8xf32>, %x: memref<8xf32>, %y: memref<8xf32>)
    attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, 2, 1, 3>} {
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  memref.copy %a, %y : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A part of a copy of the argument is written, after the last read of the argument.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[A:.*]]: memref<8xf32>, %[[V:.*]]: memref<2xf32>, %[[OUT:.*]]: memref<8xf32>, %[[FIRST:.*]]: memref<f32>)
// CHECK-SAME:    strata.in_place = array<i64: 0, 2>
// CHECK:         scf.if
// CHECK-NEXT:      memref.copy %[[A]], %[[OUT]]
// CHECK-NOT:     %[[A]]
// CHECK:         %[[PART:.*]] = memref.subview %[[OUT]][3] [2] [1]
// CHECK:         memref.load %[[OUT]]
// CHECK:         memref.copy %[[V]], %[[PART]]
func.func @update(%a: memref<8xf32>, %v: memref<2xf32>, %out: memref<8xf32>, %first: memref<f32>)
    attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, 2>} {
  %zero = arith.constant 0 : index
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  %part = memref.subview %out[3] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 3>>
  memref.copy %v, %part : memref<2xf32> to memref<2xf32, strided<[1], offset: 3>>
  %x = memref.load %a[%zero] : memref<8xf32>
  memref.store %x, %first[] : memref<f32>
  return
}

// -----

#id = affine_map<(i) -> (i)>
#reverse = affine_map<(i) -> (7 - i)>

// Each element is written before another iteration reads it: the result has memory of its own.
// CHECK-LABEL: func.func @reverse(
// CHECK-NOT:     strata.in_place
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @reverse(%a: memref<8xf32>, %out: memref<8xf32>)
    attributes {strata.num_inputs = 1 : i64, strata.donated_arguments = array<i64: 0, 1>} {
  linalg.generic {indexing_maps = [#reverse, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The payload reads the argument by indices of its own.
// CHECK-LABEL: func.func @gather(
// CHECK-NOT:     strata.in_place
// CHECK:         return
func.func @gather(%a: memref<8xf32>, %i: memref<8xindex>, %out: memref<8xf32>)
    attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, 2>} {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%i, %a : memref<8xindex>, memref<8xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%at: index, %x: f32, %o: f32):
    %y = memref.load %a[%at] : memref<8xf32>
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// The last reader needs what the writer wrote: no order is right. The other result can take the memory.
// CHECK-LABEL: func.func @needed(
// CHECK-SAME:    strata.in_place = array<i64: 0, 2>
func.func @needed(%a: memref<8xf32>, %x: memref<8xf32>, %y: memref<8xf32>)
    attributes {strata.num_inputs = 1 : i64, strata.donated_arguments = array<i64: 0, 1>} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%x : memref<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %z = arith.addf %e, %e : f32
    linalg.yield %z : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %z = arith.mulf %e, %f : f32
    linalg.yield %z : f32
  }
  return
}

// -----

// A loop reads the argument in each of its iterations, and writes the result in each.
// CHECK-LABEL: func.func @loop(
// CHECK-NOT:     strata.in_place
// CHECK:         return
func.func @loop(%a: memref<8xf32>, %out: memref<8xf32>)
    attributes {strata.num_inputs = 1 : i64, strata.donated_arguments = array<i64: 0, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : index
  %eight = arith.constant 8 : index
  scf.for %i = %zero to %eight step %one {
    %j = arith.subi %seven, %i : index
    %x = memref.load %a[%j] : memref<8xf32>
    memref.store %x, %out[%i] : memref<8xf32>
  }
  return
}

// -----

// Another value may stand for the argument.
// CHECK-LABEL: func.func @chosen(
// CHECK-NOT:     strata.in_place
// CHECK:         return
func.func @chosen(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<i1>, %out: memref<8xf32>)
    attributes {strata.num_inputs = 3 : i64, strata.donated_arguments = array<i64: 0, 3>} {
  %choice = memref.load %c[] : memref<i1>
  %s = arith.select %choice, %a, %b : memref<8xf32>
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}
