//! Constants as `memref.global`.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_memref::GlobalOp;

/// The globals of a module: those that are there and those to be added.
#[derive(Default)]
pub(crate) struct Globals {
    /// Value, alignment, type and name.
    known: Vec<(Attr, u64, Type, String)>,
    /// How many of them were there.
    existing: usize,
    /// All symbols of the module.
    names: FxHashSet<String>,
    /// The number with which the last name became unique.
    number: u64,
}

impl Globals {
    /// The symbols of a module.
    pub fn new(module: &Body) -> Self {
        let mut out = Self::default();
        for &region in module.regions(Op::SELF) {
            for op in module.region_ops(region) {
                if let Some(name) = module.symbol_name(op) {
                    out.names.insert(module.cx().str(name).to_owned());
                }
                if let Some(global) = op.as_op::<GlobalOp>(module)
                    && let (Some(value), Some(ty)) = (global.value(module), global.memref_type(module))
                {
                    let alignment = module.attr(op, "alignment").and_then(|a| module.cx().attr_i64(a));
                    let name = module.symbol_name(op).map_or("", |n| module.cx().str(n)).to_owned();
                    out.known.push((value, alignment.unwrap_or(0) as u64, ty, name));
                }
            }
        }
        out.existing = out.known.len();
        out
    }
    /// The name of the global with a value.
    pub fn name_of(&mut self, cx: &Context, value: Attr, ty: Type, alignment: u64) -> String {
        if let Some(known) = self.known.iter().find(|k| k.0 == value && k.1 == alignment) {
            return known.3.clone();
        }
        let shape = cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[]);
        let sizes = shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let stem = format!("__constant_{sizes}x{}", cx.type_to_string(cx.elem_or_self(ty)));
        let mut name = stem.clone();
        while !self.names.insert(name.clone()) {
            name = format!("{stem}_{}", self.number);
            self.number += 1;
        }
        self.known.push((value, alignment, ty, name.clone()));
        name
    }
    /// Adds the new globals to the module, the last one first.
    pub fn insert(self, module: &mut Body) {
        let Some(block) = module.entry() else { return };
        let cx = module.cx_arc().clone();
        for (value, alignment, ty, name) in self.known.into_iter().skip(self.existing) {
            let at = InsertPoint::at_start(module, block);
            let mut b = Builder::new(module, at, Location::UNKNOWN);
            let (name, private) = (cx.string_attr(&name), cx.string_attr("private"));
            let alignment =
                (alignment != 0).then(|| cx.i64_attr(i64::try_from(alignment).unwrap_or(i64::MAX)));
            GlobalOp::build(
                &mut b,
                name,
                Some(private),
                cx.type_attr(ty),
                Some(value),
                Some(cx.unit()),
                alignment,
            );
        }
    }
}
