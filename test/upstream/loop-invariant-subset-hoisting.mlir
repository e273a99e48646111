// FLAGS: --loop-invariant-subset-hoisting

func.func @pair(%x: tensor<?xf32>, %n: index, %i: index, %p: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<?xf32>) {
    %v = vector.transfer_read %t[<<%c5|%k|%i>>], %p {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
    %w = "test.compute"(%v) : (vector<8xf32>) -> vector<8xf32>
    %u = vector.transfer_write %w, %t[<<%c5|%i>>] {in_bounds = [<<true|false>>]} : vector<8xf32>, tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } <<|{name}>>
  return %r : tensor<?xf32>
}

// -----

func.func @disjoint(%x: tensor<64xf32>, %n: index, %i: index, %p: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c13 = arith.constant <<13|12>> : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<64xf32>) {
    %v = vector.transfer_read %t[%c5], %p : tensor<64xf32>, vector<8xf32>
    %s = vector.transfer_read %t[%c13], %p : tensor<64xf32>, vector<8xf32>
    %w:2 = "test.compute"(%v, %s) : (vector<8xf32>, vector<8xf32>) -> (vector<8xf32>, vector<8xf32>)
    %u = vector.transfer_write %w#0, <<%t|%x>>[%c5] : vector<8xf32>, tensor<64xf32>
    %a = vector.transfer_write %w#1, %u[%c13] : vector<8xf32>, tensor<64xf32>
    scf.yield %a : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

func.func @nest(%x: tensor<?x?xf32>, %n: index, %i: index, %p: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<?x?xf32>) {
    %q = scf.for %l = %c0 to %n step %c1 iter_args(%s = %t) -> (tensor<?x?xf32>) {
      %a = tensor.extract_slice %s[%i, <<at:%k|0|%l>>] [<<m:1|8>>, 4] [1, 1] : tensor<?x?xf32> to tensor<<<m>>x4xf32>
      %b = "test.tile"(%a) : (tensor<<<m>>x4xf32>) -> tensor<<<m>>x4xf32>
      %c = tensor.insert_slice %b into %s[%i, <<at>>] [<<m>>, 4] [1, 1] : tensor<<<m>>x4xf32> into tensor<?x?xf32>
      scf.yield %c : tensor<?x?xf32>
    }
    scf.yield %q : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

// -----

func.func @inner_transfers(%x: tensor<8x4xf32>, %n: index, %p: f32) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<8x4xf32>) {
    %q = scf.for %l = %c0 to %n step %c1 iter_args(%s = %t) -> (tensor<8x4xf32>) {
      %a = tensor.extract_slice %s[0, 0] [8, 2] [1, 1] : tensor<8x4xf32> to tensor<8x2xf32>
      %v = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : tensor<8x2xf32>, vector<8x2xf32>
      %w = "test.compute"(%v) : (vector<8x2xf32>) -> vector<8x2xf32>
      %b = vector.transfer_write %w, %a[%c0, %c0] {in_bounds = [true, true]} : vector<8x2xf32>, tensor<8x2xf32>
      %c = tensor.insert_slice %b into %s[0, <<0|1>>] [8, 2] [1, 1] : tensor<8x2xf32> into tensor<8x4xf32>
      scf.yield %c : tensor<8x4xf32>
    }
    scf.yield %q : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}
