//! [`Plan`]: how the inherent attributes of an op are stored as properties.

use strata_core::{Context, OpInfo};

use crate::{PropertyForm, codec::codec_of};

/// Where the value of a property is kept.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// In the slot of an inherent attribute.
    Slot(usize),
    /// In a discardable attribute: the declaration of the op lacks the property.
    Extra(&'static str),
}

/// One property.
pub(crate) struct Property {
    pub target: Target,
    pub form: PropertyForm,
    /// The number of groups, where the property is their sizes.
    pub groups: usize,
}

/// The properties of an op in their order: attributes by name.
#[derive(Default)]
pub(crate) struct Plan {
    pub properties: Vec<Property>,
}

impl Plan {
    pub(crate) fn new(cx: &Context, info: &'static OpInfo) -> Self {
        let special = codec_of(cx, info.dialect()).and_then(|c| (c.properties)(info));
        let mut properties = Vec::new();
        match special {
            Some(list) => {
                for p in list {
                    let target = info.attr_slot(p.name).map_or(Target::Extra(p.name), Target::Slot);
                    properties.push(Property { target, form: p.form, groups: groups(info, target) });
                }
            }
            None => {
                let mut slots: Vec<usize> = (0..info.attrs.len()).collect();
                slots.sort_by_key(|&i| info.attrs[i].name);
                for slot in slots {
                    let target = Target::Slot(slot);
                    let (groups, spec) = (groups(info, target), &info.attrs[slot]);
                    let form = match groups {
                        0 if spec.required && spec.default.is_none() => PropertyForm::Required,
                        0 => PropertyForm::Optional,
                        _ => PropertyForm::Segments,
                    };
                    properties.push(Property { target, form, groups });
                }
            }
        }
        Self { properties }
    }
    /// Whether the discardable attribute of that name is a property.
    pub(crate) fn has_extra(&self, name: &str) -> bool {
        self.properties.iter().any(|p| matches!(p.target, Target::Extra(n) if n == name))
    }
}

fn groups(info: &'static OpInfo, target: Target) -> usize {
    match target {
        Target::Slot(s) if info.operand_segments() == Some(s) => info.operands.len(),
        Target::Slot(s) if info.result_segments() == Some(s) => info.results.len(),
        _ => 0,
    }
}
