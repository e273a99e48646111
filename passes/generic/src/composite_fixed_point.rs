//! `composite-fixed-point-pass`: repeats a pipeline until it changes nothing.
//!
//! `--composite-fixed-point-pass='name=simplify pipeline=any(canonicalize,cse)'` runs the two passes in turn. If they still change the op
//! after `max-iterations`, this is a warning. Pipelines on ops of one kind inside of the op are an error.

use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, OpPipeline, PassCx, PassResult, pass};

/// Composite fixed point pass.
#[pass(name = "composite-fixed-point-pass", class = "CompositeFixedPointPass")]
pub struct CompositeFixedPoint {
    /// Composite pass display name
    #[option(default = "CompositeFixedPointPass".to_owned())]
    pub name: String,
    /// Composite pass inner pipeline
    pub pipeline: String,
    /// Maximum number of iterations if inner pipeline
    #[option(default = 10)]
    pub max_iterations: i32,
}

impl BodyPass for CompositeFixedPoint {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let loc = body.loc(Op::SELF);
        if self.max_iterations <= 0 {
            return Err(cx.error(loc, format!("Invalid maxIterations value: {}", self.max_iterations)));
        }
        if self.pipeline.is_empty() {
            return Ok(());
        }
        let Some(registry) = cx.registry().cloned() else {
            return Err(cx.error(loc, "composite-fixed-point-pass needs the registered passes"));
        };
        let text = self.pipeline.trim();
        let list = text.strip_prefix("any(").and_then(|t| t.strip_suffix(')')).unwrap_or(text);
        let pipeline = match OpPipeline::parse(&registry, &format!("any({list})")) {
            Ok(pipeline) => pipeline,
            Err(message) => return Err(cx.error(loc, message)),
        };
        if pipeline.has_nested() {
            return Err(
                cx.error(loc, "composite-fixed-point-pass runs no nested pipelines, but passes on one op")
            );
        }
        let mut before = versions(body);
        for iteration in 0.. {
            cx.run_nested(&pipeline, body)?;
            if iteration >= self.max_iterations {
                let n = self.max_iterations;
                let message = format!("Composite pass \"{}\"+ didn't converge in {n} iterations", self.name);
                cx.warning(loc, message);
                break;
            }
            let after = versions(body);
            if after == before {
                break;
            }
            before = after;
        }
        Ok(())
    }
}

/// The versions of a body and of all bodies in it.
fn versions(body: &Body) -> Vec<u64> {
    let mut out = vec![body.version()];
    for (_, child) in body.children() {
        out.extend(deep(|| versions(child)));
    }
    out
}
