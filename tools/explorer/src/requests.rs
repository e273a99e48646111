//! The requests of the page, as JSON objects with the member `call`, and their answers.
//!
//! | call | members | answer |
//! |---|---|---|
//! | `check` | `source` | `diagnostics` |
//! | `plan` | `pipeline` | `passes`, or `error` |
//! | `names` | | all passes and pipelines with their options |
//! | `open` | `source`, `pipeline` | `passes` and the first `version`, or `diagnostics`, or `error` |
//! | `step` | | what the next pass did; `done` behind the last |
//! | `version` | `version` | its text, its ops, and what it has for other views |
//! | `trace` | `version`, `op` | the ops of all versions that the op is related to, and its places |
//! | `graph` | `version`, `body` | the data flow of a function |
//! | `loops`, `buffers` | `version` | those of all functions |
//! | `kernels` | `version` | counters of its kernels |
//! | `run` | `version`, `function`, `inputs`, `seed` | inputs, results, steps |
//! | `validate` | `inputs` | the functions; from now on `step` has `verdicts` |

use serde_json::{Value, json};
use strata_interp::validate::Verdict;
use strata_ir::text::{ParseOptions, parse_module};
use strata_pass::{OptionSpec, RunStatus};

use crate::{
    Explorer, Session, buffers, diagnostics, graph, kernels, lineage, loops, places, run,
    session::{OpenError, Planned, SOURCE, Step, kinds, plan},
    validation::Validation,
    version::Version,
};

/// Answers a request.
///
/// # Errors
/// If it is no valid request, or there is nothing that it could be about.
pub fn answer(explorer: &mut Explorer, request: &str) -> Result<Value, String> {
    let request: Value =
        serde_json::from_str(request).map_err(|error| format!("no valid request: {error}"))?;
    match text(&request, "call")? {
        "check" => check(explorer, text(&request, "source")?),
        "plan" => {
            let passes = plan(&explorer.passes, text(&request, "pipeline")?)?;
            Ok(json!({ "passes": passes.iter().map(planned).collect::<Vec<_>>() }))
        }
        "names" => Ok(names(explorer)),
        "open" => open(explorer, text(&request, "source")?, text(&request, "pipeline")?),
        "step" => step(session(explorer)?),
        "validate" => {
            let session = session(explorer)?;
            let inputs = number(&request, "inputs").unwrap_or(2).clamp(1, 16);
            session.validation = Some(Validation::new(session.module(), inputs as u64));
            Ok(json!({ "functions": session.validation.as_ref().map(Validation::functions) }))
        }
        view => of_version(explorer, view, &request),
    }
}

/// The views of one version.
fn of_version(explorer: &mut Explorer, view: &str, request: &Value) -> Result<Value, String> {
    let at = number(request, "version")?;
    let session = explorer.session.as_ref().ok_or("no program is open")?;
    let one = session.versions.get(at).ok_or_else(|| format!("there is no version {at}"))?;
    match view {
        "version" => Ok(version(one)),
        "trace" => trace(session, at, number(request, "op")? as u32),
        "graph" => graph::graph(one, number(request, "body")? as u32),
        "loops" => Ok(json!(loops::loops(one))),
        "buffers" => Ok(json!(buffers::buffers(one))),
        "kernels" => kernels::kernels(&explorer.dialects, &session.versions, at),
        "run" => {
            let given = request["inputs"].as_array().map(Vec::as_slice).unwrap_or_default();
            let given: Vec<String> =
                given.iter().map(|v| v.as_str().unwrap_or_default().to_owned()).collect();
            let seed = number(request, "seed").unwrap_or(1) as u64 & 0xFFFF_FFFF;
            run::run(&one.module, text(request, "function")?, &given, seed)
        }
        other => Err(format!("there is no request '{other}'")),
    }
}

fn session(explorer: &mut Explorer) -> Result<&mut Session, String> {
    explorer.session.as_mut().ok_or_else(|| "no program is open".to_owned())
}

fn text<'a>(request: &'a Value, member: &str) -> Result<&'a str, String> {
    request[member].as_str().ok_or_else(|| format!("'{member}' of the request is missing"))
}

fn number(request: &Value, member: &str) -> Result<usize, String> {
    let number = request[member].as_u64().and_then(|n| usize::try_from(n).ok());
    number.ok_or_else(|| format!("'{member}' of the request is missing"))
}

fn check(explorer: &Explorer, source: &str) -> Result<Value, String> {
    let cx = explorer.dialects.clone().freeze();
    let options = ParseOptions { recover: true, ..ParseOptions::default() };
    let errors = parse_module(&cx, SOURCE, source.to_owned(), options).err().unwrap_or_default();
    Ok(json!({ "diagnostics": diagnostics::diagnostics(&cx, &errors) }))
}

fn open(explorer: &mut Explorer, source: &str, pipeline: &str) -> Result<Value, String> {
    explorer.session = None;
    match Session::open(&explorer.dialects, &explorer.passes, source, pipeline) {
        Ok(session) => {
            let passes: Vec<Value> = session.passes.iter().map(planned).collect();
            let first = session.versions.first().map(kinds);
            explorer.session = Some(session);
            Ok(json!({ "passes": passes, "kinds": first }))
        }
        Err(OpenError::Program(cx, errors)) => {
            Ok(json!({ "diagnostics": diagnostics::diagnostics(&cx, &errors) }))
        }
        Err(OpenError::Pipeline(error)) => Err(error),
    }
}

fn planned(pass: &Planned) -> Value {
    json!({ "name": pass.name, "text": pass.text, "summary": pass.summary })
}

fn step(session: &mut Session) -> Result<Value, String> {
    if session.step().is_none() {
        return Ok(json!({ "done": true }));
    }
    let verdicts = session.verdicts();
    let (Some(step), Some(last)) = (session.steps.last(), session.versions.last()) else {
        return Err("no pass ran".to_owned());
    };
    let mut answer = step_answer(session, step);
    answer["kinds"] = json!(kinds(last));
    answer["verdicts"] = json!(verdicts);
    Ok(answer)
}

fn step_answer(session: &Session, step: &Step) -> Value {
    let events = &step.events;
    json!({
        "done": session.is_done(),
        "status": match step.status {
            RunStatus::Success => "success",
            RunStatus::Failed => "failed",
            RunStatus::Crashed => "crashed",
        },
        "changed": step.changed,
        "version": step.version,
        "diagnostics": diagnostics::outputs(session.cx(), &step.outputs),
        "events": {
            "created": events.created, "erased": events.erased, "moved": events.moved, "touched": events.touched,
            "replaced": events.replaced,
        },
    })
}

impl Session {
    /// The effect of the last pass on results, if passes are validated and it changed something.
    fn verdicts(&mut self) -> Vec<Value> {
        let changed = self.steps.last().is_some_and(|step| step.changed && step.status == RunStatus::Success);
        if !changed {
            return Vec::new();
        }
        let Some(mut validation) = self.validation.take() else { return Vec::new() };
        let verdicts = validation.check(self.module());
        self.validation = Some(validation);
        let verdict = |checked: crate::validation::Checked| {
            let (word, message) = match checked.verdict {
                Verdict::Agrees => ("agrees", None),
                Verdict::Unchecked(why) => ("unchecked", Some(why)),
                Verdict::Differs(mismatch) => {
                    ("differs", Some(format!("input #{}: {}", mismatch.input, mismatch.message)))
                }
            };
            json!({ "function": checked.function, "verdict": word, "message": message })
        };
        verdicts.into_iter().map(verdict).collect()
    }
}

/// A version: each op is six numbers: its own, its first and last line, its depth, what the pass did to it (1 made it, 2 changed it), and the
/// line of the source that it comes from, or 0.
fn version(one: &Version) -> Value {
    let mut ops = Vec::with_capacity(6 * one.ops.len());
    let mut open: Vec<u32> = Vec::new();
    let cx = one.module.cx();
    for op in &one.ops {
        while open.last().is_some_and(|&end| end < op.first_line) {
            open.pop();
        }
        let depth = open.len() as u32;
        if op.last_line > op.first_line {
            open.push(op.last_line);
        }
        let change = u32::from(op.is_new) + 2 * u32::from(op.is_touched);
        let place = op.loc.file_line_col(cx).filter(|place| place.0 == SOURCE);
        ops.extend([op.number, op.first_line, op.last_line, depth, change, place.map_or(0, |place| place.1)]);
    }
    json!({
        "text": one.text,
        "ops": ops,
        "bodies": graph::bodies(one),
        "functions": run::functions(&one.module),
    })
}

fn trace(session: &Session, at: usize, number: u32) -> Result<Value, String> {
    let one = &session.versions[at];
    let op = one.op(number).ok_or_else(|| format!("there is no op {number} in version {at}"))?;
    let related = lineage::trace(session.cx(), &session.versions, at, number);
    let bodies = one.bodies();
    let kind = bodies.get(&op.body).map(|body| body.op_name(op.op));
    Ok(json!({ "versions": related, "kind": kind, "location": places::describe(session.cx(), op.loc) }))
}

/// All passes and pipelines.
fn names(explorer: &Explorer) -> Value {
    let options = |specs: Vec<OptionSpec>| -> Vec<Value> {
        let option = |spec: OptionSpec| json!({ "name": spec.name, "kind": spec.kind, "default": spec.default, "help": spec.summary });
        specs.into_iter().map(option).collect()
    };
    let passes = explorer.passes.passes().map(|entry| {
        let info = entry.info;
        json!({ "name": info.name, "summary": info.summary, "anchor": info.anchor, "options": options((entry.options)()) })
    });
    let pipelines = explorer.passes.pipelines().map(|entry| {
        json!({ "name": entry.name, "summary": entry.summary, "options": options((entry.options)()) })
    });
    json!({ "passes": passes.collect::<Vec<_>>(), "pipelines": pipelines.collect::<Vec<_>>() })
}
