//! `stablehlo-convert-to-signless`: makes integers signless, in types and in constants.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.add %x, %y : tensor<4xui32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.add %x, %y : tensor<4xi32>
//! ```
//! This changes the representation for later passes and is no lowering: an op with separate semantics for unsigned numbers, such as a
//! division, has a different meaning afterwards.

use rustc_hash::FxHashMap;
use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Pass to transform the IR to be on signless integers.
#[pass(
    name = "stablehlo-convert-to-signless",
    class = "StablehloConvertToSignlessPass",
    each_body,
    idempotent
)]
pub struct ConvertToSignless;

impl BodyPass for ConvertToSignless {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let mut map = Signless { cx: &cx, types: FxHashMap::default() };
        let mut ops = body.all_ops();
        ops.push(Op::SELF);
        for op in ops {
            for result in body.results(op).to_vec() {
                let ty = map.ty(body.ty(result));
                body.set_type(result, ty);
            }
            for region in body.regions(op).to_vec() {
                for block in body.blocks(region).to_vec() {
                    for arg in body.block_args(block).to_vec() {
                        let ty = map.ty(body.ty(arg));
                        body.set_type(arg, ty);
                    }
                }
            }
            // The attributes of an isolated op are in its own body.
            if body.is_shell(op) {
                continue;
            }
            for slot in 0..body.info(op).attrs.len() {
                if let Some(attr) = body.attr_slot(op, slot) {
                    let new = map.attr(attr);
                    if new != attr {
                        body.set_attr_slot(op, slot, Some(new));
                    }
                }
            }
            for (name, attr) in body.extra_attrs(op).to_vec() {
                let new = map.attr(attr);
                if new != attr {
                    body.set_extra_attr(op, name, Some(new));
                }
            }
        }
        Ok(())
    }
}

/// Maps types and attributes.
struct Signless<'c> {
    cx: &'c Context,
    types: FxHashMap<Type, Type>,
}

impl Signless<'_> {
    fn ty(&mut self, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let new = match self.cx.as_int(ty) {
            Some(int) => self.cx.int_type(int.width),
            None => deep(|| self.cx.map_type(ty, &mut |child| self.child(child))),
        };
        self.types.insert(ty, new);
        new
    }
    fn attr(&mut self, attr: Attr) -> Attr {
        // The types of elements and of numbers are not visited as children: other types would not fit the stored data.
        if let Some(dense) = self.cx.attr_as::<DenseElementsAttr>(attr) {
            let ty = self.ty(dense.ty);
            return if ty == dense.ty {
                attr
            } else {
                self.cx.attr(DenseElementsAttr { ty, ..dense.clone() })
            };
        }
        if let Some(number) = self.cx.attr_as::<IntegerAttr>(attr) {
            let ty = self.ty(number.ty);
            return if ty == number.ty { attr } else { self.cx.attr(IntegerAttr { ty, ..number.clone() }) };
        }
        deep(|| self.cx.map_attr(attr, &mut |child| self.child(child)))
    }
    fn child(&mut self, child: TypeOrAttr) -> TypeOrAttr {
        match child {
            TypeOrAttr::Type(t) => TypeOrAttr::Type(self.ty(t)),
            TypeOrAttr::Attr(a) => TypeOrAttr::Attr(self.attr(a)),
        }
    }
}
