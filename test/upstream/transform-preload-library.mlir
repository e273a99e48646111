// FLAGS: --transform-preload-library=transform-library-paths=passes/transform/Inputs/library.mlir --transform-interpreter
// FLAGS: --transform-preload-library=transform-library-paths=passes/transform/Inputs/folder,passes/transform/Inputs/library.mlir --transform-interpreter
// FLAGS: --transform-preload-library=transform-library-paths=passes/transform/Inputs/folder --transform-preload-library=transform-library-paths=passes/transform/Inputs/library.mlir --transform-interpreter=entry-point=entry

module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence private @mark(!transform.any_op {transform.readonly})
  transform.named_sequence <<|private >>@__transform_main(%a: !transform.any_op {transform.readonly}) {
    transform.include @mark failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @<<other|more_0|mark_0>>(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
// -----
// Names that the library has, too.
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence private @mark(!transform.any_op {transform.readonly})
  transform.named_sequence <<private|>> @<<note|note_0|notes>>(%a: !transform.any_op {transform.readonly}) {
    transform.annotate %a "own.note" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op {transform.readonly}) {
    transform.include @mark failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
// -----
// A script in a nested module, and a program without one.
func.func @g() {
  return
}
module @script attributes {transform.with_named_sequence} {
  transform.named_sequence private @mark(!transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%a: !transform.any_op {transform.readonly}) {
    transform.include @mark failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
