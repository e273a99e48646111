//! The state of writing: the text so far, and the names of values and blocks.

use rustc_hash::FxHashMap;
use strata_emitc::LValueType;
use strata_ir::prelude::*;

use crate::{Options, types};

/// The reason why a program is not written.
pub(crate) type Result<T = ()> = std::result::Result<T, Diagnostic>;

/// The names in one function, or outside of all.
#[derive(Default)]
pub(crate) struct Names {
    values: FxHashMap<Value, String>,
    labels: FxHashMap<Block, String>,
    /// The number of the last value.
    count: usize,
    /// The loops around the current place.
    pub loops: usize,
}

/// A text that is being written.
pub(crate) struct Emitter<'a> {
    pub options: &'a Options,
    pub out: String,
    pub names: Names,
    indent: usize,
}

impl<'a> Emitter<'a> {
    pub fn new(options: &'a Options) -> Self {
        Self { options, out: String::new(), names: Names::default(), indent: 0 }
    }

    // ---------------------------------------------------------------- text

    pub fn text(&mut self, text: &str) -> &mut Self {
        self.out.push_str(text);
        self
    }
    /// Begins a line.
    pub fn line(&mut self) -> &mut Self {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self
    }
    /// Writes what is in braces.
    pub fn indented(&mut self, f: impl FnOnce(&mut Self) -> Result) -> Result {
        self.indent += 1;
        let result = f(self);
        self.indent -= 1;
        result
    }

    // ---------------------------------------------------------------- errors

    /// An error of an op, with its name.
    pub fn error(b: &Body, op: Op, message: &str) -> Diagnostic {
        Diagnostic::error(b.loc(op), format!("'{}' op {message}", b.op_name(op)))
    }
    /// The text of a type, for an op.
    pub fn ty(b: &Body, op: Op, ty: Type) -> Result<String> {
        Self::or_error(b, op, types::text(b.cx(), ty))
    }
    /// The text, or an error at the op.
    pub fn or_error(b: &Body, op: Op, text: std::result::Result<String, String>) -> Result<String> {
        text.map_err(|message| Diagnostic::error(b.loc(op), message))
    }

    // ---------------------------------------------------------------- names

    /// Writes a function, or another part with names of its own; numbers go on where those around it end.
    pub fn scope(&mut self, f: impl FnOnce(&mut Self) -> Result) -> Result {
        let inner = Names { count: self.names.count, ..Names::default() };
        let outer = std::mem::replace(&mut self.names, inner);
        let result = f(self);
        self.names = outer;
        result
    }
    /// A new name: a letter and a number.
    pub fn fresh(&mut self, letter: char) -> String {
        self.names.count += 1;
        format!("{letter}{}", self.names.count)
    }
    /// The name of a value, which has one from now on.
    pub fn name(&mut self, v: Value) -> String {
        if let Some(name) = self.names.values.get(&v) {
            return name.clone();
        }
        let name = self.fresh('v');
        self.names.values.insert(v, name.clone());
        name
    }
    /// The name or the text of a value, if it has one.
    pub fn known(&self, v: Value) -> Option<&str> {
        self.names.values.get(&v).map(String::as_str)
    }
    /// Gives a value a name or a text.
    pub fn set_name(&mut self, v: Value, name: String) {
        self.names.values.insert(v, name);
    }
    /// The label of a block.
    pub fn label(&mut self, block: Block) -> String {
        let next = self.names.labels.len() + 1;
        self.names.labels.entry(block).or_insert_with(|| format!("label{next}")).clone()
    }

    // ---------------------------------------------------------------- variables

    /// Writes `type name`, and gives the value the name.
    pub fn declare(&mut self, b: &Body, op: Op, v: Value) -> Result {
        if self.known(v).is_some() {
            return Err(Self::error(b, op, "result variable for the operation already declared"));
        }
        let name = self.name(v);
        let ty = b.ty(v);
        let ty = b.cx().type_as::<LValueType>(ty).map_or(ty, |l| l.value);
        let text = Self::or_error(b, op, types::declaration(b.cx(), ty, &name))?;
        self.text(&text);
        Ok(())
    }
    /// Writes what stands before the value of an op: `type name = `, or `name = ` if the variable is declared already.
    pub fn assign_prefix(&mut self, b: &Body, op: Op) -> Result {
        match b.results(op) {
            [] => {}
            &[result] if self.options.declare_variables_at_top => {
                let name = self.declared(b, op, result)?;
                self.text(&name).text(" = ");
            }
            &[result] => {
                self.declare(b, op, result)?;
                self.text(" = ");
            }
            many => {
                if !self.options.declare_variables_at_top {
                    for &result in many {
                        self.declare(b, op, result)?;
                        self.text(";\n").line();
                    }
                }
                let mut names = Vec::new();
                for &result in many {
                    names.push(self.declared(b, op, result)?);
                }
                self.text("std::tie(").text(&names.join(", ")).text(") = ");
            }
        }
        Ok(())
    }
    /// The name of a variable that is declared already.
    pub fn declared(&self, b: &Body, op: Op, v: Value) -> Result<String> {
        let name = self.known(v).map(str::to_owned);
        name.ok_or_else(|| Self::error(b, op, "result variable for the operation has not been declared"))
    }
}
