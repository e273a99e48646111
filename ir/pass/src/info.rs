//! [`PassInfo`]: what is known about a pass without running it.

/// A property of the IR that a pass needs or makes true, by name, such as `no-tensors`.
pub type Property = &'static str;

/// The static description of a pass. Build it in a `static` with the `const` methods.
#[derive(Debug)]
pub struct PassInfo {
    /// The name on the command line and in pipelines.
    pub name: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
    /// The name in timing reports and headers of IR dumps; made from `name` when empty.
    pub class: &'static str,
    /// The kind of op it runs on; `None` for every isolated op.
    pub anchor: Option<&'static str>,
    /// What must be true of the IR before.
    pub requires: &'static [Property],
    /// What is true of the IR after.
    pub establishes: &'static [Property],
    /// What may not be true of the IR any more after.
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

impl PassInfo {
    /// A pass that runs on any isolated op.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            class: "",
            anchor: None,
            requires: &[],
            establishes: &[],
            destroys: &[],
            dialects: &[],
            statistics: &[],
            idempotent: false,
            observes: false,
        }
    }
    /// Restricts it to ops named `anchor`.
    pub const fn on(mut self, anchor: &'static str) -> Self {
        self.anchor = Some(anchor);
        self
    }
    /// Sets the name shown in reports and IR dumps.
    pub const fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }
    /// Names its statistics.
    pub const fn statistics(mut self, statistics: &'static [(&'static str, &'static str)]) -> Self {
        self.statistics = statistics;
        self
    }
    /// Names the dialects whose ops it may create.
    pub const fn dialects(mut self, dialects: &'static [&'static str]) -> Self {
        self.dialects = dialects;
        self
    }
    /// Names the properties it needs.
    pub const fn requires(mut self, properties: &'static [Property]) -> Self {
        self.requires = properties;
        self
    }
    /// Names the properties it makes true.
    pub const fn establishes(mut self, properties: &'static [Property]) -> Self {
        self.establishes = properties;
        self
    }
    /// Names the properties it may make false.
    pub const fn destroys(mut self, properties: &'static [Property]) -> Self {
        self.destroys = properties;
        self
    }
    /// Running it twice in a row equals running it once.
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }
    /// It reports or prints, and so is never skipped.
    pub const fn observes(mut self) -> Self {
        self.observes = true;
        self
    }
    /// The name shown in reports and IR dumps: `class`, or `name` in camel case.
    pub fn display_name(&self) -> String {
        if !self.class.is_empty() {
            return self.class.to_owned();
        }
        let words = self.name.split(['-', '_']);
        words
            .flat_map(|w| {
                let mut chars = w.chars();
                let first = chars.next().map(|c| c.to_ascii_uppercase());
                first.into_iter().chain(chars)
            })
            .collect()
    }
}
