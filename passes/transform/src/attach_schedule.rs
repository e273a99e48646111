//! `transform-attach-schedule`: a pipeline as a script, which can be edited and run by `transform-interpreter`.
//!
//! ```mlir
//! transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.consumed}) attributes {strata.apart} {
//!   %0 = transform.apply_registered_pass "canonicalize" to %arg0 : (!transform.any_op) -> !transform.any_op
//!   …
//! }
//! ```

use std::fmt::Write;

use strata_ir::{
    core::Diagnostic,
    prelude::*,
    text::{ParseOptions, parse_module},
};
use strata_pass::{BodyPass, OpPipeline, PassCx, PassResult, PipelineItem, pass, pipeline::parse_pipeline};
use strata_transform::{NamedSequenceOp, WITH_NAMED_SEQUENCE};

/// The attribute of a named sequence in a module that passes, which a script runs on this module, do not see: a pass that converts all of a
/// program would not know the ops of the script.
pub const APART: &str = "strata.apart";

/// Add a transform script that runs the passes of a pipeline.
#[pass(name = "transform-attach-schedule", class = "AttachSchedulePass", on = "builtin.module", produces = [transform])]
pub struct AttachSchedule {
    /// The pipeline or pass, as in --pass-pipeline, without the op around it
    pub pipeline: String,
}

impl BodyPass for AttachSchedule {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let loc = body.loc(Op::SELF);
        let fail = |message: String| Diagnostic::error(loc, message);
        let registry = cx.registry().cloned().ok_or_else(|| fail("no passes are registered".to_owned()))?;
        let elements = parse_pipeline(&self.pipeline).map_err(|e| fail(e.message))?;
        let mut pipeline = OpPipeline::new(Some("builtin.module"));
        for element in &elements {
            let added = pipeline.add_element(&registry, element, true);
            added.map_err(|_| fail(format!("'{}' is no pass or pipeline for modules", element.name)))?;
        }
        let ctx = body.cx_arc().clone();
        let parsed = parse_module(&ctx, "schedule", script(&pipeline), ParseOptions::default());
        let script = parsed.map_err(strata_pass::PassError::from)?;
        let sequence = script.all_ops().into_iter().find(|op| op.isa::<NamedSequenceOp>(&script));
        if crate::interpreter::find_sequence(body, "__transform_main").is_some() {
            return Err(fail("the module already has a named sequence '__transform_main'".to_owned()).into());
        }
        if let (Some(sequence), Some(block)) = (sequence, body.entry()) {
            let new = body.import_op(&script, sequence, &mut IdMap::new());
            body.insert(new, InsertPoint::at_end(block));
            body.set_attr(Op::SELF, WITH_NAMED_SEQUENCE, Some(ctx.unit()));
        }
        Ok(())
    }
}

/// The text of the script of a pipeline.
fn script(pipeline: &OpPipeline) -> String {
    let mut out = String::from(
        "module attributes {transform.with_named_sequence} {\n  transform.named_sequence @__transform_main(%h0: !transform.any_op {transform.consumed}) attributes {strata.apart} {\n",
    );
    let mut handles = 0;
    steps(pipeline, 0, &mut handles, &mut out);
    out.push_str("    transform.yield\n  }\n}\n");
    out
}

/// Runs the passes of a pipeline on the ops of a handle. Ops that have a pipeline of their own are matched in them.
fn steps(pipeline: &OpPipeline, on: usize, handles: &mut usize, out: &mut String) {
    let mut on = on;
    for item in &pipeline.items {
        *handles += 1;
        let new = *handles;
        match item {
            PipelineItem::Pass(instance) => {
                let _ = write!(
                    out,
                    "    %h{new} = transform.apply_registered_pass \"{}\"",
                    instance.pass.info().name
                );
                let options = instance.pass.options();
                let texts: Vec<String> =
                    options.iter().map(|(key, value)| format!("{key:?} = {value:?}")).collect();
                if !texts.is_empty() {
                    let _ = write!(out, " with options = {{{}}}", texts.join(", "));
                }
                let _ = writeln!(out, " to %h{on} : (!transform.any_op) -> !transform.any_op");
                on = new;
            }
            PipelineItem::Nested(nested) => {
                let _ = writeln!(
                    out,
                    "    %h{new} = transform.structured.match ops{{[{:?}]}} in %h{on} : (!transform.any_op) -> !transform.any_op",
                    nested.anchor_name()
                );
                strata_ir::core::writer::deep(|| steps(nested, new, handles, out));
            }
        }
    }
}
