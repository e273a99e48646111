// RUN: strata-opt %s --scalarize-carried-tensors --canonicalize | FileCheck %s

// A loop that counts carries an integer, not a tensor of one.

// CHECK-LABEL: func.func @count
// CHECK: %[[R:.*]] = scf.while (%[[I:.*]] = %{{.*}}) : (i32) -> i32 {
// CHECK-NEXT: %[[END:.*]] = tensor.extract %arg0[] : tensor<i32>
// CHECK-NEXT: %[[GO:.*]] = arith.cmpi slt, %[[I]], %[[END]] : i32
// CHECK-NEXT: scf.condition(%[[GO]]) %[[I]] : i32
// CHECK: ^bb0(%[[J:.*]]: i32):
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[J]], %{{.*}} : i32
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
// CHECK: %[[T:.*]] = tensor.from_elements %[[R]] : tensor<i32>
// CHECK: return %[[T]] : tensor<i32>
#scalar = affine_map<() -> ()>
func.func @count(%end: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %r = scf.while (%i = %zero) : (tensor<i32>) -> tensor<i32> {
    %e = tensor.empty() : tensor<i1>
    %c = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %end : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%a: i32, %b: i32, %o: i1):
      %less = arith.cmpi slt, %a, %b : i32
      linalg.yield %less : i1
    } -> tensor<i1>
    %go = tensor.extract %c[] : tensor<i1>
    scf.condition(%go) %i : tensor<i32>
  } do {
  ^bb0(%i: tensor<i32>):
    %e = tensor.empty() : tensor<i32>
    %n = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %one : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%a: i32, %b: i32, %o: i32):
      %sum = arith.addi %a, %b : i32
      linalg.yield %sum : i32
    } -> tensor<i32>
    scf.yield %n : tensor<i32>
  }
  return %r : tensor<i32>
}

// The payload reads what is there before; results of conditionals are scalars, too. Tensors with dimensions stay.
// CHECK-LABEL: func.func @choose
// CHECK: %[[W:.*]] = arith.select %arg0, %arg3, %{{.*}} : tensor<4xf32>
// CHECK: %[[R:.*]] = scf.if %arg0 -> (f32) {
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: scf.yield %[[SUM]] : f32
// CHECK: } else {
// CHECK: %[[T:.*]] = tensor.from_elements %[[R]] : tensor<f32>
// CHECK: return %[[T]], %[[W]] : tensor<f32>, tensor<4xf32>
func.func @choose(%c: i1, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %r:2 = scf.if %c -> (tensor<f32>, tensor<4xf32>) {
    %s = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%x : tensor<f32>) outs(%y : tensor<f32>) {
    ^bb0(%a: f32, %o: f32):
      %sum = arith.addf %a, %o : f32
      linalg.yield %sum : f32
    } -> tensor<f32>
    scf.yield %s, %z : tensor<f32>, tensor<4xf32>
  } else {
    %w = arith.constant dense<1.0> : tensor<4xf32>
    scf.yield %x, %w : tensor<f32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
func.func @loop(%x: tensor<f32>, %n: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<f32>) {
    %t = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%s : tensor<f32>) outs(%x : tensor<f32>) {
    ^bb0(%a: f32, %o: f32):
      %sum = arith.mulf %a, %a : f32
      linalg.yield %sum : f32
    } -> tensor<f32>
    scf.yield %t : tensor<f32>
  }
  return %r : tensor<f32>
}

// Elements that are slices without dimensions are read and written as elements.

// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[E:.*]] = tensor.extract %[[X]][%[[C2]]] : tensor<4xf32>
// CHECK: %[[Y:.*]] = math.absf %[[E]] : f32
// CHECK: %[[R:.*]] = tensor.insert %[[Y]] into %[[X]][%[[C1]]] : tensor<4xf32>
// CHECK: return %[[R]]
func.func @slices(%x: tensor<4xf32>) -> tensor<4xf32> {
  %v = tensor.extract_slice %x[2] [1] [1] : tensor<4xf32> to tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%v : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %abs = math.absf %a : f32
    linalg.yield %abs : f32
  } -> tensor<f32>
  %r = tensor.insert_slice %y into %x[1] [1] [1] : tensor<f32> into tensor<4xf32>
  return %r : tensor<4xf32>
}
