//! [`OpPipeline`]: passes made from the text or the flags of a pipeline, checked before anything runs.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::{
    Pass, PassRegistry,
    pipeline::{PipelineElement, parse_anchored_pipeline},
};

/// A pass in a pipeline.
#[derive(Clone)]
pub struct PassInstance {
    /// The pass.
    pub pass: Arc<dyn Pass>,
    /// Identifies the pass together with its options.
    pub fingerprint: u64,
}

impl PassInstance {
    /// Wraps a pass.
    pub fn new(pass: Arc<dyn Pass>) -> Self {
        let mut h = rustc_hash::FxHasher::default();
        (pass.info().name, pass.options()).hash(&mut h);
        Self { fingerprint: h.finish(), pass }
    }
    /// `name` or `name{key=value …}`.
    pub fn text(&self) -> String {
        let name = self.pass.info().name;
        let options = self.pass.options();
        if options.is_empty() {
            return name.to_owned();
        }
        let mut options: Vec<(String, String)> =
            options.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        options.sort();
        let element = PipelineElement { name: name.to_owned(), options, children: None };
        element.to_string()
    }
}

/// A step of a pipeline.
#[derive(Clone)]
pub enum PipelineItem {
    /// A pass on the op of the pipeline.
    Pass(PassInstance),
    /// A pipeline for the ops directly in it.
    Nested(OpPipeline),
}

/// Passes for ops of one kind.
#[derive(Clone)]
pub struct OpPipeline {
    /// The name of the op; `None` for any isolated op.
    pub anchor: Option<String>,
    /// The steps.
    pub items: Vec<PipelineItem>,
}

impl OpPipeline {
    /// An empty pipeline.
    pub fn new(anchor: Option<&str>) -> Self {
        Self { anchor: anchor.map(str::to_owned), items: Vec::new() }
    }
    /// The name of the op, or `any`.
    pub fn anchor_name(&self) -> &str {
        self.anchor.as_deref().unwrap_or("any")
    }
    /// Whether some steps run on ops inside of the op.
    pub fn has_nested(&self) -> bool {
        self.items.iter().any(|item| matches!(item, PipelineItem::Nested(_)))
    }
    /// Parses `builtin.module(…)`.
    pub fn parse(registry: &PassRegistry, text: &str) -> Result<Self, String> {
        let fail = |offset: usize, message: &str| {
            let at = offset.min(text.len());
            let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
            let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
            let (line, col) = (text[..at].matches('\n').count() + 1, text[start..at].chars().count() + 1);
            let caret = " ".repeat(col - 1);
            format!(
                "MLIR Textual PassPipeline Parser:{line}:{col}: error: {message}\n{}\n{caret}^\n",
                &text[start..end]
            )
        };
        let root = parse_anchored_pipeline(text).map_err(|e| fail(e.offset, &e.message))?;
        let mut out = Self::new((root.name != "any").then_some(root.name.as_str()));
        for element in root.children.iter().flatten() {
            out.add_element(registry, element, false).map_err(|e| match e {
                BuildError::Unknown(name) => {
                    let hint =
                        registry.suggest(&name).map_or(String::new(), |n| format!("; did you mean '{n}'?"));
                    let message =
                        format!("'{name}' does not refer to a registered pass or pass pipeline{hint}");
                    fail(text.find(&name).unwrap_or(0), &message)
                }
                BuildError::Other(message) => message,
            })?;
        }
        Ok(out)
    }
    /// Adds an element of a parsed pipeline. With `implicit`, a pass for another kind of op is nested as needed.
    pub fn add_element(
        &mut self,
        registry: &PassRegistry,
        element: &PipelineElement,
        implicit: bool,
    ) -> Result<(), BuildError> {
        if let Some(children) = &element.children {
            let mut nested = Self::new((element.name != "any").then_some(element.name.as_str()));
            for child in children {
                nested.add_element(registry, child, implicit)?;
            }
            self.items.push(PipelineItem::Nested(nested));
            return Ok(());
        }
        if let Some(named) = registry.pipeline(&element.name) {
            let elements = named.elements(&element.options).map_err(BuildError::Other)?;
            return elements.iter().try_for_each(|e| self.add_element(registry, e, true));
        }
        let entry = registry.pass(&element.name).ok_or_else(|| BuildError::Unknown(element.name.clone()))?;
        let pass = entry.make(&element.options).map_err(|e| {
            let options: Vec<String> = element.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
            BuildError::Other(format!(
                "<unknown>:0: error: {e}\n\nfailed to add `{}` with options `{}`\n",
                element.name,
                options.join(" ")
            ))
        })?;
        self.add_pass(pass, implicit).map_err(BuildError::Other)
    }
    /// Adds a pass. With `implicit`, a pass for another kind of op is nested as needed.
    pub fn add_pass(&mut self, pass: Arc<dyn Pass>, implicit: bool) -> Result<(), String> {
        let info = pass.info();
        let instance = PipelineItem::Pass(PassInstance::new(pass));
        match (info.anchor, &self.anchor) {
            (Some(want), Some(have)) if want != have => {
                if !implicit {
                    return Err(format!(
                        "<unknown>:0: error: Can't add pass '{}' restricted to '{want}' on a PassManager intended to run on '{have}', did you intend to nest?\n",
                        info.class
                    ));
                }
                if let Some(PipelineItem::Nested(last)) = self.items.last_mut()
                    && last.anchor.as_deref() == Some(want)
                {
                    last.items.push(instance);
                } else {
                    self.items.push(PipelineItem::Nested(Self {
                        anchor: Some(want.to_owned()),
                        items: vec![instance],
                    }));
                }
            }
            _ => self.items.push(instance),
        }
        Ok(())
    }
    /// The text of the pipeline on one line, as reproducers have it.
    pub fn text(&self) -> String {
        let items: Vec<String> = self
            .items
            .iter()
            .map(|i| match i {
                PipelineItem::Pass(p) => p.text(),
                PipelineItem::Nested(n) => n.text(),
            })
            .collect();
        format!("{}({})", self.anchor_name(), items.join(","))
    }
    /// The text over several lines, as `--dump-pass-pipeline` shows it.
    pub fn pretty(&self) -> String {
        let mut out = format!("Pass Manager with {} passes:\n", self.items.len());
        self.pretty_to(0, &mut out);
        out.push_str("\n\n");
        out
    }
    fn pretty_to(&self, indent: usize, out: &mut String) {
        let pad = " ".repeat(indent);
        out.push_str(&format!("{pad}{}(\n", self.anchor_name()));
        for (i, item) in self.items.iter().enumerate() {
            match item {
                PipelineItem::Pass(p) => out.push_str(&format!("{pad}  {}", p.text())),
                PipelineItem::Nested(n) => n.pretty_to(indent + 2, out),
            }
            out.push_str(if i + 1 < self.items.len() { ",\n" } else { "\n" });
        }
        out.push_str(&format!("{pad})"));
    }
    /// All passes in order, nested ones in place.
    pub fn passes(&self) -> Vec<&PassInstance> {
        let each = self.items.iter().flat_map(|i| match i {
            PipelineItem::Pass(p) => vec![p],
            PipelineItem::Nested(n) => n.passes(),
        });
        each.collect()
    }
    /// Each pass as a pipeline of its own, with the anchors around it, in order.
    pub fn singles(&self) -> Vec<(&PassInstance, OpPipeline)> {
        let wrap = |item| Self { anchor: self.anchor.clone(), items: vec![item] };
        let mut out = Vec::new();
        for item in &self.items {
            match item {
                PipelineItem::Pass(pass) => out.push((pass, wrap(item.clone()))),
                PipelineItem::Nested(nested) => {
                    let inner = nested.singles().into_iter();
                    out.extend(inner.map(|(pass, single)| (pass, wrap(PipelineItem::Nested(single)))));
                }
            }
        }
        out
    }
    /// Finds a pass that needs a property which only a later pass establishes.
    pub fn check_order(&self, registry: &PassRegistry) -> Result<(), String> {
        let passes = self.passes();
        let mut established: Vec<&str> = Vec::new();
        for (i, p) in passes.iter().enumerate() {
            let info = p.pass.info();
            for &need in info.requires {
                if established.contains(&need) {
                    continue;
                }
                let later = passes[i + 1..].iter().find(|q| q.pass.info().establishes.contains(&need));
                if let Some(later) = later {
                    let later = later.pass.info().name;
                    return Err(format!(
                        "pass '{}' requires '{need}', which '{later}' establishes only later in the pipeline; move '{later}' before '{}'",
                        info.name, info.name
                    ));
                }
                if registry.property(need).is_none()
                    && passes[..i].iter().any(|q| q.pass.info().destroys.contains(&need))
                {
                    let who = registry.establishing(need).join("' or '");
                    return Err(format!(
                        "pass '{}' requires '{need}', which an earlier pass destroys; run '{who}' in between",
                        info.name
                    ));
                }
            }
            established.retain(|e| !info.destroys.contains(e));
            established.extend(info.establishes);
        }
        Ok(())
    }
}

/// Why a pipeline cannot be built.
#[derive(Debug)]
pub enum BuildError {
    /// No pass or pipeline has this name.
    Unknown(String),
    /// Anything else, with the message.
    Other(String),
}
