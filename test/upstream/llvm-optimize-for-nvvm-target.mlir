// FLAGS: --llvm-optimize-for-nvvm-target

llvm.func @divisions(%x: f16, %y: f16) -> f16 {
  %0 = llvm.fdiv %x, %y <<{fastmathFlags = #llvm.fastmath<fast>} |>>: f16
  %1 = llvm.fdiv %0, <<%x|%0>> : f16
  llvm.return %1 : f16
}

// -----

// Other formats stay.
llvm.func @others(%x: <<t:vector<2xf16>|f64|bf16|f32>>, %y: <<t>>) -> <<t>> {
  %0 = llvm.fdiv %x, %y : <<t>>
  llvm.return %0 : <<t>>
}
