//! Which pass changes a result: the functions of a program are called with the same random inputs after each pass.

use strata_interp::validate::{Entry, Settings, Verdict};
use strata_ir::core::{Body, symbols::SymbolTable};
use strata_llvm::mangle::{demangle, mangle};

/// The functions of a program with the results that they must keep.
pub struct Validation {
    entries: Vec<Entry>,
    settings: Settings,
}

/// The effect of a pass on the results of a function.
pub struct Checked {
    /// The name of the function in the source.
    pub function: String,
    /// The comparison.
    pub verdict: Verdict,
}

impl Validation {
    /// Calls the public functions of a program with so many inputs each.
    pub fn new(module: &Body, inputs: u64) -> Self {
        let settings = Settings::new(inputs);
        let entries = Entry::all(module, &settings).into_iter().map(|(_, entry)| entry).collect();
        Self { entries, settings }
    }
    /// The functions, and why the first call of one failed if it did.
    pub fn functions(&self) -> Vec<serde_json::Value> {
        let one =
            |entry: &Entry| serde_json::json!({ "name": entry.name, "error": entry.want.as_ref().err() });
        self.entries.iter().map(one).collect()
    }
    /// Calls them again after a pass.
    pub fn check(&mut self, module: &Body) -> Vec<Checked> {
        let table = SymbolTable::new(module);
        let named = |name: &str| table.get(module.cx().intern(name)).is_some();
        let check = |entry: &mut Entry| {
            // A pass renames functions to their names in compiled code.
            let mangled = mangle(&entry.name);
            if !named(&entry.name) && named(&mangled) {
                entry.name = mangled;
            }
            let function = demangle(&entry.name).unwrap_or_else(|| entry.name.clone());
            Checked { function, verdict: entry.check(module, &self.settings) }
        };
        self.entries.iter_mut().map(check).collect()
    }
}
