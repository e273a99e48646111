//! Splits a large module of the `llvm` dialect into parts for several compiler threads.
//!
//! Before:
//! ```mlir
//! llvm.func internal @kernel(%x: !llvm.ptr) { … }
//! llvm.func @m_main(%x: !llvm.ptr) { llvm.call @kernel(%x) … }
//! ```
//! After, as one module each:
//! ```mlir
//! llvm.func @m_main.kernel(%x: !llvm.ptr) attributes {visibility_ = 1 : i64} { … }
//! ```
//! ```mlir
//! llvm.func @m_main.kernel(!llvm.ptr)
//! llvm.func @m_main(%x: !llvm.ptr) { llvm.call @m_main.kernel(%x) … }
//! ```
//! - The split depends on the module only, not on the number of threads, so that the code is always the same.
//! - An internal symbol that another part uses becomes hidden, so that libraries do not export it. Its new name begins with that of an
//!   exported function, so that objects of several programs can be linked together.
//! - Functions are not divided here: `split-large-functions` did that. A module of one function is not split.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::{
        IdMap, Str,
        symbols::{for_each_symbol_ref, replace_symbol_uses},
    },
    prelude::*,
};
use strata_llvm::{FuncOp, GlobalOp, Linkage};

use crate::symbol_ops::is_kernels;

/// The least number of operations of a part: fewer are not worth an LLVM context.
const PART: usize = 1000;
/// The largest number of parts.
const MOST: usize = 64;
/// LLVM's code for hidden visibility.
const HIDDEN: i64 = 1;

/// A function or global.
struct Symbol {
    op: Op,
    name: Str,
    kind: Kind,
    /// The symbols that it uses.
    uses: Vec<usize>,
    /// Whether it is not visible outside of the module.
    local: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A function with this number of operations.
    Function(usize),
    Global,
    /// A declaration, which belongs to no part.
    Declaration,
}

/// The parts of a module; `None` if it should not be split.
pub(crate) fn split(module: &Body) -> Option<Vec<Box<Body>>> {
    let cx = module.cx();
    let symbols = symbols(module)?;
    let homes = homes(&symbols)?;
    let parts = homes.iter().flatten().max()? + 1;
    let exported = symbols.iter().find(|s| matches!(s.kind, Kind::Function(_)) && !s.local)?;
    let prefix = cx.str(exported.name);
    // For each part the symbols that it uses and does not define.
    let mut foreign = vec![FxHashSet::default(); parts];
    for (symbol, home) in symbols.iter().zip(&homes) {
        let Some(home) = *home else { continue };
        foreign[home].extend(symbol.uses.iter().copied().filter(|&u| homes[u] != Some(home)));
    }
    let shared: FxHashSet<usize> = foreign.iter().flatten().copied().collect();
    // Local symbols that several parts use need a name that is unique among all objects.
    let renamed: Vec<(usize, String)> = (0..symbols.len())
        .filter(|i| symbols[*i].local && shared.contains(i))
        .map(|i| (i, format!("{prefix}.{}", cx.str(symbols[i].name))))
        .collect();
    let mut out = Vec::with_capacity(parts);
    for (part, foreign) in foreign.iter().enumerate() {
        let mut body = Body::new(module.cx_arc(), module.info(Op::SELF), module.loc(Op::SELF));
        for &(name, attr) in module.extra_attrs(Op::SELF) {
            body.set_extra_attr(Op::SELF, name, Some(attr));
        }
        let block = match body.entry() {
            Some(block) => block,
            None => body.add_block(*body.regions(Op::SELF).first()?, &[]),
        };
        for (i, symbol) in symbols.iter().enumerate() {
            let here = homes[i] == Some(part);
            if !here && !foreign.contains(&i) {
                continue;
            }
            let op = if here || symbol.kind == Kind::Declaration {
                body.import_op(module, symbol.op, &mut IdMap::new())
            } else {
                let state = declaration(module, symbol);
                body.create(state)
            };
            body.insert(op, InsertPoint::at_end(block));
            if symbol.local && shared.contains(&i) {
                body.set_attr(op, "linkage", Some(Linkage::External.attr(cx)));
                // A part that uses the symbol accesses it through the global offset table: parts may be far from each other in a JIT.
                body.set_attr(op, "visibility_", here.then(|| cx.i64_attr(HIDDEN)));
            }
        }
        for (i, new) in &renamed {
            rename(&mut body, symbols[*i].name, new);
        }
        out.push(Box::new(body));
    }
    Some(out)
}

/// The symbols of a module; `None` if it has other ops.
fn symbols(module: &Body) -> Option<Vec<Symbol>> {
    let cx = module.cx();
    let mut out = Vec::new();
    for op in module.block_ops(module.entry()?).filter(|&op| !is_kernels(module, op)) {
        let name = cx.intern(module.attr(op, "sym_name").and_then(|a| cx.attr_str(a))?);
        let linkage = module.attr(op, "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).copied();
        let local = match linkage.unwrap_or(Linkage::External) {
            Linkage::External => false,
            Linkage::Internal | Linkage::Private => true,
            _ => return None,
        };
        let child = module.child(op).filter(|child| child.entry().is_some());
        let kind = if op.as_op::<FuncOp>(module).is_some() {
            child.map_or(Kind::Declaration, |child| Kind::Function(child.num_ops()))
        } else if op.as_op::<GlobalOp>(module).is_some() {
            let defined = child.is_some() || module.attr(op, "value").is_some();
            if defined { Kind::Global } else { Kind::Declaration }
        } else {
            return None;
        };
        out.push(Symbol { op, name, kind, uses: Vec::new(), local });
    }
    let index: FxHashMap<Str, usize> = out.iter().enumerate().map(|(i, s)| (s.name, i)).collect();
    for symbol in &mut out {
        let mut seen = FxHashSet::default();
        let Some(child) = module.child(symbol.op) else { continue };
        for op in child.all_ops().into_iter().chain([Op::SELF]) {
            for_each_symbol_ref(child, op, &mut |r| {
                if let Some(&to) = index.get(&r.root)
                    && seen.insert(to)
                {
                    symbol.uses.push(to);
                }
            });
        }
    }
    Some(out)
}

/// The part that defines each symbol: functions are assigned, large ones first, to the part with the least load.
fn homes(symbols: &[Symbol]) -> Option<Vec<Option<usize>>> {
    let mut functions: Vec<(usize, usize)> = Vec::new();
    for (i, symbol) in symbols.iter().enumerate() {
        if let Kind::Function(size) = symbol.kind {
            functions.push((i, size));
        }
    }
    functions.sort_by_key(|&(i, size)| (Reverse(size), i));
    let total: usize = functions.iter().map(|f| f.1).sum();
    if total - functions.first()?.1 < PART {
        return None;
    }
    let mut loads = vec![0; (total / PART).min(functions.len()).min(MOST)];
    let mut homes = vec![None; symbols.len()];
    for (i, size) in functions {
        let part = (0..loads.len()).min_by_key(|&p| loads[p])?;
        loads[part] += size;
        homes[i] = Some(part);
    }
    // A global belongs to the part of its first user. The loop handles globals that are used by other globals.
    loop {
        let mut found = Vec::new();
        for (symbol, home) in symbols.iter().zip(&homes) {
            let new = symbol.uses.iter().filter(|&&u| symbols[u].kind == Kind::Global && homes[u].is_none());
            found.extend(new.filter(|_| home.is_some()).map(|&u| (u, *home)));
        }
        if found.is_empty() {
            break;
        }
        for (global, home) in found {
            homes[global] = homes[global].or(home);
        }
    }
    for (symbol, home) in symbols.iter().zip(&mut homes) {
        if symbol.kind == Kind::Global && !symbol.local {
            *home = home.or(Some(0));
        }
    }
    Some(homes)
}

/// A declaration of a symbol.
fn declaration(module: &Body, symbol: &Symbol) -> OpState {
    let mut state = OpState::new(module.info(symbol.op), module.loc(symbol.op));
    let inherent = module.info(symbol.op).attrs.iter().enumerate();
    state.attrs = inherent
        .map(|(slot, spec)| module.attr_slot(symbol.op, slot).filter(|_| spec.name != "value"))
        .collect();
    state.extra = module.extra_attrs(symbol.op).to_vec();
    state
}

/// Renames a symbol and its uses.
fn rename(body: &mut Body, old: Str, new: &str) {
    let cx = body.cx_arc().clone();
    let Some(block) = body.entry() else { return };
    let is_old = |op: &Op| body.attr(*op, "sym_name").and_then(|a| cx.attr_str(a)) == Some(cx.str(old));
    let Some(op) = body.block_ops(block).find(is_old) else { return };
    body.set_attr(op, "sym_name", Some(cx.string_attr(new)));
    replace_symbol_uses(body, old, cx.intern(new));
}
