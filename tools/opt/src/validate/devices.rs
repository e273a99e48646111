//! Programs with shardings: what the devices of the mesh compute together, beside what the whole program computes.
//!
//! A sharding does not change what a program on whole tensors computes, so a wrong one is seen on devices only. From
//! `sdy-reshard-to-collectives` on, after which ops agree on shardings, a copy of the program is turned into that of one device after each
//! pass, and all devices run it on their parts of the inputs. After `sdy-convert-global-to-local` the program itself is that of one device.

use std::sync::Arc;

use strata_interp::validate::{Division, Mismatch, Settings, Verdict};
use strata_ir::core::{Body, Diagnostic, Op};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, RunStatus};

use super::Checked;

/// The pass after which devices can run a program.
const COLLECTIVES: &str = "sdy-reshard-to-collectives";
/// The pass that makes it the program of one device.
const LOCAL: &str = "sdy-convert-global-to-local";
/// From whole tensors to the program of one device.
const LOCALIZE: &str = "builtin.module(sdy-convert-global-to-local,sdy-drop-sharding-and-mesh)";
/// Ops that have no meaning on parts.
const PENDING: [&str; 4] =
    ["sdy.reshard", "sdy.sharding_constraint", "sdy.sharding_group", "sdy.data_flow_edge"];
/// Ops of programs after [`COLLECTIVES`].
const DONE: [&str; 6] = [
    "sdy.all_gather",
    "sdy.all_reduce",
    "sdy.all_slice",
    "sdy.all_to_all",
    "sdy.collective_permute",
    "sdy.reduce_scatter",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Shardings are not complete.
    Whole,
    /// Ops agree on shardings.
    Partitioned,
    /// The program is that of one device.
    Local,
}

/// The state of a program with respect to its devices.
pub(super) struct Devices {
    stage: Stage,
    localize: Option<OpPipeline>,
    registry: Arc<PassRegistry>,
    /// Passes since the program was last run on devices.
    unchecked: Vec<&'static str>,
    /// Whether a remark said that devices cannot run the program.
    is_told: bool,
}

impl Devices {
    pub(super) fn new(
        body: &Body,
        entries: &[Checked],
        registry: &Arc<PassRegistry>,
        settings: &Settings,
    ) -> Self {
        let localize = OpPipeline::parse(registry, LOCALIZE).ok();
        let mut this = Self {
            stage: Stage::Whole,
            localize,
            registry: registry.clone(),
            unchecked: Vec::new(),
            is_told: false,
        };
        // A program that comes with collectives is partitioned, if devices give its results.
        let [pending, done] = [&PENDING[..], &DONE].map(|names| has_op(body, names));
        if done && !pending && this.agrees(body, entries, settings) {
            this.stage = Stage::Partitioned;
        }
        this
    }

    fn agrees(&self, body: &Body, entries: &[Checked], settings: &Settings) -> bool {
        let Ok(local) = self.localized(body) else { return false };
        entries.iter().all(|checked| {
            let entry = &checked.entry;
            Division::new(body, &entry.name)
                .is_some_and(|division| entry.check_divided(&local, &division, settings) == Verdict::Agrees)
        })
    }

    /// The divisions of functions that a pass is about to make those of one device.
    pub(super) fn before(&self, pass: &str, body: &Body, entries: &[Checked]) -> Vec<Option<Division>> {
        match pass {
            LOCAL if self.localize.is_some() => {
                entries.iter().map(|checked| Division::new(body, &checked.entry.name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Notes that a pass has run; whether devices can run the program from now on, or in another way.
    pub(super) fn after(
        &mut self,
        pass: &str,
        divisions: Vec<Option<Division>>,
        entries: &mut [Checked],
    ) -> bool {
        match pass {
            LOCAL => {
                self.stage = Stage::Local;
                let all = entries.iter_mut().zip(divisions);
                all.for_each(|(checked, division)| checked.entry.division = division);
                true
            }
            COLLECTIVES => {
                self.stage = Stage::Partitioned;
                true
            }
            _ => false,
        }
    }

    /// Compares what devices compute after a pass with the results of the whole program.
    pub(super) fn check(
        &mut self,
        body: &Body,
        pass: &'static str,
        entries: &[Checked],
        settings: &Settings,
        outputs: &mut Vec<Output>,
    ) -> Result<(), Box<Diagnostic>> {
        if self.localize.is_none() || self.stage == Stage::Local {
            return Ok(());
        }
        self.unchecked.push(pass);
        if self.stage == Stage::Whole {
            return Ok(());
        }
        let local = match self.localized(body) {
            Ok(local) => local,
            Err(why) => {
                self.tell(body, pass, &why, outputs);
                return Ok(());
            }
        };
        for Checked { entry, .. } in entries {
            let Some(division) = Division::new(body, &entry.name) else { continue };
            match entry.check_divided(&local, &division, settings) {
                Verdict::Agrees => {}
                Verdict::Unchecked(why) => {
                    self.tell(body, pass, &why, outputs);
                    return Ok(());
                }
                Verdict::Differs(Mismatch { input, message, .. }) => {
                    let n = division.devices;
                    let who = match &self.unchecked[..] {
                        [first, .., last] => format!("one of the passes from '{first}' to '{last}'"),
                        _ => format!("pass '{pass}'"),
                    };
                    let name = &entry.name;
                    let message = format!(
                        "{who} changed a result of @{name} on {n} devices: input #{input}: {message}"
                    );
                    return Err(Box::new(Diagnostic::error(super::place(body, name), message)));
                }
            }
        }
        self.unchecked.clear();
        Ok(())
    }

    /// Says once why devices do not run a program.
    fn tell(&mut self, body: &Body, pass: &str, why: &str, outputs: &mut Vec<Output>) {
        if !std::mem::replace(&mut self.is_told, true) {
            let message = format!("pass '{pass}' is not validated on devices: {why}");
            outputs.push(Output::Diagnostic(Diagnostic::remark(body.loc(Op::SELF), message)));
        }
    }

    /// The program of one device; the error says why there is none.
    fn localized(&self, body: &Body) -> Result<Box<Body>, String> {
        let pipeline = self.localize.clone().ok_or("there are no meshes")?;
        let mut local = Box::new(body.clone());
        let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
        let report = PassManager::new(pipeline, config, Some(self.registry.clone())).run(&mut local);
        if report.status == RunStatus::Success {
            return Ok(local);
        }
        let message = |output: &Output| match output {
            Output::Diagnostic(d) => Some(d.message.clone()),
            _ => None,
        };
        Err(report.outputs.iter().find_map(message).unwrap_or_else(|| "it is not that of devices".to_owned()))
    }
}

/// Whether an op in the functions of a module has one of these names.
fn has_op(module: &Body, names: &[&str]) -> bool {
    module.children().any(|(_, body)| body.all_ops().into_iter().any(|op| names.contains(&body.op_name(op))))
}
