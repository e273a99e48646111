//! [`Shown`]: which attributes an assembly format shows by itself, so that its dictionary leaves them out.

use strata_core::{Anchor, Directive, Group, OpInfo};

use crate::custom::CustomDirective;

/// The parts of an op that its format prints outside of the attribute dictionary.
#[derive(Default)]
pub(super) struct Shown {
    /// One bit for each slot.
    slots: u64,
    /// The format says `operands`, so that the sizes of the groups are not known from it.
    pub(super) operands: bool,
    /// The same for results.
    pub(super) results: bool,
    /// The format has `prop-dict`, so that `attr-dict` shows only discardable attributes.
    pub(super) prop_dict: bool,
}

impl Shown {
    pub(super) fn new(info: &OpInfo, format: &[Directive]) -> Self {
        let mut shown = Self::default();
        shown.scan(info, format);
        for (name, visible) in
            [("operandSegmentSizes", shown.operands), ("resultSegmentSizes", shown.results)]
        {
            if let Some(slot) = info.attr_slot(name).filter(|_| !visible) {
                shown.slots |= bit(slot);
            }
        }
        shown
    }
    /// Whether the format shows the attribute of a slot.
    pub(super) fn has(&self, slot: usize) -> bool {
        self.slots & bit(slot) != 0
    }
    fn scan(&mut self, info: &OpInfo, format: &[Directive]) {
        for directive in format {
            match directive {
                Directive::Attr(slot) => self.slots |= bit(*slot as usize),
                Directive::Operands => self.operands = true,
                Directive::Type(Group::Results) | Directive::FunctionalType(_, Group::Results) => {
                    self.results = true
                }
                Directive::PropDict => self.prop_dict = true,
                Directive::Optional { anchor, then, otherwise } => {
                    if let Anchor::Attr(slot) = anchor {
                        self.slots |= bit(*slot as usize);
                    }
                    self.scan(info, then);
                    self.scan(info, otherwise);
                }
                Directive::OneOf(clauses) => clauses.iter().for_each(|c| self.scan(info, c)),
                Directive::Custom(custom) => {
                    if let Some(custom) = custom.downcast_ref::<CustomDirective>() {
                        let slots = custom.attrs.iter().filter_map(|a| info.attr_slot(a));
                        self.slots |= slots.map(bit).fold(0, |a, b| a | b);
                    }
                }
                _ => {}
            }
        }
    }
}

fn bit(slot: usize) -> u64 {
    1u64.checked_shl(slot as u32).unwrap_or(0)
}
