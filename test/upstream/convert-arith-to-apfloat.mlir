// FLAGS: --convert-arith-to-apfloat
// FLAGS: --convert-arith-to-apfloat --canonicalize --cse

func.func @binary(%x: <<t:f32|f16|bf16|tf32|f4E2M1FN|f6E2M3FN|f6E3M2FN|f8E3M4|f8E4M3|f8E4M3B11FNUZ|f8E4M3FN|f8E4M3FNUZ|f8E5M2|f8E5M2FNUZ|f8E8M0FNU|vector<3xf32>|vector<2x2xf16>|vector<f32>>>, %y: <<t>>) -> <<t>> {
  %0 = arith.<<addf|subf|mulf|divf|remf>> %x, %y fastmath<<<nnan|none>>> : <<t>>
  %1 = arith.<<minnumf|maxnumf|minimumf|maximumf>> %0, %y : <<t>>
  %2 = arith.negf %1 : <<t>>
  return %2 : <<t>>
}

// -----

func.func @compare(%x: <<t:f32|f8E5M2>>, %y: <<t>>) -> i1 {
  %0 = arith.cmpf <<false|oeq|ogt|oge|olt|ole|one|ord|ueq|ugt|uge|ult|ule|une|uno|true>>, %x, %y : <<t>>
  return %0 : i1
}

// -----

func.func @compare_vectors(%x: vector<2xbf16>, %y: vector<2xbf16>) -> vector<2xi1> {
  %0 = arith.cmpf <<ult|true|oeq>>, %x, %y : vector<2xbf16>
  return %0 : vector<2xi1>
}

// -----

func.func @casts(%x: f8E4M3FN, %n: <<i:i1|i8|i32|i64>>, %v: vector<2xi16>) -> (bf16, <<i>>, vector<2xf16>) {
  %0 = arith.extf %x : f8E4M3FN to f32
  %1 = arith.truncf %0 : f32 to bf16
  %2 = arith.<<sitofp|uitofp>> %n : <<i>> to f16
  %3 = arith.extf %2 : f16 to f32
  %4 = arith.<<fptosi|fptoui>> %3 : f32 to i7
  %5 = arith.<<sitofp|uitofp>> %v : vector<2xi16> to vector<2xf16>
  "test.use"(%4) : (i7) -> ()
  return %1, %n, %5 : bf16, <<i>>, vector<2xf16>
}

// -----

// Wide formats and integers stay, and tensors.
func.func @stays(%x: <<f80|f128>>, %t: tensor<4xf32>, %y: f32) -> (tensor<4xf32>, i128, f32) {
  %0 = arith.addf %t, %t : tensor<4xf32>
  %1 = arith.fptosi %y : f32 to i128
  %2 = arith.addf %y, %y : f32
  return %0, %1, %2 : tensor<4xf32>, i128, f32
}

// -----

// A declaration that is there is used.
func.func private @_mlir_apfloat_add(i32, i64, i64) -> i64
func.func @declared(%x: f16, %c: i1) -> f16 {
  %0 = scf.if %c -> f16 {
    %1 = arith.subf %x, %x : f16
    scf.yield %1 : f16
  } else {
    %1 = arith.addf %x, %x : f16
    scf.yield %1 : f16
  }
  return %0 : f16
}

// -----

// DIFFERS: mlir-opt extends 64 bits to 64 bits, which is no valid op
func.func @double(%x: f64) -> i64 {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.fptosi %0 : f64 to i64
  return %1 : i64
}

// -----

// DIFFERS: mlir-opt declares the function in the outer module only, where calls do not find it
module {
  module @inner {
    func.func @f(%x: f16) -> f16 {
      %0 = arith.addf %x, %x : f16
      return %0 : f16
    }
  }
}

// -----

// DIFFERS: mlir-opt rounds to the nearest value
func.func @rounding(%x: f32) -> f16 {
  %0 = arith.truncf %x downward : f32 to f16
  return %0 : f16
}
