//! `--validate-passes`: runs a pipeline one pass at a time and interprets the program after each pass that changed it.
//!
//! Every public function with arguments of known sizes is called with the same random inputs before and after each pass. The first pass
//! that changes a result is reported, and the run stops there. Where the interpreter cannot run a function any more, as in the `llvm`
//! dialect, a remark says so and later passes are not validated for it. Programs with shardings are run on the devices of their mesh too
//! (`devices`).

mod devices;

use std::sync::Arc;

use devices::Devices;
use strata_interp::validate::{Entry, Mismatch, Settings, Verdict};
use strata_ir::core::{Body, Diagnostic, Location, Op, symbols::SymbolTable};
use strata_llvm::mangle::{demangle, mangle};
use strata_pass::{
    OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunReport, RunStatus, Statistics,
    Timer, stamp,
};

/// A function that is called before and after passes.
struct Checked {
    entry: Entry,
    /// Passes since the last results were computed, after which the function could not be called.
    unchecked: Vec<&'static str>,
}

/// The settings: the number of inputs, a tolerance, and the routines of the CPU runtime for functions that declare them.
pub fn settings(inputs: u64, tolerance: Option<f64>) -> Settings {
    let default = Settings::new(inputs);
    Settings {
        tolerance: tolerance.unwrap_or(default.tolerance),
        routines: Some(Arc::new(crate::routines::call)),
        ..default
    }
}

/// Runs `pipeline` on `body` and validates each of its passes.
pub fn run(
    pipeline: &OpPipeline,
    config: &PassManagerConfig,
    registry: &Arc<PassRegistry>,
    body: &mut Body,
    settings: &Settings,
) -> RunReport {
    let mut report = RunReport {
        status: RunStatus::Success,
        outputs: Vec::new(),
        timing: Timer::default(),
        statistics: Statistics::default(),
        skipped: 0,
    };
    // The pass manager sees only one pass at a time, so the order is checked here.
    if let Err(message) = pipeline.check_order(registry) {
        report.outputs.push(Output::Diagnostic(Diagnostic::error(body.loc(Op::SELF), message)));
        report.status = RunStatus::Failed;
        return report;
    }
    let mut entries = entries(body, settings, &mut report.outputs);
    let mut devices = Devices::new(body, &entries, registry, settings);
    for (pass, single) in pipeline.singles() {
        let pass = pass.pass.info().name;
        let before = stamp(body);
        let divisions = devices.before(pass, body, &entries);
        let step = PassManager::new(single, config.clone(), Some(registry.clone())).run(body);
        report.timing.absorb(step.timing);
        report.statistics.merge(step.statistics);
        report.outputs.extend(step.outputs);
        report.skipped += step.skipped;
        if step.status != RunStatus::Success {
            report.status = step.status;
            return report;
        }
        let is_new_stage = devices.after(pass, divisions, &mut entries);
        if stamp(body) == before && !is_new_stage {
            continue;
        }
        let outputs = &mut report.outputs;
        let checked = entries.iter_mut().try_for_each(|entry| entry.check(body, pass, settings, outputs));
        let checked = checked.and_then(|()| devices.check(body, pass, &entries, settings, outputs));
        if let Err(d) = checked {
            report.outputs.push(Output::Diagnostic(*d));
            report.status = RunStatus::Failed;
            return report;
        }
    }
    report
}

/// The public functions that can be called, with their results.
fn entries(module: &Body, settings: &Settings, outputs: &mut Vec<Output>) -> Vec<Checked> {
    let mut out = Vec::new();
    for (op, entry) in Entry::all(module, settings) {
        if let Err(why) = &entry.want {
            let message = format!("passes are not validated for @{}: {why}", entry.name);
            outputs.push(Output::Diagnostic(Diagnostic::remark(module.loc(op), message)));
            continue;
        }
        out.push(Checked { entry, unchecked: Vec::new() });
    }
    out
}

/// Where a function is.
fn place(module: &Body, name: &str) -> Location {
    module.loc(SymbolTable::new(module).get(module.cx().intern(name)).unwrap_or(Op::SELF))
}

impl Checked {
    /// Compares the results after a pass with those before.
    fn check(
        &mut self,
        module: &Body,
        pass: &'static str,
        settings: &Settings,
        outputs: &mut Vec<Output>,
    ) -> Result<(), Box<Diagnostic>> {
        let table = SymbolTable::new(module);
        let named = |name: &str| table.get(module.cx().intern(name));
        // A pass renames functions to their names in compiled code; messages use the names of the program.
        let mangled = mangle(&self.entry.name);
        if named(&self.entry.name).is_none() && named(&mangled).is_some() {
            self.entry.name = mangled;
        }
        let shown = demangle(&self.entry.name).unwrap_or_else(|| self.entry.name.clone());
        let loc = place(module, &self.entry.name);
        match self.entry.check(module, settings) {
            Verdict::Agrees => self.unchecked.clear(),
            Verdict::Unchecked(why) => {
                // The following passes most likely fail in the same way, so it is reported once.
                if self.unchecked.is_empty() {
                    let message =
                        format!("pass '{pass}' is not validated for @{shown}, nor are later ones: {why}");
                    outputs.push(Output::Diagnostic(Diagnostic::remark(loc, message)));
                }
                self.unchecked.push(pass);
            }
            Verdict::Differs(Mismatch { input, message, .. }) => {
                let who = match self.unchecked.first() {
                    None => format!("pass '{pass}'"),
                    Some(first) => format!("one of the passes from '{first}' to '{pass}'"),
                };
                let message = format!("{who} changed a result of @{shown}: input #{input}: {message}");
                return Err(Box::new(Diagnostic::error(loc, message)));
            }
        }
        Ok(())
    }
}
