// FLAGS: --snapshot-op-locations=filename=/dev/null --mlir-print-debuginfo --mlir-print-local-scope
// FLAGS: --snapshot-op-locations='filename=/dev/null print-debuginfo' --mlir-print-debuginfo --mlir-print-local-scope

// DIFFERS: mlir-opt does not count the lines of aliases that stand in front of the ops
#map = affine_map<(i) -> (i + 1)>
func.func @f(%i: index) -> index {
  %0 = affine.apply #map(%i)
  %1 = affine.apply #map(%0)
  return %1 : index
}
