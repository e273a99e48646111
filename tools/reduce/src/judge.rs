//! Decides which candidates are interesting, several at once.

use std::{path::Path, sync::Mutex, time::Instant};

use strata_ir::{
    core::Body,
    text::{PrintOptions, print_body},
};
use strata_pass::{
    pipeline::{PipelineElement, parse_pipeline, print_pipeline},
    reproducer,
};
use strata_reducer::Property;
use tempfile::TempDir;

use crate::{
    pipeline,
    run::{Ending, Test},
};

/// The failure to be kept.
pub(crate) struct Judge {
    test: Test,
    /// The pipeline of candidates, if there is one.
    pipeline: Option<Vec<PipelineElement>>,
    jobs: usize,
    deadline: Instant,
    folder: TempDir,
    /// How a run on the whole module ended.
    usual: Ending,
    /// Why nothing can be run any more.
    failure: Option<String>,
}

impl Judge {
    pub(crate) fn new(
        test: Test,
        pipeline: Option<String>,
        jobs: usize,
        deadline: Instant,
    ) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("strata-reduce").tempdir();
        let folder = folder.map_err(|e| format!("strata-reduce: error: no folder for candidates: {e}\n"))?;
        let pipeline = pipeline.map(|text| parse_pipeline(&text)).transpose();
        let pipeline =
            pipeline.map_err(|e| format!("strata-reduce: error: the pipeline is not one: {e}\n"))?;
        let usual = Ending { status: 0, words: Vec::new() };
        Ok(Self { test, pipeline, jobs, deadline, folder, usual, failure: None })
    }

    /// Runs the whole module, which has to be interesting.
    pub(crate) fn accept(&mut self, module: &Body, file: &Path) -> Result<(), String> {
        let ending = self.run(0, &self.text(module))?;
        match ending {
            Some(ending) if self.test.is_failure(&ending) => self.usual = ending,
            Some(ending) => {
                return Err(format!(
                    "strata-reduce: error: {} is not interesting: '{}' ends with status {}\n",
                    file.display(),
                    self.test.name(),
                    ending.status
                ));
            }
            None => {
                return Err(format!(
                    "strata-reduce: error: '{}' does not end on {} before --test-timeout\n",
                    self.test.name(),
                    file.display()
                ));
            }
        }
        Ok(())
    }

    /// The text of a candidate, with its pipeline.
    pub(crate) fn text(&self, module: &Body) -> String {
        self.with_pipeline(module, self.pipeline.as_deref())
    }

    fn with_pipeline(&self, module: &Body, pipeline: Option<&[PipelineElement]>) -> String {
        let text = print_body(module, &PrintOptions::default());
        match pipeline {
            Some(pipeline) => reproducer::text(&text, &print_pipeline(pipeline), false, true),
            None => text,
        }
    }

    /// Why the script could not be run.
    pub(crate) fn failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    /// Drops passes and their options that the failure does not need.
    pub(crate) fn reduce_pipeline(&mut self, module: &Body) -> Result<(), String> {
        let Some(mut best) = self.pipeline.clone() else { return Ok(()) };
        let mut at = 0;
        while Instant::now() < self.deadline {
            let Some(next) = pipeline::without(&best, at) else { break };
            let ending = self.run(0, &self.with_pipeline(module, Some(&next)))?;
            match ending.is_some_and(|ending| self.test.is_interesting(&ending, &self.usual)) {
                // The next part has this number now.
                true => best = next,
                false => at += 1,
            }
        }
        self.pipeline = Some(best);
        Ok(())
    }

    fn run(&self, slot: usize, text: &str) -> Result<Option<Ending>, String> {
        let file = self.folder.path().join(format!("candidate{slot}.mlir"));
        std::fs::write(&file, text)
            .map_err(|e| format!("strata-reduce: error: {}: {e}\n", file.display()))?;
        self.test.run(&file)
    }
}

impl Property for Judge {
    fn first(&mut self, candidates: &[Box<Body>]) -> Option<usize> {
        let texts: Vec<String> = candidates.iter().map(|candidate| self.text(candidate)).collect();
        let failure = Mutex::new(None);
        let judge = &*self;
        let is_interesting = |slot: usize| match judge.run(slot, &texts[slot]) {
            Ok(ending) => ending.is_some_and(|ending| judge.test.is_interesting(&ending, &judge.usual)),
            Err(why) => {
                *failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(why);
                false
            }
        };
        let found: Vec<bool> = std::thread::scope(|scope| {
            let is_interesting = &is_interesting;
            let runs: Vec<_> =
                (0..texts.len()).map(|slot| scope.spawn(move || is_interesting(slot))).collect();
            runs.into_iter().map(|run| run.join().unwrap_or(false)).collect()
        });
        self.failure = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.iter().position(|&interesting| interesting)
    }
    fn width(&self) -> usize {
        self.jobs
    }
    fn is_over(&self) -> bool {
        self.failure.is_some() || Instant::now() >= self.deadline
    }
}
