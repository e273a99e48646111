//! The functions that calls need, and the walk that finds the calls.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use strata_func::{CallOp, FuncOp};
use strata_ir::{
    core::{symbols::SymbolTable, writer::deep},
    prelude::*,
    rewrite::conversion::{Converted, Folding, failure, fold_op},
};
use strata_llvm::Linkage;

/// Where the code of a function is.
#[derive(Clone, Copy)]
pub(crate) enum Code {
    /// In a library.
    Library,
    /// In a library, and it neither reads nor writes memory.
    PureLibrary,
    /// In the module: it is written after the entry block.
    Module(fn(&mut Builder<'_>, Block)),
}

/// A function that is called.
pub(crate) struct Callee {
    inputs: Vec<Type>,
    results: Vec<Type>,
    code: Code,
    /// A call of it.
    loc: Location,
}

/// The functions that the code of a symbol table calls, in the order of their first calls.
#[derive(Default)]
pub(crate) struct Callees(IndexMap<String, Callee, FxBuildHasher>);

impl Callees {
    /// Notes that a function is needed.
    pub(crate) fn need(&mut self, name: &str, types: (Vec<Type>, Vec<Type>), code: Code, loc: Location) {
        let (inputs, results) = types;
        self.0.entry(name.to_owned()).or_insert(Callee { inputs, results, code, loc });
    }
    /// Calls a function with one result at the place of `b`.
    pub(crate) fn call(
        &mut self,
        b: &mut Builder<'_>,
        name: &str,
        operands: &[Value],
        result: Type,
        code: Code,
    ) -> Value {
        let inputs = operands.iter().map(|&v| b.ty(v)).collect();
        self.need(name, (inputs, vec![result]), code, b.cur_loc());
        let callee = b.cx().symbol_ref(name);
        let call = CallOp::build(b, callee, operands, None, None, None, &[result]);
        b.result(call.op(), 0)
    }
    /// Adds the functions to the body of a symbol table: declarations in front, the last one first; definitions at the end.
    fn define(self, table: &mut Body) -> Result<(), Vec<Diagnostic>> {
        let symbols = SymbolTable::new(table);
        let mut errors = Vec::new();
        for (name, callee) in self.0 {
            let known = symbols.get(table.cx().intern(&name));
            match (known, callee.code) {
                (Some(known), Code::Library | Code::PureLibrary) => {
                    errors.extend(check(table, known, &name, &callee));
                }
                (Some(_), Code::Module(_)) => {
                    errors.push(Diagnostic::error(
                        callee.loc,
                        format!("redefinition of symbol named '{name}'"),
                    ));
                }
                (None, _) => add(table, &name, &callee),
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// The error if a symbol is not the function that is called.
fn check(table: &Body, known: Op, name: &str, callee: &Callee) -> Option<Diagnostic> {
    let Some(function) = known.as_op::<FuncOp>(table) else {
        let message =
            format!("the module has a symbol '{name}' that is not the function which this op calls");
        return Some(Diagnostic::error(callee.loc, message).note(table.loc(known), "the symbol is here"));
    };
    let (inputs, results) = (function.inputs(table), function.results(table));
    if inputs == callee.inputs && results == callee.results {
        return None;
    }
    let shown =
        |inputs: &[Type], results: &[Type]| table.cx().type_to_string(table.cx().function(inputs, results));
    let (found, expected) = (shown(inputs, results), shown(&callee.inputs, &callee.results));
    let message =
        format!("matched function '{name}' but with different type: '{found}' (expected '{expected}')");
    Some(Diagnostic::error(table.loc(known), message).note(callee.loc, "this op calls it"))
}

fn add(table: &mut Body, name: &str, callee: &Callee) {
    let cx = table.cx_arc().clone();
    let Some(block) = table.entry() else { return };
    let (at, loc) = match callee.code {
        Code::Module(_) => (InsertPoint::at_end(block), table.loc(Op::SELF)),
        _ => (InsertPoint::at_start(table, block), Location::UNKNOWN),
    };
    let function =
        FuncOp::create(&mut Builder::new(table, at, loc), name, &callee.inputs, &callee.results).op();
    table.set_attr(function, "sym_visibility", Some(cx.string_attr("private")));
    match callee.code {
        Code::Library => {}
        Code::PureLibrary => table.set_attr(function, "llvm.readnone", Some(cx.unit())),
        Code::Module(write) => {
            table.set_attr(function, "llvm.linkage", Some(cx.attr(Linkage::LinkonceOdr)));
            let Some(body) = table.child_mut(function) else { return };
            let Some(entry) = FuncOp::add_entry(body) else { return };
            write(&mut Builder::new(body, InsertPoint::at_end(entry), loc), entry);
        }
    }
}

/// Converts one op; it does nothing to an op that is not concerned.
pub(crate) type Convert<'a> = &'a dyn Fn(&mut Body, Op, &mut Callees) -> Converted;

/// Converts the ops of a symbol table and of those in it, and adds the functions that they call, each to its table.
pub(crate) fn outline(table: &mut Body, convert: Convert<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut callees = Callees::default();
    let mut errors = Vec::new();
    walk(table, convert, &mut callees, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    callees.define(table)
}

fn walk(body: &mut Body, convert: Convert<'_>, callees: &mut Callees, errors: &mut Vec<Diagnostic>) {
    let mut ops = Vec::new();
    body.walk(|op| ops.push(op));
    for op in ops {
        if body.is_shell(op) {
            let Some(mut child) = body.take_child(op) else { continue };
            if child.has_trait(Op::SELF, Trait::SymbolTable) {
                errors.extend(deep(|| outline(&mut child, convert)).err().into_iter().flatten());
            } else {
                deep(|| walk(&mut child, convert, callees, errors));
            }
            body.put_child(op, child);
        } else if body.is_live(op)
            && let Err(why) = convert(body, op, callees)
        {
            errors.push(failure(body, op, &why));
        }
    }
}

/// Replaces an op by what it folds to, unless that needs a constant for which `legal` does not hold.
pub(crate) fn replace_by_folded(body: &mut Body, op: Op, legal: &dyn Fn(&Body, Op) -> bool) -> bool {
    let Some(Folding::Values(values, _)) = fold_op(body, op, legal) else { return false };
    for (old, new) in body.results(op).to_vec().into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    true
}
