module attributes {transform.with_named_sequence} {
  transform.named_sequence @mark(%a: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.include @note failures(propagate) (%f) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence private @note(%a: !transform.any_op {transform.readonly}) {
    transform.annotate %a "library.note" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @entry(%a: !transform.any_op {transform.readonly}) {
    transform.include @mark failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
