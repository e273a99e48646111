//! The passes of this crate, by their names on the command line.

use strata_ir::{core::Diagnostic, prelude::*};
use strata_pass::{BodyPass, PassCx, PassError, PassRegistry, PassResult, pass};
use strata_transform::{NamedSequenceOp, types::HandleKind};

use crate::{
    check_uses, infer_effects,
    interpreter::{Interpreter, find_sequence},
    library, ops,
    payload::{Payload, PayloadOp, ROOT},
    state::Mapping,
};

/// Transform dialect interpreter.
#[pass(name = "transform-interpreter", class = "InterpreterPass", produces = [affine, arith, bufferization, linalg, memref, scf, tensor, vector])]
pub struct TransformInterpreter {
    /// Select the operation with 'transform.target_tag' attribute having the given value as payload IR root. If empty select
    /// the pass anchor operation as the payload IR root
    pub debug_payload_root_tag: String,
    /// Binds trailing arguments of the entry point to the payload operations with specified names
    pub debug_bind_trailing_args: Vec<String>,
    /// Disable expensive checks in the interpreter for a faster run
    pub disable_expensive_checks: bool,
    /// Entry point of the pass pipeline
    #[option(default = "__transform_main".to_owned())]
    pub entry_point: String,
}

impl BodyPass for TransformInterpreter {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let loc = body.loc(Op::SELF);
        let library = library::module(body.cx_arc())?;
        // A script in the library stays there; one in the module gets what the library has.
        let script = match library {
            Some(library) if find_sequence(body, &self.entry_point).is_none() => *library,
            library => {
                if let Some(library) = library {
                    library::merge_at(body, &self.entry_point, *library)?;
                }
                body.clone()
            }
        };
        let Some(entry) = find_sequence(&script, &self.entry_point) else {
            let message = format!("could not find a nested named sequence with name: {}", self.entry_point);
            return Err(Diagnostic::error(loc, message).into());
        };
        let mut payload = Payload::new(body);
        let root = self.root(&mut payload)?;
        let args = self.arguments(&mut payload, root, entry)?;
        let mut interpreter =
            Interpreter::new(&script, payload, root, cx, !self.disable_expensive_checks, ops::table());
        match interpreter.call(entry, args, false) {
            Ok(_) => Ok(()),
            Err(failure) => Err(failure.into_diagnostics().into()),
        }
    }
}

impl TransformInterpreter {
    /// The op on which the script works.
    fn root(&self, payload: &mut Payload<'_>) -> Result<PayloadOp, PassError> {
        let whole = PayloadOp { body: ROOT, op: Op::SELF };
        let tag = &self.debug_payload_root_tag;
        if tag.is_empty() {
            return Ok(whole);
        }
        let mut ops = vec![whole];
        ops.extend(payload.walk(whole, false));
        ops.retain(|at| {
            let body = payload.body(at.body);
            body.attr(at.op, "transform.target_tag").and_then(|a| body.cx().attr_str(a)) == Some(tag)
        });
        match ops[..] {
            [one] => Ok(one),
            [] => {
                let message = format!(
                    "couldn't find the root payload op with attribute \"transform.target_tag\"=\"{tag}\""
                );
                Err(Diagnostic::error(payload.loc(whole), message).into())
            }
            [first, second, ..] => {
                let message = "found more than one root payload op with the same transform.target_tag";
                let d =
                    Diagnostic::error(payload.loc(second), message).note(payload.loc(first), "previous one");
                Err(d.into())
            }
        }
    }
    /// The objects that the arguments of the entry point stand for: the root, and what `debug-bind-trailing-args` says.
    fn arguments(
        &self,
        payload: &mut Payload<'_>,
        root: PayloadOp,
        entry: (&Body, NamedSequenceOp),
    ) -> Result<Vec<Mapping>, PassError> {
        let types = &entry.1.ty(entry.0).inputs;
        let loc = entry.0.loc(entry.1.op());
        let extra = types.len().saturating_sub(1);
        if extra != self.debug_bind_trailing_args.len() {
            let message = format!(
                "operation expects {extra} extra value bindings, but {} were provided to the interpreter",
                self.debug_bind_trailing_args.len()
            );
            return Err(Diagnostic::error(loc, message).into());
        }
        let mut args = vec![Mapping::ops(payload, [root])];
        for (text, &ty) in self.debug_bind_trailing_args.iter().zip(&types[1..]) {
            args.push(
                bind_trailing(payload, root, text, HandleKind::from_type(entry.0.cx(), ty))
                    .map_err(|message| PassError::from(Diagnostic::error(loc, message)))?,
            );
        }
        if types.is_empty() {
            args.clear();
        }
        Ok(args)
    }
}

/// `#1;2` are parameters, `^name` the results of the ops of a name, and `name` these ops.
fn bind_trailing(
    payload: &mut Payload<'_>,
    root: PayloadOp,
    text: &str,
    kind: Option<HandleKind>,
) -> Result<Mapping, String> {
    if let Some(numbers) = text.strip_prefix('#') {
        let numbers = numbers
            .split(';')
            .map(|n| n.trim().parse().map_err(|_| format!("failed to parse a parameter from '{n}'")));
        let cx = payload.body(ROOT).cx_arc().clone();
        let numbers = numbers.collect::<Result<Vec<i64>, _>>()?;
        return Ok(Mapping::Params(numbers.into_iter().map(|n| cx.i64_attr(n)).collect()));
    }
    let name = text.trim_start_matches('^');
    let mut ops = payload.walk(root, true);
    ops.retain(|at| payload.body(at.body).op_name(at.op) == name);
    match (text.starts_with('^'), kind) {
        (false, Some(HandleKind::Op)) => Ok(Mapping::ops(payload, ops)),
        (true, Some(HandleKind::Value)) => {
            let results = |at: PayloadOp| {
                let values = payload.body(at.body).results(at.op).to_vec();
                values.into_iter().map(move |value| crate::payload::PayloadValue { body: at.body, value })
            };
            Ok(Mapping::Values(ops.into_iter().flat_map(results).collect()))
        }
        _ => Err(format!("cannot bind '{text}' to an argument of this type")),
    }
}

/// Warn about potential use-after-free in the transform dialect.
#[pass(name = "transform-dialect-check-uses", class = "CheckUsesPass", observes)]
pub struct CheckUses;

impl BodyPass for CheckUses {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        check_uses::check(body, cx);
        Ok(())
    }
}

/// Infer transform side effects for symbols.
#[pass(name = "transform-infer-effects", class = "InferEffectsPass", idempotent)]
pub struct InferEffects;

impl BodyPass for InferEffects {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        infer_effects::infer(body);
        Ok(())
    }
}

/// Erase transform dialect schedule from the IR.
#[pass(
    name = "test-transform-dialect-erase-schedule",
    class = "TestTransformDialectEraseSchedulePass",
    idempotent
)]
pub struct EraseSchedule;

impl BodyPass for EraseSchedule {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        erase_schedule(body);
        Ok(())
    }
}

/// Erases transform ops that stand in modules.
fn erase_schedule(body: &mut Body) {
    let schedules: Vec<Op> =
        body.all_ops().into_iter().filter(|&op| body.info(op).dialect() == "transform").collect();
    for op in schedules {
        if body.is_live(op)
            && body.parent_op(op).is_some_and(|parent| body.info(parent).dialect() != "transform")
        {
            body.erase_forced(op);
        }
    }
    for (_, child) in body.children_mut() {
        strata_ir::core::writer::deep(|| erase_schedule(child));
    }
}

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<TransformInterpreter>()
        .add::<library::PreloadLibrary>()
        .add::<CheckUses>()
        .add::<InferEffects>()
        .add::<EraseSchedule>()
        .add::<crate::attach_schedule::AttachSchedule>();
}
