//! [`Conversion`]: turning a file into other IR while it is read.
//!
//! Files have many ops and few different ones, so kinds and attributes are converted once for all ops that share them,
//! and the IR as it is stored is never built.

use smallvec::SmallVec;
use strata_core::{Attr, Context, OpInfo, Str, Type};

/// An op without values and regions: its kind and its attributes.
#[derive(Clone)]
pub struct OpHead {
    /// The kind.
    pub info: &'static OpInfo,
    /// Inherent attributes by slot.
    pub attrs: SmallVec<[Option<Attr>; 8]>,
    /// Discardable attributes.
    pub extra: SmallVec<[(Str, Attr); 1]>,
}

impl OpHead {
    /// An op without attributes.
    pub fn new(info: &'static OpInfo) -> Self {
        Self { info, attrs: SmallVec::from_elem(None, info.attrs.len()), extra: SmallVec::new() }
    }
    /// An attribute by name, inherent or discardable.
    pub fn attr(&self, cx: &Context, name: &str) -> Option<Attr> {
        match self.info.attr_slot(name) {
            Some(slot) => self.attrs.get(slot).copied().flatten(),
            None => self.extra.iter().find(|e| cx.str(e.0) == name).map(|e| e.1),
        }
    }
    /// Sets an attribute by name: inherent if the kind declares it, else discardable.
    pub fn set_attr(&mut self, cx: &Context, name: &str, attr: Attr) {
        match self.info.attr_slot(name) {
            Some(slot) => self.attrs[slot] = Some(attr),
            None => self.extra.push((cx.intern(name), attr)),
        }
    }
    /// The inherent attributes that are there, with their names.
    pub fn inherent(&self) -> impl Iterator<Item = (&'static str, Attr)> + '_ {
        self.info.attrs.iter().zip(&self.attrs).filter_map(|(spec, attr)| Some((spec.name, (*attr)?)))
    }
}

/// Converts ops one by one; each stays one op with the operands, results and regions that it has. Functions may be
/// converted at the same time.
pub trait Conversion: Sync {
    /// Whether a file with these op names is to be converted.
    fn fits(&self, names: &mut dyn Iterator<Item = String>) -> bool;
    /// The type that values of type `ty` get.
    fn ty(&self, cx: &Context, ty: Type) -> Type;
    /// Converts an op without its values and regions; `parent` is the kind of the op around it after conversion.
    ///
    /// # Errors
    /// The reason why the op cannot be converted.
    fn op(&self, cx: &Context, op: OpHead, parent: &'static OpInfo) -> Result<OpHead, String>;
}
