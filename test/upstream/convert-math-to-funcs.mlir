// FLAGS: --convert-math-to-funcs
// FLAGS: --convert-math-to-funcs=convert-ctlz
// FLAGS: --convert-math-to-funcs='min-width-of-fpowi-exponent=33 convert-ctlz=true'

func.func @ipowi(%x: <<t:i1|i8|i64|vector<3xi32>|vector<2x2xi16>|vector<i8>|i32>>, %y: <<t>>) -> <<t>> {
  %0 = math.ipowi %x, %y : <<t>>
  return %0 : <<t>>
}

// -----

func.func @fpowi(%x: <<t:f16|bf16|f64|f32>>, %n: <<n:i8|i16|i64|i32>>) -> <<t>> {
  %0 = math.fpowi %x, %n fastmath<<<fast|none>>> : <<t>>, <<n>>
  return %0 : <<t>>
}

// -----

func.func @vectors(%x: vector<2xf32>, %n: vector<2x<<n:i16|i64>>>, %m: <<t:vector<3xi8>|vector<1x2xi64>|i32>>) -> (vector<2xf32>, <<t>>) {
  %0 = math.fpowi %x, %n : vector<2xf32>, vector<2x<<n>>>
  %1 = math.ctlz %m : <<t>>
  return %0, %1 : vector<2xf32>, <<t>>
}

// -----

// One function for each type, in the order of the first ops that need it; other ops stay.
func.func @several(%x: i32, %y: i64, %f: f32, %i: index) -> (i32, i64, f32, index) {
  %0 = math.ctlz %x : i32
  %1 = math.ipowi %0, %x : i32
  %2 = math.ipowi %y, %y : i64
  %3 = math.ipowi %1, %x : i32
  %4 = math.absf %f : f32
  %5 = math.fpowi %4, %2 : f32, i64
  %6 = math.ipowi %i, %i : index
  return %3, %2, %5, %6 : i32, i64, f32, index
}

// -----

// An op that folds has its function nevertheless.
func.func @folded() -> (i32, vector<2xi32>) {
  %c = arith.constant 3 : i32
  %v = arith.constant dense<[2, 3]> : vector<2xi32>
  %0 = math.ipowi %c, %c : i32
  %1 = math.ipowi %v, %v : vector<2xi32>
  return %0, %1 : i32, vector<2xi32>
}

// -----

// DIFFERS: a scalable vector has more elements than its type says, which mlir-opt leaves zero
func.func @scalable(%x: vector<[4]xi32>) -> vector<[4]xi32> {
  %0 = math.ipowi %x, %x : vector<[4]xi32>
  return %0 : vector<[4]xi32>
}
