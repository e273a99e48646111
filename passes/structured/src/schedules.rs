//! `attach-schedules`: gives functions the options of passes that a tuner found for them.
//!
//! A function is known by its contents: the hash of its text without names of functions, without attributes, and without the numbers of
//! large constants. So a schedule that was found for a kernel holds for the same kernel in every program.
//!
//! # Before
//! ```mlir
//! func.func private @main_kernel(%x: memref<64xf32>) { … }
//! ```
//! # After `attach-schedules{schedules={4f1d… linalg-vectorize{vector-bits=256}}}`
//! ```mlir
//! func.func private @main_kernel(%x: memref<64xf32>) attributes {strata.schedule = "linalg-vectorize{vector-bits=256}"} { … }
//! ```
//! [`strata_pass::schedule`] describes the attribute. A function that has one already, of an earlier level, keeps it, and the new one is
//! added.

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_op},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass, pipeline::parse_pipeline, schedule::SCHEDULE_ATTR};

/// A schedule of no function.
pub const NONE: &str = "{0}";

/// Numbers of a constant beyond which only its type counts.
const LARGE: u64 = 64;

/// Give functions options of passes that a tuner found.
#[pass(
    name = "attach-schedules",
    class = "AttachSchedules",
    on = "builtin.module",
    statistics = ["num-attached": "Number of functions that got a schedule"]
)]
pub struct AttachSchedules {
    /// Schedules: the hash of a function, and a pipeline of passes with options, in braces
    pub schedules: Vec<String>,
}

impl BodyPass for AttachSchedules {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut known: FxHashMap<&str, &str> = FxHashMap::default();
        for entry in &self.schedules {
            let fail =
                |why: &str| Diagnostic::error(module.loc(Op::SELF), format!("schedule '{entry}' {why}"));
            let (hash, pipeline) = read_entry(entry);
            if !is_hash(hash) {
                return Err(fail("does not begin with the hash of a function").into());
            }
            if let Err(why) = parse_pipeline(pipeline) {
                return Err(fail(&format!("is no pipeline: {why}")).into());
            }
            known.insert(hash, pipeline);
        }
        let mut attached = 0;
        for (function, hash) in hashes(module) {
            let Some(&pipeline) = known.get(hash.as_str()).filter(|pipeline| !pipeline.is_empty()) else {
                continue;
            };
            let earlier =
                module.attr(function, SCHEDULE_ATTR).and_then(|a| module.cx().attr_str(a).map(str::to_owned));
            let all = earlier.map_or_else(|| pipeline.to_owned(), |earlier| format!("{earlier},{pipeline}"));
            let attr = module.cx().string_attr(&all);
            module.set_attr(function, SCHEDULE_ATTR, Some(attr));
            attached += 1;
        }
        cx.count("num-attached", attached);
        Ok(())
    }
}

/// The text of a schedule in the option of the pass.
#[must_use]
pub fn entry(hash: &str, pipeline: &str) -> String {
    format!("{{{hash} {pipeline}}}")
}

/// The hash and the pipeline of such a text; the braces may be missing, as where there is one schedule.
fn read_entry(entry: &str) -> (&str, &str) {
    let inner = entry.strip_prefix('{').and_then(|e| e.strip_suffix('}')).unwrap_or(entry);
    let (hash, pipeline) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    (hash, pipeline.trim())
}

/// Whether a text is the hash of a function.
#[must_use]
pub fn is_hash(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_hexdigit())
}

/// The functions of a module that have bodies, and the hashes of their contents.
#[must_use]
pub fn hashes(module: &Body) -> Vec<(Op, String)> {
    let Some(block) = module.entry() else { return Vec::new() };
    let functions = module.block_ops(block).filter(|op| op.isa::<FuncOp>(module));
    functions.filter_map(|op| Some((op, hash(module, op)?))).collect()
}

/// The hash of the contents of a function; none of one without a body.
fn hash(module: &Body, function: Op) -> Option<String> {
    let options = PrintOptions {
        generic: true,
        local_scope: true,
        elide_elements_larger_than: Some(LARGE),
        elide_resources_larger_than: Some(LARGE),
        ..PrintOptions::default()
    };
    let text = print_op(module, function, &options);
    // The region of the function stands in parentheses; what is in front of it and behind are its name and its attributes.
    let (from, to) = (text.find("({")?, text.rfind("})")?);
    let mut hasher = blake3::Hasher::new();
    let mut rest = text.get(from..to)?;
    while let Some(at) = rest.find('@') {
        hasher.update(&rest.as_bytes()[..=at]);
        let name = rest[at + 1..].find(|c: char| !(c.is_alphanumeric() || "_$.-".contains(c)));
        rest = &rest[at + 1 + name.unwrap_or(rest.len() - at - 1)..];
    }
    hasher.update(rest.as_bytes());
    Some(hasher.finalize().to_hex().as_str()[..16].to_owned())
}
