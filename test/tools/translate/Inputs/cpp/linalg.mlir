func.func @main() -> f64 {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = memref.alloca() : memref<6x5xf64>
  %b = memref.alloca() : memref<5x7xf64>
  %c = memref.alloca() : memref<6x7xf64>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<6x5xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.muli %i, %j : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f64
    linalg.yield %2 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%b : memref<5x7xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.index_cast %j : index to i32
    %2 = arith.subi %1, %0 : i32
    %s = arith.constant 3 : i32
    %k = arith.shrsi %2, %s : i32
    %n = arith.addi %2, %k : i32
    %3 = arith.sitofp %n : i32 to f64
    linalg.yield %3 : f64
  }
  linalg.fill ins(%one : f64) outs(%c : memref<6x7xf64>)
  linalg.matmul ins(%a, %b : memref<6x5xf64>, memref<5x7xf64>) outs(%c : memref<6x7xf64>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%c : memref<6x7xf64>) {
  ^bb0(%out: f64):
    %p = arith.cmpf ogt, %out, %zero : f64
    %e = math.exp %one : f64
    %r = arith.select %p, %out, %e : f64
    linalg.yield %r : f64
  }
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %zero) -> f64 {
    %v = memref.load %c[%i, %i] : memref<6x7xf64>
    %w = memref.load %c[%i, %c6] : memref<6x7xf64>
    %q = arith.divf %w, %one : f64
    %t = arith.addf %v, %q : f64
    %u = arith.addf %acc, %t : f64
    scf.yield %u : f64
  }
  return %sum : f64
}
