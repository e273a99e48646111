//! Printing IR before and after passes.

use std::{fmt::Write, path::PathBuf};

use strata_core::{Body, Op};
use strata_text::{PrintOptions, print_body};

use crate::{Output, PassInfo, PassManagerConfig};

/// Which IR is printed around passes.
#[derive(Clone, Default, Debug)]
pub struct IrPrinting {
    /// Before every pass.
    pub before_all: bool,
    /// After every pass.
    pub after_all: bool,
    /// Before the passes with these names.
    pub before: Vec<String>,
    /// After the passes with these names.
    pub after: Vec<String>,
    /// After a pass only when it changed something.
    pub after_change: bool,
    /// After a pass only when it failed.
    pub after_failure: bool,
    /// Always print the outermost op.
    pub module_scope: bool,
    /// Write files below this directory instead.
    pub tree_dir: Option<PathBuf>,
    /// Print a unified diff for every pass that changed something.
    pub diff: bool,
}

impl IrPrinting {
    /// Whether anything is printed.
    pub fn is_on(&self) -> bool {
        self.before_all
            || self.after_all
            || self.diff
            || self.after_failure
            || self.after_change
            || !self.before.is_empty()
            || !self.after.is_empty()
    }
    fn wants_before(&self, pass: &str) -> bool {
        self.before_all || self.before.iter().any(|p| p == pass)
    }
    fn wants_after(&self, pass: &str, changed: bool, failed: bool) -> bool {
        if self.after_failure {
            return failed;
        }
        if failed {
            return false;
        }
        let named = self.after_all || self.after.iter().any(|p| p == pass);
        let any = self.after_change && !self.after_all && self.after.is_empty();
        (named || any) && (!self.after_change || changed)
    }
}

/// An op around the ones being worked on.
#[derive(Clone)]
pub(crate) struct PathEntry {
    /// `func_func_name`, as directories of an IR tree are called.
    pub dir: String,
    /// The name of the op.
    pub op_name: String,
    /// The step of the pipeline of the op around it.
    pub steps: u32,
}

/// State that all passes of a pipeline share.
pub(crate) struct Shared<'a> {
    pub config: &'a PassManagerConfig,
    /// The name of the outermost op.
    pub root: &'a str,
    pub path: Vec<PathEntry>,
    /// The body around the present one with the shell, when the whole module is to be printed.
    pub around: Option<(&'a Body, Op, &'a Shared<'a>)>,
    pub parallel: bool,
}

impl<'a> Shared<'a> {
    pub fn enter<'b>(&'b self, child: &Body, steps: u32, parent: Option<(&'b Body, Op)>) -> Shared<'b> {
        let mut path = self.path.clone();
        path.push(PathEntry { dir: dir_name(child), op_name: child.op_name(Op::SELF).to_owned(), steps });
        Shared {
            config: self.config,
            root: self.root,
            path,
            around: parent.map(|(b, op)| (b, op, self)),
            parallel: false,
        }
    }
}

fn symbol(body: &Body) -> Option<&str> {
    body.attr(Op::SELF, "sym_name").and_then(|a| body.cx().attr_str(a))
}

fn dir_name(body: &Body) -> String {
    let name = format!("{}_{}", body.op_name(Op::SELF), symbol(body).unwrap_or("no-symbol-name"));
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }).collect()
}

/// One run of a pass, for printing.
pub(crate) struct Frame<'a> {
    info: &'static PassInfo,
    shared: &'a Shared<'a>,
    steps: u32,
    old: std::cell::OnceCell<String>,
}

impl<'a> Frame<'a> {
    pub fn new(info: &'static PassInfo, _body: &Body, shared: &'a Shared<'a>, steps: u32) -> Self {
        Self { info, shared, steps, old: std::cell::OnceCell::new() }
    }
    pub fn before(&self, body: &Body, out: &mut Vec<Output>) {
        let printing = &self.shared.config.printing;
        if printing.diff {
            let _ = self.old.set(self.text(body));
        }
        if printing.wants_before(self.info.name) {
            self.dump("Before", body, out);
        }
    }
    pub fn after(&self, body: &Body, changed: bool, failed: bool, out: &mut Vec<Output>) {
        let printing = &self.shared.config.printing;
        if printing.diff && changed {
            let new = self.text(body);
            let old = self.old.get().map_or("", String::as_str);
            if *old != new {
                let name = self.info.name;
                let diff =
                    crate::diff::unified(old, &new, &format!("before {name}"), &format!("after {name}"));
                out.push(Output::Stderr(diff));
            }
        }
        if printing.wants_after(self.info.name, changed, failed) {
            self.dump("After", body, out);
        }
    }
    fn options(&self) -> PrintOptions {
        PrintOptions { local_scope: self.shared.config.print.local_scope, ..self.shared.config.print.clone() }
    }
    /// The op alone, or the outermost op around it.
    fn text(&self, body: &Body) -> String {
        let mut options = self.options();
        if !self.shared.config.printing.module_scope {
            // A nested op is printed without aliases, which belong to the outermost one.
            options.local_scope |= !self.shared.path.is_empty();
            return print_body(body, &options);
        }
        self.outermost_text(body, &options)
    }
    /// The outermost op as it is now, with `body` in it.
    pub fn outermost_text(&self, body: &Body, options: &PrintOptions) -> String {
        let Some((parent, op, shared)) = self.shared.around else { return print_body(body, options) };
        let mut whole = parent.clone();
        whole.put_child(op, Box::new(body.clone()));
        let mut around = shared.around;
        while let Some((parent, op, shared)) = around {
            let mut next = parent.clone();
            next.put_child(op, Box::new(whole));
            whole = next;
            around = shared.around;
        }
        print_body(&whole, options)
    }
    /// The pipeline for the outermost op that runs `pass` on ops of this kind.
    pub fn nested_pipeline(&self, pass: &str) -> String {
        let mut out = pass.to_owned();
        for entry in self.shared.path.iter().rev() {
            out = format!("{}({out})", entry.op_name);
        }
        format!("{}({out})", self.shared.root)
    }
    fn dump(&self, when: &str, body: &Body, out: &mut Vec<Output>) {
        let printing = &self.shared.config.printing;
        let mut text = format!("// -----// IR Dump {when} {} ({})", self.info.class, self.info.name);
        if printing.module_scope || printing.tree_dir.is_some() {
            let _ = write!(text, " ('{}' operation", body.op_name(Op::SELF));
            if let Some(name) = symbol(body) {
                let _ = write!(text, ": @{name}");
            }
            text.push(')');
        }
        text.push_str(" //----- //\n");
        text.push_str(&self.text(body));
        text.push('\n');
        match &printing.tree_dir {
            None => out.push(Output::Stderr(text)),
            Some(dir) => {
                if let Err(e) = self.write(dir, body, &text) {
                    out.push(Output::Stderr(format!(
                        "error: cannot write IR below {}: {e}\n",
                        dir.display()
                    )));
                }
            }
        }
    }
    fn write(&self, dir: &std::path::Path, body: &Body, text: &str) -> std::io::Result<()> {
        let mut dir = dir.to_path_buf();
        let mut prefix = String::new();
        match self.shared.path.first() {
            None => dir.push(dir_name(body)),
            Some(_) => {
                dir.push("builtin_module_no-symbol-name");
                for entry in &self.shared.path {
                    dir.push(&entry.dir);
                    let _ = write!(prefix, "{}_", entry.steps);
                }
            }
        }
        std::fs::create_dir_all(&dir)?;
        std::fs::write(dir.join(format!("{prefix}{}_{}.mlir", self.steps, self.info.name)), text)
    }
}
