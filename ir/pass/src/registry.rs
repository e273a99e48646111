//! The passes and named pipelines of a tool.

use std::{collections::BTreeMap, sync::Arc};

use strata_core::{Body, diagnostics::nearest};

use crate::{OptionSpec, Pass, PassDef, PassInfo, PipelineDef, pipeline::PipelineElement};

/// Makes a pass from options.
type Make = fn(&[(String, String)]) -> Result<Arc<dyn Pass>, String>;

/// A registered pass.
#[derive(Clone)]
pub struct PassEntry {
    /// Its description.
    pub info: &'static PassInfo,
    /// Its options.
    pub options: fn() -> Vec<OptionSpec>,
    make: Make,
}

impl PassEntry {
    /// Makes the pass.
    pub fn make(&self, options: &[(String, String)]) -> Result<Arc<dyn Pass>, String> {
        (self.make)(options)
    }
}

/// A registered pipeline.
#[derive(Clone)]
pub struct NamedPipeline {
    /// Its name.
    pub name: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
    /// Its options.
    pub options: fn() -> Vec<OptionSpec>,
    make: fn(&[(String, String)]) -> Result<Vec<PipelineElement>, String>,
}

impl NamedPipeline {
    /// The passes that it consists of with these options.
    pub fn elements(&self, options: &[(String, String)]) -> Result<Vec<PipelineElement>, String> {
        (self.make)(options)
    }
}

/// Checks a property of IR; the error is a diagnostic at the op that violates it.
pub type PropertyCheck = fn(&Body) -> Result<(), strata_core::Diagnostic>;

/// Passes, pipelines and properties by name.
#[derive(Clone, Default)]
pub struct PassRegistry {
    passes: BTreeMap<&'static str, PassEntry>,
    pipelines: BTreeMap<&'static str, NamedPipeline>,
    properties: BTreeMap<&'static str, PropertyCheck>,
}

impl PassRegistry {
    /// Without passes.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a pass.
    pub fn add<P: PassDef>(&mut self) -> &mut Self {
        let make = |options: &[(String, String)]| Ok(Arc::new(P::parse(options)?) as Arc<dyn Pass>);
        self.passes.insert(P::INFO.name, PassEntry { info: P::INFO, options: P::specs, make });
        self
    }
    /// Adds a pipeline.
    pub fn add_pipeline<P: PipelineDef>(&mut self) -> &mut Self {
        let make = |options: &[(String, String)]| Ok(P::parse(options)?.elements());
        let entry = NamedPipeline { name: P::NAME, summary: P::SUMMARY, options: P::specs, make };
        self.pipelines.insert(P::NAME, entry);
        self
    }
    /// Adds a check for a property that passes require.
    pub fn add_property(&mut self, name: &'static str, check: PropertyCheck) -> &mut Self {
        self.properties.insert(name, check);
        self
    }
    /// The pass named `name`.
    pub fn pass(&self, name: &str) -> Option<&PassEntry> {
        self.passes.get(name)
    }
    /// The pipeline named `name`.
    pub fn pipeline(&self, name: &str) -> Option<&NamedPipeline> {
        self.pipelines.get(name)
    }
    /// The check of a property.
    pub fn property(&self, name: &str) -> Option<PropertyCheck> {
        self.properties.get(name).copied()
    }
    /// All passes, sorted by name.
    pub fn passes(&self) -> impl Iterator<Item = &PassEntry> {
        self.passes.values()
    }
    /// All named pipelines, sorted by name.
    pub fn pipelines(&self) -> impl Iterator<Item = &NamedPipeline> {
        self.pipelines.values()
    }
    /// The registered name nearest to a misspelt one.
    pub fn suggest(&self, name: &str) -> Option<&'static str> {
        nearest(name, self.passes.keys().chain(self.pipelines.keys()).copied())
    }
    /// Passes that establish a property.
    pub fn establishing(&self, property: &str) -> Vec<&'static str> {
        self.passes.values().filter(|p| p.info.establishes.contains(&property)).map(|p| p.info.name).collect()
    }
}
