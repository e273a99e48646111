// FLAGS: --arith-emulate-wide-int=widest-int-supported=32
// FLAGS: --arith-emulate-wide-int --cse

func.func @binary(%x: <<t:vector<3xi64>|vector<2x1xi64>|i64>>, %y: <<t>>) -> <<t>> {
  %0 = arith.<<addi|subi|muli|andi|ori|xori|shli|shrui|shrsi|maxsi|maxui|minsi|minui>> %x, %y : <<t>>
  return %0 : <<t>>
}

// -----

func.func @compare(%x: i64, %y: i64) -> (i1, i64) {
  %0 = arith.cmpi <<eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge>>, %x, %y : i64
  %1 = arith.select %0, %x, %y : i64
  return %0, %1 : i1, i64
}

// -----

func.func @compare_vectors(%x: vector<3xi64>, %y: vector<3xi64>) -> (vector<3xi1>, vector<3xi64>) {
  %0 = arith.cmpi <<eq|ne|slt|uge>>, %x, %y : vector<3xi64>
  %1 = arith.select %0, %x, %y : vector<3xi1>, vector<3xi64>
  return %0, %1 : vector<3xi1>, vector<3xi64>
}

// -----

func.func @widen(%x: i<<n:1|8|16|32>>, %v: vector<3xi<<n>>>) -> (i64, vector<3xi64>) {
  %0 = arith.<<o:extsi|extui>> %x : i<<n>> to i64
  %1 = arith.<<o>> %v : vector<3xi<<n>>> to vector<3xi64>
  return %0, %1 : i64, vector<3xi64>
}

// -----

func.func @narrow(%x: i64, %v: vector<3xi64>) -> (i<<n:1|8|16|32>>, vector<3xi<<n>>>) {
  %0 = arith.trunci %x : i64 to i<<n>>
  %1 = arith.trunci %v : vector<3xi64> to vector<3xi<<n>>>
  return %0, %1 : i<<n>>, vector<3xi<<n>>>
}

// -----

func.func @from_floats(%x: <<f:f16|f64|f32>>, %v: vector<3x<<f>>>) -> (i64, vector<3xi64>) {
  %0 = arith.<<o:fptosi|fptoui>> %x : <<f>> to i64
  %1 = arith.<<o>> %v : vector<3x<<f>>> to vector<3xi64>
  return %0, %1 : i64, vector<3xi64>
}

// -----

func.func @to_floats(%x: i64, %v: vector<3xi64>) -> (<<f:f16|bf16|f64|f32>>, vector<3x<<f>>>) {
  %0 = arith.<<o:sitofp|uitofp>> %x : i64 to <<f>>
  %1 = arith.<<o>> %v : vector<3xi64> to vector<3x<<f>>>
  return %0, %1 : <<f>>, vector<3x<<f>>>
}

// -----

func.func @indices(%x: i64, %i: index, %v: vector<3xi64>, %j: vector<3xindex>) -> (index, i64, vector<3xindex>, vector<3xi64>) {
  %0 = arith.<<o:index_cast|index_castui>> %x : i64 to index
  %1 = arith.<<o>> %i : index to i64
  %2 = arith.<<o>> %v : vector<3xi64> to vector<3xindex>
  %3 = arith.<<o>> %j : vector<3xindex> to vector<3xi64>
  return %0, %1, %2, %3 : index, i64, vector<3xindex>, vector<3xi64>
}

// -----

func.func @constants(%x: i64) -> (i64, vector<3xi64>, vector<2xi64>, i64, i64) {
  %a = arith.constant <<5000000000|-1|7>> : i64
  %b = arith.constant dense<[1, -1, 4294967296]> : vector<3xi64>
  %c = arith.constant dense<<<-1|8>>> : vector<2xi64>
  %d = arith.addi %a, %a : i64
  %e = arith.addi %a, %x : i64
  return %a, %b, %c, %d, %e : i64, vector<3xi64>, vector<2xi64>, i64, i64
}

// -----

// Signatures and calls change; what fits stays, as do integers in memory that nothing emulated uses.
func.func private @g(i64, vector<2xi64>) -> i64
func.func @f(%x: i64, %v: vector<2xi64>, %i: i32, %m: memref<?xi64>, %n: index) -> (i64, i32) {
  %0 = func.call @g(%x, %v) : (i64, vector<2xi64>) -> i64
  %1 = arith.addi %i, %i : i32
  vector.print %v : vector<2xi64>
  %2 = memref.load %m[%n] : memref<?xi64>
  memref.store %2, %m[%n] : memref<?xi64>
  return %0, %1 : i64, i32
}

// -----

// DIFFERS: a scalable vector has more elements than its type says; mlir-opt makes it one of that many
func.func @scalable(%x: vector<[4]xi64>, %y: vector<[4]xi64>) -> vector<[4]xi64> {
  %0 = arith.addi %x, %y : vector<[4]xi64>
  return %0 : vector<[4]xi64>
}
