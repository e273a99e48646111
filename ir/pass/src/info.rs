//! [`PassInfo`]: the static description of a pass.

/// A property of the IR that a pass needs or makes true, by name, such as `no-tensors`.
pub type Property = &'static str;

/// The static description of a pass; [`macro@crate::pass`] makes it.
#[derive(Debug)]
pub struct PassInfo {
    /// The name on the command line and in pipelines.
    pub name: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
    /// The rest of the documentation, after the summary.
    pub description: &'static str,
    /// The name in timing reports and headers of IR dumps.
    pub class: &'static str,
    /// The kind of op it runs on; `None` for every isolated op.
    pub anchor: Option<&'static str>,
    /// Properties that the IR must have before the pass.
    pub requires: &'static [Property],
    /// Properties that the IR has after the pass.
    pub establishes: &'static [Property],
    /// Properties that the IR may lack after the pass.
    pub destroys: &'static [Property],
    /// Dialects whose ops it may create.
    pub dialects: &'static [&'static str],
    /// Names and descriptions of its statistics.
    pub statistics: &'static [(&'static str, &'static str)],
    /// Whether running it again right after itself changes nothing, so that it can be skipped then.
    pub idempotent: bool,
    /// Whether it must run although it would change nothing, because it reports or prints.
    pub observes: bool,
}
