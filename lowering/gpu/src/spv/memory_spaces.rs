//! Memory spaces: memrefs without one are in global memory, which is an address space of its own.

use rustc_hash::FxHashMap;
use strata_gpu::AddressSpace;
use strata_ir::{core::writer::deep, prelude::*};
use strata_lowering_llvm::engine::{ExtraTypes, llvm_types};

/// The address space of global memory in OpenCL.
const GLOBAL: i64 = 1;

/// The descriptors of memrefs in the memory space `#gpu.address_space<global>`, with an index of 32 bits.
pub(super) fn types32(cx: &Context, ty: Type) -> Option<Type> {
    in_global_memory(cx, ty, 32, types32)
}

/// The same with an index of 64 bits.
pub(super) fn types64(cx: &Context, ty: Type) -> Option<Type> {
    in_global_memory(cx, ty, 64, types64)
}

fn in_global_memory(cx: &Context, ty: Type, bits: u32, extra: ExtraTypes) -> Option<Type> {
    let global = AddressSpace::Global.attr(cx);
    let m = cx.type_as::<MemRefType>(ty).filter(|m| m.memory_space == Some(global))?;
    let numbered = cx.ty(MemRefType { memory_space: Some(cx.i64_attr(GLOBAL)), ..m.clone() });
    llvm_types(Some(extra), bits).convert(cx, numbered).ok()
}

/// Gives the memrefs without a memory space that of global memory, in the types and attributes of all ops of a body and its children.
pub(super) fn add_global_space(body: &mut Body) {
    let cx = body.cx_arc().clone();
    Spaces { cx: &cx, types: FxHashMap::default(), attrs: FxHashMap::default() }.apply(body);
}

/// Maps types and attributes.
struct Spaces<'c> {
    cx: &'c Context,
    types: FxHashMap<Type, Type>,
    attrs: FxHashMap<Attr, Attr>,
}

impl Spaces<'_> {
    fn apply(&mut self, body: &mut Body) {
        let mut ops = body.all_ops();
        ops.push(Op::SELF);
        for op in ops {
            for result in body.results(op).to_vec() {
                let ty = self.ty(body.ty(result));
                body.set_type(result, ty);
            }
            for region in body.regions(op).to_vec() {
                for block in body.blocks(region).to_vec() {
                    for arg in body.block_args(block).to_vec() {
                        let ty = self.ty(body.ty(arg));
                        body.set_type(arg, ty);
                    }
                }
            }
            // The attributes of an isolated op are in its own body.
            if !body.is_shell(op) {
                self.attrs_of(body, op);
            }
        }
        let children: Vec<Op> = body.children().map(|(op, _)| op).collect();
        for op in children {
            if let Some(mut child) = body.take_child(op) {
                self.apply(&mut child);
                body.put_child(op, child);
            }
        }
    }
    fn attrs_of(&mut self, body: &mut Body, op: Op) {
        for slot in 0..body.info(op).attrs.len() {
            if let Some(attr) = body.attr_slot(op, slot) {
                let new = self.attr(attr);
                if new != attr {
                    body.set_attr_slot(op, slot, Some(new));
                }
            }
        }
        for (name, attr) in body.extra_attrs(op).to_vec() {
            let new = self.attr(attr);
            if new != attr {
                body.set_extra_attr(op, name, Some(new));
            }
        }
    }
    fn ty(&mut self, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let (cx, space) = (self.cx, self.cx.i64_attr(GLOBAL));
        let mut new = ty;
        if let Some(m) = cx.type_as::<MemRefType>(ty).filter(|m| m.memory_space.is_none()) {
            new = cx.ty(MemRefType { memory_space: Some(space), ..m.clone() });
        } else if let Some(m) = cx.type_as::<UnrankedMemRefType>(ty).filter(|m| m.memory_space.is_none()) {
            new = cx.ty(UnrankedMemRefType { memory_space: Some(space), ..m.clone() });
        }
        new = deep(|| cx.map_type(new, &mut |child| self.child(child)));
        self.types.insert(ty, new);
        new
    }
    fn attr(&mut self, attr: Attr) -> Attr {
        if let Some(&known) = self.attrs.get(&attr) {
            return known;
        }
        let cx = self.cx;
        // Numbers have no memrefs in them.
        let is_number =
            cx.attr_as::<DenseElementsAttr>(attr).is_some() || cx.attr_as::<IntegerAttr>(attr).is_some();
        let new = if is_number { attr } else { deep(|| cx.map_attr(attr, &mut |child| self.child(child))) };
        self.attrs.insert(attr, new);
        new
    }
    fn child(&mut self, child: TypeOrAttr) -> TypeOrAttr {
        match child {
            TypeOrAttr::Type(t) => TypeOrAttr::Type(self.ty(t)),
            TypeOrAttr::Attr(a) => TypeOrAttr::Attr(self.attr(a)),
        }
    }
}
